"""Positions to and from text: for tests, logs, terminals and people who cannot see pictures.

One token for each point, in rows as on the board::

      . B .
     . W . .
    . . B . .
     . . . .
      . . .
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import groupby

from engine.board import Board

HALF_LINE = 0.05
"""Coordinates whose heights differ by less than this stand on one line."""


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
    """The diagram for people, with coordinates around it.

    Each row has its name before it. After it stands the name again, or the name of its last point
    if rows differ in length: then not every number has a place above or below the board.
    """
    drawn = rows(board)
    names = {point: line.name for line in board.rows for point in line.points}
    uneven = len({len(row) for row in drawn}) > 1
    places = [place for line in board.columns for place in line.ends]
    above, below = min(y for _, y in places), max(y for _, y in places)
    left = min(x for x, _ in board.centres)
    widest = max(len(name) for name in names.values())

    def column(x: float) -> int:
        return widest + 2 + round(2 * (x - left))

    lines = [_edge(board, above, column)]
    for row in drawn:
        tokens = " ".join(letters[stones[p]] if p in stones else "." for p in row)
        at = column(board.centres[row[0]][0]) - 1
        after = board.names[row[-1]] if uneven else names[row[0]]
        lines.append(f"{names[row[0]]:>{at}} {tokens} {after}")
    return "\n".join([*lines, _edge(board, below, column)])


def _edge(board: Board, height: float, column: Callable[[float], int]) -> str:
    """The names of the columns that end at a height, except those without room beside others."""
    drawn = ""
    for line in board.columns:
        for x, y in line.ends:
            if abs(y - height) < HALF_LINE and len(drawn) < column(x):
                drawn = drawn.ljust(column(x)) + line.name
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
