"""The store: one function is one transaction, whatever happens to its caller."""

import ast
import asyncio
import logging
import os
import sqlite3
import subprocess
import sys
import threading
import time
from contextlib import closing
from hashlib import sha256
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa
from alembic import command
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from sqlalchemy.exc import IntegrityError, OperationalError

from bot.storage import migrations
from bot.storage.database import StorageError, Store
from bot.storage.migrations import SchemaTooNewError
from bot.storage.schema import all_tables, invitation
from bot.storage.transaction import Transaction
from tests.contract import ROOT

VERSIONS = Path(migrations.__file__).parent / "versions"
IN_USE = {
    "0001_first": "ddc6201c9026",
    "0002_replies": "fab4617e18bc",
    "0003_rematch": "e0a8236f4870",
    "0004_course": "1a9df371031c",
    "0005_imported_records": "10de9b521864",
    "0006_looks": "af9c91f359fc",
    "0007_channel_id": "1a9c0e8b63f3",
    "0008_nonce": "ea50cc4d873c",
    "0009_missing_indexes": "d042305b4c70",
    "0010_partial_indexes": "252edd6c7079",
    "0011_shards": "194e8ade520f",
    "0012_homes": "6911d2c84c57",
    "0013_computers": "c0da34427402",
    "0014_answered": "27be8756ba0d",
    "0015_left_by": "285b51efd4a8",
    "0016_daily": "7149cce217a0",
    "0017_messages": "d880e92829f6",
    "0018_no_scans": "31c3a960aa2c",
    "0019_replied": "9288e2cd94cc",
    "0020_results": "9c776d1e7336",
    "0021_given": "5237b49321cd",
    "0022_pictures": "489222164516",
    "0023_time_controls": "873b2b22fc03",
    "0024_rests": "b41f8f70e32a",
    "0025_planned": "e255dd947e14",
    "0026_notifications": "036e4193a234",
    "0027_sealed": "cb052d728840",
    "0028_analyses": "9c385170af7e",
    "0029_profiles": "2dbd7c0c875f",
    "0030_ratings": "f73d6f511387",
    "0031_leaderboards": "313a8fadcc5a",
    "0032_tournaments": "df47d9c98144",
    "0033_privacy": "44130f6cb079",
    "0034_erasure": "d69e28b4af53",
    "0035_ladders": "9d5ddb28b898",
    "0036_web_passes": "f5c6949b245e",
    "0037_ladder_removals": "c2c7efa7e6da",
    "0038_part_of": "3ce4a33b6e9b",
    "0039_tournament_forum": "c8fa26ffaf2e",
    "0040_puzzle_tally": "8ecd7c1b20a6",
}
"""What the migrations of main do: marks of their code."""


def url(folder: Path) -> str:
    return f"sqlite+aiosqlite:///{folder / 'data' / 'keil.db'}"


async def meta(store: Store, key: str) -> str | None:
    return await store.read(lambda tx: tx.meta.get(key))


async def test_the_folder_and_the_schema_are_made_at_first_start(tmp_path: Path) -> None:
    async with Store.open(url(tmp_path)):
        pass

    def differences(connection: sa.Connection) -> list[Any]:
        return compare_metadata(MigrationContext.configure(connection), all_tables())

    engine = sa.create_engine(f"sqlite:///{tmp_path / 'data' / 'keil.db'}")
    with engine.connect() as connection:
        assert differences(connection) == []
    engine.dispose()


async def test_a_second_start_finds_everything(tmp_path: Path) -> None:
    async with Store.open(url(tmp_path)) as store:
        await store.write(lambda tx: tx.meta.set("a", "1"))
    async with Store.open(url(tmp_path)) as store:
        assert await meta(store, "a") == "1"


@pytest.mark.slow
@pytest.mark.storage
async def test_a_schema_of_a_newer_program_is_refused_and_left_alone(tmp_path: Path) -> None:
    async with Store.open(url(tmp_path)):
        pass
    with sqlite3.connect(tmp_path / "data" / "keil.db") as database:
        database.execute("UPDATE alembic_version SET version_num = '9999'")
    database.close()
    with pytest.raises(SchemaTooNewError, match=r"schema 9999.*newer version"):
        async with Store.open(url(tmp_path)):
            pass
    with sqlite3.connect(tmp_path / "data" / "keil.db") as database:
        found = database.execute("SELECT version_num FROM alembic_version").fetchall()
    database.close()
    assert found == [("9999",)]


def what_it_does(migration: Path) -> str:
    """A mark of the code of a migration, whatever its docstrings and its layout are."""
    tree = ast.parse(migration.read_text("utf-8"))
    for node in ast.walk(tree):
        if isinstance(node, ast.Module | ast.FunctionDef) and ast.get_docstring(node) is not None:
            node.body = node.body[1:]
    return sha256(ast.unparse(tree).encode()).hexdigest()[:12]


