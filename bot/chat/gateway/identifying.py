"""Limits the rate of new gateway sessions over all processes of a bot, as Discord requires.

https://discord.com/developers/docs/events/gateway#rate-limiting
"""

import asyncio
import logging
import time
from collections.abc import Mapping
from typing import Any

from bot.storage.database import Store
from bot.storage.transaction import Transaction

log = logging.getLogger(__name__)

EVERY = 5.5
"""Seconds between two sessions of the same bucket: the shards with the same rest when divided by
Discord's ``max_concurrency``. Discord wants 5, from one IDENTIFY that it gets to the next, and a
later one may be faster on its way."""
FEW = 50
"""If fewer sessions may be begun today, the operator hears of it: a program that starts again and
again uses them up, and then Discord resets the token."""


SESSIONS = 1000
"""Sessions that Discord lets a bot begin in a day, as long as it has not said otherwise."""
HOUR = 3600.0
BEGUN = "sessions begun"
"""The note of how many sessions all processes have begun in each hour of the last day."""


def pause_before_next(begun: Mapping[int, int], total: int, now: float) -> float:
    """Seconds until another session may be begun; ``begun``: how many, by hour.

    Half of a day's ``total`` can be begun at any time, as new versions need it. What comes then is
    spread over the day, and a few are never used: a program that starts again and again neither
    loses its token nor stays away for the rest of the day.
    """
    hour = int(now // HOUR)
    lately = sum(number for at, number in begun.items() if at >= hour - 24)
    paced = lately < total - FEW and begun.get(hour, 0) < total // 48
    return 0.0 if lately < total // 2 or paced else (hour + 1) * HOUR - now


def _written(begun: Mapping[int, int]) -> str:
    return " ".join(f"{hour}:{number}" for hour, number in begun.items())


def _read(note: str | None) -> dict[int, int]:
    pairs = (pair.split(":") for pair in (note or "").split())
    return {int(hour): int(number) for hour, number in pairs}


class Identifying:
    """Takes turns with the other processes of this bot, by notes in the database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._buckets = 1
        self._total = SESSIONS
        self._not_before = 0.0

    def learn(self, limit: Mapping[str, Any]) -> None:
        """Heed Discord's ``session_start_limit``."""
        self._buckets = max(1, int(limit["max_concurrency"]))
        self._total = int(limit["total"])
        if limit["remaining"] < FEW:
            log.error(
                "only %s sessions may be begun today, of %s", limit["remaining"], limit["total"]
            )
        if not limit["remaining"]:
            self._not_before = time.time() + limit["reset_after"] / 1000

    async def wait(self, shard: int) -> None:
        """Return when this shard may begin a session; it counts as begun then."""
        while True:
            pause = await self._store.write(lambda tx: self.turn(tx, shard, time.time()))
            if pause <= 0:
                return
            level = logging.WARNING if pause > HOUR / 60 else logging.INFO
            log.log(level, "shard %s waits %.1f s for its turn to begin a session", shard, pause)
            await asyncio.sleep(pause)

    def turn(self, tx: Transaction, shard: int, now: float) -> float:
        """Note that this shard begins a session now; else return for how many seconds it waits."""
        key = f"identified {shard % self._buckets}/{self._buckets}"
        last = tx.meta.get(key)
        free = max(self._not_before, 0.0 if last is None else float(last) + EVERY)
        if now < free < now + EVERY or self._not_before > now:  # else a clock was wrong
            return free - now
        begun, hour = _read(tx.meta.get(BEGUN)), int(now // HOUR)
        begun = {at: number for at, number in begun.items() if hour - 24 <= at <= hour}
        if pause := pause_before_next(begun, self._total, now):
            return pause
        tx.meta.set(BEGUN, _written({**begun, hour: begun.get(hour, 0) + 1}))
        tx.meta.set(key, str(now))
        return 0.0
