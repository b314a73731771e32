"""Events that are due at some time: ends of matches, reminders, expiries, daily puzzles."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable, Sequence
from datetime import datetime

from bot import metrics
from bot.service.calls import Where
from bot.service.current_time import Now
from bot.service.invitations import close_challenge
from bot.service.live_match import LiveMatch
from bot.service.match_cache import MatchCache
from bot.service.outages import Outages
from bot.service.process_shards import ProcessShards
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.shown_messages import ShownMessages
from bot.service.store_turn import store_turn
from bot.shards import Shards
from bot.storage.database import Store, is_passing
from bot.storage.queries.turns import TakenError
from bot.storage.rows import EXPIRED, NOWHERE, REMINDER, StoredMatch
from bot.storage.transaction import Transaction
from engine.turns import ANNULLED, OVERDUE, REFUSE, TIMEOUT, Turn

log = logging.getLogger(__name__)

BATCH = 25
"""How much is done in one transaction: few enough that a move in between does not wait long."""
LONGEST_SLEEP = 10.0
"""Seconds; also how often a sign of life is stored, from which outages are measured."""


class Deadlines:
    """The deadlines of one database."""

    def __init__(
        self,
        store: Store,
        cache: MatchCache,
        process_shards: ProcessShards,
        outages: Outages,
        now: Now,
        shown: ShownMessages,
    ) -> None:
        self._store = store
        self._cache = cache
        self._process_shards = process_shards
        self._outages = outages
        self.rounds: list[Callable[[Shards], Awaitable[list[int]]]] = []
        """Periodic jobs of the features, run for the shards where time counts; each returns the
        channels in which something has changed."""
        self.excuses: list[Callable[[Transaction, StoredMatch, datetime], bool]] = []
        """What features do rather than let somebody lose on time; each returns whether the match
        goes on, with a later deadline that it has stored."""
        self.look_for: Callable[[int, int], Awaitable[None]] = _is_there
        """Closes the channel with this server and id if it is gone: called before a timeout."""
        self._shown = shown
        self._now = now
        self._set_aside: set[int] = set()
        """The matches that cannot be ended."""

    async def run_out(self, match_id: int) -> LiveMatch | None:
        """End the match if the player to move has lost on time. Returns it then, else None.

        If a computer waits for people to answer a request, the request lapses instead. The time of
        an outage is given back before.
        """
        await self._outages.catch_up(self._process_shards.connected)
        await self._look_for_channels([match_id])
        try:
            ended = await self._store.write(lambda tx: self._end(tx, match_id))
        except TakenError:  # another turn was first
            return None
        if ended is None:
            return None
        self._cache.remember(ended)
        goes_on = ended.match.end is None and ended.clock is not None and ended.clock.overdue
        return None if goes_on else ended

    async def _look_for_channels(self, match_ids: Sequence[int]) -> None:
        """End the matches whose channels went away unseen: nobody could move there."""

        def work(tx: Transaction) -> set[tuple[int, int]]:
            found = [tx.matches.get(match_id) for match_id in match_ids]
            return {(one.server, one.channel_id) for one in found if one is not None}

        for server, channel_id in await self._store.read(work):
            if channel_id != NOWHERE:
                await self.look_for(server, channel_id)

    def _end(self, tx: Transaction, match_id: int) -> LiveMatch | None:
        stored, now = tx.matches.get(match_id), self._now()
        if stored is None or stored.deadline is None or stored.deadline > now:
            return None
        clock = stored.clock
        if stored.paused is not None or clock is None:
            return None
        if (kept := clock.noticing()) is not clock:
            tx.matches.advance(stored.on_clock(kept, now))
            tx.messages.renew([stored.id])
            return None
        live = self._cache.load(tx, stored)
        seat = live.match.to_move
        if seat is None:
            raise ValueError("nobody is to move, and yet there is a deadline")
        text = ANNULLED if live.match.hardly_begun else TIMEOUT
        text = REFUSE if live.undecided else text
        if text == TIMEOUT and any(excuse(tx, stored, now) for excuse in self.excuses):
            return None
        if text == TIMEOUT and clock.control.soft:
            text = OVERDUE
        return store_turn(tx, self._shown, stored, live, Turn(seat, text, now), None)

    async def tick(self) -> list[int]:
        """Do what is due: all challenges, but only `BATCH` matches and reminders at a time.

        Only where people can reach the program, or could a moment ago if its process has gone.
        Returns the channels in which something has changed.
        """
        await self._outages.catch_up(self._process_shards.connected)
        now, there = self._now(), await self._timed()
        earliest = await self._earliest(BATCH, there)
        due = {match_id: deadline for match_id, deadline in earliest if deadline <= now}
        channel_ids: list[int] = []
        if due:
            await self._look_for_channels([*due])
        for ended in await self._end_all([*due]):
            metrics.deadline_done(self._now() - due[ended.id])
            channel_ids.append(ended.channel_id)
        if await self._store.read(lambda tx: tx.challenges.expired(now, there)):
            channel_ids += await self._store.write(lambda tx: self._expire(tx, now, there))
        if await self._store.read(lambda tx: tx.deadlines.to_remind(now, 1, there)):
            channel_ids += await self._store.write(lambda tx: self._remind(tx, now, there))
        for work in self.rounds:
            try:
                channel_ids += await work(there)
            except Exception as error:  # no feature keeps the others from what is due
                if is_passing(error):
                    raise
                log.exception("a round of the clock failed")
        return channel_ids

    async def _timed(self) -> Shards:
        """The shards where time counts, and for which this process works."""
        adopted = await self._outages.recently_seen(self._process_shards.adopted)
        return self._process_shards.assigned.with_ids({*self._process_shards.connected, *adopted})

    async def _earliest(self, most: int, there: Shards) -> list[tuple[int, datetime]]:
        """The next deadlines, apart from those of matches that are set aside."""
        limit = most + len(self._set_aside)
        rows = await self._store.read(lambda tx: tx.deadlines.earliest(limit, there))
        return [row for row in rows if row[0] not in self._set_aside][:most]

    async def _end_all(self, match_ids: Sequence[int]) -> list[LiveMatch]:
        """End those of the matches that are out of time, in one transaction if they all can be.

        A match that cannot be ended is set aside until the next start, and holds up no other.
        """
        if not match_ids:
            return []

        def work(tx: Transaction) -> list[LiveMatch]:
            ended = [self._end(tx, match_id) for match_id in tx.deadlines.lock_free(match_ids)]
            return [live for live in ended if live is not None]

        try:
            ended = await self._store.write(work)
        except Exception as error:
            if is_passing(error):
                raise
            if len(match_ids) > 1:
                return [live for key in match_ids for live in await self._end_all([key])]
            if isinstance(error, TakenError):
                return []
            self._set_aside.add(match_ids[0])
            if not (isinstance(error, RefusedError) and error.why is ServiceRefusal.UNREADABLE):
                log.error("match %s cannot be ended and is set aside: %r", match_ids[0], error)
            return []
        for live in ended:
            self._cache.remember(live)
        return ended

    def _expire(self, tx: Transaction, now: datetime, there: Shards) -> list[int]:
        """Close the challenges whose time is over. Returns the channels of their cards."""
        changed: list[int] = []
        for challenge_id in tx.challenges.expired(now, there):
            found = tx.challenges.get(challenge_id)
            assert found is not None
            close_challenge(tx, self._shown, found, EXPIRED)
            changed.append(found.channel_id)
        return changed

    def _remind(self, tx: Transaction, now: datetime, there: Shards) -> list[int]:
        """Remind players to move. Returns the channels."""
        reminded, calls = list[int](), self._shown.calls
        for match_id in tx.deadlines.lock_free(tx.deadlines.to_remind(now, BATCH, there)):
            found = tx.matches.get(match_id)
            assert found is not None
            clock, user = found.clock, found.players[found.to_move or 0]
            assert clock is not None
            preferences = calls.preferences_of(tx, user)
            if (
                awake := clock.awake(now, preferences.quiet)
            ) > now:  # we are late, or they have moved
                tx.deadlines.remind(match_id, awake)
                continue
            tx.deadlines.remind(match_id, preferences.reminder(clock, now))
            if preferences.where is Where.MENTION:
                tx.messages.add(REMINDER, found, match=match_id, ply=found.ply)
                reminded.append(found.channel_id)
            elif preferences.where is Where.DIRECT:
                calls.later(tx, user, now, None)
        return reminded

    async def next_due(self) -> datetime | None:
        """When the next match runs out of time, or its player is to be reminded."""
        there, aside = await self._timed(), frozenset(self._set_aside)
        earliest = await self._earliest(1, there)
        reminder = await self._store.read(lambda tx: tx.deadlines.earliest_reminder(aside, there))
        due = [deadline for _, deadline in earliest] + ([] if reminder is None else [reminder])
        return min(due, default=None)


async def _is_there(server: int, channel_id: int) -> None:
    """Without Discord every channel is there."""
    del server, channel_id


class DeadlineTimer:
    """One task that sleeps until something is due, but not while people cannot reach the bot.

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
        self._woken = asyncio.Event()

    def wake(self) -> None:
        """Something may be due that was not when the timer last looked."""
        self._woken.set()

    async def run(self) -> None:
        """Run until cancelled."""
        while True:
            self._woken.clear()
            pause = await self._round()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(pause):
                    await self._woken.wait()

    async def _round(self) -> float:
        """Do what is due. Returns the seconds until the next round."""
        if not self._reachable():
            return min(1.0, self._longest_sleep)
        try:
            await self._deadlines.tick()
            await self._serve()
            due = await self._deadlines.next_due()
        except Exception:  # the timer must not stop for good
            log.exception("deadlines could not be looked at")
            return self._longest_sleep
        if due is None:
            return self._longest_sleep
        left = (due - self._now()).total_seconds()
        return max(0.0, min(left, self._longest_sleep))
