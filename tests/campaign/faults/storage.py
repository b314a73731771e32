"""The disk and the database: full, read-only, locked, used twice, of another version."""

import asyncio
import contextlib
import resource
import shutil
import signal
import sqlite3
import subprocess
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path
from random import Random

import sqlalchemy as sa
from alembic import command

from bot.storage import migrations
from bot.storage.schema import all_tables
from tests.campaign.faults import fault
from tests.campaign.stage import Stage, between

BAD_CONFIGURATION, TRY_AGAIN = 78, 1
FILES = ("", "-wal", "-shm")


def mounts(folder: Path, size: int, *more: str) -> bool:
    """Mount a small disk. False where that is not allowed."""
    folder.mkdir(exist_ok=True)
    order = ["mount", "-t", "tmpfs", "-o", f"size={size}", *more, "keil", str(folder)]
    with contextlib.suppress(OSError):
        return subprocess.run(order, capture_output=True, check=False).returncode == 0
    return False


def remount(folder: Path, way: str) -> None:
    """Make the small disk read-only, or writable again."""
    order = ["mount", "-o", f"remount,{way}", str(folder)]
    subprocess.run(order, capture_output=True, check=True)


def unmount(folder: Path) -> None:
    """Take the small disk away."""
    subprocess.run(["umount", "-l", str(folder)], capture_output=True, check=False)


@asynccontextmanager
async def small_disk(stage: Stage) -> AsyncGenerator[Path | None]:
    """The bot runs from a copy on a small disk, which is copied back. None: no disk is possible."""
    kept, folder = stage.stored.database, stage.folder / "disk"
    await stage.kill(signal.SIGTERM)
    size = kept.stat().st_size
    if not mounts(folder, size + (4 << 20)):
        await stage.up()
        yield None
        return
    try:
        move(kept, folder / kept.name)
        stage.stored.database = folder / kept.name
        await stage.up()
        yield folder
    finally:
        if stage.bot is not None and stage.bot.alive:
            await stage.kill()
        stage.stored.database = kept
        move(folder / kept.name, kept)
        unmount(folder)


def move(source: Path, target: Path) -> None:
    """Move a database of which no process is left, with its log."""
    for ending in FILES:
        if Path(f"{target}{ending}").exists():
            Path(f"{target}{ending}").unlink()
        if Path(f"{source}{ending}").exists():
            shutil.move(f"{source}{ending}", f"{target}{ending}")


@fault("full disk", weight=0.7)
async def full_disk(stage: Stage, chance: Random) -> None:
    """Nothing fits on the disk any more, while people play; at a start, too."""
    async with small_disk(stage) as folder:
        if folder is None:
            await no_larger_files(stage, chance)
            return
        stage.counts["full disks"] += 1
        ballast = folder / "ballast"
        fill(ballast)
        await stage.play(between(chance, 0.5, 4.0))
        if chance.random() < 0.4:
            await stage.kill()
            await stage.launch()
            await asyncio.sleep(between(chance, 0.2, 2.0))
        ballast.unlink()
        await stage.up()
        await stage.play(0.5)


def fill(ballast: Path) -> None:
    """Write until nothing more fits."""
    with contextlib.suppress(OSError), ballast.open("wb", buffering=0) as file:
        while file.write(b"\0" * 4096):
            pass


async def no_larger_files(stage: Stage, chance: Random) -> None:
    """Where no disk can be made: no file may grow, which SQLite tells from a full disk."""
    assert stage.bot is not None
    stage.counts["files that may not grow"] += 1
    _, hard = resource.prlimit(stage.bot.pid, resource.RLIMIT_FSIZE)
    resource.prlimit(stage.bot.pid, resource.RLIMIT_FSIZE, (4096, hard))
    await stage.play(between(chance, 0.5, 4.0))
    resource.prlimit(stage.bot.pid, resource.RLIMIT_FSIZE, (hard, hard))


