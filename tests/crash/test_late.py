"""Requests that Discord carries out late, after newer ones: nothing is doubled or stays old."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.chat.delivery import sending_attempts
from bot.playground.driver import EDIT, SEND, Driver, Held
from bot.playground.server import Playground
from bot.service import shown_messages
from bot.service.outages import OUTAGE
from bot.service.shown_messages import MINUTE, SETTLED
from bot.storage.rows import FULL, LIVING, LIVING_BOARD
from bot.storage.transaction import Transaction
from engine.games import all_games
from tests.bot.living.channel import idle
from tests.bot.pauses import SHORT, pause_for
from tests.bot.table import ADA, BO, GAMES, Clock, Json, Table, hurry, labels, ply_of, seated

NO_PERMISSION: Json = {"message": "Missing Permissions", "code": 50013}


@pytest.fixture
async def table(
    playground: Playground, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Table]:
    """A table whose bot tries again soon."""
    pause_for(monkeypatch, SHORT)
    await hurry(driver)
    async with seated(playground, driver, all_games(), tmp_path / "keil.db") as made:
        yield made


async def begun(table: Table) -> None:
    """A game in which Ada is to play the first stone."""
    await table.begin(ADA, BO, size=3)
    await table.moves((ADA, "komi 6"), (BO, "white"))


async def next_request(driver: Driver) -> int:
    """The number of the next request."""
    return (await driver.requests())[-1]["n"] + 1


async def play(table: Table, who: str, move: str) -> None:
    """A move that is answered, whatever the channel shows."""
    assert (await table.play(who, move)).text.startswith("You played")


async def shows(table: Table, ply: int) -> None:
    """Wait until there is one board with buttons, which shows this ply."""

    async def there() -> bool:
        shown = [ply_of(m) for m in await table.public_now() if labels(m)]
        return [board for board in shown if board] == [(1, ply)]

    await table.until(there)


async def each_edited_once(driver: Driver, since: int) -> None:
    """The old board was edited once, and once the line, which links to the new one."""
    edited = [request["path"] for request in await driver.requests(EDIT, since=since)]
    assert len(set(edited)) == len(edited) == 2


async def test_a_board_whose_edit_is_not_answered_is_replaced_at_once(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    """The edit may be carried out late, so its board goes; the line, which has called, stays."""
    await hurry(driver)
    game = all_games(), tmp_path / "keil.db"
    async with seated(playground, driver, *game, place=LIVING) as table:
        await begun(table)
        await shows(table, 2)
        late = await driver.cut_next(EDIT)
        since = await next_request(driver)
        await play(table, ADA, "b1")
        await shows(table, 3)
        await idle(table)
        await each_edited_once(driver, since)
        sent = [request["body"] for request in await driver.requests(SEND, since=since)]
        assert len([one for one in sent if one["allowed_mentions"].get("users")]) == 1
        await late.release()
        await play(table, BO, "a1")
        await shows(table, 4)


@asynccontextmanager
async def another_process(
    playground: Playground, driver: Driver, folder: Path, boards_a_minute: int | None = None
) -> AsyncGenerator[tuple[Table, Held, int]]:
    """A second process while an edit of the first one is under way, from request so-and-so on."""
    await hurry(driver)
    game, clock = (all_games(), folder / "keil.db"), Clock()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(
            sending_attempts, "LONGEST_EDIT", sending_attempts.LONGEST
        )  # else it is known to be in doubt
        async with seated(playground, driver, *game, place=LIVING, clock=clock) as table:
            await begun(table)
            await shows(table, 2)
            await idle(table)
            (server,) = table.client.guilds
            await table.service.servers.change(
                server.id, lambda old: replace(old, boards_a_minute=boards_a_minute)
            )
            late = await driver.hold_before(EDIT)
            since = await next_request(driver)
            await play(table, ADA, "b1")
            await late.wait_until_held()
    async with seated(playground, driver, *game, place=LIVING, clock=clock) as table:
        yield table, late, since


async def test_a_board_whose_edit_the_last_process_left_is_replaced_at_once(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    """The edit may be carried out late, so it is not made again, and nobody waits for it."""
    async with another_process(playground, driver, tmp_path) as (table, late, since):
        await shows(table, 3)
        await idle(table)
        await each_edited_once(driver, since)
        await late.release()
        await play(table, BO, "a1")
        await shows(table, 4)


async def test_a_board_whose_repetition_is_refused_may_still_come_and_is_not_told_twice(
    table: Table,
) -> None:
    """Folded into the next board it would be shown twice."""
    driver = table.driver
    await begun(table)
    since = await next_request(driver)
    late = await driver.cut_next(SEND)
    await driver.fail_next(SEND, 403, times=1000, body=NO_PERMISSION)
    await play(table, ADA, "b1")
    await driver.wait_for_requests(SEND, 2, since=since)  # the repetitions, which are refused
    await play(table, BO, "a1")
    await driver.wait_for_requests(SEND, 4, since=since)
    await late.release()
    await table.board(3)
    await driver.clear_faults()
    await table.board(4)
    await table.all_posted()
    there = [ply_of(m) for m in await driver.messages(GAMES)]
    assert [ply[1] for ply in there if ply] == [0, 2, 3, 4]  # those with pictures
    sent = [m["content"] for m in await table.public_now()]
    assert [sum(f"played {move}" in text for text in sent) for move in ("b1", "a1")] == [1, 1]


async def test_a_repetition_that_is_refused_long_after_sets_its_board_free(table: Table) -> None:
    """Nothing can come of the first request any more."""
    driver = table.driver
    await begun(table)
    since = await next_request(driver)
    await driver.drop_next(SEND, applied=False)
    await driver.fail_next(SEND, 403, times=1000, body=NO_PERMISSION)
    await play(table, ADA, "b1")
    await driver.wait_for_requests(SEND, 2, since=since)
    table.clock.pass_by(SETTLED)

    async def free() -> bool:
        table.clock.pass_by(SETTLED)
        unsent = await table.store.read(lambda tx: tx.messages.waiting(table_channel)[0])
        return [one.begun for one in unsent] == [0]

    table_channel = (await table.service.matches.live(1)).channel_id
    await table.until(free)
    await play(table, BO, "a1")
    await driver.clear_faults()
    await table.board(4)
    await table.all_posted()
    sent = [m["content"] for m in await table.public_now()]
    assert [sum(f"played {move}" in text for text in sent) for move in ("b1", "a1")] == [1, 1]


async def test_the_board_that_takes_its_place_does_not_wait_for_other_boards(
    playground: Playground, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The old one goes at once, and the match would have none; nor does the line before it wait."""
    monkeypatch.setattr(shown_messages, "MINUTE", timedelta(hours=1))  # longer than this waits
    async with another_process(playground, driver, tmp_path, 1) as (table, _, _):
        await shows(table, 3)


