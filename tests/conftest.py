"""What is general: the stand-in for Discord as a fixture, and the count of contract checks."""

import os
from collections.abc import Generator

import pytest

from tests import contract, on_both, postgresql, stores
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

    ``--as-needed``: not all of them on PostgreSQL, see `tests.on_both`.
    """
    parser.addoption("--as-needed", action="store_true")
    parser.addoption("--store", choices=("sqlite", "postgresql"), default="sqlite")


def pytest_configure(config: pytest.Config) -> None:
    """Count contract checks from zero; workers and the later parts of `make test` go on counting.

    So does a run that a test has started.
    """
    os.environ[stores.CHOSEN] = str(config.getoption("store"))
    if stores.on_postgresql() and postgresql.programs() is None:
        pytest.exit("NOT TESTED: PostgreSQL. It is not installed: apt-get install postgresql", 0)
    inside = hasattr(config, "workerinput") or "PYTEST_CURRENT_TEST" in os.environ
    goes_on = config.getoption("markexpr") == "slow" or stores.on_postgresql()
    if not inside and not goes_on:
        contract.COUNT.unlink(missing_ok=True)


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """On PostgreSQL, run as many tests as its statements need."""
    if stores.on_postgresql() and config.getoption("as_needed"):
        on_both.select(config, items)


def pytest_sessionfinish() -> None:
    """Note what was executed on SQLite, so that the run on PostgreSQL can be short."""
    if not stores.on_postgresql():
        on_both.keep_notes()
