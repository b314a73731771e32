"""What happens when time runs out: matches end, people are reminded, challenges expire."""

import asyncio
import logging
from collections.abc import Awaitable, Callable
from datetime import datetime

from bot.service.live_match import LiveMatch
from bot.service.match_cache import MatchCache
from bot.service.now import Now
from bot.service.outages import Outages
from bot.service.store_turn import store_turn
from bot.storage.database import StorageError, Store
from bot.storage.rows import EXPIRED
from bot.storage.transaction import Transaction
from engine.turns import TIMEOUT, Turn

log = logging.getLogger(__name__)

LONGEST_SLEEP = 10.0
"""Seconds; also how often a sign of life is stored, from which outages are measured."""


class Deadlines:
    """The deadlines of one database."""

    def __init__(self, store: Store, cache: MatchCache, outages: Outages, now: Now) -> None:
        self._store = store
        self._cache = cache
        self._outages = outages
        self._now = now

    async def run_out(self, match_id: int) -> LiveMatch | None:
        """End the match if the player to move is out of time. Returns it then, else None."""

        def work(tx: Transaction) -> LiveMatch | None:
            stored, now = tx.matches.get(match_id), self._now()
            if stored is None or stored.deadline is None or stored.deadline > now:
                return None
            live = self._cache.load(tx, stored)
            seat = live.match.to_move
            if seat is None:
                return None
            return store_turn(tx, stored, live, Turn(seat, TIMEOUT, now), None)[0]

        ended = await self._store.write(work)
        if ended is not None:
            self._cache.remember(ended)
        return ended

    async def tick(self) -> list[int]:
        """Do everything that is due. Returns the channels in which something has changed."""
        await self._outages.catch_up()
        now = self._now()
        channel_ids: list[int] = []
        for match_id in await self._store.read(lambda tx: tx.deadlines.run_out(now)):
            try:
                ended = await self.run_out(match_id)
            except StorageError:
                raise
            except Exception:  # a match that cannot be loaded must not hold up others
                log.exception("match %s cannot be ended", match_id)
            else:
                channel_ids += [] if ended is None else [ended.channel_id]
        if await self._store.read(lambda tx: tx.challenges.expired(now)):
            channel_ids += await self._store.write(lambda tx: self._expire(tx, now))
        for match_id in await self._store.read(lambda tx: tx.deadlines.to_remind(now)):
            channel_ids += await self._store.write(
                lambda tx, match_id=match_id: self._remind(tx, match_id)
            )
        return channel_ids

    def _expire(self, tx: Transaction, now: datetime) -> list[int]:
        """Close the challenges whose time is over. Returns the channels of their cards."""
        changed: list[int] = []
        for challenge_id in tx.challenges.expired(now):
            tx.challenges.close(challenge_id, EXPIRED)
            found = tx.challenges.get(challenge_id)
            changed += [found.channel_id] if found else []
        return changed

    def _remind(self, tx: Transaction, match_id: int) -> list[int]:
        """Remind the player to move, if that is still due. Returns the channel, if so."""
        found, now = tx.matches.get(match_id), self._now()
        if found is None or found.remind is None or found.remind > now:
            return []
        tx.deadlines.reminded(found.id)
        tx.posts.add_reminder(found.id, found.ply, found.channel_id, now)
        return [found.channel_id]

    async def next_deadline(self) -> datetime | None:
        """When the next match runs out of time."""
        return await self._store.read(lambda tx: tx.deadlines.next())


class DeadlineTimer:
    """One task that sleeps until the next deadline, but not while people cannot reach the bot.

    ``serve`` is called in every round: it posts the results, and anything left unposted.
    """

    def __init__(
        self,
        deadlines: Deadlines,
        now: Now,
        serve: Callable[[], Awaitable[None]],
        reachable: Callable[[], bool],
        longest_sleep: float = LONGEST_SLEEP,
    ) -> None:
        self._deadlines = deadlines
        self._now = now
        self._serve = serve
        self._reachable = reachable
        self._longest_sleep = longest_sleep

    async def run(self) -> None:
        """Run until cancelled."""
        while True:
            pause = await self._round()
            await asyncio.sleep(pause)

    async def _round(self) -> float:
        """Do what is due. Returns the seconds until the next round."""
        if not self._reachable():
            return min(1.0, self._longest_sleep)
        begun = self._now()
        try:
            await self._deadlines.tick()
            await self._serve()
            deadline = await self._deadlines.next_deadline()
        except Exception:  # the timer must not stop for good
            log.exception("deadlines could not be looked at")
            return self._longest_sleep
        if deadline is None or deadline <= begun:  # still there: a match that cannot be ended
            return self._longest_sleep
        left = (deadline - self._now()).total_seconds()
        return max(0.05, min(left, self._longest_sleep))
