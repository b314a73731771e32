"""No statement may read all of a table that grows: each one that a test executes is explained once.

SQLite plans by the schema and the text of a statement alone (nobody runs ANALYZE, and it does not
look at parameters), so what it says of an empty database holds for one with a million games.
PostgreSQL plans by what is stored, so there a full database is asked, if `--store=postgresql`.

A statement that has to read a whole table is allowed by an entry in `ALLOWED`, with the reason.
"""

import re
import sqlite3
import sys
import threading
from collections.abc import Generator, Iterator, Sequence
from functools import cache
from pathlib import Path
from types import FrameType
from typing import Any

import psycopg
import pytest
import sqlalchemy as sa
from sqlalchemy import event

from bot.storage.schema import all_tables
from tests import full_database, on_both, postgresql, stores
from tests.bot.empty_database import migrated

SMALL = {"shard", "budget", "fact", "alembic_version", "channel_pause"}
"""Tables that stay small however long people play."""
GROWING = {*all_tables().tables} - SMALL
LIVE = {
    index.name
    for table in all_tables().tables.values()
    for index in table.indexes
    if index.dialect_kwargs["sqlite_where"] is not None
} - {
    "ix_match_finished",
    "ix_match_home",
    "ix_message_challenge",
    "ix_message_full",
    "ix_message_message",
    "ix_message_newest",
    "ix_message_note",
    "ix_message_told",
    "ix_player_left_by",
}
"""Indexes of what is under way only: these may be read as a whole."""
ALLOWED = {
    "bot/storage/migrations": "once for a version, and each row has to change",
    "bot/storage/checking.py": "the operator wants everything to be looked at",
    "bot/storage/copying.py": "the operator wants everything to be copied",
    "bot/features/ratings/recompute.py": "the operator wants everything to be computed anew",
    "bot/storage/pruning.py": "the operator wants all to be gone that is old",
}
"""Where statements may read whole tables, and why: how the path and the name of a function begin,
``bot/storage/queries/matches.py MatchQueries.servers``."""

LARGE = 1_500
"""Rows of a table in the full database from which on PostgreSQL should use its indexes."""

_BOT = str(Path(__file__).parents[1] / "bot")
_SCAN = re.compile(r"^SCAN (\w+)(?: USING (?:COVERING )?INDEX (\w+))?$")
_WALK = re.compile(r"^SEARCH (\w+)(?: USING .*INDEX (\w+))?$")
"""From the smallest or the largest value on, for ``min`` and ``max``, until a row fits."""
_AUTOMATIC = re.compile(r"^SEARCH (\w+) USING AUTOMATIC ")
_ALIAS = re.compile(r'"?(\w+)"? AS "?(\w+)"?')

_lock = threading.Lock()
seen = set[str]()
"""The statements that were explained."""
_of_the_program = set[str]()
found = list[str]()
"""What is wrong with those that the running test has executed."""


@cache
def scans(statement: str) -> tuple[str, ...]:
    """The steps of SQLite's plan for ``statement`` that read all of a table that grows."""
    seen.add(statement)
    aliases = {alias: table for table, alias in _ALIAS.findall(statement)}

    def grows(step: str) -> bool:
        whole = _SCAN.match(step) or _WALK.match(step) or _AUTOMATIC.match(step)
        if whole is None:
            return False
        table, index = whole[1], whole[2] if whole.re.groups == 2 else None
        return aliases.get(table, table) in GROWING and index not in LIVE

    return tuple(filter(grows, plan(_empty(), statement)))


def plan(database: sqlite3.Connection, statement: str) -> list[str]:
    """SQLite's plan; of a table that is not ours (or not any more) nothing is known."""
    parameters = [None] * re.sub(r"'[^']*'", "", statement).count("?")
    with _lock:
        try:
            rows = database.execute(f"EXPLAIN QUERY PLAN {statement}", parameters).fetchall()
        except sqlite3.OperationalError as error:
            if "no such" in str(error):
                return []
            raise
    return [row[3] for row in rows]


@cache
def _empty() -> sqlite3.Connection:
    database = sqlite3.connect(":memory:", check_same_thread=False)
    file = bytearray(migrated())
    file[18:20] = b"\1\1"  # without the write-ahead log, for which there must be a file
    database.deserialize(bytes(file))
    return database


