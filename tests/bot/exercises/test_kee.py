"""The exercises of Kee Rules Go: their answers, and what their words say about the positions."""

from bot.messages import exercises
from bot.service.goals import Finding
from engine.games.kee import GAME
from engine.position import IllegalReason
from tests.bot.exercises.test_every_game import known, right_answers, verdicts

RIGHT = {
    "liberty": {"b2", "c1"},
    "capture": {"d2"},
    "save": {"d2"},
    "three": {"a1"},
    "suicide": {"b1"},
    "alone": {"a1"},
    "ko": {"b3"},
    "retake": {"b3"},
    "count": {"9"},
    "end": {"pass"},
}


def test_the_answers_are_these_and_no_others() -> None:
    assert right_answers(GAME) == RIGHT


def test_the_suicide_takes_both_stones() -> None:
    match, judged = verdicts(GAME, known(GAME, "suicide"))
    names = match.position.board.names
    captured = judged["b1"].match.position.captured
    assert {names[p]: colour for p, colour in captured.items()} == {"a1": 1, "b1": 1}


def test_the_stones_of_both_opponents_go_at_once() -> None:
    """Neither opponent's stones would have a liberty because the other's are gone first."""
    match, judged = verdicts(GAME, known(GAME, "three"))
    board, stones = match.position.board, match.position.stones
    assert match.seats == 3
    captured = judged["a1"].match.position.captured
    assert {board.names[p]: colour for p, colour in captured.items()} == {"a2": 2, "b1": 1, "b2": 1}
    for point, colour in captured.items():
        beside = {board.names[p]: stones.get(p) for p in board.neighbours[point]}
        assert None not in {c for name, c in beside.items() if name != "a1"}
        assert colour not in (None, 0)


def test_the_same_stone_is_refused_before_the_passes_and_legal_after_them() -> None:
    before, after = (
        verdicts(GAME, known(GAME, "ko"))[1]["b3"],
        verdicts(GAME, known(GAME, "retake"))[1]["b3"],
    )
    assert before.error is not None and before.error.reason is IllegalReason.REPETITION
    assert after.error is None
    ko, retake = (exercises.match_of(GAME, known(GAME, name)).position for name in ("ko", "retake"))
    assert ko.stones == retake.stones
    assert ko.anchor() is None and retake.anchor() == retake.stones


def test_the_lone_stone_repeats_what_the_last_stone_made() -> None:
    match, judged = verdicts(GAME, known(GAME, "alone"))
    error = judged["a1"].error
    assert error is not None and error.ply == match.position.ply


def test_the_third_pass_ends_and_a_stone_in_an_eye_loses_everything() -> None:
    match, judged = verdicts(GAME, known(GAME, "end"))
    assert match.position.passing() == (2, 3) and match.position.score() == (12, 8)
    assert judged["a1"].finding is Finding.ANSWERED and judged["a1"].counts[0] == 0
