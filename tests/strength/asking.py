"""Answers to what reviews, explanations and warnings want to know, without a bot."""

from collections.abc import Callable, Generator, Sequence
from typing import TypeVar

from engine.ai import Effort, Machine, Thoughts
from engine.ai.review import SearchRequest
from engine.position import Position

T = TypeVar("T")
Efforts = Callable[[int, int], Effort]
"""How much to search for so many playouts, with a seed: `Effort` itself, or `Effort.worth`."""


def answered(
    core: Machine,
    positions: Sequence[Position],
    asking: Generator[SearchRequest, Thoughts, T],
    efforts: Efforts,
) -> T:
    """The result of ``asking``; ``positions``: those after each number of moves."""
    try:
        wanted = next(asking)
        while True:
            position = positions[wanted.plies]
            for move in wanted.more:
                position = position.play(move)
            wanted = asking.send(core.think(position, efforts(wanted.playouts, 1)))
    except StopIteration as done:
        result: T = done.value
        return result
