"""The picture of a position: any `Position` on any `Board`, as a PNG.

Two neighbours of one colour are drawn in the relation in which they stand (`Link`): linked stones
are fused to one body, open pairs are joined by a thin bar, and a red tick lies across a cut.

A dot on an empty point has the colour that controls it.

Where the anchor has something else than the board, the picture shows what: four corners in the
colour of the stone that it has there, as if that stood there still, or, on a stone that came later,
a small corner of bare wood. Of the latter there are many when the anchor is old, so they are quiet;
the former are what can bring a board back. Where both have the same there is no sign: a board that
equals its anchor was just passed, and the next stone is the first to differ.
"""

from collections.abc import Iterator, Mapping
from io import BytesIO

from PIL import Image

from engine.position import Link, Position
from render.overlays import Glass, middle, numbered
from render.sheet import Sheet, sheet
from render.view import PLAIN_VIEW, Coordinates, Edge, Overlay, View, joined

COMPRESS_LEVEL = 2
"""Measured on a full board 1000 pixels wide: 1 takes 5.4 ms and 86 KiB, 2 5.5 and 80, 3 6.4 and 76,
4 8.3 and 69, 6 13 and 62."""


def draw(position: Position, view: View = PLAIN_VIEW, *, lately: Position | None = None) -> bytes:
    """The picture of ``position`` as a PNG; the same arguments give the same bytes.

    ``lately``: an earlier position with the same stones, from which to show the last stone and
    what it captured.

    Any number of threads may draw at once. Raises `IndexError` for a stone of a colour that the
    theme has no look for.
    """
    made = sheet(position.board, view.theme, view.width, view.pose, labelled=view.labelled)
    return encode(paint(position, view, made, lately), made)


def encode(picture: Image.Image, made: Sheet) -> bytes:
    """A painted picture as a PNG."""
    out = BytesIO()
    picture.save(out, "PNG", compress_level=COMPRESS_LEVEL, transparency=made.transparency)
    return out.getvalue()


def paint(
    position: Position, view: View, made: Sheet, lately: Position | None = None
) -> Image.Image:
    """The picture of ``position`` in palette colours, from the tiles of its board's sheet.

    Its palette is the plain one where nothing is drawn over the stones.
    """
    theme, stones, shown = view.theme, position.stones, view.shown
    links = relations(position, shown)
    radius = theme.plain_radius if links is None else theme.radius
    picture = made.empty.copy()
    lately = lately or position
    for point, colour in lately.captured.items():
        if point not in stones:
            picture.paste(*made.ghosts(colour, radius)[point])
    if view.coordinates is Coordinates.EVERY:
        dotted = _dotted(position, shown)
        for point in range(len(position.board)):
            if point not in stones and (names := made.names(low=point in dotted)):
                picture.paste(*names[point])
    many = len(position.colours or ()) > 2
    bodies = {colour: made.stones(colour, radius, many=many) for colour in set(stones.values())}
    for point, colour in stones.items():
        picture.paste(*bodies[colour][point])
    kinds = {(link, stones[edge[0]]) for edge, link in (links or {}).items()}
    joints = {
        (link, colour): made.ticks()
        if link is Link.CUT
        else made.bars(colour, fused=link is Link.LINKED)
        for link, colour in kinds
    }
    for edge, link in (links or {}).items():
        picture.paste(*joints[link, stones[edge[0]]][edge])
    if shown is not Overlay.CONTROL:
        for point, colour in position.controllers().items():
            if point not in stones and point not in view.marks:
                picture.paste(*made.controls(colour)[point])
    if shown is Overlay.NONE:
        for point, colour in _changed(position.anchor(), stones):
            if point not in view.marks:
                picture.paste(*made.corners(colour, radius)[point])
    last = lately.last
    if last is not None and last in stones:
        numbers = (middle(position.board, group) for group, _ in numbered(position, view))
        wide = last in numbers
        picture.paste(*made.rings(stones[last], radius, many=many, wide=wide)[last])
    if shown is Overlay.NONE and not view.marks:
        picture.putpalette(made.palette)
        return picture
    picture = Glass(picture, position, view, made, links).draw()
    picture.putpalette(made.wide_palette)
    return picture


def relations(position: Position, shown: Overlay) -> Mapping[Edge, Link] | None:
    """How stones are joined in the picture.

    Groups are shown as one body, also in games whose neighbours are simply connected.
    """
    links = position.links()
    if links is not None or shown is not Overlay.GROUPS:
        return links
    bonds = joined(position.board, None, position.groups())
    return {edge: Link.LINKED for edges in bonds for edge in edges}


def _dotted(position: Position, shown: Overlay) -> frozenset[int]:
    """The empty points with a dot in their middle."""
    dotted = set(position.controllers())
    if shown is Overlay.TERRITORY:
        dotted.update(
            p for part in position.territories() if part.owner is not None for p in part.points
        )
    return frozenset(dotted)


def _changed(
    anchor: Mapping[int, int] | None, stones: Mapping[int, int]
) -> Iterator[tuple[int, int | None]]:
    """The points where the anchor differs from the board, and what colour it has there."""
    if anchor is not None:
        for point in anchor.keys() | stones.keys():
            if anchor.get(point) != stones.get(point):
                yield point, anchor.get(point)
