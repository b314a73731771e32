"""The picture of a move before it is played, and of what a move has done.

The board as it would be shines through the board as it is: the new stone and its links are
translucent, and captured stones fade inside a red outline. Cuts are drawn in full, since they are
what people overlook. What an earlier move has captured is not shown: only this one counts.
"""

from collections.abc import Iterable
from dataclasses import replace

from PIL import Image

from engine.position import Position
from render.board_image import paint
from render.legend import LegendSign, Meaning, mark_signs
from render.links import Edge, cut_mark, links_to_draw
from render.options import Overlay, RenderOptions
from render.overlays import OverlayPainter
from render.panels import NO_WORDS, Words, encode_explained
from render.tiles import TileSet, tile_set


def draw_preview(
    before: Position,
    after: Position,
    options: RenderOptions,
    cut: Iterable[Edge] = (),
    words: Words = NO_WORDS,
) -> bytes:
    """The board ``before`` a move with what is different ``after`` it, as a PNG.

    ``options``: its marks are drawn on the board before. ``cut``: the pairs that the move cuts.
    ``words``: for the signs of the picture, below it.
    """
    tiles = tile_set(
        before.board, options.theme, options.width, options.pose, labelled=options.labelled
    )
    plain = replace(options, marks={}, overlay=Overlay.NONE, territory=False)
    before = replace(before, last=None)  # the only ring is that of the new stone
    near = () if after.last is None else (after.last,)
    now = _indices(paint(before, plain, tiles, ghosts=False, near=near))
    then = _indices(paint(after, plain, tiles, near=near))
    links = links_to_draw(before, Overlay.NONE)
    painter = OverlayPainter(now, before, options, tiles, links, ())
    painter.picture = Image.blend(
        painter.picture, tiles.to_rgb(then), options.theme.phantom_opacity
    )
    _draw_cuts(painter.picture, tiles, cut)
    return encode_explained(painter.draw(), tiles, before, words)


def preview_signs(after: Position, options: RenderOptions) -> tuple[LegendSign, ...]:
    """The signs of the preview of the move that led to ``after``, in the order of a legend."""
    placed = after.stones.get(after.last) if after.last is not None else None
    new = () if placed is None else (LegendSign(Meaning.PREVIEWED, placed),)
    return (*new, *mark_signs(after, options.marks))


def _draw_cuts(picture: Image.Image, tiles: TileSet, cut: Iterable[Edge]) -> None:
    for p, q in cut:
        (x, y), (u, v) = tiles.pixels[p], tiles.pixels[q]
        cut_mark(tiles.sprites, (u - x, v - y)).onto(picture, (x, y))


def _indices(picture: Image.Image) -> Image.Image:
    """The picture in palette indices, as mode ``L``."""
    return Image.frombytes("L", picture.size, picture.tobytes())
