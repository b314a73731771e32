"""The transaction of a move on SQLite and on PostgreSQL, and PostgreSQL by another driver.

Both stores keep what they have answered: PostgreSQL runs here with fsync, unlike in the tests. The
bare rows run just the statements of that transaction, without SQLAlchemy and without a game: by
psycopg as the store does, in a thread, and by asyncpg, with an await for each statement. Figures
are milliseconds unless they say more.
"""

import asyncio
import re
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from time import perf_counter, process_time
from typing import Any

from bot.cli.run import SWITCH_INTERVAL
from bot.service.service import Service
from bot.storage.database import Store
from engine.games import all_games
from tests import postgresql
from tests.bench.pipeline import TURNS_EACH, fill, random_game

GAMES, MOVES, AT_ONCE = 2_000, 600, 16
Row = tuple[str, Mapping[str, object]]

READ = (
    "SELECT m.*, p.user FROM match m JOIN player p ON p.match = m.id WHERE m.id = $1"
    " ORDER BY p.seat"
)
TURN = "INSERT INTO turn (match, ply, seat, text, at, source) VALUES ($1, $2, 0, 'c3', 0, $3)"
HEADER = "UPDATE match SET ply = $2, to_move = 1, deadline = 1, remind = NULL WHERE id = $1"
OLDER = (
    "UPDATE message SET look = 'bare', rev = rev + 1, shown = CASE WHEN message IS NULL"
    " AND begun = 0 THEN rev + 1 ELSE shown END"
    " WHERE match = $1 AND look = 'full' AND kind NOT IN ('card', 'thread')"
)
FREE = (
    "SELECT (SELECT until FROM channel_pause WHERE channel_id = $1),"
    " EXISTS (SELECT * FROM message WHERE channel_id = $1 AND shown <> rev AND message IS NULL),"
    " EXISTS (SELECT * FROM message WHERE match = $1 AND shown <> rev AND message IS NULL"
    " AND begun > 0 AND kind <> 'thread'),"
    " (SELECT max(told) FROM message WHERE match = $1 AND told IS NOT NULL)"
)
BOARD = (
    "INSERT INTO message (server, channel_id, kind, match, ply, look, rev, shown, begun, attempt,"
    " tried, tells, told, nonce, wanted) VALUES ($1, $1, 'board', $1, $2, 'full', 1, 0, 1, 1, 0,"
    " $2, $2, 'nonce', 0) RETURNING id"
)
EDITS = (
    "SELECT * FROM message WHERE channel_id = $1 AND shown <> rev AND message IS NOT NULL"
    " ORDER BY id"
)
NUMBER = "SELECT pg_current_xact_id_if_assigned()::text"
PLY = TURNS_EACH + 1


def statements(game: int) -> list[tuple[str, tuple[int, ...]]]:
    """What a move runs on PostgreSQL: each statement and its values."""
    return [
        (READ, (game,)),
        (TURN, (game, PLY, game)),
        (HEADER, (game, PLY)),
        (OLDER, (game,)),
        (FREE, (game,)),
        (BOARD, (game, PLY)),
        (EDITS, (game,)),
        (NUMBER, ()),
    ]


