"""How the program stops: by a signal at any moment, and by itself if another try cannot help."""

import asyncio
import os
import signal
import sqlite3
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager, closing
from pathlib import Path

import pytest

from bot.cli.exits import TRY_AGAIN
from bot.playground.driver import CALLBACK, EDIT_ORIGINAL, SEND, Answer, Driver
from bot.playground.server import Playground
from tests.bot.table import Json, Patient, hurry
from tests.contract import ROOT
from tests.stores import ONLY_SQLITE

GATEWAY = "GET /gateway/bot"
NOBODY = "ws://127.0.0.1:9"
"""An address where nothing listens."""
LONG_ENOUGH = 60
"""Seconds after which a program that does not end is one that never would."""


@asynccontextmanager
async def program(playground: Playground, folder: Path, **more: str) -> AsyncGenerator[Process]:
    """``keil run`` against the stand-in, killed at the end if it has not ended."""
    clean = {k: v for k, v in os.environ.items() if not k.startswith(("DISCORD_", "DATABASE"))}
    settings = {
        "PYTHONPATH": str(ROOT),
        "DISCORD_TOKEN": playground.world.token,
        "DISCORD_API_URL": playground.url,
        "DISCORD_GATEWAY_URL": playground.gateway_url,
    }
    started = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "run"),
        cwd=folder,
        env=clean | settings | more,
        stdout=PIPE,
        stderr=PIPE,
    )
    try:
        yield started
    finally:
        if started.returncode is None:
            started.kill()
        await started.wait()


async def ended(running: Process) -> tuple[int | None, list[str]]:
    """The exit status, and what was written to standard error: nothing was left open."""
    async with asyncio.timeout(LONG_ENOUGH):
        _, said = await running.communicate()
    lines = said.decode().splitlines()
    assert not [line for line in lines if "Unclosed" in line], lines
    return running.returncode, lines


async def gateway_is_away(driver: Driver) -> None:
    """From now on Discord's HTTP interface answers, and nobody listens at its gateway."""
    limit: Json = {"total": 1000, "remaining": 1000, "reset_after": 1000, "max_concurrency": 1}
    body: Json = {"url": NOBODY, "shards": 1, "session_start_limit": limit}
    await driver.fail_next(GATEWAY, 200, times=1000, body=body)


@pytest.mark.slow
@pytest.mark.parametrize("number", [signal.SIGTERM, signal.SIGINT])
async def test_a_signal_ends_the_first_attempts_to_connect(
    playground: Playground, driver: Driver, tmp_path: Path, number: signal.Signals
) -> None:
    await gateway_is_away(driver)
    async with program(playground, tmp_path, DISCORD_GATEWAY_URL=NOBODY) as running:
        await driver.wait_for_requests(GATEWAY)
        assert running.stderr is not None
        async with asyncio.timeout(LONG_ENOUGH):
            while b"ERROR discord" not in await running.stderr.readline():
                pass
        running.send_signal(number)
        status, said = await ended(running)
    assert status == 0, said
    assert not [line for line in said if "Traceback" in line or line.startswith(" ")]


