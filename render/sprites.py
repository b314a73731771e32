"""Stones and marks as small translucent pictures, drawn at four times their size and scaled down.

Centres of points are whole pixels, so that one `Sprite` serves all points, and one serves all edges
with the same step in pixels.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, pi, sin

from PIL import Image, ImageChops, ImageDraw, ImageFont, ImageOps

from engine.board import XY
from render.canvas import SCALE, Canvas
from render.layout import Pixel
from render.theme import RGB, Stone, Theme

Mask = tuple[Pixel, Image.Image]
"""The upper left pixel, relative to the point (for edges: their first point), and grey levels."""


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A small picture with an alpha channel, and a shadow below it."""

    corner: Pixel
    """The upper left pixel, relative to the point (for edges: their first point)."""
    colours: Image.Image
    alpha: Image.Image
    shadow: Image.Image | None = None

    def onto(self, ground: Image.Image, at: Pixel) -> None:
        """Draw it on ``ground`` (mode ``RGB``) for the point at pixel ``at``."""
        corner = (at[0] + self.corner[0], at[1] + self.corner[1])
        if self.shadow is not None:
            ground.paste((0, 0, 0), (*corner, *_plus(corner, self.shadow.size)), self.shadow)
        ground.paste(self.colours, corner, self.alpha)

    def stencil(self) -> Image.Image:
        """The pixels that change the ground, as a picture of mode ``1``."""
        cover = self.alpha if self.shadow is None else ImageChops.lighter(self.alpha, self.shadow)
        return cover.point([0] * 8 + [255] * 248, "1")

    def box(self, at: Pixel) -> tuple[int, int, int, int]:
        """Left, top, right and bottom for the point at pixel ``at``."""
        corner = (at[0] + self.corner[0], at[1] + self.corner[1])
        return (*corner, *_plus(corner, self.alpha.size))

    def within(self, mask: Image.Image) -> "Sprite":
        """The part that ``mask`` (of the same size) shows."""
        shadow = None if self.shadow is None else ImageChops.multiply(self.shadow, mask)
        return Sprite(self.corner, self.colours, ImageChops.multiply(self.alpha, mask), shadow)


