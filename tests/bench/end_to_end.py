"""A move end to end: real discord.py in its own process, the stand-in for Discord in another.

The figures are milliseconds from the moment a person pressed Enter to the acknowledgement, with
PER_SECOND moves a second over many channels. Drawing and posting go on at the same time, on the
same cores as the stand-in and the people.
"""

import asyncio
import json
import os
import signal
import sys
import tempfile
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from pathlib import Path
from time import perf_counter

import sqlalchemy as sa

from bot.playground.driver import SEND, Driver
from bot.schema import match, player
from bot.store import Store
from tests.bench.pipeline import OPTIONS, fill, random_game

PER_SECOND, SECONDS, CHANNELS, BURST = 50, 8, 40, 100


@asynccontextmanager
async def process(*command: str, **environment: str) -> AsyncGenerator[asyncio.subprocess.Process]:
    """A Python program of the project, stopped at the end."""
    started = await asyncio.create_subprocess_exec(
        sys.executable,
        *command,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.DEVNULL,
        env=os.environ | environment,
    )
    try:
        yield started
    finally:
        if started.returncode is None:
            started.send_signal(signal.SIGTERM)
        await started.wait()


def cpu_seconds(running: asyncio.subprocess.Process) -> float:
    """CPU time that a process has used so far; nan where the system does not tell."""
    stat = Path(f"/proc/{running.pid}/stat")
    if not stat.exists():
        return float("nan")
    user, system = stat.read_text().rpartition(")")[2].split()[11:13]
    return (int(user) + int(system)) / os.sysconf("SC_CLK_TCK")


async def seat_people(store: Store, channels: list[int], guild: int, people: list[int]) -> None:
    """Put the stored games into the stand-in's channels, with its people."""

    async def work(tx: object) -> None:
        for number, channel in enumerate(channels):
            here = match.c.id % len(channels) == number
            values = {"place": channel, "server": guild}
            await tx._connection.execute(sa.update(match).where(here).values(values))
        for seat, user in enumerate(people):
            of = sa.update(player).where(player.c.seat == seat).values(user=user)
            await tx._connection.execute(of)

    await store.write(work)


async def paced(
    driver: Driver, games: range, names: list[str], move: str, rate: float
) -> list[float]:
    """Milliseconds to the acknowledgement of one move in each game, ``rate`` a second."""
    begin, took = perf_counter(), []

    async def one(number: int, game: int) -> None:
        at = begin + number / rate
        await asyncio.sleep(max(0.0, at - perf_counter()))
        options = {"move": move, "game": str(game)}
        answer = await driver.slash("Ada", names[game % len(names)], "play", options)
        assert answer.text.startswith("You played") or answer.kind == "deferred", answer
        took.append((perf_counter() - at) * 1000)

    await asyncio.gather(*(one(number, game) for number, game in enumerate(games)))
    return sorted(took)


async def measure(folder: Path) -> list[tuple[str, Mapping[str, object]]]:
    """All rows of this page."""
    database = folder / "keil.db"
    moves = random_game(40)  # an even number: the first seat, Ada, is to move
    count = PER_SECOND * SECONDS
    arguments = ("-m", "bot.playground", "--database", str(folder / "discord.db"), "--free")
    async with process(*arguments) as stand_in:
        ready = json.loads(await stand_in.stdout.readline())
        async with Driver(ready["url"], ready["driver_key"]) as driver:
            names = [f"#table-{n}" for n in range(CHANNELS)]
            channels = [int((await driver.create_channel("Demo", n[1:]))["id"]) for n in names]
            world = await driver.overview()
            guild = int(world["guilds"][0]["id"])
            by_name = {
                (person["global_name"] or person["username"]): int(person["id"])
                for person in world["people"]
            }
            async with Store.open(f"sqlite+aiosqlite:///{database}") as store:
                await fill(store, moves, count + BURST)
                await seat_people(store, channels, guild, [by_name["Ada"], by_name["Bo"]])
            begin = perf_counter()
            async with process(
                "-m",
                "bot",
                "run",
                DISCORD_TOKEN="demo-token",
                DISCORD_API_URL=ready["url"],
                DISCORD_GATEWAY_URL=ready["gateway"],
                DATABASE_URL=f"sqlite:///{database}",
            ) as bot:
                await driver.wait_connected(timeout=30)
                start = perf_counter() - begin
                await asyncio.sleep(3)  # discord.py waits for servers before it is ready
                before, others = cpu_seconds(bot), cpu_seconds(stand_in)
                took = await paced(driver, range(1, count + 1), names, moves[-1], PER_SECOND)
                burst = await paced(
                    driver, range(count + 1, count + BURST + 1), names, moves[-1], 1e9
                )
                done = perf_counter()
                await driver.wait_for_requests(SEND, count + BURST, timeout=120)
                lag = perf_counter() - done
                each = 1000 / (count + BURST)
                used = (cpu_seconds(bot) - before) * each
                beside = (cpu_seconds(stand_in) - others) * each
    return [
        (
            f"acknowledged, {PER_SECOND} moves/s over {CHANNELS} channels, side {OPTIONS['size']}",
            {"p50": took[len(took) // 2], "p99 (goal 100)": took[len(took) * 99 // 100]},
        ),
        (
            f"acknowledged, {BURST} moves at once",
            {"p50": burst[BURST // 2], "slowest (3000)": burst[-1]},
        ),
        ("boards still to be posted after that", {"s until the last one": lag}),
        ("CPU a move, posting included", {"the bot": used, "the stand-in": beside}),
        ("connected after the start of the process", {"s (goal 3)": start}),
    ]


def rows() -> list[tuple[str, Mapping[str, object]]]:
    """The rows, measured in a folder of their own."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(measure(Path(folder)))
