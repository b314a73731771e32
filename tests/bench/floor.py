"""What our bot costs a move beside the least that any bot could do, in one run.

The floor is `tests.bench.bare_bot`. Both play the same moves by the same command, by turns, each
on a stand-in of its own: two bots with one token would both hear of every command. Every place has
a bot of ours to itself, since cards are edited up to half a minute after the moves. CPU is that of
the whole process of a bot, whatever the stand-in, the database's server and the people use.
"""

import asyncio
import json
import os
import socket
import tempfile
from collections import Counter
from collections.abc import AsyncGenerator, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from datetime import UTC, datetime
from itertools import product
from pathlib import Path
from typing import Any

import aiohttp
import sqlalchemy as sa

from bot.playground.driver import Driver
from bot.playground.rest import WITHOUT_TOKEN
from bot.service.places import choices, place_named
from bot.storage.database import Store
from bot.storage.rows import BOARD, CARD, DELETED, FULL
from bot.storage.schema import match, message, player
from bot.storage.transaction import Transaction
from tests import postgresql
from tests.bench.end_to_end import paced, process, used_by
from tests.bench.pipeline import fill, random_game

PLAYED, WARM, ROUNDS = 40, 3, 4
"""Moves in every game before the first round; rounds until everything is drawn and known that is
so once; and rounds that are measured of each bot, in each place."""
GAMES, PER_SECOND = 40, 20
"""Each game has a channel or a thread of its own."""
NUMBERS = range(1, GAMES + 1)
GOALS = {"SQLite": 2, "PostgreSQL": 3}
QUIET = 0.7
"""Seconds without a request after which everything that a round caused is done."""
PEOPLE = ("Ada", "Bo")


@dataclass
class Spent:
    """What the rounds of a bot have cost."""

    moves: int = 0
    cpu: float = 0.0
    requests: int = 0
    """With the bot's token."""
    exempt: int = 0
    """By tokens of interactions, besides the answer."""
    transactions: Counter[str] = field(default_factory=Counter[str])


class Table:
    """A stand-in, and the bot that plays on it."""

    def __init__(self, driver: Driver, ready: Mapping[str, str], channels: list[int]) -> None:
        self.driver, self.channels = driver, channels
        self.environment = {
            "DISCORD_TOKEN": ready["token"],
            "DISCORD_API_URL": ready["url"],
            "DISCORD_GATEWAY_URL": ready["gateway"],
        }
        self.bot: asyncio.subprocess.Process
        self.health = ""
        self._next = 0

    @asynccontextmanager
    async def played_by(self, *command: str, **environment: str) -> AsyncGenerator[None]:
        """A bot, until the end."""
        self.health = environment.get("HEALTH_ADDRESS", "")
        async with process("-m", *command, **self.environment, **environment) as self.bot:
            await self.driver.wait_connected(timeout=60)
            await asyncio.sleep(3)  # discord.py waits for servers before it is ready
            yield

    async def quiet(self) -> list[dict[str, Any]]:
        """All requests since the last time, when there are no more."""
        seen, made = -1, await self.driver.requests(since=self._next)
        async with asyncio.timeout(60):
            while len(made) != seen:
                seen = len(made)
                await asyncio.sleep(QUIET)
                made = await self.driver.requests(since=self._next)
        self._next = made[-1]["n"] + 1 if made else self._next
        return made

    async def round(
        self, spent: Spent, who: str, move: str, games: range, where: list[str]
    ) -> None:
        """A move in each game."""
        counted, before = await self._transactions(), used_by(self.bot)["CPU"]
        await paced(self.driver, games, where, who, move, PER_SECOND)
        made = await self.quiet()
        spent.cpu += used_by(self.bot)["CPU"] - before
        spent.transactions += await self._transactions() - counted
        spent.moves += len(games)
        exempt = [r["route"] for r in made if r["route"].startswith(WITHOUT_TOKEN)]
        spent.requests += len(made) - len(exempt)
        spent.exempt += sum(not route.endswith("/callback") for route in exempt)

    async def _transactions(self) -> Counter[str]:
        """The transactions of the bot so far, if it counts them: reading and writing ones."""
        if not self.health:
            return Counter()
        name, found = "keil_transaction_seconds_count", Counter[str]()
        async with (
            aiohttp.ClientSession() as session,
            session.get(f"http://{self.health}/metrics") as answer,
        ):
            for line in (await answer.text()).splitlines():
                if line.startswith(name):
                    found[line.split('"')[1]] += int(float(line.rsplit(" ", 1)[1]))
        return found


@asynccontextmanager
async def table(folder: Path, name: str) -> AsyncGenerator[Table]:
    """A new stand-in with channels."""
    arguments = ("-m", "bot.playground", "--database", str(folder / f"{name}.db"), "--free")
    async with process(*arguments) as stand_in:
        assert stand_in.stdout is not None
        ready = json.loads(await stand_in.stdout.readline())
        async with Driver(ready["url"], ready["driver_key"]) as driver:
            await driver.patience(60)  # it is not about being in time
            made = [await driver.create_channel("Demo", f"table-{n}") for n in range(GAMES)]
            yield Table(driver, ready, [int(channel["id"]) for channel in made])


