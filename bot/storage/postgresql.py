"""PostgreSQL: connections in threads, which survive conflicts, restarts and failovers.

Transactions are serialisable, so they may do what they do on SQLite, where only one writes at a
time; if two disturb each other, the database stops one of them, and that one runs again. If a
connection breaks while a transaction is committed, nobody knows whether it counts: the next
connection asks for the fate of its number.

A server that crashes forgets the numbers that it gave away last, and gives them away again: the
number of a lost transaction could become that of another one, which is committed. So each
connection that writes first uses up some numbers for nothing.
"""

import asyncio
import logging
import random
import threading
from collections.abc import AsyncGenerator
from concurrent.futures import ThreadPoolExecutor
from contextlib import AsyncExitStack, asynccontextmanager, suppress
from functools import partial
from time import monotonic
from typing import Any, Self, TypeVar

import psycopg
import sqlalchemy as sa
from sqlalchemy import event
from sqlalchemy.exc import DBAPIError, SQLAlchemyError
from sqlalchemy.pool import NullPool

from bot import metrics
from bot.errors import first_line
from bot.storage.transaction import Transaction, Work

log = logging.getLogger(__name__)
T = TypeVar("T")

CONFLICTS = ("40001", "40P01")
"""Codes for a transaction that another one has disturbed: serialisation failure, deadlock."""
RETRY_TIMEOUT = 60.0
"""Seconds during which a transaction is tried again; a server needs a few to start or take over."""
LONGEST_PAUSE = 1.0
READERS = 2
"""Connections for reading, each with a thread, so that a long game does not hold up the others."""
WAYS: dict[str, Any] = {
    "application_name": "keil",
    "connect_timeout": 5,
    "keepalives_idle": 5,
    "keepalives_interval": 2,
    "keepalives_count": 3,
    "tcp_user_timeout": 10_000,
}
"""Parameters of a connection: a server that has vanished is noticed within ten seconds."""
LONGEST_STANDSTILL = "10s"
"""A process that stands still in the middle of a transaction then loses its connection: nobody else
could change what it has changed, not even to take over its shards."""

ALONE = int.from_bytes(b"kela")
"""The key of the lock of `alone`, which belongs to the session."""
_LOCK, _UNLOCK = (
    sa.text("SELECT pg_advisory_lock(:key)"),
    sa.text("SELECT pg_advisory_unlock(:key)"),
)
NUMBER = "SELECT pg_current_xact_id_if_assigned()::text"
FATE = sa.text("SELECT pg_xact_status(CAST(:number AS xid8))")
UNKNOWN_NUMBER = "22023"
"""PostgreSQL's error code for the status of a transaction number that it has not assigned."""
USED_UP = 200
"""More numbers than can be under way: one for each connection, and a few that were given up."""
USE_UP = f"""DO $$ BEGIN FOR n IN 1..{USED_UP} LOOP
PERFORM pg_current_xact_id(); ROLLBACK; END LOOP; END $$"""


def engine_at(url: str) -> sa.Engine:
    """The SQLAlchemy engine, which makes connections."""
    return sa.create_engine(url, poolclass=NullPool, connect_args=WAYS, hide_parameters=True)


def _ending_standstills(engine: sa.Engine) -> sa.Engine:
    def begin(connection: psycopg.Connection[Any], _: object) -> None:
        limit = f"SET idle_in_transaction_session_timeout = '{LONGEST_STANDSTILL}'"
        connection.execute(limit.encode())
        connection.commit()

    event.listen(engine, "connect", begin)
    return engine


@asynccontextmanager
async def connected(url: str) -> AsyncGenerator[tuple["Link", list["Link"]]]:
    """A connection that writes, and some that read."""
    engine = _ending_standstills(engine_at(url))
    async with AsyncExitStack() as stack:
        writer = await stack.enter_async_context(Link(engine, write=True))
        readers = [
            await stack.enter_async_context(Link(engine, write=False)) for _ in range(READERS)
        ]
        yield writer, readers


async def alone(writer: "Link", work: Work[T]) -> T:
    """Run ``work`` while no other process runs something in this way.

    The lock is taken before the transaction begins, which sees what was there at its beginning.
    """
    await writer.run(lambda tx: tx.connection.execute(_LOCK, {"key": ALONE}).scalar())
    try:
        return await writer.run(work)
    finally:
        await writer.run(lambda tx: tx.connection.execute(_UNLOCK, {"key": ALONE}).scalar())


