"""``keil admin backup`` and ``restore``, as an operator types them."""

import asyncio
import stat
from datetime import UTC, datetime
from itertools import count
from pathlib import Path

import pytest

from bot import metrics
from bot.cli.exits import BAD_CONFIGURATION, TRY_AGAIN
from bot.storage import copying, migrations
from bot.storage.database import Store
from tests.bot.administration import (
    POSTGRESQL,
    SQLITE,
    admin,
    alike,
    contents,
    from_both,
    house_in,
    new_database,
    old_database,
    on_both,
    plain,
    played,
)
from tests.stores import WHATEVER_IS_CHOSEN, execute

pytestmark = WHATEVER_IS_CHOSEN


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
    turn = "CASE WHEN kind IN ('board', 'living', 'line') THEN ply END"
    waiting = (
        f"UPDATE message SET begun = rev, attempt = 1, tells = {turn}, told = {turn}"
        " WHERE shown <> rev AND message IS NULL AND begun = 0"
    )
    await asyncio.to_thread(execute, url, waiting)
    for each in (url, to):
        await asyncio.to_thread(execute, each, "UPDATE message SET tried = NULL")
    execute(to, "DELETE FROM fact WHERE substr(key, 1, 5) = 'first'")
    execute(url, "DELETE FROM fact WHERE key = 'last backup'")  # noted when the file was there
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


@pytest.mark.slow
@pytest.mark.storage
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


@on_both
async def test_the_metrics_tell_when_the_last_backup_began(kind: str, tmp_path: Path) -> None:
    url = new_database(kind, tmp_path)
    await played(url, 1)
    for number in range(2):
        before = datetime.now(UTC)
        done = admin("backup", tmp_path / f"{number}.db", url=url)
        assert done.returncode == 0, done.stderr
        async with Store.open(url) as store:
            found = await store.read(lambda tx: tx.backlog.at(datetime.now(UTC)))
        assert found.backup is not None
        assert before <= found.backup <= datetime.now(UTC)
        metrics.backlog(found)
        told = metrics.REGISTRY.get_sample_value
        assert told("keil_last_backup_timestamp_seconds") == found.backup.timestamp()
        assert told("keil_database_bytes") == found.size


def test_a_backup_that_fails_is_not_noted(tmp_path: Path) -> None:
    url = new_database(SQLITE, tmp_path)
    assert admin("migrate", url=url).returncode == 0
    (tmp_path / "there.db").touch()
    assert admin("backup", tmp_path / "there.db", url=url).returncode != 0
    assert execute(url, "SELECT value FROM fact WHERE key = 'last backup'") == []
