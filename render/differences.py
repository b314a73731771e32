"""Where the anchor differs from the board."""

from collections.abc import Iterator, Mapping


def anchor_differences(
    anchor: Mapping[int, int] | None, stones: Mapping[int, int]
) -> Iterator[tuple[int, int | None]]:
    """The points at which the anchor differs from the board, with its colour there."""
    if anchor is not None:
        for point in anchor.keys() | stones.keys():
            if anchor.get(point) != stones.get(point):
                yield point, anchor.get(point)
