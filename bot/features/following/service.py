"""Spectators who want to be called: at the end of a match, or every few moves."""

from enum import StrEnum

from bot.features.following.store import FollowQueries
from bot.service.match_cache import MatchCache
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.database import Store
from bot.storage.rows import StoredMatch
from bot.storage.transaction import Transaction

AT_THE_END = 0
EVERY = (AT_THE_END, 10, 5, 1)
"""After how many moves a follower can be called, besides the end."""
MOST_FOLLOWED = 20
"""Running matches that one person can follow."""
MOST_FOLLOWERS = 50
"""People who can follow one match: a board has room for their names."""


class FollowRefusal(StrEnum):
    """Why somebody cannot follow a match: the keys of the texts."""

    OWN_GAME = "following-own-game"
    TOO_MANY = "following-too-many"
    TOO_MANY_FOLLOWERS = "following-too-many-followers"


class Following:
    """The followers of the matches of one database."""

    def __init__(self, store: Store, cache: MatchCache) -> None:
        self._store = store
        self._cache = cache

    async def follow(self, match_id: int, user: int, every: int | None = None) -> int:
        """Let ``user`` follow a match. Returns after how many moves they are called.

        ``every``: one of `EVERY`; None: as before, at the end if they did not follow it. Refuses
        those who play in it.
        """

        def work(tx: Transaction) -> int:
            stored = tx.matches.get(match_id)
            if stored is None:
                raise RefusedError(ServiceRefusal.NO_SUCH_MATCH)
            if stored.deadline is None:
                raise RefusedError(ServiceRefusal.MATCH_OVER)
            self._check_player(tx, stored, user)
            followers = tx.followers.of(match_id)
            before = followers.get(user)
            if before is None:
                if FollowQueries(tx.connection).followed_by(user) >= MOST_FOLLOWED:
                    raise RefusedError(FollowRefusal.TOO_MANY, most=MOST_FOLLOWED)
                if len(followers) >= MOST_FOLLOWERS:
                    raise RefusedError(FollowRefusal.TOO_MANY_FOLLOWERS, most=MOST_FOLLOWERS)
            wanted = (before or AT_THE_END) if every is None else every
            if wanted != before:
                FollowQueries(tx.connection).follow(match_id, user, wanted)
            return wanted

        return await self._store.write(work)

    def _check_player(self, tx: Transaction, stored: StoredMatch, user: int) -> None:
        """Refuse somebody whom the boards call anyway; those who have left are not."""
        if user in stored.players:
            departed = self._cache.load(tx, stored).match.turn_log.departed
            if stored.players.index(user) not in departed:
                raise RefusedError(FollowRefusal.OWN_GAME)

    async def stop(self, match_id: int, user: int) -> bool:
        """Stop following a match. Return True if ``user`` followed it until now."""
        return await self._store.write(lambda tx: FollowQueries(tx.connection).stop(match_id, user))
