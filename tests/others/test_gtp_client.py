"""A client that was written for Go programs drives whole games, and a reader opens the record."""

import sys
from pathlib import Path

import pytest

from engine.games import all_games
from engine.position import tidy
from engine.protocols.session import GtpSession
from engine.record import read
from tests.others.programs import WITH_OTHERS, run

pytestmark = [pytest.mark.slow, WITH_OTHERS]


@pytest.mark.parametrize("size", [5, 9])
async def test_a_go_client_plays_a_whole_game_of_kee(size: int, tmp_path: Path):
    program = (sys.executable, "-m", "bot", "gtp", "--game", "kee", "--seed", "3")
    played = await run("play.mjs", str(size), "6.5", *program)
    assert (played["name"], played["version"]) == ("Keil", "2")
    assert played["illegal"] == "illegal move: there is already a stone there"

    ours = GtpSession(all_games()["kee"], {"width": size, "height": size, "komi": 6.5})
    for ply, text in enumerate(played["moves"]):
        ours.take(ply % 2, tidy(text))
    assert ours.match.end is not None and played["moves"][-3:] == ["pass"] * 3
    assert played["score"] == ours.verdict()
    assert played["board"].count("B") == list(ours.position.stones.values()).count(0)

    record = read(played["sgf"].encode(), all_games())
    assert record.match().position.stones == ours.position.stones
    file = tmp_path / "played.sgf"
    file.write_text(played["sgf"])
    line = await run("read.mjs", file)
    assert (line["root"]["SZ"], line["root"]["RE"]) == ([str(size)], [played["score"]])
    assert [colour for colour, _ in line["moves"]] == list("BW" * size**2)[: len(played["moves"])]
    places = [point and _at(point, size) for _, point in line["moves"]]
    assert places == ["" if move == "pass" else tidy(move) for move in played["moves"]]


def _at(letters: str, size: int) -> str:
    """The name of the point that SGF calls by two letters."""
    x, y = (ord(letter) - ord("a") for letter in letters)
    return f"{'abcdefghjklmnopqrst'[x]}{size - y}"
