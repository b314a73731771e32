"""What is general: the stand-in for Discord as a fixture, and the count of contract checks."""

import gc
import os
import sys
from collections.abc import Generator
from typing import Any

import pytest

from tests import contract, hours, levels, on_both, pauses, postgresql, stores
from tests.playground.fixtures import driver, playground, playground_process
from tests.scans import reads_no_whole_table

__all__ = ["driver", "playground", "playground_process", "reads_no_whole_table"]


@pytest.fixture(autouse=True)
def drops_its_databases() -> Generator[None]:
    """No test leaves a database on the server."""
    with stores.dropping_databases():
        yield


def pytest_addoption(parser: pytest.Parser) -> None:
    """``--store``: the tests of what is stored run on SQLite, or on a PostgreSQL of their own.

    ``--as-needed``: not all of them on PostgreSQL, see `tests.on_both`. ``--quick``: only those
    that `make check` runs, see `tests.levels`. ``--pauses``: see `tests.pauses`. ``--hours``: see
    `tests.hours`.
    """
    parser.addoption("--hours", metavar="HOURS", type=float, default=0.0)
    parser.addoption("--pauses", metavar="SECONDS[:SEED]")
    parser.addoption("--quick", action="store_true")
    parser.addoption("--as-needed", action="store_true")
    parser.addoption("--store", choices=("sqlite", "postgresql"), default="sqlite")


def pytest_configure(config: pytest.Config) -> None:
    """Count contract checks from zero; workers and the run on PostgreSQL go on counting.

    So does a run that a test has started.
    """
    if config.option.pauses:  # before the workers are told
        config.option.pauses = pauses.drawn(config.option.pauses)
        pauses.between_transactions(config.option.pauses)
    if config.option.hours:
        hours.start_ahead(config.option.hours)
    os.environ[stores.CHOSEN] = str(config.getoption("store"))
    if stores.on_postgresql() and postgresql.programs() is None:
        pytest.exit("NOT TESTED: PostgreSQL. It is not installed: apt-get install postgresql", 0)
    inside = hasattr(config, "workerinput") or "PYTEST_CURRENT_TEST" in os.environ
    if not inside and not stores.on_postgresql():
        contract.COUNT.unlink(missing_ok=True)


@pytest.hookimpl(wrapper=True)
def pytest_collection() -> Generator[None, object, object]:
    """Let the garbage collector pass over what stays: else it takes a fifth of the time."""
    gc.disable()
    try:
        return (yield)
    finally:
        gc.freeze()
        gc.enable()


@pytest.hookimpl(tryfirst=True)
def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Mark each test with its level; run a part of them if that was asked for."""
    levels.mark(items)
    if config.getoption("quick"):
        levels.select(config, items)
    if stores.on_postgresql() and config.getoption("as_needed"):
        on_both.select(config, items)


@pytest.hookimpl(wrapper=True, trylast=True)
def pytest_runtest_call(item: pytest.Item) -> Generator[None, object, object]:
    """Let nobody look at the lines of a test that is not for the coverage.

    Where there are several processes, pytest-cov has begun twice in each, and pauses once.
    """
    looking = sys.gettrace()
    if item.get_closest_marker("no_cover") is None or looking is None:
        return (yield)
    sys.settrace(None)
    try:
        return (yield)
    finally:
        sys.settrace(looking)


def pytest_sessionfinish(session: pytest.Session) -> None:
    """Note what was executed on SQLite, so that the run on PostgreSQL can be short."""
    if not stores.on_postgresql():
        on_both.keep_notes()
    output: dict[str, Any] | None = getattr(session.config, "workeroutput", None)
    if output is not None:
        output[levels.LEFT] = session.config.stash.get(levels.COUNTS, None)


@pytest.hookimpl(optionalhook=True)
def pytest_testnodedown(node: Any) -> None:
    """A worker tells what it has left out: each leaves the same."""
    node.config.stash[levels.COUNTS] = getattr(node, "workeroutput", {}).get(levels.LEFT)


def pytest_terminal_summary(
    terminalreporter: pytest.TerminalReporter, config: pytest.Config
) -> None:
    """Say what was left out, and which pauses there were."""
    if wanted := config.getoption("pauses"):
        terminalreporter.write_line(f"Pauses: the same again with --pauses={wanted}.")
    if left := config.stash.get(levels.COUNTS, None):
        terminalreporter.write_line(levels.told(left))
