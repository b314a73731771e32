"""If many people wait at once, all of them are acknowledged before the work for anybody begins."""

import asyncio
import threading

import pytest

from bot.chat import responses
from bot.chat.answer import CROWD, Waiting
from bot.storage.transaction import Transaction
from tests.bot.table import ADA, Table

MORE = 10


async def test_a_crowd_is_acknowledged_although_all_work_is_held_up(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(responses, "PATIENCE", 2.7)  # the first ones are not late for long
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
