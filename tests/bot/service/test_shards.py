"""Several processes on one database: shards, signs of life, leases, turns to identify."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from itertools import pairwise
from pathlib import Path
from time import time

import pytest

from bot.chat.gateway import identifying, request_budget
from bot.chat.gateway.identifying import Identifying, pause_before_next
from bot.chat.gateway.request_budget import RequestBudget
from bot.service.outages import OUTAGE
from bot.service.process_shards import ProcessShards
from bot.service.shard_leases import LEASE, ShardLeases
from bot.shards import WHOLE, Shards
from bot.storage.database import Store
from tests.bot.house import ADA, House, house_at
from tests.stores import url_for

HOUR, SECOND = timedelta(hours=1), timedelta(seconds=1)
DAY = 24 * identifying.HOUR
TWO = Shards.all_of(2)
EVEN, ODD = 0 << 22, 1 << 22
"""Servers on the first and on the second of two shards."""


def process_shards(*numbers: int, count: int = 2) -> ProcessShards:
    return ProcessShards(Shards(numbers, count))


@asynccontextmanager
async def two_processes(folder: Path) -> AsyncGenerator[tuple[House, House]]:
    """Each has one of two shards; they share a database and the time."""
    outage = OUTAGE
    async with house_at(folder, process_shards=process_shards(0), outage=outage) as first:
        second = House(first.store, process_shards=process_shards(1), outage=outage)
        second.event_ids = first.event_ids
        yield first, second


async def begun(house: House, server: int) -> int:
    """A match with an hour for each move on this server."""
    key = await house.match(server=server, channel_id=70 + server, komi=0)
    await house.play(key, "c3")
    return key


def leases(house: House, name: str) -> ShardLeases:
    service = house.service
    return ShardLeases(
        service.store, service.process_shards, service.shown_messages, service.now, name
    )


async def is_over(house: House, key: int) -> bool:
    return (await house.service.matches.live(key)).match.end is not None


# --- which shards ---


@pytest.mark.parametrize(
    ("text", "ids", "count"),
    [
        ("0/1", (0,), 1),
        ("0-3/16", (0, 1, 2, 3), 16),
        ("15/16", (15,), 16),
        (" 0-1,7,4-5/8 ", (0, 1, 4, 5, 7), 8),
        ("2,0-3/4", (0, 1, 2, 3), 4),
    ],
)
def test_shards_are_named_by_ranges_and_their_number_in_all(
    text: str, ids: tuple[int, ...], count: int
) -> None:
    assert Shards.parse(text) == Shards(ids, count)
    assert Shards.parse(str(Shards.parse(text))) == Shards.parse(text)


@pytest.mark.parametrize(
    "text",
    [
        "",
        "0",
        "/4",
        "4/4",
        "0-4/4",
        "3-1/4",
        "0/0",
        "-1/4",
        "0-3",
        "a/4",
        "0-/4",
        "0/70000",
        "0;1/4",
    ],
)
def test_what_names_no_shards_is_refused_in_a_sentence(text: str) -> None:
    with pytest.raises(ValueError, match=r"^must .*such as 0-3/16$"):
        Shards.parse(text)


def test_a_server_is_on_the_shard_that_discord_says() -> None:
    """Of the id without its lowest 22 bits, the rest when divided by the number of shards."""
    assert TWO.of(197038439483310086) == (197038439483310086 >> 22) % 2
    assert Shards((1,), 2).cover(ODD)
    assert not Shards((1,), 2).cover(EVEN)
    assert WHOLE.cover(EVEN)
    assert WHOLE.cover(ODD)


# --- deadlines ---


async def test_deadlines_are_done_by_the_process_with_the_shard(tmp_path: Path) -> None:
    async with two_processes(tmp_path) as (first, second):
        even, odd = await begun(first, EVEN), await begun(second, ODD)
        for _ in range(200):
            first.time = second.time = first.time + 20 * SECOND
            await first.service.deadlines.tick()
            await second.service.outages.catch_up()
        assert (await is_over(first, even), await is_over(first, odd)) == (True, False)
        assert await second.service.deadlines.tick() == [70 + ODD]
        assert await is_over(second, odd)


async def test_a_process_sleeps_until_the_next_deadline_of_its_own_shards(tmp_path: Path) -> None:
    async with two_processes(tmp_path) as (first, second):
        await begun(second, ODD)
        first.time = second.time = first.time + HOUR / 2
        even = await begun(first, EVEN)
        live = await first.service.matches.live(even)
        assert live.clock is not None
        due = await first.service.deadlines.next_due()
        assert due is not None
        assert due <= live.clock.deadline
        assert due > first.time + HOUR / 2


async def test_an_outage_of_one_shard_gives_time_back_there_only(tmp_path: Path) -> None:
    async with two_processes(tmp_path) as (first, second):
        even, odd = await begun(first, EVEN), await begun(second, ODD)
        before = [(await first.service.matches.live(key)).clock for key in (even, odd)]
        for _ in range(60):
            first.time = second.time = first.time + 20 * SECOND
            await first.service.deadlines.tick()
        assert await second.service.outages.catch_up() == 20 * 60 * SECOND
        after = [(await first.service.matches.live(key)).clock for key in (even, odd)]
        given = [b.deadline - a.deadline for a, b in zip(before, after, strict=True) if a and b]
        assert given == [timedelta(), 20 * 60 * SECOND]


async def test_a_shard_that_is_not_connected_ends_no_game(tmp_path: Path) -> None:
    """One process has both, and loses the connection of one."""
    async with house_at(tmp_path, process_shards=ProcessShards(TWO), outage=OUTAGE) as house:
        even, odd = await begun(house, EVEN), await begun(house, ODD)
        await house.service.outages.catch_up()
        house.service.process_shards.connected.discard(1)
        for _ in range(200):
            house.time += 20 * SECOND
            await house.service.deadlines.tick()
        assert (await is_over(house, even), await is_over(house, odd)) == (True, False)
        house.service.process_shards.connected.add(1)
        await house.service.deadlines.tick()
        assert not await is_over(house, odd)


async def test_another_number_of_shards_goes_on_with_the_signs_of_life_of_the_old_one(
    tmp_path: Path,
) -> None:
    async with house_at(tmp_path, process_shards=ProcessShards(TWO), outage=OUTAGE) as house:
        await begun(house, EVEN)
        await house.service.outages.catch_up()
        house.time += 10 * OUTAGE
        new = House(house.store, process_shards=ProcessShards(Shards.all_of(8)), outage=OUTAGE)
        new.time = house.time
        assert await new.service.outages.catch_up() == 10 * OUTAGE


async def test_each_of_several_new_shards_looks_at_the_signs_of_life_of_the_old_ones(
    tmp_path: Path,
) -> None:
    async with house_at(tmp_path, process_shards=ProcessShards(TWO), outage=OUTAGE) as house:
        await house.service.outages.catch_up()
        keys = [await begun(house, server) for server in (EVEN, ODD)]
        before = [(await house.service.matches.live(key)).clock for key in keys]
        house.time += 10 * OUTAGE
        new = House(house.store, process_shards=ProcessShards(Shards.all_of(8)), outage=OUTAGE)
        new.time = house.time
        await new.service.outages.catch_up()
        after = [(await new.service.matches.live(key)).clock for key in keys]
        given = [b.deadline - a.deadline for a, b in zip(before, after, strict=True) if a and b]
        assert given == 2 * [10 * OUTAGE]


# --- leases ---


async def test_a_process_that_dies_is_replaced_by_another_when_its_lease_is_over(
    tmp_path: Path,
) -> None:
    async with two_processes(tmp_path) as (first, second):
        dying, living = leases(first, "dying"), leases(second, "living")
        await dying.renew()
        assert not await living.renew()
        second.time += LEASE
        assert not await living.renew()
        assert second.service.process_shards.served == Shards((1,), 2)
        second.time += SECOND
        assert await living.renew()
        assert second.service.process_shards.served == TWO
        assert not await living.renew()  # it has them already


async def test_a_lease_that_is_renewed_is_never_taken(tmp_path: Path) -> None:
    async with two_processes(tmp_path) as (first, second):
        for _ in range(20):
            assert not await leases(first, "first").renew()
            assert not await leases(second, "second").renew()
            first.time = second.time = first.time + LEASE / 2


async def test_a_lease_that_was_given_up_is_taken_at_once(tmp_path: Path) -> None:
    async with two_processes(tmp_path) as (first, second):
        leaving = leases(first, "leaving")
        await leaving.renew()
        await leaving.give_up()
        second.time += SECOND
        assert await leases(second, "staying").renew()


async def test_a_process_gives_up_only_its_own_leases(tmp_path: Path) -> None:
    async with two_processes(tmp_path) as (first, second):
        leaving = leases(first, "leaving")
        await leaving.renew()
        await leases(second, "staying").renew()
        await leaving.give_up()
        assert await first.store.read(lambda tx: tx.shards.is_held(1, 2, "staying", first.time))
        assert not await first.store.read(lambda tx: tx.shards.is_held(0, 2, "leaving", first.time))


async def test_only_a_process_that_dies_is_a_warning(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    """Not one that has not started yet, nor one that was stopped for an upgrade."""
    caplog.set_level("INFO", "bot.service.shard_leases")

    def warned() -> list[int]:
        there = [each for each in caplog.records if "no process yet" in each.getMessage()]
        loud = [each for each in caplog.records if each.levelname == "WARNING"]
        caplog.clear()
        return [len(there), len(loud)]

    async with two_processes(tmp_path) as (first, second):
        dead = leases(first, "of the day before")
        await dead.renew()
        first.time = second.time = first.time + 2 * LEASE
        early, late = leases(second, "early"), leases(first, "late")
        await early.renew()  # everything starts again: the other process is not there yet
        assert warned() == [1, 0]
        await late.renew()
        await early.renew()
        assert warned() == [0, 0]
        await late.give_up()  # stopped, such as for an upgrade
        second.time += SECOND
        await early.renew()
        assert warned() == [1, 0]
        again = leases(first, "again")
        first.time = second.time
        await again.renew()
        await early.renew()
        second.time += 2 * LEASE  # it dies
        await early.renew()
        assert warned() == [0, 1]


async def test_a_process_that_comes_back_gets_its_shards_back(tmp_path: Path) -> None:
    async with two_processes(tmp_path) as (first, second):
        await leases(first, "old").renew()
        living = leases(second, "living")
        second.time += 2 * LEASE
        await living.renew()
        first.time = second.time
        await leases(first, "new").renew()
        assert not await living.renew()
        assert second.service.process_shards.adopted == set()


async def test_a_process_that_comes_back_takes_over_what_is_being_sent(tmp_path: Path) -> None:
    """An answer to the other process says nothing any more: what it has sent will be found."""
    async with two_processes(tmp_path) as (first, second):
        await leases(first, "old").renew()
        first.time = second.time = second.time + 2 * LEASE
        await leases(second, "living").renew()
        await begun(second, EVEN)
        shown = second.service.shown_messages
        work = await second.store.write(lambda tx: shown.next_work(tx, 70 + EVEN))
        one = work.send
        assert one is not None
        await leases(first, "new").renew()
        await second.store.write(lambda tx: shown.sent(tx, one, 99))
        assert await second.store.read(lambda tx: tx.messages.shown_as(99)) is None


async def test_only_one_of_many_takes_what_has_been_left(tmp_path: Path) -> None:
    four = [process_shards(number, count=4) for number in range(4)]
    async with house_at(tmp_path, process_shards=four[0]) as house:
        await leases(house, "gone").renew()
        others = [House(house.store, process_shards=mine) for mine in four[1:]]
        for other in others:
            other.time += 2 * LEASE
        names = [leases(other, f"process {number}") for number, other in enumerate(others)]
        assert sorted(await asyncio.gather(*(one.renew() for one in names))) == [False, False, True]


async def test_a_game_of_a_process_that_has_gone_is_ended_in_time_but_not_in_an_outage(
    tmp_path: Path,
) -> None:
    """The people there had half a minute to find out; after that, time does not count."""
    async with two_processes(tmp_path) as (first, second):
        for gone_for, ended in ((OUTAGE * 5 / 6, True), (2 * OUTAGE, False)):
            even = await begun(first, EVEN)
            for _ in range(int((HOUR - OUTAGE / 4) / (15 * SECOND))):
                first.time += 15 * SECOND
                await first.service.outages.catch_up()
            await leases(first, "dying").renew()
            second.time = first.time + gone_for
            assert await leases(second, f"living {ended}").renew()
            await second.service.deadlines.tick()
            assert await is_over(second, even) == ended
            first.time = second.time
            second.service.process_shards.adopted.clear()


async def test_posts_are_sent_by_the_process_with_the_shard(tmp_path: Path) -> None:
    async with two_processes(tmp_path) as (first, second):
        await begun(first, EVEN)
        await begun(second, ODD)
        channels = [
            await first.store.read(lambda tx, s=shards: tx.messages.channels(first.time, s))
            for shards in (
                first.service.process_shards.served,
                second.service.process_shards.served,
                TWO,
            )
        ]
        assert [sorted(found) for found in channels] == [[70 + EVEN], [70 + ODD], [70, 70 + ODD]]
        assert first.service.process_shards.served != second.service.process_shards.served


async def test_games_on_servers_of_others_are_not_taken_for_left(tmp_path: Path) -> None:
    async with two_processes(tmp_path) as (first, second):
        await begun(first, EVEN)
        await begun(second, ODD)
        assert await first.service.matches.servers() == [EVEN]
        assert await second.service.matches.servers() == [ODD]


async def test_a_turn_of_another_process_is_seen_by_one_that_has_the_match_in_memory(
    tmp_path: Path,
) -> None:
    async with two_processes(tmp_path) as (first, second):
        key = await begun(first, EVEN)
        await second.service.matches.live(key)
        await first.play(key, "a1")
        assert (await second.service.matches.live(key)).match.ply == 2
        await second.service.matches.resign(key, ADA, event_id=1)
        assert await is_over(first, key)


# --- Discord's limits for all processes ---


async def test_sessions_of_a_bucket_follow_each_other_at_discords_pace(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Shards 0, 2 and 4 share a bucket, 1 and 3 another one."""
    monkeypatch.setattr(identifying, "EVERY", 0.2)
    first = time()
    async with Store.open(url_for(tmp_path / "keil.db")) as store:

        async def begin(shard: int) -> None:
            process = Identifying(store)
            process.learn(
                {"total": 1000, "remaining": 1000, "reset_after": 0, "max_concurrency": 2}
            )
            await process.wait(shard)

        await asyncio.gather(*(begin(shard) for shard in range(5)))
        noted = [
            float(await store.read(lambda tx, k=key: tx.meta.get(k)) or 0)
            for key in ("identified 0/2", "identified 1/2")
        ]
    assert noted[0] >= first + 2 * 0.2  # three of one bucket, two of the other
    assert noted[1] >= first + 0.2