@pytest.mark.slow
async def test_a_signal_ends_a_login_that_hangs(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    held = await driver.hold_before("GET /users/@me")
    async with program(playground, tmp_path) as running:
        await held.wait_until_held()
        running.send_signal(signal.SIGTERM)
        status, said = await ended(running)
    assert status == 0, said


@pytest.mark.slow
async def test_commands_that_discord_refuses_stop_the_program_for_good(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    body: Json = {"message": "Invalid Form Body", "code": 50035, "errors": {}}
    await driver.fail_next("PUT /applications/{application_id}/commands", 400, body=body)
    async with program(playground, tmp_path) as running:
        status, said = await ended(running)
    assert status == 78
    assert said[-1].startswith("keil: Discord refuses the commands: ")


@pytest.mark.slow
@pytest.mark.parametrize("code", [4004, 4010, 4011, 4012, 4013, 4014])
async def test_a_gateway_that_wants_no_other_try_stops_the_program_for_good(
    playground: Playground, driver: Driver, tmp_path: Path, code: int
) -> None:
    async with program(playground, tmp_path) as running:
        await driver.wait_connected(timeout=LONG_ENOUGH)
        ending = asyncio.create_task(ended(running))
        while not ending.done():  # Discord closes every connection, also one that has just begun
            await driver.gateway("close", code=code)
            await asyncio.wait({ending}, timeout=0.2)
        status, said = ending.result()
    assert status == 78, said
    assert said[-1].startswith("keil: Discord "), said


async def busy(driver: Driver) -> list[asyncio.Task[Answer]]:
    """Many who have asked for something at once, some of whom have their answer already."""
    asked = ("games", "help", "view", "challenge keil", "rules keil")
    asking = [
        asyncio.create_task(driver.slash(who, "#games", command))
        for _ in range(5)
        for who in ("Ada", "Bo", "Cy")
        for command in asked
    ]
    await asyncio.wait(asking, return_when=asyncio.FIRST_COMPLETED)
    return asking


def complaints(said: list[str]) -> list[str]:
    """What an operator would have to look into."""
    words = ("Traceback", " ERROR ", "fault", "never retrieved", "never awaited")
    return [line for line in said if any(word in line for word in words)]


@pytest.mark.slow
async def test_a_signal_while_many_are_answered_leaves_no_fault_in_the_log(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    """Each of them is answered, or dropped with a quiet line."""
    await hurry(driver)
    for _ in range(3):
        async with program(playground, tmp_path) as running:
            await driver.wait_connected(timeout=LONG_ENOUGH)
            await driver.slash("Ada", "#games", "games")
            asking = await busy(driver)
            running.send_signal(signal.SIGTERM)
            status, said = await ended(running)
            await asyncio.gather(*asking)
        assert status == 0, said
        assert not complaints(said), said


def heard(said: list[str]) -> int:
    """How many interactions the bot has received, by its log."""
    return sum("WebSocket Event" in line and "INTERACTION_CREATE" in line for line in said)


@pytest.mark.slow
async def test_everybody_who_was_heard_before_the_end_is_answered(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await hurry(driver)
    async with program(playground, tmp_path, LOG_LEVEL="DEBUG") as running:
        await driver.wait_connected(timeout=LONG_ENOUGH)
        ending = asyncio.create_task(ended(running))  # reads what is written
        asking = await busy(driver)
        running.send_signal(signal.SIGTERM)
        status, said = await ending
        await asyncio.gather(*asking)
    assert status == 0, said[-5:]
    answered = [r for r in await driver.requests(CALLBACK) if r["status"] in (200, 204)]
    assert heard(said) == len(answered) > 0
    assert not [line for line in said if "is dropped" in line]


@pytest.mark.slow
@ONLY_SQLITE
async def test_slow_work_is_finished_and_answered_before_the_end(
    playground: Playground, driver: Patient, tmp_path: Path
) -> None:
    """Another program holds the database when the signal comes."""
    await hurry(driver)
    driver.patient = False
    async with program(playground, tmp_path, DATABASE_URL="sqlite:///keil.db") as running:
        await driver.wait_connected(timeout=LONG_ENOUGH)
        ending = asyncio.create_task(ended(running))
        await driver.slash("Ada", "#games", "games")
        with closing(sqlite3.connect(tmp_path / "keil.db", isolation_level=None)) as other:
            other.execute("BEGIN IMMEDIATE")
            answer = await driver.slash("Ada", "#games", "challenge keil")
            assert answer.kind == "deferred"
            running.send_signal(signal.SIGTERM)
            await driver.wait_connected(False, timeout=LONG_ENOUGH)  # nobody else is heard
        said = await driver.original(answer)
        status, lines = await ending
    assert status == 0, lines
    assert "on its way" in said["content"], said
    async with program(playground, tmp_path, DATABASE_URL="sqlite:///keil.db"):
        await driver.wait_for_message("#games", lambda m: "challenges" in m["content"])


@pytest.mark.slow
async def test_a_signal_while_discord_answers_nobody_leaves_nothing_open(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await hurry(driver)
    async with program(playground, tmp_path) as running:
        await driver.wait_connected(timeout=LONG_ENOUGH)
        await driver.slash("Ada", "#games", "games")
        await driver.patience(5)  # no longer do people wait for what does not come
        for route in (CALLBACK, SEND, EDIT_ORIGINAL):
            await driver.hang_next(route, times=100)
        asking = asyncio.create_task(driver.slash("Ada", "#games", "challenge keil"))
        others = [
            asyncio.create_task(driver.slash(who, "#games", "games"))
            for who in ("Ada", "Bo", "Cy") * 10
        ]
        while len(await driver.requests(CALLBACK)) < 20:  # noqa: ASYNC110 (in the stand-in's log)
            await asyncio.sleep(0.02)
        running.send_signal(signal.SIGTERM)
        status, said = await ended(running)
        await asyncio.gather(asking, *others)
    assert status == 0, said
    assert not complaints(said), said


@pytest.mark.slow
@pytest.mark.parametrize("route", [CALLBACK, SEND])
async def test_a_signal_while_discord_does_not_answer_leaves_no_fault_in_the_log(
    playground: Playground, driver: Driver, tmp_path: Path, route: str
) -> None:
    await hurry(driver)
    async with program(playground, tmp_path) as running:
        await driver.wait_connected(timeout=LONG_ENOUGH)
        await driver.slash("Ada", "#games", "games")
        held = await driver.hold_before(route)
        asking = asyncio.create_task(driver.slash("Ada", "#games", "challenge keil"))
        await held.wait_until_held()
        running.send_signal(signal.SIGTERM)
        status, said = await ended(running)
        await held.release()
        await asking
    assert status == 0, said
    assert not complaints(said), said


@pytest.mark.slow
async def test_the_log_holds_no_tokens_at_any_level(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    """Whoever has an interaction's token can answer in our name for a quarter of an hour."""
    await hurry(driver)
    async with program(playground, tmp_path, LOG_LEVEL="DEBUG") as running:
        await driver.wait_connected(timeout=LONG_ENOUGH)
        ending = asyncio.create_task(ended(running))  # reads what is written
        await asyncio.gather(*await busy(driver))
        held = await driver.hold_before(CALLBACK)
        late = asyncio.create_task(driver.slash("Ada", "#games", "view"))
        await held.wait_until_held()
        await held.release(drop=True)
        await late
        running.send_signal(signal.SIGTERM)
        status, said = await ending
    assert status == 0
    log = "\n".join(said)
    assert "/callback" in log and "INTERACTION_CREATE" in log, "the log is about interactions"
    tokens = [row["token"] for row in playground.world.state.interactions.rows.values()]
    assert not [token for token in (*tokens, playground.world.token) if token in log]


@pytest.mark.slow
async def test_a_wrong_token_leaves_nothing_open(playground: Playground, tmp_path: Path) -> None:
    async with program(playground, tmp_path, DISCORD_TOKEN="wrong") as running:
        status, said = await ended(running)
    assert status == 78
    assert said[-1] == "keil: DISCORD_TOKEN is not accepted by Discord"


@pytest.mark.slow
async def test_a_discord_that_fails_at_the_login_leaves_nothing_open(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await driver.fail_next("GET /users/@me", 403, times=10, body={"message": "no", "code": 0})
    async with program(playground, tmp_path) as running:
        status, said = await ended(running)
    assert status == TRY_AGAIN, said
    async with program(playground, tmp_path, DISCORD_API_URL="http://127.0.0.1:9") as running:
        status, said = await ended(running)
    assert status == TRY_AGAIN, said


@pytest.mark.slow
async def test_a_signal_ends_a_connection_that_gets_no_answer(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    """Somebody listens at the gateway's address and says nothing."""
    came = asyncio.Event()

    async def silent(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        came.set()
        await reader.read()
        writer.close()

    server = await asyncio.start_server(silent, "127.0.0.1", 0)
    address = f"ws://127.0.0.1:{server.sockets[0].getsockname()[1]}"
    limit: Json = {"total": 1000, "remaining": 1000, "reset_after": 1000, "max_concurrency": 1}
    body: Json = {"url": address, "shards": 1, "session_start_limit": limit}
    await driver.fail_next(GATEWAY, 200, times=1000, body=body)
    async with server, program(playground, tmp_path, DISCORD_GATEWAY_URL=address) as running:
        async with asyncio.timeout(LONG_ENOUGH):
            await came.wait()
        running.send_signal(signal.SIGTERM)
        status, said = await ended(running)
    assert status == 0, said
    assert not complaints(said), said
