"""``keil admin``: check, backup, restore, copy and migrate, as an operator types them."""

import asyncio
import os
import re
import signal
import stat
import subprocess
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, redirect_stderr, redirect_stdout
from dataclasses import dataclass
from datetime import timedelta
from io import StringIO
from itertools import count
from pathlib import Path
from uuid import uuid4

import pytest
import sqlalchemy as sa
from alembic import command

from bot.__main__ import main
from bot.cli.exits import BAD_CONFIGURATION, FAULTS, TRY_AGAIN
from bot.service.service import Service
from bot.shards import Shards
from bot.storage import copying, migrations
from bot.storage.copying import copy
from bot.storage.database import Store
from bot.storage.direct import AdminError, name_of
from bot.storage.schema import metadata
from bot.storage.single_instance import single_instance
from engine.games import all_games
from engine.turns import Wish
from tests import postgresql as server
from tests.bot.empty_database import put_empty_database
from tests.bot.house import ADA, BO, CY, House
from tests.contract import ROOT
from tests.stores import NEEDS_POSTGRESQL, ON_A_SERVER, WHATEVER_IS_CHOSEN, execute, quiet

pytestmark = WHATEVER_IS_CHOSEN
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
        for name in [*metadata.tables, "alembic_version"]
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


# --- migrate ---


@on_both
def test_migrate_says_from_where_to_where(kind: str, tmp_path: Path) -> None:
    url, newest = new_database(kind, tmp_path), migrations.newest()
    done = admin("migrate", url=url)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(f": schema from nothing to {newest}\n")
    assert admin("migrate", url=url).stdout.endswith(f": schema {newest} already\n")


def old_database(file: Path) -> str:
    """The address of a database as an earlier version has left it."""
    engine, config = sa.create_engine(f"sqlite:///{file}"), migrations._config()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, "0008")
        connection.exec_driver_sql("INSERT INTO fact VALUES ('a', '1')")
    engine.dispose()
    return f"sqlite+aiosqlite:///{file}"


def test_migrate_brings_an_old_schema_up_to_date(tmp_path: Path) -> None:
    url = old_database(tmp_path / "keil.db")
    assert "schema 0008, and this version" in admin("check", url=url).stderr
    done = admin("migrate", url=url)
    assert f"schema from 0008 to {migrations.newest()}" in done.stdout
    done = admin("check", url=url)
    assert done.returncode == 0, done


@on_both
@pytest.mark.parametrize("job", ["migrate", "check"])
def test_a_newer_schema_is_refused(kind: str, job: str, tmp_path: Path) -> None:
    url = new_database(kind, tmp_path)
    admin("migrate", url=url)
    execute(url, "UPDATE alembic_version SET version_num = '9999'")
    done = admin(job, url=url)
    assert (done.returncode, done.stdout) == (BAD_CONFIGURATION, "")
    assert "schema 9999" in done.stderr
    assert "newer version" in done.stderr


# --- check ---


@on_both
async def test_a_sound_database_is_said_to_be(kind: str, tmp_path: Path) -> None:
    await played(url := new_database(kind, tmp_path))
    done = await asyncio.to_thread(admin, "check", url=url)
    assert (done.returncode, done.stderr) == (0, "")
    (line,) = done.stdout.splitlines()
    assert line.startswith("ok: 3 matches replayed, ")
    assert "8 rows in turn" in line
    assert line.endswith(", 0 faults")


FAULTY = [
    ("UPDATE match SET ply = 7 WHERE id = 1", "match 1: its header says 7 turns, and 2 are stored"),
    (
        "UPDATE match SET to_move = 1 WHERE id = 1",
        "match 1: to move: its header says 1, its turns 0",
    ),
    ("UPDATE match SET deadline = NULL WHERE id = 1", "match 1: over: its header says True"),
    ("UPDATE turn SET text = 'c9' WHERE match = 3 AND ply = 2", "match 3: "),
    ("UPDATE turn SET seat = 0 WHERE match = 3 AND ply = 2", "match 3: OutOfTurnError"),
    ("UPDATE match SET game = 'chess' WHERE id = 2", "match 2: this version has no game 'chess'"),
    ("UPDATE match SET ruleset = '2030' WHERE id = 2", "match 2: this version has no game 'keil'"),
    ("DELETE FROM player WHERE match = 2", "match 2: it has no players"),
    ("DELETE FROM post WHERE match = 1 AND ply = 2", "match 1: its newest turn has no board"),
    ("UPDATE post SET ply = 9 WHERE match = 1 AND ply = 1", "match 1: post "),
    ("UPDATE post SET state = 'lost' WHERE match = 1 AND ply = 1", "no such state as 'lost'"),
    ("UPDATE challenge SET match = NULL WHERE match = 1", "challenge 1: accepted, but"),
    ("DROP INDEX ix_post_controls", "the schema is not as the program made it: "),
]