async def measured(one: Callable[[int], Awaitable[object]]) -> dict[str, object]:
    """Figures of moves one by one, and of several at once."""
    for game in range(1, 51):  # the first ones prepare their statements
        await one(game)
    took, before = list[float](), process_time()
    for game in range(51, 51 + MOVES):
        begin = perf_counter()
        await one(game)
        took.append((perf_counter() - begin) * 1000)
    cpu, waiting = (process_time() - before) * 1000 / MOVES, iter(range(700, 700 + MOVES))

    async def worker() -> None:
        for game in waiting:
            await one(game)

    begin = perf_counter()
    await asyncio.gather(*(worker() for _ in range(AT_ONCE)))
    rate = MOVES / (perf_counter() - begin)
    took.sort()
    return {
        "p50": took[MOVES // 2],
        "p99": took[MOVES * 99 // 100],
        "CPU a move": cpu,
        f"a second, {AT_ONCE} at once": rate,
    }


async def by_store(url: str, moves: list[str]) -> dict[str, object]:
    """The real thing: `Store.write`, with the judging of the move that is part of it."""
    async with Store.open(url) as store:
        await fill(store, moves, GAMES)
        service, mover = Service.over(store, all_games(), remembered=GAMES), (len(moves) - 1) % 2
        for game in range(1, 700 + MOVES):  # as in a bot that runs
            await service.matches.live(game)

        def one(game: int) -> Awaitable[object]:
            return service.matches.play(game, 2 * game + mover, moves[-1], event_id=game)

        return await measured(one)


async def by_psycopg(url: str) -> dict[str, object]:
    """The statements, in a thread."""
    import psycopg

    thread = ThreadPoolExecutor(max_workers=1)
    connection = psycopg.connect(url.replace("+psycopg", ""), prepare_threshold=5)
    connection.isolation_level = psycopg.IsolationLevel.SERIALIZABLE

    def work(game: int) -> None:
        with connection.transaction():
            for statement, values in statements(game):
                given = {f"v{number}": value for number, value in enumerate(values, 1)}
                cursor = connection.execute(re.sub(r"\$(\d)", r"%(v\1)s", statement), given or None)
                if _answers(statement):
                    cursor.fetchall()

    def one(game: int) -> Awaitable[object]:
        return asyncio.get_running_loop().run_in_executor(thread, work, game)

    try:
        return await measured(one)
    finally:
        connection.close()
        thread.shutdown()


def _answers(statement: str) -> bool:
    return statement.startswith("SELECT") or "RETURNING" in statement


async def by_asyncpg(url: str) -> dict[str, object]:
    """The statements, each awaited."""
    try:
        import asyncpg
    except ImportError:
        return {"NOT RUN": "asyncpg is not installed"}
    connection: Any = await asyncpg.connect(url.replace("+psycopg", ""))
    one_at_a_time = asyncio.Lock()

    async def one(game: int) -> None:
        async with one_at_a_time, connection.transaction(isolation="serializable"):
            for statement, values in statements(game):
                if _answers(statement):
                    await connection.fetch(statement, *values)
                else:
                    await connection.execute(statement, *values)

    try:
        return await measured(one)
    finally:
        await connection.close()


async def on_postgresql(moves: list[str]) -> list[Row]:
    """The rows of PostgreSQL, on a server of their own with its usual settings."""
    names = (
        "a move's transaction, PostgreSQL (psycopg in a thread)",
        "its statements bare, psycopg in a thread",
        "its statements bare, asyncpg",
    )
    if postgresql.programs() is None:
        return [(name, {"NOT RUN": "PostgreSQL is not installed"}) for name in names]
    cluster = postgresql.Cluster(settings=())
    try:
        found: list[dict[str, object]] = []
        for database, run in (("a", None), ("b", by_psycopg), ("c", by_asyncpg)):
            postgresql._as_owner(cluster, f"CREATE DATABASE {database}")
            url = cluster.url(database)
            if run is None:
                found.append(await by_store(url, moves))
                continue
            async with Store.open(url) as store:
                await fill(store, moves, GAMES)
            found.append(await run(url))
        return list(zip(names, found, strict=True))
    finally:
        cluster.remove()


async def measure(folder: Path) -> list[Row]:
    """All rows of this page."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    moves = random_game(TURNS_EACH)
    url = f"sqlite+aiosqlite:///{folder / 'bench.db'}"
    lite = ("a move's transaction, SQLite", await by_store(url, moves))
    return [lite, *await on_postgresql(moves)]


def rows() -> list[Row]:
    """The rows, measured in a folder of their own."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(measure(Path(folder)))
