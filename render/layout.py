"""The size of a picture and the pixel of each point. Nothing is drawn here."""

from dataclasses import dataclass
from math import ceil, cos, floor, pi, sin

from engine.board import XY, Board
from render.theme import Theme

Pixel = tuple[int, int]


@dataclass(frozen=True, slots=True)
class Pose:
    """How a board lies in its picture."""

    turn: int = 0
    """The number of clockwise steps; `Board.turns` of them are a full turn."""
    mirror: bool = False
    """True if left and right are swapped, after turning."""

    def lay(self, place: XY, turns: int) -> XY:
        """The new coordinates of a place on a board with this number of ``turns``."""
        if not self.turn % turns and not self.mirror:
            return place
        x, y = place
        angle = 2 * pi * (self.turn % turns) / turns
        # Rounded, so that the points of a row or column stay on one line of pixels.
        right = round(x * cos(angle) - y * sin(angle), 9)
        down = round(x * sin(angle) + y * cos(angle), 9)
        return (-right if self.mirror else right), down


WIDTH = 1000
"""The width of boards in a channel, in pixels."""
UPRIGHT = Pose()


@dataclass(frozen=True, slots=True)
class Layout:
    """Size and grid of a picture."""

    width: int
    height: int
    unit: int
    """Pixels between neighbours, a whole number."""
    origin: XY
    """The pixel of the place (0, 0)."""
    half: float
    """From a point's pixel to its exact centre: half a pixel if lines are an odd number of pixels
    wide, so that horizontal and vertical lines fill whole pixels."""
    margin: float
    """From the outermost points to the edge of the wood, in distances between neighbours."""
    turns: int
    """Of the board."""
    pose: Pose = UPRIGHT

    @property
    def area(self) -> int:
        """The number of pixels."""
        return self.width * self.height

    def pixel(self, place: XY) -> Pixel:
        """The whole pixel nearest to a place on the board."""
        x, y = self.pose.lay(place, self.turns)
        return (
            floor(self.origin[0] + self.unit * x + 0.5),
            floor(self.origin[1] + self.unit * y + 0.5),
        )


def lay_out(
    board: Board, width: int, theme: Theme, pose: Pose = UPRIGHT, *, labelled: bool = True
) -> Layout:
    """The largest layout for ``board`` in a picture ``width`` pixels wide.

    ``labelled``: with room for coordinates at the edge.
    """
    margin = theme.margin if labelled else theme.bare_margin
    places = [pose.lay(place, board.turns) for place in (*board.outline, *board.centres)]
    left, right = min(x for x, _ in places), max(x for x, _ in places)
    top, bottom = min(y for _, y in places), max(y for _, y in places)
    across = right - left + 2 * margin
    down = bottom - top + 2 * margin
    surround = ceil(width * theme.surround)
    unit = min(
        (width - 2 * surround) / across,
        (width * theme.tallest - 2 * surround) / down,
        width * theme.largest_unit,
    )
    unit = max(2, floor(unit))
    height = ceil(unit * down) + 2 * surround
    return Layout(
        width=width,
        height=height,
        unit=unit,
        origin=(width / 2 - unit * (left + right) / 2, height / 2 - unit * (top + bottom) / 2),
        half=line_pixels(unit, theme) % 2 / 2,
        margin=margin,
        turns=board.turns,
        pose=pose,
    )


def line_pixels(unit: int, theme: Theme) -> int:
    """The width of the lines of the grid, in pixels."""
    return max(1, floor(unit * theme.line_width + 0.5))
