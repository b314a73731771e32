"""``keil playground``, a process of its own that prints an address."""

import asyncio
import contextlib
import json
import os
import re
import signal
import sys
from collections.abc import AsyncGenerator, Mapping, Sequence
from contextlib import asynccontextmanager
from dataclasses import dataclass
from pathlib import Path
from typing import Self

from bot.playground.driver import Driver
from bot.service.server_settings import ServerSettings
from bot.storage.rows import BOARDS
from tests.contract import ROOT
from tests.launching import address_of
from tests.stores import execute

_ADDRESS = re.compile(r"(http://127\.0\.0\.1:(\d+))/#key=(\S+)")


class Forked:
    """A process that the launcher has forked, in place of one of asyncio's."""

    def __init__(self, pid: int, stdout: asyncio.StreamReader, writer: asyncio.StreamWriter):
        self.pid, self.stdout, self._writer = pid, stdout, writer

    @classmethod
    async def start(cls, arguments: Sequence[str], environment: Mapping[str, str]) -> Self:
        """Fork it."""
        address = await asyncio.to_thread(address_of, "tests.page.launcher")
        reader, writer = await asyncio.open_unix_connection(address)
        writer.write(json.dumps([arguments, dict(environment)]).encode() + b"\n")
        async with asyncio.timeout(60):
            return cls(int(await reader.readline()), reader, writer)

    @property
    def returncode(self) -> int | None:
        """None while it lives; nobody knows how it has ended."""
        try:
            os.kill(self.pid, 0)
        except ProcessLookupError:
            return 0
        return None

    def send_signal(self, number: int) -> None:
        """Such as Ctrl-C."""
        os.kill(self.pid, number)

    def terminate(self) -> None:
        """Ask it to stop."""
        self.send_signal(signal.SIGTERM)

    def kill(self) -> None:
        """End it at once."""
        self.send_signal(signal.SIGKILL)

    async def wait(self) -> None:
        """Return when it has ended."""
        while self.returncode is None:  # noqa: ASYNC110 (it is not our child)
            await asyncio.sleep(0.005)
        self._writer.close()
        with contextlib.suppress(ConnectionError):
            await self._writer.wait_closed()


@dataclass
class Program:
    """The running program."""

    process: asyncio.subprocess.Process | Forked
    url: str
    port: int
    key: str
    told: str
    """What it printed before its address."""

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
    data: Path, *, port: int = 0, place: str | None = BOARDS, anew: bool = False
) -> AsyncGenerator[Program]:
    """Started on that data folder; it is gone afterwards.

    ``place``: how games live there, as the owners of all servers have decided; None: they have not.
    ``anew``: as people start it, by a command; else forked, which takes a fraction of the time.
    """
    environment = {k: v for k, v in os.environ.items() if not k.startswith("DISCORD_")}
    arguments = ["playground", "--data", str(data), "--port", str(port)]
    if anew:
        process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot", *arguments),
            cwd=ROOT,
            env=environment,
            stdout=asyncio.subprocess.PIPE,
        )
    else:
        process = await Forked.start(arguments, environment)
    assert process.stdout is not None
    told = ""
    try:
        async with asyncio.timeout(60):
            while (
                found := _ADDRESS.search(line := (await process.stdout.readline()).decode())
            ) is None:
                assert line, "it ended without an address"
                told += line
        running = Program(process, found[1], int(found[2]), found[3], told)
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
