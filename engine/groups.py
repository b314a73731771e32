"""Connected parts of a board, for any relation of links: groups, territories, regions."""

from collections.abc import Callable, Iterable, Iterator


def parts(
    points: Iterable[int], linked: Callable[[int], Iterable[int]]
) -> Iterator[tuple[int, ...]]:
    """Split ``points`` into the parts that hang together over links, each in point order.

    ``linked(point)`` gives the points that ``point`` is linked to; those not in ``points`` are
    ignored, so links between unlike points may be among them.
    """
    left = dict.fromkeys(points)
    while left:
        part = [next(iter(left))]
        del left[part[0]]
        for point in part:
            for other in linked(point):
                if other in left:
                    del left[other]
                    part.append(other)
        yield tuple(sorted(part))