async def threads(of: Table) -> list[int]:
    """A thread under a card in each channel; a thread has the number of its card."""
    made = list[int]()
    base = f"{of.environment['DISCORD_API_URL']}/api/v10/channels"
    token = {"Authorization": f"Bot {of.environment['DISCORD_TOKEN']}"}
    async with aiohttp.ClientSession(headers=token) as session:
        for channel in of.channels:
            await of.driver.permit(str(channel), allow=["create_public_threads"])
            card = {"content": "A game"}
            async with session.post(f"{base}/{channel}/messages", json=card) as answer:
                number = int((await answer.json())["id"])
            opened = {"name": "A game"}
            there = f"{base}/{channel}/messages/{number}/threads"
            async with session.post(there, json=opened) as answer:
                assert answer.status < 300, await answer.text()
            made.append(number)
    return made


async def put_games(url: str, of: Table, moves: list[str], place: str) -> list[str]:
    """Store the games of a place; the names of where they are played, as `paced` wants them."""
    world = await of.driver.overview()
    server = int(world["guilds"][0]["id"])
    ids = {p["global_name"] or p["username"]: int(p["id"]) for p in world["people"]}
    where = dict[int, dict[str, Any]]()
    posted = list[dict[str, Any]]()
    apart = place_named(place).threads
    channels = await threads(of) if apart else of.channels
    for game, channel, home in zip(NUMBERS, channels, of.channels, strict=True):
        where[game] = {
            "server": server,
            "channel_id": channel,
            "card_channel_id": home,
            "place": place,
        }
        # Else the first board would tell, and later lose, all the turns that were stored.
        posted.append(_posted(server, channel, game, BOARD, DELETED, announces_to=len(moves) - 1))
        if apart:
            posted.append(_posted(server, home, game, CARD, FULL, message=channel))

    def work(tx: Transaction) -> None:
        for game, values in where.items():
            tx.connection.execute(sa.update(match).where(match.c.id == game).values(values))
        for seat, name in enumerate(PEOPLE):
            of_seat = sa.update(player).where(player.c.seat == seat)
            tx.connection.execute(of_seat.values(user=ids[name]))
        for one in posted:
            tx.connection.execute(sa.insert(message), one)

    async with Store.open(url) as store:
        await fill(store, moves, len(where))
        await store.write(work)
    return in_order(channels)


def in_order(channels: list[int]) -> list[str]:
    """Where each game is played: `paced` takes its number modulo the number of channels."""
    return [str(channels[(n - 1) % GAMES]) for n in range(GAMES)]


def _posted(
    server: int, channel: int, game: int, kind: str, look: str, **more: int
) -> dict[str, Any]:
    """A message about a match that was posted before."""
    now = datetime.now(UTC)
    return {
        "server": server, "channel_id": channel, "kind": kind, "match": game, "desired": look,
        "rev": 1, "shown": 1, "begun": 1, "attempt": 1, "tried": now, "nonce": f"{kind} {game}",
        "wanted": now, **more,
    }  # fmt: skip


def free_port() -> int:
    """One that nobody uses now."""
    with socket.create_server(("127.0.0.1", 0)) as server:
        return server.getsockname()[1]


async def compared(
    floor: Table, ours: Table, where: list[str], moves: list[str]
) -> tuple[Spent, Spent]:
    """The floor's and ours, measured by turns."""
    plain = in_order(floor.channels)
    least, own = Spent(), Spent()
    for number, move in enumerate(moves[PLAYED:]):
        if number == WARM:
            least, own = Spent(), Spent()
        for each, spent, there in ((floor, least, plain), (ours, own, where)):
            await each.round(spent, PEOPLE[number % 2], move, NUMBERS, there)
    return least, own


async def measure(folder: Path) -> list[tuple[str, Mapping[str, object]]]:
    """All rows of this page."""
    moves = random_game(PLAYED + WARM + ROUNDS - 1)  # and one more
    rows = list[tuple[str, Mapping[str, object]]]()
    bare = ("tests.bench.bare_bot", str(folder / "bare.db"), *moves[:PLAYED])
    async with table(folder, "discord-bare") as floor, floor.played_by(*bare):
        for store, place in product(GOALS, choices()):
            if store == "SQLite":
                url = f"sqlite:///{folder / place}.db"
            elif postgresql.programs() is not None:
                url = postgresql.database(f"floor_{place}")
            else:
                rows.append((f"{place}, {store}", {"NOT RUN": "it is not installed"}))
                continue
            async with table(folder, f"discord-{store}-{place}") as ours:
                at = url.replace("sqlite:", "sqlite+aiosqlite:")
                where = await put_games(at, ours, moves[: PLAYED + 1], place)
                environment = {
                    "DATABASE_URL": url,
                    "REQUESTS_PER_SECOND": "100000",
                    "HEALTH_ADDRESS": f"127.0.0.1:{free_port()}",
                }
                async with ours.played_by("bot", "run", **environment):
                    rows.append(row(store, place, *await compared(floor, ours, where, moves)))
    return rows


def row(store: str, place: str, floor: Spent, ours: Spent) -> tuple[str, Mapping[str, object]]:
    """The figures of one place on one store."""
    least, own = floor.cpu / floor.moves, ours.cpu / ours.moves
    return f"a move by /play, {place}, {store}", {
        "CPU ms, the floor": least,
        "CPU ms, ours": own,
        f"ours / the floor (goal {GOALS[store]})": own / least,
        "requests with the bot's token, the floor": floor.requests / floor.moves,
        "requests with the bot's token, ours": ours.requests / ours.moves,
        "by tokens of interactions, besides the answer, ours": ours.exempt / ours.moves,
        "transactions that read": ours.transactions["read"] / ours.moves,
        "transactions that write": ours.transactions["write"] / ours.moves,
    }


def rows() -> list[tuple[str, Mapping[str, object]]]:
    """The rows, measured in a folder of their own."""
    os.environ.pop("SHARDS", None)
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(measure(Path(folder)))
