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
from dataclasses import dataclass
from io import BytesIO

from PIL import Image

from engine.position import Link, Position
from render.sheet import Sheet, sheet
from render.theme import WOOD, Theme

COMPRESS_LEVEL = 2
"""Measured on a full board 1000 pixels wide: 1 takes 5.4 ms and 86 KiB, 2 5.5 and 80, 3 6.4 and 76,
4 8.3 and 69, 6 13 and 62."""


@dataclass(frozen=True, slots=True)
class View:
    """How to show a position."""

    width: int = 1000
    """Pixels, 100 to 2000. The height follows from the board, at most 1.25 times the width."""
    theme: Theme = WOOD
    territory: bool = False
    """Whether to mark who owns the empty points."""

    def __post_init__(self) -> None:
        """Raise `ValueError` for a width out of range."""
        if not 100 <= self.width <= 2000:
            raise ValueError("a picture is 100 to 2000 pixels wide")


PLAIN_VIEW = View()


def draw(position: Position, view: View = PLAIN_VIEW, *, lately: Position | None = None) -> bytes:
    """The picture of ``position`` as a PNG; the same arguments give the same bytes.

    ``lately``: an earlier position with the same stones, from which to show the last stone and
    what it captured.

    Any number of threads may draw at once. Raises `IndexError` for a stone of a colour that the
    theme has no look for.
    """
    made = sheet(position.board, view.theme, view.width)
    out = BytesIO()
    paint(position, view, made, lately).save(
        out, "PNG", compress_level=COMPRESS_LEVEL, transparency=made.transparency
    )
    return out.getvalue()


def paint(
    position: Position, view: View, made: Sheet, lately: Position | None = None
) -> Image.Image:
    """The picture of ``position`` in palette colours, from the tiles of its board's sheet."""
    theme, stones, links = view.theme, position.stones, position.links()
    radius = theme.plain_radius if links is None else theme.radius
    picture = made.empty.copy()
    lately = lately or position
    for point, colour in lately.captured.items():
        if point not in stones:
            picture.paste(*made.ghosts(colour, radius)[point])
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
    for point, colour in position.controllers().items():
        if point not in stones:
            picture.paste(*made.controls(colour)[point])
    if view.territory:
        for part in position.territories():
            marks = made.dots(part.owner)
            for point in part.points:
                picture.paste(*marks[point])
    for point, colour in _changed(position.anchor(), stones):
        picture.paste(*made.corners(colour, radius)[point])
    last = lately.last
    if last is not None and last in stones:
        picture.paste(*made.rings(stones[last], radius, many=many)[last])
    picture.putpalette(made.palette)
    return picture


def _changed(
    anchor: Mapping[int, int] | None, stones: Mapping[int, int]
) -> Iterator[tuple[int, int | None]]:
    """The points where the anchor differs from the board, and what colour it has there."""
    if anchor is not None:
        for point in anchor.keys() | stones.keys():
            if anchor.get(point) != stones.get(point):
                yield point, anchor.get(point)
