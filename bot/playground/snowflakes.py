"""The stand-in's clock and the identifiers made from it."""

import asyncio
import time
from collections.abc import Callable
from datetime import UTC, datetime

EPOCH_MS = 1_420_070_400_000
"""Discord's epoch, 2015-01-01, in milliseconds since 1970."""


class Clock:
    """A clock in seconds since 1970 that the driver can move forward."""

    def __init__(self, now: Callable[[], float] = time.time, offset: float = 0.0) -> None:
        self._now = now
        self.offset = offset
        self._moved = asyncio.Event()

    def now(self) -> float:
        """Seconds since 1970, UTC."""
        return self._now() + self.offset

    def stamp(self) -> str:
        """The current time in Discord's format."""
        return stamp(self.now())

    def move(self, seconds: float) -> None:
        """Move the clock forward by ``seconds``; wakes every task in `sleep_until`."""
        if seconds < 0:
            raise ValueError("the clock goes forward only")
        self.offset += seconds
        self._moved.set()
        self._moved = asyncio.Event()

    async def sleep_until(self, moment: float) -> None:
        """Return when the clock reaches ``moment``, either by itself or because it was moved."""
        while (left := moment - self.now()) > 0:
            try:
                async with asyncio.timeout(left):
                    await self._moved.wait()
            except TimeoutError:
                continue


def stamp(moment: float) -> str:
    """ISO 8601 with microseconds and an offset of zero."""
    return datetime.fromtimestamp(moment, UTC).isoformat(timespec="microseconds")


class Snowflakes:
    """Unique identifiers that contain their time; ``last`` is kept across restarts."""

    def __init__(self, clock: Clock, last: int = 0) -> None:
        self._clock = clock
        self.last = last

    def next(self) -> str:
        """A new identifier, larger than all before it."""
        made = (int(self._clock.now() * 1000) - EPOCH_MS) << 22
        self.last = max(made, self.last + 1)
        return str(self.last)

    def on_shard(self, shard: int, count: int) -> str:
        """A new identifier for a server on this shard of ``count``, at most ``count`` ms ahead."""
        made = (int(self.next()) >> 22) + 1
        self.last = (made + (shard - made) % count) << 22
        return str(self.last)


def shard_of(server: str, count: int) -> int:
    """The shard of this server, of ``count`` shards."""
    return (int(server) >> 22) % count


def moment_of(snowflake: str) -> float:
    """When the identifier was created, in seconds since 1970."""
    return ((int(snowflake) >> 22) + EPOCH_MS) / 1000
