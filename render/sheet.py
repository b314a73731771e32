"""All that can be prepared for one board, theme and width: the empty board, and tiles to paste.

A tile is a piece already drawn on its part of the board in the colours of the palette, with a
stencil of the pixels that it changes. Tiles of one kind are made together when first needed.
"""

from collections.abc import Callable, Hashable, Iterable
from threading import Lock

from PIL import Image, ImageChops

from engine.board import Board
from render.ground import Ground, strokes, typeface
from render.layout import UPRIGHT, WIDTH, Pixel, Pose, lay_out
from render.shapes import Brush, Sprite
from render.theme import RGB, WOOD, Theme

Box = tuple[int, int, int, int]
Tile = tuple[Image.Image, Box, Image.Image]
"""Picture in numbers of palette entries, where it belongs, stencil: what `Image.paste` takes."""


class Sheet:
    """The empty board and the tiles. Any number of threads may ask at once."""

    def __init__(
        self, board: Board, theme: Theme, width: int, pose: Pose = UPRIGHT, *, labelled: bool = True
    ) -> None:
        self.theme = theme
        self.layout = lay_out(board, width, theme, pose, labelled=labelled)
        self.brush = Brush(theme, self.layout.unit, self.layout.half)
        self.pixels = tuple(self.layout.pixel(place) for place in board.places)
        """Where each point is in the picture."""
        self._board = board
        self._tiles: dict[Hashable, dict[Hashable, Tile]] = {}
        self._making = Lock()
        self._hatching: Image.Image | None = None
        opaque = theme.palette[: -len(theme.alphas)]
        self._plain = _palette_of(opaque)
        self._wide = _palette_of((*opaque, *theme.more_colours))
        ground = Ground(board, self.layout, theme, labelled)
        self._ground = ground.draw()
        self.empty = self._quantized(self._ground)
        """The board without stones, in numbers of palette entries (mode ``L``)."""
        ground.cut_out(self.empty)
        self.palette = [level for colour in theme.palette for level in colour]
        """The palette, flat."""
        self.wide_palette = [
            *self.palette,
            *(level for colour in theme.more_colours for level in colour),
        ]
        """The same with the further colours of overlays behind it."""
        self.transparency = bytes([255] * len(opaque) + list(theme.alphas))
        """For each entry of the palette how opaque it is."""

    # --- between numbers of palette entries and colours ---

    def colours(self, picture: Image.Image) -> Image.Image:
        """The RGB picture of one in numbers of the plain palette."""
        numbers = Image.frombytes("P", picture.size, picture.tobytes())
        numbers.putpalette(self.palette)
        return numbers.convert("RGB")

    def numbered(self, picture: Image.Image, under: Image.Image) -> Image.Image:
        """An RGB picture in numbers of the wide palette (mode ``L``).

        What is as in ``under``, in numbers of the plain palette, keeps its number there: so does
        all that is see-through.
        """
        clear = len(self.transparency) - len(self.theme.alphas)
        numbers = self._quantized(picture, self._wide)
        # Behind the see-through entries, which stay where they are in the plain palette.
        moved = [n if n < clear else n + len(self.theme.alphas) for n in range(256)]
        numbers = numbers.point([min(255, n) for n in moved])
        red, green, blue = ImageChops.difference(picture, self.colours(under)).split()
        apart = ImageChops.lighter(ImageChops.lighter(red, green), blue)
        numbers.paste(under, mask=apart.point([255] + [0] * 255))
        return numbers

    def hatching(self, hatch: tuple[float, float]) -> Image.Image:
        """A mask of slanting strokes all over the picture: from one to the next, and how wide."""
        with self._making:
            if self._hatching is None:
                self._hatching = strokes(self.layout, *hatch)
        return self._hatching

    # --- tiles, by point or edge ---

    def stones(self, colour: int, radius: float, *, many: bool = False) -> dict[Hashable, Tile]:
        """Stones of a colour; ``many``: see `Theme.look`."""
        return self._on_points(
            ("stone", colour, radius, many),
            lambda: self.brush.stone(self.theme.look(colour, many=many), radius),
        )

    def ghosts(self, colour: int, radius: float) -> dict[Hashable, Tile]:
        """Stones of a colour that were just captured."""
        return self._on_points(
            ("ghost", colour, radius), lambda: self.brush.ghost(self.theme.stones[colour], radius)
        )

    def rings(
        self, colour: int, radius: float, *, many: bool = False, wide: bool = False
    ) -> dict[Hashable, Tile]:
        """The last move's mark on a stone of a colour; ``wide``: with room for a number."""
        return self._on_points(
            ("ring", colour, radius, many, wide),
            lambda: self.brush.ring(self.theme.look(colour, many=many), radius, wide=wide),
        )

    def dots(self, owner: int | None) -> dict[Hashable, Tile]:
        """Marks on empty points that belong to a colour, or to nobody."""
        return self._on_points(("dot", owner), lambda: self.brush.dot(*self._signal(owner)))

    def controls(self, owner: int) -> dict[Hashable, Tile]:
        """Marks on empty points that a colour controls."""
        return self._on_points(("control", owner), lambda: self.brush.control(*self._signal(owner)))

    def corners(self, before: int | None, radius: float) -> dict[Hashable, Tile]:
        """Marks on points where the anchor has a stone of the colour ``before``, or none."""
        return self._on_points(
            ("corners", before, radius),
            lambda: self.brush.corners(*self._signal(before), radius, alone=before is None),
        )

    def bars(self, colour: int, *, fused: bool) -> dict[Hashable, Tile]:
        """Bars between neighbouring stones of a colour, broad where they are ``fused``."""
        look = self.theme.stones[colour]
        return self._on_edges(
            ("bar", colour, fused), lambda step: self.brush.bar(look, step, fused=fused)
        )

    def ticks(self) -> dict[Hashable, Tile]:
        """Marks across the edges between stones that are cut apart."""
        return self._on_edges("tick", self.brush.tick)

    def names(self, *, low: bool) -> dict[Hashable, Tile]:
        """The names of the points, on bare wood; none where they would be too small to read.

        ``low``: below a dot on the point.
        """
        theme, unit = self.theme, self.layout.unit
        size = theme.name * unit
        if size < theme.name_pixels:
            return {}
        drop = round(theme.name_drop * unit) if low else 0

        def pieces() -> Iterable[tuple[Hashable, Sprite, Pixel]]:
            # All are as large as the widest allows.
            widest = max(typeface(size).getlength(name) for name in self._board.names)
            font = typeface(size * min(1, theme.name_width * unit / widest))
            for point, name in enumerate(self._board.names):
                x, y = self.pixels[point]
                yield point, self.brush.name(name, font), (x, y + drop)

        return self._made(("name", low), pieces)

    def _signal(self, colour: int | None) -> tuple[RGB, RGB]:
        """Inside and rim of the small marks that stand for a colour, or for none."""
        if colour is None:
            return self.theme.neutral, self.theme.line
        return self.theme.signal(colour)

    def _on_points(self, kind: Hashable, make: Callable[[], Sprite]) -> dict[Hashable, Tile]:
        def pieces() -> Iterable[tuple[Hashable, Sprite, Pixel]]:
            sprite = make()
            return ((point, sprite, at) for point, at in enumerate(self.pixels))

        return self._made(kind, pieces)

    def _on_edges(self, kind: Hashable, make: Callable[[Pixel], Sprite]) -> dict[Hashable, Tile]:
        def pieces() -> Iterable[tuple[Hashable, Sprite, Pixel]]:
            sprites: dict[Pixel, Sprite] = {}
            for p, q in self._board.edges:
                (x, y), (u, v) = self.pixels[p], self.pixels[q]
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

    def _quantized(self, picture: Image.Image, palette: Image.Image | None = None) -> Image.Image:
        numbers = picture.quantize(palette=palette or self._plain, dither=Image.Dither.NONE)
        # Kept in mode L: in mode P each of a thousand tiles would carry a palette of its own.
        return Image.frombytes("L", numbers.size, numbers.tobytes())


