"""The program itself, on the smallest worlds: it runs, and it can tell the candidates apart."""

from itertools import pairwise

import pytest

from tests.ratings import islands
from tests.ratings.systems import Coin, Glicko1, Glicko2, OpenSkill, log_loss
from tests.ratings.world import LEVELS, World


def test_the_same_seed_is_the_same_world() -> None:
    one, other = (World.of(3, 12, (0.0, 50.0), 60).games(60) for _ in range(2))
    assert one == other and len(one) > 50
    assert all(later.day >= earlier.day for earlier, later in pairwise(one))


def test_a_system_that_learns_is_better_than_a_coin() -> None:
    world = World.of(1, 30, (0.0,), 200)
    games = world.games(200)
    assert log_loss(Coin(), games, 50) == pytest.approx(0.6931, abs=1e-4)
    assert log_loss(Glicko1(), games, 50) < 0.65


def test_games_against_levels_bring_islands_together(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(islands, "PEOPLE", 10)
    alone, anchored = (islands.apart(1, number) for number in (0, 10))
    assert anchored < alone
    assert len(LEVELS) == 8


@pytest.mark.parametrize("package", ["glicko2", "openskill"])
def test_the_packages_learn_too(package: str) -> None:
    games = World.of(1, 30, (0.0,), 100).games(100)
    system = Glicko2(0.5) if package == "glicko2" else OpenSkill()
    assert log_loss(system, games, 30) < 0.69
