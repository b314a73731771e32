"""What a process says of itself by HTTP: it lives, it can serve people, and what it has counted."""

import asyncio
import logging
import os
import signal
import socket
import sqlite3
import subprocess
import sys
import time
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from dataclasses import dataclass
from io import StringIO
from pathlib import Path
from typing import Any

import aiohttp
import pytest

from bot.cli.health import Health
from bot.cli.log import configure_logging
from bot.playground.driver import CALLBACK, Driver
from bot.playground.server import Playground
from bot.storage.database import Store
from tests import postgresql
from tests.bot.cli.test_stopping import LONG_ENOUGH, ended, program
from tests.bot.left import left
from tests.bot.table import ADA, BO, Table, hurry, seated
from tests.contract import ROOT
from tests.stores import NEEDS_POSTGRESQL, ONLY_SQLITE, url_for
from tests.toy import TOYS


def free_address() -> str:
    with socket.create_server(("127.0.0.1", 0)) as probe:
        return f"127.0.0.1:{probe.getsockname()[1]}"


@dataclass
class Asker:
    """Somebody who asks a process by HTTP."""

    address: str
    http: aiohttp.ClientSession
    health: Any = None
    stop: Any = None

    async def ask(self, path: str) -> tuple[int, dict[str, Any]]:
        async with self.http.get(f"http://{self.address}/{path}") as answer:
            return answer.status, await answer.json()

    async def until(self, path: str, status: int, reason: str = "") -> dict[str, Any]:
        """The first answer with this status and such a reason."""
        async with asyncio.timeout(LONG_ENOUGH):
            while True:
                try:
                    said, body = await self.ask(path)
                except aiohttp.ClientError:  # nobody listens yet
                    said, body = 0, dict[str, Any]()
                if said == status and any(reason in one for one in body["reasons"] or [""]):
                    return body
                await asyncio.sleep(0.05)

    async def metrics(self) -> dict[str, float]:
        """Every number by its name with its labels."""
        async with self.http.get(f"http://{self.address}/metrics") as answer:
            assert answer.headers["Content-Type"].startswith("text/plain")
            lines = (await answer.text()).splitlines()
        pairs = [line.rsplit(" ", 1) for line in lines if not line.startswith("#")]
        return {name: float(value) for name, value in pairs}


@asynccontextmanager
async def asked(table: Table) -> AsyncGenerator[Asker]:
    stop, address = asyncio.Event(), free_address()
    health = Health(stop)
    health.of(table.client, table.store)
    async with health.served(address), aiohttp.ClientSession() as http:
        yield Asker(address, http, health, stop)


@pytest.fixture
async def asker(table: Table) -> AsyncGenerator[Asker]:
    async with asked(table) as made:
        yield made


async def test_a_bot_that_serves_people_is_healthy_and_ready(asker: Asker) -> None:
    assert await asker.until("healthz", 200)
    assert await asker.until("readyz", 200) == {"ok": True, "reasons": []}


async def test_before_the_database_is_open_it_lives_and_is_not_ready() -> None:
    address = free_address()
    async with Health(asyncio.Event()).served(address), aiohttp.ClientSession() as http:
        asker = Asker(address, http)
        assert (await asker.ask("healthz"))[0] == 200
        status, body = await asker.ask("readyz")
        assert (status, body["reasons"]) == (503, ["starting: the database is not open"])
        assert (await asker.metrics())["keil_ready"] == 0


async def test_without_the_gateway_it_lives_and_is_not_ready(table: Table, asker: Asker) -> None:
    await asker.until("readyz", 200)
    await table.client.shards[0].disconnect()
    await asker.until("readyz", 503, "shard 0 is not connected")
    assert (await asker.ask("healthz"))[0] == 200
    measured = await asker.metrics()
    assert measured['keil_gateway_connected{shard="0"}'] == 0
    assert measured["keil_ready"] == 0
    await table.client.shards[0].connect()
    await asker.until("readyz", 200)


async def test_a_gateway_that_acknowledges_no_heartbeats_is_not_ready(
    table: Table, asker: Asker
) -> None:
    beating: Any = table.client.shards[0]._parent.ws._keep_alive
    beating._last_ack = time.perf_counter() - 100
    await asker.until("readyz", 503, "shard 0: Discord acknowledges no heartbeats")


async def test_a_process_that_stops_is_not_ready_from_the_first_moment(asker: Asker) -> None:
    await asker.until("readyz", 200)
    asker.stop.set()
    assert await asker.ask("readyz") == (503, {"ok": False, "reasons": ["stopping"]})
    assert (await asker.ask("healthz"))[0] == 200


