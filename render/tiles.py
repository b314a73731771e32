"""Everything that can be drawn once for a board, theme and width: the empty board, and tiles.

A tile is a sprite already drawn on its part of the board, in the colours of the palette, with a
stencil of the pixels that it changes. The first use of a kind draws all of its tiles.
"""

from collections.abc import Callable, Hashable, Iterable
from threading import Lock
from typing import Any, ParamSpec, TypeVar

from PIL import Image, ImageChops

from engine.board import Board
from render.background import Background, typeface
from render.layout import UPRIGHT, WIDTH, Pixel, Pose, lay_out
from render.sprites import Sprite, SpriteFactory
from render.theme import RGB, WOOD, Theme

Box = tuple[int, int, int, int]
Tile = tuple[Image.Image, Box, Image.Image]
"""Picture in palette indices, place in the board's picture, stencil: arguments of `Image.paste`."""
P = ParamSpec("P")
T = TypeVar("T")


class TileSet:
    """The empty board and its tiles. Threads may share it."""

    def __init__(
        self, board: Board, theme: Theme, width: int, pose: Pose = UPRIGHT, *, labelled: bool = True
    ) -> None:
        self.theme = theme
        self.layout = lay_out(board, width, theme, pose, labelled=labelled)
        self.sprites = SpriteFactory(theme, self.layout.unit, self.layout.half)
        self.pixels = tuple(self.layout.pixel(place) for place in board.centres)
        """The centre of each point in the picture."""
        self._board = board
        self._tiles: dict[Hashable, dict[Hashable, Tile]] = {}
        self._lock = Lock()
        self._kept: dict[Hashable, Any] = {}
        opaque = theme.palette[: -len(theme.alphas)]
        self._plain = _palette_of(opaque)
        # Entries like the first stand for the transparent ones: no pixel gets these.
        self._wide = _palette_of((*opaque, *opaque[:1] * len(theme.alphas), *theme.more_colours))
        background = Background(board, self.layout, theme, labelled)
        self._background = background.draw()
        self.empty = self._quantize(self._background)
        """The board without stones, in palette indices (mode ``L``)."""
        background.cut_out(self.empty)
        self.palette = [level for colour in theme.palette for level in colour]
        """Red, green and blue of all colours, in one list."""
        self.wide_palette = [
            *self.palette,
            *(level for colour in theme.more_colours for level in colour),
        ]
        """The same, followed by the colours of overlays."""
        self.transparency = bytes([255] * len(opaque) + list(theme.alphas))
        """The opacity of each palette entry."""
        entries = Image.new("RGB", (256, 1))
        entries.putdata([*theme.palette, *theme.more_colours])
        self._again = list(self._quantize(entries, self._wide).tobytes())
        """The palette index of each entry after its conversion to RGB and back."""

    # --- palette indices and colours ---

    def to_rgb(self, picture: Image.Image) -> Image.Image:
        """The RGB picture for ``picture``, which is in indices of the plain palette."""
        indices = picture.copy()
        indices.putpalette(self.palette)
        return indices.convert("RGB")

    def to_palette(self, picture: Image.Image, under: Image.Image) -> Image.Image:
        """An RGB picture in indices of the wide palette (mode ``L``).

        Pixels that look as in ``under`` (in indices of the plain palette) keep the index that they
        have there. So do all transparent ones.
        """
        indices = self._quantize(picture, self._wide)
        difference = ImageChops.difference(indices, under.point(self._again))
        indices.paste(under, mask=difference.point([255] + [0] * 255, "1"))
        return indices

    def once(self, make: Callable[P, T], *values: P.args, **more: P.kwargs) -> T:
        """The result of ``make`` with these values, drawn at the first call only."""
        key = (make, *values, *more.items())
        if key not in self._kept:
            self._kept[key] = make(*values, **more)
        return self._kept[key]

    # --- tiles, by point or edge ---

    def stones(self, colour: int, radius: float, *, many: bool = False) -> dict[Hashable, Tile]:
        """Stones of a colour; ``many``: see `Theme.stone`."""
        return self._on_points(
            ("stone", colour, radius, many),
            lambda: self.sprites.stone(self.theme.stone(colour, many=many), radius),
        )

    def ghosts(self, colour: int, radius: float) -> dict[Hashable, Tile]:
        """Stones of a colour that were captured by the last move."""
        return self._on_points(
            ("ghost", colour, radius), lambda: self.sprites.ghost(self.theme.stones[colour], radius)
        )

    def rings(
        self, colour: int, radius: float, *, many: bool = False, wide: bool = False
    ) -> dict[Hashable, Tile]:
        """The mark of the last move on a stone of a colour; ``wide``: with room for a number."""
        stone, ink = self.theme.stone(colour, many=many), self.theme.last_mark(many=many)
        return self._on_points(
            ("ring", colour, radius, many, wide),
            lambda: self.sprites.ring(stone, radius, ink, wide=wide),
        )

    def controls(self, owner: int) -> dict[Hashable, Tile]:
        """Dots on empty points that a colour controls."""
        return self._on_points(
            ("control", owner), lambda: self.sprites.control(*self.mark_colours(owner))
        )

    def corners(self, before: int | None, radius: float) -> dict[Hashable, Tile]:
        """Corners around points at which the anchor has a stone of colour ``before``, or none."""
        return self._on_points(
            ("corners", before, radius),
            lambda: self.sprites.corners(*self.mark_colours(before), radius, alone=before is None),
        )

    def names(self, *, low: bool, quiet: bool = False) -> dict[Hashable, Tile]:
        """The names of the points on bare wood; empty if they would be too small to read.

        ``low``: below a dot on the point. ``quiet``: as in the usual picture.
        """
        theme, unit = self.theme, self.layout.unit
        ink = theme.quiet_ink if quiet else theme.name_ink
        most = (theme.low_name if low else theme.name_most) * unit
        size = max(theme.name * unit, min(theme.name_part * self.layout.width, most))
        if size < theme.name_pixels:
            return {}
        drop = round(theme.name_drop * unit) if low else 0

        def pieces() -> Iterable[tuple[Hashable, Sprite, Pixel]]:
            # The widest name decides the size of them all.
            widest = max(typeface(size).getlength(name) for name in self._board.names)
            font = typeface(size * min(1, theme.name_width * unit / widest))
            for point, name in enumerate(self._board.names):
                x, y = self.pixels[point]
                yield point, self.sprites.name(name, font, ink), (x, y + drop)

        return self._tiles_of(("name", low, quiet), pieces)

    def mark_colours(self, colour: int | None) -> tuple[RGB, RGB]:
        """Inside and rim of the small marks that stand for a colour, or for no colour."""
        if colour is None:
            return self.theme.neutral, self.theme.line
        return self.theme.mark_colours(colour)

    def _on_points(self, kind: Hashable, make: Callable[[], Sprite]) -> dict[Hashable, Tile]:
        def pieces() -> Iterable[tuple[Hashable, Sprite, Pixel]]:
            sprite = make()
            return ((point, sprite, at) for point, at in enumerate(self.pixels))

        return self._tiles_of(kind, pieces)

    def on_edges(self, kind: Hashable, make: Callable[[Pixel], Sprite]) -> dict[Hashable, Tile]:
        """A tile on each edge; ``make`` gets the edge as a step in pixels."""

        def pieces() -> Iterable[tuple[Hashable, Sprite, Pixel]]:
            sprites: dict[Pixel, Sprite] = {}
            for p, q in self._board.edges:
                (x, y), (u, v) = self.pixels[p], self.pixels[q]
                step = (u - x, v - y)
                if step not in sprites:
                    sprites[step] = make(step)
                yield (p, q), sprites[step], (x, y)

        return self._tiles_of(kind, pieces)

    def _tiles_of(
        self, kind: Hashable, pieces: Callable[[], Iterable[tuple[Hashable, Sprite, Pixel]]]
    ) -> dict[Hashable, Tile]:
        """The tiles of a kind, drawn at the first call."""
        tiles = self._tiles.get(kind)
        if tiles is None:
            with self._lock:
                tiles = self._tiles.get(kind)
                if tiles is None:
                    tiles = self._tiles[kind] = self._draw(pieces())
        return tiles

    def _draw(self, pieces: Iterable[tuple[Hashable, Sprite, Pixel]]) -> dict[Hashable, Tile]:
        # All sprites of a kind are drawn on one board: where they overlap, they are alike, and
        # quantizing one large picture is much cheaper than many small ones.
        board = self._background.copy()
        boxes: dict[Hashable, tuple[Box, Image.Image]] = {}
        stencils: dict[Sprite, Image.Image] = {}
        for key, sprite, at in pieces:
            sprite.onto(board, at)
            if sprite not in stencils:
                stencils[sprite] = sprite.stencil()
            boxes[key] = (sprite.box(at), stencils[sprite])
        indices = self._quantize(board)
        return {key: (indices.crop(box), box, stencil) for key, (box, stencil) in boxes.items()}

    def _quantize(self, picture: Image.Image, palette: Image.Image | None = None) -> Image.Image:
        indices = picture.quantize(palette=palette or self._plain, dither=Image.Dither.NONE)
        # In mode P each of a thousand tiles would carry a palette of its own.
        return Image.frombytes("L", indices.size, indices.tobytes())


