"""The page before the stand-in alone, and before the whole program."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.playground.driver import Driver
from bot.playground.server import Playground
from tests.page.browser import Tabs, browsing
from tests.page.program import Program, program
from tests.playground.fixtures import games, gateway, rest

__all__ = ["games", "gateway", "rest"]


@pytest.fixture
async def tabs(playground: Playground) -> AsyncGenerator[Tabs]:
    """Tabs on a stand-in whose bot is the test itself: `gateway` hears, `rest` answers."""
    async with browsing(playground.url, playground.driver_key) as made:
        yield made


@pytest.fixture
async def keil(tmp_path: Path) -> AsyncGenerator[Program]:
    """``keil playground`` on a data folder of its own."""
    async with program(tmp_path / "data") as made:
        async with Driver(made.url, made.key) as people:
            await people.no_rates()
        yield made


@pytest.fixture
async def people(keil: Program) -> AsyncGenerator[Driver]:
    """What people do beside the browser."""
    async with Driver(keil.url, keil.key) as made:
        yield made


@pytest.fixture
async def players(keil: Program) -> AsyncGenerator[Tabs]:
    """Tabs on ``keil playground``."""
    async with browsing(keil.url, keil.key) as made:
        yield made
