"""The stones of a handicap: where they stand, by the Go Text Protocol, and in files."""

import pytest

from engine import handicap
from engine.board import Board, hexhex, rectangle
from engine.games import all_games
from engine.record import FORMS, read
from tests.engine.gtp_client import Client, kee, keil

__all__ = ["kee", "keil"]

ON_GOS_BOARD = {
    2: "d4 q16",
    3: "d4 q16 d16",
    4: "d4 q16 d16 q4",
    5: "d4 q16 d16 q4 k10",
    6: "d4 q16 d16 q4 d10 q10",
    7: "d4 q16 d16 q4 d10 q10 k10",
    8: "d4 q16 d16 q4 d10 q10 k4 k16",
    9: "d4 q16 d16 q4 d10 q10 k4 k16 k10",
}
"""As the specification of the protocol draws them."""


@pytest.mark.parametrize("number", ON_GOS_BOARD)
def test_on_gos_board_they_are_where_go_has_them(number: int) -> None:
    assert " ".join(handicap.fixed(rectangle(19, 19), number)) == ON_GOS_BOARD[number]


@pytest.mark.parametrize(
    ("board", "most"),
    [
        (rectangle(5, 5), 0),
        (rectangle(7, 7), 4),
        (rectangle(8, 8), 4),
        (rectangle(9, 9), 5),
        (rectangle(13, 13), 9),
        (rectangle(14, 14), 4),
        (hexhex(4), 0),
        (hexhex(5), 7),
        (hexhex(8), 7),
    ],
    ids=lambda value: getattr(value, "key", None),
)
def test_there_are_as_many_as_the_board_has_places(board: Board, most: int) -> None:
    assert handicap.most(board) == most
    for number in range(handicap.LEAST, most + 1):
        assert len({*handicap.fixed(board, number)}) == number


def test_an_even_number_looks_the_same_from_the_other_side() -> None:
    """Turned by half, a hexagon's rows and places count from the other end."""
    board = hexhex(6)
    last = len(board) - 1
    for number in (2, 4, 6):
        points = {board.index[name] for name in handicap.fixed(board, number)}
        assert {last - point for point in points} == points


# --- the Go Text Protocol ---


def test_a_fixed_handicap_is_placed_and_white_begins(kee: Client) -> None:
    kee.ask("boardsize 9")
    assert kee.ask("fixed_handicap 3") == "C3 G7 C7"
    assert kee.ask("keil-to_move") == "2 white"
    kee.ask("play w e5")
    assert kee.fail("fixed_handicap 2") == "board not empty"
    assert "AB[" in kee.ask("printsgf") and "HA[3]" in kee.ask("printsgf")
    kee.ask("undo")
    assert kee.fail("place_free_handicap 2") == "board not empty"
    kee.ask("clear_board")
    assert kee.ask("keil-to_move") == "1 black"


@pytest.mark.parametrize("number", ["0", "1", "6", "100"])
def test_a_number_without_places_is_refused(kee: Client, number: str) -> None:
    kee.ask("boardsize 9")
    assert kee.fail(f"fixed_handicap {number}") == "invalid number of stones"


def test_of_a_free_handicap_we_place_as_many_as_have_a_place(kee: Client) -> None:
    kee.ask("boardsize 9")
    assert kee.ask("place_free_handicap 20") == "C3 G7 C7 G3 E5"
    kee.ask("boardsize 5")
    assert kee.fail("place_free_handicap 2") == "invalid number of stones"
    assert kee.fail("place_free_handicap x").startswith("syntax error")


def test_others_place_a_free_handicap(kee: Client) -> None:
    kee.ask("boardsize 5")
    for points in ("a1", "a1 a1", "a1 z9", "a1 pass", " ".join(rectangle(5, 5).names)):
        assert kee.fail(f"set_free_handicap {points}") == "bad vertex list"
    assert kee.ask("set_free_handicap A1 e5 C3") == ""
    assert kee.fail("set_free_handicap b2 d4") == "board not empty"
    assert kee.fail("set_free_handicap").startswith("syntax error")
    kee.ask("play w b1")


def test_keil_and_ki_have_them_too(keil: Client) -> None:
    keil.ask("keil-option size 5")
    assert keil.ask("fixed_handicap 2") == "E3 E7"
    keil.ask("play w e5")
    ki = Client("ki")
    assert ki.ask("fixed_handicap 4") == "C3 J9 C9 J3"
    assert ki.ask("keil-to_move") == "2 white"


def test_a_game_for_three_has_none() -> None:
    assert Client("kee", 3).fail("fixed_handicap 2") == "a handicap is for two players"


# --- files ---


@pytest.mark.parametrize(
    ("moves", "mover"), [("", "W"), (";B[aa]", "B"), ("PL[B]", "B"), (";W[aa]", "W")]
)
def test_a_file_with_a_handicap_says_who_begins(moves: str, mover: str) -> None:
    data = f"(;FF[4]GM[1]SZ[9]RU[kee-1]KM[0]HA[2]AB[cc][gg]{moves})".encode()
    record = read(data, all_games())
    assert record.setup is not None
    assert "BW"[record.setup.mover] == mover
    written = FORMS["sgf"](record)
    assert (b"HA[2]" in written) == (mover == "W")
    assert read(written, all_games()) == record
