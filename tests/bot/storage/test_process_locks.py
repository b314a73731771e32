"""Which processes may share a PostgreSQL: no shard twice, and one number of shards for all."""

import asyncio
from collections.abc import Awaitable, Callable
from contextlib import AsyncExitStack
from uuid import uuid4

import pytest

from bot.chat.gateway.request_budget import AT_ONCE, RequestBudget
from bot.shards import Shards
from bot.storage import predecessor, process_locks
from bot.storage.database import Store
from bot.storage.predecessor import InUseError
from bot.storage.single_instance import single_instance
from tests import postgresql as server
from tests.bot.house import ADA, BO, House
from tests.stores import ON_A_SERVER, execute

pytestmark = ON_A_SERVER
ALL = None


@pytest.fixture
def url(monkeypatch: pytest.MonkeyPatch) -> str:
    """An empty database, for which nobody waits long."""
    monkeypatch.setattr(predecessor, "OVERLAP", 0.3)
    monkeypatch.setattr(process_locks, "LOOK_EVERY", 0.05)
    return server.database(f"t{uuid4().hex}")


def shards(text: str | None) -> Shards | None:
    return None if text is None else Shards.parse(text)


async def until(holds: Callable[[], Awaitable[bool]]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(60):
        while not await holds():  # noqa: ASYNC110 - has no single event
            await asyncio.sleep(0.01)


async def start(stack: AsyncExitStack, url: str, text: str | None) -> None:
    """A process of its own, as far as the database can tell."""
    assert await stack.enter_async_context(single_instance(url, asyncio.Event(), shards(text)))


@pytest.mark.parametrize("first", ["0/4", "1-2/4"])
async def test_processes_with_different_shards_run_at_once(url: str, first: str) -> None:
    async with AsyncExitStack() as stack:
        for text in (first, "3/4"):
            await start(stack, url, text)


@pytest.mark.parametrize(
    ("first", "second"),
    [
        ("0-1/4", "1-2/4"),  # shard 1 twice
        ("0/4", "0/4"),
        ("0/4", "1/8"),  # another number of shards
        ("0/4", ALL),
        (ALL, "0/4"),
        (ALL, ALL),
    ],
)
async def test_processes_that_would_hinder_each_other_do_not(
    url: str, first: str | None, second: str | None
) -> None:
    async with AsyncExitStack() as stack:
        await start(stack, url, first)
        with pytest.raises(InUseError, match="another process uses this database"):
            await start(stack, url, second)
        if first is not ALL:  # what was refused keeps nothing
            await start(stack, url, "3/4")
    async with AsyncExitStack() as stack:
        await start(stack, url, second)


async def test_a_process_that_ends_makes_room(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(predecessor, "OVERLAP", 60)
    async with AsyncExitStack() as stack:
        async with AsyncExitStack() as old:
            await start(old, url, "0-3/4")
            new = asyncio.create_task(start(stack, url, "0-3/4"))
            await asyncio.sleep(0.3)
            assert not new.done()
        await new


async def test_of_two_that_wait_and_exclude_each_other_one_begins(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Those that wait hold nothing meanwhile that keeps the other waiting."""
    monkeypatch.setattr(predecessor, "OVERLAP", 60)
    async with AsyncExitStack() as stack:
        async with AsyncExitStack() as old:
            await start(old, url, "0/4")
            waiting = [asyncio.create_task(start(stack, url, text)) for text in ("0/4", "0/8")]
            await asyncio.sleep(1)
        begun, others = await asyncio.wait(waiting, timeout=20, return_when=asyncio.FIRST_COMPLETED)
        for task in others:
            task.cancel()
        await asyncio.gather(*others, return_exceptions=True)
        assert len(begun) == 1


async def test_locks_that_are_lost_with_their_connection_are_taken_again(url: str) -> None:
    stop = asyncio.Event()
    locks = "pg_locks WHERE locktype = 'advisory' AND database ="
    locks += " (SELECT oid FROM pg_database WHERE datname = current_database())"
    async with single_instance(url, stop, Shards.parse("0-1/4")):
        before = await asyncio.to_thread(execute, url, f"SELECT count(*) FROM {locks}")
        end = f"SELECT pg_terminate_backend(pid, 5000) FROM (SELECT DISTINCT pid FROM {locks}) AS a"
        await asyncio.to_thread(execute, url, end)

        async def all_there() -> bool:
            now = await asyncio.to_thread(execute, url, f"SELECT count(*) FROM {locks}")
            return now == before

        await until(all_there)
        assert not stop.is_set()


async def test_processes_send_no_more_requests_together_than_one_may(url: str) -> None:
    """In no second more than the bucket lets through, by the database's clock."""
    allowed, sent = 100, list[float]()
    async with AsyncExitStack() as stack:
        budgets: list[RequestBudget] = []
        for _ in range(3):
            lease = await stack.enter_async_context(RequestBudget.shared(url, allowed))
            budgets.append(RequestBudget(allowed, lease))

        async def ask(budget: RequestBudget) -> None:
            await budget.take()
            sent.append(asyncio.get_running_loop().time())

        await asyncio.gather(*(ask(budget) for budget in budgets * 70))
    sent.sort()
    assert len(sent) == 210
    assert sent[-1] - sent[0] > 2 - (allowed * AT_ONCE) / allowed  # two whole seconds, but a burst


async def test_whoever_gives_up_waiting_keeps_no_request_from_others(url: str) -> None:
    async with RequestBudget.shared(url, 2) as lease:
        budget = RequestBudget(2, lease)
        await budget.take()
        impatient = asyncio.create_task(budget.take())
        await asyncio.sleep(0.05)
        impatient.cancel()
        async with asyncio.timeout(60):
            await budget.take()


async def test_a_clock_of_the_database_that_is_set_back_stops_no_requests(url: str) -> None:
    """The bucket was last used in what is the future now."""
    async with RequestBudget.shared(url, 50) as lease:
        assert await lease(1) == 1
        await asyncio.to_thread(execute, url, "UPDATE budget SET at = at + 3600")
        assert await lease(1) == 1


async def test_a_bucket_that_is_gone_is_made_again(url: str) -> None:
    """It is written without waiting for the disk, so a crash of the server may take it along."""
    async with RequestBudget.shared(url, 50) as lease:
        await asyncio.to_thread(execute, url, "DELETE FROM budget")
        budget = RequestBudget(50, lease)
        async with asyncio.timeout(60):
            await budget.take()


async def test_a_process_hears_of_what_another_one_stores_to_be_posted(url: str) -> None:
    heard = asyncio.Queue[int | None]()
    async with Store.open(url) as first, Store.open(url) as second:
        listening = asyncio.create_task(first.listen(heard.put))
        assert await heard.get() is None  # whatever was stored before
        house = House(second)
        asked = await house.challenge(BO, by=ADA, channel_id=71)
        async with asyncio.timeout(60):
            assert await heard.get() == 71
        await house.service.challenges.accept(asked, BO, "Bo")
        async with asyncio.timeout(60):
            assert await heard.get() == 71
        listening.cancel()


async def test_wake_ups_go_on_after_the_connection_was_lost(url: str) -> None:
    heard = asyncio.Queue[int | None]()
    async with Store.open(url) as store:
        listening = asyncio.create_task(store.listen(heard.put))
        async with asyncio.timeout(60):
            assert await heard.get() is None
            end = "SELECT pg_terminate_backend(pid, 5000) FROM pg_stat_activity"
            end += " WHERE datname = current_database() AND left(query, 6) = 'LISTEN'"
            await asyncio.to_thread(execute, url, end)
            assert await heard.get() is None  # what was stored meanwhile
        listening.cancel()
