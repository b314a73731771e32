"""Boards: counts, names, neighbours, places, labels, corners."""

from collections.abc import Sequence
from math import cos, dist, pi, sin

import pytest

from engine.board import XY, Board, hexhex, rectangle, torus

BOARDS = [
    *(hexhex(side) for side in (2, 3, 5, 7, 13)),
    *(rectangle(*size) for size in ((1, 2), (2, 1), (5, 3), (9, 9), (13, 13), (19, 19), (25, 25))),
]
EVERY_SIZE = [
    *map(hexhex, range(2, 14)),
    *(rectangle(*size) for size in ((1, 2), (2, 1), (5, 3), (9, 9), (13, 7), (19, 19), (25, 25))),
]
every_board = pytest.mark.parametrize("board", BOARDS, ids=lambda board: board.key)


@pytest.mark.parametrize("side", range(2, 14))
def test_a_hexagon_of_side_n_has_3n_times_n_minus_1_plus_1_points(side: int):
    assert len(hexhex(side)) == 3 * side * (side - 1) + 1
    assert hexhex(side).key == f"hexhex-{side}"


def test_a_rectangle_has_width_times_height_points():
    assert len(rectangle(5, 3)) == 15
    assert rectangle(5, 3).key == "rectangle-5x3"


@pytest.mark.parametrize("side", [-1, 0, 1, 14])
def test_a_hexagon_of_another_side_is_refused(side: int):
    with pytest.raises(ValueError, match="2 to 13"):
        hexhex(side)


@pytest.mark.parametrize("size", [(0, 5), (5, 0), (26, 1), (1, 26), (1, 1), (-3, -3)])
def test_a_rectangle_of_another_size_is_refused(size: tuple[int, int]):
    with pytest.raises(ValueError, match="1 to 25"):
        rectangle(*size)


@pytest.mark.parametrize(("make", "size"), [(hexhex, (5,)), (rectangle, (9, 7)), (torus, (9, 7))])
def test_a_board_is_made_once(make: type[Board], size: tuple[int, ...]):
    assert make(*size) is make(*size)  # type: ignore[call-arg]


@pytest.mark.parametrize(
    ("size", "neighbours"), [((5, 3), 4), ((5, 2), 3), ((2, 2), 2), ((5, 1), 2), ((1, 2), 1)]
)
def test_on_a_torus_all_points_have_the_same_number_of_neighbours(
    size: tuple[int, int], neighbours: int
):
    board = torus(*size)
    assert {len(set(beside)) for beside in board.neighbours} == {neighbours}
    assert all(
        p in board.neighbours[q] and p != q for p in range(len(board)) for q in board.neighbours[p]
    )


def test_on_a_torus_a_corner_is_beside_the_ends_of_its_row_and_its_column():
    board = torus(5, 4)
    beside = board.neighbours[board.index["a1"]]
    assert {board.names[q] for q in beside} == {"a2", "b1", "e1", "a4"}


def test_hexagon_names_are_row_letters_and_places_from_the_lower_left():
    assert hexhex(2).names == ("a1", "a2", "b1", "b2", "b3", "c1", "c2")
    assert hexhex(7).names[0] == "a1" and hexhex(7).names[-1] == "m7"
    assert "g13" in hexhex(7).index and "g14" not in hexhex(7).index


def test_rectangle_names_are_those_of_go_without_the_letter_i():
    assert rectangle(3, 2).names == ("a2", "b2", "c2", "a1", "b1", "c1")
    assert not any(name.startswith("i") for name in rectangle(25, 25).names)
    assert rectangle(25, 25).names[24] == "z25" and rectangle(9, 1).names[-1] == "j1"


@pytest.mark.parametrize(
    ("board", "point", "expected"),
    [
        (hexhex(3), "c3", "b2 b3 c2 c4 d2 d3"),
        (hexhex(3), "a1", "a2 b1 b2"),
        (hexhex(3), "a2", "a1 a3 b2 b3"),
        (hexhex(3), "e2", "d2 d3 e1 e3"),
        (hexhex(3), "c5", "b4 c4 d4"),
        (rectangle(3, 3), "b2", "a2 b1 b3 c2"),
        (rectangle(3, 3), "a1", "a2 b1"),
        (rectangle(2, 1), "a1", "b1"),
    ],
)
def test_neighbours_by_name(board: Board, point: str, expected: str):
    beside = board.neighbours[board.index[point]]
    assert sorted(board.names[p] for p in beside) == expected.split()


@every_board
def test_names_are_unique_and_indexed(board: Board):
    assert len(set(board.names)) == len(board) == len(board.index)
    assert [board.index[name] for name in board.names] == list(range(len(board)))


@every_board
def test_neighbours_are_mutual_and_never_oneself(board: Board):
    for p, beside in enumerate(board.neighbours):
        assert p not in beside and len(set(beside)) == len(beside) > 0
        assert all(p in board.neighbours[q] for q in beside)


