"""Looking at pictures: pixels at places of the board."""

from io import BytesIO
from math import floor

import pytest
from PIL import Image

from engine.board import XY
from engine.position import Position
from render.board_image import draw
from render.layout import lay_out
from render.options import DEFAULT_OPTIONS, RenderOptions
from render.theme import RGB


def some_of(number: int, *, fast: int) -> pytest.MarkDecorator:
    """A test for each ``seed`` below ``number``; all but the first ``fast`` are slow ones."""
    slow = (pytest.param(seed, marks=pytest.mark.slow) for seed in range(fast, number))
    return pytest.mark.parametrize("seed", [*range(fast), *slow])


Pixel = tuple[int, int, int, int]
"""Red, green, blue, and how opaque."""


class Seen:
    """A drawn position, looked at in distances between neighbours."""

    def __init__(self, position: Position, options: RenderOptions = DEFAULT_OPTIONS) -> None:
        self.board, self.options = position.board, options
        self.png = draw(position, options)
        self.layout = lay_out(
            position.board, options.width, options.theme, options.pose, labelled=options.labelled
        )
        self.image = Image.open(BytesIO(self.png)).convert("RGBA")

    def at(self, place: XY) -> RGB:
        """The colour at a place, which must be on the wood."""
        x, y = self.layout.pixel(place)
        red, green, blue, opaque = self.pixel(x, y)
        assert opaque == 255
        return red, green, blue

    def pixel(self, x: int, y: int) -> Pixel:
        """The colour of one pixel."""
        found = self.image.getpixel((x, y))
        assert isinstance(found, tuple)
        red, green, blue, opaque = (int(level) for level in found)
        return red, green, blue, opaque

    def near(self, point: int, right: float = 0, down: float = 0) -> RGB:
        """The colour beside a point."""
        x, y = self.layout.pixel(self.board.centres[point])
        unit = self.layout.unit
        red, green, blue, opaque = self.pixel(
            floor(x + right * unit + 0.5), floor(y + down * unit + 0.5)
        )
        assert opaque == 255
        return red, green, blue

    def on_edge(self, edge: tuple[int, int], along: float, aside: float = 0) -> RGB:
        """The colour ``along`` from the edge's first point, ``aside`` of the straight line."""
        (x, y), (u, v) = (self.board.centres[point] for point in edge)
        dx, dy = u - x, v - y
        return self.at((x + dx * along - dy * aside, y + dy * along + dx * aside))


def distance(one: RGB, other: RGB) -> int:
    """How far two colours are apart: the largest difference of red, green or blue."""
    return max(abs(a - b) for a, b in zip(one, other, strict=True))
