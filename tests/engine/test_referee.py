"""The referee's protocol: requests, answers, refusals, and the process that serves them."""

import json
from typing import Any

import pytest

from engine.position import IllegalReason
from engine.protocols import referee

Json = dict[str, Any]


def ask(**request: Any) -> Json:
    return referee.answer(json.dumps({"game": "keil", **request}).encode())


def says_bad_input(reply: Json) -> bool:
    """An answer that says, in one sentence, what is wrong; it can be sent."""
    assert len(json.dumps(reply, allow_nan=False)) < 2000
    message = reply["message"]
    assert isinstance(message, str) and message.endswith(".") and "\n" not in message
    return reply["error"] == "bad-input" and set(reply) <= {"error", "message", "id"}


# --- answers ---


def test_a_bare_request_is_the_start_of_the_published_game():
    reply = ask()
    assert len(reply["position"]) == 127
    assert len(reply["legal"]) == 128 and "button" in reply["legal"]
    assert reply["to_move"] == "B"
    assert reply["score"] == {"B": 0, "W": 0}
    assert (reply["over"], reply["winner"], reply["button"]) == (False, None, None)
    assert reply["seats"] == ["B", "W"]
    assert reply["board"] == {"B": [], "W": []} == reply["groups"]
    assert (reply["captured"], reply["liberties"], reply["why"]) == ([], {}, {})
    ((points, owner),) = reply["territories"]
    assert (len(points), owner) == (127, None)


def test_an_answer_has_these_keys_and_no_others():
    assert set(ask()) == {
        *("to_move", "legal", "over", "winner", "board", "captured", "score", "groups"),
        *("liberties", "position", "seats", "territories", "button", "why"),
    }


def test_the_wording_is_current_unless_asked_otherwise():
    pair = {"size": 3, "setup": {"B": ["c3", "c4"]}}
    assert ask(opts=pair)["groups"]["B"] == [["c3"], ["c4"]]
    assert ask(opts={**pair, "linking": "current"})["groups"]["B"] == [["c3"], ["c4"]]
    assert ask(opts={**pair, "linking": "2019"})["groups"]["B"] == [["c3", "c4"]]


def test_everything_that_a_move_changes_is_told():
    reply = ask(opts={"size": 2}, moves=["a1", "b2"], why=["a1", "pass", "a2"])
    assert reply == {
        "to_move": "B",
        "legal": ["button"],
        "over": False,
        "winner": None,
        "board": {"B": [], "W": ["b2"]},
        "captured": ["a1"],
        "score": {"B": 0, "W": 7},
        "groups": {"B": [], "W": [["b2"]]},
        "liberties": {"b2": ["a1", "a2", "b1", "b3", "c1", "c2"]},
        "position": "...W...",
        "seats": ["B", "W"],
        "territories": [[[point], "W"] for point in ("a1", "a2", "b1", "b3", "c1", "c2")],
        "button": None,
        "why": {"a1": "suicide", "pass": "pass-before-button", "a2": "suicide"},
    }


def test_points_groups_and_moves_are_sorted_as_strings():
    reply = ask(opts={"setup": {"W": ["g2", "g10", "a1"]}})
    assert reply["board"]["W"] == ["a1", "g10", "g2"]
    assert reply["groups"]["W"] == [["a1"], ["g10"], ["g2"]]
    assert reply["liberties"]["g2"] == ["f1", "f2", "g1", "g3", "h1", "h2"]
    assert reply["legal"].index("g11") < reply["legal"].index("g3")
    for points in (reply["legal"], *(part for part, _ in reply["territories"])):
        assert points == sorted(points)


@pytest.mark.parametrize(
    ("komi", "winner"), [(0, "B"), (18.5, "B"), (19, "draw"), (19.5, "W"), (-5, "B")]
)
def test_the_winner_is_a_letter_or_a_draw(komi: float, winner: str):
    opts = {"size": 3, "button": False, "komi": komi}
    reply = ask(opts=opts, moves=["c3", "pass", "pass"], why=["c4"])
    assert (reply["over"], reply["winner"], reply["to_move"]) == (True, winner, None)
    assert reply["score"] == {"B": 19, "W": komi}
    assert (reply["legal"], reply["why"]) == ([], {"c4": "over"})


def test_who_has_taken_the_button_is_told():
    reply = ask(moves=["a1", "button"])
    assert (reply["button"], reply["score"]["W"]) == ("W", 0.5)


def test_to_move_says_who_begins():
    reply = ask(opts={"size": 2, "to_move": "W"}, moves=["b2"])
    assert (reply["board"], reply["to_move"]) == ({"B": [], "W": ["b2"]}, "B")


def test_the_pie_is_told_by_player_until_sides_are_chosen():
    opts = {"size": 2, "komi_pie": True}
    start = ask(opts=opts)
    assert (start["to_move"], start["seats"]) == ("first player", None)
    assert start["legal"] == [f"komi {n}" for n in range(8)]
    assert start["score"] == {"B": 0, "W": 0}
    named = ask(opts=opts, moves=["komi 3"])
    assert (named["to_move"], named["legal"]) == ("second player", ["black", "white"])
    chosen = ask(opts=opts, moves=["komi 3", "black"])
    assert (chosen["to_move"], chosen["seats"]) == ("B", ["W", "B"])
    assert chosen["score"] == {"B": 0, "W": 3}


def test_set_up_stones_and_the_pie_go_together():
    opts = {"size": 2, "komi_pie": True, "setup": {"B": ["b2"]}, "to_move": "W"}
    assert ask(opts=opts, moves=["komi 3", "white"])["to_move"] == "W"


