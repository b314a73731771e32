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


class Identifying:
    """Takes turns with the other processes of this bot, by notes in the database."""

    def __init__(self, store: Store) -> None:
        self._store = store
        self._buckets = 1
        self._not_before = 0.0

    def learn(self, limit: Mapping[str, Any]) -> None:
        """Heed Discord's ``session_start_limit``."""
        self._buckets = max(1, int(limit["max_concurrency"]))
        if limit["remaining"] < FEW:
            log.error(
                "only %s sessions may be begun today, of %s", limit["remaining"], limit["total"]
            )
        if not limit["remaining"]:
            self._not_before = time.time() + limit["reset_after"] / 1000

    async def wait(self, shard: int) -> None:
        """Return when this shard may begin a session; it counts as begun then."""
        key = f"identified {shard % self._buckets}/{self._buckets}"

        def work(tx: Transaction) -> float:
            now, last = time.time(), tx.meta.get(key)
            free = max(self._not_before, 0.0 if last is None else float(last) + EVERY)
            if now < free < now + EVERY or self._not_before > now:  # else a clock was wrong
                return free - now
            tx.meta.set(key, str(now))
            return 0.0

        while True:
            pause = await self._store.write(work)
            if pause <= 0:
                return
            log.info("shard %s waits %.1f s for its turn to begin a session", shard, pause)
            await asyncio.sleep(pause)
