"""The bot is killed while the event of a tournament is made, begun or ended: there is one, and it
tells how the tournament stands."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import pytest

from bot.playground.driver import SEND, Driver
from bot.playground.scheduled_events import ACTIVE, COMPLETED
from bot.playground.server import Playground
from tests.bot.says import says
from tests.bot.table import ADA, BO, GAMES
from tests.crash.game import points
from tests.crash.table import PATIENCE, AtCommit, AtRequest, Point, Table
from tests.crash.test_practice import open_table

pytestmark = [pytest.mark.slow, pytest.mark.storage]

Act = Callable[[Table], Awaitable[None]]
SERVER = "Demo"
EVENTS = "/guilds/{guild_id}/scheduled-events"
CREATE = f"POST {EVENTS}"
FETCH, CHANGE = (f"{method} {EVENTS}/{{guild_scheduled_event_id}}" for method in ("GET", "PATCH"))
BEGINNING = points(("challenge", "begun", "sent", "edited"), SEND, CREATE, FETCH, CHANGE)
"""The transaction with the first game wants the event, too."""
ENDING = points(("turn", "edited"), FETCH, CHANGE)


async def shown(table: Table, status: int) -> None:
    """Wait until the only event is in this state, and everything is sent."""

    async def is_shown() -> bool:
        events = await table.driver.events(SERVER)
        assert len(events) < 2
        return [one["status"] for one in events] == [status] and not table.unsent()

    assert await table.until_dead(table.until(is_shown))


async def signed_up(table: Table) -> None:
    """Ada and Bo have signed up for a tournament of one round."""
    await table.driver.permit_all(SERVER, allow=["create_events"])
    given = {"name": "Cup", "system": "roundrobin", "game": "keil", "size": 3, "place": "living"}
    await table.driver.slash(ADA, GAMES, "tournament create", given)

    async def card() -> bool:
        return bool(await table.public()) and not table.unsent()

    assert await table.until_dead(table.until(card))
    for who in (ADA, BO):
        await press(table, who, "button-tournament-join")

    async def all_is_shown() -> bool:
        return not table.rows("SELECT id FROM message WHERE shown <> rev")

    assert await table.until_dead(table.until(all_is_shown))


async def press(table: Table, who: str, button: str) -> None:
    there = (await table.public())[0]
    await table.driver.click(who, there, says(button))


async def start(table: Table) -> None:
    await press(table, ADA, "button-tournament-start")


async def resign(table: Table) -> None:
    sure = await table.driver.slash(BO, GAMES, "resign")
    await table.driver.click(BO, sure.message or {}, "Yes, resign")


async def struck(table: Table, act: Act, point: Point, done: str) -> None:
    """Somebody acts, and the bot dies at the point; another one takes over.

    If it is not ``done`` by what the database says, they act again.
    """
    await point.arm(table)
    assert table.launcher.ended is not None
    acting = asyncio.ensure_future(act(table))
    async with asyncio.timeout(PATIENCE):
        await asyncio.shield(table.launcher.ended)
    await point.disarm(table)
    await table.bury()
    await table.driver.move_clock(PATIENCE)  # whoever waits for an answer gives up
    await asyncio.gather(acting, return_exceptions=True)
    await table.start()
    if not table.rows(done):
        await act(table)


@pytest.mark.parametrize(("kind", "what", "when"), BEGINNING)
async def test_it_begins_once(
    kind: type[AtCommit | AtRequest],
    what: str,
    when: str,
    playground: Playground,
    driver: Driver,
    tmp_path: Path,
) -> None:
    async with open_table(playground, driver, tmp_path) as table:
        await signed_up(table)
        begun = "SELECT id FROM tournament WHERE state = 'running'"
        await struck(table, start, kind(when, what), begun)
        await shown(table, ACTIVE)
        await resign(table)
        await shown(table, COMPLETED)


@pytest.mark.parametrize(("kind", "what", "when"), ENDING)
async def test_it_is_completed(
    kind: type[AtCommit | AtRequest],
    what: str,
    when: str,
    playground: Playground,
    driver: Driver,
    tmp_path: Path,
) -> None:
    async with open_table(playground, driver, tmp_path) as table:
        await signed_up(table)
        await start(table)
        await shown(table, ACTIVE)
        await struck(table, resign, kind(when, what), "SELECT ply FROM turn")
        await shown(table, COMPLETED)
