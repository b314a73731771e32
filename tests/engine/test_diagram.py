"""Diagrams: positions as text, both ways."""

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
   e . . .
  d . . . .
 c . . W . .
  b . . . . 5
   a B . . 4
      1 2 3"""
SQUARES = """
 2 . . .
 1 . . W
   a b c"""
ONE_ROW = """
 1 B .
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
    assert drawn[:2] == ["10 . .", " 9 . ."] and drawn[-2:] == [" 1 . .", "   a b"]


@pytest.mark.parametrize("board", [*map(hexhex, range(2, 9)), rectangle(19, 19), rectangle(1, 2)])
def test_every_coordinate_is_written_once(board: Board):
    words = diagram.labelled(board, {}, LETTERS).split()
    assert sorted(words) == sorted([*(text for text, _ in board.labels), *("." * len(board))])
