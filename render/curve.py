"""The course of a game as a curve: the lead after each move, or with many players the points."""

from collections.abc import Mapping, Sequence
from math import ceil, floor, log10

from PIL import Image, ImageDraw

from render.background import typeface
from render.png import encode_png
from render.sprites import SpriteFactory
from render.theme import RGB, Theme, mix

SCALE = 3
"""The factor by which everything is drawn larger, for soft edges."""
HEIGHT = 0.5
"""Of the picture, in its widths."""
LEFT, RIGHT, TOP, BOTTOM = 0.105, 0.035, 0.05, 0.085
"""The margins around the curve, in widths of the picture."""
STEPS = 6
"""The most lines across."""
TEXT = 0.026
"""Height of the font, in widths of the picture."""

CORNER = 0.02
"""Radius of the corners, in widths of the picture."""
ALPHAS = (0, 64, 128, 192)
"""Opacity of the pixels that the corners leave free, or cover in part."""
FILLED = (0.55, 0.8)
"""Opacity of what is filled below the curve, of the first and the second colour."""

Score = Sequence[float]
XY = tuple[float, float]


def draw_curve(
    scores: Sequence[Score | None], marks: Mapping[int, int], theme: Theme, width: int
) -> bytes:
    """The curve as a PNG with a transparent ground.

    ``scores``: the expected points of each colour after each number of moves; None where there are
    no colours yet. With two colours, the curve is the lead of the first one. ``marks``: the colours
    of the moves to point out, by their numbers.
    """
    return _Curve(scores, marks, theme, width).draw()


def _ticks(low: float, high: float) -> list[int]:
    """Round numbers from ``low`` to ``high``."""
    rough = max(1.0, (high - low) / STEPS)
    power = 10 ** floor(log10(rough))
    step = next(round(m * power) for m in (1, 2, 5, 10) if m * power >= rough)
    return [*range(ceil(low / step) * step, floor(high / step) * step + 1, step)]


