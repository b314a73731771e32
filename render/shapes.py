"""Single pieces: stones, bars, ticks and marks, drawn four times too large and scaled down.

Every piece is a `Sprite` for one way its pixels can lie. Centres of points stand on whole pixels,
so that one sprite serves all points, and one serves all edges with the same step in pixels.
"""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from math import cos, hypot, pi, sin

from PIL import Image, ImageChops, ImageDraw, ImageFont, ImageOps

from engine.board import XY
from render.canvas import SCALE, Canvas
from render.layout import Pixel
from render.theme import RGB, Stone, Theme

Mask = tuple[Pixel, Image.Image]
"""From the point (for edges: their first point) to the upper left pixel, and grey levels."""


@dataclass(frozen=True, slots=True, eq=False)
class Sprite:
    """A piece on a see-through ground."""

    corner: Pixel
    """From the point (for edges: their first point) to the sprite's upper left pixel."""
    colours: Image.Image
    alpha: Image.Image
    shadow: Image.Image | None = None

    def onto(self, ground: Image.Image, at: Pixel) -> None:
        """Draw it on the RGB picture ``ground`` for the point at pixel ``at``."""
        corner = (at[0] + self.corner[0], at[1] + self.corner[1])
        if self.shadow is not None:
            ground.paste((0, 0, 0), (*corner, *_plus(corner, self.shadow.size)), self.shadow)
        ground.paste(self.colours, corner, self.alpha)

    def stencil(self) -> Image.Image:
        """Which of its pixels change the ground, as a picture of mode ``1``."""
        cover = self.alpha if self.shadow is None else ImageChops.lighter(self.alpha, self.shadow)
        return cover.point([0] * 8 + [255] * 248, "1")

    def box(self, at: Pixel) -> tuple[int, int, int, int]:
        """Where it lies for the point at pixel ``at``: left, top, right, bottom."""
        corner = (at[0] + self.corner[0], at[1] + self.corner[1])
        return (*corner, *_plus(corner, self.alpha.size))

    def within(self, mask: Image.Image) -> "Sprite":
        """Only the part that ``mask`` (of the same size) shows."""
        shadow = None if self.shadow is None else ImageChops.multiply(self.shadow, mask)
        return Sprite(self.corner, self.colours, ImageChops.multiply(self.alpha, mask), shadow)


