"""The stones of a handicap: where they stand, in challenges, by the Go Text Protocol, in files."""

from collections.abc import Iterator
from dataclasses import replace
from typing import cast

import pytest

from engine import handicap
from engine.board import Board, hexhex, rectangle
from engine.game import Game, OptionError, OptionProblem, Options, OptionValue, Setup
from engine.games import all_games
from engine.masks import BLACK, WHITE
from engine.match import Match
from engine.position import Placement, Position
from engine.record import FORMS, Record, RecordError, json_form, read
from engine.turns import NO_TIME, Turn
from tests.engine.gtp_client import Client, kee, keil

__all__ = ["kee", "keil"]
GAMES = all_games()

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


# --- agreed before the game ---


def first(key: str, **chosen: OptionValue) -> Position:
    """The position before the first move."""
    game = GAMES[key]
    return Match.start(game, game.settle(chosen), 2).position


def standing(position: Position) -> dict[str, int]:
    return {position.board.names[point]: colour for point, colour in position.stones.items()}


def test_black_has_the_stones_on_the_dots_and_white_moves_first() -> None:
    position = first("keil", size=5, handicap=3)
    assert standing(position) == dict.fromkeys(("c3", "e3", "e7"), BLACK)
    assert position.to_move == 1
    assert position.colours == (BLACK, WHITE)
    after = position.play(Placement("e5"))
    assert standing(after) == {**standing(position), "e5": WHITE}
    assert after.to_move == 0
    assert standing(first("kee", handicap=2)) == dict.fromkeys(("c3", "g7"), BLACK)
    assert first("kee", handicap=2).to_move == 1


def test_without_a_handicap_the_board_is_empty_and_black_moves_first() -> None:
    for key, game in GAMES.items():
        assert not first(key).stones
        assert not game.with_handicap(game.settle({}))
    assert first("keil", komi=0).to_move == first("kee").to_move == 0


@pytest.mark.parametrize(
    ("chosen", "komi", "button"),
    [
        ({"handicap": 2}, 0, True),
        ({"handicap": 2, "button": False}, 0.5, False),  # a whole number could tie
        ({"handicap": 2, "komi": 3}, 3, True),
        ({"handicap": 2, "komi": -3}, -3, True),
        ({"handicap": 2, "size": 7}, 0, True),
    ],
)
def test_komi_beside_a_handicap_is_none_unless_it_is_given(
    chosen: Options, komi: float, *, button: bool
) -> None:
    """And never left to the pie: who has the stones is agreed."""
    keil = GAMES["keil"]
    options = keil.settle(chosen)
    assert (options["komi"], options["button"]) == (komi, button)
    assert keil.start(options, 2).declarations()[0].word == ("button" if button else "pass")
    assert keil.usual_komi(options, 2) == (0 if button else 0.5)


@pytest.mark.parametrize(
    ("key", "measured", "others"),
    [
        ("keil", [{"size": 5}, {"size": 6}, {"size": 7}], [{"size": 8}]),
        ("kee", [{"width": 9}], [{"width": 13}, {"side": 5}]),
        ("ki", [], [{"size": 11}]),
    ],
)
def test_more_stones_make_up_for_more(
    key: str, measured: list[Options], others: list[Options]
) -> None:
    """Where it was measured; and as many stones have places on that board."""
    game = GAMES[key]
    for board in measured:
        worth = game.handicap_worth(game.settle(board))
        assert list(worth) == sorted(worth) and list(worth.values()) == sorted(worth.values())
        for stones in worth:
            assert game.settle({**board, "handicap": stones})["handicap"] == stones
    assert all(game.handicap_worth(game.settle(board)) == {} for board in others)


def test_a_handicap_takes_the_place_of_the_usual_komi() -> None:
    for key, komi in (("keil", None), ("kee", 0.0)):
        assert GAMES[key].with_presets({"handicap": 4}) == {"handicap": 4, "komi": komi}
        assert GAMES[key].with_presets({"handicap": 4, "komi": 2}) == {"handicap": 4, "komi": 2}
    kee = GAMES["kee"]
    assert kee.usual_komi(kee.settle({"handicap": 4}), 2) == 0


