"""Stores what people analyse: a record with variations for each person and game."""

from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from bot.storage.personal import Erasure, of_person
from bot.storage.queries.base import Queries, fields
from bot.storage.schema import Id, Moment, metadata

analyses = sa.Table(
    "analysis",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("user", sa.BigInteger, nullable=False, info=of_person(Erasure.ROW)),
    sa.Column("about", sa.Text, nullable=False, index=True, comment="the game, such as game:12"),
    sa.Column("at", Moment, nullable=False, comment="when it was begun or last changed"),
    sa.Column("record", sa.Text, nullable=False, comment="as JSON, see engine/record"),
    sa.UniqueConstraint("user", "about", name="uq_analysis_user_about"),
)


@dataclass(frozen=True, slots=True)
class StoredAnalysis:
    """What ``user`` has made of a game."""

    id: int
    user: int
    about: str
    at: datetime
    record: str
    """As JSON, see `engine.record.json_form`."""


class AnalysisQueries(Queries):
    """What people analyse."""

    def get(self, key: int) -> StoredAnalysis | None:
        """The analysis with this id."""
        return self._only(analyses.c.id == key)

    def of(self, user: int, about: str) -> StoredAnalysis | None:
        """What ``user`` has made of a game."""
        return self._only((analyses.c.user == user) & (analyses.c.about == about))

    def add(self, new: StoredAnalysis, most: int) -> None:
        """Store ``new``, ignoring its id, and keep only its user's latest ``most``.

        Does nothing if its user has an analysis of that game.
        """
        if self.of(new.user, new.about) is not None:
            return
        values = {column.key: getattr(new, column.key) for column in analyses.c}
        del values["id"]
        self._insert(sa.insert(analyses).values(values | self._first_id(analyses)))
        mine = analyses.c.user == new.user
        latest = sa.select(analyses.c.id).where(mine)
        latest = latest.order_by(analyses.c.at.desc(), analyses.c.id.desc()).limit(most)
        self._run(sa.delete(analyses).where(mine & analyses.c.id.not_in(latest.scalar_subquery())))

    def change(self, known: StoredAnalysis, record: str, at: datetime) -> bool:
        """Store another record in place of the ``known`` one. False if that is not there now."""
        same = (analyses.c.id == known.id) & (analyses.c.record == known.record)
        changed = sa.update(analyses).where(same).values(record=record, at=at)
        return bool(self._run(changed).rowcount)

    def about(self, games: Sequence[str]) -> list[StoredAnalysis]:
        """What people have made of these games."""
        rows = self._all(sa.select(*fields(analyses)).where(analyses.c.about.in_(games)))
        return [StoredAnalysis(**row._mapping) for row in rows]

    def _only(self, condition: sa.ColumnElement[bool]) -> StoredAnalysis | None:
        row = self._one(sa.select(*fields(analyses)).where(condition))
        return None if row is None else StoredAnalysis(**row._mapping)
