"""The stones of a handicap: how many, and where they stand, on the dots of the board, as in Go."""

from math import dist, inf
from typing import TypeVar

from engine.board import XY, Board
from engine.game import Measure, Option, OptionError, OptionProblem, Options, Setup
from engine.masks import BLACK, WHITE
from engine.position import Position

P = TypeVar("P", bound=Position)
SEATS = 2
LEAST, MOST = 2, 9
"""One stone would be the right to begin, which Black has anyway; no board has places for ten."""
OPTION = Option(
    "handicap",
    "Stones that Black has at first; White then moves first, and komi is 0 unless you give it",
    None,
    int,
    (LEAST, MOST),
    measure=Measure.HANDICAP,
)
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


def begun(first: P, options: Options, seats: int) -> P:
    """The ``first`` position of a game, with the stones of the handicap if ``options`` have one.

    Raises `OptionError`.
    """
    asked = _of(first.board, options, seats)
    if asked is None:
        return first
    stones = {first.board.index[name]: BLACK for name in asked.stones[BLACK]}
    placed = first.set_up(stones, asked.mover)
    assert placed is not None
    return placed


def of(position: Position, options: Options) -> Setup | None:
    """The stones that the handicap of ``options`` puts on the board, None if there is none."""
    return _of(position.board, options, SEATS)


def _of(board: Board, options: Options, seats: int) -> Setup | None:
    number = options.get(OPTION.key)
    if not isinstance(number, int):
        return None
    if seats != SEATS:
        raise OptionError(OPTION.key, OptionProblem.FOR_TWO)
    if not (highest := most(board)):
        raise OptionError(OPTION.key, OptionProblem.NO_PLACES)
    OPTION.check(number, highest)
    return setup(fixed(board, number))


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
