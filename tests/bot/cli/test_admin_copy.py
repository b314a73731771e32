"""``keil admin copy``, as an operator types it."""

import asyncio
import os
import signal
import subprocess
import sys
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.cli.exits import BAD_CONFIGURATION
from bot.storage import copying, migrations
from bot.storage.admin_connection import AdminError
from bot.storage.copying import copy
from bot.storage.database import Store
from bot.storage.schema import metadata
from engine.games import all_games
from tests.bot.administration import (
    SQLITE,
    admin,
    alike,
    contents,
    from_both,
    house_in,
    new_database,
    on_both,
    plain,
    played,
)
from tests.bot.empty_database import put_empty_database
from tests.contract import ROOT
from tests.stores import WHATEVER_IS_CHOSEN, execute, quiet

pytestmark = WHATEVER_IS_CHOSEN


@pytest.mark.slow
@pytest.mark.storage
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
