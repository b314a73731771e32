"""A board is data: names, neighbours and places. No code elsewhere asks what shape it has."""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cached_property, lru_cache
from math import sqrt
from string import ascii_lowercase

XY = tuple[float, float]
"""A place in the plane, in distances between neighbours; x grows rightwards, y downwards."""

ROW_HEIGHT = sqrt(3) / 2
LABEL_GAP = 0.72
"""From the outermost points to the coordinates beside them, in distances between neighbours."""
NAMED_POINTS = 61
"""On boards of at most this number of points, each empty point has room for its name."""


@dataclass(frozen=True, slots=True)
class Line:
    """The points whose names have one part in common, in order."""

    name: str
    """That part, such as ``c`` or ``12``."""
    points: tuple[int, ...]
    """From left to right, or from below."""
    ends: tuple[XY, ...]
    """The places at the board's edge at which the name stands: beyond the first point and, unless
    another kind of names has that edge, beyond the last one."""


@dataclass(frozen=True, eq=False)
class Board:
    """Points are numbered from 0; ``names``, ``neighbours`` and ``centres`` are indexed by number.

    Boards come from the functions of this module, which make each board once, so two boards are
    equal if and only if they are the same object.
    """

    key: str
    """Names the shape and size, such as ``hexhex-5`` or ``rectangle-9x9``."""
    names: tuple[str, ...]
    neighbours: tuple[tuple[int, ...], ...]
    centres: tuple[XY, ...]
    rows: tuple[Line, ...]
    """The horizontal lines. Each point is on one of them, ..."""
    columns: tuple[Line, ...]
    """... and on one of these. The names of the two, in the right order, are that of the point."""
    outline: tuple[XY, ...]
    """The corners of the playing area, in order round it: the outermost corner points."""
    naming: str
    """How to find a point by its name, in a few words: what the letter and the number count."""
    turns: int
    """The number of ways to turn the grid so that its lines run as before. The cell around a point
    has as many sides, one of them halfway to the neighbour on the right."""
    stars: tuple[int, ...] = ()
    """Points marked with a dot, to count from."""
    dots: tuple[int, ...] = ()
    """The same points on boards that need no marks, too: see `engine.handicap`."""
    guides: tuple[Line, ...] = ()
    """Lines drawn heavier: on a large board whose numbers bend, the eye can follow these."""

    @property
    def named(self) -> bool:
        """True if there are so few points that each has room for its name."""
        return len(self) <= NAMED_POINTS

    @cached_property
    def labels(self) -> tuple[tuple[str, XY], ...]:
        """The coordinates at the board's edge, each with the place of its centre."""
        lines = (*self.rows, *self.columns)
        return tuple((line.name, place) for line in lines for place in line.ends)

    def __len__(self) -> int:
        """The number of points."""
        return len(self.names)

    @cached_property
    def index(self) -> dict[str, int]:
        """The number of each point by its name."""
        return {name: point for point, name in enumerate(self.names)}

    @cached_property
    def edges(self) -> tuple[tuple[int, int], ...]:
        """All pairs of neighbours, the lower number first."""
        return tuple(
            (p, q) for p, beside in enumerate(self.neighbours) for q in sorted(beside) if p < q
        )


@lru_cache(maxsize=64)
def hexhex(side: int) -> Board:
    """A hexagon of triangles with ``side`` points (2 to 13) on each of its six edges.

    Points are named by row letter (a = bottom row) and place in the row from the left, and are
    numbered in that order: a1, a2, ..., b1, ...
    """
    if not 2 <= side <= 13:
        raise ValueError("a hexagonal board has 2 to 13 points on a side")
    last = side - 1
    widths = [2 * last + 1 - abs(row - last) for row in range(2 * last + 1)]
    centres = [
        (x - (width - 1) / 2, (last - row) * ROW_HEIGHT)
        for row, width in enumerate(widths)
        for x in range(width)
    ]
    names = [
        f"{ascii_lowercase[row]}{x + 1}" for row, width in enumerate(widths) for x in range(width)
    ]
    ends = {row: sum(widths[: row + 1]) - 1 for row in range(len(widths))}
    starts = {row: ends[row] - widths[row] + 1 for row in ends}

    by_name = {name: point for point, name in enumerate(names)}
    rows = [
        Line(
            ascii_lowercase[row],
            tuple(range(starts[row], ends[row] + 1)),
            (_moved(centres[starts[row]], -LABEL_GAP, 0),),
        )
        for row in starts
    ]
    # The points of one number run up to the left as far as the widest row, then up to the right.
    # Letters stand on the left, numbers all round the rest: no edge has both.
    columns: list[Line] = []
    for number in range(1, 2 * side):
        of_number = {row: by_name.get(f"{ascii_lowercase[row]}{number}") for row in starts}
        points = {row: point for row, point in of_number.items() if point is not None}
        lowest, highest = centres[points[min(points)]], centres[points[max(points)]]
        right, down = LABEL_GAP / 2, LABEL_GAP * ROW_HEIGHT
        places = (_moved(lowest, right, down), _moved(highest, right, -down))
        if len(points) == 1:
            places = (_moved(lowest, LABEL_GAP, 0),)
        columns.append(Line(str(number), tuple(points.values()), places))
    dots = _hexagon_dots(side)
    stars = [] if len(names) <= NAMED_POINTS else dots
    dotted = {star[1:] for star in stars}
    corners = (starts[0], ends[0], ends[last], ends[2 * last], starts[2 * last], starts[last])
    return Board(
        key=f"hexhex-{side}",
        names=tuple(names),
        neighbours=_at_distance_one(centres),
        centres=tuple(centres),
        rows=tuple(rows),
        columns=tuple(columns),
        outline=tuple(centres[corner] for corner in corners),
        stars=tuple(by_name[name] for name in stars),
        dots=tuple(by_name[name] for name in dots),
        guides=tuple(line for line in columns if line.name in dotted),
        naming="row from below, then place from the left",
        turns=6,
    )


