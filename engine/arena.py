"""Declarations of a game that let the search in `engine/ai` play it.

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
"""True if ``own`` stones beside a point control it against ``others``: bits in ring order."""


class Family(IntEnum):
    """The families of games for which the search has procedures."""

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
    """The colour whose list it is on, in games in which each player has a list."""
    taken: bool = False
    """True if the button was taken."""
    anchor: bytes | None = None
    """The anchor, in the form of ``stones``."""


@dataclass(frozen=True, slots=True)
class Conditions:
    """The rules as they apply to one position, beyond what any position can be asked."""

    family: Family
    witnesses: Witnesses | None = None
    """If None, neighbours are always linked."""
    controls: Controls | None = None
    cascade: bool = False
    """True if captures by control are repeated until nothing is left to capture."""
    settled: bool = True
    """True if the position came from play, so nothing on the board waits to be removed."""
    button: float | None = None
    """The points for taking the button, if it is in use."""
    taken: bool = False
    """True if somebody has taken the button."""
    earlier: Iterable[Earlier] = ()


@dataclass(frozen=True, slots=True)
class Arena:
    """How the search plays a game."""

    plays: type[Position]
    """The positions of the game."""
    weights: str
    """The name of its learned weights."""
    conditions: Callable[[Any], Conditions]
    """The conditions of a position of the type ``plays``, in which players have colours."""
    gaps: tuple[int, ...] = ()
    """How much stronger each level is than the one below it, in points of rating, on the board that
    is usual: measured by ``python -m tests.strength ladder``, see RESULTS.md there. Never changed
    after the first release, since everybody's rating hangs on it. If empty, nobody knows."""
    net_points: int | None = None
    """The most points of a board about which its net is asked, if it has one: on larger ones the
    search plays better without it. None: as many as there are."""
