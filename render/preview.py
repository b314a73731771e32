"""The picture of a move before it is played, and of what a move has done.

The board as it would be shines through the board as it is: the new stone and its links are
translucent, and captured stones fade inside a red outline. The ring on the new stone is drawn in
full, and so are cuts, since they are what people overlook. What an earlier move has captured is not
shown: only this one counts.
"""

from collections.abc import Iterable
from dataclasses import replace

from PIL import Image

from engine.position import Position
from render.board_image import paint
from render.legend import LegendSign, Meaning, mark_signs
from render.links import Edge, cut_mark, links_to_draw
from render.names import name_tiles
from render.options import Coordinates, Overlay, RenderOptions
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
    bare = replace(
        options, marks={}, overlay=Overlay.NONE, territory=False, coordinates=Coordinates.OFF
    )
    new, before = after.last, replace(before, last=None)  # the only ring is on the new stone
    now = _indices(paint(before, bare, tiles, ghosts=False))
    then = _indices(paint(replace(after, last=None), bare, tiles))
    near = () if new is None else (new,)
    for name in name_tiles(after, options, tiles, near, covered=before.stones):
        now.paste(*name)
        then.paste(*name)
    links = links_to_draw(before, Overlay.NONE)
    painter = OverlayPainter(now, before, options, tiles, links, ())
    painter.picture = Image.blend(
        painter.picture, tiles.to_rgb(then), options.theme.phantom_opacity
    )
    _draw_cuts(painter.picture, tiles, cut)
    if new is not None and new in after.stones:
        _draw_ring(painter.picture, tiles, after, new)
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


def _draw_ring(picture: Image.Image, tiles: TileSet, after: Position, new: int) -> None:
    """The mark of the last move on the new stone, with a clear edge."""
    theme, many = tiles.theme, len(after.colours or ()) > 2
    stone = theme.stone(after.stones[new], many=many)
    radius = theme.plain_radius if after.links() is None else theme.radius
    outer, inner = (part * radius for part in (theme.glyph_ring if stone.glyph else theme.ring))
    edge = theme.contrast_ink(stone)
    for wider, ink in ((theme.casing, edge), (0.0, theme.last_mark(many=many))):
        ring = tiles.sprites.open_dot(outer + wider, inner - wider, ink)
        ring.onto(picture, tiles.pixels[new])


def _indices(picture: Image.Image) -> Image.Image:
    """The picture in palette indices, as mode ``L``."""
    return Image.frombytes("L", picture.size, picture.tobytes())
