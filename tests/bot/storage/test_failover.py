"""Moves on PostgreSQL while its connections and the server itself are killed: none is lost."""

import asyncio
from collections.abc import Generator
from contextlib import AsyncExitStack, contextmanager
from itertools import count
from typing import Any
from uuid import uuid4

import pytest
import sqlalchemy as sa
from sqlalchemy import event

from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.database import Store
from bot.storage.transaction import Transaction
from tests import postgresql as server
from tests.bot.house import House
from tests.stores import ON_A_SERVER, execute

pytestmark = ON_A_SERVER
POINTS = ("c3", "a1", "e3", "b2", "d1")
AT_ONCE = (
    ("c3", "c1", "c5", "a1"),
    ("b1", "b4", "d1", "d4"),
    ("a3", "e1", "e3", "c2"),
    ("b2", "b3", "d2", "d3"),
)
"""Among which points those choose who move at once, ply by ply."""
BEATEN = {ServiceRefusal.TOO_LATE, ServiceRefusal.NOT_YOUR_TURN, ServiceRefusal.OLD_BOARD}
"""What somebody hears who was not the first."""


@pytest.fixture
def url() -> str:
    """An empty database with the newest schema."""
    return server.database(f"t{uuid4().hex}")


class Sniper:
    """Ends the connection that writes, before or after its statement of a given number."""

    def __init__(self, url: str) -> None:
        self._url = url
        self._left: int | None = None
        self.hit = ""
        """The statement at which it was."""

    def aim(self, number: int) -> None:
        """Strike at the moment of this number, if it comes."""
        self._left, self.hit = number, ""

    @contextmanager
    def lurking(self, monkeypatch: pytest.MonkeyPatch) -> Generator[None]:
        """See every statement and every commit of this process."""
        usual = sa.Connection._commit_impl

        def before(connection: sa.Connection, cursor: Any, statement: str, *_: Any) -> None:
            del cursor
            self._moment(connection, f"before {statement}")

        def after(connection: sa.Connection, cursor: Any, statement: str, *_: Any) -> None:
            del cursor
            self._moment(connection, f"after {statement}")

        def commit(connection: sa.Connection) -> None:
            self._moment(connection, "before COMMIT")
            usual(connection)
            self._moment(connection, "after COMMIT")

        monkeypatch.setattr(sa.Connection, "_commit_impl", commit)
        event.listen(sa.Engine, "before_cursor_execute", before)
        event.listen(sa.Engine, "after_cursor_execute", after)
        try:
            yield
        finally:
            event.remove(sa.Engine, "before_cursor_execute", before)
            event.remove(sa.Engine, "after_cursor_execute", after)

    def _moment(self, connection: sa.Connection, what: str) -> None:
        if self._left is None or connection.get_execution_options().get(
            "postgresql_readonly", True
        ):
            return
        if self._left:
            self._left -= 1
            return
        self._left, self.hit = None, what
        driver: Any = connection.connection.driver_connection
        execute(self._url, f"SELECT pg_terminate_backend({driver.info.backend_pid}, 5000)")


async def stored_once(url: str, match: int, plies: int) -> None:
    """Every turn of a match is stored, with one board each."""
    turns = f'SELECT ply FROM turn WHERE "match" = {match} ORDER BY ply'
    boards = f"SELECT ply FROM message WHERE \"match\" = {match} AND kind = 'board' ORDER BY ply"
    header = f'SELECT ply FROM "match" WHERE id = {match}'
    assert await asyncio.to_thread(execute, url, turns) == [(n,) for n in range(1, plies + 1)]
    assert await asyncio.to_thread(execute, url, boards) == [(n,) for n in range(plies + 1)]
    assert await asyncio.to_thread(execute, url, header) == [(plies,)]


