"""The exercises of Keil: their answers, and the edge cases that a newcomer gets wrong."""

import pytest

from bot.messages import exercises
from bot.service.goals import Finding
from engine.games.keil import GAME
from engine.position import IllegalReason, Link, Placement, Position, named
from tests.bot.exercises.test_every_game import known, right_answers, verdicts

RIGHT = {
    "liberty": {"c4", "d2", "d3"},
    "capture": {"d3"},
    "cut": {"d2"},
    "edge": {"c2"},
    "corner": {"d2"},
    "promise": {"b3"},
    "group": {"d3"},
    "suicide": {"a1"},
    "still-refused": {"c1"},
    "ko": {"c1"},
    "pass-repeats": {"c1"},
    "own-turns": {"b2"},
    "count": {"9"},
    "nobody": {"c3"},
    "dead": {"b3"},
    "button": {"button"},
    "button-lifts": {"a1"},
    "pass": {"pass"},
    "linking-2019": {"13"},
}


def test_the_answers_are_these_and_no_others() -> None:
    assert right_answers(GAME) == RIGHT


@pytest.mark.parametrize(
    "exercise",
    [exercise for exercise in exercises.of(GAME) if exercise.name != "linking-2019"],
    ids=lambda exercise: exercise.name,
)
def test_the_wording_of_2019_changes_no_answer(exercise: exercises.Exercise) -> None:
    options = {**exercise.options, "linking": "2019"}
    other = exercises.replace(exercise, options=options)
    judged = verdicts(GAME, other)[1]
    assert {text for text, verdict in judged.items() if verdict.right} == RIGHT[exercise.name]


def test_a_neighbour_between_two_enemy_stones_is_no_liberty() -> None:
    match, judged = verdicts(GAME, known(GAME, "liberty"))
    names = match.position.board.names
    blocked = judged["b2"]
    assert blocked.finding is Finding.BLOCKED
    assert [names[p] for p in blocked.stones] == ["b3", "c2"]


def test_an_edge_pair_has_one_witness_and_an_inner_pair_two() -> None:
    for name, pair, number in (("edge", ("b1", "c1"), 1), ("cut", ("c2", "c3"), 2)):
        board = exercises.match_of(GAME, known(GAME, name)).position.board
        one, other = (set(board.neighbours[board.index[point]]) for point in pair)
        assert len(one & other) == number


def test_the_corner_falls_to_one_stone() -> None:
    match, judged = verdicts(GAME, known(GAME, "corner"))
    board, stones = match.position.board, match.position.stones
    corner = board.index["e1"]
    assert not [p for p in board.neighbours[corner] if p in stones]
    assert judged["d2"].match.position.captured == {corner: 1}
    assert judged["d1"].finding is Finding.STILL_FREE


def test_the_captured_stone_keeps_its_empty_neighbours() -> None:
    match, judged = verdicts(GAME, known(GAME, "capture"))
    board = match.position.board
    after = judged["d3"].match.position
    beside = [p for p in board.neighbours[board.index["c3"]] if p not in after.stones]
    assert {board.names[p] for p in beside} == {"b2", "c4", "d2"}


def test_a_bar_is_only_a_promise() -> None:
    """One stone parts two open pairs, and captures two of the three stones."""
    match, judged = verdicts(GAME, known(GAME, "promise"))
    board, links = match.position.board, match.position.links() or {}
    wall = [(board.index[one], board.index[other]) for one, other in (("a2", "a3"), ("a3", "b4"))]
    assert [links[pair] for pair in wall] == [Link.OPEN, Link.OPEN]
    after = judged["b3"].match.position
    assert {board.names[point] for point in after.captured} == {"a2", "a3"}
    assert board.index["b4"] in after.stones


def test_taking_back_at_once_is_refused_and_legal_elsewhere() -> None:
    match, judged = verdicts(GAME, known(GAME, "ko"))
    assert match.position.captured == {match.position.board.index["c1"]: 0}
    error = judged["c1"].error
    assert error is not None and error.reason is IllegalReason.REPETITION
    assert error.ply == 3


def test_a_single_white_stone_makes_the_corner_suicide() -> None:
    judged = verdicts(GAME, known(GAME, "suicide"))[1]
    error = judged["a1"].error
    assert error is not None and error.reason is IllegalReason.SUICIDE


def test_before_the_button_is_taken_a_pass_is_refused_and_waiting_loses() -> None:
    match, judged = verdicts(GAME, known(GAME, "button"))
    error = known(GAME, "button").goal.judge(match, "pass").error
    assert error is not None and error.reason is IllegalReason.PASS_BEFORE_BUTTON
    assert judged["e2"].reply == "button"
    for text in ("e1", "e3"):  # Black cuts on e2 and captures
        assert judged[text].reply == "e2" and judged[text].match.position.captured


