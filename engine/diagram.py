"""Positions as text, both ways: for tests, logs, terminals and people who cannot see pictures.

One token for each point, rows as on the board::

      . B .
     . W . .
    . . B . .
     . . . .
      . . .
"""

from collections.abc import Mapping, Sequence
from itertools import groupby

from engine.board import Board


def rows(board: Board) -> list[list[int]]:
    """The points row by row from the top, each row from the left."""

    def height(point: int) -> float:
        return round(board.places[point][1], 6)  # rows of one height, whatever the rounding

    by_place = sorted(range(len(board)), key=lambda p: (height(p), board.places[p][0]))
    return [list(row) for _, row in groupby(by_place, height)]


def draw(board: Board, stones: Mapping[int, int], letters: Sequence[str]) -> str:
    """The diagram of ``stones`` (colour by point), one letter for each colour."""
    left = min(x for x, _ in board.places)
    lines: list[str] = []
    for row in rows(board):
        indent = round(2 * (board.places[row[0]][0] - left))
        tokens = (letters[stones[p]] if p in stones else "." for p in row)
        lines.append(" " * indent + " ".join(tokens))
    return "\n".join(lines)


def read(board: Board, diagram: str, letters: Sequence[str]) -> dict[int, int]:
    """The stones of a diagram that `draw` could have written; spaces do not matter.

    Raises `ValueError` where the number of points or a letter does not fit.
    """
    tokens = diagram.split()
    points = [p for row in rows(board) for p in row]
    if len(tokens) != len(points):
        raise ValueError(f"the diagram has {len(tokens)} points, the board {len(points)}")
    unknown = set(tokens) - {".", *letters}
    if unknown:
        raise ValueError(f"unknown in the diagram: {' '.join(sorted(unknown))}")
    placed = zip(points, tokens, strict=True)
    return {p: letters.index(token) for p, token in placed if token != "."}


def line(board: Board, stones: Mapping[int, int], letters: Sequence[str]) -> str:
    """The position as one string in the order of the points, ``.`` for empty."""
    return "".join(letters[stones[p]] if p in stones else "." for p in range(len(board)))