async def test_a_connection_killed_at_any_statement_of_a_move_loses_and_repeats_nothing(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    sniper, hits = Sniper(url), list[str]()
    async with Store.open(url) as store:
        house = House(store)
        await house.service.outages.catch_up()
        with sniper.lurking(monkeypatch):
            for number in count():
                match = await house.match(komi=0)
                await house.play(match, POINTS[0])
                sniper.aim(number)
                live = await house.play(match, POINTS[1])
                assert live.match.ply == 2, sniper.hit
                await stored_once(url, match, 2)
                if not sniper.hit:
                    break
                hits.append(sniper.hit)
    assert {"before COMMIT", "after COMMIT"} <= set(hits)
    assert any(hit.startswith("after INSERT INTO turn") for hit in hits)
    assert any(hit.startswith("before INSERT INTO message") for hit in hits)
    assert len(hits) > 10


async def test_a_server_that_is_restarted_again_and_again_loses_no_answered_move() -> None:
    cluster = server.Cluster()
    try:
        async with Store.open(url := cluster.url("postgres")) as store:
            house = House(store)
            matches = [await house.match(komi=0) for _ in range(8)]
            answered = dict.fromkeys(matches, 0)

            async def played(match: int) -> None:
                for point in POINTS:
                    live = await house.play(match, point)
                    answered[match] = live.match.ply

            playing = [asyncio.create_task(played(match)) for match in matches]
            for _ in range(3):
                await asyncio.to_thread(cluster.stop)
                before = dict(answered)
                await asyncio.to_thread(cluster.start)
                header = 'SELECT id, ply FROM "match"'
                stored = dict(await asyncio.to_thread(execute, url, header))
                assert all(stored[match] >= ply for match, ply in before.items())
            await asyncio.gather(*playing)
            for match in matches:
                await stored_once(url, match, len(POINTS))
    finally:
        await asyncio.to_thread(cluster.remove)


async def test_a_number_that_a_crashed_server_gives_away_twice_vouches_for_nothing(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """The server crashes at a commit, and other processes write before anybody asks for its fate.

    What was under way is not on the disk, so the server does not know that its number is taken.
    """
    cluster = server.Cluster((*server.FAST, "wal_writer_delay=10s"))
    loop, usual = asyncio.get_running_loop(), sa.Connection._commit_impl
    try:
        url = cluster.url("postgres")
        async with Store.open(url) as store, Store.open(url) as other:
            doomed, crashes = list[sa.Connection](), list[str]()

            def work(tx: Transaction) -> None:
                tx.meta.set("mine", "stored")
                if not crashes:
                    doomed.append(tx.connection)

            async def others_write() -> None:
                for number in range(5):
                    await other.write(lambda tx, told=str(number): tx.meta.set("other", told))

            def commit(connection: sa.Connection) -> None:
                if doomed and connection is doomed[0]:
                    doomed.clear()
                    crashes.append("before COMMIT")
                    cluster.stop()
                    cluster.start()
                    asyncio.run_coroutine_threadsafe(others_write(), loop).result()
                usual(connection)

            monkeypatch.setattr(sa.Connection, "_commit_impl", commit)
            await store.write(work)
            found = await store.read(lambda tx: (tx.meta.get("mine"), tx.meta.get("other")))
            assert (crashes, found) == (["before COMMIT"], ("stored", "4"))
    finally:
        await asyncio.to_thread(cluster.remove)


async def test_of_fifty_who_move_at_once_one_is_first_and_the_others_hear_it(url: str) -> None:
    """Five processes of ten callers each; whoever loses is told so, and never of the database."""
    async with AsyncExitStack() as stack:
        stores = [await stack.enter_async_context(Store.open(url)) for _ in range(5)]
        houses = [House(store) for store in stores]
        for number, house in enumerate(houses):
            house.event_ids = count(10_000 * (number + 1))
        match = await houses[0].match(komi=0)
        for ply, points in enumerate(AT_ONCE):
            live = await houses[0].service.matches.live(match)
            user, events = live.to_move, [next(h.event_ids) for h in houses for _ in range(10)]
            assert user is not None
            results = await asyncio.gather(
                *(
                    houses[n % 5].service.matches.play(
                        match, user, points[n % 4], event_id=event_id, ply=ply
                    )
                    for n, event_id in enumerate(events)
                ),
                return_exceptions=True,
            )
            lost = [result for result in results if isinstance(result, BaseException)]
            assert len(lost) == 49, results
            assert all(isinstance(error, RefusedError) and error.why in BEATEN for error in lost), (
                lost
            )
            await stored_once(url, match, ply + 1)
