"""What systemd is told: that the bot has started, is alive, and stops."""

import asyncio
import contextlib
import signal
import socket
from pathlib import Path

import pytest

from bot.cli import systemd_notify
from bot.playground.driver import Driver
from bot.playground.server import Playground
from tests.bot.cli.test_stopping import LONG_ENOUGH, ended, program
from tests.bot.table import Table


class Clock:
    """The monotonic clock, which goes on only as the test says, and counts who looks at it."""

    def __init__(self) -> None:
        self.now, self.looks = 0.0, 0

    def __call__(self) -> float:
        self.looks += 1
        return self.now

    async def is_looked_at(self, times: int) -> None:
        """Return when it has been looked at so many times more."""
        wanted = self.looks + times
        async with asyncio.timeout(LONG_ENOUGH):
            while self.looks < wanted:  # noqa: ASYNC110 (another task counts)
                await asyncio.sleep(0.01)


class Systemd:
    """The socket to which services report."""

    def __init__(self, folder: Path) -> None:
        self.path = str(folder / "notify")
        self._socket = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self._socket.setblocking(False)
        self._socket.bind(self.path)
        self.told: list[str] = []

    async def hears(self, message: str) -> None:
        """Return when the service has said this."""
        async with asyncio.timeout(LONG_ENOUGH):
            while message not in self.told:
                said = await asyncio.get_running_loop().sock_recv(self._socket, 1000)
                self.told += said.decode().split("\n")

    def forget(self) -> None:
        """Drop what was said until now."""
        with contextlib.suppress(BlockingIOError):
            while self._socket.recv(1000):
                pass
        self.told.clear()

    def close(self) -> None:
        self._socket.close()


@pytest.mark.slow
async def test_systemd_hears_of_the_start_of_life_and_of_the_end(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    systemd = Systemd(tmp_path)
    more = {"NOTIFY_SOCKET": systemd.path, "WATCHDOG_USEC": "600000"}
    held = await driver.hold_before("GET /users/@me")
    async with program(playground, tmp_path, **more) as running:
        await held.wait_until_held()
        assert systemd.told == []
        await held.release()
        await systemd.hears("READY=1")
        systemd.told.clear()
        await systemd.hears("WATCHDOG=1")
        running.send_signal(signal.SIGTERM)
        await systemd.hears("STOPPING=1")
        status, said = await ended(running)
    systemd.close()
    assert status == 0, said


async def test_a_bot_that_is_long_without_the_gateway_is_not_called_alive(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    systemd, clock = Systemd(tmp_path), Clock()
    monkeypatch.setattr(systemd_notify, "monotonic", clock)
    monkeypatch.setenv("NOTIFY_SOCKET", systemd.path)
    monkeypatch.setenv("WATCHDOG_USEC", "60000")
    table.service.process_shards.connected.discard(0)
    stop = asyncio.Event()
    informing = asyncio.create_task(systemd_notify.keep_informed(table.client, stop))
    await systemd.hears("WATCHDOG=1")  # it may come back
    clock.now += systemd_notify.LONGEST_AWAY
    systemd.forget()
    await clock.is_looked_at(3)
    stop.set()
    await systemd.hears("STOPPING=1")
    await informing
    systemd.close()
    assert systemd.told == ["STOPPING=1"]


def test_without_systemd_nothing_is_said(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delenv("NOTIFY_SOCKET", raising=False)
    systemd_notify.notify("READY=1")
    monkeypatch.setenv("NOTIFY_SOCKET", "/nowhere/at/all")
    systemd_notify.notify("READY=1")