@fault("read-only disk", weight=0.4)
async def read_only(stage: Stage, chance: Random) -> None:
    """A start on a disk that cannot be written to ends with a status, and harms nothing."""
    async with small_disk(stage) as folder:
        if folder is None:
            return
        await stage.play(between(chance, 0.2, 1.0))
        await stage.kill()
        remount(folder, "ro")
        await stage.launch()
        status = await stage.expect_end()
        if status not in (BAD_CONFIGURATION, TRY_AGAIN):
            stage.wrong(f"a read-only disk gave the exit status {status}")
        remount(folder, "rw")
        await stage.up()
        await stage.play(0.5)


@fault("locked database", quick=True)
async def locked(stage: Stage, chance: Random) -> None:
    """Another program, such as a backup, keeps the database to itself."""
    stage.crowd.gate.set()
    with contextlib.closing(sqlite3.connect(stage.stored.database, timeout=5)) as other:
        other.isolation_level = None
        other.execute("BEGIN IMMEDIATE")
        await stage.play(between(chance, 0.3, 8.0))
        other.execute("ROLLBACK")
    await stage.play(0.3)


@fault("two bots", weight=0.5)
async def two_bots(stage: Stage, chance: Random) -> None:
    """A second bot on the same file, by whatever name, posts nothing; it takes over at the end."""
    name = stage.folder / "other.db"
    name.unlink(missing_ok=True)
    how = chance.randrange(3)
    if how == 0:
        name.symlink_to(stage.stored.database)
    elif how == 1:
        name.hardlink_to(stage.stored.database)
    else:
        name = stage.stored.database
    first = stage.bot
    assert first is not None
    second = await stage.launch(DATABASE_URL=f"sqlite:///{name}")
    stage.bot = first
    await stage.play(between(chance, 0.5, 3.0))
    if not second.alive:
        stage.wrong(f"a second bot did not wait for the first: it ended with {second.ended}")
    if how == 2 and chance.random() < 0.5:  # by a link it would not find SQLite's log
        stage.counts["kills"] += first.alive
        await first.end()
        stage.bot = second
        await stage.connected()
        await stage.play(0.5)
    else:
        await second.end()
    if how != 2:
        name.unlink()


@fault("newer schema", weight=0.4)
async def newer_schema(stage: Stage, chance: Random) -> None:
    """A program that is older than its database leaves it alone."""
    await stage.kill(chance.choice((signal.SIGTERM, signal.SIGKILL)))
    with contextlib.closing(sqlite3.connect(stage.stored.database)) as opened:
        ((version,),) = opened.execute("SELECT version_num FROM alembic_version").fetchall()
        opened.execute("UPDATE alembic_version SET version_num = '9999'")
        opened.commit()
    await stage.launch()
    status = await stage.expect_end()
    if status != BAD_CONFIGURATION:
        stage.wrong(f"a newer schema gave the exit status {status}")
    with contextlib.closing(sqlite3.connect(stage.stored.database)) as opened:
        opened.execute("UPDATE alembic_version SET version_num = ?", (version,))
        opened.commit()


@fault("older schema", weight=0.4)
async def older_schema(stage: Stage, chance: Random) -> None:
    """A database of an earlier version is brought up to date, even if the bot dies meanwhile."""
    await stage.kill(signal.SIGTERM)
    older = stage.folder / "older.db"
    make_older(older, chance.randint(1, 8))
    for _ in range(2):
        await stage.launch(DATABASE_URL=f"sqlite:///{older}")
        await asyncio.sleep(between(chance, 0.0, 0.4))
        await stage.kill()
    await stage.launch(DATABASE_URL=f"sqlite:///{older}")
    if not await stage.connected():
        stage.wrong("a bot did not start on an older schema")
    await stage.kill(signal.SIGTERM)
    if missing := set(all_tables().tables) - tables_in(older):
        stage.wrong(f"an older schema misses {missing} after a start")


def make_older(database: Path, revision: int) -> None:
    """A new database, with the schema after that migration."""
    for ending in FILES:
        Path(f"{database}{ending}").unlink(missing_ok=True)
    config, engine = migrations.config(), sa.create_engine(f"sqlite:///{database}")
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, f"{revision:04}")
    engine.dispose()


def tables_in(database: Path) -> set[str]:
    """The names of its tables."""
    engine = sa.create_engine(f"sqlite:///{database}")
    found = set(sa.inspect(engine).get_table_names())
    engine.dispose()
    return found
