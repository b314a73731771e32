"""The core keeps the rules: games by chance in it and in the engine, position by position.

This is a sample; ``python -m tests.strength rules`` compares a million positions.
"""

from random import Random

import pytest

from engine.position import Position
from tests.core.agreement import compare_game, starts

SAMPLE = [pytest.param(start, id=name) for name, start in starts(most_points=49)]
PLIES = 120


@pytest.mark.parametrize("start", SAMPLE)
def test_the_core_and_the_engine_agree(start: Position) -> None:
    compared = list(compare_game(start, Random(len(start.board)), plies=PLIES, reload=0.1))
    assert [difference for difference in compared if difference] == []
    assert len(compared) > 1


def test_stones_that_were_set_up_without_liberties_fall_in_both() -> None:
    """Such groups are removed at the next placement, wherever it is."""
    for name, start in starts(most_points=40):
        random = Random(name)
        for _ in range(3):
            points = random.sample(range(len(start.board)), 2 * len(start.board) // 3)
            colours = range(len(start.colours or ()))
            stones = {point: random.choice(colours) for point in points}
            position = start.set_up(stones, random.choice(colours))
            assert position is not None
            compared = list(compare_game(position, random, plies=12, reload=0))
            assert [f"{name}: {difference}" for difference in compared if difference] == []
