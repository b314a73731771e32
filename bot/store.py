"""The database of one process: opens it, and runs transactions so that none is left half done.

`Store.write` and `Store.read` run a function on a connection of its own, in a task of its own: a
caller that is cancelled neither interrupts a transaction nor mixes its statements with another's.
"""

import asyncio
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, Self, TypeVar

import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine
from sqlalchemy.pool import PoolResetState

from bot import migrations
from bot.transaction import Transaction

T = TypeVar("T")

PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",  # 0.2 ms a move, and a power cut takes no answered move back
    "foreign_keys=ON",
    "busy_timeout=5000",
    "temp_store=MEMORY",
    "journal_size_limit=67108864",
)

CONNECTIONS = 4
"""Each is a thread; more of them only take turns."""


class Store:
    """The database of one process."""

    def __init__(self, engine: AsyncEngine) -> None:
        self._engine = engine
        self._writing = asyncio.Lock()  # waiting here is fair and cheap, in SQLite neither
        self._tasks: set[asyncio.Task[Any]] = set()
        self._closed = False

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str) -> AsyncGenerator[Self]:
        """The store at ``url`` (``sqlite+aiosqlite:///...``), its schema up to date.

        Raises `bot.migrations.SchemaTooNewError`.
        """
        Path(url.split(":///", 1)[1]).parent.mkdir(parents=True, exist_ok=True)
        engine = create_async_engine(
            url,
            pool_size=CONNECTIONS,
            max_overflow=0,
            pool_reset_on_return=None,  # every use ends its transaction itself; else see `_reset`
        )
        event.listen(engine.sync_engine, "connect", _configure)
        event.listen(engine.sync_engine, "begin", _begin)
        event.listen(engine.sync_engine, "reset", _reset)
        store = cls(engine)
        try:
            await store.write(lambda tx: tx._connection.run_sync(migrations.upgrade))
            yield store
        finally:
            store._closed = True
            await asyncio.gather(*store._tasks, return_exceptions=True)
            await engine.dispose()  # an open connection would hang the interpreter at its end

    async def write(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run ``work`` in one transaction: all of it is stored when this returns, or nothing."""

        async def locked() -> T:
            async with self._writing, self._engine.connect() as connection:
                await connection.execution_options(write=True)
                async with connection.begin():
                    return await work(Transaction(connection))

        return await self._on_its_own(locked())

    async def read(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run ``work``, which only reads, on one consistent view of the database."""

        async def reading() -> T:
            async with self._engine.connect() as connection, connection.begin():
                return await work(Transaction(connection))

        return await self._on_its_own(reading())

    async def _on_its_own(self, work: Any) -> Any:
        if self._closed:
            work.close()
            raise RuntimeError("the store is closed")  # it would open a connection for good
        task = asyncio.create_task(work)
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        return await asyncio.shield(task)


def _configure(connection: Any, _: object) -> None:
    connection.isolation_level = None  # transactions begin as `_begin` says, not as sqlite3 thinks
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: sa.Connection) -> None:
    # A deferred transaction that turns from reading to writing fails where another wrote between.
    write = connection.get_execution_options().get("write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")


def _reset(connection: Any, _: object, state: PoolResetState) -> None:
    # A commit that failed, as on a full disk, leaves its transaction open: the connection would
    # keep the write lock, and its next user could not begin.
    if state.asyncio_safe and connection.driver_connection.in_transaction:
        connection.rollback()
