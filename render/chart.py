"""The frame of a chart: rounded paper with lines across, text, and few colours."""

from collections.abc import Mapping
from math import ceil, floor, log10

from PIL import Image, ImageDraw

from render.background import typeface
from render.paper import SCALE, paper_png
from render.theme import RGB, Theme, mix

HEIGHT = 0.5
"""Of the picture, in its widths."""
LEFT, RIGHT, TOP, BOTTOM = 0.105, 0.035, 0.05, 0.085
"""The margins around the curve, in widths of the picture."""
STEPS = 6
"""The most lines across."""
TEXT = 0.026
"""Height of the font, in widths of the picture."""

FILLED = (0.55, 0.8)
"""Opacity of what is filled below the curve, of the first and the second colour."""

XY = tuple[float, float]


def ticks(low: float, high: float) -> list[int]:
    """Round numbers from ``low`` to ``high``."""
    rough = max(1.0, (high - low) / STEPS)
    power = 10 ** floor(log10(rough))
    step = next(round(m * power) for m in (1, 2, 5, 10) if m * power >= rough)
    return [*range(ceil(low / step) * step, floor(high / step) * step + 1, step)]


class Chart:
    """A chart from ``low`` to ``high``, and from 0 to ``last`` across."""

    def __init__(self, low: float, high: float, last: float, theme: Theme, width: int) -> None:
        self.low, self.high, self.last = low, high, last
        self.theme = theme
        self.width, self.height = width * SCALE, round(width * HEIGHT) * SCALE
        self.picture = Image.new("RGB", (self.width, self.height), theme.panel)
        self.pen = ImageDraw.Draw(self.picture)
        self.font = typeface(TEXT * self.width)

    def at(self, across: float, value: float) -> XY:
        """The pixel of a value."""
        left, right = LEFT * self.width, (1 - RIGHT) * self.width
        top, bottom = TOP * self.width, self.height - BOTTOM * self.width
        part = (value - self.low) / (self.high - self.low)
        return left + (right - left) * across / self.last, bottom + (top - bottom) * part

    def mixed(self, part: float) -> RGB:
        """Ink on the paper, with ``part`` (0 to 1) of ink."""
        return mix(self.theme.panel, self.theme.panel_ink, part)

    def text(self, at: XY, text: str, anchor: str, ink: RGB, room: int = 0) -> None:
        """``room``: pixels around it that are free of lines."""
        x, y = at
        if anchor[1] == "m":  # the middle of the figures
            y += -self.font.getbbox("0", anchor="ls")[1] / 2
            anchor = f"{anchor[0]}s"
        ground = self.theme.panel
        self.pen.text((x, y), text, ink, self.font, anchor, stroke_width=room, stroke_fill=ground)

    def grid(self, names: Mapping[int, str] | Mapping[float, str]) -> None:
        """Lines across with their numbers, and below them ``names`` by their places."""
        thin, gap = max(1, self.width // 900), 0.012 * self.width
        for value in ticks(self.low, self.high):
            (x, y), (end, _) = self.at(0, value), self.at(self.last, value)
            self.pen.line((x, y, end, y), self.mixed(0.22), thin)
            self.text((x - gap, y), str(abs(value)), "rm", self.mixed(0.75))
        for across, name in names.items():
            x, y = self.at(across, self.low)
            self.text((x, y + 3.2 * gap), name, "ms", self.mixed(0.75))

    def png(self, *more: RGB) -> bytes:
        """The picture in the colours of `_palette` and ``more``."""
        return paper_png(self.picture, self.theme, [*_palette(self.theme), *more])


def _palette(theme: Theme) -> list[RGB]:
    """All colours, and what soft edges mix of them."""
    panel, ink = theme.panel, theme.panel_ink
    colours = [mix(panel, ink, part / 16) for part in range(17)]
    for ground in (panel, theme.mark_outline, ink, theme.stones[0].body):
        colours += [mix(ground, theme.mark, part) for part in (0.33, 0.67, 1)]
    colours.append(theme.mark_outline)
    for stone in theme.stones:
        colours += [
            stone.body,
            stone.light,
            stone.gleam,
            stone.rim,
            mix(stone.body, stone.rim, 0.5),
        ]
        colours += [mix(panel, stone.body, part) for part in (0.25, 0.5, *FILLED, 0.9)]
        colours += [mix(panel, stone.rim, part) for part in (0.25, 0.5, 0.75)]
        colours += [mix(stone.body, stone.glyph_ink, part) for part in (0.5, 1)]
    return colours