def test_migrations_never_change_once_they_were_in_use() -> None:
    """A database that has gone through one would not get what is added to it. Add a new one."""
    found = {path.stem: what_it_does(path) for path in sorted(VERSIONS.glob("0*.py"))}
    assert found == IN_USE


def test_every_migration_is_in_a_file_of_its_name() -> None:
    """A start reads the names alone."""
    steps = ScriptDirectory.from_config(migrations.config())
    found = [step.revision for step in steps.walk_revisions()][::-1]
    assert found == [path.name.partition("_")[0] for path in sorted(VERSIONS.glob("0*.py"))]
    assert migrations.newest() == steps.get_current_head()


async def test_a_start_that_has_nothing_to_change_does_not_load_alembic(tmp_path: Path) -> None:
    """People wait for the bot meanwhile."""
    async with Store.open(url(tmp_path)):
        pass
    code = (
        "import asyncio, sys; from bot.storage.database import Store\n"
        "async def opened():\n"
        "    async with Store.open(sys.argv[1]): print('alembic' in sys.modules)\n"
        "asyncio.run(opened())"
    )
    done = await asyncio.to_thread(
        subprocess.run,
        [sys.executable, "-c", code, url(tmp_path)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        capture_output=True,
        text=True,
        check=True,
    )
    assert done.stdout == "False\n"


async def test_a_database_of_the_days_before_its_indexes_gets_them(tmp_path: Path) -> None:
    """0004 was changed after it had been used."""
    lost, file = ("ix_challenge_challenger", "ix_invitation_user"), tmp_path / "data" / "keil.db"
    file.parent.mkdir()
    config, engine = migrations.config(), sa.create_engine(f"sqlite:///{file}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0008")
        for name in lost:
            connection.exec_driver_sql(f"DROP INDEX {name}")
    engine.dispose()
    async with Store.open(url(tmp_path)):
        pass
    with closing(sqlite3.connect(file)) as database:
        rows = database.execute("SELECT name FROM sqlite_master WHERE type = 'index'").fetchall()
    assert {name for (name,) in rows} >= {*lost}


async def test_a_database_with_two_schemas_is_refused_in_a_sentence(tmp_path: Path) -> None:
    async with Store.open(url(tmp_path)):
        pass
    with closing(sqlite3.connect(tmp_path / "data" / "keil.db", isolation_level=None)) as database:
        database.execute("INSERT INTO alembic_version VALUES ('0003')")
    with pytest.raises(SchemaTooNewError, match="several schemas at once"):
        async with Store.open(url(tmp_path)):
            pass


async def test_the_operator_hears_of_a_damaged_file_and_the_rest_goes_on(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with Store.open(url(tmp_path)) as store:
        await store.write(lambda tx: tx.meta.set("much", "x" * 200_000))
        await store.write(lambda tx: tx.meta.set("a", "1"))
    file = tmp_path / "data" / "keil.db"
    async with Store.open(url(tmp_path)):
        assert "damaged" not in caplog.text
    whole = bytearray(await asyncio.to_thread(file.read_bytes))
    found = whole.index(b"x" * 4000)
    page = found // 4096 * 4096 + 4096  # one of the pages that hold the long text
    whole[page : page + 4096] = b"\xff" * 4096
    await asyncio.to_thread(file.write_bytes, whole)
    async with Store.open(url(tmp_path)) as store:
        assert await meta(store, "a") == "1"
    (line,) = [r.getMessage() for r in caplog.records if r.levelno >= logging.ERROR]
    assert line.startswith("the database is damaged, so restore a backup soon: ")


@pytest.mark.parametrize("table", ["match", "player"])
async def test_with_a_damaged_table_that_every_game_needs_there_is_no_start(
    tmp_path: Path, table: str
) -> None:
    async with Store.open(url(tmp_path)):
        pass
    file = tmp_path / "data" / "keil.db"
    with closing(sqlite3.connect(file)) as database:
        found = database.execute("SELECT rootpage FROM sqlite_master WHERE name = ?", (table,))
        page = (found.fetchone()[0] - 1) * 4096
    whole = bytearray(await asyncio.to_thread(file.read_bytes))
    whole[page : page + 4096] = b"\xff" * 4096
    await asyncio.to_thread(file.write_bytes, whole)
    with pytest.raises(StorageError, match=f"the table {table} is damaged, so restore a backup"):
        async with Store.open(url(tmp_path)):
            pass


class _SlowThread(logging.Handler):
    """Delays each call in a connection's thread, as a busy machine may."""

    def emit(self, record: logging.LogRecord) -> None:
        if record.threadName != threading.main_thread().name:
            time.sleep(0.1)


def test_a_database_that_cannot_be_opened_leaves_no_thread_behind(
    tmp_path: Path, caplog: pytest.LogCaptureFixture, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def opened() -> None:
        async with Store.open(f"sqlite+aiosqlite:///{tmp_path}"):  # a folder is no database
            pass

    caplog.set_level(logging.DEBUG, "aiosqlite")
    monkeypatch.setattr(logging.getLogger("aiosqlite"), "handlers", [_SlowThread()])
    before = set(threading.enumerate())
    with pytest.raises(OperationalError):
        asyncio.run(opened())
    assert set(threading.enumerate()) <= before


async def test_commits_reach_the_disk_before_they_return(tmp_path: Path) -> None:
    def pragmas(tx: Transaction) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys")
        found = [tx.connection.exec_driver_sql(f"PRAGMA {name}") for name in names]
        return [result.scalar() for result in found]

    async with Store.open(url(tmp_path)) as store:
        assert await store.read(pragmas) == ["wal", 2, 1]  # synchronous 2 is FULL


async def test_a_transaction_that_fails_leaves_nothing(tmp_path: Path) -> None:
    def fails(tx: Transaction) -> None:
        tx.meta.set("a", "1")
        raise RuntimeError

    async with Store.open(url(tmp_path)) as store:
        with pytest.raises(RuntimeError):
            await store.write(fails)
        assert await meta(store, "a") is None
        await store.write(lambda tx: tx.meta.set("a", "2"))
        assert await meta(store, "a") == "2"


async def test_a_commit_that_fails_leaves_nothing_and_wedges_nobody(tmp_path: Path) -> None:
    """As on a full disk: SQLite leaves the transaction open, and with it the write lock."""

    def fails_at_commit(tx: Transaction) -> None:
        tx.connection.exec_driver_sql("PRAGMA defer_foreign_keys = ON")
        tx.meta.set("a", "1")
        tx.connection.execute(sa.insert(invitation).values(challenge=77, number=0, accepted=False))

    async with Store.open(url(tmp_path)) as store:
        for n in range(3):
            with pytest.raises(IntegrityError):
                await store.write(fails_at_commit)
            await store.write(lambda tx, n=n: tx.meta.set("b", str(n)))
            assert (await meta(store, "a"), await meta(store, "b")) == (None, str(n))


async def test_a_cancelled_caller_wedges_nobody(tmp_path: Path) -> None:
    """A task cancelled between write and commit must not keep the write lock."""
    inside, go_on = threading.Event(), threading.Event()

    def slow(tx: Transaction) -> None:
        tx.meta.set("a", "1")
        inside.set()
        assert go_on.wait(30)

    async with Store.open(url(tmp_path)) as store:
        caller = asyncio.create_task(store.write(slow))
        await asyncio.to_thread(inside.wait)
        caller.cancel()
        await asyncio.wait({caller})
        assert caller.cancelled()
        other = asyncio.create_task(store.write(lambda tx: tx.meta.set("b", "1")))
        go_on.set()
        async with asyncio.timeout(60):
            await other
        assert await meta(store, "a") == "1"  # it was under way, so it was finished


async def test_many_that_read_then_write_lose_nothing(tmp_path: Path) -> None:
    def add_one(tx: Transaction) -> None:
        tx.meta.set("n", str(int(tx.meta.get("n") or 0) + 1))

    async with Store.open(url(tmp_path)) as store:
        await asyncio.gather(*(store.write(add_one) for _ in range(50)))
        assert await meta(store, "n") == "50"


async def test_two_programs_on_one_database_lose_nothing(tmp_path: Path) -> None:
    def add_one(tx: Transaction) -> None:
        tx.meta.set("n", str(int(tx.meta.get("n") or 0) + 1))

    async with Store.open(url(tmp_path)) as one, Store.open(url(tmp_path)) as two:
        await asyncio.gather(*(store.write(add_one) for store in (one, two) * 20))
        assert await meta(one, "n") == "40"


async def test_what_is_under_way_is_stored_when_the_store_closes(tmp_path: Path) -> None:
    go_on = threading.Event()

    def slow(tx: Transaction) -> None:
        assert go_on.wait(30)
        tx.meta.set("a", "1")

    async with Store.open(url(tmp_path)) as store:
        caller = asyncio.create_task(store.write(slow))
        await asyncio.sleep(0)
        caller.cancel()
        await asyncio.wait({caller})
        go_on.set()
    with pytest.raises(RuntimeError, match="closed"):
        await store.write(slow)
    async with Store.open(url(tmp_path)) as store:
        assert await meta(store, "a") == "1"


async def test_a_long_read_holds_up_nobody(tmp_path: Path) -> None:
    inside, go_on = threading.Event(), threading.Event()

    def long(tx: Transaction) -> None:
        tx.meta.get("a")
        inside.set()
        assert go_on.wait(30)

    async with Store.open(url(tmp_path)) as store:
        reading = asyncio.create_task(store.read(long))
        await asyncio.to_thread(inside.wait)
        async with asyncio.timeout(60):
            await store.write(lambda tx: tx.meta.set("a", "1"))
            assert await meta(store, "a") == "1"
        go_on.set()
        await reading