@every_board
def test_neighbours_are_one_unit_apart_and_all_others_further(board: Board):
    for p, place in enumerate(board.centres[:60]):
        for q, other in enumerate(board.centres):
            if q in board.neighbours[p]:
                assert dist(place, other) == pytest.approx(1)
            elif p != q:
                assert dist(place, other) > 1.3


@every_board
def test_each_pair_of_neighbours_is_one_edge(board: Board):
    assert len(set(board.edges)) == len(board.edges)
    assert 2 * len(board.edges) == sum(map(len, board.neighbours))
    assert all(p < q and q in board.neighbours[p] for p, q in board.edges)


@every_board
def test_labels_stand_outside_near_the_board_and_apart(board: Board):
    for text, label in board.labels:
        nearest = min(dist(label, place) for place in board.centres)
        assert 0.6 < nearest < 1, text
    for n, (_, one) in enumerate(board.labels):
        assert all(dist(one, other) > 0.45 for _, other in board.labels[:n])


@pytest.mark.parametrize("board", EVERY_SIZE, ids=lambda board: board.key)
def test_each_point_is_on_one_row_and_one_column_that_make_up_its_name(board: Board):
    for point, name in enumerate(board.names):
        (row,) = (line for line in board.rows if point in line.points)
        (column,) = (line for line in board.columns if point in line.points)
        letter, number = sorted((row.name, column.name), reverse=True)
        assert name == letter + number


@pytest.mark.parametrize("board", EVERY_SIZE, ids=lambda board: board.key)
def test_each_line_carries_its_name_beyond_its_ends(board: Board):
    """Nearer to the point at that end than to any other point of the board."""
    assert len({place for _, place in board.labels}) == len(board.labels)
    for line in (*board.rows, *board.columns):
        assert board.labels.count((line.name, line.ends[0])) == 1
        for point, place in zip((line.points[0], line.points[-1]), line.ends, strict=False):
            away = [dist(centre, place) for centre in board.centres]
            assert away[point] < 0.73
            if len(line.points) > 1:
                assert away[point] <= min(away) + 1e-9, line.name


@pytest.mark.parametrize("board", EVERY_SIZE, ids=lambda board: board.key)
def test_numbers_and_on_rectangles_letters_stand_at_both_ends(board: Board):
    """On a hexagon the right ends of the rows are the numbers' edges."""
    hexagon = board.turns == 6
    assert {len(line.ends) for line in board.rows} == {1 if hexagon else 2}
    assert {len(line.ends) for line in board.columns if len(line.points) > 1 or not hexagon} == {2}


@pytest.mark.parametrize("side", range(2, 14))
def test_no_edge_of_a_hexagon_has_letters_and_numbers(side: int):
    """However the board is turned: letters on two edges, numbers on the other four."""
    board = hexhex(side)
    corners = list(zip(board.outline, (*board.outline[1:], board.outline[0]), strict=True))
    kinds: list[set[bool]] = [set() for _ in corners]
    for text, place in board.labels:
        away = [dist(place, one) + dist(place, other) for one, other in corners]
        kinds[away.index(min(away))].add(text.isdigit())
    assert all(len(kind) <= 1 for kind in kinds)
    assert sum(kind == {False} for kind in kinds) in (1, 2)


@pytest.mark.parametrize("side", range(2, 14))
def test_on_large_hexagons_the_numbers_of_the_star_points_are_lines_to_follow(side: int):
    board = hexhex(side)
    stars = {board.names[star][1:] for star in board.stars}
    assert {line.name for line in board.guides} == stars and bool(stars) == (side > 5)
    assert {point for line in board.guides for point in line.points} >= set(board.stars)
    for line in board.guides:
        across = [board.centres[point][0] for point in line.points]
        assert min(across) < across[0] and min(across) < across[-1], "it bends"


def test_rectangles_have_no_line_that_bends():
    assert not rectangle(19, 19).guides


@pytest.mark.parametrize("board", EVERY_SIZE, ids=lambda board: board.key)
def test_the_points_of_a_line_are_neighbours_one_after_the_other(board: Board):
    """Whoever follows it with a finger comes from one end to the other."""
    for line in (*board.rows, *board.columns):
        for one, next_one in zip(line.points, line.points[1:], strict=False):
            assert next_one in board.neighbours[one]


@pytest.mark.parametrize("board", EVERY_SIZE, ids=lambda board: board.key)
def test_rows_go_from_left_to_right_and_columns_from_below(board: Board):
    for line in board.rows:
        across = [board.centres[point][0] for point in line.points]
        assert across == sorted(across)
        assert len({round(board.centres[point][1], 6) for point in line.points}) == 1
        assert line.ends[0][0] < across[0]
        assert all(place[0] > across[-1] for place in line.ends[1:])
    for line in board.columns:
        down = [board.centres[point][1] for point in line.points]
        assert down == sorted(down, reverse=True)
        if len(line.ends) == 2:  # the last number of a hexagon stands beside its only point
            assert line.ends[0][1] > down[0] and line.ends[1][1] < down[-1]


