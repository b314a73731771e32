"""All that can be prepared for one board, theme and width: the empty board, and tiles to paste.

A tile is a piece already drawn on its part of the board in the colours of the palette, with a
stencil of the pixels that it changes. Tiles of one kind are made together when first needed.
"""

from collections.abc import Callable, Hashable, Iterable
from math import pi, sin
from pathlib import Path
from threading import Lock

from PIL import Image, ImageChops, ImageDraw, ImageFilter, ImageFont

from engine.board import XY, Board
from render.canvas import SCALE, thick
from render.layout import Pixel, lay_out, line_pixels
from render.shapes import Brush, Sprite
from render.theme import Theme

FONT = Path(__file__).with_name("fonts") / "Inter-SemiBold.otf"

Box = tuple[int, int, int, int]
Tile = tuple[Image.Image, Box, Image.Image]
"""Picture in numbers of palette entries, where it belongs, stencil: what `Image.paste` takes."""


class Sheet:
    """The empty board and the tiles. Any number of threads may ask at once."""

    def __init__(self, board: Board, theme: Theme, width: int) -> None:
        self.theme = theme
        self.layout = lay_out(board, width, theme)
        self._board = board
        self._brush = Brush(theme, self.layout.unit, self.layout.half)
        self._pixels = [self.layout.pixel(place) for place in board.places]
        self._tiles: dict[Hashable, dict[Hashable, Tile]] = {}
        self._making = Lock()
        self._palette = Image.new("P", (1, 1))
        opaque = theme.palette[: -len(theme.alphas)]
        self._palette.putpalette([level for colour in opaque for level in colour])
        self._ground = self._wood_with_lines()
        self.empty = self._quantized(self._ground)
        """The board without stones, in numbers of palette entries (mode ``L``)."""
        self._cut_out(self.empty)
        self.palette = [level for colour in theme.palette for level in colour]
        """The palette, flat."""
        self.transparency = bytes([255] * len(opaque) + list(theme.alphas))
        """For each entry of the palette how opaque it is."""

    # --- tiles, by point or edge ---

    def stones(self, colour: int, radius: float) -> dict[Hashable, Tile]:
        """Stones of a colour."""
        return self._on_points(
            ("stone", colour, radius), lambda: self._brush.stone(self.theme.stones[colour], radius)
        )

    def ghosts(self, colour: int, radius: float) -> dict[Hashable, Tile]:
        """Stones of a colour that were just captured."""
        return self._on_points(
            ("ghost", colour, radius), lambda: self._brush.ghost(self.theme.stones[colour], radius)
        )

    def rings(self, colour: int, radius: float) -> dict[Hashable, Tile]:
        """The last move's mark on a stone of a colour."""
        return self._on_points(
            ("ring", colour, radius), lambda: self._brush.ring(self.theme.stones[colour], radius)
        )

    def dots(self, owner: int | None) -> dict[Hashable, Tile]:
        """Marks on empty points that belong to a colour, or to nobody."""
        if owner is None:
            inside, rim = self.theme.neutral, self.theme.line
        else:
            inside, rim = self.theme.stones[owner].body, self.theme.stones[owner].rim
        return self._on_points(("dot", owner), lambda: self._brush.dot(inside, rim))

    def bars(self, colour: int, *, fused: bool) -> dict[Hashable, Tile]:
        """Bars between neighbouring stones of a colour, broad where they are ``fused``."""
        look = self.theme.stones[colour]
        return self._on_edges(
            ("bar", colour, fused), lambda step: self._brush.bar(look, step, fused=fused)
        )

    def ticks(self) -> dict[Hashable, Tile]:
        """Marks across the edges between stones that are cut apart."""
        return self._on_edges("tick", self._brush.tick)

    def _on_points(self, kind: Hashable, make: Callable[[], Sprite]) -> dict[Hashable, Tile]:
        def pieces() -> Iterable[tuple[Hashable, Sprite, Pixel]]:
            sprite = make()
            return ((point, sprite, at) for point, at in enumerate(self._pixels))

        return self._made(kind, pieces)

    def _on_edges(self, kind: Hashable, make: Callable[[Pixel], Sprite]) -> dict[Hashable, Tile]:
        def pieces() -> Iterable[tuple[Hashable, Sprite, Pixel]]:
            sprites: dict[Pixel, Sprite] = {}
            for p, q in self._board.edges:
                (x, y), (u, v) = self._pixels[p], self._pixels[q]
                step = (u - x, v - y)
                if step not in sprites:
                    sprites[step] = make(step)
                yield (p, q), sprites[step], (x, y)

        return self._made(kind, pieces)

    def _made(
        self, kind: Hashable, pieces: Callable[[], Iterable[tuple[Hashable, Sprite, Pixel]]]
    ) -> dict[Hashable, Tile]:
        """The tiles of a kind, made at the first call."""
        tiles = self._tiles.get(kind)
        if tiles is None:
            with self._making:
                tiles = self._tiles.get(kind)
                if tiles is None:
                    tiles = self._tiles[kind] = self._make(pieces())
        return tiles

    def _make(self, pieces: Iterable[tuple[Hashable, Sprite, Pixel]]) -> dict[Hashable, Tile]:
        # All pieces of a kind are drawn on one board: they do not overlap where they differ, and
        # turning one whole picture into palette colours is much cheaper than many small ones.
        ground = self._ground.copy()
        boxes: dict[Hashable, tuple[Box, Image.Image]] = {}
        stencils: dict[Sprite, Image.Image] = {}
        for key, sprite, at in pieces:
            sprite.onto(ground, at)
            if sprite not in stencils:
                stencils[sprite] = sprite.stencil()
            boxes[key] = (sprite.box(at), stencils[sprite])
        drawn = self._quantized(ground)
        return {key: (drawn.crop(box), box, stencil) for key, (box, stencil) in boxes.items()}

    def _quantized(self, picture: Image.Image) -> Image.Image:
        numbers = picture.quantize(palette=self._palette, dither=Image.Dither.NONE)
        # Kept in mode L: in mode P each of a thousand tiles would carry a palette of its own.
        return Image.frombytes("L", numbers.size, numbers.tobytes())

    # --- the empty board ---

    def _wood_with_lines(self) -> Image.Image:
        theme, layout = self.theme, self.layout
        ground = Image.new("RGB", (layout.width, layout.height), theme.wood[0])
        self._grain(ground)
        rim = Image.new("RGB", ground.size, theme.edge_dark)
        slope = Image.new("RGB", ground.size, theme.edge_light)
        ground = Image.composite(ground, slope, self._grown(theme.margin - 2 * theme.bevel))
        ground = Image.composite(ground, rim, self._grown(theme.margin - theme.bevel))
        ground.paste(theme.line, mask=self._lines())
        self._write_labels(ground)
        return ground

    def _grain(self, ground: Image.Image) -> None:
        """Long wavy bands in the other tones of the wood. Level ones stay small as a PNG."""
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
        """How much of each pixel the outline covers when it is made larger by ``reach``."""
        layout = self.layout
        mask = Image.new("L", (layout.width * SCALE, layout.height * SCALE))
        draw = ImageDraw.Draw(mask)
        corners = [self._large(layout.pixel(place)) for place in self._board.outline]
        radius = reach * layout.unit * SCALE
        draw.polygon(corners, 255)
        for here, there in zip(corners, corners[1:] + corners[:1], strict=True):
            draw.polygon(thick(here, there, 2 * radius), 255)
            x, y = here
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), 255)
        return mask.reduce(SCALE)

    def _lines(self) -> Image.Image:
        layout, pixels = self.layout, self._pixels
        mask = Image.new("L", (layout.width * SCALE, layout.height * SCALE))
        draw = ImageDraw.Draw(mask)
        width = line_pixels(layout.unit, self.theme) * SCALE
        for p, q in self._board.edges:
            draw.polygon(thick(self._large(pixels[p]), self._large(pixels[q]), width), 255)
        radius = max(self.theme.star * layout.unit * SCALE, width)
        for point in self._board.stars:
            x, y = self._large(pixels[point])
            draw.ellipse((x - radius, y - radius, x + radius, y + radius), 255)
        return mask.reduce(SCALE)

    def _large(self, pixel: Pixel) -> XY:
        half = self.layout.half
        return (pixel[0] + half) * SCALE - 0.5, (pixel[1] + half) * SCALE - 0.5

    def _write_labels(self, ground: Image.Image) -> None:
        layout = self.layout
        theme, unit = self.theme, layout.unit
        size = max(theme.label * unit, min(theme.label_pixels, theme.label_most * unit))
        font = ImageFont.truetype(FONT, size, layout_engine=ImageFont.Layout.BASIC)
        draw = ImageDraw.Draw(ground)
        for text, place in self._board.labels:
            x, y = layout.pixel(place)
            # Letters of one row share a line to stand on, whether they reach above it or not.
            rise = -font.getbbox("0" if text.isdigit() else "x", anchor="ls")[1] / 2
            draw.text((x + layout.half, y + rise), text, theme.ink, font, anchor="ms")

    def _cut_out(self, picture: Image.Image) -> None:
        """Make the pixels around the wood see-through, with a soft edge and a shadow."""
        theme, layout = self.theme, self.layout
        wood = self._grown(theme.margin)
        soft = theme.surround * layout.width
        cast = ImageChops.offset(wood, 0, round(soft * 0.3)).filter(
            ImageFilter.GaussianBlur(soft * 0.25)
        )
        first = len(theme.palette) - len(theme.alphas)
        edges, shades = len(theme.edge_alphas), len(theme.shade_alphas)
        # Pixels that the wood covers in part take the edge's entries, the others the shadow's.
        shadow = [
            first if level < 20 else first + 1 + edges + level * shades // 256
            for level in range(256)
        ]
        edge = [first + 1 + min(edges - 1, level * edges // 230) for level in range(256)]
        around = cast.point(shadow)
        around.paste(wood.point(edge), mask=wood.point([0] * 26 + [255] * 230))
        picture.paste(around, mask=wood.point([255] * 230 + [0] * 26))


MOST_PIXELS = 6_000_000
"""Of the sheets that are kept: about 15 bytes each once all kinds of tiles have been needed."""

_kept: dict[tuple[Board, Theme, int], Sheet] = {}
"""The sheet that was used last comes last."""
_keeping = Lock()


def sheet(board: Board, theme: Theme, width: int) -> Sheet:
    """The sheet of this board; those that were used last are kept."""
    key = board, theme, width
    with _keeping:
        made = _kept.get(key)
    if made is None:
        # Outside of the lock: a new board does not hold up the others. At worst two threads make
        # the same sheet, and one of the two is forgotten.
        made = Sheet(board, theme, width)
    with _keeping:
        made = _kept.pop(key, made)
        _kept[key] = made
        while len(_kept) > 1 and sum(each.layout.area for each in _kept.values()) > MOST_PIXELS:
            del _kept[next(iter(_kept))]
    return made
