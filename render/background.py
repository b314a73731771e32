"""The empty board: wood in the shape of the board's outline, lines, star points, coordinates."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property, lru_cache
from itertools import pairwise
from math import dist, pi, sin, sqrt
from pathlib import Path

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from engine.board import XY, Board
from render.canvas import SCALE, thick
from render.layout import Layout, Pixel, line_pixels
from render.theme import Theme

FONT = Path(__file__).with_name("fonts") / "Inter-SemiBold.otf"


@lru_cache(maxsize=32)
def typeface(size: float) -> ImageFont.FreeTypeFont:
    """The font of all pictures; ``size`` in pixels."""
    return ImageFont.truetype(FONT, size, layout_engine=ImageFont.Layout.BASIC)


def strokes(layout: Layout, pitch: float, width: float) -> Image.Image:
    """A mask of slanting strokes over the whole picture; lengths in distances between neighbours.

    They rise by 30 degrees, as far as possible from the lines of squares and of triangles.
    """
    mask = Image.new("L", (layout.width * SCALE, layout.height * SCALE))
    draw = ImageDraw.Draw(mask)
    across, down = mask.size
    rise = across / sqrt(3)
    step = pitch * layout.unit * SCALE * 2 / sqrt(3)
    wide = max(width * layout.unit, 1) * SCALE
    for n in range(int((down + rise) / step) + 1):
        draw.polygon(thick((0, n * step), (across, n * step - rise), wide), 255)
    return mask.reduce(SCALE)


@dataclass(frozen=True)
class Background:
    """The picture under the stones of a board."""

    board: Board
    layout: Layout
    theme: Theme
    labelled: bool = True
    """True if there are coordinates at the edge."""

    @cached_property
    def _stones(self) -> Sequence[Pixel]:
        """The centres of the stones that may stand near a coordinate."""
        centres = self.board.centres
        near = {
            min(range(len(centres)), key=lambda point: dist(centres[point], place))
            for _, place in self.board.labels
        }
        return [self.layout.pixel(centres[point]) for point in near]

    def draw(self) -> Image.Image:
        """Wood all over the picture, with the board's rim, lines, star points and coordinates."""
        theme, layout = self.theme, self.layout
        ground = Image.new("RGB", (layout.width, layout.height), theme.wood[0])
        self._grain(ground)
        rim = Image.new("RGB", ground.size, theme.edge_dark)
        slope = Image.new("RGB", ground.size, theme.edge_light)
        ground = Image.composite(ground, slope, self._grown(layout.margin - 2 * theme.bevel))
        ground = Image.composite(ground, rim, self._grown(layout.margin - theme.bevel))
        ground.paste(theme.line, mask=self._lines())
        if self.labelled:
            self._write_labels(ground)
        return ground

    def cut_out(self, picture: Image.Image) -> None:
        """Make the pixels around the wood transparent, with a soft edge and a shadow.

        Changes ``picture``, which is in palette indices (mode ``L``).
        """
        theme, layout = self.theme, self.layout
        wood = self._grown(layout.margin)
        soft = theme.surround * layout.width
        cast = ImageChops.offset(wood, 0, round(soft * 0.3)).filter(
            ImageFilter.GaussianBlur(soft * 0.25)
        )
        first = len(theme.palette) - len(theme.alphas)
        edges, shades = len(theme.edge_alphas), len(theme.shade_alphas)
        # Pixels that the wood covers in part get the entries of the edge, the others the shadow's.
        shadow = [
            first if level < 20 else first + 1 + edges + level * shades // 256
            for level in range(256)
        ]
        edge = [first + 1 + min(edges - 1, level * edges // 230) for level in range(256)]
        around = cast.point(shadow)
        around.paste(wood.point(edge), mask=wood.point([0] * 26 + [255] * 230))
        picture.paste(around, mask=wood.point([255] * 230 + [0] * 26))

    def _grain(self, ground: Image.Image) -> None:
        """Long wavy bands in the other tones of the wood; horizontal ones compress well."""
        tones = self.theme.wood[1:]
        draw = ImageDraw.Draw(ground)
        width, height = ground.size
        pitch = width / 56
        step = max(4, width // 60)
        for band in range(int(height / pitch) + 8):
            wave = 1.3 * sin(band * 0.9) + 0.8 * sin(band * 2.3 + 1)
            thickness = pitch * (0.16 + 0.22 * sin(band * 1.7) ** 2)
            upper: list[XY] = []
            lower: list[XY] = []
            for x in range(-step, width + 2 * step, step):
                bend = sin(x / width * pi * 2.2 + band * 0.12) * pitch * 1.8
                bend += sin(x / width * pi * 5 + band * 0.5) * pitch * 0.25
                y = (band - 3) * pitch + wave * pitch * 0.5 + bend
                swell = thickness * (0.65 + 0.35 * sin(x / width * pi * 3 + band))
                upper.append((x, y - swell / 2))
                lower.append((x, y + swell / 2))
            draw.polygon([*upper, *reversed(lower)], fill=tones[band % len(tones)])

    def _grown(self, reach: float) -> Image.Image:
        """How much of each pixel is inside the outline, grown by ``reach`` on every side."""
        layout = self.layout
        mask = Image.new("L", (layout.width * SCALE, layout.height * SCALE))
        draw = ImageDraw.Draw(mask)
        corners = [self._large(layout.pixel(place)) for place in self.board.outline]
        radius = reach * layout.unit * SCALE
        draw.polygon(corners, 255)
        for here, there in zip(corners, corners[1:] + corners[:1], strict=True):
            draw.polygon(thick(here, there, 2 * radius), 255)
            x, y = here
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), 255)
        return mask.reduce(SCALE)

    def _lines(self) -> Image.Image:
        layout = self.layout
        pixels = [layout.pixel(place) for place in self.board.centres]
        mask = Image.new("L", (layout.width * SCALE, layout.height * SCALE))
        draw = ImageDraw.Draw(mask)
        width = line_pixels(layout.unit, self.theme) * SCALE
        for p, q in self.board.edges:
            draw.polygon(thick(self._large(pixels[p]), self._large(pixels[q]), width), 255)
        heavy = max(self.theme.guide_width * layout.unit * SCALE, width)
        for line in self.board.guides:
            for p, q in pairwise(line.points):
                draw.polygon(thick(self._large(pixels[p]), self._large(pixels[q]), heavy), 255)
        radius = max(self.theme.star * layout.unit * SCALE, width)
        for point in self.board.stars:
            x, y = self._large(pixels[point])
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), 255)
        return mask.reduce(SCALE)

    def _large(self, pixel: Pixel) -> XY:
        half = self.layout.half
        return (pixel[0] + half) * SCALE - 0.5, (pixel[1] + half) * SCALE - 0.5

    def _write_labels(self, ground: Image.Image) -> None:
        draw, font = ImageDraw.Draw(ground), self.label_font()
        for text, at, _ in self.written_labels(font):
            draw.text(at, text, self.theme.ink, font, anchor="ms")

    def label_font(self) -> ImageFont.FreeTypeFont:
        """The font of the coordinates at the edge: the largest in which none touch.

        Only in small pictures, where they could not be read otherwise, may they touch stones.
        """
        theme, unit = self.theme, self.layout.unit
        usual = max(theme.label * unit, min(theme.label_pixels, theme.label_most * unit))
        size = max(usual, min(theme.label_part * self.layout.width, theme.label_most * unit))
        font = typeface(size)
        while size > usual and (self._touching(font) or self._touching_stones(font)):
            size = max(usual, size * 0.97)
            font = typeface(size)
        while size > theme.label * unit * 0.8 and self._touching(font):
            size *= 0.95
            font = typeface(size)
        return font

    def _touching(self, font: ImageFont.FreeTypeFont) -> bool:
        boxes = sorted(box for _, _, box in self.written_labels(font))
        for n, (_, top, right, bottom) in enumerate(boxes):
            for other in boxes[n + 1 :]:
                if other[0] >= right:
                    break
                if other[1] < bottom and top < other[3]:
                    return True
        return False

    def _touching_stones(self, font: ImageFont.FreeTypeFont) -> bool:
        theme, links = self.theme, self.board.turns == 6  # where most games link stones
        reach = (theme.radius + theme.rim if links else theme.plain_radius) * self.layout.unit
        for _, (x, _), (left, top, right, bottom) in self.written_labels(font):
            y = (top + bottom) / 2
            near = min(self._stones, key=lambda stone: dist(stone, (x, y)))
            beside = min(max(near[0], left), right), min(max(near[1], top), bottom)
            if dist(near, beside) < reach:
                return True
        return False

    def written_labels(
        self, font: ImageFont.FreeTypeFont
    ) -> Iterator[tuple[str, XY, tuple[float, float, float, float]]]:
        """For each coordinate its text, the middle of its baseline, and the box of its ink."""
        for text, place in self.board.labels:
            x, y = self.layout.pixel(place)
            # Letters share a baseline, whatever their height.
            rise = -font.getbbox("0" if text.isdigit() else "x", anchor="ls")[1] / 2
            at = x + self.layout.half, y + rise
            left, top, right, bottom = font.getbbox(text, anchor="ms")
            yield text, at, (at[0] + left, at[1] + top, at[0] + right, at[1] + bottom)
