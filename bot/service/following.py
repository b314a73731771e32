"""Spectators who want to be called: at the end of a match, or every so many moves."""

from collections.abc import Sequence

from bot.service.live_match import LiveMatch
from bot.service.match_cache import MatchCache
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.database import Store
from bot.storage.rows import StoredMatch, Watched
from bot.storage.transaction import Transaction
from engine.turns import TurnLog

AT_THE_END = 0
EVERY = (AT_THE_END, 10, 5, 1)
"""After how many moves a follower can be called, besides the end."""
MOST_FOLLOWED = 20
"""Running matches that one person can follow."""
MOST_FOLLOWERS = 50
"""People who can follow one match: a board has room for their names."""


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
                if tx.followers.followed_by(user) >= MOST_FOLLOWED:
                    raise RefusedError(ServiceRefusal.FOLLOWS_MANY)
                if len(followers) >= MOST_FOLLOWERS:
                    raise RefusedError(ServiceRefusal.MANY_FOLLOWERS)
            wanted = (before or AT_THE_END) if every is None else every
            if wanted != before:
                tx.followers.follow(match_id, user, wanted)
            return wanted

        return await self._store.write(work)

    def _check_player(self, tx: Transaction, stored: StoredMatch, user: int) -> None:
        """Refuse somebody whom the boards call anyway; those who have left are not."""
        if user in stored.players:
            departed = self._cache.load(tx, stored).match.turn_log.departed
            if stored.players.index(user) not in departed:
                raise RefusedError(ServiceRefusal.FOLLOWS_OWN)

    async def stop(self, match_id: int, user: int) -> bool:
        """Whether ``user`` followed the match, until now."""
        return await self._store.write(lambda tx: tx.followers.stop(match_id, user))

    async def running(self, server: int) -> list[Watched]:
        """The matches of a server that are not over, the one that was played last first."""
        return await self._store.read(lambda tx: tx.followers.running(server))

    async def shown(self, watched: Sequence[Watched]) -> list[tuple[LiveMatch, int | None]]:
        """These matches as they are, each with the message of its newest board.

        Leaves out those that nobody can read.
        """

        def work(tx: Transaction) -> list[tuple[LiveMatch, int | None]]:
            found: list[tuple[LiveMatch, int | None]] = []
            for one in watched:
                stored = tx.matches.get(one.id)
                try:
                    if stored is not None:
                        live = self._cache.load(tx, stored)
                        found.append((live, tx.messages.newest_board(one.id)))
                except RefusedError:
                    continue
            return found

        return await self._store.read(work)


def called(tx: Transaction, live: LiveMatch, tells: int) -> list[int]:
    """The followers whom a message calls that tells the turns of ``live`` from ``tells`` on.

    All of them at the end, else those for whom the match has gone on far enough with these turns,
    so that it does not matter which turns share a message. Moves that come again after others were
    taken back do not count again.
    """
    followers = tx.followers.of(live.id)
    if live.match.end is not None or not followers:
        return list(followers)
    now, told = live.match.turn_log.furthest, max(tells - 1, 0)
    least = max(0, now - (live.match.ply - told))  # a turn is at most one move
    if not any(_passes(every, least, now) for every in followers.values()):
        return []
    before = _furthest(tx, live, told)
    return [user for user, every in followers.items() if _passes(every, before, now)]


def _passes(every: int, before: int, now: int) -> bool:
    """Whether a multiple of ``every`` moves was reached after ``before`` moves."""
    return every > 0 and now // every > before // every


def _furthest(tx: Transaction, live: LiveMatch, ply: int) -> int:
    """The most moves that had stood in the first ``ply`` turns."""
    log = TurnLog()
    for turn in tx.turns.of(live.id, ply):
        log = log.after(turn, live.match.seats)
    return log.furthest
