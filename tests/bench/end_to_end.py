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
from statistics import median
from time import perf_counter, thread_time

import sqlalchemy as sa

from bot.playground.driver import EDIT, SEND, Driver
from bot.storage.database import Store
from bot.storage.schema import match, player
from bot.storage.transaction import Transaction
from engine.position import Placement
from render.board_image import draw
from tests.bench.pipeline import GAME, OPTIONS, fill, random_game

PER_SECOND, SECONDS, CHANNELS, BURST = 20, 15, 40, 400
TICK = 1000 / os.sysconf("SC_CLK_TCK")
"""Milliseconds."""


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


def used_by(running: asyncio.subprocess.Process) -> dict[str, float]:
    """The CPU time in ms and the voluntary task switches of a process so far.

    All are nan if the system does not tell.
    """
    folder = Path(f"/proc/{running.pid}")
    if not folder.exists():
        return dict.fromkeys(("CPU", "main thread", "switches"), float("nan"))

    def cpu(stat: Path) -> float:
        return TICK * sum(map(int, stat.read_text().rpartition(")")[2].split()[11:13]))

    def switches(status: Path) -> int:
        return int(status.read_text().partition("voluntary_ctxt_switches:")[2].split()[0])

    return {
        "CPU": cpu(folder / "stat"),
        "main thread": cpu(folder / "task" / str(running.pid) / "stat"),
        "switches": sum(switches(task / "status") for task in (folder / "task").iterdir()),
    }


def cpu_of_a_picture(moves: list[str]) -> float:
    """Milliseconds of CPU time that one thread needs for the picture of the board alone."""
    position, took = GAME.start(OPTIONS, 2), list[float]()
    for move in moves:
        position = position.play(Placement(move))
    for _ in range(60):
        begin = thread_time()
        draw(position)
        took.append(1000 * (thread_time() - begin))
    return median(took)


async def seat_people(store: Store, channels: list[int], guild: int, people: list[int]) -> None:
    """Put the stored games into the stand-in's channels, with its people."""

    def work(tx: Transaction) -> None:
        for number, channel in enumerate(channels):
            here = match.c.id % len(channels) == number
            values = {"channel_id": channel, "server": guild}
            tx.connection.execute(sa.update(match).where(here).values(values))
        for seat, user in enumerate(people):
            of = sa.update(player).where(player.c.seat == seat).values(user=user)
            tx.connection.execute(of)

    await store.write(work)


async def paced(
    driver: Driver, games: range, names: list[str], who: str, move: str, rate: float
) -> list[float]:
    """Milliseconds to the acknowledgement of a move of ``who`` in each game, ``rate`` a second."""
    begin, took = perf_counter(), []

    async def one(number: int, game: int) -> None:
        at = begin + number / rate
        await asyncio.sleep(max(0.0, at - perf_counter()))
        options = {"move": move, "game": str(game)}
        answer = await driver.slash(who, names[game % len(names)], "play", options)
        assert answer.text.startswith("You played") or answer.kind == "deferred", answer
        took.append((perf_counter() - at) * 1000)

    await asyncio.gather(*(one(number, game) for number, game in enumerate(games)))
    return sorted(took)


async def boards_sent(driver: Driver, count: int) -> None:
    """Return when so many boards are posted."""
    async with asyncio.timeout(120):
        while True:
            made = await driver.requests(SEND)
            if sum(bool(request["files"] and request["status"]) for request in made) >= count:
                return
            await asyncio.sleep(0.05)


async def measure(folder: Path) -> list[tuple[str, Mapping[str, object]]]:
    """All rows of this page."""
    database = folder / "keil.db"
    moves = random_game(41)  # 40 are played, an even number: the first seat, Ada, is to move
    first, second = moves[40:]
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
                await fill(store, moves[:-1], count + BURST)
                await seat_people(store, channels, guild, [by_name["Ada"], by_name["Bo"]])
            begin = perf_counter()
            async with process(
                "-m",
                "bot",
                "run",
                DISCORD_TOKEN=ready["token"],
                DISCORD_API_URL=ready["url"],
                DISCORD_GATEWAY_URL=ready["gateway"],
                DATABASE_URL=f"sqlite:///{database}",
                REQUESTS_PER_SECOND="100000",
            ) as bot:
                await driver.wait_connected(timeout=30)
                start = perf_counter() - begin
                await asyncio.sleep(3)  # discord.py waits for servers before it is ready
                games = range(1, count + 1)  # each has a board with buttons when it is measured
                await paced(driver, games, names, "Ada", first, 2 * PER_SECOND)
                await boards_sent(driver, count)
                await asyncio.sleep(1)
                before, others = used_by(bot), used_by(stand_in)
                took = await paced(driver, games, names, "Bo", second, PER_SECOND)
                await boards_sent(driver, 2 * count)
                await asyncio.sleep(1)  # buttons are taken off after that
                after, others_after = used_by(bot), used_by(stand_in)
                routes = [f"{r['method']} {r['route']}" for r in await driver.requests()]
                asked = sum(route in (SEND, EDIT) for route in routes)
                exempt = sum("/webhooks/" in route for route in routes)
                others_games = range(count + 1, count + BURST + 1)
                burst = await paced(driver, others_games, names, "Ada", first, 1e9)
                done = perf_counter()
                await boards_sent(driver, 2 * count + BURST)
                lag = perf_counter() - done
                used = {name: (after[name] - before[name]) / count for name in after}
                beside = (others_after["CPU"] - others["CPU"]) / count
                picture = cpu_of_a_picture(moves[:-1])
    return [
        (
            f"acknowledged, {PER_SECOND} moves/s over {CHANNELS} channels, side {OPTIONS['size']}",
            {"p50": took[len(took) // 2], "p99 (goal 60)": took[len(took) * 99 // 100]},
        ),
        (
            f"acknowledged, {BURST} moves at once",
            {"p50": burst[BURST // 2], "slowest (3000)": burst[-1]},
        ),
        ("boards still to be posted after that", {"s until the last one": lag}),
        (
            "CPU a move, posting included",
            {
                "the bot": used["CPU"],
                "its main thread (goal 7)": used["main thread"],
                "the stand-in": beside,
                "its picture alone": picture,
                "CPU a move / CPU of its picture": used["CPU"] / picture,
            },
        ),
        ("voluntary task switches a move", {"the bot": used["switches"]}),
        (
            "requests a move by a command, the first of each game included",
            {
                "with the bot's token": asked / (2 * count),
                "by tokens of interactions, besides the answer": exempt / (2 * count),
            },
        ),
        ("connected after the start of the process", {"s (goal 3)": start}),
    ]


def rows() -> list[tuple[str, Mapping[str, object]]]:
    """The rows, measured in a folder of their own."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(measure(Path(folder)))
