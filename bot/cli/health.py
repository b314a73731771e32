"""The HTTP endpoints for supervisors: is the process alive, is it ready, and its metrics.

``/healthz`` is for the supervisor that restarts the process, ``/readyz`` for the one that sends
people to it or goes on with an upgrade, ``/metrics`` for Prometheus. Off without HEALTH_ADDRESS.
"""

import asyncio
import contextlib
import os
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from math import inf
from time import monotonic
from typing import Generic, TypeVar

from aiohttp import web

from bot import metrics
from bot.chat.gateway.client import KeilClient
from bot.errors import first_line
from bot.service.current_time import utc_now
from bot.settings import host_and_port
from bot.storage.database import DriverError, Store
from bot.storage.transaction import Transaction

T = TypeVar("T")

LONGEST_LAG = 1.0
"""Seconds by which the event loop may be late; people wait three at most."""
LOOK_EVERY = 0.5
"""Seconds between two looks at the event loop."""
LONGEST_SILENCE = 90.0
"""Seconds since the last acknowledged heartbeat; Discord asks for one every 41."""
DATABASE_TIMEOUT = 2.0
"""Seconds that the database has to answer."""
FRESH = 3.0
"""Seconds for which what the database said is said again: it is used no more often than that."""
PROBE = "write probe"
"""Key of the row that is written to see whether the database can be written."""
OK, NO = 200, 503


class AddressInUseError(OSError):
    """Something else listens at the address."""


class Throttled(Generic[T]):
    """A use of the database that many may ask for: one at a time, and at most one in `FRESH` s."""

    def __init__(self, use: Callable[[], Awaitable[T]]) -> None:
        self._use = use
        self._task: asyncio.Task[T] | None = None
        self._begun = -inf

    async def result(self) -> T:
        """The result of the newest use. Raises `TimeoutError`, and the errors of the database."""
        if self._task is None or (self._task.done() and monotonic() - self._begun > FRESH):
            self._begun = monotonic()
            self._task = asyncio.create_task(self._run())
            self._task.add_done_callback(lambda done: done.cancelled() or done.exception())
        done, _ = await asyncio.wait({self._task}, timeout=DATABASE_TIMEOUT)
        if not done:
            raise TimeoutError
        return self._task.result()

    async def _run(self) -> T:
        return await self._use()

    def close(self) -> None:
        """Cancel what still runs."""
        if self._task is not None:
            self._task.cancel()


class Health:
    """The health of a process, as far as it can tell."""

    def __init__(self, stop: asyncio.Event) -> None:
        """``stop``: set when the process ends."""
        self._stop = stop
        self._client: KeilClient | None = None
        self._store: Store | None = None
        self._write_probe = Throttled(self._write_one_row)
        self._backlog = Throttled(self._read_backlog)
        self._lag = 0.0
        self._woken = monotonic()

    def of(self, client: KeilClient, store: Store) -> None:
        """The process has opened its database and is about to log in."""
        self._client, self._store = client, store

    @property
    def lag(self) -> float:
        """Seconds by which the event loop is late, or was when it was last looked at."""
        return max(self._lag, monotonic() - self._woken - LOOK_EVERY)

    async def not_ready(self) -> list[str]:
        """Why the process cannot serve people; empty if it can."""
        if self._stop.is_set():
            return ["stopping"]
        if self._client is None:
            return ["starting: the database is not open"]
        shards = self._client.gateway()
        reasons = [] if shards else ["starting: not logged in"]
        for number, shard in shards.items():
            if not shard.connected:
                reasons.append(f"shard {number} is not connected")
            elif shard.unanswered > LONGEST_SILENCE:
                reasons.append(f"shard {number}: Discord acknowledges no heartbeats")
        if not reasons and not self._client.is_ready():
            reasons.append("starting: not all servers are known")
        try:
            await self._write_probe.result()
        except TimeoutError:
            reasons.append("the database does not answer")
        except (DriverError, RuntimeError) as error:
            reasons.append(f"the database cannot be written: {first_line(error)}")
        return reasons

    async def measured(self) -> bytes:
        """The metrics, with what is only looked at when somebody asks."""
        reasons = await self.not_ready()
        metrics.ready(not reasons)
        if self._client is not None:
            metrics.shards(self._client.gateway())
            try:
                metrics.backlog(await self._backlog.result())
            except (TimeoutError, DriverError, RuntimeError):
                metrics.database_up(False)
            else:
                metrics.database_up(True)
        return metrics.text()

    async def _write_one_row(self) -> None:
        """Show that the database can be written: replaces one row, which all processes share."""

        def work(tx: Transaction) -> None:
            tx.meta.set(PROBE, utc_now().isoformat())

        assert self._store is not None
        await self._store.write(work)

    async def _read_backlog(self) -> metrics.Backlog:
        assert self._store is not None
        return await self._store.read(lambda tx: tx.backlog.at(utc_now()))

    async def look_at_the_loop(self) -> None:
        """Measure how late the event loop is, until cancelled."""
        while True:
            self._woken = monotonic()
            await asyncio.sleep(LOOK_EVERY)
            self._lag = max(0.0, monotonic() - self._woken - LOOK_EVERY)
            metrics.lagged(self._lag)

    # --- HTTP ---

    @asynccontextmanager
    async def served(self, address: str) -> AsyncGenerator[None]:
        """Answer at ``address``, or nowhere if it is empty. Raises `AddressInUseError`."""
        looking = asyncio.create_task(self.look_at_the_loop())
        try:
            async with contextlib.AsyncExitStack() as stack:
                if address:
                    await stack.enter_async_context(self._listening(address))
                yield
        finally:
            looking.cancel()
            self._write_probe.close()
            self._backlog.close()

    @asynccontextmanager
    async def _listening(self, address: str) -> AsyncGenerator[None]:
        app = web.Application()
        app.router.add_get("/healthz", self._healthz)
        app.router.add_get("/readyz", self._readyz)
        app.router.add_get("/metrics", self._metrics)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await runner.setup()
        try:
            await web.TCPSite(runner, *host_and_port(address)).start()
        except OSError as error:
            await runner.cleanup()
            reason = os.strerror(error.errno or 0)
            raise AddressInUseError(
                f"HEALTH_ADDRESS: cannot listen at {address}: {reason}"
            ) from error
        try:
            yield
        finally:
            await runner.cleanup()

    async def _healthz(self, request: web.Request) -> web.Response:
        del request
        lag = self.lag
        late = lag > LONGEST_LAG
        reasons = [f"the event loop is {lag:.1f} s late"] if late else []
        return _said(reasons, lag_seconds=round(lag, 3))

    async def _readyz(self, request: web.Request) -> web.Response:
        del request
        return _said(await self.not_ready())

    async def _metrics(self, request: web.Request) -> web.Response:
        del request
        body = await self.measured()
        return web.Response(body=body, headers={"Content-Type": metrics.CONTENT_TYPE})


def _said(reasons: list[str], **more: float) -> web.Response:
    body = {"ok": not reasons, "reasons": reasons, **more}
    return web.json_response(body, status=NO if reasons else OK)