@ONLY_SQLITE
async def test_while_the_database_is_away_it_is_not_ready(asker: Asker, tmp_path: Path) -> None:
    await asker.until("readyz", 200)
    path = tmp_path / "keil.db"
    with closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False)) as other:
        await asyncio.to_thread(other.execute, "BEGIN IMMEDIATE")
        await asker.until("readyz", 503, "the database ")
        assert (await asker.ask("healthz"))[0] == 200
    await asker.until("readyz", 200)


@ONLY_SQLITE
async def test_a_database_that_cannot_be_written_is_not_ready(table: Table, asker: Asker) -> None:
    connection: Any = table.store._writer
    await connection.execute("PRAGMA query_only = ON")
    await asker.until("readyz", 503, "the database cannot be written: attempt to write a readonly")
    measured = await asker.metrics()
    assert measured['keil_database_errors_total{code="SQLITE_READONLY"}'] > 0
    assert measured["keil_database_up"] == 1, "it can be read"
    await connection.execute("PRAGMA query_only = OFF")
    await asker.until("readyz", 200)


@pytest.mark.slow
@NEEDS_POSTGRESQL
async def test_while_postgresql_is_away_it_is_not_ready(
    playground: Playground, tmp_path: Path
) -> None:
    cluster = postgresql.Cluster()
    try:
        address = free_address()
        url = cluster.url("postgres")
        async with (
            program(playground, tmp_path, DATABASE_URL=url, HEALTH_ADDRESS=address) as running,
            aiohttp.ClientSession() as http,
        ):
            asker = Asker(address, http)
            ending = asyncio.create_task(ended(running))
            await asker.until("readyz", 200)
            await asyncio.to_thread(cluster.stop)
            await asker.until("readyz", 503, "the database ")
            assert (await asker.ask("healthz"))[0] == 200
            async with asyncio.timeout(LONG_ENOUGH):
                while (await asker.metrics())["keil_database_up"]:  # noqa: ASYNC110 (by HTTP)
                    await asyncio.sleep(0.1)
            await asyncio.to_thread(cluster.start)
            await asker.until("readyz", 200)
            measured = await asker.metrics()
            assert sum(
                value for name, value in measured.items() if "transaction_retries_total{" in name
            )
            running.send_signal(signal.SIGTERM)
            status, said = await ending
        assert status == 0, said
    finally:
        cluster.remove()


