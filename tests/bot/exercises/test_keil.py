"""The exercises of Keil: their answers, and the edge cases that a newcomer gets wrong."""

import pytest

from bot.messages import exercises
from bot.service.goals import Finding
from engine.games.keil import GAME
from engine.position import IllegalReason, Link
from tests.bot.exercises.test_every_game import known, right_answers, verdicts

RIGHT = {
    "liberty": {"c4", "d2", "d3"},
    "capture": {"d3"},
    "cut": {"d2"},
    "edge": {"c2"},
    "corner": {"d2"},
    "promise": {"b3"},
    "suicide": {"a1"},
    "ko": {"c1"},
    "count": {"9"},
    "dead": {"b3"},
    "button": {"button"},
    "pass": {"pass"},
}


def test_the_answers_are_these_and_no_others() -> None:
    assert right_answers(GAME) == RIGHT


@pytest.mark.parametrize("exercise", exercises.of(GAME), ids=lambda exercise: exercise.name)
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
