"""The bot is killed while it calls somebody by direct message: they are called once, and not lost.

Their calls wait in the database, and the message is sent like any other.
"""

import asyncio
from pathlib import Path

import pytest

from bot.playground.driver import SEND, Driver
from bot.playground.server import Playground
from tests.bot.says import says
from tests.bot.table import GAMES
from tests.crash.game import points
from tests.crash.table import AtCommit, AtRequest, Table
from tests.crash.test_practice import Json, done, open_table, select
from tests.stores import execute

pytestmark = [pytest.mark.slow, pytest.mark.storage]

DUE = "UPDATE notification SET due = 1"
POINTS = points(("INSERT INTO notification", "begun", "sent"), SEND)


async def calls(table: Table, who: str) -> list[Json]:
    """The direct messages that call somebody."""
    there = await table.driver.messages(f"@{who}")
    return [m for m in there if m["author"].get("bot") and m["content"] != says("notify-works")]


@pytest.mark.parametrize(("kind", "what", "when"), POINTS)
async def test_a_call_is_sent_once(
    kind: type[AtCommit | AtRequest],
    what: str,
    when: str,
    playground: Playground,
    driver: Driver,
    tmp_path: Path,
) -> None:
    async with open_table(playground, driver, tmp_path) as table:
        mover, called = await table.begin(komi=0, time="3d")
        panel = await done(table, await driver.slash(called, GAMES, "notify", {}))
        await done(table, await select(table, called, panel, "direct"))
        await driver.slash(mover, GAMES, "play", {"move": "c3"})
        assert await table.until_dead(table.quiet(1))
        point = kind(when, what)
        await point.arm(table)
        execute(table.url, DUE)
        ended = table.launcher.ended
        assert ended is not None
        async with asyncio.timeout(60):
            await ended
        await point.disarm(table)
        await table.bury()
        await table.start()

        async def told() -> bool:
            return bool(await calls(table, called)) and not table.unsent()

        assert await table.until_dead(table.until(told))
        (call,) = await calls(table, called)
        assert call["content"].startswith(says("notify-waiting", number=1))
        assert table.rows("SELECT due FROM notification") == [(None,)]
