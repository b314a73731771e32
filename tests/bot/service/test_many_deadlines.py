"""Thousands of games that run out at once, and games that cannot be ended, on a real database."""

import asyncio
import logging
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.service.deadlines import BATCH, DeadlineTimer
from bot.service.outages import OUTAGE
from bot.service.refusals import ServiceRefusal
from bot.storage.rows import REMINDER
from bot.storage.schema import match, message, player, turn
from bot.storage.transaction import Transaction
from engine.match import Ending
from tests.bot.house import PLACE, House, house_at, refused


async def copies(house: House, key: int, number: int) -> None:
    """``number`` more matches like this one, with its players and turns."""

    def work(tx: Transaction) -> None:
        for table in (match, player, turn):
            of = table.c.id if table is match else table.c.match
            rows = [
                row._mapping for row in tx.connection.execute(sa.select(table).where(of == key))
            ]
            for new in range(key + 1, key + 1 + number):
                changed = {"id" if table is match else "match": new}
                changed |= {"event_id": None} if table is turn else {}
                tx.connection.execute(sa.insert(table), [{**row, **changed} for row in rows])
        if tx.connection.dialect.name == "postgresql":  # it numbers rows by itself
            tx.connection.exec_driver_sql(f"SELECT setval('match_id_seq', {key + number})")

    await house.store.write(work)


async def running(house: House) -> int:
    return len(await house.service.matches.headers())


async def test_games_that_run_out_at_once_end_in_batches(house: House) -> None:
    key = await house.match(komi=0)
    await house.play(key, "c3")
    await copies(house, key, 2 * BATCH)
    house.time += timedelta(hours=2)
    assert await house.service.deadlines.tick() == [PLACE] * BATCH
    assert await running(house) == BATCH + 1
    due = await house.service.deadlines.next_due()
    assert due is not None
    assert due <= house.time, "the timer goes on at once"
    await house.service.deadlines.tick()
    await house.service.deadlines.tick()
    assert await running(house) == 0
    assert await house.service.deadlines.next_due() is None


async def test_the_rest_of_many_reminders_is_due_at_once(house: House) -> None:
    key = await house.match(komi=0, time="1d")
    await house.play(key, "c3")
    await copies(house, key, 2 * BATCH)
    house.time += timedelta(hours=20)
    for left in (BATCH + 1, 1, 0):
        await house.service.deadlines.tick()
        due = await house.service.deadlines.next_due()
        assert due is not None
        assert (due <= house.time) is bool(left), "the timer goes on at once"


async def test_nobody_is_reminded_of_a_time_that_is_over(house: House) -> None:
    key = await house.match(komi=0, time="1d")
    await house.play(key, "c3")
    await copies(house, key, 2 * BATCH)
    house.time += timedelta(days=2)
    await house.service.deadlines.tick()
    reminders = sa.select(message.c.id).where(message.c.kind == REMINDER)
    assert await house.store.read(lambda tx: tx.connection.execute(reminders).all()) == []


async def test_a_long_evening_of_endings_is_no_outage(tmp_path: Path) -> None:
    """Each batch takes a while on a slow machine, and nobody plays meanwhile."""
    async with house_at(tmp_path, outage=OUTAGE) as house:
        key = await house.match(komi=0, time="3m")
        await house.play(key, "c3")
        await copies(house, key, 4 * BATCH)
        other = await house.match(komi=0, time="1h")
        deadline = (await house.service.matches.live(other)).clock
        rounds, over = 0, asyncio.Event()

        async def served() -> None:
            nonlocal rounds
            rounds += 1
            house.time += OUTAGE / 2
            if await running(house) == 1:
                over.set()

        timer = DeadlineTimer(
            house.service.deadlines, lambda: house.time, served, lambda: True, longest_sleep=0.01
        )
        for _ in range(6):  # people are there until the time is over
            house.time += OUTAGE / 2
            await house.service.outages.catch_up()
        task = asyncio.create_task(timer.run())
        await over.wait()
        task.cancel()
        assert rounds >= 4
        assert (await house.service.matches.live(other)).clock == deadline


async def test_a_game_that_cannot_be_read_is_set_aside_and_the_others_go_on(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    broken, other = await house.match(komi=0), await house.match(komi=0)
    await house.play(broken, "c3")
    await house.play(other, "c3", "a1", "e1")
    nonsense = sa.update(turn).where(turn.c.match == broken).values(text="nonsense")
    await house.store.write(lambda tx: tx.connection.execute(nonsense))
    house.service.matches.cache.clear()
    house.time += timedelta(hours=2)
    for _ in range(5):
        await house.service.deadlines.tick()
    ended = (await house.service.matches.live(other)).match.end
    assert ended is not None
    assert ended.how is Ending.TIMEOUT
    assert await house.service.deadlines.next_due() is None, "the timer sleeps"
    for _ in range(2):
        with refused(ServiceRefusal.UNREADABLE):
            await house.service.matches.live(broken)
    lines = [r for r in caplog.records if r.levelno >= logging.ERROR]
    assert [line.getMessage().partition(":")[0] for line in lines] == [
        f"match {broken} cannot be read and is set aside"
    ]
    assert not any(line.exc_info for line in lines)


async def test_a_game_that_is_set_aside_hides_no_later_deadline(house: House) -> None:
    broken = await house.match(komi=0)
    other_rules = sa.update(match).where(match.c.id == broken).values(ruleset="forgotten")
    await house.store.write(lambda tx: tx.connection.execute(other_rules))
    house.service.matches.cache.clear()
    house.time += timedelta(hours=2)
    await house.service.deadlines.tick()
    live = await house.service.matches.live(await house.match(komi=0, time="3m"))
    assert live.clock is not None
    assert await house.service.deadlines.next_due() == live.clock.deadline


async def test_games_of_forgotten_rules_are_set_aside_too(
    house: House, caplog: pytest.LogCaptureFixture
) -> None:
    old = await house.match(komi=0)
    await house.play(old, "c3")
    other_rules = sa.update(match).where(match.c.id == old).values(ruleset="forgotten")
    await house.store.write(lambda tx: tx.connection.execute(other_rules))
    house.service.matches.cache.clear()
    house.time += timedelta(hours=2)
    for _ in range(3):
        assert await house.service.deadlines.tick() == []
    assert sum("set aside" in record.getMessage() for record in caplog.records) == 1


async def test_boards_of_many_endings_wait_to_be_posted(house: House) -> None:
    key = await house.match(komi=0)
    await house.play(key, "c3")
    await copies(house, key, 3)
    house.time += timedelta(hours=2)
    await house.service.deadlines.tick()
    unsent = message.c.shown != message.c.rev, message.c.message.is_(None)
    ends = sa.select(message.c.match).where(message.c.ply == 2, *unsent)
    rows = await house.store.read(lambda tx: tx.connection.execute(ends).all())
    assert sorted(row[0] for row in rows) == [key, key + 1, key + 2, key + 3]
