"""Fifty people who play against the computer at once, and people who play with each other beside.

The bot is real, in a process of its own, with its own workers; so is the stand-in for Discord. All
fifty move within one second, on side 7 against level 5, with 40 stones on the board. An answer is
measured from the moment the person's move was stored to the moment the computer's was, with the
pause that the bot makes so that a move is seen as a move. Meanwhile two others move in many games
of their own; beside that stands how fast they are acknowledged while the fifty move in games with
each other, so that no computer thinks.
"""

import asyncio
import json
import tempfile
from collections.abc import Mapping
from pathlib import Path

import sqlalchemy as sa

from bot.playground.driver import Driver
from bot.service.bot_player import PAUSE
from bot.storage.database import Store
from bot.storage.schema import player, turn
from bot.storage.transaction import Transaction
from tests.bench.end_to_end import paced, process, seat_people
from tests.bench.pipeline import fill, random_game

PEOPLE, ROUNDS, CHANNELS, LEVEL = 50, 3, 10, 5
PER_SECOND, SECONDS = 10, 12
"""The moves that two others make with each other, and for how long."""
PLAYED = 40
"""An even number: the first seat is to move."""
PRACTISED = range(1, ROUNDS * PEOPLE + 1)
SHARED = range(PRACTISED[-1] + 1, 2 * PRACTISED[-1] + 1)
BESIDE = range(SHARED[-1] + 1, SHARED[-1] + PER_SECOND * SECONDS + 1)
"""The games against the computer, those of the fifty with each other, and those of the two."""


async def seat_fifty(store: Store, people: list[int], computer: int) -> None:
    """Give the first seat of `PRACTISED` and `SHARED` to the fifty, one after the other, and the
    second of `PRACTISED` to the computer."""

    def work(tx: Transaction) -> None:
        for game in (*PRACTISED, *SHARED):
            of = sa.update(player).where(player.c.match == game)
            user = people[(game - 1) % PEOPLE]
            tx.connection.execute(of.where(player.c.seat == 0).values(user=user))
            if game in PRACTISED:
                second = of.where(player.c.seat == 1)
                tx.connection.execute(second.values(user=computer, level=LEVEL))

    await store.write(work)


async def answered(store: Store, games: range) -> list[float]:
    """Seconds from the person's move to the computer's, in games in which all have come."""

    def read(tx: Transaction) -> dict[tuple[int, int], float]:
        rows = tx.connection.execute(
            sa.select(turn.c.match, turn.c.ply, turn.c.at).where(
                turn.c.match.between(games[0], games[-1]), turn.c.ply > PLAYED
            )
        )
        return {(row.match, row.ply): row.at.timestamp() for row in rows}

    async with asyncio.timeout(300):
        while True:
            at = await store.read(read)
            if len(at) == 2 * len(games):
                break
            await asyncio.sleep(0.2)
    return sorted(at[game, PLAYED + 2] - at[game, PLAYED + 1] for game in games)


async def everybody(driver: Driver, games: range, names: list[str], move: str) -> None:
    """All fifty move within one second, each in one of their games."""

    async def one(number: int, game: int) -> None:
        await asyncio.sleep(number / PEOPLE)
        options = {"move": move, "game": str(game)}
        await driver.slash(f"P{number}", names[game % len(names)], "play", options)

    await asyncio.gather(*(one(number, game) for number, game in enumerate(games)))


async def nothing_posted(driver: Driver) -> None:
    """Return when the bot has sent nothing for two seconds: all boards are posted."""
    before = -1
    while before != (count := (await driver.report())["requests"]):
        before = count
        await asyncio.sleep(2)


def spread(took: list[float]) -> dict[str, float]:
    return {"p50": took[len(took) // 2], "p99": took[len(took) * 99 // 100], "slowest": took[-1]}


async def measure(folder: Path) -> list[tuple[str, Mapping[str, object]]]:
    """All rows of this page."""
    database, moves = folder / "keil.db", random_game(PLAYED + 1)
    first, second = moves[PLAYED:]
    arguments = ("-m", "bot.playground", "--database", str(folder / "discord.db"), "--free")
    async with process(*arguments) as stand_in:
        ready = json.loads(await stand_in.stdout.readline())
        async with Driver(ready["url"], ready["driver_key"]) as driver:
            names = [f"#table-{n}" for n in range(CHANNELS)]
            channels = [int((await driver.create_channel("Demo", n[1:]))["id"]) for n in names]
            people = [
                int((await driver.create_person(f"P{n}", ["Demo"]))["id"]) for n in range(PEOPLE)
            ]
            world = await driver.overview()
            by_name = {p["global_name"] or p["username"]: int(p["id"]) for p in world["people"]}
            async with Store.open(f"sqlite+aiosqlite:///{database}") as store:
                await fill(store, moves[:-1], BESIDE[-1])
                guild = int(world["guilds"][0]["id"])
                await seat_people(store, channels, guild, [by_name["Ada"], by_name["Bo"]])
                await seat_fifty(store, people, int(world["application"]))
                async with process(
                    "-m",
                    "bot",
                    "run",
                    DISCORD_TOKEN=ready["token"],
                    DISCORD_API_URL=ready["url"],
                    DISCORD_GATEWAY_URL=ready["gateway"],
                    DATABASE_URL=f"sqlite:///{database}",
                    REQUESTS_PER_SECOND="100000",
                ):
                    await driver.wait_connected(timeout=30)
                    await asyncio.sleep(3)
                    answers, alone, busy = list[float](), list[float](), list[float]()
                    for number in range(ROUNDS):
                        part = slice(number * PEOPLE, (number + 1) * PEOPLE)
                        two = BESIDE[number::ROUNDS]
                        _, took = await asyncio.gather(
                            everybody(driver, SHARED[part], names, first),
                            paced(driver, two, names, "Ada", first, PER_SECOND),
                        )
                        alone += took
                        await nothing_posted(driver)
                        _, took, found = await asyncio.gather(
                            everybody(driver, PRACTISED[part], names, first),
                            paced(driver, two, names, "Bo", second, PER_SECOND),
                            answered(store, PRACTISED[part]),
                        )
                        busy += took
                        answers += found
                        await nothing_posted(driver)
    for figures in (answers, alone, busy):
        figures.sort()
    return [
        (
            f"{PEOPLE} at once against level {LEVEL}, side 7: its answer, a pause of "
            f"{PAUSE.total_seconds()} s included",
            {
                "s p50": answers[len(answers) // 2],
                "p95 (goal 5)": answers[len(answers) * 95 // 100],
                "slowest": answers[-1],
            },
        ),
        (
            f"acknowledged, two at {PER_SECOND} moves/s while fifty play with each other",
            spread(alone),
        ),
        (
            "acknowledged, the same while fifty play against the computer",
            {**spread(busy), "p50 / p50 before": busy[len(busy) // 2] / alone[len(alone) // 2]},
        ),
    ]


def rows() -> list[tuple[str, Mapping[str, object]]]:
    """The rows, measured in a folder of their own."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(measure(Path(folder)))