class Brush:
    """Draws the sprites of one theme for one distance between neighbours, in pixels."""

    def __init__(self, theme: Theme, unit: int, half: float) -> None:
        self.theme = theme
        self.unit = unit
        self.half = half

    def sized(self, unit: int) -> "Brush":
        """The same for another distance between neighbours."""
        return Brush(self.theme, unit, self.half)

    def stone(self, look: Stone, radius: float) -> Sprite:
        """A stone with its shadow."""
        reach = self._reach(radius)
        sprite = self._body(
            look, radius, (-reach, -reach), (2 * reach + 1, 2 * reach + 1), [(0, 0)], 0
        )
        if look.glyph:
            self._glyph(sprite, look, self.theme.glyph)
        return sprite

    def ghost(self, look: Stone, radius: float) -> Sprite:
        """What is left of a captured stone: a pale disc with a pale rim, lines seen through it."""
        reach, rim = self._reach(radius), 1.2 * self._rim
        disc, edge = self._canvas(reach), self._canvas(reach)
        disc.disc((0, 0), radius, 230)
        disc.disc((0, 0), radius - rim, round(255 * self.theme.veil))
        edge.disc((0, 0), radius, 140)
        edge.disc((0, 0), radius - rim, 0)
        colours = Image.new("RGB", edge.image.size, look.ghost)
        colours.paste(look.rim, mask=edge.image)
        return Sprite(disc.corner, colours.reduce(SCALE), disc.small())

    def bar(self, look: Stone, step: Pixel, *, fused: bool) -> Sprite:
        """The bar between two stones ``step`` pixels apart, with the rims that it interrupts.

        It is broad where the stones are ``fused`` and thin where they are open.
        """
        theme = self.theme
        width = theme.linked if fused else self.thin()
        length = hypot(*step) / self.unit
        pad = self._reach(self.theme.clear)
        left, top = min(0, step[0]) - pad, min(0, step[1]) - pad
        size = (abs(step[0]) + 2 * pad + 1, abs(step[1]) + 2 * pad + 1)
        ends = [(0.0, 0.0), (step[0] / self.unit, step[1] / self.unit)]
        sprite = self._body(look, self.theme.radius, (left, top), size, ends, width)
        strip = Canvas((left, top), size, self.unit, self.half)
        inside = [_along(ends, part / length) for part in (0.22, length - 0.22)]
        shadow_room = sum(self.theme.shadow[1:])
        strip.bar(inside[0], inside[1], min(2 * self.theme.clear, width + 2 * shadow_room), 255)
        return _trim(sprite.within(strip.small().point([0] * 128 + [255] * 128)))

    def tick(self, step: Pixel, wider: float = 0) -> Sprite:
        """The mark across the middle of an edge that is ``step`` pixels long.

        ``wider``: by so much on every side.
        """
        length, width = (part + 2 * wider for part in self.theme.tick)
        middle = (step[0] / self.unit / 2, step[1] / self.unit / 2)
        norm = hypot(*step)
        across = (-step[1] / norm * length / 2, step[0] / norm * length / 2)
        pad = self._reach(length / 2)
        corner = (min(0, step[0]) - pad, min(0, step[1]) - pad)
        size = (abs(step[0]) + 2 * pad + 1, abs(step[1]) + 2 * pad + 1)
        canvas = Canvas(corner, size, self.unit, self.half)
        one = (middle[0] - across[0], middle[1] - across[1])
        other = (middle[0] + across[0], middle[1] + across[1])
        canvas.bar(one, other, width, 255)
        return _trim(_flat(canvas, self.theme.mark))

    def ring(self, look: Stone, radius: float, *, wide: bool = False) -> Sprite:
        """The last move's mark on its stone; ``wide``: near the rim."""
        theme = self.theme
        usual = theme.glyph_ring if look.glyph else theme.ring
        outer, inner = (part * radius for part in (theme.wide_ring if wide else usual))
        casing = theme.casing if look.glyph else 0
        reach = self._reach(outer + casing)
        case, ring = self._canvas(reach), self._canvas(reach)
        for canvas, wider in ((case, casing), (ring, 0)):
            canvas.disc((0, 0), outer + wider, 255)
            canvas.disc((0, 0), inner, 0)
        stone = self.stone(look, radius)
        ground = Image.new("RGB", ring.small().size, look.body)
        ground.paste(stone.colours, _minus(stone.corner, ring.corner))
        ground.paste(look.glyph_ink, (0, 0), case.small())
        ground.paste(theme.mark, (0, 0), ring.small())
        # The stone's own pixels lie under the soft edges, so the tile covers the board fully.
        return Sprite(ring.corner, ground, case.small().point([0] * 8 + [255] * 248))

    def dot(self, inside: RGB, rim: RGB) -> Sprite:
        """The mark on territory."""
        return self._spot(self.theme.dot, self.theme.dot, inside, rim)

    def control(self, inside: RGB, rim: RGB) -> Sprite:
        """The dot on a point that a colour controls, in a clearing between the lines."""
        return self._spot(self.theme.clearing, self.theme.control, inside, rim)

    def badge(self, radius: float, inside: RGB, rim: RGB, look: Stone | None = None) -> Sprite:
        """A disc with a rim, and the glyph of ``look`` where that has one."""
        sprite = self._spot(radius, radius, inside, rim)
        if look and look.glyph:
            self._glyph(sprite, look, 0.62 * radius)
        return sprite

    def open_dot(self, outer: float, inner: float, colour: RGB) -> Sprite:
        """A small ring."""
        canvas = self._canvas(self._reach(outer))
        canvas.disc((0, 0), outer, 255)
        canvas.disc((0, 0), inner, 0)
        return _flat(canvas, colour)

    def name(self, text: str, font: ImageFont.FreeTypeFont) -> Sprite:
        """A point's name on bare wood that hides the lines behind it."""
        theme = self.theme
        left, top, right, bottom = font.getbbox(text, anchor="ls")
        # All stand on one line, as high as a small letter and a digit are in the middle.
        _, high, _, _ = font.getbbox("0", anchor="ls")
        pad = theme.name_clearing * self.unit
        across = round((right - left) / 2 + pad)
        down = round(max(bottom, top - high, -high / 2) + pad)
        size = (2 * across + 1, 2 * down + 1)
        bare = Image.new("L", (size[0] * SCALE, size[1] * SCALE))
        ImageDraw.Draw(bare).rounded_rectangle(
            (0, 0, size[0] * SCALE - 1, size[1] * SCALE - 1), size[1] * SCALE / 2, 255
        )
        colours = Image.new("RGB", size, theme.wood[0])
        foot = (across + self.half - (left + right) / 2, down + self.half - high / 2)
        ImageDraw.Draw(colours).text(foot, text, theme.name_ink, font, anchor="ls")
        return Sprite((-across, -down), colours, bare.reduce(SCALE))

    # --- masks, of which overlays are made ---

    def disc(self, radius: float) -> Mask:
        """A disc around a point."""
        canvas = self._canvas(self._reach(radius))
        canvas.disc((0, 0), radius, 255)
        return canvas.corner, canvas.small()

    def strip(self, step: Pixel, width: float) -> Mask:
        """A bar along a whole edge that is ``step`` pixels long."""
        pad = self._reach(width / 2)
        corner = (min(0, step[0]) - pad, min(0, step[1]) - pad)
        size = (abs(step[0]) + 2 * pad + 1, abs(step[1]) + 2 * pad + 1)
        canvas = Canvas(corner, size, self.unit, self.half)
        canvas.bar((0, 0), (step[0] / self.unit, step[1] / self.unit), width, 255)
        return canvas.corner, canvas.small()

    def cell(self, sides: int) -> Mask:
        """All that is nearer to a point than to its neighbours, and half a pixel more."""
        apothem = 0.5 + 0.5 / self.unit
        corners = [
            (apothem / cos(pi / sides) * cos(way), apothem / cos(pi / sides) * sin(way))
            for way in (pi * (2 * n + 1) / sides for n in range(sides))
        ]
        canvas = self._canvas(self._reach(apothem / cos(pi / sides)))
        canvas.polygon(corners, 255)
        return canvas.corner, canvas.small()

    def cross(self, reach: float, width: float) -> Mask:
        """Two strokes from corner to corner, ``reach`` from the point."""
        canvas = self._canvas(self._reach(reach + width))
        canvas.bar((-reach, -reach), (reach, reach), width, 255)
        canvas.bar((-reach, reach), (reach, -reach), width, 255)
        return canvas.corner, canvas.small()

    def thin(self) -> float:
        """The width of the bar between open pairs."""
        return max(self.theme.open, min(self.theme.open_pixels / self.unit, self.theme.open_most))

    def _spot(self, clearing: float, radius: float, inside: RGB, rim: RGB) -> Sprite:
        """A small disc with a rim, on a larger one of bare wood."""
        bare, outer, inner = (self._canvas(self._reach(clearing)) for _ in range(3))
        bare.disc((0, 0), clearing, 255)
        outer.disc((0, 0), radius, 255)
        inner.disc((0, 0), max(radius - self._rim, radius / 2), 255)
        edge = rim if clearing == radius else self.theme.wood[0]
        colours = Image.new("RGB", bare.image.size, edge)
        colours.paste(rim, mask=outer.image)
        colours.paste(inside, mask=inner.image)
        return Sprite(bare.corner, colours.reduce(SCALE), bare.small())

    def corners(self, inside: RGB, rim: RGB, radius: float, *, alone: bool) -> Sprite:
        """The corners of a point where the anchor differs: four, or the lower right one alone."""
        # Rectangles of whole pixels: with no soft edges one tile serves stones of all colours and
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
        return _trim(Sprite((-middle, -middle), colours, cover))

    def _body(
        self,
        look: Stone,
        radius: float,
        corner: Pixel,
        size: tuple[int, int],
        centres: Sequence[XY],
        width: float,
    ) -> Sprite:
        """Stones at ``centres``, joined by a bar of ``width`` where there are two."""
        outer, inner, shadow, light, gleam = (
            Canvas(corner, size, self.unit, self.half) for _ in range(5)
        )
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
        colours = Image.new("RGB", outer.image.size, look.rim)
        colours.paste(look.body, mask=inner.image)
        colours = colours.reduce(SCALE)
        colours.paste(look.light, mask=light.blurred(0.16 * radius))
        colours.paste(look.gleam, mask=gleam.blurred(0.05 * radius))
        strength = self.theme.shadow_strength
        cast = shadow.blurred(soft).point(lambda level: level * strength)
        return Sprite(corner, colours, outer.small(), cast)

    def _glyph(self, sprite: Sprite, look: Stone, size: float) -> None:
        canvas = Canvas(sprite.corner, sprite.alpha.size, self.unit, self.half)
        for shape in GLYPHS[look.glyph]:
            canvas.polygon([(x * size, y * size) for x, y in shape], 255)
        sprite.colours.paste(look.glyph_ink, (0, 0), canvas.small())

    @property
    def _rim(self) -> float:
        """The width of rims: nearly a pixel at least, or they would not be seen."""
        return max(self.theme.rim, 0.9 / self.unit)

    def _reach(self, length: float) -> int:
        """``length`` in whole pixels, with room for soft edges and the shadow."""
        return round(length * self.unit) + max(2, round(0.06 * self.unit))

    def _canvas(self, reach: int) -> "Canvas":
        return Canvas((-reach, -reach), (2 * reach + 1, 2 * reach + 1), self.unit, self.half)


