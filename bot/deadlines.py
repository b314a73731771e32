"""One task that sleeps until the next deadline, then lets the host do what has become due."""

import asyncio
import logging
from collections.abc import Awaitable, Callable

from bot.host import Host

log = logging.getLogger(__name__)

LONGEST_SLEEP = 10.0
"""Seconds; also how often a sign of life is stored, by which an outage is measured."""


class Deadlines:
    """The timer. It stands still while people cannot reach the bot.

    ``serve`` is called in every round: it posts what has come of it, and what nobody else has.
    """

    def __init__(
        self,
        host: Host,
        serve: Callable[[], Awaitable[None]],
        reachable: Callable[[], bool],
        longest_sleep: float = LONGEST_SLEEP,
    ) -> None:
        self._host = host
        self._serve = serve
        self._reachable = reachable
        self._longest_sleep = longest_sleep

    async def run(self) -> None:
        """For ever."""
        while True:
            pause = await self._round()
            await asyncio.sleep(pause)

    async def _round(self) -> float:
        """Do what is due; the seconds until the next look."""
        if not self._reachable():
            return min(1.0, self._longest_sleep)
        begun = self._host.now()
        try:
            await self._host.tick()
            await self._serve()
            deadline = await self._host.next_deadline()
        except Exception:  # the timer must not stop for good
            log.exception("deadlines could not be looked at")
            return self._longest_sleep
        if deadline is None or deadline <= begun:  # still there: a match that cannot be ended
            return self._longest_sleep
        left = (deadline - self._host.now()).total_seconds()
        return max(0.05, min(left, self._longest_sleep))
