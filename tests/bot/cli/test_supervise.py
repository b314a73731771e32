"""`keil supervise`: starts the bot again with growing pauses, and not if its settings are wrong."""

import asyncio
import json
import os
import signal
import sys
from asyncio.subprocess import PIPE, Process
from itertools import islice
from pathlib import Path

import pytest

from bot.cli import supervise
from bot.playground.driver import Driver
from bot.playground.server import Playground
from bot.settings import Settings
from tests.bot.cli.test_stopping import LONG_ENOUGH
from tests.contract import ROOT


def test_pauses_grow_up_to_the_longest() -> None:
    assert list(islice(supervise.pauses(), 7)) == [15, 30, 60, 120, 240, 300, 300]


async def started(file: Path, times: int) -> None:
    async with asyncio.timeout(LONG_ENOUGH):
        while not file.exists() or len(file.read_text()) < times:  # noqa: ASYNC110, ASYNC240
            await asyncio.sleep(0.02)


async def test_what_ends_is_started_again_until_a_signal_comes(tmp_path: Path) -> None:
    file = tmp_path / "starts"
    program = f"open({str(file)!r}, 'a').write('.'); raise SystemExit(1)"
    at_work = asyncio.create_task(supervise.supervise([sys.executable, "-c", program], 0.01))
    await started(file, 3)
    os.kill(os.getpid(), signal.SIGTERM)
    async with asyncio.timeout(LONG_ENOUGH):
        assert await at_work in (1, -signal.SIGTERM)


async def test_wrong_settings_are_not_tried_again(
    tmp_path: Path, caplog: pytest.LogCaptureFixture
) -> None:
    file = tmp_path / "starts"
    program = f"open({str(file)!r}, 'a').write('.'); raise SystemExit(78)"
    at_work = asyncio.create_task(supervise.supervise([sys.executable, "-c", program], 0.01))
    async with asyncio.timeout(LONG_ENOUGH):
        while "the settings are wrong" not in caplog.text:  # noqa: ASYNC110 (in the log)
            await asyncio.sleep(0.02)
    os.kill(os.getpid(), signal.SIGTERM)
    async with asyncio.timeout(LONG_ENOUGH):
        assert await at_work == 78
    assert file.read_text() == "."


@pytest.mark.slow
async def test_the_settings_may_stand_in_a_file(tmp_path: Path) -> None:
    """LOG_FORMAT is a setting of what supervises, too."""
    (tmp_path / ".env").write_text("LOG_FORMAT=json\n")
    running = await supervising(tmp_path)
    assert running.stderr is not None
    async with asyncio.timeout(LONG_ENOUGH):
        assert (await running.stderr.readline()).startswith(b"keil: DISCORD_TOKEN is not set")
        line = json.loads(await running.stderr.readline())
    assert line["event"].startswith("the settings are wrong")
    running.send_signal(signal.SIGTERM)
    async with asyncio.timeout(LONG_ENOUGH):
        assert await running.wait() == 78


@pytest.mark.slow
async def test_wrong_settings_in_a_file_are_said_and_waited_with(tmp_path: Path) -> None:
    (tmp_path / ".env").write_text("LOG_FORMAT=xml\n")
    running = await supervising(tmp_path)
    assert running.stderr is not None
    async with asyncio.timeout(LONG_ENOUGH):
        assert (await running.stderr.readline()).startswith(b"keil: LOG_FORMAT ")
        assert b"the settings are wrong" in await running.stderr.readline()
    running.send_signal(signal.SIGTERM)
    async with asyncio.timeout(LONG_ENOUGH):
        assert await running.wait() == 78


async def supervising(folder: Path, **settings: str) -> Process:
    """The program, started in a folder with no other settings than these."""
    no_settings = {name.upper() for name in Settings.model_fields}
    clean = {k: v for k, v in os.environ.items() if k not in no_settings}
    return await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "supervise"),
        cwd=folder,
        env=clean | {"PYTHONPATH": str(ROOT)} | settings,
        stderr=PIPE,
    )


@pytest.mark.slow
async def test_a_signal_reaches_the_bot_which_stops_cleanly(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    running = await supervising(
        tmp_path,
        DISCORD_TOKEN=playground.world.token,
        DISCORD_API_URL=playground.url,
        DISCORD_GATEWAY_URL=playground.gateway_url,
    )
    await driver.wait_connected(timeout=LONG_ENOUGH)
    running.send_signal(signal.SIGTERM)
    async with asyncio.timeout(LONG_ENOUGH):
        _, said = await running.communicate()
    assert running.returncode == 0, said
    await driver.wait_connected(False, timeout=LONG_ENOUGH)
