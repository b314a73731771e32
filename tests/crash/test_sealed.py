"""The bot is killed while the first bid is sealed, and while the second opens it.

A bid is stored once or not at all, both are told once, on one board; and until the second is there
the first is in no message, no record, no line of the log and no row of the database.
"""

import asyncio
import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from functools import partial
from pathlib import Path

import pytest

from bot.features.sealed.store import sealed
from bot.playground.driver import CALLBACK, EDIT, SEND, Driver
from bot.playground.server import Playground
from tests.bot.says import says
from tests.bot.table import ADA, BO, GAMES
from tests.crash.game import points
from tests.crash.table import AtCommit, AtRequest, Table, laid
from tests.crash.test_practice import done, struck, turns

pytestmark = [pytest.mark.slow, pytest.mark.storage]

BID, SECRET = "bid 163.5", re.compile(r"\b163(\.5|½)")
"""A whole number would be found in the milliseconds of the log now and then."""


@asynccontextmanager
async def bidding(playground: Playground, driver: Driver, folder: Path) -> AsyncGenerator[Table]:
    """A game of Ada and Bo who are to bid; its bot logs into a file."""
    log = {"LOG_LEVEL": "INFO", "LOG_FILE": str(folder / "log")}
    async with laid(playground, driver, folder, **log) as table:
        await table.start()
        await table.begin(size=8, button=False, komi_by="sealed")
        yield table


def sealed_bids(table: Table) -> int:
    return len(table.rows("SELECT * FROM sealed"))


async def places_of_the_secret(table: Table, log: Path) -> list[str]:
    """Where the first bid can be read, except by who has made it."""
    record = await done(table, await table.driver.slash(BO, GAMES, "record", {"as": "json"}))
    texts = {
        "messages": str(await table.driver.messages(GAMES, BO)),
        "record": (await table.driver.file(record["attachments"][0])).decode(),
        "log": await asyncio.to_thread(log.read_text),
        **{name: str(table.rows(f'SELECT * FROM "{name}"')) for name in sealed.metadata.tables},
    }
    return [name for name, text in texts.items() if SECRET.search(text)]


@pytest.mark.parametrize(("kind", "what", "when"), points(("turn",), CALLBACK, SEND, EDIT))
async def test_a_sealed_bid_is_kept_once_and_nobody_reads_it(
    kind: type[AtCommit | AtRequest],
    what: str,
    when: str,
    playground: Playground,
    driver: Driver,
    tmp_path: Path,
) -> None:
    async with bidding(playground, driver, tmp_path) as table:
        bid = partial(driver.slash, ADA, GAMES, "play", {"move": BID})
        told = await struck(table, bid, kind(when, what))
        if not turns(table):  # it was not stored, and nobody has said that it was
            assert told is None or not told.text.startswith("Your bid")
            await bid()
        assert await table.until_dead(table.quiet(1))
        assert turns(table) == ["sealed"]
        assert sealed_bids(table) == 1
        assert await places_of_the_secret(table, tmp_path / "log") == []
        await driver.slash(BO, GAMES, "play", {"move": "bid 7"})
        assert await table.until_dead(table.quiet(3))
        assert turns(table) == ["sealed", "bid 7", BID]
        found = await places_of_the_secret(table, tmp_path / "log")
        assert found == ["messages", "record", "turn"]


@pytest.mark.parametrize(("kind", "what", "when"), points(("turn",), CALLBACK, SEND, EDIT))
async def test_both_bids_are_opened_and_told_once(
    kind: type[AtCommit | AtRequest],
    what: str,
    when: str,
    playground: Playground,
    driver: Driver,
    tmp_path: Path,
) -> None:
    async with bidding(playground, driver, tmp_path) as table:
        await driver.slash(ADA, GAMES, "play", {"move": BID})
        assert await table.until_dead(table.quiet(1))
        bid = partial(driver.slash, BO, GAMES, "play", {"move": "bid 7"})
        told = await struck(table, bid, kind(when, what))
        if turns(table) == ["sealed"]:  # it was not stored, and nobody has said that it was
            assert told is None or not told.text.startswith("You bid")
            assert await places_of_the_secret(table, tmp_path / "log") == []
            await bid()
        assert await table.until_dead(table.quiet(3))
        assert turns(table) == ["sealed", "bid 7", BID]
        assert sealed_bids(table) == 0
        said = [message["content"] for message in await table.public()]
        for sentence in ("bid 7 for Black", f"{BID} for Black"):
            assert len([content for content in said if sentence in content]) == 1
        assert says("turn-to-play", who="Black") in said[-1]
