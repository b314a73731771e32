"""The program does what the model does, line by line."""

from collections.abc import Generator
from contextlib import closing

import pytest
import sqlalchemy as sa

from bot.storage import sqlite
from tests import postgresql
from tests.bot.empty_database import put_empty_database
from tests.delivery.real import Real
from tests.delivery.running import compare
from tests.stores import ON_A_SERVER, WHATEVER_IS_CHOSEN

pytestmark = WHATEVER_IS_CHOSEN
BATCH = 25


@pytest.fixture(scope="module")
def on_sqlite(tmp_path_factory: pytest.TempPathFactory) -> Generator[sa.Connection]:
    """As the program has it, but nothing waits for the disk."""
    path = tmp_path_factory.mktemp("delivery") / "real.db"
    put_empty_database(path)
    engine = sqlite.engine_at(f"sqlite+aiosqlite:///{path}")
    with closing(engine.connect().execution_options(write=True)) as link:
        link.connection.cursor().execute("PRAGMA synchronous=OFF")
        link.rollback()
        yield link


@pytest.fixture(scope="module")
def on_postgresql() -> Generator[sa.Connection]:
    engine = sa.create_engine(postgresql.database("delivery"))
    with closing(engine.connect()) as link:
        yield link
    engine.dispose()


@pytest.mark.slow
@pytest.mark.storage
@pytest.mark.parametrize("first", range(0, 75, BATCH))
def test_that_sqlite_does_the_same(first: int, on_sqlite: sa.Connection) -> None:
    _agree(first, on_sqlite)


@pytest.mark.slow
@pytest.mark.parametrize("first", range(75, 1075, BATCH))
def test_that_sqlite_often_does_the_same(first: int, on_sqlite: sa.Connection) -> None:
    _agree(first, on_sqlite)


@pytest.mark.parametrize("first", [pytest.param(n, marks=ON_A_SERVER) for n in range(0, 50, BATCH)])
def test_that_postgresql_does_the_same(first: int, on_postgresql: sa.Connection) -> None:
    _agree(first, on_postgresql)


def _agree(first: int, link: sa.Connection) -> None:
    for seed in range(first, first + BATCH):
        compare(seed, lambda clock: Real(clock, link))
