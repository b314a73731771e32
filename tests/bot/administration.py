"""``keil admin`` in a test: databases of every kind, with games, and what they hold."""

import re
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from io import StringIO
from itertools import count
from pathlib import Path
from uuid import uuid4

import pytest
import sqlalchemy as sa
from alembic import command

from bot.__main__ import main
from bot.storage import migrations
from bot.storage.database import Store
from bot.storage.schema import all_tables
from engine.turns import Wish
from tests import postgresql as server
from tests.bot.house import ADA, BO, CY, House
from tests.stores import ON_A_SERVER, execute

SQLITE, POSTGRESQL = "sqlite", "postgresql"
STORES = [
    SQLITE,
    pytest.param(POSTGRESQL, marks=ON_A_SERVER),
]
on_both = pytest.mark.parametrize("kind", STORES)
from_both = pytest.mark.parametrize("origin", STORES)
numbers = count()


def new_database(kind: str, folder: Path) -> str:
    """The address of a database in which there is nothing, not even a schema."""
    if kind == SQLITE:
        return f"sqlite+aiosqlite:///{folder / f'new-{next(numbers)}.db'}"
    return server.database(f"t{uuid4().hex}", empty=True)


def plain(url: str) -> str:
    """The address as an operator writes it."""
    return url.replace("+aiosqlite", "").replace("+psycopg", "")


@dataclass(frozen=True)
class Done:
    """How a command has ended."""

    returncode: int
    stdout: str
    stderr: str


def admin(*arguments: str | Path, url: str = "") -> Done:
    """``keil admin``, with ``url`` in the environment."""
    out, err = StringIO(), StringIO()
    with (
        pytest.MonkeyPatch.context() as patch,
        redirect_stdout(out),
        redirect_stderr(err),
        pytest.raises(SystemExit) as ended,
    ):
        patch.setenv("DATABASE_URL", plain(url))
        main(["admin", *map(str, arguments)])
    assert isinstance(ended.value.code, int)
    return Done(ended.value.code, out.getvalue(), err.getvalue())


async def played(url: str, matches: int = 3) -> None:
    """Put games into a database: running, over, taken back, asked for; and an open challenge."""
    async with Store.open(url) as store:
        house = House(store)
        await store.write(lambda tx: tx.shards.note_seen(0, 1, house.time))
        for number in range(matches):
            key = await house.match(komi=0)
            live = await house.play(key, "c3", "d4")
            matters = house.service.matches
            if number % 3 == 1:
                await matters.resign(key, ADA, event_id=next(house.event_ids))
            if number % 3 == 2:
                await matters.ask(key, ADA, Wish.CANCEL, event_id=next(house.event_ids))
            assert live.match.ply == 2
        await house.challenge(CY)
        await store.write(lambda tx: tx.people.remember_names({ADA: "Ada", BO: "Bö ♥"}))


def contents(url: str) -> dict[str, list[object]]:
    """All rows of all tables."""
    tables = {
        name: execute(url, f'SELECT * FROM "{name}"')
        for name in [*all_tables().tables, "alembic_version"]
    }
    shown = {name: sorted(map(repr, rows)) for name, rows in tables.items()}
    return {name: list(rows) for name, rows in shown.items()}


@asynccontextmanager
async def house_in(url: str) -> AsyncGenerator[House]:
    """The service on a database of games, as a new process begins; its ids are new ones."""
    async with Store.open(url) as store:
        house = House(store)
        house.event_ids = count(5000)
        yield house


def old_database(file: Path) -> str:
    """The address of a database as an earlier version has left it."""
    engine, config = sa.create_engine(f"sqlite:///{file}"), migrations.config()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0008")
        connection.exec_driver_sql("INSERT INTO fact VALUES ('a', '1')")
    engine.dispose()
    return f"sqlite+aiosqlite:///{file}"


WRITTEN = {"True": "1", "true": "1", "False": "0", "false": "0", "null": "None"}
"""Truth is a number in SQLite, and options are texts there."""


def alike(tables: dict[str, list[object]]) -> dict[str, list[str]]:
    """The rows as either kind of database may write them."""

    def written(row: object) -> str:
        text = str(row).replace("'{", "{").replace("}'", "}").replace('"', "'")
        return re.sub("|".join(WRITTEN), lambda found: WRITTEN[found[0]], text)

    return {name: sorted(map(written, rows)) for name, rows in tables.items()}