def _palette_of(colours: Iterable[RGB]) -> Image.Image:
    picture = Image.new("P", (1, 1))
    picture.putpalette([level for colour in colours for level in colour])
    return picture


MOST_PIXELS = 6_000_000
"""Of all default boards in the cache. A tile set with all kinds of tiles takes about 20 bytes for
each pixel of its board."""

MOST_OTHER_PIXELS = 4_000_000

Cache = dict[tuple[Board, Theme, int, Pose, bool], TileSet]
_default: Cache = {}
"""Boards as the channel sees them, the most recently used last."""
_others: Cache = {}
"""Boards with somebody's display preferences. They cannot evict those of the channel."""
_cache_lock = Lock()


def tile_set(
    board: Board, theme: Theme, width: int, pose: Pose = UPRIGHT, *, labelled: bool = True
) -> TileSet:
    """The tile set of a board, from a cache of the most recently used ones."""
    pose = Pose(pose.turn % board.turns, pose.mirror)
    key = board, theme, width, pose, labelled
    default = theme is WOOD and pose == UPRIGHT and labelled and width == WIDTH
    cache, most = (_default, MOST_PIXELS) if default else (_others, MOST_OTHER_PIXELS)
    with _cache_lock:
        tiles = cache.get(key)
    if tiles is None:
        # Outside the lock, so that a new board does not hold up the others. At worst two threads
        # draw the same board, and one of the two tile sets is thrown away.
        tiles = TileSet(board, theme, width, pose, labelled=labelled)
    with _cache_lock:
        tiles = cache.pop(key, tiles)
        cache[key] = tiles
        while len(cache) > 1 and sum(each.layout.area for each in cache.values()) > most:
            del cache[next(iter(cache))]
    return tiles
