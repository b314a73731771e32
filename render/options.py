"""Options for the picture of a position, and marks on it."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from enum import StrEnum

from engine.position import Position
from render.layout import WIDTH, Pose
from render.theme import WOOD, Theme


class Overlay(StrEnum):
    """A layer drawn over the stones and their links, on request."""

    NONE = "none"
    GROUPS = "groups"
    """Each group as one body inside a halo; neighbouring groups have different colours."""
    LIBERTIES = "liberties"
    """The number of liberties of each group; for a single group also the points."""
    ATARI = "atari"
    """The groups with a single liberty, and that liberty."""
    TERRITORY = "territory"
    """The owner of each empty point; neutral points are hatched."""
    CONTROL = "control"
    """The colour that controls each empty point."""
    ANCHOR = "anchor"
    """The points at which the anchor differs from the board."""
    ESTIMATE = "estimate"
    """The expected owner of each point at the end; needs `RenderOptions.owners`."""


class Coordinates(StrEnum):
    """The places for the names of the points."""

    USUAL = "usual"
    """At both ends of every line and, if the board has few points, on each empty one."""
    EDGE = "edge"
    """At both ends of every line."""
    EVERY = "every"
    """On every empty point as well, if the board is large enough to read them."""
    OFF = "off"


class Sign(StrEnum):
    """The meaning of a mark on a point."""

    REFUSED = "refused"
    """An illegal stone: translucent, with a red cross."""
    TRAPPED = "trapped"
    """A stone of a group without a liberty: inside a red outline."""
    WATCHED = "watched"
    """A stone to look at, such as one that controls a point: inside a blue outline."""
    FREE = "free"
    """An empty point to look at, such as a liberty: a small blue ring."""
    ANSWER = "answer"
    """An empty point at which the next player can capture: a small red ring."""
    AREA = "area"
    """A point of a region to look at: tinted."""
    BETTER = "better"
    """A good move: a translucent stone with an exclamation mark, inside a blue outline."""
    WORSE = "worse"
    """A mistake: a translucent stone with a question mark, inside a red outline."""


RINGS = (Sign.FREE, Sign.ANSWER)
"""The signs that are small rings on empty points."""
STONES = (Sign.REFUSED, Sign.BETTER, Sign.WORSE)
"""The signs that show a stone where the board has none, or has another."""


@dataclass(frozen=True, slots=True)
class Mark:
    """A point that the picture points out."""

    sign: Sign
    colour: int | None = None
    """Of the stone, for `STONES`."""

    def __post_init__(self) -> None:
        """Raise `ValueError` if a stone has no colour."""
        if self.sign in STONES and self.colour is None:
            raise ValueError(f"a stone that is {self.sign} needs a colour")


@dataclass(frozen=True, slots=True)
class RenderOptions:
    """How to draw a position."""

    width: int = WIDTH
    """Pixels, 100 to 2000. The height follows from the board, at most 1.25 times the width."""
    theme: Theme = WOOD
    territory: bool = False
    """Draw the overlay of territory if no other is chosen. For games that are over."""
    overlay: Overlay = Overlay.NONE
    """An overlay that does not apply to a position leaves its picture unchanged."""
    group: int | None = None
    """Show the liberties of the group at this point; None: of every group."""
    turn: int = 0
    """How many steps to turn the board clockwise; `Board.turns` of them are a full turn."""
    mirror: bool = False
    """Swap left and right, after turning."""
    coordinates: Coordinates = Coordinates.USUAL
    marks: Mapping[int, Mark] = field(default_factory=dict[int, Mark])
    """By point."""
    labels: Mapping[int, str] = field(default_factory=dict[int, str])
    """Letters or short texts that somebody has put on points."""
    owners: Sequence[Sequence[float]] = ()
    """For `Overlay.ESTIMATE`: for each point, the share of each colour, 0 to 1."""

    def __post_init__(self) -> None:
        """Raise `ValueError` for a width out of range."""
        if not 100 <= self.width <= 2000:
            raise ValueError("a picture is 100 to 2000 pixels wide")

    @property
    def pose(self) -> Pose:
        """How the board lies in the picture."""
        return Pose(self.turn, self.mirror)

    @property
    def labelled(self) -> bool:
        """True if there are coordinates at the edge."""
        return self.coordinates is not Coordinates.OFF

    @property
    def effective_overlay(self) -> Overlay:
        """The overlay to draw."""
        plain = self.overlay is Overlay.NONE
        return Overlay.TERRITORY if self.territory and plain else self.overlay


DEFAULT_OPTIONS = RenderOptions()

WIDTHS: Mapping[str, int] = {"phone": 600, "desktop": WIDTH}
"""By device. On a phone the narrow picture looks just as sharp, in half the bytes."""


class NothingToShow(StrEnum):
    """Why an overlay that a game has shows nothing in a position."""

    NO_STONES = "no-stones"
    NO_GROUP = "no-group"
    """Each stone is a group of its own."""
    NO_ATARI = "no-atari"
    """No group has a single liberty."""
    NO_EMPTY_POINT = "no-empty-point"
    NO_CONTROL = "no-control"
    """Nobody controls an empty point."""
    NO_ANCHOR = "no-anchor"
    """There is none yet."""
    SAME_ANCHOR = "same-anchor"
    """The board equals the anchor."""


OF_A_GAME: Mapping[Overlay, str] = {
    Overlay.GROUPS: "groups",
    Overlay.LIBERTIES: "liberties",
    Overlay.ATARI: "liberties",
    Overlay.TERRITORY: "territories",
    Overlay.CONTROL: "controllers",
    Overlay.ANCHOR: "anchor",
}
"""What a game's positions have to answer in their own way for the overlay to exist."""


def useless_overlays(position: Position) -> Mapping[Overlay, NothingToShow]:
    """The overlays of this game that show nothing in ``position``, and why."""
    useful, stones = useful_overlays(position), position.stones

    def why(overlay: Overlay) -> NothingToShow:
        if overlay is Overlay.ANCHOR:
            none = position.anchor() is None
            return NothingToShow.NO_ANCHOR if none else NothingToShow.SAME_ANCHOR
        if overlay is Overlay.CONTROL:
            return NothingToShow.NO_CONTROL
        if not stones:
            return NothingToShow.NO_STONES
        if overlay is Overlay.TERRITORY:
            return NothingToShow.NO_EMPTY_POINT
        return NothingToShow.NO_GROUP if overlay is Overlay.GROUPS else NothingToShow.NO_ATARI

    return {
        overlay: why(overlay)
        for overlay, method in OF_A_GAME.items()
        if overlay not in useful
        and getattr(type(position), method) is not getattr(Position, method)
    }


def useful_overlays(position: Position) -> tuple[Overlay, ...]:
    """The overlays that show something in ``position``."""
    stones, groups, anchor = position.stones, position.groups(), position.anchor()
    counts = [position.liberties(group) for group in groups]
    liberties = [len(points) for points in counts if points is not None]
    useful = {
        Overlay.GROUPS: any(len(group) > 1 for group in groups),
        Overlay.LIBERTIES: bool(liberties),
        Overlay.ATARI: 1 in liberties,
        Overlay.TERRITORY: bool(stones) and bool(position.territories()),
        Overlay.CONTROL: bool(position.controllers()),
        Overlay.ANCHOR: anchor is not None and dict(anchor) != dict(stones),
    }
    return tuple(overlay for overlay, applies in useful.items() if applies)
