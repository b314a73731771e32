"""Which tests run on PostgreSQL, too: as many as it takes to execute every statement there.

The fast run on SQLite notes which statements of the program each test executes. With `--as-needed`,
PostgreSQL gets the tests marked ``storage``, those in files that let things happen at once, those
that use the store without a bot, and of all others those with the most statements that fewer than
`TIMES` tests execute. Tests that never come near a database run on SQLite only. Tests without notes
are chosen, too, and so are all if the program has changed since.
"""

import os
import sqlite3
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from contextlib import closing
from functools import cache
from hashlib import sha256
from pathlib import Path

import pytest

from tests import contract

FOLDER = contract.COUNT.parent
PROGRAM = ("bot/storage", "bot/service", "bot/features")
"""Where statements come from: notes about other versions of it are worth nothing."""
AT_ONCE = b"asyncio.gather"
"""In a file that contains this, tests are about what the two databases do differently."""
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


def notes_file() -> Path:
    """The notes about the program as it is."""
    seen = sha256()
    for folder in PROGRAM:
        for file in sorted((contract.ROOT / folder).rglob("*.py")):
            seen.update(file.read_bytes())
    return FOLDER / f"statements-{seen.hexdigest()[:16]}.db"


def keep_notes() -> None:
    """Add what this process has noted to the notes of all."""
    if not executed:
        return
    FOLDER.mkdir(exist_ok=True)
    with closing(sqlite3.connect(notes_file(), timeout=60)) as notes, notes:
        notes.execute("CREATE TABLE IF NOT EXISTS executed (test TEXT, statement TEXT)")
        rows = [(test, one) for test, known in executed.items() for one in sorted(known)]
        notes.executemany("INSERT INTO executed VALUES (?, ?)", rows)


def read_notes() -> Mapping[str, Collection[str]]:
    """The statements that each test is known to execute."""
    found: dict[str, set[str]] = {}
    if notes_file().exists():
        with closing(sqlite3.connect(notes_file(), timeout=60)) as notes:
            for test, statement in notes.execute("SELECT DISTINCT test, statement FROM executed"):
                found.setdefault(test, set()).add(statement)
    return found


def chosen(
    always: Collection[str], others: Iterable[str], notes: Mapping[str, Collection[str]]
) -> set[str]:
    """``always``, and so many of the ``others`` that `TIMES` tests execute each statement.

    Tests without notes are chosen, too.
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
    """Leave only the tests that PostgreSQL needs."""
    stored = [item for item in items if NEEDS_A_FILE.intersection(_fixtures(item))]
    others = [
        item.nodeid
        for item in stored
        if item.get_closest_marker("storage") is None
        and NEEDS_A_BOT.intersection(_fixtures(item))
        and not _at_once(item.path)
    ]
    always = {item.nodeid for item in stored}.difference(others)
    notes = read_notes()
    keep = chosen(always, others, notes) if notes else always.union(others)
    config.hook.pytest_deselected(items=[item for item in items if item.nodeid not in keep])
    items[:] = [item for item in items if item.nodeid in keep]


@cache
def _at_once(file: Path) -> bool:
    return AT_ONCE in file.read_bytes()


def _fixtures(item: pytest.Item) -> Sequence[str]:
    return getattr(item, "fixturenames", ())
