"""The bot at a table on the stand-in."""

from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.chat.gateway import identifying
from bot.playground.driver import Driver
from bot.playground.server import Playground
from bot.service import shown_messages
from engine.games import all_games
from tests.bot.house import House, house_at
from tests.bot.pauses import SHORT, pause_for
from tests.bot.table import Clock, Patient, Process, Table, hurry, seated
from tests.toy import TOYS


@pytest.fixture(autouse=True)
def _at_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """Sessions may follow each other, as they would where minutes go by in between.

    What is held on the stand-in is carried out within a moment, or never.
    """
    monkeypatch.setattr(identifying, "EVERY", 0.0)
    monkeypatch.setattr(shown_messages, "SETTLED", timedelta(seconds=0.2))


@pytest.fixture
async def driver(driver: Driver) -> Patient:
    """People who wait for their answers, in every test of the bot."""
    return Patient.of(driver)


@pytest.fixture
async def table(playground: Playground, driver: Driver, tmp_path: Path) -> AsyncGenerator[Table]:
    """Ada, Bo and Cy in #games with the bot."""
    await hurry(driver)
    async with seated(playground, driver, all_games(), tmp_path / "keil.db") as made:
        yield made


@pytest.fixture
async def soon(
    playground: Playground, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Table]:
    """The same, with a delivery that tries again soon."""
    pause_for(monkeypatch, SHORT)
    await hurry(driver)
    async with seated(playground, driver, all_games(), tmp_path / "keil.db") as made:
        yield made


@pytest.fixture
async def process(playground: Playground, driver: Driver, tmp_path: Path) -> Process:
    """A process of the bot on one database."""
    await hurry(driver)
    database, clock = tmp_path / "keil.db", Clock()
    return lambda: seated(playground, driver, all_games(), database, clock=clock)


@pytest.fixture
async def toys(playground: Playground, driver: Driver, tmp_path: Path) -> Process:
    """A process of a bot that knows the toys only, on one database."""
    await hurry(driver)
    database, clock = tmp_path / "keil.db", Clock()
    return lambda: seated(playground, driver, TOYS, database, clock=clock)


@pytest.fixture
async def trio(toys: Process) -> AsyncGenerator[Table]:
    """Ada, Bo and Cy with a game for three."""
    async with toys() as table:
        yield table


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    """The service over an empty database."""
    async with house_at(tmp_path) as made:
        yield made
