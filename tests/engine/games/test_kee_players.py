"""What the referee alone judges of Kee: one player and many, other boards, rule 5 by its letter."""

import json
from typing import Any

import pytest

from engine.game import Setup
from engine.games import all_games
from engine.games.kee import COLOURS, GAME, LETTERS
from engine.protocols.referee import answer
from engine.record import Record, sgf
from engine.turns import NO_TIME, Turn
from tests.engine.games.helpers import play
from tests.engine.games.kee_helpers import empty, kee, legal, repeats


def judged(moves: str = "", **opts: Any) -> dict[str, Any]:
    """The referee's answer to a game of Kee."""
    request = {"game": "kee", "opts": opts, "moves": moves.split()}
    return answer(json.dumps(request).encode())


def test_letters_are_all_different_and_begin_with_those_that_people_play():
    assert len(set(LETTERS)) == len(LETTERS) and LETTERS[: len(COLOURS)] == COLOURS
    assert all(len(letter) == 1 and letter.isupper() for letter in LETTERS)


@pytest.mark.parametrize("players", [1, 7, 8, 12, len(LETTERS)])
def test_it_is_applicable_to_any_number_of_players(players: int):
    """ "Game shall be applicable to any number of players (even 3 or more)." """
    points = [f"a{n + 1}" for n in range(players % 25 or 1)]
    told = judged(" ".join(points), rows=25, cols=25, players=players)
    assert list(told["board"]) == list(LETTERS[:players])
    assert told["to_move"] == LETTERS[len(points) % players]
    passes = ["pass"] * (2 * players - 1)
    over = judged(" ".join([*points, *passes]), rows=25, cols=25, players=players)
    assert over["over"]
    assert not judged(" ".join([*points, *passes[1:]]), rows=25, cols=25, players=players)["over"]


def test_no_more_than_there_are_letters():
    assert judged(players=len(LETTERS) + 1)["error"] == "bad-input"
    assert judged(players=0)["error"] == "bad-input"


def test_solitaire_ends_with_one_pass_and_repeats_no_board():
    one = play(empty(1, 2, players=1), "a1")
    assert legal(one) == "pass"  # b1 would remove both stones: the empty board again
    assert repeats(one, "b1") == 0
    ended = play(one, "pass")
    assert ended.to_move is None and ended.passing() == (1, 1) and ended.score() == (2,)


def test_hexagons_as_keils():
    told = judged("c3", side=3)
    assert len(told["legal"]) == 19 and len(told["position"]) == 19
    assert len(told["liberties"]["c3"]) == 6
    assert judged(side=3, rows=3)["error"] == "bad-input"
    assert judged(side=3, cols=3)["error"] == "bad-input"


def test_on_a_torus_opposite_edges_meet():
    """No corner there: a stone has four liberties everywhere."""
    opts: dict[str, Any] = {"rows": 4, "cols": 4}
    assert judged("a1 a2 c3 b1", **opts)["captured"] == ["a1"]
    told = judged("a1 a2 c3 b1 d4 d1", torus=True, **opts)
    assert told["liberties"]["a1"] == ["a4"]
    assert judged("a1 a2 c3 b1 d4 d1 c2 a4", torus=True, **opts)["captured"] == ["a1"]
    assert judged(side=3, torus=True)["error"] == "bad-input"


def test_people_play_on_two_by_one_too():
    assert len(GAME.start(GAME.settle({"width": 2, "height": 1}), 2).board) == 2


# --- rule 5 by its letter: "for his/her next player" ---


def by_letter(moves: str, **opts: Any) -> dict[str, Any]:
    return judged(moves, repetition="next-player", **opts)


def test_by_the_letter_white_could_retake_at_once_in_test_3():
    """The text says "White 2 can only pass", so it is not what its author meant."""
    setup = {
        "R": ["a2", "b2", "c2", "d2", "b1", "d1"],
        "W": ["e2", "f2", "g2", "h2", "j2", "k2", "e1", "g1", "j1", "l1"],
        "B": ["l2", "m2", "n2", "m1"],
    }
    opts = {"rows": 2, "cols": 13, "players": 3, "setup": setup}
    assert "l1" not in judged("k1", **opts)["legal"]
    assert "l1" in by_letter("k1", **opts)["legal"]


def test_by_the_letter_a_situation_is_refused_for_the_same_next_player():
    told = by_letter("a1 b1 pass pass a1 pass", rows=1, cols=2)
    assert told["legal"] == ["b1", "pass"]
    assert "error" not in told


def test_by_the_letter_a_stone_can_lead_to_the_anchor_and_n_passes_then_end_the_game():
    """Black's suicide of one stone gives White the anchor to play, as it never was to White."""
    opts: dict[str, Any] = {"rows": 1, "cols": 3, "setup": {"W": ["b1"]}, "to_move": "W"}
    assert judged("pass", **opts)["legal"] == ["pass"]
    assert by_letter("pass", **opts)["legal"] == ["a1", "c1", "pass"]
    assert not by_letter("pass a1 pass", **opts)["over"]
    assert by_letter("pass a1 pass pass", **opts)["over"]
    start = GAME.start_unrestricted(
        {"rows": 1, "cols": 3, "repetition": "next-player"},
        Setup({1: ("b1",)}, 1),
    )
    assert play(start, "pass", "a1").passing() == (0, 2)
    assert play(start, "pass", "a1", "pass").passing() == (1, 2)


def test_the_published_reading_is_the_default():
    plain = kee(". .")
    assert plain.by_next_player is False
    assert judged("a1", rows=1, cols=2, repetition="same") == judged("a1", rows=1, cols=2)
    assert judged(repetition="other")["error"] == "bad-input"


# --- hexagons for people ---


def test_people_play_on_hexagons_too_in_place_of_a_rectangle():
    options = GAME.settle({"side": 4})
    assert len(GAME.start(options, 3).board) == 37
    assert GAME.in_force(options) == {"komi": 0.0, "side": 4, "handicap": None}
    assert set(GAME.in_force(GAME.settle({}))) == {"width", "height", "komi", "handicap"}
    assert GAME.usual_komi(options, 2) is None


def test_a_game_on_a_hexagon_is_no_game_of_go():
    record = Record(GAME, GAME.settle({"side": 3}), ("Ada", "Bo"), (Turn(0, "c3", NO_TIME),))
    written = sgf.write(record)
    assert b"GM[1000]" in written and b"side:3" in written
    assert sgf.read(written, all_games()).match().position.stones == record.match().position.stones
