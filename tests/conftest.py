"""What is general: the stand-in for Discord as a fixture, and the count of contract checks."""

import pytest

from tests import contract
from tests.playground.fixtures import driver, playground, playground_process

__all__ = ["driver", "playground", "playground_process"]


def pytest_configure(config: pytest.Config) -> None:
    """Count contract checks from zero; workers and the slow half of `make test` go on counting."""
    if not hasattr(config, "workerinput") and config.getoption("markexpr") != "slow":
        contract.COUNT.unlink(missing_ok=True)
