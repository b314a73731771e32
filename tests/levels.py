"""The levels of the tests, by the fixtures they use, and which of them `make check` runs.

With `--quick`, as in `make check`: nothing marked ``slow``; of a test without the bot the first
`CASES`; of each file that tests the whole bot the first test. Of a file that has changed since
main, committed or not, all are run that are not ``slow``.
"""

import subprocess
from collections import Counter
from collections.abc import Iterable, Sequence
from pathlib import Path

import pytest

from tests.contract import ROOT

LEVELS = {
    "processes": {"cluster", "playground_process"},
    "browser": {"tabs", "keil", "people", "players"},
    "bot": {"playground", "driver"},
    "stored": {"tmp_path", "tmp_path_factory"},
    "pure": set[str](),
}
"""What makes a test one of each level; it is of the first that fits."""
OF_THE_BOT = {"processes", "browser", "bot"}
CASES = 2
LEFT = "left to make test"
"""Under this key a worker tells how many tests of each level it did not run."""


def level(fixtures: Iterable[str]) -> str:
    """The level of a test with these fixtures."""
    return next(name for name, of in LEVELS.items() if not of or of.intersection(fixtures))


def mark(items: Iterable[pytest.Item]) -> None:
    """Mark each test with its level, so that ``-m bot`` runs those with the whole bot.

    What is slow would take many times as long under the eyes of `coverage`, which needs it not.
    """
    for item in items:
        item.add_marker(level(getattr(item, "fixturenames", ())))
        if item.get_closest_marker("slow"):
            item.add_marker("no_cover")


def select(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave only the tests that `make check` runs; note how many are left out."""
    changed, seen = changed_files(), Counter[str]()
    keep, left = list[pytest.Item](), list[pytest.Item]()
    for item in items:
        with_bot = _level_of(item) in OF_THE_BOT
        of = str(item.path) if with_bot else item.nodeid.partition("[")[0]
        slow = item.get_closest_marker("slow") is not None
        seen[of] += not slow
        wanted = item.path in changed or seen[of] <= (1 if with_bot else CASES)
        (keep if wanted and not slow else left).append(item)
    config.hook.pytest_deselected(items=left)
    items[:] = keep
    config.stash[COUNTS] = dict(Counter(map(_level_of, left)))


COUNTS = pytest.StashKey[dict[str, int]]()


def told(left: dict[str, int]) -> str:
    """The line about what `make check` did not run."""
    parts = ", ".join(f"{left[name]} {name}" for name in reversed(LEVELS) if left.get(name))
    return f"Left to `make test`: {sum(left.values())} tests ({parts})."


def changed_files() -> set[Path]:
    """The files that have changed since main; none without git."""
    since = _git("merge-base", "HEAD", "main") or ["HEAD"]
    names = [*_git("diff", "--name-only", since[0]), *_git("ls-files", "-o", "--exclude-standard")]
    return {ROOT / name for name in names}


def _git(*arguments: str) -> Sequence[str]:
    try:
        done = subprocess.run(
            ["git", *arguments], cwd=ROOT, capture_output=True, text=True, check=False
        )
    except OSError:
        return ()
    return done.stdout.splitlines() if done.returncode == 0 else ()


def _level_of(item: pytest.Item) -> str:
    return next(name for name in LEVELS if item.get_closest_marker(name))