async def test_a_program_that_has_used_up_its_sessions_waits_for_the_next_day(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    async with Store.open(url_for(tmp_path / "keil.db")) as store:
        process = Identifying(store)
        process.learn({"total": 1000, "remaining": 0, "reset_after": 300, "max_concurrency": 1})
        learned = time()
        await process.wait(0)
        assert time() - learned >= 0.29
    assert "only 0 sessions may be begun today, of 1000" in caplog.text


@pytest.mark.parametrize(("units", "shards"), [(1, 1), (4, 4), (25, 4)])
def test_processes_that_start_again_and_again_begin_fewer_sessions_than_discord_allows(
    units: int, shards: int
) -> None:
    """As systemd's template starts them: each every 100 s, which were 13,824 a day of 4 by 4."""
    begun, times, now = dict[int, int](), list[float](), 0.0
    while now < 3 * DAY:
        for _ in range(units * shards):
            if not pause_before_next(begun, 1000, now):
                times.append(now)
                hour = int(now // identifying.HOUR)
                begun[hour] = begun.get(hour, 0) + 1
        now += 100
    assert all(later - first >= DAY for first, later in zip(times, times[1000:], strict=False))
    assert max(later - first for first, later in pairwise(times)) <= 2 * identifying.HOUR


async def test_processes_share_the_sessions_of_a_day(tmp_path: Path) -> None:
    limit = {"total": 100, "remaining": 100, "reset_after": 0, "max_concurrency": 1}
    now = 1_000_000 * identifying.HOUR
    async with Store.open(url_for(tmp_path / "keil.db")) as store:
        pauses: list[float] = []
        for number in range(60):
            process = Identifying(store)  # each is a new one, on another shard
            process.learn(limit)
            at = now + 10 * number
            pauses.append(
                await store.write(lambda tx, p=process, n=number, at=at: p.turn(tx, n, at))
            )
        assert pauses[:50] == [0.0] * 50
        assert pauses[50:] == [identifying.HOUR - 10 * number for number in range(50, 60)]
        process = Identifying(store)
        process.learn(limit)
        assert await store.write(lambda tx: process.turn(tx, 0, now + 26 * identifying.HOUR)) == 0


async def test_no_second_has_more_requests_than_discord_allows() -> None:
    budget, sent = RequestBudget(50), list[float]()

    async def ask() -> None:
        await budget.take()
        sent.append(asyncio.get_running_loop().time())

    await asyncio.gather(*(ask() for _ in range(60)))
    sent.sort()
    for first, later in zip(sent, sent[45 + 1 :], strict=False):
        assert later - first > 1


async def test_answers_to_interactions_are_exempt() -> None:
    counted = [
        bool(request_budget._COUNTS.match(path))
        for path in (
            "/api/v10/channels/1/messages",
            "/api/v10/gateway/bot",
            "/api/v10/interactions/1/token/callback",
            "/api/v10/webhooks/1/token/messages/@original",
            "/",  # the gateway
            "/attachments/1/2/board.png",
        )
    ]
    assert counted == [True, True, False, False, False, False]
