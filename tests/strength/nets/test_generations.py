"""Generations of nets go on where they were, and what they make is a net."""

from pathlib import Path

import pytest

from bot.core_files import weights
from engine.ai import Effort
from engine.ai.net import NET
from tests.strength.matches import start
from tests.strength.nets import generations
from tests.strength.nets.generations import Workshop, machine
from tests.strength.nets.packing import packed, unpacked
from tests.strength.plan import Plan

pytestmark = pytest.mark.slow
MOMENT = 0.004
"""Minutes of CPU time for games: enough for a few."""


def test_a_generation_goes_on_where_it_was(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
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
        # One that learns from all of them has a match, too.
        monkeypatch.setattr(generations, "GAMES", 1)
        again.finish(MOMENT)
        assert again.net(1).read_bytes() != trained
        assert "against generation 0, where 8 are even" in str(again.state.told[-1]["told"])
        assert again.state.generation == 2
        again.finish(MOMENT)
        assert again.state.generation == 2, "there were no new games"
        # Another run can begin with that net alone.
        other = Workshop("ki", tmp_path / "other", plan)
        other.begin_with(again.net(0))
        other.begin_with(tmp_path / "no such net, nor is it needed")
        assert (other.state.generation, other.best) == (1, str(other.net(0)))
    finally:
        plan.close()


@pytest.mark.parametrize("key", ["keil", "ki", "kee"])
def test_the_net_of_the_core_can_be_trained_on(key: str, tmp_path: Path) -> None:
    known = weights()[f"{key}{NET}"]
    shape = Workshop(key, tmp_path, Plan(None, 0, 1)).shape()
    assert packed(unpacked(known, shape), shape) == known
