"""The rules of the ladder, one by one."""

import pytest

from bot.features.ladder.rules import (
    MOST_MISSED,
    REACH,
    Answer,
    Outcome,
    Result,
    after_win,
    has_to_leave,
    played,
    unanswered,
    within_reach,
)
from engine.match import End, Ending

ORDER = [1, 2, 3, 4, 5, 6]


def test_one_may_challenge_up_to_three_places_above() -> None:
    assert REACH == 3
    assert [*within_reach(ORDER, 6)] == [3, 4, 5]
    assert [*within_reach(ORDER, 3)] == [1, 2]
    assert [*within_reach(ORDER, 1)] == []


def test_the_winner_takes_the_place_and_everybody_between_goes_down_one() -> None:
    assert after_win(ORDER, 5, 2) == [1, 5, 2, 3, 4, 6]
    assert after_win(ORDER, 2, 1) == [2, 1, 3, 4, 5, 6]
    assert after_win(ORDER, 6, 3) == [1, 2, 6, 3, 4, 5]


@pytest.mark.parametrize("challenger", ORDER)
@pytest.mark.parametrize("challenged", ORDER)
def test_nobody_else_is_passed_and_nobody_is_lost(challenger: int, challenged: int) -> None:
    after = after_win(ORDER, challenger, challenged)
    assert sorted(after) == ORDER
    others = [user for user in after if user != challenger]
    assert others == [user for user in ORDER if user != challenger]
    if challenger <= challenged:
        assert after == ORDER, "whoever is above already stays there"


def test_a_refusal_and_silence_are_lost() -> None:
    for away in (False, True):
        assert unanswered(Answer.DECLINED, away=away) is Outcome.TAKEN
        assert unanswered(Answer.OFF, away=away) is Outcome.VOID
    assert unanswered(Answer.SILENCE, away=False) is Outcome.TAKEN
    assert unanswered(Answer.SILENCE, away=True) is Outcome.VOID


@pytest.mark.parametrize("how", [Ending.SCORE, Ending.RESIGNATION, Ending.ADJUDGED])
def test_the_result_of_the_game_decides(how: Ending) -> None:
    assert played(End(how, (1, 2)), 0, [0, 1]) == Result(Outcome.TAKEN)
    assert played(End(how, (1, 2)), 1, [0, 1]) == Result(Outcome.HELD)
    assert played(End(how, (1, 1)), 1, [0, 1]) == Result(Outcome.DRAWN)


@pytest.mark.parametrize("how", [Ending.VOID, Ending.CANCELLED, Ending.GONE])
def test_a_game_that_nobody_has_lost_changes_nothing(how: Ending) -> None:
    assert played(End(how, None), 0, []) == Result(Outcome.VOID)


def test_whoever_never_moves_has_lost_and_has_missed_the_game() -> None:
    """The game itself is closed then, without a loser."""
    assert played(End(Ending.CLOSED, None, 1), 0, [0]) == Result(Outcome.TAKEN, missed=1)
    assert played(End(Ending.CLOSED, None, 0), 0, []) == Result(Outcome.HELD, missed=0)
    assert played(End(Ending.CLOSED, None, 1), 0, [0, 1]) == Result(Outcome.VOID)
    assert played(End(Ending.TIMEOUT, (1, 2), 1), 0, [0, 1]) == Result(Outcome.TAKEN)


def test_two_missed_games_in_a_row_are_too_many() -> None:
    assert MOST_MISSED == 2
    assert [has_to_leave(missed) for missed in (0, 1, 2)] == [False, False, True]