def test_passing_before_the_capture_loses_and_after_it_wins() -> None:
    judged = verdicts(GAME, known(GAME, "dead"))[1]
    assert (judged["pass"].finding, judged["pass"].counts) == (Finding.ENDED, (7, 10))
    assert judged["b3"].match.position.score() == (10, 9)


def test_a_stone_in_ones_own_eye_loses_everything() -> None:
    judged = verdicts(GAME, known(GAME, "pass"))[1]
    assert judged["a1"].reply == "a3"
    assert judged["a1"].counts[0] == 0


def played(name: str, moves: str, **options: object) -> Position:
    """The position of an exercise, if other moves had been played with other options."""
    exercise = known(GAME, name)
    other = exercises.replace(exercise, moves=moves, options={**exercise.options, **options})
    return exercises.match_of(GAME, other).position


def refused(position: Position, point: str) -> IllegalReason | None:
    error = position.why_not(Placement(point))
    return None if error is None else error.reason


def test_a_stone_without_liberties_of_its_own_shares_those_of_its_group() -> None:
    match, judged = verdicts(GAME, known(GAME, "group"))
    board, after = match.position.board, judged["d3"].match.position
    group = next(group for group in after.groups() if board.index["c3"] in group)
    assert {"c3", "d2", "e2"} < {*named(board, group)}
    liberties = set(after.liberties(group) or ())
    assert liberties and not liberties.intersection(board.neighbours[board.index["c3"]])
    assert judged["b2"].finding is Finding.LOST and judged["b2"].reply == "d3"


def test_a_stone_that_would_capture_is_refused_all_the_same() -> None:
    """With its stone on the board and the captured one gone, it has no liberty."""
    match, judged = verdicts(GAME, known(GAME, "still-refused"))
    position, board = match.position, match.position.board
    error = judged["c1"].error
    assert error is not None and error.reason is IllegalReason.SUICIDE
    own, dead = board.index["c1"], board.index["b1"]
    with_stone = position.set_up({**position.stones, own: 0}, 1)
    assert with_stone is not None
    without = [group for group in with_stone.groups() if not with_stone.liberties(group)]
    assert (dead,) in without, "the white stone would be captured"
    left = {**with_stone.stones}
    del left[dead]
    after = position.set_up(left, 1)
    assert after is not None
    assert after.liberties((own,)) == ()
    between = set(board.neighbours[own]) & set(board.neighbours[dead])
    assert named(board, between) == ["c2"] and left[board.index["c2"]] == 1


def test_a_board_on_which_one_passed_may_not_be_brought_back() -> None:
    match, judged = verdicts(GAME, known(GAME, "pass-repeats"))
    error = judged["c1"].error
    assert error is not None and error.ply == 5
    assert [turn.text for turn in match.turn_log.moves][4] == "pass"
    # had White not played between stone and pass, it would be the ko of the exercise before
    assert refused(played("pass-repeats", "b2, d1, c1, b1"), "c1") is IllegalReason.REPETITION
    last_stone = played("pass-repeats", "b2, d1, c1")
    assert len(last_stone.stones) + 1 == len(played("pass-repeats", "b2, d1, c1, d4").stones)


def test_a_board_that_only_the_opponents_turn_left_may_be_made() -> None:
    match, judged = verdicts(GAME, known(GAME, "own-turns"))
    board = match.position.board
    assert named(board, match.position.captured) == ["a2", "b2"]
    before = [each.stones for each in (*match.before, match.position)]
    made = judged["b2"].match.position.stones
    assert made in before
    blacks = played("own-turns", "pass, e3, c2, d3, pass, b2, b3")
    assert made == blacks.stones and blacks.to_move == 1


def test_a_point_between_alternating_stones_is_closed_to_both_and_nobodys() -> None:
    position = verdicts(GAME, known(GAME, "nobody"))[0].position
    other = position.set_up(position.stones, 1)
    assert other is not None
    assert refused(position, "c3") is refused(other, "c3") is IllegalReason.SUICIDE
    owners = {tuple(named(position.board, t.points)): t.owner for t in position.territories()}
    assert owners[("c3",)] is None


def test_the_button_makes_another_board_of_the_same_stones() -> None:
    moves = "e3, b3, e2, c2, d4, a1, b2"
    assert refused(played("button-lifts", moves), "a1") is IllegalReason.REPETITION
    assert refused(played("button-lifts", f"{moves}, button, pass"), "a1") is None


def test_only_the_linking_of_2019_joins_empty_points_past_two_stones() -> None:
    exercise = known(GAME, "linking-2019")
    options = {**exercise.options, "linking": "current"}
    today = exercises.match_of(GAME, exercises.replace(exercise, options=options)).position
    then = exercises.match_of(GAME, exercise).position
    assert (then.score(), today.score()) == ((13, 1), (14, 1))
    owners = [
        {named(p.board, (point,))[0]: t.owner for t in p.territories() for point in t.points}
        for p in (then, today)
    ]
    assert [each["b4"] for each in owners] == [None, 0]
    assert sum(owner == 0 for owner in owners[0].values()) == 7
