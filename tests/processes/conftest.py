"""A PostgreSQL server that the tests may end."""

from collections.abc import Generator

import pytest

from tests.postgresql import Cluster


@pytest.fixture(scope="module")
def cluster() -> Generator[Cluster]:
    """A server of this module's own."""
    made = Cluster()
    yield made
    made.remove()
