"""Positions to and from text: for tests, logs, terminals and people who cannot see pictures.

One token for each point, in rows as on the board::

      . B .
     . W . .
    . . B . .
     . . . .
      . . .
"""

from collections.abc import Mapping, Sequence
from itertools import groupby
from math import floor

from engine.board import Board


def rows(board: Board) -> list[list[int]]:
    """The points row by row from the top, each row from the left."""

    def height(point: int) -> float:
        return round(board.centres[point][1], 6)  # one height per row, despite rounding errors

    by_place = sorted(range(len(board)), key=lambda p: (height(p), board.centres[p][0]))
    return [list(row) for _, row in groupby(by_place, height)]


def draw(board: Board, stones: Mapping[int, int], letters: Sequence[str]) -> str:
    """The diagram of ``stones`` (colour by point), one letter for each colour."""
    left = min(x for x, _ in board.centres)
    lines: list[str] = []
    for row in rows(board):
        indent = round(2 * (board.centres[row[0]][0] - left))
        tokens = (letters[stones[p]] if p in stones else "." for p in row)
        lines.append(" " * indent + " ".join(tokens))
    return "\n".join(lines)


def labelled(board: Board, stones: Mapping[int, int], letters: Sequence[str]) -> str:
    """The diagram for people, with coordinates around it, each where it is on the board."""
    heights = [board.centres[row[0]][1] for row in rows(board)]
    pitch = heights[1] - heights[0] if len(heights) > 1 else 1.0
    drawn = [
        *(
            (letters[stones[p]] if p in stones else ".", place)
            for p, place in enumerate(board.centres)
        ),
        *board.labels,
    ]
    lines: dict[int, dict[int, str]] = {}
    for text, (x, y) in drawn:
        # A label is a little closer to its point than a neighbour is, but takes up as much room.
        column = floor(2 * x + 0.3)
        lines.setdefault(round((y - heights[0]) / pitch), {})[column] = text
    left = min(min(line) for line in lines.values()) - 1
    return "\n".join(_line(lines[number], left) for number in sorted(lines))


def _line(tokens: Mapping[int, str], left: int) -> str:
    """The tokens in their columns: a longer one starts there, or ends there if it comes first."""
    drawn = ""
    for column in sorted(tokens):
        token = tokens[column]
        at = column - left - (0 if drawn else len(token) - 1)
        drawn = drawn.ljust(at) + token
    return drawn


def read(board: Board, diagram: str, letters: Sequence[str]) -> dict[int, int]:
    """The stones of a diagram that `draw` could have written; spaces do not matter.

    Raises `ValueError` if the number of points or a letter does not fit.
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
