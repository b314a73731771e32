"""The processes: the real bot, which may be killed, and the stand-in for Discord."""

import asyncio
import contextlib
import json
import os
import resource
import signal
import sqlite3
import sys
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from bot.playground.driver import Driver
from tests.contract import ROOT

Json = dict[str, Any]
PATIENCE = 180.0
"""Seconds to wait for anything: only a broken campaign waits that long."""
TOKEN = "token-of-the-campaign"
KEY = "key-of-the-campaign"


@dataclass
class Bot:
    """One process of the bot."""

    pid: int
    ended: asyncio.Future[int] = field(default_factory=asyncio.Future[int])
    """Its exit status, once it has ended."""

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return not self.ended.done()

    def send(self, number: signal.Signals) -> None:
        """Send it a signal, if it lives."""
        if self.alive:
            with contextlib.suppress(ProcessLookupError):
                os.kill(self.pid, number)

    async def end(self, number: signal.Signals = signal.SIGKILL, patience: float = PATIENCE) -> int:
        """Send it a signal and wait for its end. Returns its exit status."""
        self.send(number)
        return await self.status(patience)

    async def status(self, patience: float = PATIENCE) -> int:
        """Its exit status, once it has ended by itself."""
        async with asyncio.timeout(patience):
            return await asyncio.shield(self.ended)

    def memory(self) -> int:
        """Bytes of memory that it holds for itself; 0 when it has ended."""
        with contextlib.suppress(OSError, IndexError, ValueError):
            pages = int(Path(f"/proc/{self.pid}/statm").read_text().split()[1])
            return pages * resource.getpagesize()
        return 0

    def descriptors(self) -> int:
        """How many files and sockets it has open; 0 when it has ended."""
        with contextlib.suppress(OSError):
            return len(list(Path(f"/proc/{self.pid}/fd").iterdir()))
        return 0


class Launcher:
    """The process that forks bots."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._process: asyncio.subprocess.Process | None = None
        self._begun = asyncio.Queue[Bot]()
        self._bots: dict[int, Bot] = {}
        self._starting = asyncio.Lock()

    @asynccontextmanager
    async def ready(self) -> AsyncGenerator["Launcher"]:
        """The launcher; no bot is left at the end."""
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "tests.campaign.launcher"),
            cwd=self._folder,  # no .env of the project's
            env={**os.environ, "PYTHONPATH": str(ROOT)},
            start_new_session=True,  # Ctrl-C is for the campaign, which ends them
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
        )
        listening = asyncio.create_task(self._listen())
        try:
            yield self
        finally:
            assert self._process.stdin is not None
            for bot in list(self._bots.values()):
                bot.send(signal.SIGKILL)
            self._process.stdin.close()
            await self._process.wait()
            await listening

    async def _listen(self) -> None:
        assert self._process is not None
        assert self._process.stdout is not None
        while line := await self._process.stdout.readline():
            what, pid, *status = json.loads(line)
            if what == "began":  # an earlier process may have had the same number
                self._bots[pid] = Bot(pid)
                self._begun.put_nowait(self._bots[pid])
            else:
                self._bots[pid].ended.set_result(status[0])

    async def start(self, environment: dict[str, str]) -> Bot:
        """Fork a bot."""
        assert self._process is not None
        assert self._process.stdin is not None
        async with self._starting, asyncio.timeout(PATIENCE):
            self._process.stdin.write(json.dumps(environment).encode() + b"\n")
            return await self._begun.get()


class StandIn:
    """The stand-in for Discord; it can be killed and started again, and forgets nothing."""

    def __init__(self, folder: Path) -> None:
        self.database = folder / "discord.db"
        self._folder = folder
        self._process: asyncio.subprocess.Process | None = None
        self._port = 0
        self.url = self.gateway = ""
        (folder / "driver-key").write_text(KEY)
        self._log = os.open(folder / "discord.log", os.O_WRONLY | os.O_CREAT | os.O_APPEND)

    async def start(self) -> None:
        """Start it, at the same address as before."""
        self._process = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "bot.playground", "--until-eof"),
            *("--database", str(self.database), "--port", str(self._port), "--token", TOKEN),
            *("--key-file", str(self._folder / "driver-key"), "--check", "tests.contract:check"),
            cwd=ROOT,
            start_new_session=True,  # Ctrl-C is for the campaign, which ends them
            stdin=asyncio.subprocess.PIPE,
            stdout=asyncio.subprocess.PIPE,
            stderr=self._log,
        )
        assert self._process.stdout is not None
        async with asyncio.timeout(PATIENCE):
            line = await self._process.stdout.readline()
        ready: Json = json.loads(line)
        self.url, self.gateway = ready["url"], ready["gateway"]
        self._port = int(self.url.rpartition(":")[2])

    @property
    def alive(self) -> bool:
        """Whether it runs."""
        return self._process is not None and self._process.returncode is None

    def send(self, number: signal.Signals) -> None:
        """Send it a signal."""
        assert self._process is not None
        with contextlib.suppress(ProcessLookupError):
            self._process.send_signal(number)

    async def end(self, number: signal.Signals = signal.SIGKILL) -> None:
        """End it."""
        self.send(number)
        assert self._process is not None
        async with asyncio.timeout(PATIENCE):
            await self._process.wait()

    @asynccontextmanager
    async def running(self) -> AsyncGenerator[Driver]:
        """Its driver, while it runs."""
        await self.start()
        try:
            async with Driver(self.url, KEY) as driver:
                yield driver
        finally:
            self.send(signal.SIGCONT)
            await self.end()


def look(database: Path, query: str, given: tuple[object, ...] = ()) -> list[Any]:
    """The rows of a query; nothing before there is a database, or while it cannot be read."""
    if not database.exists():
        return []
    with contextlib.closing(sqlite3.connect(database, timeout=10)) as opened:
        try:
            return opened.execute(query, given).fetchall()
        except sqlite3.OperationalError as error:
            if "no such table" in str(error):
                return []
            raise
