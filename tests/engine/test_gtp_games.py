"""The Go Text Protocol: boards, moves, scores, and what only our games have."""

import re
from dataclasses import replace

import pytest

from engine.games import all_games
from tests.engine.gtp_client import GAMES, Client, kee, keil

__all__ = ["kee", "keil"]


# --- the board ---


@pytest.mark.parametrize(
    ("key", "line", "points"),
    [
        ("kee", "boardsize 7", 49),
        ("kee", "boardsize 7 4", 28),
        ("kee", "rectangular_boardsize 2 19", 38),
        ("keil", "boardsize 4", 37),
        ("ki", "boardsize 9", 81),
        ("ki", "rectangular_boardsize 9 9", 81),
        ("trio", "boardsize 3", 9),
    ],
)
def test_the_board_has_the_size_that_is_asked_for(key: str, line: str, points: int):
    client = Client(key)
    client.ask("genmove b")
    client.ask(line)
    assert client.position() == "." * points
    assert "ply=0 to_move=1" in client.ask("keil-state")


@pytest.mark.parametrize(
    ("key", "line"),
    [
        *(("kee", f"boardsize {size}") for size in ("1", "20", "0", "999999999", "9 20")),
        *(("keil", f"boardsize {size}") for size in ("2", "9", "5 4")),
        *(("ki", f"boardsize {size}") for size in ("8", "21", "9 11")),
    ],
)
def test_a_size_that_the_game_does_not_offer_is_unacceptable(key: str, line: str):
    assert Client(key).fail(line).startswith("unacceptable size: ")


def test_a_game_of_one_size_takes_no_other():
    client = Client("keil")
    game = all_games()["keil"]
    rest = tuple(option for option in game.options if option.key != "size")
    client.engine.session.game = replace(game, options=rest)
    assert client.fail("boardsize 5") == "unacceptable size: Keil has no such boards"


def test_a_cleared_board_keeps_size_and_komi(kee: Client):
    kee.ask("komi 1.5")
    kee.ask("play b a1")
    kee.ask("clear_board")
    assert kee.ask("keil-state") == f"ply=0 to_move=1 seats=BW score=0/1.5 position={'.' * 20}"


@pytest.mark.parametrize(
    ("number", "score"), [("0", "0"), ("6.5", "6.5"), ("7.", "7"), (".5", "0.5"), ("+3", "3")]
)
def test_komi_changes_the_score_and_not_the_position(kee: Client, number: str, score: str):
    for line in ("play b b2", "play w c3", "play b resign", "undo"):
        kee.ask(line)
    before = kee.ask("keil-state")
    kee.ask(f"komi {number}")
    white = f"{float(score) + 1:g}"
    assert kee.ask("keil-state") == before.replace("score=1/1", f"score=1/{white}")
    kee.ask("undo")
    assert "ply=1 " in kee.ask("keil-state")


def test_komi_that_nobody_may_have_is_refused(kee: Client):
    assert (
        kee.fail("komi -21") == "komi must be a whole number or a half from -20 to 20 on this board"
    )
    assert "a half" in kee.fail("komi 0.3")
    assert "20 on this board" in kee.fail("komi 21")


def test_a_board_that_is_too_small_for_the_komi_is_unacceptable(kee: Client):
    kee.ask("komi 20")
    assert kee.fail("boardsize 3") == (
        "unacceptable size: komi must be a whole number or a half from -9 to 9 on this board"
    )


def test_a_game_without_komi_takes_none():
    client = Client("ki")
    assert client.ask("komi 0") == "" and client.ask("komi 0.0") == ""
    assert client.fail("komi 6.5") == "Ki is played without komi, so it takes 0 alone"


def test_komi_is_nothing_unless_the_players_are_asked_to_settle_it(keil: Client):
    assert "seats=BW score=0/0 " in keil.ask("keil-state")
    keil.ask("komi 2.5")
    assert "seats=BW score=0/2.5 " in keil.ask("keil-state")
    keil.ask("keil-option komi")
    assert keil.ask("keil-words") == "komi 0..19"
    keil.ask("keil-option linking 2019")  # which is usual with half komi, without the button
    assert keil.ask("keil-words") == "komi 0..19 by 0.5"
    keil.ask("keil-say 1 komi 6,5")
    assert keil.ask("keil-words") == "black\nwhite"
    keil.ask("keil-option linking current")
    keil.ask("clear_board")
    assert keil.ask("keil-words") == "komi 0..19"
    keil.ask("keil-say 1 komi 7")
    assert keil.fail("komi 3") == "the players settle komi in this game: clear_board first"
    keil.ask("clear_board")
    keil.ask("komi 3")
    assert "score=0/3 " in keil.ask("keil-state")


