"""The requests that Discord allows a bot in a second, whatever discord.py wants to send.

Answers to interactions do not count. Who asks too often is refused everywhere for a while. Several
processes take their requests from one bucket in the database.
https://discord.com/developers/docs/topics/rate-limits#global-rate-limit
"""

import asyncio
import logging
import re
from collections import deque
from contextlib import AbstractAsyncContextManager
from time import monotonic
from types import SimpleNamespace

import aiohttp
from aiolimiter import AsyncLimiter

from bot import metrics
from bot.chat.delivery.sending_attempts import check_fresh, note_status
from bot.storage.database import StorageError
from bot.storage.request_leases import Lease, shared_requests

log = logging.getLogger(__name__)

ALLOWED = 50.0
"""Requests a second for a bot; Discord allows more to very large ones."""
MARGIN = 0.9
"""The part of it that is used: requests may arrive closer together than they were sent."""
AT_ONCE = 0.1
"""The part of that which may be sent at once; the rest comes evenly."""
BATCH = 5
"""Requests that a process takes at a time, so that it does not take them all."""
PAUSE = 1.0
"""Seconds until the next attempt if the database is away."""
_COUNTS = re.compile(r"/api/v[0-9]+/(?!interactions/|webhooks/)")


class RequestBudget:
    """The requests of a bot."""

    def __init__(self, allowed: float = ALLOWED, lease: Lease | None = None) -> None:
        """``allowed``: requests a second in all. ``lease``: see `shared`, if they are shared."""
        at_once, self._steady = bucket(allowed)
        self._limiter = AsyncLimiter(at_once, at_once / self._steady)
        self._lease = lease
        self._waiting = deque[asyncio.Future[None]]()
        self._leasing: asyncio.Task[None] | None = None

    @staticmethod
    def shared(url: str, allowed: float) -> AbstractAsyncContextManager[Lease]:
        """Leases for one of several processes that use the database at ``url``."""
        at_once, steady = bucket(allowed)
        return shared_requests(url, at_once=at_once, steady=steady)

    async def take(self) -> None:
        """Wait until one more request may be sent."""
        if self._lease is None:
            await self._limiter.acquire()
            return
        mine = asyncio.get_running_loop().create_future()
        self._waiting.append(mine)
        if self._leasing is None or self._leasing.done():
            self._leasing = asyncio.create_task(self._lease_some(self._lease))
        await mine

    async def _lease_some(self, lease: Lease) -> None:
        """Lease requests until nobody waits for one."""
        while self._waiting:
            try:
                number = await lease(min(BATCH, len(self._waiting)))
            except StorageError as error:
                log.warning("no request can be leased: %s", error)
                await asyncio.sleep(PAUSE)
                continue
            for _ in range(number):
                self._let_one_pass()
            if not number:
                await asyncio.sleep(1 / self._steady)

    def _let_one_pass(self) -> None:
        while self._waiting:
            first = self._waiting.popleft()
            if not first.done():  # else whoever waited has given up
                first.set_result(None)
                return


def trace(budget: RequestBudget | None) -> aiohttp.TraceConfig:
    """The trace that makes an HTTP session keep to the budget and write no stale request.

    It sees each attempt of a request.
    """

    async def begins(
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        begun: aiohttp.TraceRequestStartParams,
    ) -> None:
        del session, context
        if budget is not None and _COUNTS.match(begun.url.path):
            since = monotonic()
            await budget.take()
            metrics.waited_for_budget(monotonic() - since)
        check_fresh()

    async def ends(
        session: aiohttp.ClientSession,
        context: SimpleNamespace,
        done: aiohttp.TraceRequestEndParams,
    ) -> None:
        del session, context
        kind = "token" if _COUNTS.match(done.url.path) else "exempt"
        metrics.request_done(kind, done.response.status)
        note_status(done.response.status)

    config = aiohttp.TraceConfig()
    config.on_request_start.append(begins)
    config.on_request_end.append(ends)
    return config


def bucket(allowed: float) -> tuple[float, float]:
    """How many requests may be sent at once, and how many a second: together what may be used."""
    used = MARGIN * allowed
    at_once = max(1.0, AT_ONCE * used)
    return at_once, max(used - at_once, used / 2)
