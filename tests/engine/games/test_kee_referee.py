"""What the referee says of the Kee Rules of Go."""

import json
from typing import Any

import pytest

from tests.engine import test_referee
from tests.engine.test_referee import says_bad_input

Json = dict[str, Any]


def ask(**request: Any) -> Json:
    return test_referee.ask(**{"game": "kee", **request})


def test_a_bare_request_is_an_empty_board_of_nine_by_nine_for_two():
    reply = ask()
    assert reply["position"] == "." * 81
    assert len(reply["legal"]) == 82 and {"a1", "j9", "pass"} < set(reply["legal"])
    assert (reply["to_move"], reply["over"], reply["winner"]) == ("B", False, None)
    assert (reply["score"], reply["anchor"]) == ({"B": 0, "W": 0}, None)


def test_an_answer_has_these_keys_and_no_others():
    assert set(ask()) == {
        *("to_move", "legal", "over", "winner", "board", "captured", "score", "groups"),
        *("liberties", "position", "territories", "anchor", "why"),
    }


def test_everything_that_a_move_changes_is_told():
    opts = {"rows": 2, "cols": 3, "players": 3, "komi": 1.5}
    reply = ask(opts=opts, moves=["a1", "b1", "a2", "b2"], why=["a1", "a2", "z9", "pass", "button"])
    assert reply == {
        "to_move": "W",
        "legal": ["a1", "c1", "c2", "pass"],
        "over": False,
        "winner": None,
        "board": {"B": ["b2"], "W": ["b1"], "R": ["a2"]},
        "captured": [],
        "score": {"B": 1, "W": 1, "R": 2.5},
        "groups": {"B": [["b2"]], "W": [["b1"]], "R": [["a2"]]},
        "liberties": {"b2": ["c2"], "b1": ["a1", "c1"], "a2": ["a1"]},
        "position": "RB..W.",
        "territories": [[["c1", "c2"], None], [["a1"], None]],
        "anchor": None,
        "why": {
            "a1": None,
            "a2": "occupied",
            "z9": "off-board",
            "pass": None,
            "button": "unreadable",
        },
    }


@pytest.mark.parametrize("players", range(2, 7))
def test_only_the_colours_that_somebody_plays_are_told(players: int):
    reply = ask(opts={"players": players}, moves=["pass"] * (players - 1))
    letters = list("BWRGYP")[:players]
    assert list(reply["board"]) == list(reply["score"]) == list(reply["groups"]) == letters
    assert reply["to_move"] == letters[-1]
    assert reply["anchor"] == reply["position"]


def test_own_stones_that_go_are_captured_too():
    opts = {"rows": 3, "cols": 4, "setup": {"B": ["a2", "b2", "c1"], "W": ["a1"]}, "to_move": "W"}
    reply = ask(opts=opts, moves=["b1"])
    assert reply["captured"] == ["a1", "b1"] and reply["board"]["W"] == []


def test_an_illegal_move_is_answered_with_its_ply_and_reason():
    reply = ask(opts={"rows": 1, "cols": 2}, moves=["a1", "b1", "a1"])
    assert reply == {"error": "illegal", "ply": 3, "move": "a1", "reason": "repetition"}


@pytest.mark.parametrize(
    ("players", "komi", "winner"), [(2, 0, "draw"), (2, 0.5, "W"), (3, -2, "draw"), (6, 1, "P")]
)
def test_the_winner_is_a_letter_or_a_draw(players: int, komi: float, winner: str):
    opts = {"rows": 2, "cols": 2, "players": players, "komi": komi}
    reply = ask(opts=opts, moves=["pass"] * (2 * players - 1), why=["a1", "pass", "button"])
    assert (reply["over"], reply["winner"], reply["to_move"]) == (True, winner, None)
    assert reply["legal"] == []
    assert reply["why"] == {"a1": "over", "pass": "over", "button": "unreadable"}


def test_who_begins_may_be_anybody_who_plays():
    opts = {"rows": 2, "cols": 2, "players": 4, "to_move": "G"}
    reply = ask(opts=opts, moves=["a1"])
    assert (reply["board"]["G"], reply["to_move"]) == (["a1"], "B")


@pytest.mark.parametrize(("rows", "cols"), [(1, 2), (2, 1), (1, 25), (25, 1), (25, 25)])
def test_boards_that_people_are_not_offered_are_answered_too(rows: int, cols: int):
    assert len(ask(opts={"rows": rows, "cols": cols})["legal"]) == rows * cols + 1


def test_what_is_wrong_with_a_set_up_or_a_mover_is_told():
    for opts in ({"setup": {"R": ["a1"]}}, {"to_move": "R"}, {"players": 3, "to_move": "P"}):
        reply = ask(opts=opts)
        assert says_bad_input(reply) and json.dumps(reply)
    assert "R" in ask(opts={"setup": {"R": ["a1"]}})["message"]
    assert "B, W." in ask(opts={"to_move": "R"})["message"]
