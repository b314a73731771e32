"""The running games of a server, for spectators."""

from collections.abc import Sequence

from bot.features.watching.store import Watched, WatchQueries
from bot.service.live_match import LiveMatch
from bot.service.match_cache import MatchCache
from bot.service.refusals import RefusedError
from bot.storage.database import Store
from bot.storage.transaction import Transaction


class RunningGames:
    """The running matches of one database."""

    def __init__(self, store: Store, cache: MatchCache) -> None:
        self._store = store
        self._cache = cache

    async def running(self, server: int) -> list[Watched]:
        """The matches of a server that are not over, the one that was played last first."""
        return await self._store.read(lambda tx: WatchQueries(tx.connection).running(server))

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
