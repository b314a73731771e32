"""The picture of a move before it is played, and of what a move has done.

The board as it would be shines through the board as it is: the new stone and its links are
translucent, and captured stones fade inside a red outline. Cuts are drawn in full, since they are
what people overlook.
"""

from collections.abc import Iterable
from dataclasses import replace

from PIL import Image

from engine.position import Position
from render.board_image import paint
from render.links import Edge, cut_mark, links_to_draw
from render.options import Overlay, RenderOptions
from render.overlays import OverlayPainter
from render.png import encode_png
from render.tiles import TileSet, tile_set


def draw_preview(
    before: Position, after: Position, options: RenderOptions, cut: Iterable[Edge] = ()
) -> bytes:
    """The board ``before`` a move with what is different ``after`` it, as a PNG.

    ``options``: its marks are drawn on the board before. ``cut``: the pairs that the move cuts.
    """
    tiles = tile_set(
        before.board, options.theme, options.width, options.pose, labelled=options.labelled
    )
    plain = replace(options, marks={}, overlay=Overlay.NONE, territory=False)
    now, then = (_indices(paint(position, plain, tiles)) for position in (before, after))
    links = links_to_draw(before, Overlay.NONE)
    painter = OverlayPainter(now, before, options, tiles, links, ())
    painter.picture = Image.blend(
        painter.picture, tiles.to_rgb(then), options.theme.phantom_opacity
    )
    _draw_cuts(painter.picture, tiles, cut)
    picture = painter.draw()
    picture.putpalette(tiles.wide_palette)
    return encode_png(picture, tiles.transparency)


def _draw_cuts(picture: Image.Image, tiles: TileSet, cut: Iterable[Edge]) -> None:
    for p, q in cut:
        (x, y), (u, v) = tiles.pixels[p], tiles.pixels[q]
        cut_mark(tiles.sprites, (u - x, v - y)).onto(picture, (x, y))


def _indices(picture: Image.Image) -> Image.Image:
    """The picture in palette indices, as mode ``L``."""
    return Image.frombytes("L", picture.size, picture.tobytes())
