"""How a position is looked at: what each person chooses, and what a picture is to point out."""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from enum import StrEnum

from engine.board import Board
from engine.position import Link, Position
from render.layout import WIDTH, Pose
from render.theme import WOOD, Theme

Edge = tuple[int, int]


class Overlay(StrEnum):
    """What is drawn besides the stones and their relations. Who wants one asks for it."""

    NONE = "none"
    GROUPS = "groups"
    """Each group as one body within a halo, neighbouring groups in different ones."""
    LIBERTIES = "liberties"
    """How many liberties each group has; for one group also where they are."""
    ATARI = "atari"
    """The groups with a single liberty, and which it is."""
    TERRITORY = "territory"
    """Whose the empty points are; those that are nobody's are hatched."""
    CONTROL = "control"
    """Who controls the empty points."""
    ANCHOR = "anchor"
    """Where the anchor differs from the board."""


class Coordinates(StrEnum):
    """Where the names of the points are written."""

    EDGE = "edge"
    EVERY = "every"
    """On every empty point as well, where there is room to read them."""
    OFF = "off"


class Sign(StrEnum):
    """What a mark says about its point."""

    REFUSED = "refused"
    """A stone that may not be placed: it is seen through, with a red cross."""
    TRAPPED = "trapped"
    """Within a red outline: a group without a liberty."""
    WATCHED = "watched"
    """Within an outline of another colour: stones to look at, such as those that control."""
    FREE = "free"
    """An empty point to look at, such as a liberty."""


@dataclass(frozen=True, slots=True)
class Mark:
    """Something to point out."""

    sign: Sign
    colour: int | None = None
    """Of the stone, for one that is refused."""

    def __post_init__(self) -> None:
        """Raise `ValueError` for a refused stone without a colour."""
        if self.sign is Sign.REFUSED and self.colour is None:
            raise ValueError("a stone that is refused has a colour")


@dataclass(frozen=True, slots=True)
class View:
    """How to show a position."""

    width: int = WIDTH
    """Pixels, 100 to 2000. The height follows from the board, at most 1.25 times the width."""
    theme: Theme = WOOD
    territory: bool = False
    """The overlay of territory where no other is chosen, for games that are over."""
    overlay: Overlay = Overlay.NONE
    """One that says nothing about a position leaves its picture as it is."""
    group: int | None = None
    """A point whose group's liberties are shown; None: those of every group."""
    turn: int = 0
    """How often the board is turned clockwise, each time by one of its `turns`."""
    mirror: bool = False
    """Whether left and right are swapped, after turning."""
    coordinates: Coordinates = Coordinates.EDGE
    marks: Mapping[int, Mark] = field(default_factory=dict[int, Mark])
    """What is pointed out, by point."""

    def __post_init__(self) -> None:
        """Raise `ValueError` for a width out of range."""
        if not 100 <= self.width <= 2000:
            raise ValueError("a picture is 100 to 2000 pixels wide")

    @property
    def pose(self) -> Pose:
        """How the board lies."""
        return Pose(self.turn, self.mirror)

    @property
    def labelled(self) -> bool:
        """Whether coordinates stand at the edge."""
        return self.coordinates is not Coordinates.OFF

    @property
    def shown(self) -> Overlay:
        """The overlay to draw."""
        plain = self.overlay is Overlay.NONE
        return Overlay.TERRITORY if self.territory and plain else self.overlay


PLAIN_VIEW = View()

WIDTHS: Mapping[str, int] = {"phone": 600, "desktop": WIDTH}
"""What people choose between: on a phone the smaller one is as sharp, in half the bytes."""


def overlays(position: Position) -> tuple[Overlay, ...]:
    """The overlays that say something about ``position``, by what its game answers."""
    stones, groups, anchor = position.stones, position.groups(), position.anchor()
    counts = [position.liberties(group) for group in groups]
    known = [len(free) for free in counts if free is not None]
    says = {
        Overlay.GROUPS: any(len(group) > 1 for group in groups),
        Overlay.LIBERTIES: bool(known),
        Overlay.ATARI: 1 in known,
        Overlay.TERRITORY: bool(stones) and bool(position.territories()),
        Overlay.CONTROL: bool(position.controllers()),
        Overlay.ANCHOR: anchor is not None and dict(anchor) != dict(stones),
    }
    return tuple(overlay for overlay, worth in says.items() if worth)


def joined(
    board: Board, links: Mapping[Edge, Link] | None, groups: Iterable[Iterable[int]]
) -> list[list[Edge]]:
    """For each group the edges across which its stones hang together, or may come to."""
    found: list[list[Edge]] = []
    owner: dict[int, int] = {}
    for number, group in enumerate(groups):
        found.append([])
        owner.update(dict.fromkeys(group, number))
    for p, q in board.edges:
        own = owner.get(p)
        cut = links is not None and links.get((p, q)) is Link.CUT
        if own is not None and own == owner.get(q) and not cut:
            found[own].append((p, q))
    return found
