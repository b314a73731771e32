"""The boards that are to be posted, as matches: each with the turns that it has to tell."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from itertools import pairwise

from bot.service.live_match import LiveMatch
from bot.service.match_cache import MatchCache
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.database import Store
from bot.storage.rows import Claim, StoredMatch, StoredPost
from bot.storage.transaction import Transaction

CanAnswer = Callable[[int, LiveMatch], bool]
"""Whether the board of a match can be sent as an answer to the event with this id."""


def _never(event_id: int, live: LiveMatch) -> bool:
    del event_id, live
    return False


@dataclass(frozen=True, slots=True)
class Told:
    """The turns that a board tells."""

    live: LiveMatch
    """The match after the last of them."""
    folded: Sequence[LiveMatch] = ()
    """The match after each of those that have no board of their own, because this one tells it."""
    before: LiveMatch | None = None
    """The match before all of them; None if they are its first."""

    def steps(self) -> list[tuple[LiveMatch, LiveMatch]]:
        """The match before and after each of them, except for its beginning."""
        states = [*self.folded, self.live]
        return list(pairwise(states if self.before is None else [self.before, *states]))


class BoardsToPost:
    """What the turns of this process have claimed to be sent at once, and what a claim shows."""

    def __init__(self, store: Store, cache: MatchCache) -> None:
        self._store = store
        self._cache = cache
        self.can_answer: CanAnswer = _never
        """Asked in a database thread, once a turn. Whoever sends the boards sets it."""
        self._claims: dict[int, Claim] = {}
        """By channel."""
        self._turns: dict[int, Told] = {}
        """Those of the claims; kept until they are shown, so that nothing is loaded for it."""

    def put(self, claim: Claim, live: LiveMatch, before: LiveMatch) -> None:
        """The turn that led from ``before`` to ``live`` has claimed its board."""
        self._claims[live.channel_id] = claim
        self._turns[live.channel_id] = Told(live, (), before)

    def waits_in(self, channel_id: int) -> bool:
        """Whether `take` has something to give."""
        return channel_id in self._claims

    def take(self, channel_id: int) -> Claim | None:
        """The board of the turn that was just taken in this channel, to be sent now; only once.

        If nobody takes it, as after a crash, the post is found in the database.
        """
        return self._claims.pop(channel_id, None)

    async def told_by(self, claim: Claim) -> Told:
        """What the board to be sent tells; without the database after `take`, usually."""
        known = self._turns.pop(claim.post.channel_id, None)
        if known is not None and not claim.folded:
            live = known.live
            if (live.id, live.match.ply) == (claim.post.match, claim.post.ply):
                return known
        return await self._store.read(lambda tx: self._told(tx, claim.post, claim.folded))

    async def told_in(self, board: StoredPost) -> Told:
        """What a board told that has been sent, or may have been."""

        def work(tx: Transaction) -> Told:
            return self._told(tx, board, tx.posts.untold(board.match or 0, board.ply))

        return await self._store.read(work)

    async def posted_as(self, message: int) -> StoredPost | None:
        """The post that is known to be this message."""
        return await self._store.read(lambda tx: tx.posts.posted_as(message))

    def _told(self, tx: Transaction, board: StoredPost, folded: Sequence[int]) -> Told:
        match_id, ply = board.match or 0, board.ply or 0
        stored = self._stored(tx, match_id)
        live = self._cache.load(tx, stored, ply)
        before = tx.posts.board_before(match_id, (*folded, ply)[0])
        plies = [*([] if before is None else [before]), *folded]
        states = self._cache.states(tx, stored, plies) if plies else []
        if before is None:
            return Told(live, states)
        return Told(live, states[1:], states[0])

    def _stored(self, tx: Transaction, match_id: int) -> StoredMatch:
        stored = tx.matches.get(match_id)
        if stored is None:
            raise RefusedError(ServiceRefusal.NO_SUCH_MATCH)
        return stored
