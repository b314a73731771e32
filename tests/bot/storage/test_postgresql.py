"""What only PostgreSQL does: conflicts, lost connections, a server that restarts or fails over."""

import asyncio
import threading
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import replace
from datetime import timedelta
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from bot.playground.driver import Driver
from bot.playground.server import Playground
from bot.service.service import Service
from bot.storage import postgresql, predecessor, process_locks
from bot.storage.database import DriverError, Store, is_passing
from bot.storage.predecessor import InUseError
from bot.storage.rows import BOARDS
from bot.storage.schema import all_tables
from bot.storage.single_instance import single_instance
from bot.storage.transaction import Transaction
from engine.games import all_games
from tests import postgresql as server
from tests.bot.cli.test_stopping import program
from tests.bot.house import PLACE, House
from tests.bot.table import ADA, BO, GAMES, Json, hurry, ply_of
from tests.stores import ON_A_SERVER, execute

pytestmark = ON_A_SERVER
COMMITS_WAIT = (
    """CREATE FUNCTION wait() RETURNS trigger LANGUAGE plpgsql AS $$ BEGIN
    PERFORM pg_advisory_xact_lock_shared(7); RETURN NULL; END $$""",
    """CREATE CONSTRAINT TRIGGER wait AFTER INSERT OR UPDATE ON fact DEFERRABLE INITIALLY DEFERRED
    FOR EACH ROW EXECUTE FUNCTION wait()""",
)
"""A commit takes as long as somebody else has a lock."""
STANDSTILL = float(postgresql.LONGEST_STANDSTILL.removesuffix("s"))


@pytest.fixture
def url() -> str:
    """An empty database with the newest schema."""
    return server.database(f"t{uuid4().hex}")


@pytest.fixture
def cluster() -> Iterator[server.Cluster]:
    """A server of this test's own, which it may stop."""
    made = server.Cluster()
    yield made
    made.remove()


def number(tx: Transaction) -> int:
    return int(tx.meta.get("number") or 0)


def one_more(tx: Transaction) -> int:
    tx.meta.set("number", str(number(tx) + 1))
    return number(tx)


def break_connection(tx: Transaction) -> None:
    """End the connection of a transaction, as a network or a server that goes away does."""
    pid = tx.connection.exec_driver_sql("SELECT pg_backend_pid()").scalar_one()
    at = tx.connection.engine.url.render_as_string(hide_password=False)
    execute(at, f"SELECT pg_terminate_backend({pid}, 5000)")


async def test_the_migrations_make_the_schema() -> None:
    async with Store.open(url := server.database(f"t{uuid4().hex}", empty=True)):
        pass

    def differences() -> list[object]:
        engine = sa.create_engine(url)
        with engine.connect() as connection:
            found = compare_metadata(MigrationContext.configure(connection), all_tables())
        engine.dispose()
        return list(found)

    assert await asyncio.to_thread(differences) == []
    partial = "SELECT count(*) FROM pg_index WHERE indpred IS NOT NULL"
    indexes = [index for table in all_tables().tables.values() for index in table.indexes]
    ours = sum(index.dialect_kwargs["postgresql_where"] is not None for index in indexes)
    assert await asyncio.to_thread(execute, url, partial) == [(ours,)]


async def test_of_two_processes_both_count(url: str) -> None:
    """Serialisable: whichever is stopped runs again, and finds what the other has stored."""
    async with Store.open(url) as one, Store.open(url) as two:
        await asyncio.gather(*(store.write(one_more) for store in (one, two) * 20))
        assert await one.read(number) == 40


async def test_of_two_that_disturb_each_other_one_is_stopped_at_its_commit_and_runs_again(
    url: str,
) -> None:
    """Each reads what the other writes; both have written before either commits."""
    both = threading.Barrier(2)

    def copy(tx: Transaction, source: str, to: str) -> int:
        value = int(tx.meta.get(source) or 0) + 1
        tx.meta.set(to, str(value))
        with suppress(threading.BrokenBarrierError):  # the second attempt is alone
            both.wait(timeout=5)
        return value

    async with Store.open(url) as one, Store.open(url) as two:
        found = await asyncio.gather(
            one.write(lambda tx: copy(tx, "a", "b")), two.write(lambda tx: copy(tx, "b", "a"))
        )
        assert sorted(found) == [1, 2]
        assert [await store.write(one_more) for store in (one, two)] == [1, 2]