class SpriteFactory:
    """Draws the sprites of one theme.

    ``unit``: pixels between neighbours. ``half``: see `Layout.half`.
    """

    def __init__(self, theme: Theme, unit: int, half: float) -> None:
        self.theme = theme
        self.unit = unit
        self.half = half

    def sized(self, unit: int) -> "SpriteFactory":
        """The same theme with another distance between neighbours."""
        return SpriteFactory(self.theme, unit, self.half)

    def stone(self, stone: Stone, radius: float) -> Sprite:
        """A stone with its shadow."""
        sprite = self.stones(stone, radius, *_square(self.reach(radius)), [(0, 0)], 0)
        if stone.glyph:
            self._glyph(sprite, stone, self.theme.glyph)
        return sprite

    def ghost(self, stone: Stone, radius: float) -> Sprite:
        """A captured stone: a pale, translucent ring with a pale rim.

        It is hollow, so nobody takes it for a translucent stone that may be placed.
        """
        reach, rim = self.reach(radius), 1.2 * self._rim
        hole = radius * self.theme.ghost_hole
        disc, edge = self._around(reach), self._around(reach)
        disc.disc((0, 0), radius, 230)
        disc.disc((0, 0), radius - rim, round(255 * self.theme.ghost_opacity))
        disc.disc((0, 0), hole, 0)
        edge.disc((0, 0), radius, 140)
        edge.disc((0, 0), radius - rim, 0)
        colours = Image.new("RGB", edge.image.size, stone.ghost)
        colours.paste(stone.rim, mask=edge.image)
        return Sprite(disc.corner, colours.reduce(SCALE), disc.small())

    def ring(self, stone: Stone, radius: float, colour: RGB, *, wide: bool = False) -> Sprite:
        """The mark of the last move on its stone; ``wide``: near the rim."""
        theme = self.theme
        usual = theme.glyph_ring if stone.glyph else theme.ring
        outer, inner = (part * radius for part in (theme.wide_ring if wide else usual))
        casing = theme.casing if stone.glyph else 0
        reach = self.reach(outer + casing)
        case, ring = self._around(reach), self._around(reach)
        for canvas, wider in ((case, casing), (ring, 0)):
            canvas.disc((0, 0), outer + wider, 255)
            canvas.disc((0, 0), inner, 0)
        sprite = self.stone(stone, radius)
        ground = Image.new("RGB", ring.small().size, stone.body)
        ground.paste(sprite.colours, _minus(sprite.corner, ring.corner))
        ground.paste(stone.glyph_ink, (0, 0), case.small())
        ground.paste(colour, (0, 0), ring.small())
        # The stone's own pixels lie under the soft edges, so the tile hides the board completely.
        return Sprite(ring.corner, ground, case.small().point([0] * 8 + [255] * 248))

    def control(self, inside: RGB, rim: RGB) -> Sprite:
        """The dot on a point that a colour controls, in a clearing between the lines."""
        return self._spot(self.theme.clearing, self.theme.control, inside, rim)

    def badge(self, radius: float, inside: RGB, rim: RGB, stone: Stone | None = None) -> Sprite:
        """A disc with a rim, and with the glyph of ``stone`` if it has one."""
        sprite = self._spot(radius, radius, inside, rim)
        if stone and stone.glyph:
            self._glyph(sprite, stone, 0.62 * radius)
        return sprite

    def open_dot(self, outer: float, inner: float, colour: RGB) -> Sprite:
        """A small ring."""
        canvas = self._around(self.reach(outer))
        canvas.disc((0, 0), outer, 255)
        canvas.disc((0, 0), inner, 0)
        return flat_sprite(canvas, colour)

    def name(self, text: str, font: ImageFont.FreeTypeFont, ink: RGB) -> Sprite:
        """The name of a point, on bare wood that hides the lines behind it."""
        theme = self.theme
        left, top, right, bottom = font.getbbox(text, anchor="ls")
        # All names share a baseline, so that digits are centred.
        _, high, _, _ = font.getbbox("0", anchor="ls")
        pad = theme.name_clearing * self.unit
        across = round((right - left) / 2 + pad)
        down = round(max(bottom - high / 2, high / 2 - top) + pad)
        size = (2 * across + 1, 2 * down + 1)
        bare = Image.new("L", (size[0] * SCALE, size[1] * SCALE))
        ImageDraw.Draw(bare).rounded_rectangle(
            (0, 0, size[0] * SCALE - 1, size[1] * SCALE - 1), size[1] * SCALE / 2, 255
        )
        colours = Image.new("RGB", size, theme.wood[0])
        foot = (across + self.half - (left + right) / 2, down + self.half - high / 2)
        ImageDraw.Draw(colours).text(foot, text, ink, font, anchor="ls")
        return Sprite((-across, -down), colours, bare.reduce(SCALE))

    # --- masks for overlays ---

    def disc(self, radius: float) -> Mask:
        """A disc around a point."""
        canvas = self._around(self.reach(radius))
        canvas.disc((0, 0), radius, 255)
        return _trimmed(canvas)

    def strip(self, step: Pixel, width: float) -> Mask:
        """A bar along a whole edge that is ``step`` pixels long."""
        canvas = self.canvas(*edge_box(step, self.reach(width / 2)))
        canvas.bar((0, 0), (step[0] / self.unit, step[1] / self.unit), width, 255)
        return _trimmed(canvas)

    def cell(self, sides: int) -> Mask:
        """The area nearer to a point than to its neighbours, and half a pixel more."""
        apothem = 0.5 + 0.5 / self.unit
        corners = [
            (apothem / cos(pi / sides) * cos(way), apothem / cos(pi / sides) * sin(way))
            for way in (pi * (2 * n + 1) / sides for n in range(sides))
        ]
        canvas = self._around(self.reach(apothem / cos(pi / sides)))
        canvas.polygon(corners, 255)
        return _trimmed(canvas)

    def cross(self, reach: float, width: float) -> Mask:
        """Two crossing strokes that end ``reach`` beside and above or below the point."""
        canvas = self._around(self.reach(reach + width))
        canvas.bar((-reach, -reach), (reach, reach), width, 255)
        canvas.bar((-reach, reach), (reach, -reach), width, 255)
        return _trimmed(canvas)

    def _spot(self, clearing: float, radius: float, inside: RGB, rim: RGB) -> Sprite:
        """A small disc with a rim, on a larger disc of bare wood."""
        bare, outer, inner = (self._around(self.reach(clearing)) for _ in range(3))
        bare.disc((0, 0), clearing, 255)
        outer.disc((0, 0), radius, 255)
        inner.disc((0, 0), max(radius - self._rim, radius / 2), 255)
        edge = rim if clearing == radius else self.theme.wood[0]
        colours = Image.new("RGB", bare.image.size, edge)
        colours.paste(rim, mask=outer.image)
        colours.paste(inside, mask=inner.image)
        return Sprite(bare.corner, colours.reduce(SCALE), bare.small())

    def corners(self, inside: RGB, rim: RGB, radius: float, *, alone: bool) -> Sprite:
        """Corners around a point, the mark of the anchor; ``alone``: only the lower right one."""
        # Rectangles of whole pixels: without soft edges, one tile serves stones of all colours and
        # the bare wood.
        out, arm = (round(part * radius * self.unit) for part in self.theme.corner)
        width, edge = (
            max(1, round(part * self.unit)) for part in (self.theme.corner_width, self.theme.rim)
        )
        arm, middle = max(width, arm), out + edge
        side = 2 * middle + (1 if self.half else 0)  # the point is a pixel, or between two
        cover, core = (
            _corner(side, middle, out - 1 + wider, out - width - wider, out - arm - wider)
            for wider in (edge, 0)
        )
        if not alone:
            cover, core = _all_four(cover), _all_four(core)
        colours = Image.new("RGB", cover.size, rim)
        colours.paste(inside, mask=core)
        return trim(Sprite((-middle, -middle), colours, cover))

    def stones(
        self,
        stone: Stone,
        radius: float,
        corner: Pixel,
        size: tuple[int, int],
        centres: Sequence[XY],
        width: float,
    ) -> Sprite:
        """One stone, or two joined by a bar of ``width``; ``centres`` are relative to the point."""
        outer, inner, shadow, light, gleam = (self.canvas(corner, size) for _ in range(5))
        right, down, soft = self.theme.shadow
        for canvas, shrink, shift in (
            (outer, 0.0, (0.0, 0.0)),
            (inner, self._rim, (0.0, 0.0)),
            (shadow, soft / 2, (right, down)),
        ):
            for x, y in centres:
                canvas.disc((x + shift[0], y + shift[1]), radius - shrink, 255)
            if width:
                ends = [(x + shift[0], y + shift[1]) for x, y in centres]
                canvas.bar(ends[0], ends[1], width - 2 * shrink, 255)
        for x, y in centres:
            light.disc((x - 0.22 * radius, y - 0.26 * radius), 0.48 * radius, 255)
            gleam.disc((x - 0.34 * radius, y - 0.40 * radius), 0.13 * radius, 255)
        colours = Image.new("RGB", outer.image.size, stone.rim)
        colours.paste(stone.body, mask=inner.image)
        colours = colours.reduce(SCALE)
        colours.paste(stone.light, mask=light.blurred(0.16 * radius))
        colours.paste(stone.gleam, mask=gleam.blurred(0.05 * radius))
        strength = self.theme.shadow_strength
        cast = shadow.blurred(soft).point(lambda level: level * strength)
        return Sprite(corner, colours, outer.small(), cast)

    def _glyph(self, sprite: Sprite, stone: Stone, size: float) -> None:
        canvas = self.canvas(sprite.corner, sprite.alpha.size)
        for shape in GLYPHS[stone.glyph]:
            canvas.polygon([(x * size, y * size) for x, y in shape], 255)
        sprite.colours.paste(stone.glyph_ink, (0, 0), canvas.small())

    @property
    def _rim(self) -> float:
        """The width of rims: nearly a pixel at least, or they would be invisible."""
        return max(self.theme.rim, 0.9 / self.unit)

    def reach(self, length: float) -> int:
        """``length`` in whole pixels, with room for soft edges and the shadow."""
        return round(length * self.unit) + max(2, round(0.06 * self.unit))

    def canvas(self, corner: Pixel, size: tuple[int, int]) -> Canvas:
        """An empty canvas of ``size`` pixels; ``corner`` as in `Sprite`."""
        return Canvas(corner, size, self.unit, self.half)

    def _around(self, reach: int) -> Canvas:
        return self.canvas(*_square(reach))


