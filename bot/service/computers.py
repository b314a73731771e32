"""The computers' seats in matches: what waits for them, their turns, their level, and limits.

*The matches are the queue*: what is to be thought is a query, so nothing can be lost. The number of
turns before it tells an answer apart, so that a second one, or one that comes too late, is dropped.
"""

import asyncio
from collections.abc import Callable

from bot import metrics
from bot.service.current_time import Now
from bot.service.deadlines import Deadlines
from bot.service.live_match import LiveMatch
from bot.service.match_cache import MatchCache
from bot.service.process_shards import ProcessShards
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.shown_messages import Announcement, ShownMessages
from bot.service.store_turn import store_turn
from bot.storage.database import Store
from bot.storage.queries.turns import TakenError
from bot.storage.rows import StoredMatch
from bot.storage.transaction import Transaction
from engine.ai import LEVELS
from engine.turns import BACK, UNDO, Turn, is_move

LEVEL_NUMBERS = tuple(level.number for level in LEVELS)
FIRST_LEVEL = 1
"""The level of the first game that somebody plays against a computer."""


class Computers:
    """The computers' seats in one database."""

    def __init__(
        self,
        store: Store,
        cache: MatchCache,
        process_shards: ProcessShards,
        deadlines: Deadlines,
        shown: ShownMessages,
        now: Now,
    ) -> None:
        self.now = now
        self._store = store
        self._cache = cache
        self._process_shards = process_shards
        self._deadlines = deadlines
        self._shown = shown
        self._woken = asyncio.Event()
        self.at_help: list[Callable[[Transaction, StoredMatch, int], None]] = []
        """Callbacks of the features, called in a transaction before the bot makes a match that
        runs easier for one of its players: by an estimate, a hint, an explanation, or another level
        of a computer."""

    def wake(self) -> None:
        """There may be something to think about."""
        self._woken.set()

    async def woken(self) -> None:
        """Return when `wake` has been called since the last time."""
        await self._woken.wait()
        self._woken.clear()

    async def waiting(self, most: int) -> list[StoredMatch]:
        """The matches in which a computer is to move, of the servers whose posts this process
        sends; those of unknown games are left out."""
        served = self._process_shards.served
        found = await self._store.read(lambda tx: tx.matches.thinking(served, most))
        return [match for match in found if self._cache.knows(match)]

    async def take_turn(self, match_id: int, ply: int, text: str) -> LiveMatch | None:
        """Take a computer's turn, thought about after ``ply`` turns; None if that is past.

        Raises `MoveError`.
        """

        def work(tx: Transaction) -> Announcement | None:
            stored, now = tx.matches.get(match_id), self.now()
            if stored is None or stored.ply != ply or not stored.thinking or stored.paused:
                return None
            live = self._cache.load(tx, stored)
            if live.clock is None or live.clock.has_run_out(now):
                return None
            left = live.clock.left(now) if is_move(text) else None
            turn = Turn(stored.to_move or 0, text, now, left)
            after = store_turn(tx, self._shown, stored, live, turn, None)
            return self._shown.announcement_after(tx, live, after)

        try:
            announcement = await self._store.write(work)
        except TakenError:
            return None
        if announcement is None:
            return await self._deadlines.run_out(match_id)
        after = announcement.live
        if is_move(text):
            metrics.moved(after.match.game.key)
        self._cache.remember(after)
        self._shown.remember(announcement)
        return after

    async def last_level(self, user: int) -> int:
        """The level at which ``user`` began to play last."""
        last = await self._store.read(lambda tx: tx.matches.last_level(user))
        return FIRST_LEVEL if last is None else last

    async def last_solo(self, server: int, user: int) -> int | None:
        """The newest game of ``user`` that nobody else sees and that is not over."""
        return await self._store.read(lambda tx: tx.matches.last_solo(server, user))

    async def with_level(self, match_id: int, user: int) -> LiveMatch:
        """The match, if ``user`` may decide how strong its computers play. May refuse.

        Only somebody who plays against nobody else may.
        """
        return await self._store.read(lambda tx: self._decided_by(tx, match_id, user))

    async def set_level(self, match_id: int, user: int, level: int) -> None:
        """Let the computers play at another level from now on. May refuse like `with_level`."""

        def work(tx: Transaction) -> None:
            self._decided_by(tx, match_id, user)
            tx.matches.set_level(match_id, level)
            self._help(tx, match_id, user)

        await self._store.write(work)

    async def helps(self, match_id: int, user: int) -> None:
        """Note that ``user`` is to be helped, if they play in a match that runs."""
        if self.at_help:
            await self._store.write(lambda tx: self._help(tx, match_id, user))

    def _help(self, tx: Transaction, match_id: int, user: int) -> None:
        stored = tx.matches.get(match_id)
        if stored is not None and stored.deadline is not None and user in stored.people:
            for note in self.at_help:
                note(tx, stored, user)

    def _decided_by(self, tx: Transaction, match_id: int, user: int) -> LiveMatch:
        stored = tx.matches.get(match_id)
        if stored is None:
            raise RefusedError(ServiceRefusal.NO_SUCH_MATCH)
        live = self._cache.load(tx, stored)
        live.seat_of(user)
        if not any(live.levels):
            raise RefusedError(ServiceRefusal.NO_COMPUTER, live=live)
        if live.people != (user,):
            raise RefusedError(ServiceRefusal.NOT_ALONE, live=live)
        return live


# --- what is different for people who play against computers only ---


def going_back(live: LiveMatch, user: int, text: str) -> str:
    """The text of a turn of ``user``: nobody has to be asked to take moves back."""
    alone = text == UNDO and user in live.people and live.alone(live.players.index(user))
    return BACK if alone else text


def answered_since(live: LiveMatch, seat: int, ply: int) -> bool:
    """True if all turns after ``ply`` were moves of others: the last move of ``seat`` stands."""
    log = live.match.turn_log
    if log.last is None or not is_move(log.last.text):
        return False
    return 0 <= log.count - ply < len(log.until_to_move(seat))


def check_agreement(live: LiveMatch, user: int) -> None:
    """Refuse to agree on a result with computers only: they would agree to anything."""
    if live.alone(live.seat_of(user)):
        raise RefusedError(ServiceRefusal.COMPUTERS_ONLY, live=live)
