"""Where the stones of a handicap stand: on the dots of the board, as in Go."""

from math import dist, inf

from engine.board import XY, Board
from engine.game import Setup
from engine.masks import BLACK, WHITE

LEAST = 2
"""One stone would be the right to begin, which Black has anyway."""
NEAREST = 1.99
"""Dots nearer to the middle leave no room for a stone there."""


def most(board: Board) -> int:
    """The most stones that have places of their own; 0 if there are none."""
    pairs, middle = _places(board)
    return len(pairs) + (middle is not None and len(pairs) > LEAST)


def fixed(board: Board, number: int) -> tuple[str, ...]:
    """The points for so many stones, from `LEAST` to `most`: opposite ones first, the middle for
    an odd one from five on. On Go's boards they are those of the Go Text Protocol."""
    pairs, middle = _places(board)
    odd = number > LEAST + 1 and number % 2 == 1 and middle is not None
    chosen = [*pairs[: number - odd], *([middle] if odd and middle is not None else [])]
    return tuple(board.names[point] for point in chosen)


def setup(points: tuple[str, ...]) -> Setup:
    """Black's stones on these points; White moves first."""
    return Setup({BLACK: points}, WHITE)


def _places(board: Board) -> tuple[list[int], int | None]:
    """The dots in pairs of opposite ones, the outermost first, and the one in the middle."""
    width, height = (max(place[axis] for place in board.centres) for axis in (0, 1))
    left, top = (min(place[axis] for place in board.centres) for axis in (0, 1))
    centre = ((left + width) / 2, (top + height) / 2)

    def order(point: int) -> tuple[float, float, float]:
        x, y = board.centres[point]
        return -round(dist((x, y), centre), 6), x, -y

    around = sorted((p for p in board.dots if dist(board.centres[p], centre) > 0.01), key=order)
    near = min((dist(board.centres[p], centre) for p in around), default=inf)
    middle = next((p for p in board.dots if p not in around), None) if near > NEAREST else None
    pairs: list[int] = []
    while around:
        one = around.pop(0)
        opposite = _across(board.centres[one], centre)
        pairs += [one, min(around, key=lambda p: dist(board.centres[p], opposite))]
        around.remove(pairs[-1])
    return pairs, middle


def _across(place: XY, centre: XY) -> XY:
    """The place on the other side of the centre."""
    return 2 * centre[0] - place[0], 2 * centre[1] - place[1]
