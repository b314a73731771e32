"""``keil admin``: the operator's commands for the database. Every failure is one sentence."""

import argparse
import contextlib
import logging
import sys
import time
from collections.abc import Mapping
from pathlib import Path

from bot.cli.exits import BAD_CONFIGURATION, FAULTS, INTERRUPTED, TRY_AGAIN, refuse
from bot.errors import first_line
from bot.features import all_jobs
from bot.settings import SettingsError, database_address, read_settings
from bot.storage import migrating
from bot.storage.admin_connection import AdminError, connected, name_of, refuse_another_schema
from bot.storage.backups import backup, restore
from bot.storage.checking import Findings, check
from bot.storage.copying import copy
from bot.storage.database import DriverError, StorageError, is_passing
from bot.storage.migrations import SchemaTooNewError
from bot.storage.predecessor import InUseError
from bot.storage.pruning import prune
from engine.game import Game

SHOW_EVERY = 0.2
"""Seconds between two lines of progress."""
MOST_FAULTS = 1000
"""Faults that are listed."""


def run(given: argparse.Namespace, games: Mapping[str, Game]) -> int:
    """Do one of the jobs. Returns the exit status."""
    logging.getLogger("alembic").setLevel(logging.WARNING)
    progress = Progress()
    try:
        with contextlib.closing(progress):
            return _job(given, games, progress)
    except KeyboardInterrupt:
        return refuse("stopped", INTERRUPTED)
    except InUseError as error:
        return refuse(str(error), TRY_AGAIN)
    except (SettingsError, AdminError, SchemaTooNewError) as error:
        return refuse(str(error), BAD_CONFIGURATION)
    except DriverError as error:
        status = TRY_AGAIN if is_passing(error) else BAD_CONFIGURATION
        return refuse(f"the database cannot be used: {first_line(error)}", status)
    except StorageError as error:
        return refuse(f"the database cannot be used: {first_line(error)}", BAD_CONFIGURATION)
    except OSError as error:
        return refuse(f"{error.filename or 'a file'}: {error.strerror or error}", TRY_AGAIN)


def _job(given: argparse.Namespace, games: Mapping[str, Game], progress: "Progress") -> int:
    if given.job == "copy":
        found = copy(_address(given.source), _address(given.target), games, progress)
        return _tell("copied", found, progress)
    url = read_settings().database_url
    if given.job == "migrate":
        before, after = migrating.migrate(url)
        steps = f"from {before or 'nothing'} to {after}" if before != after else f"{after} already"
        _say(f"{name_of(url)}: schema {steps}")
        return 0
    if given.job == "backup":
        found = backup(url, Path(given.file), games, progress, force=given.force)
        return _tell(f"{given.file}", found, progress)
    if given.job == "prune":
        gone = prune(url, given.days)
        _say(f"pruned: {gone.messages} messages, {gone.challenges} challenges")
        return 0
    if (job := all_jobs().get(given.job)) is not None:
        more = (given,) if hasattr(job, "arguments") else ()
        said: str = job.run(url, games, progress, *more)
        progress.close()
        _say(said)
        return 0
    if given.job == "restore":
        return _tell("restored", restore(url, Path(given.file), games, progress), progress)
    with connected(url) as connection:
        refuse_another_schema(connection, name_of(url))
        found = check(connection, games, progress)
    _tell("ok" if not found.lines else "not ok", found, progress)
    return FAULTS if found.lines else 0


def _address(text: str) -> str:
    """The address of a database as somebody has typed it, or of a file. Raises `AdminError`."""
    try:
        return database_address(text if "://" in text else f"sqlite:///{text}")
    except ValueError as error:
        raise AdminError(f"a database {error}") from None


def _tell(what: str, found: Findings, progress: "Progress") -> int:
    """List the faults, and say on one line what there is."""
    progress.close()
    for line in found.lines[:MOST_FAULTS]:
        _say(line)
    replayed, rows = len(found.matches), sum(found.rows.values())
    _say(f"{what}: {replayed} matches replayed, {rows} rows, {len(found.lines)} faults")
    return 0


def _say(line: str) -> None:
    sys.stdout.write(f"{line}\n")


class Progress:
    """Says on a terminal how far a job is, on a line that is written over and over."""

    def __init__(self) -> None:
        self._shown = 0.0
        self._dirty = False

    def __call__(self, what: str, done: int, total: int) -> None:
        """``done`` of ``total`` are done of ``what``."""
        now = time.monotonic()
        if not sys.stderr.isatty() or (now - self._shown < SHOW_EVERY and done):
            return
        share = f" {done} of {total}" if total > 1 else ""
        sys.stderr.write(f"\r\x1b[K{what}{share} …")
        sys.stderr.flush()
        self._shown, self._dirty = now, True

    def close(self) -> None:
        """Take the line away."""
        if self._dirty:
            sys.stderr.write("\r\x1b[K")
            self._dirty = False
