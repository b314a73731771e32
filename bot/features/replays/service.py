"""Games imported from files, kept so that people can replay them."""

from bot.features.replays.store import ImportQueries, StoredImport
from bot.service.current_time import Now
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.database import Store

MOST_IMPORTS = 50
"""How many imported games are kept for each person; the oldest are dropped."""


class Imports:
    """The imported games of one database."""

    def __init__(self, store: Store, now: Now) -> None:
        self._store = store
        self._now = now

    async def keep(self, user: int, server: int, record: str, *, event_id: int) -> int:
        """Keep an imported game for ``user``; ``record`` is JSON. Returns the id of the game.

        The same ``event_id`` again changes nothing.
        """
        new = StoredImport(0, event_id, server, user, self._now(), record)
        return await self._store.write(
            lambda tx: ImportQueries(tx.connection).keep(new, MOST_IMPORTS)
        )

    async def get(self, import_id: int, user: int, server: int) -> str:
        """The record of a game that ``user`` imported on this server, as JSON. May refuse."""
        stored = await self._store.read(lambda tx: ImportQueries(tx.connection).get(import_id))
        if stored is None or (stored.user, stored.server) != (user, server):
            raise RefusedError(ServiceRefusal.NO_SUCH_FILE)
        return stored.record
