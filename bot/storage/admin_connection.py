"""Databases as the operator's commands open them: one plain connection, in the caller's thread."""

import fcntl
import importlib
import os
import sqlite3
import tempfile
from collections.abc import Generator
from contextlib import ExitStack, closing, contextmanager
from pathlib import Path
from urllib.parse import quote

import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from bot.storage import migrations, sqlite
from bot.storage.predecessor import InUseError
from bot.storage.schema import all_tables
from bot.storage.single_instance import OWNER_ONLY
from bot.storage.transaction import Transaction


class AdminError(RuntimeError):
    """The operator's request cannot be carried out; the text is one sentence for them."""


def is_file(url: str) -> bool:
    """True if this is an SQLite database, False if it is one on a server."""
    return not url.startswith("postgresql")


def name_of(url: str) -> str:
    """The database's name for use in messages, without its password."""
    if is_file(url):
        return str(sqlite.path_of(url).resolve())
    address = sa.make_url(url).set(drivername="postgresql")
    secret = [name for name in address.query if "password" in name]
    return address.difference_update_query(secret).render_as_string()


@contextmanager
def connected(url: str, *, write: bool = False, alone: bool = False) -> Generator[sa.Connection]:
    """A connection to the database at ``url``.

    ``write``: it may be changed, and a file is made if there is none. Otherwise every transaction
    has one consistent view. ``alone``: no bot uses it meanwhile. Raises `InUseError`, `AdminError`.
    """
    with ExitStack() as stack:
        if is_file(url):
            path = sqlite.path_of(url)
            if write:
                path.parent.mkdir(parents=True, exist_ok=True)
                os.close(os.open(path, os.O_RDWR | os.O_CREAT, OWNER_ONLY))
            elif not path.is_file():
                raise AdminError(f"there is no database {path}")
            if alone:
                stack.enter_context(_file_held(path))
            connection = stack.enter_context(sqlite.engine_at(url).connect())
            yield connection.execution_options(write=write)
            return
        driver = importlib.import_module("bot.storage.postgresql")
        locks = importlib.import_module("bot.storage.process_locks")
        engine: sa.Engine = driver.engine_at(url).execution_options(
            isolation_level="READ COMMITTED" if write else "REPEATABLE READ",
            postgresql_readonly=not write,
        )
        connection = stack.enter_context(engine.connect())
        if alone:  # the lock ends with the connection, and so does the work
            with connection.begin():
                if locks.take_locks(Transaction(connection), None) is not None:
                    raise InUseError(f"a bot is using {name_of(url)}: stop it first")
        yield connection


@contextmanager
def _file_held(path: Path) -> Generator[None]:
    """The lock of `single_instance`, which is not waited for."""
    with path.open("rb") as lock:
        try:
            fcntl.flock(lock, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise InUseError(f"a bot is using {path}: stop it first") from None
        yield


@contextmanager
def backup_opened(path: Path) -> Generator[sa.Connection]:
    """A connection to a backup, which stays as it is.

    If it is of an older schema, this is a copy of it, brought up to date. Raises `AdminError` and
    `bot.storage.migrations.SchemaTooNewError`.
    """
    with ExitStack() as stack:
        connection = stack.enter_context(_read_only(path).connect())
        with connection.begin():
            found = _revision_of(connection, path)
        if found != migrations.newest():
            folder = stack.enter_context(tempfile.TemporaryDirectory(prefix="keil-"))
            copy = Path(folder) / "upgraded.db"
            with (
                closing(sqlite3.connect(_address(path), uri=True)) as old,
                closing(sqlite3.connect(copy)) as new,
            ):
                old.backup(new)
            engine = sqlite.engine_at(f"sqlite:///{copy}")
            connection = stack.enter_context(engine.connect()).execution_options(write=True)
            with connection.begin():
                migrations.upgrade(connection)
        yield connection


def _revision_of(connection: sa.Connection, path: Path) -> str:
    try:
        found = migrations.revision(connection)
    except DatabaseError:
        found = None
    if found is None:
        raise AdminError(f"{path} is no backup of ours")
    return found


def _address(path: Path) -> str:
    return f"file:{quote(str(path.absolute()))}?mode=ro"


def _read_only(path: Path) -> sa.Engine:
    if not path.is_file():
        raise AdminError(f"there is no file {path}")

    def connect() -> sqlite3.Connection:
        return sqlite3.connect(_address(path), uri=True)

    return sa.create_engine("sqlite://", creator=connect, poolclass=NullPool)


def refuse_another_schema(connection: sa.Connection, name: str) -> None:
    """Raise `AdminError` or `SchemaTooNewError` unless the schema is this version's."""
    with connection.begin():
        found, needed = migrations.revision(connection), migrations.newest()
        if found == needed:
            return
        if found is None:
            raise AdminError(f"there is no database of the bot in {name}")
        migrations.refuse_unknown(connection)
    raise AdminError(
        f"{name} has schema {found}, and this version {needed}: run keil admin migrate on it first"
    )


def refuse_unless_empty(connection: sa.Connection, name: str) -> None:
    """Raise `AdminError` if there is anything in the database; empty tables of ours may be."""
    there = set(sa.inspect(connection).get_table_names())
    if "alembic_version" not in there and there - set(all_tables().tables):
        raise AdminError(f"{name} is not empty: it has tables of another program")
    for table in sorted(there - {"alembic_version"}):  # also of a feature that is no more
        found = sa.select(sa.literal(1)).select_from(sa.table(table)).limit(1)
        if connection.execute(found).first() is not None:
            raise AdminError(f"{name} is not empty: there are rows in its table {table}")