def test_a_number_on_a_hexagon_bends_at_the_widest_row():
    """Its points lie up to the left as far as there, then up to the right: to its second end."""
    board = hexhex(4)
    for line in board.columns[:-1]:
        across = [board.centres[point][0] for point in line.points]
        middle = len(across) // 2
        assert across[: middle + 1] == sorted(across[: middle + 1], reverse=True)
        assert across[middle:] == sorted(across[middle:])
        assert across == across[::-1]
        (left, below), (right, above) = line.ends
        assert left == right and below == pytest.approx(-above)


@pytest.mark.parametrize(
    ("side", "point", "number"), [(5, "h6", "6"), (5, "i1", "1"), (5, "e9", "9"), (7, "l8", "8")]
)
def test_in_the_upper_half_the_end_of_a_line_is_beside_its_own_last_point(
    side: int, point: str, number: str
):
    board = hexhex(side)
    x, y = board.centres[board.index[point]]
    named = {text for text, (u, v) in board.labels if dist((u, v), (x, y)) < 0.73 and v <= y}
    assert number in named


@every_board
def test_the_outline_goes_round_through_the_outermost_points(board: Board):
    assert set(board.outline) <= set(board.centres)
    for axis in (0, 1):
        for extreme in (min, max):
            assert extreme(place[axis] for place in board.centres) == extreme(
                corner[axis] for corner in board.outline
            )
    if min(len(row) for row in board.neighbours) > 1:
        assert all(inside(board.outline, place) for place in board.centres)


def inside(outline: Sequence[XY], place: XY) -> bool:
    """Whether ``place`` is on the same side of all sides of a convex outline, or on them."""
    turns = [
        (bx - ax) * (place[1] - ay) - (by - ay) * (place[0] - ax)
        for (ax, ay), (bx, by) in zip(outline, [*outline[1:], outline[0]], strict=True)
    ]
    return all(turn <= 1e-9 for turn in turns) or all(turn >= -1e-9 for turn in turns)


@every_board
def test_lines_run_as_before_when_the_board_is_turned(board: Board):
    """Six ways for triangles, four for squares, counted from the ways to a neighbour."""
    assert board.turns == (6 if board.key.startswith("hexhex") else 4)
    ways = [(cos(2 * pi * n / board.turns), sin(2 * pi * n / board.turns)) for n in range(6)]
    for p, q in board.edges:
        (x, y), (u, v) = board.centres[p], board.centres[q]
        assert min(dist((u - x, v - y), way) for way in ways[: board.turns]) < 1e-9


def test_a_hexagon_has_six_corners_with_three_neighbours_each():
    board = hexhex(4)
    corners = [board.centres.index(corner) for corner in board.outline]
    assert [board.names[corner] for corner in corners] == ["a1", "a4", "d7", "g4", "g1", "d1"]
    assert all(len(board.neighbours[corner]) == 3 for corner in corners)


@pytest.mark.parametrize(
    ("size", "stars"),
    [
        ((9, 9), "c3 c7 e5 g3 g7"),
        ((13, 13), "d10 d4 d7 g10 g4 g7 k10 k4 k7"),
        ((19, 19), "d10 d16 d4 k10 k16 k4 q10 q16 q4"),
        ((7, 7), "c3 c5 d4 e3 e5"),
        ((8, 8), "c3 c6 f3 f6"),
        ((6, 6), ""),
    ],
)
def test_the_dots_are_those_of_a_go_board(size: tuple[int, int], stars: str):
    board = rectangle(*size)
    assert sorted(board.names[p] for p in board.stars) == stars.split()


@pytest.mark.parametrize(
    ("side", "stars"),
    [
        (5, ""),
        (6, "c3 c6 f3 f6 f9 i3 i6"),
        (7, "d4 d7 g10 g4 g7 j4 j7"),
        (8, "d4 d8 h12 h4 h8 l4 l8"),
    ],
)
def test_a_hexagon_too_large_for_names_has_dots_in_the_middle_and_around_it(side: int, stars: str):
    """As many lines from the edge as on Go's boards, and equally far from the middle."""
    board = hexhex(side)
    assert sorted(board.names[p] for p in board.stars) == stars.split()
    assert board.named == (not stars)
    middle = board.centres[len(board) // 2]
    away = sorted(round(dist(board.centres[p], middle), 6) for p in board.stars)
    assert not away or (away[0] == 0 and len(set(away[1:])) == 1)


def test_boards_of_at_most_61_points_are_named():
    assert hexhex(5).named and rectangle(7, 8).named and rectangle(2, 25).named
    assert not hexhex(6).named and not rectangle(9, 7).named
