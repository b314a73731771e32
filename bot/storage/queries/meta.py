"""Notes of the program about itself."""

import sqlalchemy as sa

from bot.storage.queries.base import Queries
from bot.storage.schema import meta

LAST_BACKUP = "last backup"
"""The key of the time at which the last backup began."""


class MetaQueries(Queries):
    """Notes of the program about itself."""

    def get(self, key: str) -> str | None:
        """The value remembered under ``key``."""
        row = self._one(sa.select(meta.c.value).where(meta.c.key == key))
        return None if row is None else row.value

    def set(self, key: str, value: str) -> None:
        """Remember ``value`` under ``key``."""
        changed = self._run(sa.update(meta).where(meta.c.key == key).values(value=value))
        if not changed.rowcount:
            self._run(sa.insert(meta).values(key=key, value=value))
