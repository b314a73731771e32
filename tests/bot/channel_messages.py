"""A table at which every board is a channel message, and its outbox tries again soon."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.chat import pauses
from bot.playground.driver import Driver
from bot.playground.server import Playground
from engine.games import all_games
from tests.bot.table import Json, Table, hurry, ply_of, seated

PAUSE = 0.1
LONG = 300.0
"""Seconds: longer than any test."""
OTHER = "#general"
UNKNOWN_CHANNEL: Json = {"message": "Unknown Channel", "code": 10003}


@pytest.fixture
async def soon(
    playground: Playground, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Table]:
    """A table whose outbox tries again soon, and sends channel messages only."""
    for name in ("SHORTEST_PAUSE", "LONGEST_PAUSE", "LONGEST_AFTER_REFUSAL"):
        monkeypatch.setattr(pauses, name, PAUSE)
    await hurry(driver)
    database = tmp_path / "keil.db"
    async with seated(playground, driver, all_games(), database, follow_ups=False) as made:
        yield made


async def boards(table: Table) -> list[int]:
    """The plies of all boards in the channel."""
    return [ply[1] for m in await table.driver.messages(table.channel) if (ply := ply_of(m))]


async def count(table: Table, route: str, channel: str) -> int:
    """How many requests there have been for this channel."""
    return len([r for r in await table.driver.requests(route) if channel in r["path"]])


def beside(table: Table) -> Table:
    """The same bot in another channel."""
    return Table(table.driver, table.client, table.service, table.store, table.clock, OTHER)
