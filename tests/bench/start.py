"""The way back after an end: from the start of a process to the board that waited for it.

Beside it in the same run `tests.bench.bare_bot`, which loads the same libraries and has nothing to
post, until its session has begun. Other shards, and the queue of their sessions, are not in it.
"""

import asyncio
import os
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from pathlib import Path
from statistics import median
from time import monotonic
from typing import NamedTuple

import sqlalchemy as sa

from bot.playground.driver import SEND
from bot.storage.database import Store
from bot.storage.rows import BOARD, BOARDS, FULL
from bot.storage.schema import message
from bot.storage.transaction import Transaction
from tests import postgresql
from tests.bench.end_to_end import process, used_by
from tests.bench.floor import Table, put_games, table
from tests.bench.pipeline import random_game

PLAYED, STARTS = 40, 7


class Way(NamedTuple):
    """The seconds of one start until it was done, and those of CPU."""

    took: float
    cpu: float


async def start(of: Table, done: Callable[[], Awaitable[object]], *command: str, **env: str) -> Way:
    """Start a bot and end it when it is ``done``."""
    begun = monotonic()
    async with process("-m", *command, **of.environment, **env) as bot:
        await done()
        way = Way(monotonic() - begun, used_by(bot)["CPU"] / 1000)
    await of.driver.wait_connected(False)
    return way


def leave_a_board(tx: Transaction) -> None:
    """A board that the last process has not begun to send."""
    values = {"desired": FULL, "rev": 2, "shown": 1, "begun": 0, "message": None, "ply": PLAYED}
    one = sa.select(sa.func.min(message.c.id)).where(message.c.kind == BOARD).scalar_subquery()
    tx.connection.execute(sa.update(message).where(message.c.id == one).values(values))


async def of_ours(folder: Path, name: str, database: str) -> list[Way]:
    """The ways of our bot with this database, until the board is there."""
    at = database.replace("sqlite:", "sqlite+aiosqlite:")
    async with table(folder, f"discord-{name}") as ours:
        await put_games(at, ours, random_game(PLAYED), BOARDS)

        async def once() -> Way:
            async with Store.open(at) as store:
                await store.write(leave_a_board)
            before = len(await ours.driver.requests())

            async def done() -> None:
                await ours.driver.wait_for_requests(SEND, since=before)

            return await start(ours, done, "bot", "run", DATABASE_URL=database)

        return [await once() for _ in range(STARTS)]


async def of_floor(folder: Path) -> list[Way]:
    """Those of the floor, until its session has begun."""
    async with table(folder, "discord-bare") as bare:

        async def once(number: int) -> Way:
            command = ("tests.bench.bare_bot", str(folder / f"bare-{number}.db"))
            return await start(bare, bare.driver.wait_connected, *command)

        return [await once(number) for number in range(STARTS)]


async def measure(folder: Path) -> list[tuple[str, Mapping[str, object]]]:
    """All rows of this page."""
    floor = await of_floor(folder)
    found = {"SQLite": await of_ours(folder, "sqlite", f"sqlite:///{folder}/keil.db")}
    rows = list[tuple[str, Mapping[str, object]]]()
    if postgresql.programs() is None:
        rows.append(("PostgreSQL", {"NOT RUN": "it is not installed"}))
    else:
        found["PostgreSQL"] = await of_ours(folder, "pg", postgresql.database("start"))
    least = Way(*map(median, zip(*floor[1:], strict=True)))
    for name, ways in found.items():  # the first one makes the tables and the commands
        own = Way(*map(median, zip(*ways[1:], strict=True)))
        figures: dict[str, object] = {
            "s, the floor until its session": least.took,
            "s, ours until the board": own.took,
            "CPU s, the floor": least.cpu,
            "CPU s, ours": own.cpu,
            "CPU, ours / the floor": own.cpu / least.cpu,
        }
        rows.append((f"from the start to the first board, {name}", figures))
    return rows


def rows() -> list[tuple[str, Mapping[str, object]]]:
    """The rows, measured in a folder of their own."""
    os.environ.pop("SHARDS", None)
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(measure(Path(folder)))
