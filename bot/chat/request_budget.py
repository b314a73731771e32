"""The requests that Discord allows a bot in a second, shared by all of its processes.

Answers to interactions do not count. Who asks too often is refused everywhere for a while, so each
process keeps to its share, whatever discord.py wants to send.
https://discord.com/developers/docs/topics/rate-limits#global-rate-limit
"""

import re
from collections.abc import Callable
from types import SimpleNamespace

import aiohttp
from aiolimiter import AsyncLimiter

ALLOWED = 50.0
"""Requests a second for a bot; Discord allows more to very large ones."""
MARGIN = 0.9
"""The part of it that is used: requests may arrive closer together than they were sent."""
AT_ONCE = 0.2
"""The part of a share that may be sent at once."""
_COUNTS = re.compile(r"/api/v[0-9]+/(?!interactions/|webhooks/)")


class RequestBudget:
    """The share of this process in the requests of its bot."""

    def __init__(self, allowed: float, processes: Callable[[], int]) -> None:
        """``allowed``: requests a second in all; ``processes``: how many share them now."""
        self._allowed = allowed
        self._processes = processes
        self._shared_by = 0
        self._limiter = AsyncLimiter(1)

    async def take(self) -> None:
        """Wait until one more request may be sent."""
        if self._shared_by != self._processes():
            self._shared_by = self._processes()
            share = MARGIN * self._allowed / self._shared_by
            at_once = max(1.0, AT_ONCE * share)
            steady = max(share - at_once, share / 2)  # both together within any second: the share
            self._limiter = AsyncLimiter(at_once, at_once / steady)
        await self._limiter.acquire()

    def trace(self) -> aiohttp.TraceConfig:
        """What makes an HTTP session keep to the budget: each attempt of a request takes part."""

        async def begins(
            session: aiohttp.ClientSession,
            context: SimpleNamespace,
            begun: aiohttp.TraceRequestStartParams,
        ) -> None:
            del session, context
            if _COUNTS.match(begun.url.path):
                await self.take()

        config = aiohttp.TraceConfig()
        config.on_request_start.append(begins)
        return config