def test_the_board_is_shown_with_coordinates_and_who_is_to_move(kee: Client, keil: Client):
    kee.ask("play b b2")
    assert kee.answer("4 showboard").split("\n") == [
        "=4",
        "   a b c d e",
        " 4 . . . . . 4",
        " 3 . . . . . 3",
        " 2 . B . . . 2",
        " 1 . . . . . 1",
        "   a b c d e",
        " to move: 2 white",
    ]
    assert keil.ask("showboard").split("\n")[-3:] == [
        "   a . . . a3",
        "      1 2 3",
        " to move: 1 black",
    ]


# --- moves ---


def test_points_and_colours_are_read_in_any_case_and_written_in_capitals(kee: Client):
    for line in ("play B B2", "play white c3", "play bLaCk d-4", "play W pass"):
        kee.ask(line)
    assert kee.position() == "...B.\n..W..\n.B...\n.....".replace("\n", "")
    assert re.fullmatch("[A-E][1-4]", kee.ask("genmove b"))
    assert kee.ask("keil-to_move") == "2 white"


def test_more_colours_have_names_too():
    client = Client("kee", seats=8, width=7, height=3)
    for move, colour in zip(
        ("a1", "c1", "e1", "g1", "a3", "c3", "e3", "g3"),
        ("b", "White", "R", "green", "Y", "purple", "magenta", "u"),
        strict=True,
    ):
        client.ask(f"play {colour} {move}")
    assert client.position() == "Y.P.M.U.......B.W.R.G"
    assert client.ask("keil-to_move") == "1 black"


@pytest.mark.parametrize(
    ("line", "why"),
    [
        ("play b a1", "it is White's turn"),
        ("genmove b", "it is White's turn"),
        ("keil-say 1 a1", "it is White's turn"),
        ("keil-genmove 1", "it is White's turn"),
        ("play b resign", "it is White's turn"),
        ("play w c2", "because of occupied"),
        ("play w j19", "because of off-board"),
        ("play w a99999", "because of off-board"),
        ("play w b2", "because of repetition of ply 8"),
    ],
)
def test_an_illegal_move_is_refused_and_says_why(line: str, why: str):
    """Black has just taken a stone in a ko."""
    client = Client("kee", width=5, height=3)
    for seat, point in enumerate(["b3", "c3", "a2", "d2", "b1", "c1", "e3", "b2", "c2"]):
        client.ask(f"keil-say {seat % 2 + 1} {point}")
    assert client.fail(line) == f"illegal move: {why}"


def test_a_pass_that_is_not_legal_is_an_illegal_move(keil: Client):
    assert keil.fail("play b pass") == "illegal move: because of pass-before-button"
    assert keil.ask("play b button") == ""
    assert keil.ask("play w pass") == ""


def test_after_the_end_no_move_is_legal(kee: Client):
    for colour in "bwb":
        kee.ask(f"play {colour} pass")
    for line in ("play w a1", "genmove w", "keil-say 2 a1", "play w resign"):
        assert kee.fail(line) == "illegal move: the game is over"
    assert kee.ask("keil-to_move") == "-" and "to_move=- " in kee.ask("keil-state")
    assert kee.ask("keil-legal") == kee.ask("keil-words") == ""
    assert kee.ask("showboard").endswith("to move: -")


@pytest.mark.parametrize("key", all_games())
def test_whatever_is_played_can_be_taken_back_to_the_start(key: str):
    client = Client(key)
    states = [client.ask("keil-state")]
    for _ in range(20):
        client.ask(f"keil-genmove {client.ask('keil-to_move')[0]}")
        states.append(client.ask("keil-state"))
    while len(states) > 1:
        assert client.ask("keil-state") == states.pop()
        client.ask("undo")
    assert client.ask("keil-state") == states[0]
    assert client.fail("undo") == "cannot undo: nothing was played"


# --- the end ---


def test_the_score_is_that_of_the_board_as_it_stands(kee: Client):
    assert kee.ask("final_score") == "0"
    kee.ask("komi 1.5")
    assert kee.ask("final_score") == "W+1.5"
    kee.ask("play b a1")
    assert kee.ask("final_score") == "B+18.5"
    assert kee.ask("keil-score") == "B 20\nW 1.5"


def test_with_more_than_two_the_winner_is_ahead_of_the_next():
    client = Client("kee", seats=3, width=3, height=3)
    for move in ("b a1", "w c1", "r c2", "b a2", "w pass", "r c3"):
        client.ask(f"play {move}")
    assert client.ask("keil-score") == "B 2\nW 1\nR 2"
    assert client.ask("final_score") == "0"
    client.ask("play b a3")
    assert client.ask("final_score") == "B+1"


