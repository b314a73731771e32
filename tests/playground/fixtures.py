"""The stand-in and its driver as fixtures."""

from collections.abc import AsyncIterator
from pathlib import Path

import pytest

from bot.playground.driver import Driver
from bot.playground.server import Playground


@pytest.fixture
async def playground(tmp_path: Path) -> AsyncIterator[Playground]:
    async with Playground(database=tmp_path / "playground.db") as made:
        yield made
    assert made.unknown == []
    assert made.violations == []


@pytest.fixture
async def driver(playground: Playground) -> AsyncIterator[Driver]:
    async with Driver(playground.url, playground.driver_key) as made:
        yield made
