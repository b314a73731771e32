"""Groups, liberties and territories, for any relation of links between points.

``linked(point)`` gives the points that a point is linked to. In Go they are its neighbours; other
games ask more of a link. It may give points of any kind: each function picks those that it needs.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping

from engine.position import Territory

Linked = Callable[[int], Iterable[int]]


def parts(points: Iterable[int], linked: Linked) -> Iterator[tuple[int, ...]]:
    """Split ``points`` into the parts that are connected by links, each in point order.

    Links to points that are not in ``points`` are ignored.
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


def groups(stones: Mapping[int, int], linked: Linked) -> tuple[tuple[int, ...], ...]:
    """The connected stones of one colour, each group in point order.

    ``stones``: the colour of each stone by point; groups come in the order of their first stones
    there.
    """

    def own(point: int) -> Iterable[int]:
        return (p for p in linked(point) if stones.get(p) == stones[point])

    return tuple(parts(stones, own))


def liberties(group: Iterable[int], stones: Mapping[int, int], linked: Linked) -> tuple[int, ...]:
    """The empty points that a stone of ``group`` is linked to, in point order."""
    return tuple(sorted({p for stone in group for p in linked(stone) if p not in stones}))


def territories(
    empty: Iterable[int], stones: Mapping[int, int], linked: Linked
) -> tuple[Territory, ...]:
    """The parts of ``empty``, each owned by a colour if only its stones are linked to it."""
    found: list[Territory] = []
    for part in parts(empty, linked):
        colours = {stones[p] for point in part for p in linked(point) if p in stones}
        found.append(Territory(part, colours.pop() if len(colours) == 1 else None))
    return tuple(found)