def test_who_resigns_has_lost_and_that_can_be_taken_back(kee: Client):
    kee.ask("play b resign")
    assert kee.ask("final_score") == "W+R"
    assert kee.fail("genmove w") == "illegal move: the game is over"
    assert kee.ask("keil-legal") == kee.ask("keil-words") == ""
    kee.ask("undo")
    assert kee.ask("final_score") == "0"


def test_who_resigns_passes_from_then_on_while_others_play():
    client = Client("kee", seats=3, width=3, height=3)
    client.ask("play b resign")
    assert client.ask("keil-to_move") == "2 white"
    client.ask("play w b2")
    client.ask("play r pass")
    assert client.ask("keil-to_move") == "2 white"
    client.ask("komi 1")
    assert "ply=4 to_move=2 seats=BWR score=0/9/1 " in client.ask("keil-state")
    assert client.ask("final_score") == "W+8"
    client.ask("undo")
    assert client.ask("keil-to_move") == "3 red"
    client.ask("play r resign")
    assert client.ask("final_score") == "W+R"


# --- what Go does not need ---


def test_the_games_are_listed_and_chosen(kee: Client):
    listed = [line.partition(":")[0] for line in kee.ask("keil-games").split("\n")]
    assert listed == list(GAMES)
    for key, game in GAMES.items():
        kee.ask(f"keil-game {key}")
        start = game.start(game.settle({}), game.seats[0])
        assert kee.position() == "." * len(start.board)
    assert kee.fail("keil-game chess").startswith("there is no such game: say one of keil, kee, ki")


def test_options_are_listed_and_changed(keil: Client):
    assert keil.ask("keil-options").split("\n") == [
        "size 3: a whole number from 3 to 8; Points on each side of the board; 7 is the published "
        "game",
        "linking current: current or 2019; Wording of the rules; 2019 changes only the display of "
        "groups and the score",
        "komi 0: a whole number or a half from -169 to 169, or left empty; Points for White, "
        "below 0 for Black; left out, you settle it before the first stone",
        "button yes: yes or no; Half a point for whoever takes the button as a turn",
        "handicap: a whole number from 2 to 7, or left empty; Stones that Black has at first; "
        "White then moves first, and komi is 0 unless you give it",
        "komi_by cut: cut or choose or lot or auction or sealed; How you settle komi, if you leave "
        "it out",
    ]
    keil.ask("play b a1")
    keil.ask("keil-option button no")
    assert "ply=0 " in keil.ask("keil-state") and keil.ask("keil-words") == "pass"
    assert keil.fail("keil-option button maybe") == "button must be yes or no"
    assert keil.fail("keil-option size 99") == "size must be a whole number from 3 to 8"
    assert keil.fail("keil-option side 3") == "Keil has no option side"


def test_a_number_of_players_is_chosen(kee: Client):
    kee.ask("komi 0.5")
    kee.ask("keil-players 3")
    assert kee.ask("keil-score") == "B 0\nW 0\nR 0.5"
    assert kee.fail("keil-players 9") == "Kee Rules Go is for 2 to 8 players"
    assert Client("ki").fail("keil-players 3") == "Ki is for 2 players"


def test_before_there_are_colours_seats_speak(keil: Client):
    keil.ask("keil-option komi")
    assert keil.ask("keil-to_move") == "1" and "seats=- " in keil.ask("keil-state")
    assert keil.fail("play b a1").startswith("illegal move: nobody has a colour yet")
    assert keil.fail("genmove b").startswith("illegal move: nobody has a colour yet")
    assert keil.fail("keil-say 2 komi 3") == "illegal move: it is the first player's turn"
    assert keil.fail("keil-say 1 komi 20") == "illegal move: because of expected-komi"
    assert keil.ask("final_score") == "0"
    keil.ask("keil-say 1 Komi  4")
    assert keil.ask("keil-words") == keil.ask("keil-legal") == "black\nwhite"
    assert keil.ask("keil-genmove 2") in ("black", "white")
    keil.ask("undo")
    keil.ask("keil-say 2 black")
    assert "to_move=2 seats=WB score=0/4 " in keil.ask("keil-state")
    assert keil.ask("keil-to_move") == "2 black"
    assert keil.ask("play b c3") == "" and keil.ask("keil-say 1 button") == ""


def test_the_legal_moves_are_listed(keil: Client):
    keil.ask("play b a1")
    legal = keil.ask("keil-legal").split("\n")
    assert len(legal) == 19 and {"A2", "E3", "button"} < set(legal)
