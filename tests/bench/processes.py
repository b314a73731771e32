"""Several processes on one PostgreSQL: CPU a move, the database's part of it, acknowledgements.

The stand-in, the people, PostgreSQL and the bots share this machine's cores, so figures for more
processes than cores say what sharing costs, not how far it scales. The first row is one process on
SQLite, as everybody starts.
"""

import asyncio
import json
import tempfile
from collections.abc import Mapping, Sequence
from contextlib import AsyncExitStack
from pathlib import Path
from time import perf_counter

import sqlalchemy as sa

from bot.playground.driver import Driver
from bot.storage.database import Store
from bot.storage.schema import match, player
from bot.storage.transaction import Transaction
from tests import postgresql
from tests.bench.end_to_end import TICK, paced, process
from tests.bench.pipeline import fill, random_game

PER_SECOND, SECONDS, BURST, SERVERS, CHANNELS = 10, 15, 150, 4, 20
"""Channels are those of all servers together; servers are one for each shard."""


def cpu_of(numbers: Sequence[int]) -> float:
    """Milliseconds of CPU time of these processes and of all their children, dead ones too."""
    stats: dict[int, list[str]] = {}
    for folder in Path("/proc").iterdir():
        if folder.name.isdigit():
            try:
                stats[int(folder.name)] = (folder / "stat").read_text().rpartition(")")[2].split()
            except OSError:
                continue  # it has just ended
    known = set(numbers)
    known |= {pid for pid, stat in stats.items() if int(stat[1]) in known}
    return sum(TICK * sum(map(int, stats[pid][11:15])) for pid in known if pid in stats)


async def servers(driver: Driver) -> list[int]:
    """A server on each of SERVERS shards."""
    found: dict[int, int] = {}
    while len(found) < SERVERS:
        made = await driver.create_guild(f"Server {len(found)}", "Ada", ["Bo"])
        shard = (int(made["id"]) >> 22) % SERVERS
        if shard in found:
            await driver.remove_guild(made["id"])
            await asyncio.sleep(0.001)  # ids are times
        else:
            found[shard] = int(made["id"])
    return [found[shard] for shard in sorted(found)]


async def seat(store: Store, places: Sequence[tuple[int, int]], people: Sequence[int]) -> None:
    """Put the stored games into these places, each a server and a channel."""

    def work(tx: Transaction) -> None:
        for number, (server, channel) in enumerate(places):
            here = sa.update(match).where(match.c.id % len(places) == number)
            tx.connection.execute(here.values(server=server, channel_id=channel))
        for number, user in enumerate(people):
            of = sa.update(player).where(player.c.seat == number)
            tx.connection.execute(of.values(user=user))

    await store.write(work)


async def measure(
    folder: Path, url: str, shards: Sequence[str], database: int | None
) -> Mapping[str, object]:
    """The figures of one set of processes; ``database``: the process of PostgreSQL."""
    moves = random_game(41)
    count = PER_SECOND * SECONDS
    async with AsyncExitStack() as stack:
        arguments = ("-m", "bot.playground", "--database", str(folder / "discord.db"), "--free")
        stand_in = await stack.enter_async_context(process(*arguments))
        ready = json.loads(await stand_in.stdout.readline())
        driver = await stack.enter_async_context(Driver(ready["url"], ready["driver_key"]))
        world = await driver.overview()
        people = {person["global_name"]: int(person["id"]) for person in world["people"]}
        guilds, places, names = await servers(driver), list[tuple[int, int]](), list[str]()
        for number in range(CHANNELS):
            guild = guilds[number % SERVERS]
            made = await driver.create_channel(str(guild), f"table-{number}")
            places.append((guild, int(made["id"])))
            names.append(f"#table-{number}")
        async with Store.open(url) as store:
            await fill(store, moves[:-1], count + BURST)
            await seat(store, places, [people["Ada"], people["Bo"]])
        bots: list[int] = []
        for some in shards:
            environment = {
                "DISCORD_TOKEN": ready["token"],
                "DISCORD_API_URL": ready["url"],
                "DISCORD_GATEWAY_URL": ready["gateway"],
                "DATABASE_URL": url.replace("+aiosqlite", "").replace("+psycopg", ""),
                "REQUESTS_PER_SECOND": "100000",
                "SHARDS": some,
            }
            bot = await stack.enter_async_context(process("-m", "bot", "run", **environment))
            bots.append(bot.pid)
        # Shards of one bucket begin their sessions five seconds apart.
        await asyncio.sleep(8.0 + (5.0 * SERVERS if any(shards) else 0.0))
        before = cpu_of(bots), cpu_of([database] if database else [])
        took = await paced(driver, range(1, count + 1), names, "Ada", moves[40], PER_SECOND)
        await until_posted(url, count)
        after = cpu_of(bots), cpu_of([database] if database else [])
        begun = perf_counter()
        await paced(driver, range(count + 1, count + BURST + 1), names, "Ada", moves[40], 1e9)
        await until_posted(url, count + BURST)
        burst = BURST / (perf_counter() - begun)
    return {
        "acknowledged, ms p50": took[len(took) // 2],
        "ms p99": took[len(took) * 99 // 100],
        "ms CPU a move, bots": (after[0] - before[0]) / count,
        "ms CPU a move, database": (after[1] - before[1]) / count,
        "moves a second when all come at once, until the last board": burst,
    }


async def until_posted(url: str, boards: int) -> None:
    """Wait until so many boards are sent or folded into others."""
    engine = sa.create_engine(url.replace("+aiosqlite", ""), poolclass=sa.NullPool)

    def done() -> int:
        with engine.connect() as connection:
            told = (
                "SELECT count(*) FROM message WHERE kind = 'board' "
                "AND (message IS NOT NULL OR shown = rev)"
            )
            return int(connection.exec_driver_sql(told).scalar_one())

    async with asyncio.timeout(120):
        while await asyncio.to_thread(done) < boards:  # noqa: ASYNC110 - has no event
            await asyncio.sleep(0.02)
    engine.dispose()


def rows() -> list[tuple[str, Mapping[str, object]]]:
    """A row for each way."""
    title = f"{PER_SECOND} moves/s, {SERVERS} servers, {CHANNELS} channels"
    measured: list[tuple[str, Mapping[str, object]]] = []
    with tempfile.TemporaryDirectory() as folder:
        url = f"sqlite+aiosqlite:///{folder}/keil.db"
        row = asyncio.run(measure(Path(folder), url, [""], None))
        measured.append((f"{title}: one process on SQLite", row))
    if postgresql.programs() is None:
        return [*measured, ("on PostgreSQL", {"NOT RUN": "PostgreSQL is not installed"})]
    server = postgresql.cluster()
    for shards in (["0-3/4"], ["0-1/4", "2-3/4"], ["0/4", "1/4", "2/4", "3/4"]):
        with tempfile.TemporaryDirectory() as folder:
            url = postgresql.database(f"bench{len(shards)}")
            row = asyncio.run(measure(Path(folder), url, shards, server.pid()))
            measured.append((f"{title}: processes on PostgreSQL: {len(shards)}", row))
    return measured
