"""Works out by replay how matches ended before results were stored with them."""

import logging

from bot.service.match_cache import MatchCache
from bot.service.process_shards import ProcessShards
from bot.storage.database import Store
from bot.storage.transaction import Transaction

log = logging.getLogger(__name__)

BATCH = 25
"""Matches in one transaction: few enough that nobody waits long for it."""


class Results:
    """The results of the matches of one database."""

    def __init__(self, store: Store, cache: MatchCache, process_shards: ProcessShards) -> None:
        self._store = store
        self._cache = cache
        self._process_shards = process_shards

    async def work_out(self) -> None:
        """Store the missing ones. Broken off, it goes on at the next start."""
        try:
            shards = self._process_shards.assigned
            left = await self._store.read(lambda tx: tx.matches.unresolved(shards))
            for first in range(0, len(left), BATCH):
                await self._resolve(left[first : first + BATCH])
        except Exception:  # the games go on without
            log.exception("results of finished matches could not be stored")

    async def _resolve(self, match_ids: list[int]) -> None:
        def work(tx: Transaction) -> None:
            for match_id in match_ids:
                stored = tx.matches.get(match_id)
                end = None if stored is None else self._cache.end_of(tx, stored)
                if end is not None:
                    tx.matches.end(match_id, end)

        await self._store.write(work)
