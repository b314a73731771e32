"""The database of one process: opens it, and runs transactions that are never left half done.

`Store.write` and `Store.read` run a plain function as one transaction. On SQLite, all of it is one
call in the thread of an aiosqlite connection, where SQLAlchemy uses the same connection without
asyncio: cancelling the caller does not interrupt the transaction, and no two transactions share a
connection. With an asynchronous driver, `AsyncConnection.run_sync` could run the same functions.
"""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator, Callable
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar, cast

import aiosqlite
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from bot.storage import migrations
from bot.storage.transaction import Transaction

log = logging.getLogger(__name__)

StorageError = SQLAlchemyError
"""Anything that goes wrong in the database or on the way to it."""
DriverError = DBAPIError
"""An error that the database itself has raised; ``orig`` is the driver's own."""

_PASSING = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
}


def is_passing(error: BaseException) -> bool:
    """Whether the disk or the file stands in the way, such as a full disk: later it may work."""
    code = getattr(error.orig, "sqlite_errorcode", 0) if isinstance(error, DriverError) else 0
    return code & 0xFF in _PASSING  # the rest of a code says more about the same


T = TypeVar("T")
Work = Callable[[Transaction], T]
"""The code of a transaction. It runs in another thread and must not wait for anything."""

PRAGMAS = (
    "journal_mode=WAL",
    "synchronous=FULL",  # costs 0.2 ms a move; a power cut undoes no answered move
    "foreign_keys=ON",
    "busy_timeout=5000",
    "temp_store=MEMORY",
    "journal_size_limit=67108864",
)

CHECKED_UP_TO = 256 << 20
"""Bytes: a larger file is not looked through at start, which would take seconds."""
READERS = 2
"""Connections for reading, each with a thread, so that a long game does not hold up the others."""


class Store:
    """The database of one process."""

    def __init__(self, writer: "_Connection", readers: list["_Connection"]) -> None:
        self._writer = writer  # the only one: its queue is fair, SQLite's lock is not
        self._readers = readers
        self._reading = [0] * len(readers)
        self._closed = False

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str) -> AsyncGenerator[Self]:
        """The store at ``url`` (``sqlite+aiosqlite:///...``), its schema up to date.

        Raises `bot.storage.migrations.SchemaTooNewError`.
        """
        Path(url.split(":///", 1)[1]).parent.mkdir(parents=True, exist_ok=True)
        engine = sa.create_engine(sa.make_url(url).set(drivername="sqlite"), poolclass=NullPool)
        event.listen(engine, "connect", _configure)
        event.listen(engine, "begin", _begin)
        async with AsyncExitStack() as stack:  # an open connection would hang the interpreter
            writer = _Connection(engine, write=True)
            readers = [_Connection(engine, write=False) for _ in range(READERS)]
            for connection in (writer, *readers):
                await stack.enter_async_context(connection)
            await writer.run(lambda tx: migrations.upgrade(tx.connection))
            await readers[0].run(_look_for_damage)
            store = cls(writer, readers)
            try:
                yield store
            finally:
                store._closed = True

    async def write(self, work: Work[T]) -> T:
        """Run ``work`` in one transaction: all of it is stored when this returns, or nothing."""
        self._check_open()
        return await self._writer.run(work)

    async def read(self, work: Work[T]) -> T:
        """Run ``work``, which only reads, on one consistent view of the database."""
        self._check_open()
        number = self._reading.index(min(self._reading))
        self._reading[number] += 1
        try:
            return await self._readers[number].run(work)
        finally:
            self._reading[number] -= 1

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError("the store is closed")


class _Connection(aiosqlite.Connection):
    """A connection and its thread, in which SQLAlchemy uses it too."""

    def __init__(self, engine: sa.Engine, *, write: bool) -> None:
        super().__init__(self._open, 64)
        self._engine = engine
        self._write = write
        self._transaction: Transaction | None = None

    async def __aenter__(self) -> Self:
        try:
            await super().__aenter__()
        except BaseException:
            # aiosqlite does not wait for its thread, which would then call a closed event loop.
            await asyncio.to_thread(self._thread.join)
            raise
        return self

    def _open(self) -> sqlite3.Connection:
        """Connect, in the thread."""
        shared = self._engine.connect().execution_options(write=self._write)
        self._transaction = Transaction(shared)
        return cast(sqlite3.Connection, shared.connection.driver_connection)

    async def close(self) -> None:
        """Finish what is under way, and disconnect."""
        if self._transaction is not None:
            await self._execute(self._transaction.connection.close)
        await super().close()

    async def run(self, work: Work[T]) -> T:
        """Run ``work`` as one transaction; if cancelled, it still ends or fails as a whole."""
        return await self._execute(partial(self._run, work))

    def _run(self, work: Work[T]) -> T:
        assert self._transaction is not None
        try:
            with self._transaction.connection.begin():
                return work(self._transaction)
        finally:
            # A failed commit, as on a full disk, leaves its transaction open: the connection would
            # keep the write lock, and could not begin the next one.
            if self._conn.in_transaction:
                self._conn.rollback()


def _look_for_damage(tx: Transaction) -> None:
    """Tell the operator of a damaged file: the games in other pages can still be played."""
    pages = tx.connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    size = pages * tx.connection.exec_driver_sql("PRAGMA page_size").scalar_one()
    if size > CHECKED_UP_TO:
        return
    try:
        found = tx.connection.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
    except DriverError as error:
        found = str(error.orig)
    if found != "ok":
        log.error("the database is damaged, so restore a backup soon: %s", found)


def _configure(connection: Any, _: object) -> None:
    connection.isolation_level = None  # `_begin` begins transactions, not sqlite3
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: sa.Connection) -> None:
    # A deferred transaction that goes from reading to writing fails if another wrote in between.
    write = connection.get_execution_options().get("write", False)
    connection.exec_driver_sql("BEGIN IMMEDIATE" if write else "BEGIN")
