"""A backup that is taken while the bot plays is restored, and the game goes on with it."""

import asyncio
import os
import sys
from dataclasses import replace
from pathlib import Path

import pytest

from bot.playground.driver import SEND, Driver
from bot.playground.server import Playground
from bot.storage.backups import backup
from bot.storage.database import Store
from engine.games import all_games
from tests.bot.administration import new_database, on_both, plain
from tests.bot.cli.test_stopping import program
from tests.bot.house import House
from tests.bot.storage.test_postgresql import begun
from tests.bot.table import ADA, BO, GAMES, hurry, ply_of
from tests.contract import ROOT
from tests.crash.table import NONCE_FORGOTTEN
from tests.stores import quiet

pytestmark = pytest.mark.slow


async def admin(url: str, *arguments: str | Path) -> str:
    """``keil admin`` in a process of its own; what it says."""
    started = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "admin", *map(str, arguments)),
        env={**os.environ, "PYTHONPATH": str(ROOT), "DATABASE_URL": url},
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await started.communicate()
    assert started.returncode == 0, said
    return said.decode()


async def play(driver: Driver, who: str, point: str) -> None:
    """A move that is answered; its board may come later."""
    answer = await driver.slash(who, GAMES, "play", {"move": point, "game": "1"})
    if answer.kind == "deferred":
        answer = replace(answer, message=await driver.original(answer))
    assert answer.text.startswith(f"You played {point}."), answer


async def boards(driver: Driver) -> list[int]:
    """The plies of all boards in the channel, in its order."""
    return [ply[1] for m in await driver.messages(GAMES) if (ply := ply_of(m))]


@on_both
async def test_a_game_goes_on_from_a_backup(
    kind: str, playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    """What waited to be posted in the backup was posted afterwards: it is not posted again."""
    await hurry(driver)
    url, file = plain(new_database(kind, tmp_path)), tmp_path / "backup.db"
    async with program(playground, tmp_path, DATABASE_URL=url) as running:
        await driver.wait_connected()
        black, white = (await begun(driver))["seats"]
        await play(driver, black, "c3")
        await driver.wait_for_message(GAMES, lambda m: ply_of(m) == (1, 1))
        held = await driver.hold_before(SEND)
        await play(driver, white, "d2")
        await held.wait_until_held()
        await play(driver, black, "b2")
        told = await admin(url, "backup", file)  # board 2 is being sent, board 3 waits
        assert "1 matches replayed" in told
        await held.release()
        await driver.wait_for_message(GAMES, lambda m: ply_of(m) == (1, 3))
        await play(driver, white, "c4")  # lost
        await driver.wait_for_message(GAMES, lambda m: ply_of(m) == (1, 4))
        running.kill()
    await driver.wait_connected(connected=False)
    await driver.move_clock(NONCE_FORGOTTEN)
    to = plain(new_database(kind, tmp_path))
    assert "restored: 1 matches replayed" in await admin(to, "restore", file)
    async with program(playground, tmp_path, DATABASE_URL=to) as running:
        await driver.wait_connected()
        lost = (await driver.messages(GAMES))[-1]
        pressed = await driver.click(black, lost, "Take the button (+½)")
        assert not pressed.text.startswith("You "), pressed  # it is another turn's
        await play(driver, white, "d3")
        newest = await driver.wait_for_message(
            GAMES, lambda m: ply_of(m) == (1, 4) and m["id"] != lost["id"]
        )
        assert [user["global_name"] for user in newest["mentions"]] == [black]
        await play(driver, black, "b1")
        await driver.wait_for_message(GAMES, lambda m: ply_of(m) == (1, 5))
        assert await boards(driver) == [0, 1, 2, 3, 4, 4, 5]
        assert (await admin(to, "check")).startswith("ok: ")
        running.kill()
    assert {black, white} == {ADA, BO}


@on_both
async def test_every_backup_of_a_busy_database_is_whole(kind: str, tmp_path: Path) -> None:
    """A turn is there with its header and its board, or not at all."""
    async with Store.open(url := new_database(kind, tmp_path)) as store:
        house, over = House(store), asyncio.Event()

        async def play_on() -> None:
            while not over.is_set():
                key = await house.match(komi=0)
                await house.play(key, "c3", "a1", "e3", "b2", "d1")

        playing = asyncio.create_task(play_on())
        turns: list[int] = []
        while len(turns) < 6 or not turns[-1] > turns[0]:
            file = tmp_path / f"{len(turns)}.db"
            found = await asyncio.to_thread(backup, url, file, all_games(), quiet, force=False)
            assert found.lines == []
            turns.append(found.rows["turn"])
        over.set()
        await playing
    assert turns == sorted(turns)
