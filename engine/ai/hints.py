"""Hints: first only the region of a good move, so that there is something left to find."""

from collections.abc import Collection

from engine.board import Board

LARGE = 50
"""On boards with this many points, a region reaches two steps from its middle, else one."""
FEWEST = 3
"""The fewest empty points of a region, if the board has them: it must not give the move away."""


def region(board: Board, point: int, seed: int, occupied: Collection[int] = ()) -> frozenset[int]:
    """Empty points around a neighbour of ``point`` or itself; ``seed`` decides around which.

    ``point`` is one of them. Where most points are ``occupied``, the region reaches farther.
    """
    middles = (point, *board.neighbours[point])
    found = {middles[seed % len(middles)]}
    wanted = min(FEWEST, len(board) - len(occupied))
    steps = 0
    while steps < (2 if len(board) >= LARGE else 1) or len(found.difference(occupied)) < wanted:
        found |= {beside for each in found for beside in board.neighbours[each]}
        steps += 1
    return frozenset(found.difference(occupied))
