"""Glickman's published example, absence, and games that are taken away again."""

from datetime import UTC, datetime, timedelta
from importlib import import_module
from typing import Any

import pytest

from bot.features.ratings.arithmetic import (
    GROWTH,
    START,
    UNKNOWN,
    Met,
    Rating,
    after,
    anchors,
    expected,
    grown,
    without,
)
from bot.features.ratings.rules import FULL, strengths, weight
from engine.games import all_games

NOW = datetime(2026, 11, 27, tzinfo=UTC)
DAY = timedelta(days=1)
GLICKMANS = [Met(1400, 30, 1), Met(1550, 100, 0), Met(1700, 300, 0)]
"""Three games of a player of 1500 with a deviation of 200."""


def test_glickmans_example() -> None:
    value, deviation = after(Rating(1500, 200), GLICKMANS)
    assert (round(value), round(deviation, 1)) == (1464, 151.4)


def test_glickmans_example_of_his_second_system() -> None:
    """By the package that the candidates are compared with."""
    player: Any = import_module("glicko2").Player(1500, 200, 0.06)
    player.update_player([1400, 1550, 1700], [30, 100, 300], [1, 0, 0])
    assert (round(player.rating, 2), round(player.rd, 2)) == (1464.05, 151.52)
    assert player.vol == pytest.approx(0.05999, abs=1e-5)


def test_who_stays_away_is_known_less_surely() -> None:
    played = Rating(1600, 60, NOW, 30)
    assert grown(played, NOW) == played
    day = grown(played, NOW + DAY)
    assert day.value == 1600 and day.deviation**2 == pytest.approx(60**2 + GROWTH**2)
    assert grown(played, NOW + 36500 * DAY).deviation == UNKNOWN
    assert grown(played, NOW - DAY) == played, "a clock that goes back changes nothing"
    assert grown(Rating(), NOW) == Rating()


def test_a_draw_between_equals_teaches_but_moves_nobody() -> None:
    value, deviation = after(Rating(), [Met(START, UNKNOWN, 0.5)])
    assert value == START and deviation < UNKNOWN


def test_a_game_that_counts_half_moves_about_half() -> None:
    own = Rating(1500, 60)
    whole, _ = after(own, [Met(1500, 60, 1)])
    half, deviation = after(own, [Met(1500, 60, 1, 0.5)])
    assert half - 1500 == pytest.approx((whole - 1500) / 2, rel=0.05)
    assert after(own, [Met(1500, 60, 1, 0.0)]) == (1500, pytest.approx(60))
    assert deviation < 60


def test_a_game_taken_away_gives_back_what_it_changed() -> None:
    own = Rating(1500, 120, NOW, 7)
    value, deviation = after(own, [Met(1600, 80, 1)])
    back = without(Rating(value, deviation, NOW, 8), (1500, 120), (value, deviation))
    assert (back.value, back.deviation) == (pytest.approx(1500), pytest.approx(120))
    assert back.games == 7
    late = without(Rating(value, UNKNOWN, NOW, 8), (1500, 120), (value, deviation))
    assert late.deviation == UNKNOWN, "nobody is known less surely than somebody new"


def test_levels_are_as_far_apart_as_they_were_measured() -> None:
    assert anchors([100, 200], level=2) == (1400, 1500, 1700)
    for game in all_games().values():
        known = strengths(game)
        assert len(known) == 8 and known[2] == START and [*known] == sorted(known)
    keil = strengths(all_games()["keil"])
    assert expected(keil[1], keil[0]) == pytest.approx(204 / 240, abs=0.005)  # the ladder's table


def test_the_games_of_two_count_for_less_than_twenty_together() -> None:
    assert [weight(n) for n in range(FULL)] == [1.0] * FULL
    assert weight(19) == 0.25
    assert sum(weight(n) for n in range(10_000)) < 2 * FULL
