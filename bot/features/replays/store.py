"""Games imported from files."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from bot.storage.personal import OF_SERVER, Erasure, of_person
from bot.storage.queries.base import Queries, fields
from bot.storage.schema import Id, Moment, metadata

imported = sa.Table(
    "imported",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("source", sa.BigInteger, key="event_id", nullable=False, unique=True),
    sa.Column("server", sa.BigInteger, nullable=False, info=OF_SERVER),
    sa.Column("user", sa.BigInteger, nullable=False, index=True, info=of_person(Erasure.ROW)),
    sa.Column("at", Moment, nullable=False),
    sa.Column("record", sa.Text, nullable=False, comment="as JSON, see engine/record"),
)


@dataclass(frozen=True, slots=True)
class StoredImport:
    """A game imported from a file. ``event_id`` is the interaction that brought it."""

    id: int
    event_id: int
    server: int
    user: int
    at: datetime
    record: str
    """As JSON, see `engine.record.json_form`."""


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