@on_both
@pytest.mark.parametrize(("fault", "line"), FAULTY, ids=range(len(FAULTY)))
async def test_a_fault_is_told_in_a_line(kind: str, fault: str, line: str, tmp_path: Path) -> None:
    await played(url := new_database(kind, tmp_path))
    execute(url, fault.replace("match SET", '"match" SET', 1) if "UPDATE match" in fault else fault)
    done = await asyncio.to_thread(admin, "check", url=url)
    assert (done.returncode, done.stderr) == (FAULTS, "")
    *faults, summary = done.stdout.splitlines()
    assert any(line in each for each in faults), faults
    assert summary.startswith("not ok: 3 matches replayed")
    assert summary.endswith(f", {len(faults)} faults")


async def test_a_reference_to_nothing_is_told(tmp_path: Path) -> None:
    await played(url := new_database(SQLITE, tmp_path))
    execute(url, "INSERT INTO invitation (challenge, number, accepted) VALUES (77, 0, false)")
    done = await asyncio.to_thread(admin, "check", url=url)
    assert done.stdout.startswith("invitation: there is no challenge 77\n")


UNREADABLE = [
    ("UPDATE challenge SET options = '{' WHERE id = 1", "challenge"),
    ("UPDATE post SET since = 'soon' WHERE id = 1", "post"),
    ("UPDATE challenge SET expires = 9223372036854775807 WHERE id = 1", "challenge"),
    ("UPDATE match SET options = '{' WHERE id = 1", "match"),
]


@pytest.mark.parametrize(("fault", "table"), UNREADABLE, ids=range(len(UNREADABLE)))
async def test_a_value_that_cannot_be_read_is_told(fault: str, table: str, tmp_path: Path) -> None:
    """Else a backup would count as sound that cannot be restored."""
    await played(url := new_database(SQLITE, tmp_path))
    execute(url, fault)
    line = f"{table}: a row cannot be read: "
    checked = await asyncio.to_thread(admin, "check", url=url)
    assert (checked.returncode, checked.stderr) == (FAULTS, "")
    assert line in checked.stdout
    backup = tmp_path / "backup.db"
    saved = await asyncio.to_thread(admin, "backup", backup, url=url)
    assert (saved.returncode, line in saved.stdout) == (0, True)
    new = new_database(SQLITE, tmp_path)
    restored = await asyncio.to_thread(admin, "restore", backup, url=new)
    assert (restored.returncode, restored.stderr.count("\n")) == (BAD_CONFIGURATION, 1)
    assert restored.stderr.startswith(f"keil: {line}")


async def test_of_a_damaged_file_the_rest_is_checked(tmp_path: Path) -> None:
    await played(url := new_database(SQLITE, tmp_path))
    file = Path(url.split(":///")[1])
    page = execute(url, "SELECT rootpage FROM sqlite_master WHERE name = 'looks'")[0][0]
    whole = bytearray(await asyncio.to_thread(file.read_bytes))
    whole[(page - 1) * 4096 : page * 4096] = b"\xff" * 4096
    await asyncio.to_thread(file.write_bytes, whole)
    done = await asyncio.to_thread(admin, "check", url=url)
    assert done.returncode == FAULTS
    assert "damaged" in done.stdout
    assert "3 matches replayed" in done.stdout
    done = await asyncio.to_thread(admin, "backup", tmp_path / "b.db", url=url)
    assert done.returncode == BAD_CONFIGURATION
    assert not (tmp_path / "b.db").exists()
    assert not (tmp_path / "b.db.part").exists()


def test_what_is_not_there_is_not_made(tmp_path: Path) -> None:
    url = f"sqlite+aiosqlite:///{tmp_path / 'none.db'}"
    for job in (["check"], ["backup", tmp_path / "b.db"], ["restore", tmp_path / "c.db"]):
        done = admin(*job, url=url)
        assert done.returncode == BAD_CONFIGURATION, done
        assert done.stderr.startswith("keil: there is no ")
        assert len(done.stderr.splitlines()) == 1
    assert list(tmp_path.iterdir()) == []