GLYPHS: dict[str, tuple[Sequence[XY], ...]] = {
    "triangle": (((0, -0.95), (0.9, 0.6), (-0.9, 0.6)),),
    "square": (((-0.75, -0.75), (0.75, -0.75), (0.75, 0.75), (-0.75, 0.75)),),
    "cross": (
        ((-0.28, -0.9), (0.28, -0.9), (0.28, 0.9), (-0.28, 0.9)),
        ((-0.9, -0.28), (0.9, -0.28), (0.9, 0.28), (-0.9, 0.28)),
    ),
    "diamond": (((0, -1), (0.8, 0), (0, 1), (-0.8, 0)),),
    "bar": (((-0.95, -0.3), (0.95, -0.3), (0.95, 0.3), (-0.95, 0.3)),),
    "hexagon": (((-0.45, -0.78), (0.45, -0.78), (0.9, 0), (0.45, 0.78), (-0.45, 0.78), (-0.9, 0)),),
}
"""Signs on stones as polygons, in their size from the centre."""


def _flat(canvas: Canvas, colour: RGB) -> Sprite:
    alpha = canvas.small()
    return Sprite(canvas.corner, Image.new("RGB", alpha.size, colour), alpha)


def _trim(sprite: Sprite) -> Sprite:
    """Without the empty space around it."""
    box = sprite.stencil().getbbox()
    if box is None:
        return sprite
    return Sprite(
        _plus(sprite.corner, box[:2]),
        sprite.colours.crop(box),
        sprite.alpha.crop(box),
        None if sprite.shadow is None else sprite.shadow.crop(box),
    )


def _corner(side: int, middle: int, far: int, near: int, end: int) -> Image.Image:
    """A square mask with a corner on its lower right.

    Its arms are the pixels ``near`` to ``far`` from the middle, and begin at ``end``.
    """
    mask = Image.new("L", (side, side))
    draw = ImageDraw.Draw(mask)
    near, far, end = middle + near, middle + far, middle + end
    draw.rectangle((end, near, far, far), 255)
    draw.rectangle((near, end, far, far), 255)
    return mask


def _all_four(mask: Image.Image) -> Image.Image:
    """What is in one quarter of the picture, in each of them."""
    for turned in (ImageOps.mirror, ImageOps.flip):
        mask = ImageChops.lighter(mask, turned(mask))
    return mask


def _along(ends: Sequence[XY], part: float) -> XY:
    (x, y), (u, v) = ends
    return x + (u - x) * part, y + (v - y) * part


def _plus(one: Iterable[int], other: Iterable[int]) -> Pixel:
    x, y = (a + b for a, b in zip(one, other, strict=True))
    return x, y


def _minus(one: Pixel, other: Pixel) -> Pixel:
    return one[0] - other[0], one[1] - other[1]
