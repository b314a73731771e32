"""Polls about running matches: one each, when somebody asks for it."""

from enum import StrEnum

from bot.service.current_time import Now
from bot.service.match_cache import MatchCache
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.database import Store
from bot.storage.rows import DELETED, StoredMessage
from bot.storage.transaction import Transaction
from engine.match import Match

LEAST_MOVES = 6
"""Moves after which it can be asked who is ahead."""
POLL = "poll"
"""The kind of its post."""


def check_poll(match: Match) -> None:
    """Raise `RefusedError` if a match is over or has just begun: it cannot have its poll now."""
    if match.end is not None:
        raise RefusedError(ServiceRefusal.MATCH_OVER)
    if match.position.ply < LEAST_MOVES or match.position.colours is None:
        raise RefusedError(PollRefusal.EARLY, moves=LEAST_MOVES)


class PollRefusal(StrEnum):
    """Why there is no poll: the keys of the texts."""

    EARLY = "poll-too-early"
    NOT_ALLOWED = "poll-not-allowed"


class Polls:
    """The polls about the matches of one database."""

    def __init__(self, store: Store, cache: MatchCache, now: Now) -> None:
        self._store = store
        self._cache = cache
        self._now = now

    async def ask(self, match_id: int) -> StoredMessage | None:
        """Have the poll of a match sent. Returns its message if there was one before.

        One that could not be posted is tried again. Refuses for matches that are over or have just
        begun.
        """

        def work(tx: Transaction) -> StoredMessage | None:
            stored = tx.matches.get(match_id)
            if stored is None:
                raise RefusedError(ServiceRefusal.NO_SUCH_MATCH)
            check_poll(self._cache.load(tx, stored).match)
            before = tx.messages.with_note(f"{POLL} {match_id}")
            if before is not None and before.desired == DELETED and before.message is None:
                tx.messages.forget(before.id)  # it could not be sent
            return None if tx.messages.add_note(POLL, match_id, stored) else before

        return await self._store.write(work)

    async def asked(self, match_id: int) -> StoredMessage | None:
        """The post of the poll of a match; None if nobody has asked for one."""
        return await self._store.read(lambda tx: tx.messages.with_note(f"{POLL} {match_id}"))
