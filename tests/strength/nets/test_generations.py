"""Generations of nets go on where they were, and what they make is a net."""

from pathlib import Path

import pytest

from engine.ai import Effort
from tests.strength.matches import start
from tests.strength.nets.generations import Workshop, machine
from tests.strength.plan import Plan

pytestmark = pytest.mark.slow
MOMENT = 0.004
"""Minutes of CPU time for games: enough for a few."""


def test_a_generation_goes_on_where_it_was(tmp_path: Path) -> None:
    plan = Plan(None, 0, 1)
    try:
        begun = Workshop("ki", tmp_path, plan)
        begun.play(MOMENT)
        played = sorted((tmp_path / "ki" / "games-0").iterdir())
        assert played and begun.state.tasks == len(played)
        again = Workshop("ki", tmp_path, plan)
        assert again.state == begun.state
        again.play(MOMENT)
        assert sorted((tmp_path / "ki" / "games-0").iterdir()) == played, "they were enough"
        again.train(MOMENT)
        trained = again.net(0).read_bytes()
        Workshop("ki", tmp_path, plan).train(MOMENT)
        assert again.net(0).read_bytes() == trained
        again.compare()
        assert Workshop("ki", tmp_path, plan).best == str(again.net(0))
        assert again.state.generation == 1
        # The core takes what was made for a net, and the next games are played by it.
        asked = machine("ki", again.best)
        position = start("ki", {"size": 7})
        assert asked.think(position, Effort(40, 1, questions=40)) != asked.think(
            position, Effort(40, 1)
        )
        again.play(MOMENT)
        assert any((tmp_path / "ki" / "games-1").iterdir())
    finally:
        plan.close()
