"""The stand-in and its driver, in the test's loop or as a process of its own.

Leaving either one fails the test if the bot used a route that the stand-in does not know, or if a
body on either side broke the contract. A test that sends broken bodies on purpose empties
``playground.violations`` (``unknown``) itself.
"""

import asyncio
import json
import signal
import sys
from collections.abc import AsyncGenerator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.playground.driver import Driver
from bot.playground.server import Playground
from tests import contract, hours
from tests.contract import ROOT
from tests.playground.plain import TOKEN, Gateway, Rest


@pytest.fixture
async def playground(tmp_path: Path) -> AsyncGenerator[Playground]:
    """Server "Demo" with #games and #general, and Ada (its owner), Bo and Cy."""
    async with Playground(
        token=TOKEN, database=tmp_path / "playground.db", check=contract.check
    ) as made:
        made.world.clock.move(hours.ahead.total_seconds())
        yield made
    assert not made.unknown, made.unknown
    assert not made.violations, "\n".join(made.violations)


@pytest.fixture
async def driver(playground: Playground) -> AsyncGenerator[Driver]:
    """What people do on `playground`."""
    async with Driver(playground.url, playground.driver_key) as made:
        yield made


@pytest.fixture
async def rest(playground: Playground) -> AsyncGenerator[Rest]:
    """Plain HTTP with the bot's token."""
    async with Rest(playground.url) as made:
        yield made


@pytest.fixture
def games(playground: Playground) -> str:
    """The number of the channel #games."""
    channels = playground.world.state.channels.rows.values()
    return next(channel["id"] for channel in channels if channel["name"] == "games")


@pytest.fixture
async def gateway(playground: Playground) -> AsyncGenerator[Gateway]:
    """A plain WebSocket client that has identified."""
    async with Gateway(playground.url) as made:
        await made.identify()
        yield made


@dataclass(frozen=True)
class PlaygroundProcess:
    """A stand-in in its own process."""

    process: asyncio.subprocess.Process
    url: str
    gateway: str
    driver: Driver

    def kill(self) -> None:
        """SIGKILL: nothing that it answered is lost."""
        self.process.kill()


PlaygroundStart = Callable[..., AbstractAsyncContextManager[PlaygroundProcess]]


@pytest.fixture
def playground_process(tmp_path: Path) -> PlaygroundStart:
    """``async with playground_process() as stand_in``: started on the test's own database.

    Arguments are added to the command line (``"--free"``, ``"--port", "8123"``). Started again
    in one test, it finds what was there.
    """

    @asynccontextmanager
    async def start(*arguments: str) -> AsyncGenerator[PlaygroundProcess]:
        command = ["-m", "bot.playground", "--database", str(tmp_path / "playground.db")]
        command += ["--token", TOKEN, "--check", "tests.contract:check", *arguments]
        process = await asyncio.create_subprocess_exec(
            sys.executable, *command, cwd=ROOT, stdout=asyncio.subprocess.PIPE
        )
        try:
            assert process.stdout is not None
            ready: dict[str, Any] = json.loads(await process.stdout.readline())
            async with Driver(ready["url"], ready["driver_key"]) as driver:
                yield PlaygroundProcess(process, ready["url"], ready["gateway"], driver)
                if process.returncode is None:
                    report = await driver.report()
                    assert not report["unknown"], report["unknown"]
                    assert not report["violations"], "\n".join(report["violations"])
        finally:
            if process.returncode is None:
                process.send_signal(signal.SIGTERM)
            async with asyncio.timeout(60):
                await process.wait()

    return start
