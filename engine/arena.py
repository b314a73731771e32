"""What a game declares so that the search in `engine/ai` can play it.

The search has procedures for a few families of games, and asks the game for everything that its
rules decide: what links two points, who controls one, what a position remembers.
"""

from collections.abc import Callable, Iterable
from dataclasses import dataclass
from enum import IntEnum
from typing import Any

from engine.position import Position

Witnesses = Callable[[int, int], tuple[int, int, int]]
"""The witnesses that link a point to a neighbour, from ``(own, empty)``: the places of own stones
and of empty points around it, as bits in ring order. They are for two own stones, for a stone and
an empty point, and for two empty points."""
Controls = Callable[[int, int], bool]
"""Whether ``own`` stones beside a point control it against ``others``: bits in ring order."""


class Family(IntEnum):
    """What the search has procedures for."""

    LINKED = 0
    """For two: groups live by liberties, suicide is illegal; no board recurs at the end of turns of
    the same player."""
    ADJACENT = 1
    """For two and more: groups live by liberties, suicide is legal, no stones recur with the same
    anchor."""
    CONTROL = 2
    """For two: stones fall where the other colour controls the point; a full board is the end."""


@dataclass(frozen=True, slots=True)
class Earlier:
    """Something that a position remembers, so that it may not recur."""

    stones: bytes
    """For each point 0, or 1 + the colour of the stone on it."""
    colour: int = 0
    """Whose list it is on, in games in which each player has one."""
    taken: bool = False
    """Whether the button was taken."""
    anchor: bytes | None = None
    """The anchor, in the form of ``stones``."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """What the rules make of one position, beyond what every position can be asked."""

    family: Family
    witnesses: Witnesses | None = None
    """If None, neighbours are always linked."""
    controls: Controls | None = None
    cascade: bool = False
    """Whether captures by control are repeated until nothing is left."""
    settled: bool = True
    """Whether play has made this position, so nothing on it waits to be removed."""
    button: float | None = None
    """The points for taking the button, if it is in use."""
    taken: bool = False
    """Whether somebody has taken it."""
    earlier: Iterable[Earlier] = ()


@dataclass(frozen=True, slots=True)
class Arena:
    """How the search plays a game."""

    plays: type[Position]
    """The positions of the game."""
    weights: str
    """Names what was learned about it."""
    conditions: Callable[[Any], Conditions]
    """The conditions of a position of the type ``plays``, in which players have colours."""
