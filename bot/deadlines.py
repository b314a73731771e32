"""One task that sleeps until the next deadline, then lets the host do what has become due."""

import asyncio
import logging
from collections.abc import Callable

from bot.host import Host

log = logging.getLogger(__name__)

LONGEST_SLEEP = 10.0
"""Seconds; also how often a sign of life is stored, by which an outage is measured."""


class Deadlines:
    """The timer. It stands still while people cannot reach the bot."""

    def __init__(
        self,
        host: Host,
        wake: Callable[[int], None],
        reachable: Callable[[], bool],
        longest_sleep: float = LONGEST_SLEEP,
    ) -> None:
        self._host = host
        self._wake = wake
        self._reachable = reachable
        self._longest_sleep = longest_sleep

    async def run(self) -> None:
        """For ever."""
        while True:  # noqa: ASYNC110 (time passes, no event comes)
            await asyncio.sleep(await self._round())

    async def _round(self) -> float:
        """Do what is due; the seconds until the next look."""
        if not self._reachable():
            return min(1.0, self._longest_sleep)
        begun = self._host.now()
        try:
            for place in await self._host.tick():
                self._wake(place)
            deadline = await self._host.next_deadline()
        except Exception:  # the timer must not stop for good
            log.exception("deadlines could not be looked at")
            return self._longest_sleep
        if deadline is None or deadline <= begun:  # still there: a match that cannot be ended
            return self._longest_sleep
        left = (deadline - self._host.now()).total_seconds()
        return max(0.05, min(left, self._longest_sleep))
