"""What stones are worth, from what a level with them won."""

import pytest

from engine.games import all_games
from tests.strength.handicap import WEAK, Task, work, worth
from tests.strength.matches import Score


def test_half_of_the_games_against_a_level_are_worth_the_gap_to_it() -> None:
    arena = all_games()["keil"].ai
    assert arena is not None
    gap = arena.gaps[WEAK - 1]
    assert worth("keil", WEAK, Score(won=20, games=40), 0.5) == 0
    assert worth("keil", WEAK + 1, Score(won=20, games=40), 0.5) == gap
    assert worth("keil", WEAK + 1, Score(won=30, games=40), 0.75) == pytest.approx(gap + 191, abs=1)


def test_who_wins_nothing_is_not_endlessly_weak() -> None:
    assert worth("keil", WEAK, Score(games=10), 0) == pytest.approx(-512, abs=1)


def test_the_level_with_the_stones_is_the_first_player() -> None:
    score = work(Task("kee", {"width": 7, "height": 7, "handicap": 4}, 1, 2, 0))
    assert (score.won, score.games) == (2, 2)
