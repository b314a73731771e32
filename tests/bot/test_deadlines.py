"""Time: a fixed one for every move, and nobody loses because the bot was away."""

import re
from collections.abc import Callable
from contextlib import AbstractAsyncContextManager
from datetime import datetime, timedelta
from pathlib import Path

import pytest

from bot.playground.driver import Driver
from bot.playground.server import Playground
from engine.games import all_games
from tests.bot.table import BO, Clock, Json, Table, hurry, labels, seated

MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
Process = Callable[[], AbstractAsyncContextManager[Table]]


def runs_out(board: Json) -> int:
    """When a board says that time runs out."""
    found = re.search("time runs out <t:([0-9]+):R>", board["content"])
    assert found is not None
    return int(found[1])


async def test_who_runs_out_of_time_loses_and_all_are_told(table: Table) -> None:
    _, black, white = await table.begin_small(time="1h")
    old = await table.moves((black, "c3"))
    await table.time_passes(59 * MINUTE)
    assert await table.ply() == 1
    table.clock.pass_by(2 * MINUTE)
    board = await table.board(2)
    winner, loser = await table.mention(black), await table.mention(white)
    assert board["content"] == (
        f"⌛ **White ran out of time.**\n"
        f"🏁 **Black ({winner}) wins** game #1 against White ({loser})."
    )
    assert {f"<@{person['id']}>" for person in board["mentions"]} == {winner, loser}
    assert labels(board) == ["Rematch"]
    await table.without_buttons(old)
    late = await table.play(white, "a1", 1)
    assert late.text == "This game is over."


async def test_every_move_starts_the_time_anew(table: Table) -> None:
    board, black, white = await table.begin_small(time="1h")
    who = (black, white)
    for ply, move in enumerate(("a1", "c3", "e1", "e3")):
        assert abs(runs_out(board) - (table.clock() + HOUR).timestamp()) < 10
        await table.time_passes(50 * MINUTE)
        board = await table.moves((who[ply % 2], move))


async def test_the_usual_time_is_three_days(table: Table) -> None:
    board, _, _ = await table.begin_small()
    assert abs(runs_out(board) - (table.clock() + 3 * DAY).timestamp()) < 10


async def test_a_move_that_comes_too_late_is_refused(table: Table) -> None:
    """Even before the timer has looked."""
    _, black, white = await table.begin_small(time="1m")
    await table.moves((black, "c3"))
    assert table.client._timer is not None
    table.client._timer.cancel()  # the move comes before the timer looks
    table.clock.pass_by(MINUTE)
    answer = await table.play(white, "a1", 1)
    assert answer.text == "The time for this move is over, and so is the game."
    board = await table.board(2)
    assert board["content"].startswith("⌛ **White ran out of time.**")


@pytest.fixture
async def process(playground: Playground, driver: Driver, tmp_path: Path) -> Process:
    """A process of the bot on one database; an outage is more than a minute, as in service."""
    await hurry(driver)
    database, clock = tmp_path / "keil.db", Clock()
    return lambda: seated(playground, driver, all_games(), database, clock=clock, outage=MINUTE)


async def deadline(table: Table) -> datetime:
    clock = (await table.host.sitting(1)).clock
    assert clock is not None
    return clock.deadline


async def test_nobody_loses_because_of_an_outage(process: Process) -> None:
    async with process() as table:
        _, black, white = await table.begin_small(time="1h")
        await table.moves((black, "c3"))
        await table.time_passes(30 * timedelta(seconds=1))
        due = await deadline(table)
        table.clock.pass_by(5 * DAY)
        table.client._away.add(0)  # no sign of life is given in between
    async with process() as table:
        assert await table.ply() == 1
        given = await deadline(table) - due
        assert timedelta() <= given - 5 * DAY < MINUTE
        for _ in range(3):
            await table.time_passes(30 * timedelta(seconds=1))
        await table.moves((white, "a1"))


async def test_time_runs_on_after_an_outage(process: Process) -> None:
    async with process() as table:
        _, black, _ = await table.begin_small(time="1m")
        await table.moves((black, "c3"))
        table.clock.pass_by(DAY)
        table.client._away.add(0)
    async with process() as table:
        await table.time_passes(timedelta(seconds=45))
        assert await table.ply() == 1
        await table.time_passes(timedelta(seconds=45))
        board = await table.board(2)
        assert board["content"].startswith("⌛ **White ran out of time.**")


async def test_a_restart_that_is_quick_gives_no_time(process: Process) -> None:
    async with process() as table:
        await table.begin_small(time="1h")
        due = await deadline(table)
    async with process() as table:
        assert await deadline(table) == due


async def test_an_open_challenge_gets_the_time_back_too(process: Process) -> None:
    async with process() as table:
        card = await table.challenge("Ada", BO)
        table.clock.pass_by(2 * DAY)
        table.client._away.add(0)
    async with process() as table:
        accepted = await table.driver.click(BO, card, "Accept")
        assert accepted.text.startswith("Accepted.")
        await table.board(0)


async def test_time_without_discord_counts_as_an_outage(process: Process) -> None:
    """The bot runs, but its connection is gone: people cannot move."""
    async with process() as table:
        _, black, white = await table.begin_small(time="1h")
        await table.moves((black, "c3"))
        due = await deadline(table)
        table.client._away.add(0)
        table.clock.pass_by(DAY)
        await table.driver.gateway("reconnect")

        async def back() -> bool:
            return table.client.reachable and await deadline(table) > due

        await table.until(back)
        assert await deadline(table) - due >= DAY
        await table.moves((white, "a1"))