class Full:
    """A full database on PostgreSQL, which is asked for its plans."""

    def __init__(self, url: str) -> None:
        plain = sa.make_url(url).set(drivername="postgresql")
        self._connection = psycopg.connect(plain.render_as_string(), autocommit=True)
        # It may find a table small enough to be read as a whole; the question is whether it must.
        for way in ("seqscan", "hashjoin", "mergejoin"):
            self._connection.execute(f"SET enable_{way} = off".encode())
        large = f"SELECT relname FROM pg_class WHERE relkind = 'r' AND reltuples > {LARGE}"
        self._large = {row[0] for row in self._connection.execute(large.encode())} & GROWING
        self._known = dict[str, tuple[str, ...]]()

    def close(self) -> None:
        """Disconnect."""
        self._connection.close()

    def scans(self, statement: str, parameters: Any) -> tuple[str, ...]:
        """The steps of the plan for ``statement`` that read all of a large table."""
        with _lock:
            if statement not in self._known:
                seen.add(statement)
                asked: Any = f"EXPLAIN (FORMAT JSON) {statement}"
                try:
                    (row,) = self._connection.execute(asked, parameters or None).fetchall()
                    steps = _steps(row[0][0]["Plan"])
                except psycopg.errors.UndefinedTable:  # one that is not ours
                    steps = iter(())
                self._known[statement] = tuple(
                    f"{step['Node Type']} {step['Relation Name']} {step.get('Index Name', '')}"
                    for step in steps
                    if self._reads_all(step)
                )
            return self._known[statement]

    def _reads_all(self, step: dict[str, Any]) -> bool:
        if step.get("Relation Name") not in self._large or step["Node Type"] == "ModifyTable":
            return False
        index, bitmap = step.get("Index Name"), step["Node Type"] == "Bitmap Heap Scan"
        return not bitmap and "Index Cond" not in step and index not in LIVE


def _steps(of: dict[str, Any]) -> Iterator[dict[str, Any]]:
    yield of
    for step in of.get("Plans", ()):
        yield from _steps(step)


full: Full | None = None


def who(frame: FrameType | None) -> list[str]:
    """The functions of the store, or of a feature, that execute a statement, the innermost first.

    None if it is not the store that does: a test looks at the database.
    """
    names = list[str]()
    while frame is not None:
        file = frame.f_code.co_filename
        if file.startswith(_BOT):
            names.append(f"bot{file.removeprefix(_BOT)} {frame.f_code.co_qualname}")
        elif not names and "site-packages" not in file:
            return []
        frame = frame.f_back
    return [name for name in names if name.startswith(("bot/storage/", "bot/features/"))]


def look(connection: sa.Connection, statement: str, parameters: Any, frame: FrameType) -> None:
    """Note what is wrong with a statement that is executed in ``frame``."""
    if not statement.startswith(("SELECT", "INSERT", "UPDATE", "DELETE", "WITH")):
        return
    if connection.dialect.name == "sqlite":
        whole = scans(statement)
        if statement in _of_the_program or who(frame):
            _of_the_program.add(statement)
            on_both.note(statement)
    else:
        whole = full.scans(statement, parameters) if full else ()
    if not whole:
        return
    callers = who(frame)
    if callers and not any(caller.startswith(tuple(ALLOWED)) for caller in callers):
        found.append(f"{', '.join(whole)}\n  by {' < '.join(callers)}\n  {statement}")


@event.listens_for(sa.Engine, "before_cursor_execute")
def _executed(
    connection: sa.Connection, _: Any, statement: str, parameters: Any, __: Any, many: bool
) -> None:
    if _empty.cache_info().currsize:
        look(connection, statement, parameters[0] if many else parameters, sys._getframe(1))


@cache
def _full_server() -> Full:
    url = postgresql.database("scans")
    engine = sa.create_engine(url)
    with engine.begin() as connection:
        full_database.fill(connection, finished=18_000, running=2_000)
    engine.dispose()
    return Full(url)


@pytest.fixture(autouse=True)
def reads_no_whole_table() -> Generator[None]:
    """Fail the test that has executed a statement that reads a whole table."""
    global full
    _empty()  # its migrations are the only statements that nobody looks at
    if stores.on_postgresql():
        full = _full_server()
    found.clear()
    yield
    wrong = taken()
    if wrong:
        pytest.fail("these statements read whole tables:\n" + "\n".join(wrong), pytrace=False)


def taken() -> Sequence[str]:
    """What was found until now, once."""
    wrong = list(dict.fromkeys(found))
    found.clear()
    return wrong
