"""Boards: counts, names, neighbours, places, labels, corners."""

from collections.abc import Sequence
from math import cos, dist, pi, sin

import pytest

from engine.board import XY, Board, hexhex, rectangle

BOARDS = [
    *(hexhex(side) for side in (2, 3, 5, 7, 13)),
    *(rectangle(*size) for size in ((1, 2), (2, 1), (5, 3), (9, 9), (13, 13), (19, 19), (25, 25))),
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


@pytest.mark.parametrize(("make", "size"), [(hexhex, (5,)), (rectangle, (9, 7))])
def test_a_board_is_made_once(make: type[Board], size: tuple[int, ...]):
    assert make(*size) is make(*size)  # type: ignore[call-arg]


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
        assert all(dist(one, other) > 0.6 for _, other in board.labels[:n])


@every_board
def test_every_part_of_a_name_is_a_label(board: Board):
    labels = [text for text, _ in board.labels]
    letters, numbers = {name[0] for name in board.names}, {name[1:] for name in board.names}
    assert set(labels) == letters | numbers
    assert len(labels) == len(letters) + len(numbers)


@pytest.mark.parametrize("side", [2, 3, 7])
def test_a_hexagons_letters_stand_left_of_their_rows_and_numbers_below_their_diagonals(side: int):
    board = hexhex(side)
    labels = dict(board.labels)
    for name, (x, y) in zip(board.names, board.centres, strict=True):
        letter_x, letter_y = labels[name[0]]
        assert letter_x < x and letter_y == pytest.approx(y)
        # Only up to the widest row does a number's diagonal run straight to its foot.
        if name[0] <= "abcdefghijklm"[side - 1]:
            number_x, number_y = labels[name[1:]]
            assert number_y > y and number_x > x


def test_a_rectangles_letters_stand_below_their_columns_and_numbers_left_of_their_rows():
    board = rectangle(9, 7)
    labels = dict(board.labels)
    for name, (x, y) in zip(board.names, board.centres, strict=True):
        assert labels[name[0]][0] == x and labels[name[0]][1] > y
        assert labels[name[1:]][1] == y and labels[name[1:]][0] < x


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


def test_a_hexagon_has_no_dots():
    assert hexhex(7).stars == ()
