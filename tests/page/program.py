"""``keil playground`` as people start it: a process of its own that prints an address."""

import asyncio
import os
import re
import signal
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path

from bot.playground.driver import Driver
from bot.service.server_settings import ServerSettings
from bot.storage.rows import BOARDS
from tests.contract import ROOT
from tests.stores import execute

_ADDRESS = re.compile(r"(http://127\.0\.0\.1:(\d+))/#key=(\S+)")


@dataclass
class Program:
    """The running program."""

    process: asyncio.subprocess.Process
    url: str
    port: int
    key: str

    async def interrupt(self) -> str:
        """Ctrl-C; the rest of what it prints."""
        assert self.process.stdout is not None
        self.process.send_signal(signal.SIGINT)
        async with asyncio.timeout(60):
            rest = await self.process.stdout.read()
            await self.process.wait()
        return rest.decode()


@asynccontextmanager
async def program(
    data: Path, *, port: int = 0, place: str | None = BOARDS
) -> AsyncGenerator[Program]:
    """Started on that data folder; it is gone afterwards.

    ``place``: how games live there, as the owners of all servers have decided; None: they have not.
    """
    environment = {k: v for k, v in os.environ.items() if not k.startswith("DISCORD_")}
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "playground", "--data", str(data), "--port", str(port)),
        cwd=ROOT,
        env=environment,
        stdout=asyncio.subprocess.PIPE,
    )
    assert process.stdout is not None
    try:
        async with asyncio.timeout(60):
            while (
                found := _ADDRESS.search((line := await process.stdout.readline()).decode())
            ) is None:
                assert line, "it ended without an address"
        running = Program(process, found[1], int(found[2]), found[3])
        if place is not None:
            await _games_live(place, running, data)
        yield running
    finally:
        if process.returncode is None:
            process.terminate()
        async with asyncio.timeout(60):
            await process.stdout.read()
            await process.wait()


async def _games_live(place: str, running: Program, data: Path) -> None:
    async with Driver(running.url, running.key) as driver:
        servers = (await driver.overview())["guilds"]
    chosen = ServerSettings(place=place).write()
    rows = ", ".join(f"({server['id']}, '{chosen}')" for server in servers)
    told = f"INSERT INTO configured (server, chosen) VALUES {rows} ON CONFLICT DO NOTHING"
    execute(f"sqlite:///{data / 'playground-keil.db'}", told)
