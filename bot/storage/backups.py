"""Backups: one SQLite file from either kind of database, taken while a bot may be playing."""

import fcntl
import logging
import os
import sqlite3
from collections.abc import Generator, Mapping
from contextlib import closing, contextmanager
from datetime import UTC, datetime
from pathlib import Path

import sqlalchemy as sa
from sqlalchemy.exc import DatabaseError
from sqlalchemy.pool import NullPool

from bot.errors import first_line
from bot.storage import sqlite
from bot.storage.admin_connection import (
    AdminError,
    backup_opened,
    connected,
    is_file,
    name_of,
    refuse_another_schema,
)
from bot.storage.checking import Findings, Progress, check
from bot.storage.copying import copy_all, copy_once
from bot.storage.queries.meta import LAST_BACKUP, MetaQueries
from bot.storage.single_instance import OWNER_ONLY
from engine.game import Game

log = logging.getLogger(__name__)


def backup(
    url: str, file: Path, games: Mapping[str, Game], progress: Progress, *, force: bool
) -> Findings:
    """Write a backup of the database at ``url`` to ``file``: a checked one, or none.

    ``force``: an existing file is replaced. Faults that are not the file's own are copied as they
    are, and told. Raises `AdminError`, `OSError`.
    """
    _refuse_to_replace(file, url, force=force)
    begun = datetime.now(UTC)
    with _part(file) as part:
        if is_file(url):
            _copy_file(sqlite.path_of(url), part, progress)
        else:
            _copy_from_server(url, part, progress)
        with backup_opened(part) as connection:
            found = check(connection, games, progress)
        if found.damage:
            raise AdminError(f"the copy is damaged, and so is the database: {found.damage[0]}")
        _sync(part)
        _refuse_to_replace(file, url, force=force)  # nobody has put one there meanwhile
        part.replace(file)
        _sync(file.parent)
    _note(url, begun)
    return found


def _note(url: str, begun: datetime) -> None:
    """Let the bot's metrics tell when the last backup began; the backup is good without that."""
    try:
        with connected(url, write=True) as connection, connection.begin():
            MetaQueries(connection).set(LAST_BACKUP, begun.isoformat())
    except (DatabaseError, OSError) as error:
        log.warning("the time of this backup is not noted: %s", first_line(error))


def restore(url: str, file: Path, games: Mapping[str, Game], progress: Progress) -> Findings:
    """Copy the backup ``file`` into the empty database at ``url``. Raises `AdminError`."""
    names = (f"the backup {file.resolve()}", name_of(url))
    with backup_opened(file) as source:
        with source.begin():
            damage = source.exec_driver_sql("PRAGMA quick_check(1)").scalar_one()
        if damage != "ok":
            raise AdminError(f"{file} is damaged: {damage}")
        with connected(url, write=True, alone=True) as target:
            return copy_all(source, target, names, games, progress, later=True)


def _refuse_to_replace(file: Path, url: str, *, force: bool) -> None:
    for made in (file, _part_of(file)):
        if not made.exists():
            continue
        if not made.is_file():
            raise AdminError(f"{made} is no ordinary file")
        if is_file(url) and (database := sqlite.path_of(url)).exists() and made.samefile(database):
            raise AdminError(f"{made} is the database itself")
    if file.exists() and not force:
        raise AdminError(f"there is a file {file}: --force replaces it")


def _part_of(file: Path) -> Path:
    """The temporary file that is renamed to ``file`` when it is complete."""
    return Path(f"{file}.part")


@contextmanager
def _part(file: Path) -> Generator[Path]:
    """An empty file beside ``file`` that only its owner may read, gone at the end."""
    part = _part_of(file)
    held = os.open(part, os.O_RDWR | os.O_CREAT | os.O_NOFOLLOW, OWNER_ONLY)
    try:
        try:
            fcntl.flock(held, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except BlockingIOError:
            raise AdminError(f"another backup is being written to {file}") from None
        os.fchmod(held, OWNER_ONLY)
        os.ftruncate(held, 0)  # what a backup has left that was broken off
        try:
            yield part
        finally:
            part.unlink(missing_ok=True)
    finally:
        os.close(held)


def _copy_file(database: Path, part: Path, progress: Progress) -> None:
    if not database.is_file():
        raise AdminError(f"there is no database {database}")
    progress("copying", 0, 1)
    try:
        with closing(sqlite3.connect(database, timeout=5, isolation_level=None)) as connection:
            connection.execute("VACUUM INTO ?", (str(part),))
    except sqlite3.DatabaseError as error:
        raise AdminError(f"{database} cannot be copied: {error}") from error


def _copy_from_server(url: str, part: Path, progress: Progress) -> None:
    engine = sa.create_engine(f"sqlite:///{part}", poolclass=NullPool)
    with connected(url) as source:
        refuse_another_schema(source, name_of(url))
        with source.begin(), engine.connect() as target:
            # Whatever breaks off, the file is thrown away; it is written to the disk at the end.
            for pragma in ("journal_mode=MEMORY", "synchronous=OFF"):
                target.exec_driver_sql(f"PRAGMA {pragma}")
            target.rollback()
            copy_once(source, target, progress)


def _sync(path: Path) -> None:
    opened = os.open(path, os.O_RDONLY)
    try:
        os.fsync(opened)
    finally:
        os.close(opened)
