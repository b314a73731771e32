"""Ada, Bo and Cy where games have living boards."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.playground.driver import Driver
from bot.playground.server import Playground
from engine.games import all_games
from tests.bot.table import GAMES, Clock, Process, Table, hurry, seated


@pytest.fixture
async def process(playground: Playground, driver: Driver, tmp_path: Path) -> Process:
    """A process of the bot where games have living boards: threads are not allowed."""
    await hurry(driver)
    await driver.permit(GAMES, deny=["create_public_threads"])
    database, clock = tmp_path / "keil.db", Clock()
    return lambda: seated(playground, driver, all_games(), database, clock=clock, place=None)


@pytest.fixture
async def table(process: Process) -> AsyncGenerator[Table]:
    """Ada, Bo and Cy in #games."""
    async with process() as made:
        yield made
