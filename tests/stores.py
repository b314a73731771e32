"""Which database the tests use: SQLite by default, PostgreSQL with ``--store=postgresql``."""

import os
from collections.abc import Generator
from contextlib import closing, contextmanager
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from tests import postgresql
from tests.bot.empty_database import put_empty_database

CHOSEN = "KEIL_TEST_STORE"
"""The environment variable by which the processes of a test run know the choice."""


def on_postgresql() -> bool:
    """Whether the tests run on PostgreSQL."""
    return os.environ.get(CHOSEN) == "postgresql"


ONLY_SQLITE = pytest.mark.skipif(
    on_postgresql(), reason="it is about SQLite's files, or does to them what a disk does"
)


NEEDS_POSTGRESQL = pytest.mark.skipif(
    postgresql.programs() is None,
    reason="NOT TESTED: PostgreSQL. It is not installed: apt-get install postgresql",
)
ON_A_SERVER = [pytest.mark.slow, NEEDS_POSTGRESQL]
"""Marks of tests that need a PostgreSQL server, whatever the others use."""
WHATEVER_IS_CHOSEN = pytest.mark.skipif(
    on_postgresql(), reason="it is about both stores, and runs where SQLite is chosen"
)


def url_for(database: Path) -> str:
    """The address of the database that a test calls ``database``, with the newest schema."""
    if on_postgresql():
        return _on_server(database)
    put_empty_database(database)
    return f"sqlite+aiosqlite:///{database}"


def url_for_new(database: Path) -> str:
    """The address of the database that a test calls ``database``, in which nothing is yet."""
    if on_postgresql():
        return _on_server(database, empty=True)
    return f"sqlite+aiosqlite:///{database}"


def _on_server(database: Path, *, empty: bool = False) -> str:
    name = "t" + sha256(str(database).encode()).hexdigest()[:24]
    _made[name] = None
    return postgresql.database(name, empty=empty)


_made: dict[str, None] = {}
"""The databases that exist on the server."""


@contextmanager
def dropping_databases() -> Generator[None]:
    """Drop the databases that are made on the server from here on: each takes ten megabytes."""
    before = {*_made}
    yield
    for name in [name for name in _made if name not in before]:
        postgresql.drop(name)
        del _made[name]


def execute(url: str, *statements: str) -> list[Any]:
    """Run statements past the program, and return the rows of the last."""
    rows = list[Any]()
    with closing(_engine(url).connect()) as connection, connection.begin():
        for statement in statements:
            found = connection.exec_driver_sql(statement)
            rows = [tuple(row) for row in found] if found.returns_rows else []
    return rows


@cache
def _engine(url: str) -> sa.Engine:
    """What connects to a database, each time anew."""
    plain = sa.make_url(url)
    if plain.get_backend_name() == "sqlite":
        waits = {"timeout": 60}  # a bot that was killed has left its log to be read
        return sa.create_engine(
            plain.set(drivername="sqlite"), poolclass=sa.NullPool, connect_args=waits
        )
    return sa.create_engine(plain.set(drivername="postgresql+psycopg"), poolclass=sa.NullPool)


def quiet(what: str, done: int, total: int) -> None:
    """Show no progress."""