@pytest.mark.parametrize("why", ["for a computer", "after an edit that was not made"])
async def test_a_board_that_waits_stays_where_it_is(
    playground: Playground, driver: Driver, tmp_path: Path, why: str
) -> None:
    """The last process cannot have begun to edit it."""
    await hurry(driver)
    game, clock = (all_games(), tmp_path / "keil.db"), Clock()
    async with seated(playground, driver, *game, place=LIVING, clock=clock) as table:
        await begun(table)
        await shows(table, 2)
        await idle(table)
        before = [m["id"] for m in await table.public_now()]
        later = clock() + SETTLED

        def wait(tx: Transaction) -> None:
            (board,) = tx.messages.of_match(1, LIVING_BOARD)
            if why == "for a computer":
                tx.messages.want([board], FULL, ply=2, due=later)
            else:
                tx.messages.want([board], FULL)
                tx.messages.hold(board.id, later)

        await table.store.write(wait)
    async with seated(playground, driver, *game, place=LIVING, clock=clock) as table:
        clock.pass_by(MINUTE)
        await idle(table)
        assert [m["id"] for m in await table.public_now()] == before


async def test_after_an_outage_boards_stay_where_they_are(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    """Their times are new, but no edit of the last process can be under way."""
    await hurry(driver)
    game, clock = (all_games(), tmp_path / "keil.db"), Clock()
    about: Any = {"place": LIVING, "clock": clock, "outage": OUTAGE}
    async with seated(playground, driver, *game, **about) as table:
        await begun(table)
        await shows(table, 2)
        await idle(table)
        before = [m["id"] for m in await table.public_now()]
    clock.pass_by(2 * OUTAGE)
    since = await next_request(driver)
    async with seated(playground, driver, *game, **about) as table:
        await idle(table)
        assert len(await driver.requests(EDIT, since=since)) == 2  # the line, too
        assert [m["id"] for m in await table.public_now()] == before