@lru_cache(maxsize=64)
def rectangle(width: int, height: int) -> Board:
    """A square grid of ``width`` by ``height`` points (1 to 25 each, at least two points).

    Points have Go's names: column letter from the left, skipping i, and row number from the
    bottom. They are numbered row by row from the top, left to right.
    """
    if not (1 <= width <= 25 and 1 <= height <= 25 and width * height >= 2):
        raise ValueError("a rectangular board has 1 to 25 points on a side, and two or more in all")
    columns = ascii_lowercase.replace("i", "")[:width]
    centres = [(float(x), float(y)) for y in range(height) for x in range(width)]
    bottom, right = height - 1.0, width - 1.0
    return Board(
        key=f"rectangle-{width}x{height}",
        names=tuple(f"{column}{height - y}" for y in range(height) for column in columns),
        neighbours=_at_distance_one(centres),
        centres=tuple(centres),
        rows=tuple(
            Line(
                str(height - y),
                tuple(range(y * width, (y + 1) * width)),
                ((-LABEL_GAP, float(y)), (right + LABEL_GAP, float(y))),
            )
            for y in range(height)
        ),
        columns=tuple(
            Line(
                column,
                tuple(range((height - 1) * width + x, -1, -width)),
                ((float(x), bottom + LABEL_GAP), (float(x), -LABEL_GAP)),
            )
            for x, column in enumerate(columns)
        ),
        outline=((0.0, bottom), (right, bottom), (right, 0.0), (0.0, 0.0)),
        stars=tuple(_stars(width, height)),
        dots=tuple(_stars(width, height)),
        naming="column, then row from below",
        turns=4,
    )


@lru_cache(maxsize=64)
def torus(width: int, height: int) -> Board:
    """A rectangle whose opposite edges meet: there are no edges and no corners."""
    flat = rectangle(width, height)
    edges = {(width * y, width * y + width - 1) for y in range(height)}
    edges |= {(x, width * (height - 1) + x) for x in range(width)}
    meeting = {(p, q) for a, b in edges if a != b for p, q in ((a, b), (b, a))}
    return replace(
        flat,
        key=f"torus-{width}x{height}",
        neighbours=tuple(
            tuple(q for q in range(len(flat)) if q in beside or (p, q) in meeting)
            for p, beside in enumerate(flat.neighbours)
        ),
    )


def _moved(place: XY, right: float, down: float) -> XY:
    return place[0] + right, place[1] + down


def _at_distance_one(centres: list[XY]) -> tuple[tuple[int, ...], ...]:
    """For each place, the others that are one unit away."""
    near = 1.1**2
    return tuple(
        tuple(
            q for q, (u, v) in enumerate(centres) if q != p and (u - x) ** 2 + (v - y) ** 2 < near
        )
        for p, (x, y) in enumerate(centres)
    )


def _stars(width: int, height: int) -> Iterator[int]:
    """Go's star points: near the corners and, on lines that have a middle, there too."""
    if min(width, height) < 7:
        return
    for y in _dotted_lines(height):
        for x in _dotted_lines(width):
            in_the_middle = (x == width // 2) + (y == height // 2)
            if in_the_middle != 1 or min(width, height) > 9:
                yield y * width + x


def _hexagon_dots(side: int) -> list[str]:
    """The middle of a hexagon and six points around it, on the lines that Go's boards dot."""
    if side < 5:
        return []
    low, middle, high = _dotted_lines(2 * side - 1)
    lower, upper = ascii_lowercase[low], ascii_lowercase[high]
    across = [f"{ascii_lowercase[middle]}{number + 1}" for number in (low, middle, high)]
    numbers = [low + 1, middle + 1]
    return [*across, *(f"{row}{number}" for row in (lower, upper) for number in numbers)]


def _dotted_lines(length: int) -> list[int]:
    """The lines that carry dots, counted from one side."""
    inset = 3 if length >= 13 else 2
    return sorted({inset, length - 1 - inset} | ({length // 2} if length % 2 else set[int]()))