def _palette_of(colours: Iterable[RGB]) -> Image.Image:
    picture = Image.new("P", (1, 1))
    picture.putpalette([level for colour in colours for level in colour])
    return picture


MOST_PIXELS = 6_000_000
"""Of the sheets that are kept: about 20 bytes each once all kinds of tiles have been needed."""

MOST_OF_OTHERS = 4_000_000

Kept = dict[tuple[Board, Theme, int, Pose, bool], "Sheet"]
_usual: Kept = {}
"""Of boards as the channel sees them. The sheet that was used last comes last."""
_others: Kept = {}
"""Of boards as single people want to see them: they push out none of the channel's."""
_keeping = Lock()


def sheet(
    board: Board, theme: Theme, width: int, pose: Pose = UPRIGHT, *, labelled: bool = True
) -> Sheet:
    """The sheet of this board; those that were used last are kept."""
    pose = Pose(pose.turn % board.turns, pose.mirror)
    key = board, theme, width, pose, labelled
    usual = theme is WOOD and pose == UPRIGHT and labelled and width == WIDTH
    kept, most = (_usual, MOST_PIXELS) if usual else (_others, MOST_OF_OTHERS)
    with _keeping:
        made = kept.get(key)
    if made is None:
        # Outside of the lock: a new board does not hold up the others. At worst two threads make
        # the same sheet, and one of the two is forgotten.
        made = Sheet(board, theme, width, pose, labelled=labelled)
    with _keeping:
        made = kept.pop(key, made)
        kept[key] = made
        while len(kept) > 1 and sum(each.layout.area for each in kept.values()) > most:
            del kept[next(iter(kept))]
    return made
