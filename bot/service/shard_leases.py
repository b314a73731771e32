"""Leases on shards: what a process leaves unsent when it dies, another one sends.

Each process holds the leases on its own shards. If it does not renew one in time, whoever is first
takes it, and gives it back when a process with that shard starts.
"""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta

from bot.service.current_time import Now
from bot.service.process_shards import ProcessShards
from bot.service.shown_messages import ShownMessages
from bot.storage.database import Store
from bot.storage.transaction import Transaction

log = logging.getLogger(__name__)

LEASE = timedelta(seconds=20)
"""A process that has not renewed its leases for this long has gone. The clocks of the machines may
differ by most of it, but no more."""
RENEWALS = 5
"""How often a lease is renewed, and looked for those that are over, in its time."""


class ShardLeases:
    """The leases of one process among several."""

    def __init__(
        self,
        store: Store,
        process_shards: ProcessShards,
        shown: ShownMessages,
        now: Now,
        holder: str,
        lease: timedelta = LEASE,
    ) -> None:
        """``holder``: the name of this process, which no other has ever had."""
        self._store = store
        self._process_shards = process_shards
        self._shown = shown
        self._now = now
        self._holder = process_shards.holder = holder
        self._lease = lease
        self._begun = False
        """True once this process has looked for leases that are over."""

    async def renew(self) -> bool:
        """Renew the leases, and take those that are over. Returns whether this took any."""
        own = self._process_shards.assigned

        def work(tx: Transaction) -> tuple[set[int], set[int]]:
            now = self._now()
            until = now + self._lease
            back = tx.shards.hold(own, self._holder, until)
            adopted, taken, lost = tx.shards.adopt(own.count, self._holder, now, until)
            if new := back | taken:  # requests of who had them may still be under way
                self._shown.take_over(tx, own.with_ids(new))
            return adopted - {*own.ids}, lost

        adopted, lost = await self._store.write(work)
        new, back = adopted - self._process_shards.adopted, self._process_shards.adopted - adopted
        self._process_shards.adopted = adopted
        if gone := new & lost if self._begun else set[int]():
            log.warning("nobody renews the leases on shards %s: taken over", sorted(gone))
        if quiet := new - gone:  # at a start, or after another process has stopped
            log.info("shards %s have no process yet: this one sends for them", sorted(quiet))
        self._begun = True
        if back:
            log.info("shards %s have a process again", sorted(back))
        return bool(new)

    async def run(self, serve: Callable[[], Awaitable[None]]) -> None:
        """Renew until cancelled; call ``serve`` if there may be something to send."""
        while True:
            try:
                if await self.renew():
                    await serve()
            except Exception:  # without the database nobody else can take them, either
                log.exception("the leases could not be renewed")
            await asyncio.sleep(self._lease.total_seconds() / RENEWALS)

    async def give_up(self) -> None:
        """End the leases, so that others need not wait until they run out."""
        await self._store.write(lambda tx: tx.shards.let_go(self._holder, self._now()))