# --- backup and restore ---


@on_both
@from_both
async def test_a_backup_is_restored_into_either_store(
    origin: str, kind: str, tmp_path: Path
) -> None:
    await played(url := new_database(origin, tmp_path))
    file = tmp_path / "backup" / "keil.db"
    file.parent.mkdir()
    done = await asyncio.to_thread(admin, "backup", file, url=url)
    assert (done.returncode, done.stderr) == (0, ""), done
    assert stat.S_IMODE(file.stat().st_mode) == 0o600
    assert [path.name for path in file.parent.iterdir()] == ["keil.db"]
    before = await asyncio.to_thread(file.read_bytes)
    done = await asyncio.to_thread(admin, "restore", file, url=(to := new_database(kind, tmp_path)))
    assert (done.returncode, done.stderr) == (0, ""), done
    assert await asyncio.to_thread(file.read_bytes) == before
    assert [path.name for path in file.parent.iterdir()] == ["keil.db"]
    waiting = "UPDATE post SET state = 'sending' WHERE state = 'waiting'"
    await asyncio.to_thread(execute, url, waiting)
    execute(to, "DELETE FROM fact WHERE substr(key, 1, 5) = 'first'")
    assert alike(contents(to)) == alike(contents(url))


@on_both
@from_both
async def test_ids_that_were_left_out_stay_so_in_a_copy(
    origin: str, kind: str, tmp_path: Path
) -> None:
    await played(url := new_database(SQLITE, tmp_path))
    admin("backup", tmp_path / "b.db", url=url)
    admin("restore", tmp_path / "b.db", url=(restored := new_database(origin, tmp_path)))
    to = new_database(kind, tmp_path)
    if origin == POSTGRESQL:  # where a sequence says it, which has to give a number first
        async with house_in(restored) as house:
            await house.match(komi=0)
    assert admin("copy", plain(restored), plain(to)).returncode == 0
    async with house_in(to) as house:
        house.event_ids = count(9000)
        for _ in range(3):
            assert await house.match(komi=0) > 3 + copying.SKIPPED


@on_both
async def test_after_a_restore_no_button_of_what_is_lost_means_something_else(
    kind: str, tmp_path: Path
) -> None:
    """What has begun since the backup is still on the screen, under its id."""
    await played(url := new_database(SQLITE, tmp_path))
    admin("backup", tmp_path / "b.db", url=url)
    admin("restore", tmp_path / "b.db", url=(to := new_database(kind, tmp_path)))
    async with house_in(to) as house:
        assert (await house.play(1, "b2")).match.ply == 3
        assert await house.match(komi=0) == 4 + copying.SKIPPED
        assert await house.match(komi=0) == 5 + copying.SKIPPED
        assert await house.challenge(None) == 7 + copying.SKIPPED


WRITTEN = {"True": "1", "true": "1", "False": "0", "false": "0", "null": "None"}
"""Truth is a number in SQLite, and options are texts there."""


def alike(tables: dict[str, list[object]]) -> dict[str, list[str]]:
    """The rows as either kind of database may write them."""

    def written(row: object) -> str:
        text = str(row).replace("'{", "{").replace("}'", "}").replace('"', "'")
        return re.sub("|".join(WRITTEN), lambda found: WRITTEN[found[0]], text)

    return {name: sorted(map(written, rows)) for name, rows in tables.items()}


def test_a_backup_replaces_no_file_unless_told(tmp_path: Path) -> None:
    url = new_database(SQLITE, tmp_path)
    admin("migrate", url=url)
    file = tmp_path / "b.db"
    file.write_text("mine")
    done = admin("backup", file, url=url)
    assert done.returncode == BAD_CONFIGURATION
    assert "--force replaces it" in done.stderr
    assert file.read_text() == "mine"
    assert admin("backup", file, "--force", url=url).returncode == 0
    assert file.read_bytes().startswith(b"SQLite format 3")
    itself = Path(url.split(":///")[1])
    done = admin("backup", itself, "--force", url=url)
    assert "is the database itself" in done.stderr
    assert "no ordinary file" in admin("backup", tmp_path, "--force", url=url).stderr
    done = admin("backup", tmp_path / "no" / "b.db", url=url)
    assert done.returncode == TRY_AGAIN
    assert "No such file or directory" in done.stderr


