"""A game is one file: put into the folder of the games, it is played, drawn, stored and tested."""

import asyncio
import shutil
import sys
from pathlib import Path

import pytest

import engine.games
from bot.messages import results
from bot.messages.record_text import FORMS
from bot.playground.driver import Driver
from bot.playground.server import Playground
from engine.games import all_games
from engine.outcome import margin, short_result
from engine.protocols.session import GtpSession
from engine.record import Record, read
from engine.turns import NO_TIME, Turn
from tests import atari_go, toy
from tests.bot.table import ADA, BO, CY, Clock, hurry, labels, seated
from tests.contract import ROOT

PEBBLES = Path(toy.__file__).read_text().replace('"trio"', '"pebbles"')
"""The toy game under a name that nothing in the project knows."""
ATARI_GO = Path(atari_go.__file__).read_text()
"""A stranger's game, of another kind than ours: it is won by a capture and has no points."""


async def test_a_new_file_is_all_that_a_game_needs(
    playground: Playground, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "pebbles.py").write_text(PEBBLES)
    monkeypatch.setattr(engine.games, "__path__", [*engine.games.__path__, str(folder)])
    games = all_games.__wrapped__()
    try:
        assert set(games) == {*all_games(), "pebbles"}
        await hurry(driver)
        database, clock = tmp_path / "keil.db", Clock()
        async with seated(playground, driver, games, database, clock=clock) as table:
            card = await table.challenge(ADA, game="pebbles", side=3)
            assert "**Pebbles**" in card["content"]
            for who in (BO, CY):
                await driver.click(who, card, "Accept")
            board = await table.board(0)
            assert labels(board) == ["Move", "Pass", "Resign", "More…"]
            one, two, three = await table.players()
            offered = await driver.autocomplete(
                one, table.channel, "play", {"move": "b"}, focused="move"
            )
            assert [choice["value"] for choice in offered] == ["b2", "b3", "b1"]
            await table.moves((one, "b2"), (two, "a1"))
        async with seated(playground, driver, games, database, clock=clock) as table:
            board = await table.moves((three, "c3"), (one, "a3"))
            picture = await driver.file(board["attachments"][0])
            assert picture.startswith(b"\x89PNG")
            assert "Black: a3 b2." in board["attachments"][0]["description"]
            board = await table.moves((two, "pass"), (three, "pass"), (one, "pass"))
            assert "🏁 **Black" in board["content"]
    finally:
        sys.modules.pop("engine.games.pebbles", None)


async def test_a_game_without_points_has_no_invented_score(
    playground: Playground, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    folder = tmp_path / "games"
    folder.mkdir()
    (folder / "atari.py").write_text(ATARI_GO)
    monkeypatch.setattr(engine.games, "__path__", [*engine.games.__path__, str(folder)])
    games = all_games.__wrapped__()
    try:
        await hurry(driver)
        async with seated(playground, driver, games, tmp_path / "keil.db") as table:
            card = await table.challenge(ADA, BO, game="atari", size=2)
            await driver.click(BO, card, "Accept")
            await table.board(0)
            one, two = await table.players()
            board = await table.moves(
                *((one, "a1"), (two, "a2"), (one, "c1"), (two, "b1"), (one, "c2"), (two, "b2"))
            )
            content = board["content"]
            assert "🏁 **" in content and "wins" in content
            assert " by " not in content and "total" not in content and "```" not in content
    finally:
        sys.modules.pop("engine.games.atari", None)


def test_a_record_of_a_game_without_points_names_the_winner_alone() -> None:
    game = atari_go.GAME
    moves = enumerate(("a1", "a2", "c1", "b1", "c2", "b2"))
    turns = tuple(Turn(n % 2, text, NO_TIME) for n, text in moves)
    record = Record(game, game.settle({"size": 2}), ("Ada", "Bo"), turns)
    match = record.match()
    assert (margin(match), short_result(match)) == (None, "W+")
    for form, told in (("sgf", "RE[W+]"), ("json", '"ranks": [2, 1]'), ("txt", "White wins")):
        assert told in FORMS[form](record).decode()
        assert form == "txt" or read(FORMS[form](record), {game.key: game}) == record
    assert results.result(match) == "White wins"
    session = GtpSession.of(match)
    assert session.verdict() == "W+" and GtpSession(game, {}).verdict() == "0"


@pytest.mark.slow
@pytest.mark.parametrize(("key", "file"), [("pebbles", PEBBLES), ("atari", ATARI_GO)])
async def test_the_promises_of_every_game_try_the_new_one_too(
    tmp_path: Path, key: str, file: str
) -> None:
    shutil.copytree(ROOT / "engine", tmp_path / "engine")
    (tmp_path / "engine" / "games" / f"{key}.py").write_text(file)
    run = (
        "import sys; sys.path.insert(0, sys.argv[1]); import engine.games, pytest; "
        "sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', '-k', sys.argv[2], "
        "'tests/engine/test_every_game.py']))"
    )
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", run, str(tmp_path), key), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    told, _ = await process.communicate()
    assert process.returncode == 0, told.decode()
    assert " passed" in told.decode()
