"""The published cases of the games, asked of the referee as anybody would ask them."""

import json
from collections.abc import Mapping
from pathlib import Path
from typing import Any

import pytest

from engine.games import all_games
from engine.position import Position
from engine.protocols import referee

Json = dict[str, Any]

PUBLISHED: dict[str, Json] = {
    path.stem: json.loads(path.read_text("utf-8"))
    for path in sorted((Path(__file__).parent / "cases").glob("*.json"))
}
"""The cases of each game."""
ANSWERED_BY = {
    "illegal": "why",
    "legal_set": "legal",
    "legal_count": "legal",
    "anchor_is": "anchor",
}
"""What the referee calls that which some checks ask."""
CASES: list[Json] = [case for published in PUBLISHED.values() for case in published["cases"]]


def ask(case: Json, check: Json) -> Json:
    """What the referee says after as many moves of the case as the check names."""
    request = {
        "game": case["game"],
        "opts": case["opts"],
        "moves": case["moves"][: check["after"]],
        "why": list(check.get("illegal", {})),
    }
    reply = referee.answer(json.dumps(request).encode())
    assert "error" not in reply, reply
    return reply


def test_every_game_has_cases():
    assert set(PUBLISHED) >= {"kee", "keil", "ki"}
    for game, published in PUBLISHED.items():
        assert {each["game"] for each in [*published["cases"], *published["perft"]]} == {game}


def without_order(parts: list[Any]) -> list[Any]:
    return sorted(parts, key=str)


def agrees(key: str, expected: Any, reply: Json) -> bool:
    """Whether ``reply`` is what a check's ``key`` expects."""
    if key == "legal":
        return set(expected) <= set(reply["legal"])
    if key == "legal_set":
        return sorted(expected) == reply["legal"]
    if key == "legal_count":
        return expected == len(reply["legal"])
    if key == "illegal":
        return expected == reply["why"]
    if key == "board":
        return expected == {colour: on for colour, on in reply["board"].items() if on}
    if key == "territories":
        return without_order(expected) == without_order(reply[key])
    if key == "anchor_is":
        return reply["anchor"] == reply[expected]
    if key in ("groups", "liberties"):
        return expected == {name: reply[key].get(name) for name in expected}
    return expected == reply[key]


@pytest.mark.parametrize("case", CASES, ids=lambda case: case["id"])
def test_published_case(case: Json):
    assert case["checks"] or "expect_error" in case
    if "expect_error" in case:
        request = json.dumps({"game": case["game"], "opts": case["opts"]})
        assert referee.answer(request.encode())["error"] == "bad-input"
    for check in case["checks"]:
        reply = ask(case, check)
        asked: list[str] = sorted(set(check) - {"after"})
        for key in asked:
            said = reply[ANSWERED_BY.get(key, key)]
            assert agrees(key, check[key], reply), f"{case['title']}: {key} is {said}"


def test_a_wrong_expectation_is_noticed():
    """The comparison above has teeth: each kind of check can fail."""
    reply = referee.answer(b'{"game": "keil", "opts": {"size": 2}, "why": ["pass"]}')
    wrong: Json = {
        "legal": ["pass"],
        "legal_set": ["a1"],
        "legal_count": 7,
        "illegal": {"pass": None},
        "board": {"B": ["a1"]},
        "territories": [[["a1"], None]],
        "groups": {"B": [["a1"]]},
        "liberties": {"a1": ["a2"]},
        "score": {"B": 0, "W": 1},
        "to_move": "W",
    }
    assert [key for key, value in wrong.items() if agrees(key, value, reply)] == []
    anchored = referee.answer(b'{"game": "kee", "moves": ["pass", "a1"]}')
    assert not agrees("anchor_is", "position", anchored)
    assert not agrees("anchor", None, anchored)


def leaves(position: Position, depth: int) -> int:
    """How many sequences of ``depth`` legal moves there are."""
    moves = position.legal_moves()
    if depth == 1:
        return sum(1 for _ in moves)
    return sum(leaves(position.play(move), depth - 1) for move in moves)


@pytest.mark.parametrize(
    ("game", "opts", "depth", "count"),
    [
        (counts["game"], counts["opts"], depth, count)
        for published in PUBLISHED.values()
        for counts in published["perft"]
        for depth, count in enumerate(counts["leaves"], start=1)
    ],
    ids=str,
)
def test_published_number_of_move_sequences(
    game: str, opts: Mapping[str, Any], depth: int, count: int
):
    start = all_games()[game].start_unrestricted(opts)
    assert leaves(start, depth) == count