@pytest.mark.parametrize(
    ("key", "chosen", "problem"),
    [
        ("keil", {"size": 3, "handicap": 2}, OptionProblem.NO_PLACES),
        ("keil", {"size": 4, "handicap": 7}, OptionProblem.NO_PLACES),
        ("kee", {"width": 5, "height": 5, "handicap": 2}, OptionProblem.NO_PLACES),
        ("kee", {"handicap": 6}, OptionProblem.VALUE),
        ("keil", {"handicap": 9}, OptionProblem.VALUE),
        ("keil", {"handicap": 1}, OptionProblem.VALUE),
        ("keil", {"handicap": 0}, OptionProblem.VALUE),
        ("keil", {"handicap": 2.5}, OptionProblem.VALUE),
        ("keil", {"handicap": True}, OptionProblem.VALUE),
        ("ki", {"handicap": 2}, OptionProblem.UNKNOWN),
    ],
)
def test_stones_that_have_no_place_are_refused(
    key: str, chosen: Options, problem: OptionProblem
) -> None:
    with pytest.raises(OptionError) as refused:
        GAMES[key].settle(chosen)
    assert (refused.value.option, refused.value.problem) == ("handicap", problem)


def test_of_a_board_with_five_places_six_is_too_many_on_this_board() -> None:
    with pytest.raises(OptionError) as refused:
        GAMES["kee"].settle({"handicap": 6})
    assert refused.value.about["on_this_board"]
    assert refused.value.about["declared"] == replace(handicap.OPTION, bounds=(2, 5))


def test_a_handicap_is_for_two_players() -> None:
    kee = GAMES["kee"]
    with pytest.raises(OptionError) as refused:
        kee.settle({"handicap": 2}, 3)
    assert refused.value.problem is OptionProblem.FOR_TWO


def boards() -> Iterator[tuple[Game, Options]]:
    """Boards of every game with the most stones that fit them."""
    sizes = [{"size": size} for size in range(3, 9)]
    rectangles = [{"width": w, "height": h} for w in (6, 7, 8, 9, 13, 19) for h in (7, 9, 13, 19)]
    hexagons = [{"side": side} for side in range(2, 9)]
    for key, shapes in (("keil", sizes), ("kee", [*rectangles, *hexagons])):
        for shape in shapes:
            board = GAMES[key].start(GAMES[key].settle(shape), 2).board
            if most := handicap.most(board):
                yield GAMES[key], {**shape, "handicap": most}


def test_the_stones_stand_apart_so_that_every_one_has_a_liberty() -> None:
    """The games rely on it: they look for captures beside a stone only."""
    for game, options in boards():
        position = game.start(game.settle(options), 2)
        assert all(map(position.liberties, position.groups()))
        assert len(position.groups()) == len(position.stones) == options["handicap"]


def test_most_that_is_offered_is_what_the_best_board_has_places_for() -> None:
    for key in ("keil", "kee"):
        bounds = GAMES[key].option("handicap").bounds
        found = [int(str(options["handicap"])) for game, options in boards() if game.key == key]
        assert bounds == (handicap.LEAST, max(found))


@pytest.mark.parametrize(("key", "points"), [("keil", 19), ("kee", 81)])
def test_komi_may_be_blacks(key: str, points: int) -> None:
    """Whoever has Black then has points besides the first move."""
    game = GAMES[key]
    shape = {"size": 3} if key == "keil" else {}
    position = game.start(game.settle({**shape, "komi": -3.5}), 2)
    black, white = position.score()
    assert (black, white) == (0, -3.5)
    assert position.to_move == 0
    game.settle({**shape, "komi": -points})
    with pytest.raises(OptionError) as refused:
        game.settle({**shape, "komi": -points - 1})
    assert refused.value.problem is OptionProblem.VALUE


def test_half_a_point_for_black_prevents_a_tie_too() -> None:
    """Half komi goes without the button, whoever has it."""
    keil = GAMES["keil"]
    assert keil.with_presets({"komi": -6.5}) == {"komi": -6.5, "button": False}
    assert keil.with_presets({"komi": -6.0}) == {"komi": -6.0}


def test_the_pie_names_no_komi_for_black() -> None:
    """It is the other's choice that makes a side good."""
    position = first("keil", size=3)
    assert position.declarations()[0].numbers == range(20)
    assert not position.is_declaration("komi -1")


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


def test_a_handicap_among_the_settings_is_on_the_board(kee: Client) -> None:
    kee.ask("boardsize 9")
    kee.ask("keil-option handicap 3")
    assert kee.ask("keil-to_move") == "2 white"
    assert kee.fail("fixed_handicap 2") == "board not empty"
    assert "OPTION[handicap:3]" in kee.ask("printsgf")
    kee.ask("keil-option handicap")
    assert kee.ask("fixed_handicap 2") == "C3 G7"


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


