"""The layout of what a net sees of a position, and of the file of its weights.

A net looks at *planes*, one bit of each point, and at *signs*, a few numbers of the whole board:
``core/planes.c`` says which. It knows no board: its weights belong to directions, which are the
slots around a point, so one net plays on boards of every size and shape of a grid.
"""

from typing import NamedTuple

from engine.arena import Family

NET = "-net"
"""What the name of a game's weights gets for its net."""
MOST_BYTES = 192 * 1024
STONES, MORE_SIGNS = 14, 9
"""The planes before those of the seats' stones; the signs besides those of each seat."""


class Seen(NamedTuple):
    """What a net sees of a position."""

    planes: bytes
    """For each point 32 bits."""
    signs: bytes
    """Floats."""
    moves: tuple[int, ...]
    """What it chooses among: points, and then a declaration if there is one."""


class Said(NamedTuple):
    """What a net says of a position."""

    moves: dict[int, float]
    """The chance that each move is the best one."""
    owners: tuple[tuple[float, ...], ...]
    """For each point, the chance that each seat, counted from the mover, owns it at the end; and
    that nobody does."""
    values: tuple[float, ...]
    """The chance of each seat, counted from the mover, to win."""


def plane_count(family: Family, colours: int, neighbours: int) -> int:
    """The planes of a game for so many seats, on a grid with so many neighbours."""
    return STONES + colours + (2 * neighbours if family == Family.LINKED else 0)


def sign_count(colours: int) -> int:
    """The signs of a game for so many seats."""
    return 3 * colours + MORE_SIGNS
