"""Smooth shapes: drawn at four times their size in grey levels, then scaled down.

Pillow fills only whole pixels. Scaled down, they become soft edges.
"""

from collections.abc import Sequence
from math import hypot

from PIL import Image, ImageDraw, ImageFilter

from engine.board import XY
from render.layout import Pixel

SCALE = 4
"""How many times larger shapes are drawn."""


class Canvas:
    """A large picture in grey levels, with the point at (0, 0) and its neighbours 1 away."""

    def __init__(self, corner: Pixel, size: tuple[int, int], unit: int, half: float) -> None:
        self.corner = corner
        self.unit = unit
        self.half = half
        self.image = Image.new("L", (size[0] * SCALE, size[1] * SCALE))
        self._draw = ImageDraw.Draw(self.image)

    def disc(self, centre: XY, radius: float, level: int) -> None:
        """A filled circle."""
        (x, y), reach = self._at(centre), radius * self.unit * SCALE
        self._draw.ellipse((x - reach, y - reach, x + reach, y + reach), fill=level)

    def bar(self, one: XY, other: XY, width: float, level: int) -> None:
        """A filled rectangle from one point to the other."""
        self._draw.polygon(thick(self._at(one), self._at(other), width * self.unit * SCALE), level)

    def polygon(self, corners: Sequence[XY], level: int) -> None:
        """A filled polygon."""
        self._draw.polygon([self._at(corner) for corner in corners], level)

    def blurred(self, reach: float) -> Image.Image:
        """The picture at its true size, blurred."""
        return self.small().filter(ImageFilter.GaussianBlur(reach * self.unit))

    def small(self) -> Image.Image:
        """The picture at its true size."""
        return self.image.reduce(SCALE)

    def _at(self, place: XY) -> XY:
        """The place in pixels of the large picture; whole numbers are the centres of pixels."""
        x, y = (
            ((place[axis] * self.unit + self.half) - self.corner[axis]) * SCALE - 0.5
            for axis in (0, 1)
        )
        return x, y


def thick(one: XY, other: XY, width: float) -> list[XY]:
    """The rectangle around a line, a pixel narrower: Pillow fills the pixels on its edges too."""
    (x, y), (u, v) = one, other
    length = hypot(u - x, v - y) or 1
    reach = max(0.0, (width - 1) / 2)
    dx, dy = (v - y) / length * reach, -(u - x) / length * reach
    return [(x + dx, y + dy), (u + dx, v + dy), (u - dx, v - dy), (x - dx, y - dy)]
