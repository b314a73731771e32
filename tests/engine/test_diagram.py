"""Diagrams: positions as text, both ways."""

import re

import pytest

from engine import diagram
from engine.board import Board, hexhex, rectangle

LETTERS = ("B", "W")


def test_a_hexagon_is_drawn_with_its_rows_shifted():
    board = hexhex(3)
    stones = {board.index[name]: colour for name, colour in (("e2", 0), ("d2", 1), ("c3", 0))}
    assert diagram.draw(board, stones, LETTERS).split("\n") == [
        "  . B .",
        " . W . .",
        ". . B . .",
        " . . . .",
        "  . . .",
    ]


def test_a_rectangle_is_drawn_from_the_top():
    board = rectangle(3, 2)
    stones = {board.index["a2"]: 0, board.index["c1"]: 1}
    assert diagram.draw(board, stones, LETTERS) == "B . .\n. . W"


@pytest.mark.parametrize("board", [hexhex(2), hexhex(7), hexhex(13), rectangle(9, 5)])
def test_rows_hold_every_point_once_from_the_top_and_from_the_left(board: diagram.Board):
    rows = diagram.rows(board)
    assert sorted(p for row in rows for p in row) == list(range(len(board)))
    for row in rows:
        assert [board.centres[p][0] for p in row] == sorted(board.centres[p][0] for p in row)
    heights = [board.centres[row[0]][1] for row in rows]
    assert heights == sorted(heights)


def test_spaces_and_line_ends_do_not_matter_to_the_reader():
    assert diagram.read(rectangle(2, 2), "B .   \n\n .\tW", LETTERS) == {0: 0, 3: 1}


@pytest.mark.parametrize("text", ["", ". . .", ". . . . .", "...."])
def test_another_number_of_points_is_refused(text: str):
    with pytest.raises(ValueError, match="points, the board 4"):
        diagram.read(rectangle(2, 2), text, LETTERS)


def test_other_letters_are_refused_by_name():
    with pytest.raises(ValueError, match="unknown in the diagram: R b"):
        diagram.read(rectangle(2, 2), "b R . B", LETTERS)


def test_as_a_line_points_go_in_the_order_of_the_board():
    board = hexhex(2)
    assert diagram.line(board, {0: 0, 6: 1}, LETTERS) == "B.....W"


HEXAGON = """
      1 2 3
   e . . . e3
  d . . . . d4
 c . . W . . c5
  b . . . . b4
   a B . . a3
      1 2 3"""
SQUARES = """
   a b c
 2 . . . 2
 1 . . W 1
   a b c"""
ONE_ROW = """
   a b
 1 B . 1
   a b"""


@pytest.mark.parametrize(
    ("board", "stones", "drawn"),
    [
        (hexhex(3), {"a1": 0, "c3": 1}, HEXAGON),
        (rectangle(3, 2), {"c1": 1}, SQUARES),
        (rectangle(2, 1), {"a1": 0}, ONE_ROW),
    ],
    ids=["hexagon", "squares", "one row"],
)
def test_coordinates_stand_where_they_are_on_the_board(
    board: Board, stones: dict[str, int], drawn: str
):
    placed = {board.index[name]: colour for name, colour in stones.items()}
    assert "\n" + diagram.labelled(board, placed, LETTERS) == drawn


def test_rows_of_two_digits_end_where_those_of_one_do():
    drawn = diagram.labelled(rectangle(2, 10), {}, LETTERS).splitlines()
    assert drawn[1:3] == [" 10 . . 10", "  9 . . 9"]
    assert drawn[-2:] == ["  1 . . 1", "    a b"] and drawn[0] == drawn[-1]


SHAPES = [*map(hexhex, range(2, 14)), rectangle(19, 19), rectangle(1, 2), rectangle(25, 3)]


@pytest.mark.parametrize("board", SHAPES, ids=lambda board: board.key)
def test_a_reader_line_by_line_can_name_every_point(board: Board):
    """A line begins with its row and ends with it or with its last point; others are numbers."""
    first, *lines, last = diagram.labelled(board, {}, LETTERS).splitlines()
    for line, row in zip(lines, diagram.rows(board), strict=True):
        before, *points, after = line.split()
        assert points == ["."] * len(row)
        assert all(before in board.names[point] for point in row)
        assert after in (before, board.names[row[-1]])
    names = {line.name for line in board.columns}
    assert first == last and set(first.split()) <= names


def test_numbers_too_wide_to_stand_side_by_side_are_left_out():
    assert diagram.labelled(hexhex(13), {}, LETTERS).split("\n")[0].split() == [
        *map(str, range(1, 11)),
        "12",
    ]


@pytest.mark.parametrize(
    "board", [*map(hexhex, range(2, 10)), rectangle(19, 19)], ids=lambda board: board.key
)
def test_names_of_columns_stand_where_their_lines_lead(board: Board):
    """Above and below, at most one character aside of the point at their end."""
    first, *lines, last = diagram.labelled(board, {}, LETTERS).splitlines()
    for names, near, row in ((first, lines[0], 0), (last, lines[-1], -1)):
        points = [n for n, token in enumerate(near) if token == "."]
        for point, at in zip(diagram.rows(board)[row], points, strict=True):
            column = next(line.name for line in board.columns if point in line.points)
            assert re.search(rf"\b{column}\b", names), column
            match = next(m for m in re.finditer(r"\w+", names) if m.group() == column)
            assert match.start() - at in (0, 1)