async def test_the_part_of_a_backup_never_replaces_the_database(tmp_path: Path) -> None:
    database = tmp_path / "keil.db.part"
    await played(url := f"sqlite+aiosqlite:///{database}")
    before = database.read_bytes()
    done = await asyncio.to_thread(admin, "backup", tmp_path / "keil.db", url=url)
    assert (done.returncode, done.stdout) == (BAD_CONFIGURATION, "")
    assert "the database itself" in done.stderr
    assert database.read_bytes() == before


def test_what_a_broken_backup_has_left_is_written_over(tmp_path: Path) -> None:
    url = new_database(SQLITE, tmp_path)
    admin("migrate", url=url)
    (tmp_path / "b.db.part").write_bytes(b"x" * 10_000)
    assert admin("backup", tmp_path / "b.db", url=url).returncode == 0
    assert not (tmp_path / "b.db.part").exists()


async def test_a_match_that_cannot_be_read_is_in_the_backup_and_told(tmp_path: Path) -> None:
    await played(url := new_database(SQLITE, tmp_path))
    execute(url, "UPDATE turn SET text = 'c9' WHERE match = 3 AND ply = 2")
    done = await asyncio.to_thread(admin, "backup", tmp_path / "b.db", url=url)
    assert done.returncode == 0
    assert done.stdout.startswith("match 3: ")
    done = await asyncio.to_thread(
        admin, "restore", tmp_path / "b.db", url=(to := new_database(SQLITE, tmp_path))
    )
    assert done.returncode == 0
    assert done.stdout.startswith("match 3: ")
    assert contents(to)["turn"] == contents(url)["turn"]


def test_an_older_backup_is_restored_into_the_newest_schema(tmp_path: Path) -> None:
    url, backup = old_database(tmp_path / "old.db"), tmp_path / "b.db"
    assert admin("backup", backup, url=url).returncode == 0  # also before the schema is migrated
    done = admin("restore", backup, url=(to := new_database(SQLITE, tmp_path)))
    assert done.returncode == 0, done
    assert "('a', '1')" in contents(to)["fact"]
    assert contents(to)["alembic_version"] == [f"('{migrations.newest()}',)"]
    assert execute(f"sqlite:///{backup}", "SELECT * FROM alembic_version") == [("0008",)]


@pytest.mark.parametrize("content", [b"", b"no database", b"SQLite format 3\0" + b"x" * 5000])
def test_what_is_no_backup_is_not_restored(content: bytes, tmp_path: Path) -> None:
    (tmp_path / "b.db").write_bytes(content)
    done = admin("restore", tmp_path / "b.db", url=new_database(SQLITE, tmp_path))
    assert done.returncode == BAD_CONFIGURATION
    assert "is no backup of ours" in done.stderr


@on_both
async def test_nothing_is_restored_over_anything(kind: str, tmp_path: Path) -> None:
    await played(url := new_database(SQLITE, tmp_path))
    assert (await asyncio.to_thread(admin, "backup", tmp_path / "b.db", url=url)).returncode == 0
    there = new_database(kind, tmp_path)
    async with Store.open(there) as store:
        await store.write(lambda tx: tx.meta.set("a", "1"))
    before = contents(there)
    done = await asyncio.to_thread(admin, "restore", tmp_path / "b.db", url=there)
    assert done.returncode == BAD_CONFIGURATION
    assert "is not empty: there are rows in its table fact" in done.stderr
    assert contents(there) == before
    other = new_database(kind, tmp_path)
    execute(other, "CREATE TABLE other (a INTEGER)")
    done = await asyncio.to_thread(admin, "restore", tmp_path / "b.db", url=other)
    assert "is not empty: it has tables of another program" in done.stderr


# --- copy ---


@from_both
@on_both
async def test_a_copy_has_every_row(origin: str, kind: str, tmp_path: Path) -> None:
    await played(url := new_database(origin, tmp_path))
    to = new_database(kind, tmp_path)
    done = await asyncio.to_thread(admin, "copy", plain(url), plain(to))
    assert (done.returncode, done.stderr) == (0, ""), done
    assert done.stdout.startswith("copied: 3 matches replayed, ")
    assert alike(contents(to)) == alike(contents(url))
    async with house_in(to) as house:
        assert (await house.play(1, "b2")).match.ply == 3
        assert await house.match(komi=0) == 4  # numbered behind what is there


