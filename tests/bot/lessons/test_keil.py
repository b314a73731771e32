"""What the lessons of Keil say about their positions is so, in both wordings."""

from itertools import combinations

import pytest

from bot.messages import lessons
from engine.games.keil import GAME
from engine.match import Match
from engine.position import IllegalReason, Link, named
from tests.engine.games.keil_helpers import BOTH_WORDINGS

LINKING, EDGE, CAPTURE, TERRITORY, BUTTON = lessons.of(GAME)
BLACK, WHITE = 0, 1


def shown(lesson: lessons.Lesson, linking: str = "current") -> Match:
    """What a lesson shows, in this wording."""
    options = {**lesson.options, "linking": linking}
    return lessons.match_of(GAME, lessons.Lesson(lesson.title, lesson.text, options, lesson.moves))


@BOTH_WORDINGS
def test_linking_has_all_three_relations_and_no_other_neighbours(linking: str) -> None:
    position = shown(LINKING, linking).position
    relations = {
        tuple(position.board.names[point] for point in pair): link
        for pair, link in (position.links() or {}).items()
    }
    assert relations == {
        ("b1", "b2"): Link.LINKED,
        ("b1", "c2"): Link.LINKED,
        ("b2", "c2"): Link.LINKED,
        ("f2", "f3"): Link.OPEN,
        ("d5", "d6"): Link.CUT,
    }
    assert position.last is None  # no ring between the relations


@pytest.mark.parametrize(("linking", "together"), [("current", False), ("2019", True)])
def test_an_open_pair_is_one_group_in_the_2019_wording_only(linking: str, together: bool) -> None:
    position = shown(LINKING, linking).position
    groups = [named(position.board, group) for group in position.groups()]
    assert (["f2", "f3"] in groups) is together
    assert ["b1", "b2", "c2"] in groups
    assert ["d5"] in groups and ["d6"] in groups


@BOTH_WORDINGS
def test_at_the_edge_one_stone_cuts_and_inside_it_takes_two(linking: str) -> None:
    position = shown(EDGE, linking).position
    board, stones = position.board, position.stones
    relations = {tuple(named(board, pair)): link for pair, link in (position.links() or {}).items()}
    assert relations == {("g2", "g3"): Link.CUT, ("d5", "d6"): Link.CUT}
    for pair, cutting in ((("g2", "g3"), ["f3"]), (("d5", "d6"), ["c5", "e5"])):
        one, other = (set(board.neighbours[board.index[name]]) for name in pair)
        assert named(board, one & other) == cutting
        assert {stones[board.index[name]] for name in cutting} == {WHITE}


@BOTH_WORDINGS
def test_without_the_one_stone_the_edge_pair_is_not_cut(linking: str) -> None:
    lesson = lessons.Lesson("", "", {**EDGE.options, "linking": linking}, "g2, pass, g3, d4")
    links = lessons.match_of(GAME, lesson).position.links() or {}
    assert list(links.values()) == [Link.OPEN]


@BOTH_WORDINGS
def test_in_the_corner_one_stone_has_captured(linking: str) -> None:
    position = shown(EDGE, linking).position
    board, corner = position.board, position.board.index["a1"]
    assert named(board, position.captured) == ["a1"]
    assert position.last == board.index["b2"]
    assert named(board, board.neighbours[corner]) == ["a2", "b1", "b2"]
    beside = set(board.neighbours[board.index["b2"]])
    assert {"a1", "a2", "b1"} <= set(named(board, beside))


@BOTH_WORDINGS
@pytest.mark.parametrize(("point", "takes"), [("a1", 1), ("a2", 2), ("d4", 3)])
def test_so_many_stones_capture_a_lone_one(point: str, takes: int, linking: str) -> None:
    """One in a corner, two at the edge, three inside: no fewer, wherever they are put."""
    first = lessons.match_of(
        GAME, lessons.Lesson("", "", {**EDGE.options, "linking": linking}, point)
    ).position
    board = first.board
    beside = [board.names[p] for p in board.neighbours[board.index[point]]]

    def captured_by(stones: tuple[str, ...]) -> bool:
        position = first
        for stone in stones:
            position = position.play(position.read(stone))
            if board.index[point] not in position.stones:
                return True
            position = position.play(position.read("pass"))
        return False

    fewest = min(
        number
        for number in range(1, len(beside) + 1)
        if any(captured_by(stones) for stones in combinations(beside, number))
    )
    assert fewest == takes


@BOTH_WORDINGS
def test_the_captured_stone_had_empty_neighbours_and_no_liberty(linking: str) -> None:
    position = shown(CAPTURE, linking).position
    board = position.board
    assert named(board, position.captured) == ["c3"]
    assert position.last == board.index["d2"]
    beside = set(board.neighbours[board.index["c3"]]) - set(position.stones)
    assert named(board, beside) == ["b3", "c2", "d3"]
    refusal = position.why_not(position.read("c3"))
    assert refusal is not None and refusal.reason is IllegalReason.SUICIDE


@BOTH_WORDINGS
def test_the_territories_are_whose_they_are_said_to_be(linking: str) -> None:
    match = shown(TERRITORY, linking)
    board = match.position.board
    owned = {
        owner: {
            board.names[p]
            for t in match.position.territories()
            if t.owner == owner
            for p in t.points
        }
        for owner in (BLACK, WHITE, None)
    }
    rows = {owner: {name[0] for name in names} for owner, names in owned.items()}
    assert rows[BLACK] == {"a", "b"} and rows[WHITE] == {"f", "g"}
    assert owned[None] == {"d4"}
    assert match.position.score() == (18, 20)


@BOTH_WORDINGS
def test_the_button_decides(linking: str) -> None:
    match = shown(BUTTON, linking)
    assert match.position.score() == (10, 10.5)
    assert match.position.facts()["button"] == "W"
    placed = [move for move in BUTTON.moves.split(", ") if move not in ("button", "pass")]
    assert placed[-1] == "c3" and len(placed) % 2 == 1  # Black's


def test_before_the_button_is_taken_nobody_may_pass() -> None:
    before = BUTTON.moves.split(", button")[0]
    options = BUTTON.options
    position = lessons.match_of(GAME, lessons.Lesson("", "", options, before)).position
    refusal = position.why_not(position.read("pass"))
    assert refusal is not None and refusal.reason is IllegalReason.PASS_BEFORE_BUTTON
