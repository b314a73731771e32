"""Which points carry their names in the picture of a position, and where.

On a small board all empty ones do. On a large one whose numbers bend, those do that people look for
first: the star points, and the points near the last stone.
"""

from collections.abc import Container, Iterable, Iterator, Sequence, Set

from engine.board import Board
from engine.position import Position
from render.estimates import expected_owners
from render.options import RINGS, STONES, Coordinates, Overlay, RenderOptions
from render.overlays import in_atari, labelled_groups
from render.tiles import Tile, TileSet


def name_tiles(
    position: Position,
    options: RenderOptions,
    tiles: TileSet,
    near: Iterable[int],
    covered: Container[int] = (),
) -> Iterator[Tile]:
    """The names of empty points, if they are to be drawn and can be read.

    ``near``: the points around which a large board has names. ``covered``: points without names.
    """
    points = _named_points(position.board, options.coordinates, near)
    if not points:
        return
    quiet = options.coordinates is Coordinates.USUAL and position.board.named
    dotted, hidden = _dotted_points(position, options), _covered_points(position, options)
    for point in points:
        if point not in position.stones and point not in hidden and point not in covered:
            names = tiles.names(low=point in dotted, quiet=quiet)
            if names:
                yield names[point]


def _named_points(
    board: Board, coordinates: Coordinates, near: Iterable[int]
) -> Sequence[int] | Set[int]:
    """The points that carry their names unless something covers them."""
    if coordinates is Coordinates.EVERY or (coordinates is Coordinates.USUAL and board.named):
        return range(len(board))
    if coordinates is not Coordinates.USUAL or not board.guides:
        return ()
    beside = {q for p in near for q in board.neighbours[p]}
    return {*board.stars, *near, *beside, *(q for p in beside for q in board.neighbours[p])}


def _dotted_points(position: Position, options: RenderOptions) -> frozenset[int]:
    """The points with a dot or a small ring, below which their names stand."""
    overlay = options.effective_overlay
    dotted = {*position.controllers(), *options.labels}
    dotted.update(p for p, mark in options.marks.items() if mark.sign in RINGS)
    if overlay is Overlay.TERRITORY:
        dotted.update(
            p for part in position.territories() if part.owner is not None for p in part.points
        )
    if overlay is Overlay.ESTIMATE:
        dotted.update(expected_owners(position, options.owners))
    if options.group is not None:
        dotted.update(p for _, points in labelled_groups(position, options) for p in points)
    if overlay is Overlay.ATARI:
        dotted.update(p for _, points in in_atari(position) for p in points)
    return frozenset(dotted)


def _covered_points(position: Position, options: RenderOptions) -> frozenset[int]:
    """The empty points on which the picture shows a stone nevertheless."""
    covered = {p for p, mark in options.marks.items() if mark.sign in STONES}
    if options.effective_overlay is Overlay.ANCHOR:
        covered.update(position.anchor() or ())
    return frozenset(covered)
