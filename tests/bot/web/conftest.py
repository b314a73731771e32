"""The bot at a table, with the page."""

from collections.abc import AsyncGenerator
from pathlib import Path

import pytest

from bot.chat.gateway import sight
from bot.playground.driver import Driver
from bot.playground.server import Playground
from bot.web import open_page
from engine.games import all_games
from tests.bot.table import Table, answered_first, hurry, seated
from tests.toy import TOYS


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Nobody who connects is taken for silent because this machine stood still, nor is Discord."""
    monkeypatch.setattr(open_page, "PATIENCE_S", 60.0)
    monkeypatch.setattr(sight, "PLAYERS_WAIT_S", 60.0)


@pytest.fixture
async def paged(
    playground: Playground, driver: Driver, tmp_path: Path, patient: None
) -> AsyncGenerator[Table]:
    """Ada, Bo and Cy in #games with the bot, which has a page."""
    del patient
    await hurry(driver)
    async with seated(playground, driver, all_games(), tmp_path / "keil.db", page=True) as made:
        yield made


@pytest.fixture
async def toy_page(
    playground: Playground, driver: Driver, tmp_path: Path, patient: None
) -> AsyncGenerator[Table]:
    """The same with a bot that knows the toys only."""
    del patient
    await hurry(driver)
    async with seated(playground, driver, TOYS, tmp_path / "keil.db", page=True) as made:
        yield made


@pytest.fixture
async def windowed(
    playground: Playground, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Table]:
    """The same as `paged`, in Discord's window, too."""
    answered_first(monkeypatch)
    await hurry(driver)
    games, database = all_games(), tmp_path / "keil.db"
    async with seated(playground, driver, games, database, page=True, window=True) as made:
        yield made
