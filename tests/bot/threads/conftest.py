"""Ada, Bo and Cy where games live in threads."""

from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.playground.driver import Driver
from bot.playground.server import Playground
from bot.service import shown_messages
from engine.games import all_games
from tests.bot.table import GAMES, Clock, Process, Table, hurry, seated
from tests.bot.threads.thread import THREADS


@pytest.fixture(autouse=True)
def _soon(monkeypatch: pytest.MonkeyPatch) -> None:
    """A card may be edited again soon."""
    monkeypatch.setattr(shown_messages, "EVERY", timedelta(seconds=0.05))


@pytest.fixture
async def process(playground: Playground, driver: Driver, tmp_path: Path) -> Process:
    """A process of the bot where nobody has decided how games live, and threads are allowed."""
    await hurry(driver)
    await driver.permit(GAMES, allow=[THREADS])
    database, clock = tmp_path / "keil.db", Clock()
    return lambda: seated(playground, driver, all_games(), database, clock=clock, place=None)


@pytest.fixture
async def table(process: Process) -> AsyncGenerator[Table]:
    """Ada, Bo and Cy in #games."""
    async with process() as made:
        yield made
