"""What the lessons of Ki say about their positions is so."""

from typing import cast

from bot.messages import lessons
from engine.games.ki import GAME, Ki
from engine.position import IllegalReason
from tests.engine.games.helpers import names, play, refused
from tests.engine.games.ki_helpers import controlled, legal

PLACING, CONTROL, CASCADE, END = lessons.of(GAME)


def shown(lesson: lessons.Lesson, last: int = 0, **options: bool) -> Ki:
    """What a lesson shows, or showed some moves before its last."""
    moves = lesson.moves.split(", ")
    moves = moves[: len(moves) - last]
    told = lessons.Lesson("", "", {**lesson.options, **options}, ", ".join(moves))
    return cast(Ki, lessons.match_of(GAME, told).position)


def test_all_lessons_are_played_without_a_refusal_or_a_capture_before_the_one_they_show():
    for lesson in lessons.of(GAME):
        for last in range(1, len(lesson.moves.split(", "))):
            assert shown(lesson, last).captured == {}


def test_white_may_place_anywhere_but_on_two_spaces_of_black():
    position = shown(PLACING)
    assert position.to_move == 1 and controlled(position) == {"b2": "B", "c3": "B"}
    assert {
        p for p in position.board.names if refused(position, p) is IllegalReason.CONTROLLED
    } == {*("b2", "c3")}
    assert len(legal(position)) == 25 - 3 - 2


def test_black_could_place_on_them_later():
    assert {"b2", "c3"} <= set(legal(play(shown(PLACING), "e1")))


def counts(position: Ki, space: str) -> tuple[int, int]:
    """Black and white stones beside a space."""
    beside = position.board.neighbours[position.board.index[space]]
    colours = [position.stones[p] for p in beside if p in position.stones]
    return colours.count(0), colours.count(1)


def test_the_controlled_spaces_are_those_that_are_named_with_the_numbers_that_are_told():
    position = shown(CONTROL)
    assert controlled(position) == {"a1": "B", "b2": "B", "c3": "W", "d2": "W"}
    told = {"a1": (2, 0), "b2": (2, 1), "d2": (0, 2), "c3": (1, 2), "d4": (2, 2), "b4": (1, 0)}
    assert {space: counts(position, space) for space in told} == told


def test_a_space_has_four_beside_it_at_the_edge_three_and_in_a_corner_two():
    board = shown(CONTROL).board
    beside = {space: len(board.neighbours[board.index[space]]) for space in ("c3", "b1", "a1")}
    assert beside == {"c3": 4, "b1": 3, "a1": 2}


def test_d4_and_b4_are_open_to_both():
    position = shown(CONTROL)
    assert {"d4", "b4"} <= set(legal(position)) & set(legal(play(position, "a5")))


def test_the_cascade_takes_d3_and_with_it_c3():
    before, after = shown(CASCADE, last=1), shown(CASCADE)
    assert counts(before, "d3") == (1, 1) and counts(before, "c3") == (2, 2)
    assert names(after, after.captured) == ["c3", "d3"]
    assert after.last == after.board.index["e3"]
    assert {controlled(after)[space] for space in ("c3", "d3")} == {"B"}


def test_without_cascade_c3_stays():
    after = shown(CASCADE, cascade=False)
    assert names(after, after.captured) == ["d3"] and counts(after, "c3") == (2, 1)


def test_before_the_last_stone_black_had_to_pass():
    before = shown(END, last=2)
    assert before.to_move == 0 and legal(before) == ["pass"]
    assert controlled(before) == {"c1": "W"} and counts(before, "c1") == (1, 2)


def test_the_board_is_full_and_white_has_won():
    last = shown(END)
    result = last.result()
    assert last.score() == (12, 13) and result is not None and result.winner == 1