class _Curve:
    def __init__(
        self, scores: Sequence[Score | None], marks: Mapping[int, int], theme: Theme, width: int
    ) -> None:
        self.theme, self.marks = theme, marks
        self.width, self.height = width * SCALE, round(width * HEIGHT) * SCALE
        known = {ply: score for ply, score in enumerate(scores) if score is not None}
        self.colours = max((len(score) for score in known.values()), default=2)
        self.many = self.colours > 2
        self.lines: list[dict[int, float]] = (
            [{ply: score[c] for ply, score in known.items()} for c in range(self.colours)]
            if self.many
            else [{ply: score[0] - score[1] for ply, score in known.items()}]
        )
        values = [value for line in self.lines for value in line.values()]
        self.low, self.high = min(0.0, *values, 0.0), max(0.0, *values, 0.0)
        room = max(2.0, 0.08 * (self.high - self.low))
        self.high += room
        self.low -= 0 if self.many else room
        self.last = max(1, len(scores) - 1)
        self.picture = Image.new("RGB", (self.width, self.height), theme.panel)
        self.pen = ImageDraw.Draw(self.picture)
        self.font = typeface(TEXT * self.width)

    def draw(self) -> bytes:
        """The picture."""
        self._grid()
        if not self.many:
            self._areas()
        for colour, line in enumerate(self.lines):
            self._line(line, colour)
        for ply, colour in self.marks.items():
            self._mark(ply, colour)
        self._stones()
        return self._png()

    def _at(self, ply: float, value: float) -> XY:
        left, right = LEFT * self.width, (1 - RIGHT) * self.width
        top, bottom = TOP * self.width, self.height - BOTTOM * self.width
        part = (value - self.low) / (self.high - self.low)
        return left + (right - left) * ply / self.last, bottom + (top - bottom) * part

    def _mixed(self, part: float) -> RGB:
        return mix(self.theme.panel, self.theme.panel_ink, part)

    def _text(self, at: XY, text: str, anchor: str, ink: RGB, room: int = 0) -> None:
        """``room``: pixels around it that are free of lines."""
        x, y = at
        if anchor[1] == "m":  # the middle of the figures
            y += -self.font.getbbox("0", anchor="ls")[1] / 2
            anchor = f"{anchor[0]}s"
        ground = self.theme.panel
        self.pen.text((x, y), text, ink, self.font, anchor, stroke_width=room, stroke_fill=ground)

    def _grid(self) -> None:
        thin, gap = max(1, self.width // 900), 0.012 * self.width
        for value in _ticks(self.low, self.high):
            (x, y), (end, _) = self._at(0, value), self._at(self.last, value)
            self.pen.line((x, y, end, y), self._mixed(0.22), thin)
            self._text((x - gap, y), str(abs(value)), "rm", self._mixed(0.75))
        for ply in _ticks(0, self.last):
            x, y = self._at(ply, self.low)
            self._text((x, y + 3.2 * gap), str(ply), "ms", self._mixed(0.75))

    def _areas(self) -> None:
        """Black's lead is filled above the middle, White's below it."""
        line = sorted(self.lines[0].items())
        if not line:
            return
        middle = self._at(0, 0)[1]
        shape = [(self._at(line[0][0], 0)), *(self._at(*point) for point in line)]
        shape.append(self._at(line[-1][0], 0))
        mask = Image.new("L", self.picture.size)
        ImageDraw.Draw(mask).polygon(shape, 255)
        for colour, strength, box in (
            (0, FILLED[0], (0, 0, self.width, round(middle))),
            (1, FILLED[1], (0, round(middle), self.width, self.height)),
        ):
            half = mask.crop(box).point([round(level * strength) for level in range(256)])
            self.picture.paste(self.theme.stones[colour].body, box, half)
        (x, y), (end, _) = self._at(0, 0), self._at(self.last, 0)
        self.pen.line((x, y, end, y), self._mixed(0.6), max(2, self.width // 500))

    def _line(self, line: Mapping[int, float], colour: int) -> None:
        points = [self._at(*point) for point in sorted(line.items())]
        if not points:
            return
        width = 0.0042 * self.width
        stone = self.theme.stones[colour]
        inks = [(stone.rim, 1.8 * width), (stone.body, width)] if self.many else []
        for ink, wide in inks or [(self.theme.panel_ink, width)]:
            self.pen.line(points, ink, round(wide), joint="curve")

    def _mark(self, ply: int, colour: int) -> None:
        """A red dot on the curve, with the number of the move on the side to which the curve goes.

        That is down, except where the second of two colours has lost points.
        """
        line = self.lines[colour if self.many else 0]
        if ply not in line:
            return
        x, y = self._at(ply, line[ply])
        radius = 0.0095 * self.width
        for ink, wider in ((self.theme.mark_outline, 0.3 * radius), (self.theme.mark, 0.0)):
            reach = radius + wider
            self.pen.ellipse((x - reach, y - reach, x + reach, y + reach), ink)
        above, room = not self.many and colour == 1, round(0.3 * radius)
        place = (x, y + (-1.8 if above else 1.8) * radius)
        self._text(place, str(ply), "md" if above else "ma", self.theme.panel_ink, room)

    def _stones(self) -> None:
        """Whose lead is above and below; with many players at the end of each line."""
        unit = round(0.032 * self.width)
        sprites = SpriteFactory(self.theme, unit, 0)
        for colour in range(self.colours):
            stone = self.theme.stone(colour, many=self.many)
            sprite = sprites.stone(stone, self.theme.plain_radius)
            if self.many:
                line = self.lines[colour]
                x, y = self._at(max(line), line[max(line)])
            else:
                x = LEFT * self.width * 0.33
                y = self._at(0, self.high if colour == 0 else self.low)[1]
            sprite.onto(self.picture, (round(x), round(y)))

    def _png(self) -> bytes:
        """The picture in the colours of `_palette`, with translucent pixels around its corners."""
        colours = _palette(self.theme)
        known = Image.new("P", (1, 1))
        known.putpalette([level for colour in colours for level in colour])
        small = self.picture.reduce(SCALE).quantize(palette=known, dither=Image.Dither.NONE)
        indices = Image.frombytes("L", small.size, small.tobytes())
        indices = indices.point(lambda index: index + len(ALPHAS))
        mask = Image.new("L", self.picture.size)
        box = 0, 0, self.width - 1, self.height - 1
        ImageDraw.Draw(mask).rounded_rectangle(box, CORNER * self.width, 255)
        mask = mask.reduce(SCALE)
        step = 256 // len(ALPHAS)
        edge = mask.point([min(level // step, len(ALPHAS) - 1) for level in range(256)])
        indices.paste(edge, mask=mask.point([255] * 255 + [0]))
        picture = Image.frombytes("P", indices.size, indices.tobytes())
        entries = [*[self.theme.panel] * len(ALPHAS), *colours]
        picture.putpalette([level for colour in entries for level in colour])
        return encode_png(picture, bytes(ALPHAS))


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
