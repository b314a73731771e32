"""The matches that somebody looks at, kept up to date for all who do."""

import asyncio
import logging
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from time import monotonic
from typing import Protocol

from bot.service.live_match import LiveMatch
from bot.service.matches import Matches
from bot.service.refusals import RefusedError
from bot.storage.database import is_passing
from bot.storage.queries.messages import Left
from bot.web.scenes import Afterwards

log = logging.getLogger(__name__)

LOOK_EVERY = 5.0
"""Seconds between two looks at a match of which nothing was heard: a wake-up can be lost, and games
that only their player sees have none."""
AFTER_EVERY = 60.0
"""Seconds between two questions what has come of a match of which nothing was heard."""
COUNT_EVERY = 1.0
"""Seconds between two times at which everybody hears how many watch: people come all at once."""


class Watcher(Protocol):
    """Somebody who looks at a match."""

    def changed(self, live: LiveMatch, after: Sequence[Afterwards]) -> None:
        """It is like this now, and this has come of it."""
        ...

    def counted(self, number: int) -> None:
        """So many people look at it."""
        ...


class Watched:
    """Looks at matches in place of everybody who watches them: once for all."""

    def __init__(
        self, matches: Matches, after: Callable[[LiveMatch], Awaitable[Sequence[Afterwards]]]
    ) -> None:
        self._matches = matches
        self.after = after
        """Asks what has come of a match since it ended."""
        self._watchers = dict[int, dict[Watcher, int]]()
        """By match: who watches, and which user that is."""
        self._known = dict[int, tuple[LiveMatch, Sequence[Afterwards]]]()
        self._due, self._uncounted = set[int](), set[int]()
        self._told = set[int]()
        """The matches in which something may have happened since they were looked at."""
        self._wake = asyncio.Event()

    def number(self, match_id: int) -> int:
        """How many people look at a match."""
        return len(set(self._watchers.get(match_id, {}).values()))

    def add(
        self, live: LiveMatch, after: Sequence[Afterwards], watcher: Watcher, user: int
    ) -> None:
        """Somebody looks at a match from now on, which they know as ``live``, and what has come of
        it as ``after``."""
        self._watchers.setdefault(live.id, {})[watcher] = user
        if not _alike(self._known.setdefault(live.id, (live, after)), (live, after)):
            del self._known[live.id]  # one of the two is older: everybody hears how it is
        self._uncounted.add(live.id)
        self.look(live.id)  # it may have changed since it was read

    def remove(self, match_id: int, watcher: Watcher) -> None:
        """Somebody does not look at it any more."""
        there = self._watchers.get(match_id, {})
        if there.pop(watcher, None) is None:
            return
        if there:
            self._uncounted.add(match_id)
            self._wake.set()
        else:
            del self._watchers[match_id]
            self._told.discard(match_id)
            self._known.pop(match_id, None)

    def look(self, match_id: int) -> None:
        """Something may have happened in a match."""
        if match_id in self._watchers:
            self._due.add(match_id)
            self._told.add(match_id)
            self._wake.set()

    def heard(self, channel_id: int | None) -> None:
        """Something may have happened in a channel; None: in any."""
        for match_id, (live, _) in self._known.items():
            if channel_id in (None, live.channel_id, live.card_channel_id):
                self.look(match_id)

    def left(self, left: Left) -> None:
        """Something was stored, by this process."""
        for channel_id in left.channels:
            self.heard(channel_id)

    async def run(self) -> None:
        """Look at what is due, until cancelled."""
        at_all, at_count = monotonic() + LOOK_EVERY, 0.0
        at_after = monotonic() + AFTER_EVERY
        while True:
            until = min(at_all, at_count) if self._uncounted else at_all
            with suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, until - monotonic())):
                    await self._wake.wait()
            self._wake.clear()
            if self._uncounted and monotonic() >= at_count:
                at_count = monotonic() + COUNT_EVERY
                self._count()
            due, self._due = self._due, set[int]()
            if monotonic() >= at_all:
                due, at_all = set(self._watchers), monotonic() + LOOK_EVERY
            if monotonic() >= at_after:
                self._told, at_after = set(self._watchers), monotonic() + AFTER_EVERY
            for match_id in due:
                try:
                    await self._look(match_id)
                except RefusedError:  # its rules are not there any more, or it is unreadable
                    log.info("match %s cannot be shown any more", match_id)
                except Exception as error:
                    if not is_passing(error):
                        log.exception("match %s cannot be shown", match_id)

    async def _look(self, match_id: int) -> None:
        """Look at a match; at what has come of it only if something may have."""
        told = match_id in self._told
        self._told.discard(match_id)
        try:
            live = await self._matches.live(match_id)
            before = self._known.get(match_id)
            same = before is not None and _alike((before[0], ()), (live, ()))
            found = live, before[1] if before and same and not told else await self.after(live)
        except BaseException:
            if told and match_id in self._watchers:
                self._told.add(match_id)
            raise
        known = self._known.get(match_id)
        if match_id not in self._watchers or (known is not None and _alike(known, found)):
            return
        self._known[match_id] = found
        # What comes after a match is for its players: the others need not get the board again.
        same = known is not None and _alike((known[0], ()), (live, ()))
        for watcher, user in [*self._watchers[match_id].items()]:
            if not same or user in live.everybody:
                watcher.changed(*found)

    def _count(self) -> None:
        uncounted, self._uncounted = self._uncounted, set[int]()
        for match_id in uncounted:
            number = self.number(match_id)
            self._tell(match_id, lambda watcher, number=number: watcher.counted(number))

    def _tell(self, match_id: int, say: Callable[[Watcher], None]) -> None:
        for watcher in [*self._watchers.get(match_id, ())]:
            say(watcher)


def _alike(
    one: tuple[LiveMatch, Sequence[Afterwards]], other: tuple[LiveMatch, Sequence[Afterwards]]
) -> bool:
    """True if nobody sees a difference."""
    facts = (
        (live.match.ply, live.match.end, live.players, live.clock, live.paused, live.away, after)
        for live, after in (one, other)
    )
    return next(facts) == next(facts)
