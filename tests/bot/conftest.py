"""The bot at a table on the stand-in."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.playground.driver import Driver
from bot.playground.server import Playground
from engine.games import all_games
from tests.bot.table import Table, hurry, seated


@pytest.fixture
async def table(playground: Playground, driver: Driver, tmp_path: Path) -> AsyncGenerator[Table]:
    """Ada, Bo and Cy in #games with the bot."""
    await hurry(driver)
    async with seated(playground, driver, all_games(), tmp_path / "keil.db") as made:
        yield made