GLYPHS: dict[str, tuple[Sequence[XY], ...]] = {
    "triangle": (((0, -0.95), (0.9, 0.6), (-0.9, 0.6)),),
    "square": (((-0.75, -0.75), (0.75, -0.75), (0.75, 0.75), (-0.75, 0.75)),),
    "cross": (
        ((-0.28, -0.9), (0.28, -0.9), (0.28, 0.9), (-0.28, 0.9)),
        ((-0.9, -0.28), (0.9, -0.28), (0.9, 0.28), (-0.9, 0.28)),
    ),
    "diamond": (((0, -1), (0.8, 0), (0, 1), (-0.8, 0)),),
    "pillar": (((-0.3, -0.95), (0.3, -0.95), (0.3, 0.95), (-0.3, 0.95)),),
    "hourglass": (((-0.85, -0.9), (0.85, -0.9), (0.1, 0), (0.85, 0.9), (-0.85, 0.9), (-0.1, 0)),),
    "bar": (((-0.95, -0.3), (0.95, -0.3), (0.95, 0.3), (-0.95, 0.3)),),
    "hexagon": (((-0.45, -0.78), (0.45, -0.78), (0.9, 0), (0.45, 0.78), (-0.45, 0.78), (-0.9, 0)),),
}
"""Signs on stones as polygons around the centre of the stone; 1 is the size of the sign."""


