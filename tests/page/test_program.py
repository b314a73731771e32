"""``keil playground`` and ``keil play`` as processes."""

import asyncio
import os
import re
import stat
import sys
from functools import partial
from pathlib import Path

import aiohttp
import pytest

from bot.playground.driver import Driver
from tests.contract import ROOT
from tests.page import program as programs
from tests.playground.pictures import png

pytestmark = pytest.mark.slow
program = partial(programs.program, anew=True)


async def test_the_page_is_there_and_everything_is_kept(tmp_path: Path) -> None:
    picture = png(3, 3)
    async with program(tmp_path) as first:
        async with aiohttp.ClientSession() as session, session.get(first.url) as response:
            assert "<title>Playground" in await response.text()
        async with Driver(first.url, first.key) as driver:
            await driver.say("Ada", "#games", "hello", files={"a.png": picture})
            answer = await driver.slash("Ada", "#games", "challenge keil", {"opponent": "Bo"})
            assert "on its way" in answer.text
            await driver.wait_for_message("#games", lambda m: "challenges" in m["content"])
        assert "everything is kept" in await first.interrupt()
        assert first.process.returncode == 0
    assert stat.S_IMODE((tmp_path / "playground.key").stat().st_mode) == 0o600
    assert not (tmp_path / "keil.db").exists()
    # A moment later, on the same port and with the same key: open tabs go on.
    async with program(tmp_path, port=first.port) as second:
        assert (second.url, second.key) == (first.url, first.key)
        async with Driver(second.url, second.key) as driver:
            said, *_, card = await driver.messages("#games", "Bo")
            assert await driver.file(said["attachments"][0]) == picture
            assert (await driver.click("Bo", card, "Accept")).text.startswith("Accepted")


async def test_a_port_that_is_taken_and_a_folder_that_is_in_use(tmp_path: Path) -> None:
    async with (
        program(tmp_path / "one") as first,
        program(tmp_path / "two", port=first.port) as two,
    ):
        assert two.port != first.port
        assert f"Port {first.port} is not free, so the playground takes port {two.port}" in two.told
        assert "not free" not in first.told
        again = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", "playground", "--data", str(tmp_path / "one")),
            cwd=ROOT,
            stderr=asyncio.subprocess.PIPE,
        )
        _, said = await asyncio.wait_for(again.communicate(), 60)
        assert re.fullmatch(rb"keil: a playground is open already on .*\n", said), said
        assert again.returncode == 78


async def test_the_stand_in_ends_with_the_program(tmp_path: Path) -> None:
    async with program(tmp_path) as running:
        running.process.kill()
        await running.process.wait()
        async with asyncio.timeout(60), aiohttp.ClientSession() as session:
            with pytest.raises(aiohttp.ClientError):
                while True:
                    async with session.get(running.url):
                        await asyncio.sleep(0.05)


@pytest.mark.parametrize(
    ("command", "token", "said"),
    [
        ("run", "", rb"DISCORD_TOKEN is not set"),
        ("play", "no token\n", rb"DISCORD_TOKEN is no token"),
    ],
)
async def test_with_a_token_and_without(
    tmp_path: Path, command: str, token: str, said: bytes
) -> None:
    """``run`` never falls back; ``play`` is ``run`` where there is a token, however bad."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", command),
        cwd=tmp_path,
        env={**os.environ, "DISCORD_TOKEN": token, "PYTHONPATH": str(ROOT)},
        stderr=asyncio.subprocess.PIPE,
    )
    _, words = await asyncio.wait_for(process.communicate(), 60)
    assert said in words
    assert words.count(b"\n") == 1
    assert process.returncode == 78
    assert not await asyncio.to_thread(lambda: list(tmp_path.iterdir()))
