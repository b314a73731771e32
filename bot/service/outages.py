"""Outages: everybody gets back the time in which the program was down or out of reach."""

from collections.abc import Collection
from dataclasses import replace
from datetime import datetime, timedelta

from bot.service.current_time import Now
from bot.service.process_shards import ProcessShards
from bot.shards import Shards
from bot.storage.database import Store
from bot.storage.transaction import Transaction

ZERO, SECOND = timedelta(), timedelta(seconds=1)
OUTAGE = timedelta(seconds=30)
"""A longer gap between two signs of life of a shard is an outage, which costs nobody any time.
Signs of life come every ten to twenty seconds."""


class Outages:
    """Notes signs of life of the shards, and measures the gaps between them."""

    def __init__(
        self, store: Store, process_shards: ProcessShards, now: Now, outage: timedelta = OUTAGE
    ) -> None:
        self._store = store
        self._process_shards = process_shards
        self._now = now
        self._outage = outage
        self._seen: dict[int, datetime] = {}
        self.away_since: dict[int, datetime] = {}
        """By shard, the last sign of life before this process, or before the last gap."""

    async def catch_up(self, numbers: Collection[int] | None = None) -> timedelta:
        """Note that people can reach the program; after an outage, give them the time back.

        ``numbers``: of the shards through which they can, by default all of this process. Call
        this at start, then more often than once per ``outage``, but not for a shard through which
        nobody can reach the program. Returns the longest time given back. Nobody ends up with more
        than the whole time for a move, so that a clock that was wrong for a while does no lasting
        harm.
        """
        shards = self._process_shards.assigned
        numbers = shards.ids if numbers is None else numbers
        silent = [number for number in numbers if not self._was_just_seen(number)]
        if not silent:
            return timedelta()

        def work(tx: Transaction) -> tuple[datetime, timedelta, dict[int, datetime]]:
            now, given, before = self._now(), [timedelta()], dict[int, datetime]()
            for number in silent:
                last = tx.shards.seen(number, shards.count)
                gap = timedelta() if last is None else now - last
                if last and (number not in self.away_since or gap > self._outage * 2 / 3):
                    before[number] = last
                back = gap if gap > self._outage else timedelta()
                if back or gap < timedelta():  # the clock was set back: deadlines may be far off
                    there = shards.with_ids([number])
                    tx.deadlines.extend(back, now, there)
                    _extend_resting(tx, back, now, there)
                    tx.messages.renew(tx.deadlines.running(there))
                given.append(back)
            for number in silent:  # after all of them: a new shard looks at those of others
                tx.shards.note_seen(number, shards.count, now)
            return now, max(given), before

        now, given, before = await self._store.write(work)
        self._seen |= dict.fromkeys(silent, now)
        self.away_since |= before
        return given

    def _was_just_seen(self, number: int) -> bool:
        seen = self._seen.get(number)
        return seen is not None and timedelta() <= self._now() - seen < self._outage / 3

    async def recently_seen(self, numbers: Collection[int]) -> list[int]:
        """The shards among ``numbers`` whose last sign of life is too recent for an outage."""
        if not numbers:
            return []
        since, shards = self._now() - self._outage, self._process_shards.assigned.with_ids(numbers)
        return await self._store.read(lambda tx: tx.shards.seen_since(since, shards))


def _extend_resting(tx: Transaction, time: timedelta, now: datetime, there: Shards) -> None:
    """Give the time back where clocks stand still at times: only as much of it as they ran."""
    for match_id in tx.deadlines.resting(there):
        stored = tx.matches.get(match_id)
        assert stored is not None
        clock = stored.clock
        assert clock is not None
        kept = clock.skip(now - time, now)
        given = (kept.left(now) or ZERO) - (clock.left(now) or ZERO)
        given_s = max(stored.given_s + given // SECOND, 0)  # less if the clock was set back
        tx.matches.advance(replace(stored.on_clock(kept, now), given_s=given_s))
