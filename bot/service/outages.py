"""Outages: everybody gets back the time in which the program was down or out of reach."""

from datetime import datetime, timedelta

from bot.service.challenges import CHALLENGE_STANDS
from bot.service.now import Now
from bot.storage.database import Store
from bot.storage.transaction import Transaction

OUTAGE = timedelta(seconds=60)
"""A longer gap between two signs of life is an outage, which costs nobody any time."""
LAST_SEEN = "last seen"


class Outages:
    """Notes signs of life, and measures the gaps between them."""

    def __init__(self, store: Store, now: Now, outage: timedelta = OUTAGE) -> None:
        self._store = store
        self._now = now
        self._outage = outage
        self._seen: datetime | None = None

    async def catch_up(self) -> timedelta:
        """Note that the program is alive; after an outage, give everybody the time back.

        Call this at start, then more often than once per ``outage``, but not while nobody can reach
        the program. Returns the time given back. Nobody ends up with more than the whole time for a
        move, so that a clock that was wrong for a while does no lasting harm.
        """
        seen = self._seen
        if seen is not None and timedelta() <= self._now() - seen < self._outage / 6:
            return timedelta()

        def work(tx: Transaction) -> tuple[datetime, timedelta]:
            now, last = self._now(), tx.meta.get(LAST_SEEN)
            gap = now - datetime.fromisoformat(last) if last else timedelta()
            given = gap if gap > self._outage else timedelta()
            if given or gap < timedelta():  # the clock was set back: deadlines may be far off
                tx.deadlines.extend(given, now, CHALLENGE_STANDS)
            tx.meta.set(LAST_SEEN, now.isoformat())
            return now, given

        self._seen, given = await self._store.write(work)
        return given
