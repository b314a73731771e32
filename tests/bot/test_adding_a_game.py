"""A game is one file: put into the folder of the games, it is played, drawn, stored and tested."""

import asyncio
import shutil
import sys
from pathlib import Path

import pytest

import engine.games
from bot.playground.driver import Driver
from bot.playground.server import Playground
from engine.games import all_games
from tests import toy
from tests.bot.table import ADA, BO, CY, Clock, hurry, labels, seated
from tests.contract import ROOT

PEBBLES = Path(toy.__file__).read_text().replace('"trio"', '"pebbles"')
"""The toy game under a name that nothing in the project knows."""


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
            assert [choice["value"] for choice in offered] == ["b3", "b2", "b1"]
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


@pytest.mark.slow
async def test_the_promises_of_every_game_try_the_new_one_too(tmp_path: Path) -> None:
    shutil.copytree(ROOT / "engine", tmp_path / "engine")
    (tmp_path / "engine" / "games" / "pebbles.py").write_text(PEBBLES)
    run = (
        "import sys; sys.path.insert(0, sys.argv[1]); import engine.games, pytest; "
        "sys.exit(pytest.main(['-q', '-p', 'no:cacheprovider', '-k', 'pebbles', "
        "'tests/engine/test_every_game.py']))"
    )
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-c", run, str(tmp_path)), cwd=ROOT, stdout=asyncio.subprocess.PIPE
    )
    told, _ = await process.communicate()
    assert process.returncode == 0, told.decode()
    assert " passed" in told.decode()
