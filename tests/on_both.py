"""Which tests run on PostgreSQL, too: as many as it takes to execute every statement there.

The fast run on SQLite notes which statements of the program each test executes. On PostgreSQL run
the tests marked ``storage``, those that use the store without a bot, and of all others those that
have the most statements of their own, until `TIMES` tests execute each statement. Without notes,
all run. Tests that never come near a database run once only.
"""

import json
import os
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import closing

import pytest

from tests import contract

NOTES = contract.COUNT.parent / "statements.db"
"""Of every run until now: a test that has changed is noted anew."""
TABLE = "CREATE TABLE IF NOT EXISTS executed (test TEXT PRIMARY KEY, statements TEXT)"
TIMES = 3
NEEDS_A_FILE = {"tmp_path", "tmp_path_factory"}
"""A test has a database only if it has a folder."""
NEEDS_A_BOT = {"playground", "playground_process"}

executed: dict[str, set[str]] = {}
"""What each test of this process has executed."""


def note(statement: str) -> None:
    """The running test has executed a statement of the program."""
    test = os.environ.get("PYTEST_CURRENT_TEST", "").rpartition(" (")[0]
    executed.setdefault(test, set()).add(statement)


def keep_notes() -> None:
    """Add what this process has noted to the notes of all."""
    if not executed:
        return
    NOTES.parent.mkdir(exist_ok=True)
    with closing(sqlite3.connect(NOTES, timeout=60)) as notes, notes:
        notes.execute(TABLE)
        rows = [(test, json.dumps(sorted(known))) for test, known in executed.items()]
        notes.executemany("INSERT OR REPLACE INTO executed VALUES (?, ?)", rows)


def read_notes() -> Mapping[str, frozenset[str]]:
    """The statements that each test is known to execute."""
    if not NOTES.exists():
        return {}
    with closing(sqlite3.connect(NOTES, timeout=60)) as notes:
        notes.execute(TABLE)
        rows = notes.execute("SELECT test, statements FROM executed").fetchall()
    return {test: frozenset(json.loads(known)) for test, known in rows}


def chosen(
    always: Collection[str], others: Iterable[str], notes: Mapping[str, Collection[str]]
) -> set[str]:
    """``always``, and so many of the ``others`` that `TIMES` tests execute each statement.

    What nothing is known of is chosen, too.
    """
    found = {*always, *(test for test in others if test not in notes)}
    times = Counter(one for test in found for one in notes.get(test, ()))
    left = {test: {*notes[test]} for test in sorted(others) if test in notes}
    enough = {one for one, number in times.items() if number >= TIMES}
    while left:
        for statements in left.values():
            statements -= enough
        test = max(left, key=lambda test: len(left[test]))
        if not left[test]:
            break
        found.add(test)
        times.update(statements := left.pop(test))
        enough = {one for one in statements if times[one] >= TIMES}
    return found


def select(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave only the tests that are to run on PostgreSQL."""
    stored = [item for item in items if NEEDS_A_FILE.intersection(_fixtures(item))]
    others = [
        item.nodeid
        for item in stored
        if item.get_closest_marker("storage") is None and NEEDS_A_BOT.intersection(_fixtures(item))
    ]
    always = {item.nodeid for item in stored}.difference(others)
    notes = read_notes()
    keep = chosen(always, others, notes) if notes else always.union(others)
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in keep])
    items[:] = [item for item in items if item.nodeid in keep]


def _fixtures(item: pytest.Item) -> Sequence[str]:
    return getattr(item, "fixturenames", ())
