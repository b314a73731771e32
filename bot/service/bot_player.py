"""Plays the computers' seats: finds waiting matches, has moves searched, takes the turns."""

import asyncio
import contextlib
import logging
from collections.abc import Awaitable, Callable
from datetime import timedelta

from bot.service.computers import Computers
from bot.service.live_match import LiveMatch
from bot.service.matches import Matches
from bot.service.refusals import RefusedError
from bot.storage.database import is_passing
from bot.storage.rows import StoredMatch
from bot.thinking.pool import Pool
from bot.thinking.questions import Question, seed_of
from engine.match import Match

log = logging.getLogger(__name__)

PAUSE = timedelta(seconds=1.5)
"""A computer answers no sooner, so that its move is seen as a move; several in a row, none of them.
"""
LOOK_EVERY = 5.0
"""Seconds until the next look, even if nobody has told of anything: another process may have."""
AT_ONCE = 500
"""Matches that are looked at together."""


class BotPlayer:
    """One task that finds the matches, and one for each person whose turn it thinks about."""

    def __init__(
        self,
        computers: Computers,
        matches: Matches,
        pool: Pool,
        notify: Callable[[LiveMatch], Awaitable[None]],
        *,
        pause: timedelta = PAUSE,
        look_every: float = LOOK_EVERY,
    ) -> None:
        """``notify``: told of each match after a computer's turn."""
        self._computers = computers
        self._matches = matches
        self.pool = pool
        self._notify = notify
        self._pause = pause
        self._look_every = look_every
        self._thinking: dict[int, asyncio.Task[None]] = {}
        """By the person who waits: one turn at a time for each, so that all get theirs."""
        self._aside: set[int] = set()
        """The matches that cannot be played on."""

    async def run(self) -> None:
        """Play until cancelled."""
        try:
            while True:
                try:
                    await self._look()
                except Exception:  # the computers must not stop for good
                    log.exception("the computers' matches could not be looked at")
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(self._look_every):
                        await self._computers.woken()
        finally:
            for task in self._thinking.values():
                task.cancel()
            await asyncio.gather(*self._thinking.values(), return_exceptions=True)
            await self.pool.close()

    async def _look(self) -> None:
        """Begin to think about one match of everybody for whom nothing is thought about yet."""
        for stored in await self._computers.waiting(AT_ONCE):
            person = stored.people[0] if stored.people else 0
            if stored.id not in self._aside and person not in self._thinking:
                task = asyncio.create_task(self._serve(stored))
                self._thinking[person] = task
                task.add_done_callback(lambda _, person=person: self._done(person))

    def _done(self, person: int) -> None:
        self._thinking.pop(person, None)
        self._computers.wake()  # another of their matches may wait, too

    async def _serve(self, stored: StoredMatch) -> None:
        """Take one turn in a match. One that cannot be played on is set aside."""
        try:
            await self._play(stored.id)
        except Exception as error:
            if is_passing(error):
                log.warning("match %s has to wait for its computer: %r", stored.id, error)
                await asyncio.sleep(self._look_every)
                return
            self._aside.add(stored.id)
            if not isinstance(error, RefusedError):  # an operator has heard of those
                log.exception("a computer cannot play on in match %s", stored.id)

    async def _play(self, match_id: int) -> None:
        live = await self._matches.live(match_id)
        match, seat = live.match, live.match.to_move
        level = None if seat is None else live.level_of(seat)
        if seat is None or level is None or not live.thinking:
            return
        text = (await self.pool.ask(question(match_id, match, level))).text
        seen = live.asked_at or self._computers.now()
        wait = seen + self._pause - self._computers.now()
        await asyncio.sleep(min(wait, self._pause).total_seconds() if self._pause else 0)
        if (await self._matches.live(match_id)).level_of(seat) != level:
            return  # a new level counts from this move on: the next look asks again
        after = await self._computers.take_turn(match_id, match.ply, text)
        if after is not None:
            try:
                await self._notify(after)
            except Exception:  # the turn is stored, the match goes on
                log.exception("nobody is shown the computer's turn in match %s", match_id)


def question(match_id: int, match: Match, level: int) -> Question:
    """The question that asks a worker for a computer's move in this match."""
    return Question(
        game=match.game.key,
        options=match.options,
        seats=match.seats,
        moves=tuple((turn.seat, turn.text) for turn in match.turn_log.moves),
        level=level,
        seed=seed_of(match_id, match.ply),
        departed=match.turn_log.departed,
    )
