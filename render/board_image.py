"""The picture of a position: any `Position` on any `Board`, as a PNG.

Neighbouring stones of one colour are joined as their `Link` says, see `render.links`.

A dot on an empty point has the colour that controls it.

Corners mark the points at which the anchor differs from the board. If the anchor has a stone there,
there are four, in the colour of that stone. If it has none, the stone that came later has a single
corner of bare wood: an old anchor differs at many such points, so this mark is small. A board that
equals its anchor has no corners; its last turn was a pass, and the next stone is the first to
differ.
"""

from collections.abc import Collection

from PIL import Image

from engine.position import Position
from render.differences import anchor_differences
from render.links import draw_links, links_to_draw
from render.names import name_tiles
from render.options import DEFAULT_OPTIONS, Overlay, RenderOptions
from render.overlays import OverlayPainter, labelled_groups, middle_stone
from render.png import encode_png
from render.tiles import TileSet, tile_set


def draw(
    position: Position,
    options: RenderOptions = DEFAULT_OPTIONS,
    *,
    shown_since: Position | None = None,
) -> bytes:
    """The picture of ``position`` as a PNG; the same arguments give the same bytes.

    ``shown_since``: an earlier position with the same stones. The picture shows its last move and
    its captures, so that declarations do not hide them.

    Thread-safe. Raises `IndexError` for a stone of a colour that the theme lacks.
    """
    tiles = tile_set(
        position.board, options.theme, options.width, options.pose, labelled=options.labelled
    )
    return encode_png(paint(position, options, tiles, shown_since), tiles.transparency)


def paint(
    position: Position,
    options: RenderOptions,
    tiles: TileSet,
    shown_since: Position | None = None,
    *,
    ghosts: bool = True,
    near: Collection[int] | None = None,
) -> Image.Image:
    """The picture of ``position`` with a palette (mode ``P``), from the tiles of its board.

    ``ghosts``: show what the last move captured. ``near``: the points around which a large board
    has names, by default that of the last stone.

    The palette is the plain one if nothing is drawn over the stones, otherwise the wide one.
    """
    theme, stones, overlay = options.theme, position.stones, options.effective_overlay
    links = links_to_draw(position, overlay)
    radius = theme.plain_radius if links is None else theme.radius
    picture = tiles.empty.copy()
    shown_since = shown_since or position
    for point, colour in shown_since.captured.items():
        if ghosts and point not in stones:
            picture.paste(*tiles.ghosts(colour, radius)[point])
    if near is None:
        near = () if shown_since.last is None else (shown_since.last,)
    names = list(name_tiles(position, options, tiles, near))
    for name in names:
        picture.paste(*name)
    many = len(position.colours or ()) > 2
    bodies = {colour: tiles.stones(colour, radius, many=many) for colour in set(stones.values())}
    for point, colour in stones.items():
        picture.paste(*bodies[colour][point])
    draw_links(picture, links or {}, stones, tiles)
    if overlay not in (Overlay.CONTROL, Overlay.ESTIMATE):
        for point, colour in position.controllers().items():
            if point not in stones and point not in {*options.marks, *options.labels}:
                picture.paste(*tiles.controls(colour)[point])
    if overlay is Overlay.NONE:
        for point, colour in anchor_differences(position.anchor(), stones):
            if point not in options.marks:
                picture.paste(*tiles.corners(colour, radius)[point])
    last = shown_since.last
    if last is not None and last in stones:
        groups = labelled_groups(position, options)
        wide = last in (middle_stone(position.board, group) for group, _ in groups)
        picture.paste(*tiles.rings(stones[last], radius, many=many, wide=wide)[last])
    if overlay is Overlay.NONE and not options.marks and not options.labels:
        picture.putpalette(tiles.palette)
        return picture
    picture = OverlayPainter(picture, position, options, tiles, links, names).draw()
    picture.putpalette(tiles.wide_palette)
    return picture