@asynccontextmanager
async def connection(url: str, isolation: str, **settings: str) -> AsyncGenerator["Link"]:
    """One more connection that writes, with another isolation level and settings of its own."""
    options = " ".join(f"-c {name}={value}" for name, value in settings.items())
    arguments = {**WAYS, "options": options}
    engine = sa.create_engine(url, poolclass=NullPool, connect_args=arguments, hide_parameters=True)
    async with Link(_ending_standstills(engine), write=True, isolation=isolation) as link:
        yield link


def look_for_damage(tx: Transaction) -> None:
    """Nothing: PostgreSQL checks its pages as it reads them."""
    del tx


class Link:
    """A connection and its thread. A connection that is lost is made again."""

    def __init__(self, engine: sa.Engine, *, write: bool, isolation: str | None = None) -> None:
        isolation = isolation or ("SERIALIZABLE" if write else "REPEATABLE READ")
        self._engine = engine.execution_options(
            isolation_level=isolation, postgresql_readonly=not write
        )
        self._write = write
        self._thread = ThreadPoolExecutor(max_workers=1, thread_name_prefix="postgresql")
        self._closing = threading.Event()
        self._transaction: Transaction | None = None

    async def __aenter__(self) -> Self:
        try:
            await self._in_thread(self._connect)
        except BaseException:
            await self.__aexit__()
            raise
        return self

    async def __aexit__(self, *_: object) -> None:
        self._closing.set()
        await self._in_thread(self._disconnect)
        await asyncio.to_thread(self._thread.shutdown)

    async def run(self, work: Work[T]) -> T:
        """Run ``work`` as one transaction; if cancelled, it still ends or fails as a whole."""
        return await self._in_thread(partial(self._run, work))

    async def _in_thread(self, work: Any) -> Any:
        return await asyncio.get_running_loop().run_in_executor(self._thread, work)

    def _connect(self) -> Transaction:
        if self._transaction is None:
            if self._write:
                with self._engine.connect() as first:
                    first.execution_options(isolation_level="AUTOCOMMIT").exec_driver_sql(USE_UP)
            self._transaction = Transaction(self._engine.connect())
        return self._transaction

    def _disconnect(self) -> None:
        transaction, self._transaction = self._transaction, None
        if transaction is not None:
            with suppress(SQLAlchemyError):  # it may be broken already
                transaction.connection.close()

    def _run(self, work: Work[T]) -> T:
        last, attempt = monotonic() + RETRY_TIMEOUT, 0
        while True:
            try:
                return self._attempt(work, last)
            except DBAPIError as error:
                lost = error.connection_invalidated or self._transaction is None
                conflict = getattr(error.orig, "sqlstate", None) in CONFLICTS
                if not (lost or conflict) or monotonic() > last or self._closing.is_set():
                    raise
                if lost:
                    log.warning("the database is away: %s", first_line(error))
                    self._disconnect()
                metrics.transaction_retried(getattr(error.orig, "sqlstate", None))
            attempt += 1
            self._closing.wait(random.uniform(0, min(LONGEST_PAUSE, 0.01 * 2 ** min(attempt, 8))))

    def _attempt(self, work: Work[T], last: float) -> T:
        transaction = self._connect()
        connection, number = transaction.connection, None
        with connection.begin() as begun:
            result = work(transaction)
            if self._write:  # a transaction that changes nothing has no number
                number = connection.exec_driver_sql(NUMBER).scalar_one()
            try:
                begun.commit()
            except DBAPIError as error:
                begun.rollback()  # SQLAlchemy leaves it to us, and could begin no other one
                if number is None or not error.connection_invalidated:
                    raise
                log.warning("the database went away during a commit: %s", first_line(error))
                if not self._was_committed(number, last):
                    raise
        return result

    def _was_committed(self, number: str, last: float) -> bool:
        """The fate of a transaction whose connection broke during its commit.

        Raises `DBAPIError` if the server does not come back in time.
        """
        while True:
            self._disconnect()
            try:
                with (connection := self._connect().connection).begin():
                    fate = connection.execute(FATE, {"number": number}).scalar_one()
                if fate != "in progress":
                    return fate == "committed"
            except DBAPIError as error:
                if getattr(error.orig, "sqlstate", None) == UNKNOWN_NUMBER:
                    return False  # the server has forgotten it
                if monotonic() > last or self._closing.is_set():
                    raise
            self._closing.wait(LONGEST_PAUSE / 4)
