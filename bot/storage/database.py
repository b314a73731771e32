"""The database of one process: runs transactions that are never left half done.

`Store.write` and `Store.read` run a plain function as one transaction, in the thread of a
connection: cancelling the caller does not interrupt the transaction, and no two transactions share
a connection.
"""

import importlib
from collections.abc import AsyncGenerator, Awaitable, Callable, Generator, Sequence
from contextlib import asynccontextmanager, contextmanager
from secrets import token_urlsafe
from typing import Protocol, Self, TypeVar

from sqlalchemy.exc import DBAPIError, OperationalError, SQLAlchemyError

from bot import metrics
from bot.storage import migrations, sqlite
from bot.storage.queries.messages import Left
from bot.storage.transaction import Transaction, Work

StorageError = SQLAlchemyError
"""Anything that goes wrong in the database or on the way to it."""
DriverError = DBAPIError
"""An error that the database itself has raised; ``orig`` is the driver's own."""

_PASSING_STATES = ("08", "40", "53", "57P", "25006")
"""How the codes of PostgreSQL's passing errors begin: connection, conflict, resources, restart."""
_DAMAGED_STATES = "XX00"
"""How those of damaged data and indexes begin."""


T = TypeVar("T")


def is_passing(error: BaseException) -> bool:
    """True if the cause is outside the program, such as a full disk: a retry may work later."""
    if not isinstance(error, DriverError):
        return False
    if error.connection_invalidated:
        return True
    state: str | None = getattr(error.orig, "sqlstate", "")
    if state is None:  # PostgreSQL's driver: the server cannot be reached, and so says nothing
        return isinstance(error, OperationalError)
    code: int = getattr(error.orig, "sqlite_errorcode", 0)  # beyond a byte it says more of the same
    return state.startswith(_PASSING_STATES) or code & 0xFF in sqlite.PASSING


def is_damage(error: BaseException) -> bool:
    """True if the database itself is damaged, so that nobody knows what is lost."""
    if not isinstance(error, DriverError):
        return False
    code: int = getattr(error.orig, "sqlite_errorcode", 0)
    state: str = getattr(error.orig, "sqlstate", None) or ""
    return state.startswith(_DAMAGED_STATES) or code & 0xFF in sqlite.DAMAGED


@contextmanager
def _measured(access: str) -> Generator[None]:
    try:
        with metrics.transaction(access):
            yield
    except DriverError as error:
        state: str | None = getattr(error.orig, "sqlstate", None)
        name: str = getattr(error.orig, "sqlite_errorname", "08")  # else nobody was there to ask
        metrics.database_error(state[:2] if state else name)
        raise


class Connection(Protocol):
    """A connection, with a thread of its own."""

    async def run(self, work: Work[T]) -> T:
        """Run ``work`` as one transaction; if cancelled, it still ends or fails as a whole."""
        ...


def _migrate(tx: Transaction) -> None:
    migrations.upgrade(tx.connection)


class Store:
    """The database of one process."""

    def __init__(self, url: str, writer: Connection, readers: Sequence[Connection]) -> None:
        self._url = url
        self._writer = writer
        self._readers = readers
        self._reading = [0] * len(readers)
        self._closed = False
        self._name = token_urlsafe(6)
        self.woken: list[Callable[[Left], None]] = []
        """Told of what a transaction has left to be shown, after it is stored."""

    @classmethod
    @asynccontextmanager
    async def open(cls, url: str) -> AsyncGenerator[Self]:
        """The store at ``url``, its schema up to date.

        ``url``: ``sqlite+aiosqlite:///...`` or ``postgresql+psycopg://...``. Raises
        `bot.storage.migrations.SchemaTooNewError`.
        """
        # Loading the driver takes time that nobody with a file should wait.
        name = "postgresql" if url.startswith("postgresql") else "sqlite"
        driver = importlib.import_module(f"bot.storage.{name}")
        async with driver.connected(url) as (writer, readers):
            await driver.alone(writer, _migrate)
            await readers[0].run(driver.look_for_damage)
            store = cls(url, writer, readers)
            try:
                yield store
            finally:
                store._closed = True

    async def write(self, work: Work[T]) -> T:
        """Run ``work`` in one transaction: all of it is stored when this returns, or nothing."""
        self._check_open()

        def with_left(tx: Transaction) -> tuple[T, Left]:
            tx.messages.left, tx.messages.waker = Left(), self._name  # it may run again
            tx.once.clear()
            return work(tx), tx.messages.left

        with _measured("write"):
            result, left = await self._writer.run(with_left)
        if left.channels:
            for tell in self.woken:
                tell(left)
        return result

    async def read(self, work: Work[T]) -> T:
        """Run ``work``, which only reads, on one consistent view of the database."""
        self._check_open()

        def anew(tx: Transaction) -> T:
            tx.once.clear()
            return work(tx)

        number = self._reading.index(min(self._reading))
        self._reading[number] += 1
        try:
            with _measured("read"):
                return await self._readers[number].run(anew)
        finally:
            self._reading[number] -= 1

    async def listen(self, hear: Callable[[int | None], Awaitable[None]]) -> None:
        """Call ``hear`` with each channel for which another process stores something to post.

        None stands for any channel. Runs until cancelled; nobody else uses a SQLite file.
        """
        if self._url.startswith("postgresql"):
            await importlib.import_module("bot.storage.wake_ups").listen(
                self._url, self._name, hear
            )

    def _check_open(self) -> None:
        if self._closed:
            raise RuntimeError("the store is closed")
