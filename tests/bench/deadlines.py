"""People play while thousands of games end by the clock within a minute: who waits how long.

Real discord.py in its own process, the stand-in for Discord in another, SQLite. The requests keep
to Discord's 50 a second, so the last boards of the games that end come late; no answer may.
"""

import asyncio
import json
import tempfile
from collections.abc import Mapping
from datetime import timedelta
from pathlib import Path
from time import perf_counter

import sqlalchemy as sa

from bot.playground.driver import Driver
from bot.storage.database import Store
from bot.storage.schema import match, turn
from bot.storage.transaction import Transaction
from engine.turns import TIMEOUT
from tests.bench.end_to_end import paced, process, seat_people
from tests.bench.pipeline import fill, random_game

ENDING, WITHIN, PER_SECOND, CHANNELS = 5_000, 60.0, 10, 40
LEAD = 20.0
"""Seconds for the start of the bot, before the first game ends."""


async def let_end(store: Store, first: int) -> None:
    """The time of the games from ``first`` on runs out evenly, after the start of the bot."""

    def work(tx: Transaction) -> None:
        for number in range(ENDING):
            ends = timedelta(seconds=LEAD + WITHIN * number / ENDING)
            when = sa.select(match.c.opened).where(match.c.id == first).scalar_subquery()
            moment = sa.type_coerce(when, sa.BigInteger) + ends // timedelta(microseconds=1)
            change = sa.update(match).where(match.c.id == first + number)
            tx.connection.execute(change.values(deadline=moment, per_move_s=120))

    await store.write(work)


def lateness(database: Path) -> list[float]:
    """How many seconds after its deadline each of the games was ended, sorted."""
    engine = sa.create_engine(f"sqlite:///{database}")
    ended = sa.select(turn.c.at, match.c.id).join(match).where(turn.c.text == TIMEOUT)
    with engine.connect() as connection:
        rows = connection.execute(ended).all()
        opened = connection.execute(sa.select(sa.func.min(match.c.opened))).scalar_one()
    engine.dispose()
    first = min(row.id for row in rows)
    return sorted(
        (row.at - opened).total_seconds() - LEAD - WITHIN * (row.id - first) / ENDING
        for row in rows
    )


async def measure(folder: Path) -> list[tuple[str, Mapping[str, object]]]:
    """The rows."""
    database, moves = folder / "keil.db", random_game(41)
    playing = int(PER_SECOND * WITHIN)
    arguments = ("-m", "bot.playground", "--database", str(folder / "discord.db"), "--free")
    async with process(*arguments) as stand_in:
        ready = json.loads(await stand_in.stdout.readline())
        async with Driver(ready["url"], ready["driver_key"]) as driver:
            names = [f"#table-{n}" for n in range(CHANNELS)]
            channels = [int((await driver.create_channel("Demo", n[1:]))["id"]) for n in names]
            world = await driver.overview()
            guild = int(world["guilds"][0]["id"])
            known = {person["global_name"]: int(person["id"]) for person in world["people"]}
            async with Store.open(f"sqlite+aiosqlite:///{database}") as store:
                await fill(store, moves[:-1], playing + ENDING)
                await seat_people(store, channels, guild, [known["Ada"], known["Bo"]])
                began = perf_counter()
                await let_end(store, playing + 1)
            environment = {
                "DISCORD_TOKEN": ready["token"],
                "DISCORD_API_URL": ready["url"],
                "DISCORD_GATEWAY_URL": ready["gateway"],
                "DATABASE_URL": f"sqlite:///{database}",
            }
            async with process("-m", "bot", "run", **environment):
                await driver.wait_connected(timeout=30)
                await asyncio.sleep(max(3.0, LEAD - (perf_counter() - began)))
                games = range(1, playing + 1)
                took = await paced(driver, games, names, "Ada", moves[40], PER_SECOND)
                await asyncio.sleep(5)
    late = await asyncio.to_thread(lateness, database)
    return [
        (
            f"acknowledged, {PER_SECOND} moves/s while {ENDING} games end within {WITHIN:.0f} s",
            {"p50": took[len(took) // 2], "p99": took[len(took) * 99 // 100], "most": took[-1]},
        ),
        (
            "games ended after their deadlines",
            {"games": len(late), "s, p50": late[len(late) // 2], "s, most": late[-1]},
        ),
    ]


def rows() -> list[tuple[str, Mapping[str, object]]]:
    """The rows, measured in a folder of their own."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(measure(Path(folder)))