async def test_an_event_loop_that_is_late_is_not_healthy_until_it_is_in_time_again(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("bot.cli.health.LOOK_EVERY", 0.05)
    monkeypatch.setattr("bot.cli.health.LONGEST_LAG", 0.2)

    async def hold_up() -> None:
        while True:
            time.sleep(0.3)  # noqa: ASYNC251 (that is what this is about)
            await asyncio.sleep(0)

    async with asked(table) as asker:
        await asker.until("healthz", 200)
        holding = asyncio.create_task(hold_up())
        body = await asker.until("healthz", 503, "the event loop is ")
        assert body["lag_seconds"] > 0.2
        holding.cancel()
        await asker.until("healthz", 200)


@ONLY_SQLITE
async def test_all_processes_write_the_same_row_to_see_whether_they_can(
    table: Table, asker: Asker, tmp_path: Path
) -> None:
    """A row for each range of shards would stay for ever after another division."""

    def written() -> str:
        with closing(sqlite3.connect(tmp_path / "keil.db")) as other:
            ((value,),) = other.execute("SELECT value FROM fact WHERE key LIKE '%probe%'")
        return value

    await asker.until("readyz", 200)
    first = written()
    async with asked(table) as another:
        await another.until("readyz", 200)
    assert written() > first


async def test_a_game_is_counted(table: Table, asker: Asker) -> None:
    def moves(now: dict[str, float]) -> float:
        return now.get('keil_moves_total{game="keil"}', 0.0)

    async def all_sent() -> bool:
        return not await table.store.read(lambda tx: left(tx))

    before = await asker.metrics()
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"))
    assert (await table.play(white, "c3")).kind
    assert (await table.play(black, "d4")).text
    await table.moves((white, "d4"))
    await table.until(all_sent)
    after = await asker.metrics()
    assert moves(after) - moves(before) == 2

    def grown(name: str) -> float:
        return after.get(name, 0.0) - before.get(name, 0.0)

    assert grown('keil_interactions_total{name="play",outcome="answered"}') == 2
    assert grown('keil_interactions_total{name="play",outcome="refused"}') == 2
    assert grown('keil_interactions_total{name="challenge keil",outcome="answered"}') == 1
    assert grown('keil_refusals_total{reason="occupied"}') == 1
    assert grown('keil_refusals_total{reason="not your turn"}') == 1
    assert grown('keil_posts_total{kind="card",way="message"}') == 1
    assert grown('keil_posts_total{kind="board",way="message"}') == 3
    assert grown('keil_render_seconds_count{what="board"}') >= 3
    assert grown("keil_acknowledgement_seconds_count") == 6
    assert grown('keil_transaction_seconds_count{access="write"}') > 3
    async with asyncio.timeout(LONG_ENOUGH):  # the database is not asked at every look
        while (await asker.metrics())["keil_matches_open"] != 1:  # noqa: ASYNC110 (by HTTP)
            await asyncio.sleep(0.1)
    assert after['keil_gateway_connected{shard="0"}'] == 1
    assert after["process_resident_memory_bytes"] > 0
    assert any(name.startswith("keil_build_info{") for name in after)


async def test_posts_that_wait_are_counted_with_their_age(table: Table, asker: Asker) -> None:
    _, black, _ = await table.begin_small()
    await table.driver.permit(table.channel, deny=["send_messages"])
    await table.play(black, "c3")
    async with asyncio.timeout(LONG_ENOUGH):
        while True:
            now = await asker.metrics()
            failed = now.get('keil_outbox_failures_total{queue="send"}', 0)
            waiting = now['keil_outbox_posts{state="waiting"}']
            if failed and waiting and now["keil_outbox_oldest_seconds"] > 0:
                break
            await asyncio.sleep(0.05)
    await table.driver.permit(table.channel, allow=["send_messages"])
    await table.driver.say(ADA, table.channel, "hello")


async def test_names_that_nobody_has_given_make_no_new_numbers(table: Table, asker: Asker) -> None:
    """A forged ``custom_id`` could fill the memory of whoever collects the metrics."""
    card = await table.challenge(ADA, BO)
    data = {"custom_id": "xyzzy-31337:1", "component_type": 2}
    await table.driver.forge(ADA, table.channel, 3, data, card)
    await asker.until("readyz", 200)
    assert not [name for name in await asker.metrics() if "xyzzy" in name]


async def test_a_deadline_that_is_done_late_is_measured(table: Table, asker: Asker) -> None:
    from tests.bot.chat.play.test_deadlines import HOUR

    before = await asker.metrics()
    _, black, _ = await table.begin_small(time="1h")
    await table.moves((black, "c3"))
    table.clock.pass_by(2 * HOUR)
    await table.board(2)
    after = await asker.metrics()
    count = "keil_deadline_late_seconds_count"
    assert after[count] - before[count] == 1
    total = "keil_deadline_late_seconds_sum"
    assert after[total] - before[total] >= 3500


async def test_faults_are_counted(playground: Playground, driver: Driver, tmp_path: Path) -> None:
    await hurry(driver)
    async with seated(playground, driver, TOYS, tmp_path / "keil.db") as table, asked(table) as it:
        card = await table.challenge(ADA, BO, game="brittle", opponent_2="Cy")
        await table.driver.click(BO, card, "Accept")
        await table.driver.click("Cy", card, "Accept")
        await table.board(0)
        before = await it.metrics()
        await table.play((await table.players())[0], "c3")
        after = await it.metrics()
    assert after["keil_faults_total"] - before["keil_faults_total"] == 1
    fault = 'keil_interactions_total{name="play",outcome="fault"}'
    assert after[fault] - before.get(fault, 0) == 1


# --- the program ---


def health_says(folder: Path, address: str, *more: str) -> tuple[int, str]:
    done = subprocess.run(
        [sys.executable, "-m", "bot", "health", *more],
        cwd=folder,
        env={**os.environ, "PYTHONPATH": str(ROOT), "HEALTH_ADDRESS": address},
        capture_output=True,
        text=True,
        timeout=LONG_ENOUGH,
        check=False,
    )
    return done.returncode, done.stderr


def test_asking_loads_nothing_that_takes_long(tmp_path: Path) -> None:
    """Docker asks every half minute, on machines where these take seconds."""
    code = (
        "import atexit, sys; from bot.__main__ import main\n"
        "atexit.register(lambda: print(*sys.modules, sep='\\n'))\n"
        "main(['health'])"
    )
    done = subprocess.run(
        [sys.executable, "-c", code],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(ROOT), "HEALTH_ADDRESS": free_address()},
        capture_output=True,
        text=True,
        timeout=LONG_ENOUGH,
        check=False,
    )
    assert "nothing listens" in done.stderr
    loaded = set(done.stdout.split())
    assert "bot.cli.asking_health" in loaded
    assert not loaded & {"discord", "aiohttp", "sqlalchemy", "PIL", "numpy", "wasmtime", "bot.chat"}


