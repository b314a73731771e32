"""All that can be prepared for one board, theme and width: the empty board, and tiles to paste.

A tile is a piece already drawn on its part of the board in the colours of the palette, with a
stencil of the pixels that it changes. Tiles of one kind are made together when first needed.
"""

from collections.abc import Callable, Hashable, Iterable
from threading import Lock

from PIL import Image

from engine.board import Board
from render.ground import Ground
from render.layout import Pixel, lay_out
from render.shapes import Brush, Sprite
from render.theme import RGB, Theme

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
        ground = Ground(board, self.layout, theme)
        self._ground = ground.draw()
        self.empty = self._quantized(self._ground)
        """The board without stones, in numbers of palette entries (mode ``L``)."""
        ground.cut_out(self.empty)
        self.palette = [level for colour in theme.palette for level in colour]
        """The palette, flat."""
        self.transparency = bytes([255] * len(opaque) + list(theme.alphas))
        """For each entry of the palette how opaque it is."""

    # --- tiles, by point or edge ---

    def stones(self, colour: int, radius: float, *, many: bool = False) -> dict[Hashable, Tile]:
        """Stones of a colour; ``many``: see `Theme.look`."""
        return self._on_points(
            ("stone", colour, radius, many),
            lambda: self._brush.stone(self.theme.look(colour, many=many), radius),
        )

    def ghosts(self, colour: int, radius: float) -> dict[Hashable, Tile]:
        """Stones of a colour that were just captured."""
        return self._on_points(
            ("ghost", colour, radius), lambda: self._brush.ghost(self.theme.stones[colour], radius)
        )

    def rings(self, colour: int, radius: float, *, many: bool = False) -> dict[Hashable, Tile]:
        """The last move's mark on a stone of a colour."""
        return self._on_points(
            ("ring", colour, radius, many),
            lambda: self._brush.ring(self.theme.look(colour, many=many), radius),
        )

    def dots(self, owner: int | None) -> dict[Hashable, Tile]:
        """Marks on empty points that belong to a colour, or to nobody."""
        return self._on_points(("dot", owner), lambda: self._brush.dot(*self._signal(owner)))

    def controls(self, owner: int) -> dict[Hashable, Tile]:
        """Marks on empty points that a colour controls."""
        return self._on_points(
            ("control", owner), lambda: self._brush.control(*self._signal(owner))
        )

    def corners(self, before: int | None, radius: float) -> dict[Hashable, Tile]:
        """Marks on points where the anchor has a stone of the colour ``before``, or none."""
        return self._on_points(
            ("corners", before, radius),
            lambda: self._brush.corners(*self._signal(before), radius, alone=before is None),
        )

    def bars(self, colour: int, *, fused: bool) -> dict[Hashable, Tile]:
        """Bars between neighbouring stones of a colour, broad where they are ``fused``."""
        look = self.theme.stones[colour]
        return self._on_edges(
            ("bar", colour, fused), lambda step: self._brush.bar(look, step, fused=fused)
        )

    def ticks(self) -> dict[Hashable, Tile]:
        """Marks across the edges between stones that are cut apart."""
        return self._on_edges("tick", self._brush.tick)

    def _signal(self, colour: int | None) -> tuple[RGB, RGB]:
        """Inside and rim of the small marks that stand for a colour, or for none."""
        if colour is None:
            return self.theme.neutral, self.theme.line
        return self.theme.stones[colour].body, self.theme.stones[colour].rim

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
