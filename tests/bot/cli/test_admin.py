"""``keil admin``: migrate and check, databases in use, and what the commands say."""

import asyncio
import os
import subprocess
import sys
from datetime import timedelta
from pathlib import Path

import pytest

from bot.cli.exits import BAD_CONFIGURATION, FAULTS, TRY_AGAIN
from bot.service.service import Service
from bot.shards import Shards
from bot.storage import migrations
from bot.storage.admin_connection import name_of
from bot.storage.single_instance import single_instance
from engine.games import all_games
from tests.bot.administration import (
    POSTGRESQL,
    SQLITE,
    admin,
    contents,
    house_in,
    new_database,
    old_database,
    on_both,
    plain,
    played,
)
from tests.contract import ROOT
from tests.stores import NEEDS_POSTGRESQL, WHATEVER_IS_CHOSEN, execute

pytestmark = WHATEVER_IS_CHOSEN


# --- migrate ---


@on_both
def test_migrate_says_from_where_to_where(kind: str, tmp_path: Path) -> None:
    url, newest = new_database(kind, tmp_path), migrations.newest()
    done = admin("migrate", url=url)
    assert (done.returncode, done.stderr) == (0, "")
    assert done.stdout.endswith(f": schema from nothing to {newest}\n")
    assert admin("migrate", url=url).stdout.endswith(f": schema {newest} already\n")


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
    tables = await asyncio.to_thread(contents, url)
    rows = sum(len(tables[name]) for name in tables.keys() - {"alembic_version"})
    assert line == f"ok: 3 matches replayed, {rows} rows, 0 faults"


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
    (
        "DELETE FROM message WHERE match = 1 AND ply = 2",
        "match 1: its newest turn is shown nowhere",
    ),
    ("UPDATE message SET ply = 9 WHERE match = 1 AND ply = 1", "match 1: message "),
    ("UPDATE message SET look = 'lost' WHERE match = 1 AND ply = 1", "no such look as 'lost'"),
    ("UPDATE challenge SET match = NULL WHERE match = 1", "challenge 1: accepted, but"),
    ("DROP INDEX ix_message_full", "the schema is not as the program made it: "),
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
    ("UPDATE message SET wanted = 'soon' WHERE id = 1", "message"),
    ("UPDATE challenge SET expires = 9223372036854775807 WHERE id = 1", "challenge"),
    ("UPDATE match SET options = '{' WHERE id = 1", "match"),
]


@pytest.mark.slow
@pytest.mark.storage
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


@pytest.mark.slow
@pytest.mark.storage
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