@on_both
@pytest.mark.slow
@pytest.mark.parametrize("after", [6, 9])
async def test_a_copy_that_is_killed_goes_on_where_it_was(
    after: int, kind: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Killed in one batch after the other, until one attempt has only the rest to do."""
    await played(url := new_database(SQLITE, tmp_path), 8)
    to = new_database(kind, tmp_path)
    monkeypatch.setattr(copying, "BATCH", 4)
    kills = 0
    while True:
        ended = await asyncio.to_thread(copied_until_killed, url, to, after)
        if ended == 0:
            break
        assert ended == -signal.SIGKILL
        kills += 1
        with pytest.raises(migrations.SchemaTooNewError, match="broken off: repeat that command"):
            async with Store.open(to):
                pass
    assert kills > 1
    assert alike(contents(to)) == alike(contents(url))
    done = await asyncio.to_thread(admin, "check", url=to)
    assert done.returncode == 0, done


def copied_until_killed(source: str, target: str, after: int) -> int:
    """Copy in a process that is killed within its batch number ``after``. Returns its status."""
    code = (
        "import os, signal, sys\n"
        "import sqlalchemy as sa\n"
        "from bot.storage import copying\n"
        "from engine.games import all_games\n"
        "copying.BATCH = 4\n"
        "left = int(sys.argv[3])\n"
        "inner = sa.Connection._commit_impl\n"
        "written = []\n"
        "def execute(connection, cursor, statement, *_):\n"
        "    if statement.startswith(('INSERT', 'UPDATE')): written.append(statement)\n"
        "def commit(connection):\n"
        "    global left\n"
        "    if written:\n"
        "        written.clear()\n"
        "        left -= 1\n"
        "        if left == 0: os.kill(os.getpid(), signal.SIGKILL)\n"
        "    inner(connection)\n"
        "sa.Connection._commit_impl = commit\n"
        "sa.event.listen(sa.Engine, 'before_cursor_execute', execute)\n"
        "copying.copy(sys.argv[1], sys.argv[2], all_games(), lambda *_: None)\n"
    )
    done = subprocess.run(
        [sys.executable, "-c", code, source, target, str(after)],
        env=os.environ | {"PYTHONPATH": str(ROOT)},
        stderr=subprocess.PIPE,
        check=False,
    )
    assert done.returncode in (0, -signal.SIGKILL), done.stderr.decode()
    return done.returncode


async def test_a_copy_of_another_source_does_not_go_on(tmp_path: Path) -> None:
    await played(first := new_database(SQLITE, tmp_path))
    await played(second := new_database(SQLITE, tmp_path))
    to = new_database(SQLITE, tmp_path)
    assert await asyncio.to_thread(copied_until_killed, first, to, 3) == -signal.SIGKILL
    with pytest.raises(AdminError, match=r"another copy into .* was broken off"):
        copy(second, to, all_games(), quiet)


async def test_a_source_that_was_used_meanwhile_is_noticed(tmp_path: Path) -> None:
    await played(url := new_database(SQLITE, tmp_path), 8)
    to = new_database(SQLITE, tmp_path)
    assert await asyncio.to_thread(copied_until_killed, url, to, 8) == -signal.SIGKILL
    async with house_in(url) as house:
        await house.play(1, "b2")
    with pytest.raises(AdminError, match=r"table match differs.*was used meanwhile"):
        copy(url, to, all_games(), quiet)


def test_a_database_is_not_copied_onto_itself(tmp_path: Path) -> None:
    url = new_database(SQLITE, tmp_path)
    admin("migrate", url=url)
    done = admin("copy", plain(url), plain(url))
    assert "both are the same database" in done.stderr


def test_a_copy_wants_addresses(tmp_path: Path) -> None:
    done = admin("copy", "mysql://a/b", tmp_path / "c.db")
    assert done.returncode == BAD_CONFIGURATION
    assert "must begin with sqlite:/// or postgresql://" in done.stderr


async def test_nothing_but_a_table_of_ours_is_copied_and_none_is_listed(tmp_path: Path) -> None:
    """Tables and columns that a later migration adds are copied as well."""
    await played(url := new_database(SQLITE, tmp_path), 1)
    to = new_database(SQLITE, tmp_path)
    later = sa.Table(
        "later",
        metadata,
        sa.Column("a", sa.Text, primary_key=True),
        sa.Column("b", sa.JSON),
    )
    try:
        execute(url, "CREATE TABLE later (a TEXT PRIMARY KEY, b JSON)")
        put_empty_database(Path(to.split(":///")[1]))
        execute(to, "CREATE TABLE later (a TEXT PRIMARY KEY, b JSON)")
        execute(url, "INSERT INTO later VALUES ('x', NULL), ('Y', '{\"c\": 6.0}'), ('ä', '[1]')")
        found = copy(url, to, all_games(), quiet)
    finally:
        metadata.remove(later)
    assert found.rows["later"] == 3
    rows = "SELECT a, b FROM later ORDER BY a"
    assert execute(to, rows) == execute(url, rows)


# --- what a bot uses ---


@pytest.mark.slow
@NEEDS_POSTGRESQL
async def test_what_a_process_for_some_shards_uses_is_in_use(tmp_path: Path) -> None:
    await played(url := new_database(POSTGRESQL, tmp_path))
    async with single_instance(url, asyncio.Event(), Shards.parse("2-3/4")):
        done = await asyncio.to_thread(
            admin, "copy", plain(url), plain(new_database(SQLITE, tmp_path))
        )
    assert done.returncode == TRY_AGAIN, done
    assert "a bot is using" in done.stderr


@on_both
async def test_what_a_bot_uses_is_neither_copied_nor_restored_into(
    kind: str, tmp_path: Path
) -> None:
    await played(url := new_database(kind, tmp_path))
    assert (await asyncio.to_thread(admin, "backup", tmp_path / "b.db", url=url)).returncode == 0
    to, empty = new_database(SQLITE, tmp_path), new_database(kind, tmp_path)
    assert (await asyncio.to_thread(admin, "migrate", url=empty)).returncode == 0
    for held, job in (
        (url, ["copy", plain(url), plain(to)]),
        (empty, ["copy", plain(url), plain(empty)]),
        (empty, ["restore", str(tmp_path / "b.db")]),
    ):
        async with single_instance(held, asyncio.Event()):
            done = await asyncio.to_thread(admin, *job, url=held)
        assert done.returncode == TRY_AGAIN, done
        assert "a bot is using" in done.stderr
        assert len(done.stderr.splitlines()) == 1


@on_both
async def test_time_since_a_backup_costs_nobody_any(kind: str, tmp_path: Path) -> None:
    await played(url := new_database(kind, tmp_path))
    assert (await asyncio.to_thread(admin, "backup", tmp_path / "b.db", url=url)).returncode == 0
    to = new_database(kind, tmp_path)
    assert (await asyncio.to_thread(admin, "restore", tmp_path / "b.db", url=to)).returncode == 0
    async with house_in(to) as house:
        house.time += timedelta(days=2)
        service = Service.over(house.store, all_games(), now=lambda: house.time)
        assert await service.outages.catch_up() == timedelta(days=2)
        deadline = (await service.matches.live(1)).clock
        assert deadline is not None
        assert not deadline.has_run_out(house.time)


def test_the_password_is_not_told_where_it_is_a_parameter() -> None:
    """As drivers take it, too."""
    told = name_of("postgresql+psycopg://db/keil?user=keil&password=geheim&sslpassword=geheim")
    assert "geheim" not in told
    assert told.startswith("postgresql://db/keil?user=keil")


@NEEDS_POSTGRESQL
def test_the_password_is_not_told(tmp_path: Path) -> None:
    """The program itself, on a port where nothing listens."""
    done = subprocess.run(
        [sys.executable, "-m", "bot", "admin", "check"],
        env=os.environ
        | {"PYTHONPATH": str(ROOT), "DATABASE_URL": "postgresql://keil:geheim@127.0.0.1:9/keil"},
        cwd=tmp_path,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == TRY_AGAIN
    assert "geheim" not in done.stdout + done.stderr
    (line,) = done.stderr.splitlines()
    assert line.startswith("keil: the database cannot be used: ")


def test_a_terminal_sees_how_far_it_is(tmp_path: Path) -> None:
    """On one line, which is gone at the end; nothing but a terminal gets it."""
    url = new_database(SQLITE, tmp_path)
    admin("migrate", url=url)
    master, slave = os.openpty()
    with os.fdopen(slave, "wb") as terminal:
        subprocess.run(
            [sys.executable, "-m", "bot", "admin", "backup", tmp_path / "b.db"],
            env=os.environ | {"PYTHONPATH": str(ROOT), "DATABASE_URL": plain(url)},
            cwd=tmp_path,
            stdout=subprocess.PIPE,
            stderr=terminal,
            check=True,
        )
    seen = os.read(master, 10_000).decode()
    os.close(master)
    assert seen.startswith("\r\x1b[Kcopying")
    assert seen.endswith("\r\x1b[K")