def flat_sprite(canvas: Canvas, colour: RGB) -> Sprite:
    """The shapes on ``canvas`` in one colour."""
    alpha = canvas.small()
    return Sprite(canvas.corner, Image.new("RGB", alpha.size, colour), alpha)


def trim(sprite: Sprite) -> Sprite:
    """``sprite`` without the empty space around it."""
    box = sprite.stencil().getbbox()
    if box is None:
        return sprite
    return Sprite(
        _plus(sprite.corner, box[:2]),
        sprite.colours.crop(box),
        sprite.alpha.crop(box),
        None if sprite.shadow is None else sprite.shadow.crop(box),
    )


def _trimmed(canvas: Canvas) -> Mask:
    """The shapes on ``canvas`` without the empty space around them."""
    mask = canvas.small()
    box = mask.getbbox() or (0, 0, 1, 1)
    return _plus(canvas.corner, box[:2]), mask.crop(box)


def edge_box(step: Pixel, pad: int) -> tuple[Pixel, tuple[int, int]]:
    """Upper left corner and size of an edge ``step`` pixels long, ``pad`` pixels around it."""
    corner = (min(0, step[0]) - pad, min(0, step[1]) - pad)
    return corner, (abs(step[0]) + 2 * pad + 1, abs(step[1]) + 2 * pad + 1)


def _square(reach: int) -> tuple[Pixel, tuple[int, int]]:
    """The same for a square around a point."""
    return (-reach, -reach), (2 * reach + 1, 2 * reach + 1)


def _corner(side: int, middle: int, far: int, near: int, end: int) -> Image.Image:
    """A square mask with a corner at its lower right.

    Its arms are the pixels ``near`` to ``far`` from the middle, and begin at ``end``.
    """
    mask = Image.new("L", (side, side))
    draw = ImageDraw.Draw(mask)
    near, far, end = middle + near, middle + far, middle + end
    draw.rectangle((end, near, far, far), 255)
    draw.rectangle((near, end, far, far), 255)
    return mask


def _all_four(mask: Image.Image) -> Image.Image:
    """Copy one quarter of the picture to all four."""
    for turned in (ImageOps.mirror, ImageOps.flip):
        mask = ImageChops.lighter(mask, turned(mask))
    return mask


def _plus(one: Iterable[int], other: Iterable[int]) -> Pixel:
    x, y = (a + b for a, b in zip(one, other, strict=True))
    return x, y


def _minus(one: Pixel, other: Pixel) -> Pixel:
    return one[0] - other[0], one[1] - other[1]
