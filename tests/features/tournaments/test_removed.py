"""A server removes the bot while a round is played, or before round 1, and has it back later."""

from datetime import timedelta
from pathlib import Path

import pytest

from bot.features.tournaments.rounds import queries_of
from bot.features.tournaments.store import CANCELLED, StoredTournament
from bot.playground.driver import Driver
from bot.playground.server import Playground
from engine.games import all_games
from tests.bot.chat.play.test_departures import server
from tests.bot.table import ADA, BO, Clock, Table, hurry, seated
from tests.features.tournaments.test_tournament_command import (
    SIX,
    START,
    create,
    everybody,
    round_message,
    running,
    sign_up,
)


async def stored(table: Table) -> StoredTournament:
    found = await table.service.store.read(lambda tx: queries_of(tx).get(1))
    assert found is not None
    return found


async def ended(table: Table) -> None:
    """Wait until the tournament is at its end."""

    async def is_over() -> bool:
        return (await stored(table)).state == CANCELLED

    await table.until(is_over)


async def test_no_round_follows_on_a_server_that_has_removed_the_bot(table: Table) -> None:
    await everybody(table)
    await create(table, place="living")
    there = await sign_up(table, *SIX)
    await table.driver.click(ADA, there, START)
    await round_message(table, 1)
    (match, _), *_ = await running(table)
    loser = (await table.service.matches.live(match)).players[1]
    await table.service.matches.resign(match, loser, event_id=1)
    guild = await server(table)
    await table.driver.remove_person(guild)
    await ended(table)
    await table.driver.join(guild)
    await table.time_passes(timedelta(hours=1))

    async def nothing_is_played() -> bool:
        return await running(table) == []

    await table.until(nothing_is_played)
    assert (await stored(table)).round == 1


@pytest.mark.parametrize("people", [[ADA], [ADA, BO]], ids=["too few", "enough"])
async def test_no_round_begins_on_a_server_that_has_removed_the_bot_while_it_was_away(
    playground: Playground, driver: Driver, tmp_path: Path, people: list[str]
) -> None:
    await hurry(driver)
    clock, database = Clock(), tmp_path / "keil.db"
    async with seated(playground, driver, all_games(), database, clock=clock) as table:
        await create(table, hours=1)
        await sign_up(table, *people)
        guild = await server(table)
    await driver.remove_person(guild)
    async with seated(playground, driver, all_games(), database, clock=clock) as table:
        await ended(table)
        await table.time_passes(timedelta(hours=2))
        assert (await stored(table)).round == 0
