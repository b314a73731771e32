"""How the program stops: by a signal at any moment, and by itself if another try cannot help."""

import asyncio
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from pathlib import Path

import pytest

from bot.playground.driver import Driver
from bot.playground.server import Playground
from tests.bot.table import Json
from tests.contract import ROOT

GATEWAY = "GET /gateway/bot"
NOBODY = "ws://127.0.0.1:9"
"""An address where nothing listens."""
LONG_ENOUGH = 30
"""Seconds after which a program that does not end is one that never would."""


@asynccontextmanager
async def program(playground: Playground, folder: Path) -> AsyncGenerator[Process]:
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
        env=clean | settings,
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
    """The exit status, and what was written to standard error."""
    async with asyncio.timeout(LONG_ENOUGH):
        _, said = await running.communicate()
    return running.returncode, said.decode().splitlines()


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
    async with program(playground, tmp_path) as running:
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
