"""If many people wait at once, all of them are acknowledged before the work for anybody begins.

What Discord has told its user has failed is not done.
"""

import asyncio
import threading
from datetime import UTC, datetime, timedelta

import pytest

from bot.chat.answers import responses
from bot.chat.base.waiting import CROWD, DISCORD_WAITS, REMEMBERED, Delays, Waiting
from bot.storage.transaction import Transaction
from tests.bot.table import ADA, Table

MORE = 10


async def test_a_crowd_is_acknowledged_although_all_work_is_held_up(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responses, "ACKNOWLEDGE_AFTER", 2.7)  # the first ones are not late for long
    table.driver.patient = False
    go_on = threading.Event()

    def hold(tx: Transaction) -> None:
        tx.meta.get("held")
        assert go_on.wait(30)

    holding = [asyncio.create_task(table.store.read(hold)) for _ in range(8)]
    asked = [asyncio.create_task(table.command(ADA, "games")) for _ in range(CROWD + MORE)]
    waiting = set(asked)
    while len(waiting) > CROWD:
        done, waiting = await asyncio.wait(waiting, return_when=asyncio.FIRST_COMPLETED)
        assert {task.result().kind for task in done} == {"deferred"}
    go_on.set()
    await asyncio.gather(*holding)
    for answer in await asyncio.gather(*asked):
        if answer.kind == "deferred":  # the answer itself follows
            original = await table.driver.original(answer, 10)
            assert original["content"]


async def test_work_begins_when_everybody_is_acknowledged() -> None:
    waiting, order = Waiting(), list[str]()
    quick, slow = asyncio.Event(), asyncio.Event()

    async def work(name: str, acknowledgement: asyncio.Event) -> None:
        await waiting.acknowledge(acknowledgement.wait())
        order.append(name)

    first = asyncio.create_task(work("first", quick))
    second = asyncio.create_task(work("second", slow))
    await asyncio.sleep(0)
    quick.set()
    for _ in range(5):
        await asyncio.sleep(0)
    assert order == []
    slow.set()
    await asyncio.gather(first, second)
    assert sorted(order) == ["first", "second"]


@pytest.mark.slow
async def test_what_discord_has_told_its_user_has_failed_is_not_done(table: Table) -> None:
    """The connection stalls, its user plays something else, and then the first move arrives."""
    _, black, _ = await table.begin_small()
    await table.driver.gateway("hold")
    await table.driver.patience(7 * DISCORD_WAITS)
    failed = await table.play(black, "c3")
    assert (failed.kind, await table.ply()) == ("failed", 0)
    assert await table.driver.gateway("release") > 0
    assert (await table.play(black, "d4")).text.startswith("You played d4.")
    await table.driver.patience(60)
    await table.board(1)
    position = (await table.service.matches.live(1)).match.position
    assert [position.board.names[point] for point in position.stones] == ["d4"]


@pytest.mark.parametrize("skew", [0.0, 1e6, -1e6])
def test_lateness_is_measured_against_the_fastest_and_not_against_our_clock(skew: float) -> None:
    ours, discords = 1000.0, datetime(2026, 1, 1, tzinfo=UTC)

    def created(seconds: float) -> datetime:
        return discords + timedelta(seconds=seconds + skew)

    delays = Delays(lambda: ours)
    assert not delays.is_late(created(0))  # the first one is what others are measured against
    ours += DISCORD_WAITS
    assert not delays.is_late(created(0))
    ours += 0.1
    assert delays.is_late(created(0))
    assert not delays.is_late(created(DISCORD_WAITS + 0.1))
    found: list[bool] = []
    for hours in (1, 2, 3):  # one of the clocks is ten seconds wrong from now on
        ours = 1000.0 + hours * (REMEMBERED + 1)
        found.append(delays.is_late(created(hours * (REMEMBERED + 1) - 10)))
    assert found == [True, False, False]
