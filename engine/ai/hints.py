"""Hints: first only the region of a good move, so that there is something left to find."""

from engine.board import Board

LARGE = 50
"""On boards with this many points, a region reaches two steps from its middle, else one."""


def region(board: Board, point: int, seed: int) -> frozenset[int]:
    """Points around a neighbour of ``point`` or itself; ``seed`` decides around which.

    ``point`` is one of them.
    """
    middles = (point, *board.neighbours[point])
    found = {middles[seed % len(middles)]}
    for _ in range(2 if len(board) >= LARGE else 1):
        found |= {beside for each in found for beside in board.neighbours[each]}
    return frozenset(found)
