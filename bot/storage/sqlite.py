"""A SQLite file: connections in threads of their own, their settings, and a look for damage."""

import asyncio
import logging
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager
from functools import partial
from pathlib import Path
from typing import Any, Self, TypeVar, cast

import aiosqlite
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from bot.storage.transaction import Transaction, Work

log = logging.getLogger(__name__)
T = TypeVar("T")

PASSING = {
    sqlite3.SQLITE_FULL,
    sqlite3.SQLITE_READONLY,
    sqlite3.SQLITE_IOERR,
    sqlite3.SQLITE_BUSY,
    sqlite3.SQLITE_LOCKED,
}
"""Codes of errors after which another attempt may work, if the operator makes room for it."""

DAMAGED = {sqlite3.SQLITE_CORRUPT, sqlite3.SQLITE_NOTADB}
"""Codes of errors that say that the file is damaged."""
NEEDED = ("match", "player")
"""Tables that every game needs: with one of them damaged, the bot would do more harm than good."""


class DamagedError(SQLAlchemyError):
    """The database is damaged so that no game can be played."""


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


def path_of(url: str) -> Path:
    """The file with the database."""
    return Path(url.split(":///", 1)[1])


def engine_at(url: str) -> sa.Engine:
    """The SQLAlchemy engine; its connections with the option ``write`` are for writing."""
    engine = _engine(url)
    event.listen(engine, "begin", _begin)
    return engine


def _engine(url: str) -> sa.Engine:
    """The same, but its user begins each transaction with `_begin`."""
    plain = sa.make_url(url).set(drivername="sqlite")
    engine = sa.create_engine(plain, poolclass=NullPool, hide_parameters=True)
    event.listen(engine, "connect", _configure)
    return engine


@asynccontextmanager
async def connected(url: str) -> AsyncGenerator[tuple["Link", list["Link"]]]:
    """One connection that writes, since SQLite's lock is not fair, and some that read."""
    path_of(url).parent.mkdir(parents=True, exist_ok=True)
    engine = _engine(url)  # with a listener, SQLAlchemy would look for some at each statement
    async with AsyncExitStack() as stack:  # an open connection would hang the interpreter
        writer = Link(engine, write=True)
        readers = [Link(engine, write=False) for _ in range(READERS)]
        for connection in (writer, *readers):
            await stack.enter_async_context(connection)
        yield writer, readers


class Link(aiosqlite.Connection):
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
                _begin(self._transaction.connection)
                return work(self._transaction)
        finally:
            # A failed commit, as on a full disk, leaves its transaction open: the connection would
            # keep the write lock, and could not begin the next one.
            if self._conn.in_transaction:
                self._conn.rollback()


async def alone(writer: "Link", work: Work[T]) -> T:
    """Run ``work``; no other process uses the file."""
    return await writer.run(work)


def look_for_damage(tx: Transaction) -> None:
    """Tell the operator of a damaged file: the games in other pages can still be played.

    Raises `DamagedError` if a table is damaged without which no game can.
    """
    pages = tx.connection.exec_driver_sql("PRAGMA page_count").scalar_one()
    size = pages * tx.connection.exec_driver_sql("PRAGMA page_size").scalar_one()
    if size > CHECKED_UP_TO:
        return
    found = _damage(tx, 1)
    if found == "ok":
        return
    for table in NEEDED:
        if _damage(tx, table) != "ok":
            raise DamagedError(f"the table {table} is damaged, so restore a backup: {found}")
    log.error("the database is damaged, so restore a backup soon: %s", found)


def _damage(tx: Transaction, where: object) -> str:
    """The first damage that SQLite finds in a table, or anywhere; ``ok`` if there is none."""
    try:
        return str(tx.connection.exec_driver_sql(f"PRAGMA quick_check({where})").scalars().first())
    except DBAPIError as error:
        return str(error.orig)


def _configure(connection: Any, _: object) -> None:
    connection.isolation_level = None  # `_begin` begins transactions, not sqlite3
    for pragma in PRAGMAS:
        connection.execute(f"PRAGMA {pragma}").close()


def _begin(connection: sa.Connection) -> None:
    # A deferred transaction that goes from reading to writing fails if another wrote in between.
    write = connection.get_execution_options().get("write", False)
    begin = "BEGIN IMMEDIATE" if write else "BEGIN"
    try:  # SQLAlchemy would add a quarter of a millisecond to each transaction
        cast(sqlite3.Connection, connection.connection.driver_connection).execute(begin)
    except sqlite3.Error as error:
        raise DBAPIError.instance(begin, None, error, sqlite3.Error) from error
