"""The settings of servers."""

import sqlalchemy as sa

from bot.storage.queries.base import Queries
from bot.storage.schema import server_settings

_CHOSEN = sa.select(server_settings.c.chosen).where(
    server_settings.c.server == sa.bindparam("server", type_=sa.BigInteger())
)


class ServerQueries(Queries):
    """The settings of servers."""

    def settings(self, server: int) -> str | None:
        """The settings of a server, as they were stored."""
        row = self._one(_CHOSEN, server=server)
        return None if row is None else row.chosen

    def keep_settings(self, server: int, chosen: str) -> None:
        """Store the settings of a server."""
        this = server_settings.c.server == server
        changed = self._run(sa.update(server_settings).where(this).values(chosen=chosen))
        if not changed.rowcount:
            self._run(sa.insert(server_settings).values(server=server, chosen=chosen))
