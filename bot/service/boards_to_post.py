"""The boards that are to be posted, as matches: each with the turns that it has to tell."""

from collections.abc import Callable

from bot.service.live_match import LiveMatch
from bot.service.match_cache import MatchCache
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.database import Store
from bot.storage.rows import Claim, StoredMatch
from bot.storage.transaction import Transaction

CanAnswer = Callable[[int, LiveMatch], bool]
"""Whether the board of a match can be sent as an answer to the event with this id."""


def _never(event_id: int, live: LiveMatch) -> bool:
    del event_id, live
    return False


class BoardsToPost:
    """What the turns of this process have claimed to be sent at once, and what a claim shows."""

    def __init__(self, store: Store, cache: MatchCache) -> None:
        self._store = store
        self._cache = cache
        self.can_answer: CanAnswer = _never
        """Asked in a database thread, once a turn. Whoever sends the boards sets it."""
        self._claims: dict[int, Claim] = {}
        """By channel."""
        self._matches: dict[int, LiveMatch] = {}
        """Those of the claims; kept until they are shown, so that nothing is loaded for it."""

    def put(self, claim: Claim, live: LiveMatch) -> None:
        """The turn that led to ``live`` has claimed its board."""
        self._claims[live.channel_id] = claim
        self._matches[live.channel_id] = live

    def waits_in(self, channel_id: int) -> bool:
        """Whether `take` has something to give."""
        return channel_id in self._claims

    def take(self, channel_id: int) -> Claim | None:
        """The board of the turn that was just taken in this channel, to be sent now; only once.

        If nobody takes it, as after a crash, the post is found in the database.
        """
        return self._claims.pop(channel_id, None)

    async def shown_by(self, claim: Claim) -> LiveMatch:
        """The match at the ply of the board to be sent; without the database after `take`."""
        match_id, ply = claim.post.match or 0, claim.post.ply or 0
        known = self._matches.pop(claim.post.channel_id, None)
        if known is not None and (known.id, known.match.ply) == (match_id, ply):
            return known
        return await self._store.read(
            lambda tx: self._cache.load(tx, self._stored(tx, match_id), ply)
        )

    async def folded_into(self, claim: Claim) -> list[LiveMatch]:
        """The match after each turn that has no board of its own, because this one tells it."""
        if not claim.folded:
            return []
        match_id = claim.post.match or 0
        return await self._store.read(
            lambda tx: self._cache.states(tx, self._stored(tx, match_id), claim.folded)
        )

    def _stored(self, tx: Transaction, match_id: int) -> StoredMatch:
        stored = tx.matches.get(match_id)
        if stored is None:
            raise RefusedError(ServiceRefusal.NO_SUCH_MATCH)
        return stored
