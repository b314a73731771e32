"""The people who wait for an answer, and the delay with which interactions arrive."""

import asyncio
import contextlib
from collections.abc import Awaitable, Callable
from datetime import datetime
from math import inf
from time import monotonic

DISCORD_WAITS = 3.0
"""Seconds after which Discord tells its user that an interaction has failed."""
REMEMBERED = 3 * 3600.0
"""Seconds for which the shortest delay is remembered at least; at most, twice as long."""


class Delays:
    """Measures the delay of interactions by the time in their ids.

    Nobody knows how far Discord's clock and ours differ, but that changes slowly: an interaction is
    late by the time that it took longer than the fastest one of the last hours.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._least = self._least_before = inf
        self._since = now()

    def is_late(self, created: datetime) -> bool:
        """True if Discord may have given up on an interaction that was ``created`` then."""
        now = self._now()
        if now - self._since > REMEMBERED:
            self._least_before, self._least, self._since = self._least, inf, now
        took = now - created.timestamp()
        self._least = min(self._least, took)
        return took - min(self._least, self._least_before) > DISCORD_WAITS

    def was_in_time(self, created: datetime) -> None:
        """Discord has accepted an answer to it after all: the clocks differ by more than before."""
        self._least = self._least_before = self._now() - created.timestamp()


CROWD = 10
"""If more people wait, each is acknowledged before the work for any of them begins."""
LONGEST_ACKNOWLEDGEMENT = 3.0
"""Seconds after which the work begins even if somebody is not acknowledged yet."""


class Waiting:
    """The people who are waiting for an answer right now: they come before everything else."""

    def __init__(self) -> None:
        self._number = 0
        self._nobody = asyncio.Event()
        self._nobody.set()
        self._acknowledging = 0
        self._acknowledged = asyncio.Event()
        self.delays = Delays()

    def __enter__(self) -> None:
        self._number += 1
        self._nobody.clear()

    def __exit__(self, *_: object) -> None:
        self._number -= 1
        if not self._number:
            self._nobody.set()

    @property
    def anybody(self) -> bool:
        """True if anybody waits."""
        return self._number > 0

    @property
    def crowded(self) -> bool:
        """True if more than `CROWD` people wait, so that an answer may come too late."""
        return self._number > CROWD

    async def acknowledge(self, defer: Awaitable[object]) -> None:
        """Await ``defer``, then let the others who are acknowledged right now pass."""
        self._acknowledging += 1
        self._acknowledged.clear()
        try:
            await defer
        finally:
            self._acknowledging -= 1
            if not self._acknowledging:
                self._acknowledged.set()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(LONGEST_ACKNOWLEDGEMENT):
                await self._acknowledged.wait()

    async def let_pass(self, at_most: float) -> None:
        """Return when nobody waits, or after ``at_most`` seconds."""
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(at_most):
                await self._nobody.wait()
