"""Which points carry their names in the picture of a position, and where."""

from collections.abc import Iterator

from engine.position import Position
from render.estimates import expected_owners
from render.options import STONES, Coordinates, Overlay, RenderOptions, Sign
from render.overlays import in_atari, labelled_groups
from render.tiles import Tile, TileSet


def name_tiles(position: Position, options: RenderOptions, tiles: TileSet) -> Iterator[Tile]:
    """The name of each empty point, if they are to be drawn and can be read."""
    quiet = options.coordinates is Coordinates.USUAL and position.board.named
    if not (quiet or options.coordinates is Coordinates.EVERY):
        return
    dotted, covered = _dotted_points(position, options), _covered_points(position, options)
    for point in range(len(position.board)):
        if point not in position.stones and point not in covered:
            names = tiles.names(low=point in dotted, quiet=quiet)
            if names:
                yield names[point]


def _dotted_points(position: Position, options: RenderOptions) -> frozenset[int]:
    """The points with a dot or a small ring, below which their names stand."""
    overlay = options.effective_overlay
    dotted = set(position.controllers())
    dotted.update(p for p, mark in options.marks.items() if mark.sign is Sign.FREE)
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