async def test_a_connection_that_breaks_in_a_transaction_is_made_again(url: str) -> None:
    broken = threading.Event()

    def work(tx: Transaction) -> int:
        counted = one_more(tx)
        if not broken.is_set():
            broken.set()
            break_connection(tx)
        return counted

    async with Store.open(url) as store:
        assert await store.write(work) == 1
        assert await store.read(number) == 1


@pytest.mark.parametrize("committed", [True, False])
async def test_a_commit_whose_answer_is_lost_counts_once(
    url: str, monkeypatch: pytest.MonkeyPatch, *, committed: bool
) -> None:
    """The transaction's number tells its fate."""
    usual, lost = sa.RootTransaction.commit, list[int]()

    def commit(self: sa.RootTransaction) -> None:
        if lost or str(self.connection.engine.url.database) not in url:
            usual(self)
            return
        lost.append(1)
        driver = self.connection.connection.driver_connection
        assert driver is not None
        if committed:
            driver.commit()
        break_connection(Transaction(self.connection)) if not committed else driver.close()
        usual(self)

    async with Store.open(url) as store:
        monkeypatch.setattr(sa.RootTransaction, "commit", commit)
        assert await store.write(one_more) == 1
        assert lost == [1]
        assert await store.read(number) == 1


async def test_a_commit_that_goes_on_after_its_connection_broke_counts_once(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The server hears of the break only when it answers: until then nobody knows the fate."""
    usual, cut = sa.RootTransaction.commit, threading.Event()

    def commit(self: sa.RootTransaction) -> None:
        driver: Any = self.connection.connection.driver_connection
        if not cut.is_set() and driver.info.dbname in url:
            driver.pgconn.send_query(b"COMMIT")
            driver.pgconn.flush()
            driver.close()
            cut.set()
        usual(self)

    async with Store.open(url) as store:
        await asyncio.to_thread(execute, url, *COMMITS_WAIT)
        engine = sa.create_engine(url)
        with engine.connect() as other:
            other.exec_driver_sql("SELECT pg_advisory_lock(7)")
            monkeypatch.setattr(sa.RootTransaction, "commit", commit)
            stored = asyncio.create_task(store.write(one_more))
            assert await asyncio.to_thread(cut.wait, 60)
            await asyncio.sleep(0.5)  # it is asked for, and still under way
        engine.dispose()
        assert await stored == 1
        assert await store.read(number) == 1


async def test_a_server_that_restarts_in_the_middle_of_moves_loses_none(
    cluster: server.Cluster,
) -> None:
    url = cluster.url("postgres")
    async with Store.open(url) as store:
        house = House(store)
        key = await house.match(komi=0, size=5)
        for round_, points in enumerate((("c3", "d4"), ("e5", "f6"), ("g7", "c5"))):
            moves = asyncio.create_task(house.play(key, *points))
            if round_:
                await asyncio.to_thread(cluster.stop)
                await asyncio.to_thread(cluster.start)
            assert (await moves).match.ply == 2 * (round_ + 1)
        other = Service.over(store, all_games(), now=lambda: house.time, remembered=0)
        assert (await other.matches.live(key)).match.ply == 6


async def test_a_server_that_stays_away_is_a_passing_fault(
    cluster: server.Cluster, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(postgresql, "RETRY_TIMEOUT", 0.5)
    async with Store.open(cluster.url("postgres")) as store:
        await store.write(one_more)
        await asyncio.to_thread(cluster.stop)
        with pytest.raises(DriverError) as error:
            await store.write(one_more)
        assert is_passing(error.value)
        await asyncio.to_thread(cluster.start)
        assert await store.write(one_more) == 2


async def test_two_processes_play_one_of_two_moves(url: str) -> None:
    async with Store.open(url) as one, Store.open(url) as two:
        first, second = House(one), House(two)
        key = await first.match(komi=0)
        live = await second.service.matches.live(key)
        assert live.to_move is not None
        played = await asyncio.gather(
            first.service.matches.play(key, live.to_move, "c3", event_id=50),
            second.service.matches.play(key, live.to_move, "d4", event_id=51),
            return_exceptions=True,
        )
        assert sum(isinstance(one, Exception) for one in played) == 1
        assert (await first.service.matches.live(key)).match.ply == 1
        boards = "SELECT ply FROM message WHERE kind = 'board' ORDER BY ply"
        assert await asyncio.to_thread(execute, url, boards) == [(0,), (1,)]
        assert PLACE


async def test_a_process_that_stands_still_in_a_move_holds_up_no_other_deadline(url: str) -> None:
    async with Store.open(url) as one, Store.open(url) as two:
        house, stands, go_on = House(two), threading.Event(), threading.Event()
        first, _ = await house.match(komi=0), await house.match(komi=0)

        def change(tx: Transaction) -> None:
            stored = tx.matches.get(first)
            assert stored is not None
            tx.matches.advance(stored)
            stands.set()
            go_on.wait(60)

        moving = asyncio.create_task(one.write(change))
        assert await asyncio.to_thread(stands.wait, 60)
        house.time += timedelta(hours=2)
        try:
            async with asyncio.timeout(STANDSTILL / 2):
                await house.service.deadlines.tick()
        finally:
            go_on.set()
            await moving
        running = await house.service.matches.headers()
        assert [match.id for match in running] == [first]
        await house.service.deadlines.tick()
        assert await house.service.matches.headers() == []


async def test_one_process_posts_at_a_time(url: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(predecessor, "OVERLAP", 0.3)
    async with single_instance(url, asyncio.Event()) as held:
        assert held
        with pytest.raises(InUseError):
            async with single_instance(url, asyncio.Event()):
                pass
    async with single_instance(url, asyncio.Event()) as held:
        assert held


async def test_a_lock_that_another_process_has_taken_ends_this_one(
    url: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(process_locks, "LOOK_EVERY", 0.05)
    stop = asyncio.Event()
    thief = sa.create_engine(url, poolclass=sa.NullPool).connect()

    def wait_for_lock() -> None:
        thief.execute(sa.text("SELECT pg_advisory_lock(:key, 0)"), {"key": process_locks.PROGRAM})

    def rob() -> None:
        """End the connection with the lock, once the thief is first in the queue for it."""
        locks = "FROM pg_locks WHERE locktype = 'advisory' AND database = (SELECT oid FROM"
        locks += " pg_database WHERE datname = current_database())"
        while execute(url, f"SELECT count(*) {locks} AND NOT granted") != [(1,)]:
            pass
        execute(url, f"SELECT pg_terminate_backend(pid, 5000) {locks} AND granted")

    async with single_instance(url, stop):
        await asyncio.gather(asyncio.to_thread(wait_for_lock), asyncio.to_thread(rob))
        await stop.wait()
    thief.close()


# --- the program itself ---


async def test_a_game_goes_on_through_the_ends_of_the_server_and_of_the_program(
    playground: Playground, driver: Driver, cluster: server.Cluster, tmp_path: Path
) -> None:
    """Whatever is answered is stored and posted once."""
    await hurry(driver)
    url = cluster.url("postgres").replace("postgresql+psycopg", "postgresql")
    made: Json = {}
    for number, points in enumerate((("c3", "d2"), ("b2", "c4"), ("d3", "b3"))):
        async with program(playground, tmp_path, DATABASE_URL=url) as running:
            await driver.wait_connected()
            if not number:
                made = await begun(driver)
            for place, point in enumerate(points):
                if place:
                    await asyncio.to_thread(cluster.stop)
                who = made["seats"][place]
                playing = asyncio.create_task(
                    driver.slash(who, GAMES, "play", {"move": point, "game": "1"})
                )
                if place:
                    await asyncio.to_thread(cluster.start)
                answer = await playing
                if answer.kind == "deferred":
                    answer = replace(answer, message=await driver.original(answer))
                assert answer.text.startswith(f"You played {point}."), answer
                ply = 2 * number + place + 1
                await driver.wait_for_message(GAMES, lambda m, ply=ply: ply_of(m) == (1, ply))
            running.kill()
        await driver.wait_connected(connected=False)
    shown = [ply_of(message) for message in await driver.messages(GAMES)]
    assert [ply for ply in shown if ply] == [(1, ply) for ply in range(7)]


async def begun(driver: Driver) -> Json:
    """A game of Ada and Bo on the smallest board; who moves first, and second."""
    terms = {"opponent": BO, "size": 3, "komi": 0, "place": BOARDS}
    await driver.slash(ADA, GAMES, "challenge keil", terms)
    card = await driver.wait_for_message(GAMES, lambda m: "challenges" in m["content"])
    await driver.click(BO, card, "Accept")
    board = await driver.wait_for_message(GAMES, lambda m: ply_of(m) == (1, 0))
    first = board["mentions"][0]["global_name"]
    return {"seats": [first, BO if first == ADA else ADA]}
