"""What the referee says about Ki: its keys, its reasons, and which of several it names."""

from typing import Any

import pytest

from tests.engine.test_referee import UNREADABLE, ask

Json = dict[str, Any]


def ki(**request: Any) -> Json:
    return ask(game="ki", **request)


def test_a_bare_request_is_an_empty_board_of_eleven_by_eleven():
    reply = ki()
    assert reply["position"] == "." * 121
    assert len(reply["legal"]) == 121 and "pass" not in reply["legal"]
    assert (reply["to_move"], reply["over"], reply["winner"]) == ("B", False, None)
    assert reply["score"] == {"B": 0, "W": 0}


def test_an_answer_has_these_keys_and_no_others():
    assert set(ki()) == {
        *("to_move", "legal", "over", "winner", "board", "captured", "score", "groups"),
        *("liberties", "position", "territories", "seats", "why"),
    }


def test_everything_that_a_move_changes_is_told():
    reply = ki(opts={"size": 3}, moves=["a2", "a1", "b1"], why=["a1", "a2", "a4", "pass", "c3"])
    assert reply == {
        "to_move": "W",
        "legal": ["a3", "b3", "c1", "c2", "c3"],
        "over": False,
        "winner": None,
        "board": {"B": ["a2", "b1"], "W": []},
        "captured": ["a1"],
        "score": {"B": 2, "W": 0},
        "groups": {"B": [["a2"], ["b1"]], "W": []},
        "liberties": {},
        "position": "...B...B.",
        "territories": [],
        "seats": ["B", "W"],
        "why": {
            "a1": "controlled",
            "a2": "occupied",
            "a4": "off-board",
            "pass": "must-place",
            "c3": None,
        },
    }


def test_neighbours_of_one_colour_are_groups_of_one_stone_each():
    reply = ki(opts={"setup": {"W": ["a10", "a2", "a1"]}})
    assert reply["groups"] == {"B": [], "W": [["a1"], ["a10"], ["a2"]]}


LAST_SPACE: Json = {
    "size": 3,
    "setup": {"B": ["a2", "a3", "b1", "b2", "b3"], "W": ["c1", "c2", "c3"]},
    "to_move": "W",
}


def test_a_pass_is_legal_where_it_is_forced_and_only_there():
    reply = ki(opts=LAST_SPACE, why=["pass", "a1", "c3"])
    assert reply["legal"] == ["pass"]
    assert reply["why"] == {"pass": None, "a1": "controlled", "c3": "occupied"}
    reply = ki(opts=LAST_SPACE, moves=["pass"], why=["pass"])
    assert (reply["legal"], reply["why"]) == (["a1"], {"pass": "must-place"})


def test_a_full_board_is_the_end():
    reply = ki(opts=LAST_SPACE, moves=["pass", "a1"], why=["a1", "pass", "z9"])
    assert (reply["to_move"], reply["legal"]) == (None, [])
    assert (reply["over"], reply["winner"], reply["score"]) == (True, "B", {"B": 6, "W": 3})
    assert reply["why"] == {"a1": "over", "pass": "over", "z9": "over"}


def test_a_full_board_that_was_set_up_is_over_at_once():
    stones = {"B": ["a1"], "W": ["b1", "c1"]}
    reply = ki(opts={"rows": 1, "cols": 3, "setup": stones}, why=["a1"])
    assert (reply["over"], reply["winner"], reply["legal"]) == (True, "W", [])
    assert reply["why"] == {"a1": "over"}


@pytest.mark.parametrize(("cascade", "fallen"), [(True, ["c3", "d3"]), (False, ["d3"])])
def test_cascade_is_on_unless_asked_otherwise(cascade: bool, fallen: list[str]):
    opts: Json = {
        "size": 5,
        "setup": {"B": ["b3", "c4", "d4", "e5"], "W": ["a1", "c2", "c3", "d3"]},
    }
    assert ki(opts={**opts, "cascade": cascade}, moves=["e3"])["captured"] == fallen
    assert ki(opts=opts, moves=["e3"])["captured"] == ["c3", "d3"]


@pytest.mark.parametrize(
    ("opts", "points"),
    [
        *(({"size": size}, size * size) for size in (3, 5, 15, 17, 25)),
        *(({"rows": r, "cols": c}, r * c) for r, c in ((1, 3), (3, 1), (3, 5), (25, 1), (25, 25))),
    ],
)
def test_boards_that_people_are_not_offered_are_answered_too(opts: Json, points: int):
    assert len(ki(opts=opts)["legal"]) == points


def test_positions_are_written_row_by_row_from_the_top():
    opts = {"rows": 3, "cols": 5, "setup": {"B": ["a1", "e3"], "W": ["b3"]}}
    assert ki(opts=opts)["position"] == ".W..B.....B...."


@pytest.mark.parametrize("move", [*UNREADABLE, "button", "komi 3", "black", "white", "swap"])
@pytest.mark.parametrize("moves", [["c3"], []], ids=["running", "begun"])
def test_what_is_no_move_of_this_game_is_unreadable(moves: list[str], move: str):
    assert ki(moves=moves, why=[move])["why"] == {move: "unreadable"}
    assert ki(opts=LAST_SPACE, moves=["pass", "a1"], why=[move])["why"] == {move: "unreadable"}


@pytest.mark.parametrize("move", ["z9", "a0", "i1", "a12", "m1", "a01", "a" + "9" * 400])
def test_what_is_written_like_a_point_and_is_none_is_off_the_board(move: str):
    assert ki(why=[move])["why"] == {move: "off-board"}


@pytest.mark.parametrize(
    ("move", "reason"),
    [
        *(("a1", "controlled"), ("a2", "occupied"), ("pass", "must-place")),
        *(("d1", "off-board"), ("button", "unreadable")),
    ],
)
def test_an_illegal_move_is_answered_with_its_ply_and_reason(move: str, reason: str):
    reply = ki(opts={"size": 3}, moves=["a2", "c3", "b1", move])
    assert reply == {"error": "illegal", "ply": 4, "move": move, "reason": reason}
