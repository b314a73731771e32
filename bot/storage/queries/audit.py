"""The log of moderators' rulings, with their reasons."""

import sqlalchemy as sa

from bot.storage.queries.base import Queries, fields
from bot.storage.rows import StoredRuling
from bot.storage.schema import audit


class AuditQueries(Queries):
    """The log of moderators' rulings, with their reasons."""

    def add(self, new: StoredRuling) -> int:
        """Store ``new``, ignoring its id. Returns the id it gets."""
        values = {column.key: getattr(new, column.key) for column in audit.c if column.key != "id"}
        return self._insert(sa.insert(audit).values(**values, **self._first_id(audit)))

    def get(self, key: int) -> StoredRuling | None:
        """The ruling with this number."""
        return self._found(audit.c.id == key)

    def from_event(self, event_id: int) -> StoredRuling | None:
        """The ruling that came from this event."""
        return self._found(audit.c.event_id == event_id)

    def last_of(self, match_id: int) -> StoredRuling | None:
        """The latest ruling on a match."""
        return self._found(audit.c.match == match_id)

    def _found(self, which: sa.ColumnElement[bool]) -> StoredRuling | None:
        newest = sa.select(*fields(audit)).where(which).order_by(audit.c.id.desc()).limit(1)
        row = self._one(newest)
        return None if row is None else StoredRuling(**row._mapping)
