"""Games imported from files."""

import sqlalchemy as sa

from bot.storage.queries.base import Queries, fields
from bot.storage.rows import StoredImport
from bot.storage.schema import imported


class ImportQueries(Queries):
    """Games imported from files."""

    def keep(self, new: StoredImport, most: int) -> int:
        """Store ``new``, ignoring its id, and keep only its user's newest ``most``. Returns the id.

        If the same interaction has already stored a game, returns the id of that one.
        """
        same = self._one(sa.select(imported.c.id).where(imported.c.event_id == new.event_id))
        if same is not None:
            return int(same.id)
        values = {column.key: getattr(new, column.key) for column in imported.c}
        del values["id"]
        values |= self._first_id(imported)
        key = self._insert(sa.insert(imported).values(values))
        newest = (
            sa.select(imported.c.id)
            .where(imported.c.user == new.user)
            .order_by(imported.c.id.desc())
            .limit(most)
        )
        older = (imported.c.user == new.user) & imported.c.id.not_in(newest.scalar_subquery())
        self._run(sa.delete(imported).where(older))
        return key

    def get(self, key: int) -> StoredImport | None:
        """The imported game with this id."""
        row = self._one(sa.select(*fields(imported)).where(imported.c.id == key))
        return None if row is None else StoredImport(**row._mapping)