def test_set_up_groups_without_liberties_go_at_the_next_placement_only():
    opts = {"size": 3, "button": False, "setup": {"B": ["a1"], "W": ["b2"]}, "to_move": "W"}
    assert ask(opts=opts, moves=["pass", "pass"])["board"]["B"] == ["a1"]
    assert ask(opts=opts, moves=["e3"])["captured"] == ["a1"]


@pytest.mark.parametrize("size", [2, 13])
def test_boards_that_people_are_not_offered_are_answered_too(size: int):
    assert len(ask(opts={"size": size})["legal"]) == 3 * size * (size - 1) + 2


def test_unknown_keys_beside_the_options_are_ignored():
    assert ask(note="hello", moves=["a1"])["board"]["B"] == ["a1"]


@pytest.mark.parametrize("value", [0, "x", None, [1, {"a": [True]}], {"b": 1.5}, "\ud800", 10**300])
def test_the_id_is_echoed_whatever_it_is(value: Any):
    assert ask(id=value)["id"] == value
    assert ask(id=value, moves=["pass"])["id"] == value
    assert ask(id=value, opts=None)["id"] == value
    assert ask(id=value, game="chess")["id"] == value


def test_without_an_id_none_is_made_up():
    assert "id" not in ask() and "id" not in ask(moves=["foo"]) and "id" not in ask(moves=1)


# --- illegal moves ---


def test_an_illegal_move_is_answered_with_its_ply_and_reason():
    reply = ask(opts={"size": 3, "button": False}, moves=["e3", "b2", "a1", "e1"])
    assert reply == {"error": "illegal", "ply": 3, "move": "a1", "reason": "suicide"}


def test_the_first_illegal_move_is_the_one_that_is_told():
    assert ask(moves=["a1", "pass", "foo"])["ply"] == 2
    assert ask(moves=["\ud800"]) == {
        "error": "illegal",
        "ply": 1,
        "move": "\ud800",
        "reason": "unreadable",
    }


RUNNING: Json = {"opts": {"size": 3}, "moves": ["c3"]}
TAKEN: Json = {"opts": {"size": 3}, "moves": ["c3", "button"]}
OVER: Json = {"opts": {"size": 3}, "moves": ["c3", "button", "pass", "pass"]}
KOMI: Json = {"opts": {"size": 3, "komi_pie": True}}
SIDE: Json = {"opts": {"size": 3, "komi_pie": True}, "moves": ["komi 6"]}
NO_BUTTON: Json = {"opts": {"size": 3, "button": False}}
UNREADABLE = ("A1", "foo", "komi -1", "", " ", "a 1", "a", "1", "aa1", "a1\n", "pass ", "Pass")


@pytest.mark.parametrize("state", [RUNNING, TAKEN, OVER, KOMI, SIDE, NO_BUTTON], ids=str)
@pytest.mark.parametrize("move", [*UNREADABLE, "komi 1.5", "komi 06", "a١", "ａ1", "\ud800"])
def test_what_is_no_move_of_this_game_is_unreadable_before_all(state: Json, move: str):
    assert ask(**state, why=[move])["why"] == {move: IllegalReason.UNREADABLE}


@pytest.mark.parametrize(
    ("state", "move", "reason"),
    [
        *((OVER, move, "over") for move in ("a1", "c3", "z9", "pass", "button")),
        *((OVER, move, "unreadable") for move in ("komi 3", "black")),
        *((KOMI, move, "expected-komi") for move in ("a1", "z9", "pass", "button", "black")),
        *((KOMI, f"komi {n}", "expected-komi") for n in (20, 9999, 10**9, 10**50)),
        *((SIDE, move, "expected-side") for move in ("a1", "z9", "pass", "button", "komi 3")),
        *((RUNNING, move, "unreadable") for move in ("komi 3", "black", "white")),
        (RUNNING, "pass", "pass-before-button"),
        (TAKEN, "button", "no-button"),
        (NO_BUTTON, "button", "no-button"),
        *(
            (RUNNING, move, "off-board")
            for move in ("z9", "a0", "a4", "f1", "a01", "a" + "9" * 400)
        ),
        (RUNNING, "c3", "occupied"),
        *((RUNNING, move, None) for move in ("a1", "button")),
        *((TAKEN, move, None) for move in ("a1", "pass")),
        *((KOMI, move, None) for move in ("komi 0", "komi 19")),
        *((SIDE, move, None) for move in ("black", "white")),
    ],
)
def test_the_first_reason_that_applies_is_told(state: Json, move: str, reason: str | None):
    assert ask(**state, why=[move])["why"] == {move: reason}
    if reason is not None:
        played = ask(**{**state, "moves": [*state.get("moves", []), move]})
        assert (played["error"], played["reason"]) == ("illegal", reason)
        assert played["ply"] == len(state.get("moves", [])) + 1


def test_suicide_is_told_before_repetition():
    """Black would die on a1 and, dead, leave the board as it was at the end of black's turn."""
    opts = {"size": 3, "button": False, "setup": {"W": ["b2"]}}
    reply = ask(opts=opts, moves=["pass", "e3"], why=["a1"])
    assert reply["why"] == {"a1": "suicide"}


def test_repetition_is_told():
    opts = {"size": 3, "button": False, "setup": {"W": ["b3", "c2"]}, "to_move": "W"}
    assert ask(opts=opts, moves=["a1", "b2"], why=["a1"])["why"] == {"a1": "repetition"}