@pytest.mark.slow
async def test_the_program_tells_how_it_is_until_it_has_ended(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await hurry(driver)
    address = free_address()
    async with (
        program(playground, tmp_path, HEALTH_ADDRESS=address) as running,
        aiohttp.ClientSession() as http,
    ):
        asker = Asker(address, http)
        await asker.until("readyz", 200)
        assert await asyncio.to_thread(health_says, tmp_path, address) == (0, "")
        assert await asyncio.to_thread(health_says, tmp_path, address, "--ready") == (0, "")
        held = await driver.hold_before(CALLBACK)
        asking = asyncio.create_task(driver.slash(ADA, "#games", "games"))
        await held.wait_until_held()
        running.send_signal(signal.SIGTERM)
        await asker.until("readyz", 503, "stopping")  # while somebody still waits for an answer
        await held.release()
        answer = await asking
        assert answer.ephemeral and answer.text
        status, said = await ended(running)
    assert status == 0, said
    code, line = await asyncio.to_thread(health_says, tmp_path, address)
    nobody = f"keil: no answer: nothing listens at {address}, so the bot is not running"
    assert (code, line.strip()) == (1, nobody)
    assert "ready on 1 server" in "\n".join(said)
    assert said[-1].endswith("stopped as asked to")


async def test_an_address_that_is_taken_is_told_in_one_line(
    playground: Playground, tmp_path: Path
) -> None:
    with socket.create_server(("127.0.0.1", 0)) as taken:
        address = f"127.0.0.1:{taken.getsockname()[1]}"
        async with program(playground, tmp_path, HEALTH_ADDRESS=address) as running:
            status, said = await ended(running)
    assert status == 1
    assert said == [f"keil: HEALTH_ADDRESS: cannot listen at {address}: Address already in use"]


@pytest.mark.parametrize(
    "answer",
    [
        b"HTTP/1.1 404 Not Found\r\nContent-Length: 2\r\n\r\nno",
        b'HTTP/1.1 503 Down\r\nContent-Length: 15\r\n\r\n{"reasons": [1]}',
        b"HTTP/1.1 500 Down\r\nContent-Length: 900\r\n\r\n{}",
        b"SSH-2.0-OpenSSH_9.2p1\r\n",
    ],
)
async def test_another_program_at_the_address_is_no_answer(tmp_path: Path, answer: bytes) -> None:
    async def talk(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await reader.readuntil(b"\r\n\r\n")
        writer.write(answer)
        await writer.drain()
        writer.close()

    async with await asyncio.start_server(talk, "127.0.0.1", 0) as other:
        address = f"127.0.0.1:{other.sockets[0].getsockname()[1]}"
        status, said = await asyncio.to_thread(health_says, tmp_path, address)
    assert (status, said.count("\n")) == (1, 1), said
    assert said.startswith("keil: no answer")


@pytest.mark.parametrize("request_line", [b"GET / HTTP/9.9", b"\x16\x03\x01fnord", b"fnord"])
async def test_what_is_no_http_leaves_no_lines_in_the_log(
    request_line: bytes, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Whoever scans ports would fill it."""
    root, written = logging.getLogger(), StringIO()
    monkeypatch.setattr(root, "handlers", [logging.StreamHandler(written)])
    configure_logging("INFO")
    address = free_address()
    async with Health(asyncio.Event()).served(address):
        host, _, port = address.partition(":")
        reader, writer = await asyncio.open_connection(host, int(port))
        writer.write(request_line + b"\r\n\r\n")
        assert b" 400 " in await reader.readline()
        writer.close()
    assert written.getvalue() == ""


async def test_the_backlog_of_an_empty_database_is_nothing(tmp_path: Path) -> None:
    from bot.service.current_time import utc_now

    async with Store.open(url_for(tmp_path / "keil.db")) as store:
        found = await store.read(lambda tx: tx.backlog.at(utc_now()))
    assert (set(found.posts.values()), found.matches) == ({0}, 0)
    assert found.oldest.total_seconds() == 0
    assert found.size > 10_000  # the schema alone
    assert found.backup is None
