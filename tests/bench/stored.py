"""The CPU time of a move in databases of very different age: what was stored before costs nothing.

Each move goes through the service and the store, and the sending of its board is begun and
reported; all games are in memory, as in a bot that runs. The databases take turns in rounds, so
whatever else the machine does counts for all of them. Figures are milliseconds of all threads of
this process; on PostgreSQL, of the server's process for its connection, too.
"""

import asyncio
import tempfile
from collections.abc import Mapping
from contextlib import AsyncExitStack
from pathlib import Path
from statistics import median
from time import process_time

import sqlalchemy as sa

from bot.service.service import Service
from bot.storage.database import Store
from bot.storage.transaction import Transaction
from engine.games import all_games
from tests import full_database, postgresql
from tests.bench.processes import cpu_of
from tests.bot.empty_database import put_empty_database

STORED = (100, 10_000, 100_000)
ROUNDS, EACH = 5, 40
RUNNING = ROUNDS * EACH + 10
"""Games that run in each database, besides the finished ones; the rest of them warms up."""
Row = tuple[str, Mapping[str, object]]


class Aged:
    """A bot's service over a database with so many games."""

    def __init__(self, store: Store, finished: int, server: int | None) -> None:
        self._store = store
        self._games = finished + RUNNING
        self._service = Service.over(store, all_games(), remembered=RUNNING)
        self._left = list(range(finished + 1, self._games + 1))
        self._server = server
        self.took = list[float]()

    def _cpu(self) -> float:
        theirs = cpu_of([self._server]) if self._server else 0.0
        return process_time() * 1000 + theirs

    async def ready(self) -> None:
        """Read all games, and play some."""
        for game in self._left:
            await self._service.matches.live(game)
        for _ in range(RUNNING - ROUNDS * EACH):
            await self._move(self._left.pop())

    async def round(self) -> None:
        """Play some moves, and note what each of them took."""
        before = self._cpu()
        for _ in range(EACH):
            await self._move(self._left.pop())
        self.took.append((self._cpu() - before) / EACH)

    async def _move(self, game: int) -> None:
        user = full_database.player(game, full_database.MOVER, self._games)
        live = await self._service.matches.play(game, user, full_database.NEXT, event_id=game)
        shown = self._service.shown_messages

        def report(tx: Transaction) -> None:
            work = shown.next_work(tx, live.channel_id)
            assert work.send is not None
            shown.sent(tx, work.send, 10**15 + game)
            shown.next_work(tx, live.channel_id)

        await self._store.write(report)


def filled(url: str, finished: int) -> str:
    """The address of a database with the newest schema, which is filled now."""
    engine = sa.create_engine(url.replace("+aiosqlite", ""), poolclass=sa.NullPool)
    with engine.begin() as connection:
        full_database.fill(connection, finished, RUNNING)
    engine.dispose()
    return url


async def measure(name: str, urls: Mapping[int, str], server: int | None) -> list[Row]:
    """A row for each database, and one that compares them."""
    async with AsyncExitStack() as stack:
        aged = dict[int, Aged]()
        for finished, url in urls.items():
            store = await stack.enter_async_context(Store.open(url))
            aged[finished] = Aged(store, finished, server)
            await aged[finished].ready()
        for _ in range(ROUNDS):
            for one in aged.values():
                await one.round()
    found = {finished: median(one.took) for finished, one in aged.items()}
    least, *_, most = found.values()
    return [
        *(
            (f"a move with {finished:,} stored games, {name}", {"CPU a move": figure})
            for finished, figure in found.items()
        ),
        (f"the last beside the first, {name}", {"x (goal 1.2)": most / least}),
    ]


def rows() -> list[Row]:
    """The rows of both stores."""
    with tempfile.TemporaryDirectory() as folder:
        urls = dict[int, str]()
        for finished in STORED:
            file = Path(folder) / f"{finished}.db"
            put_empty_database(file)
            urls[finished] = filled(f"sqlite+aiosqlite:///{file}", finished)
        found = asyncio.run(measure("SQLite", urls, None))
    if postgresql.programs() is None:
        return [*found, ("on PostgreSQL", {"NOT RUN": "PostgreSQL is not installed"})]
    server = postgresql.cluster()
    urls = {
        finished: filled(postgresql.database(f"stored{finished}"), finished) for finished in STORED
    }
    return [*found, *asyncio.run(measure("PostgreSQL", urls, server.pid()))]