def played(key: str, *moves: str, **chosen: OptionValue) -> Record:
    """A record whose moves begin with White's."""
    turns = tuple(Turn((n + 1) % 2, move, NO_TIME) for n, move in enumerate(moves))
    return Record(GAMES[key], GAMES[key].settle(chosen), ("", ""), turns)


HANDICAPS = [
    played("kee", "e5", "f5", handicap=3),
    played("kee", "e5", side=5, handicap=2),
    played("keil", "e4", "button", handicap=7),
    played("keil", handicap=2, size=8, komi=-4, linking="2019"),
]


@pytest.mark.parametrize("record", HANDICAPS)
@pytest.mark.parametrize("form", ["sgf", "json"])
def test_a_handicap_that_was_agreed_is_in_the_file_with_its_stones(
    record: Record, form: str
) -> None:
    written = FORMS[form](record)
    assert read(written, GAMES) == record
    assert record.setup is None
    assert FORMS[form](read(written, GAMES)) == written


def test_a_go_program_sees_the_stones_and_who_begins() -> None:
    written = FORMS["sgf"](HANDICAPS[0]).decode()
    assert "AB[cg][gc][cc]" in written
    assert "HA[3]" in written
    assert "PL[W]" in written
    assert "OPTION[handicap:3]" in written


def test_json_has_the_stones_as_its_setup() -> None:
    written = json_form.write(HANDICAPS[2]).decode()
    assert '"handicap": 7' in written
    assert '"to_move": "W"' in written
    assert '"B": [' in written


def test_a_program_may_write_the_stones_in_another_order() -> None:
    written = FORMS["sgf"](HANDICAPS[0]).replace(b"AB[cg][gc][cc]", b"AB[cc][cg][gc]")
    assert read(written, GAMES) == HANDICAPS[0]


@pytest.mark.parametrize(
    "stones", [b"AB[cg][gc]", b"AB[cg][gc][cc]PL[B]", b"AB[aa]AW[bb]", b"PL[W]"]
)
def test_a_file_whose_stones_are_not_those_of_its_handicap_is_refused(stones: bytes) -> None:
    data = b"(;FF[4]GM[1]SZ[9]RU[kee-1]KM[0]OPTION[handicap:3]" + stones + b")"
    with pytest.raises(RecordError) as refused:
        read(data, GAMES)
    assert isinstance(refused.value.cause, OptionError)
    assert refused.value.cause.problem is OptionProblem.CONFLICT


def test_a_file_may_leave_the_stones_to_its_handicap() -> None:
    record = read(b"(;FF[4]GM[1]SZ[9]RU[kee-1]KM[0]OPTION[handicap:3];W[ee];B[fe])", GAMES)
    assert record == HANDICAPS[0]


@pytest.mark.parametrize(
    ("key", "chosen"), [("keil", {"size": 3}), ("kee", {"width": 5}), ("kee", {"side": 2})]
)
def test_the_refusal_of_a_small_board_names_the_smallest_that_has_places(
    key: str, chosen: Options
) -> None:
    with pytest.raises(OptionError) as refused:
        GAMES[key].settle({**chosen, "handicap": 2})
    smallest = refused.value.about["smallest"]
    assert isinstance(smallest, dict)
    named = cast(dict[str, int], smallest)
    assert named
    assert {*named} >= {*chosen}
    GAMES[key].settle({**named, "handicap": 2})
    with pytest.raises(OptionError):
        GAMES[key].settle({**{at: side - 1 for at, side in named.items()}, "handicap": 2})


def test_other_stones_do_not_stand_beside_a_handicap() -> None:
    kee = GAMES["kee"]
    with pytest.raises(OptionError) as refused:
        kee.begin(kee.settle({"handicap": 2}), 2, Setup({WHITE: ("a1",)}))
    assert refused.value.problem is OptionProblem.CONFLICT


def test_a_handicap_that_cannot_be_played_is_refused_in_a_file() -> None:
    with pytest.raises(RecordError) as refused:
        read(b"(;FF[4]GM[1]SZ[5]RU[kee-1]KM[0]OPTION[handicap:2])", GAMES)
    assert isinstance(refused.value.cause, OptionError)
    assert refused.value.cause.problem is OptionProblem.NO_PLACES
