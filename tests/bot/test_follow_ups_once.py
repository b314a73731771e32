"""Boards that follow interactions come once, whatever is lost on the way."""

import asyncio
from collections.abc import Callable

import pytest
import sqlalchemy as sa

from bot.playground.driver import EDIT, EDIT_SENT, FOLLOW_UP, SEND
from bot.service.live_match import LiveMatch
from bot.storage.rows import SENDING, SENT, WAITING, Claim
from bot.storage.schema import post
from tests.bot.following_boards import (
    HISTORY,
    boards,
    by_token,
    next_request,
    only_the_newest_has_buttons,
    plays_on,
    posts,
    sent_with,
)
from tests.bot.table import ADA, Process, Table


@pytest.mark.parametrize("applied", [True, False])
async def test_a_follow_up_whose_answer_is_lost_comes_once(soon: Table, applied: bool) -> None:
    _, black, white = await soon.begin_small()
    since = await next_request(soon)
    await soon.driver.drop_next(FOLLOW_UP, applied=applied)
    await soon.play(black, "c3")
    await soon.board(1)
    await only_the_newest_has_buttons(soon)
    assert await boards(soon) == [0, 1]
    assert await sent_with(soon, SEND, since) == ([] if applied else [1])
    [(_, nonce)] = await posts(soon, 1)
    assert (nonce is None) == applied
    await plays_on(soon, white, "b2", 2, route=FOLLOW_UP)


@pytest.mark.parametrize("status", [500, 502, 503])
async def test_a_follow_up_is_not_repeated_after_a_fault_of_discords(
    soon: Table, status: int
) -> None:
    """Nobody knows whether it was carried out."""
    _, black, _ = await soon.begin_small()
    since = await next_request(soon)
    await soon.driver.fail_next(FOLLOW_UP, status, times=5)
    await soon.play(black, "c3")
    await soon.board(1)
    await only_the_newest_has_buttons(soon)
    assert len(await soon.driver.requests(FOLLOW_UP, since=since)) == 1
    assert len(await soon.driver.requests(HISTORY, since=since)) == 2  # at once, and when settled
    await soon.driver.clear_faults()
    assert await boards(soon) == [0, 1]


async def test_a_follow_up_that_is_carried_out_after_the_search_comes_once(soon: Table) -> None:
    """No nonce tells Discord that it is the same, so the bot looks again when it is too late."""
    _, black, _ = await soon.begin_small()
    since = await next_request(soon)
    late = await soon.driver.cut_next(FOLLOW_UP)
    searched = await soon.driver.hold_after(HISTORY)
    await soon.play(black, "c3")
    await searched.wait_until_held()  # it was not there
    await late.release()
    await soon.driver.wait_for_requests(FOLLOW_UP, since=since)
    await searched.release()
    await only_the_newest_has_buttons(soon)
    assert await boards(soon) == [0, 1]
    assert await sent_with(soon, SEND, since) == []


@pytest.mark.parametrize("drop", [True, False])
async def test_a_follow_up_under_way_when_the_program_ends_comes_once(
    process: Process, drop: bool
) -> None:
    async with process() as table:
        _, black, white = await table.begin_small()
        hold = table.driver.hold_before if drop else table.driver.hold_after
        held = await hold(FOLLOW_UP)
        await table.play(black, "c3")
        await held.wait_until_held()
        stopping = asyncio.create_task(table.client.close())
        await held.release(drop=True)
        await stopping
        [(state, nonce)] = await posts(table, 1)
        assert (state, nonce) == (SENDING, None)
    async with process() as table:
        await table.board(1)
        await only_the_newest_has_buttons(table)
        assert await boards(table) == [0, 1]
        await plays_on(table, white, "b2", 2, route=FOLLOW_UP)


async def test_buttons_are_taken_off_by_the_next_process_too(process: Process) -> None:
    """The tokens are in memory only."""
    async with process() as table:
        _, black, white = await table.begin_small()
        await plays_on(table, black, "c3", 1, route=FOLLOW_UP)
    async with process() as table:
        since = await next_request(table)
        await plays_on(table, white, "b2", 2, route=FOLLOW_UP)
        assert EDIT in await by_token(table, since)
        assert await table.driver.requests(EDIT_SENT, since=since) == []


async def test_a_waiting_post_of_an_older_version_gets_a_nonce(process: Process) -> None:
    async with process() as table:
        _, black, _ = await table.begin_small()
        await table.play(black, "c3")
        await only_the_newest_has_buttons(table)
        before = await table.service.matches.newest_board(1)
        assert before is not None
        old = sa.update(post).where(post.c.match == 1, post.c.ply == 1)
        values = {"state": WAITING, "nonce": None, "message": None}
        await table.store.write(lambda tx: tx.connection.execute(old.values(values)))
        await table.driver.delete_message(ADA, str(before))
    async with process() as table:
        await only_the_newest_has_buttons(table)
        [(state, nonce)] = await posts(table, 1)
        assert state == SENT
        assert nonce
        assert await boards(table) == [0, 1]


async def test_a_post_found_before_its_turn_has_told_of_it_is_not_looked_for(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The worker of the channel may read the database first; the request has not begun."""
    _, black, _ = await table.begin_small()
    put = table.service.boards_to_post.put
    wake: Callable[[int], None] = table.client.outbox.wake
    channel = (await table.service.matches.live(1)).channel_id

    def put_late(claim: Claim, live: LiveMatch, before: LiveMatch) -> None:
        wake(channel)  # somebody else's post: a worker is on its way to the database
        asyncio.get_running_loop().call_soon(put, claim, live, before)

    monkeypatch.setattr(table.service.boards_to_post, "put", put_late)
    since = await next_request(table)
    await table.play(black, "c3")
    await table.board(1)
    await only_the_newest_has_buttons(table)
    assert await table.driver.requests(HISTORY, since=since) == []
    assert await sent_with(table, FOLLOW_UP, since) == [1]
