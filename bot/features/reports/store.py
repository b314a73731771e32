"""Stores what people have reported."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from bot.storage.personal import OF_SERVER, Erasure, of_person
from bot.storage.queries.base import Queries, fields
from bot.storage.schema import Id, Moment, metadata

report = sa.Table(
    "report",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("source", sa.BigInteger, key="event_id", nullable=False, unique=True),
    sa.Column("server", sa.BigInteger, nullable=False, info=OF_SERVER),
    sa.Column("match", Id, sa.ForeignKey("match.id"), nullable=False, index=True),
    sa.Column(
        "user", sa.BigInteger, nullable=False, comment="who reports", info=of_person(Erasure.ROW)
    ),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
)
sa.Index("ix_report_user_at", report.c.user, report.c.at)


@dataclass(frozen=True, slots=True)
class StoredReport:
    """What ``user`` has said of a match. ``event_id`` is the interaction."""

    id: int
    event_id: int
    server: int
    match: int
    user: int
    text: str
    """As it was typed."""
    at: datetime


class ReportQueries(Queries):
    """What people have reported."""

    def add(self, new: StoredReport) -> int:
        """Store ``new``, ignoring its id. Returns the id it gets."""
        values = {c.key: getattr(new, c.key) for c in report.c if c.key != "id"}
        return self._insert(sa.insert(report).values(values | self._first_id(report)))

    def get(self, key: int) -> StoredReport | None:
        """The report with this id."""
        return self._report(report.c.id == key)

    def from_event(self, event_id: int) -> StoredReport | None:
        """The report that this interaction made."""
        return self._report(report.c.event_id == event_id)

    def since(self, user: int, at: datetime) -> list[datetime]:
        """When ``user`` has reported something after ``at``, the earliest first."""
        late = report.c.user == user, report.c.at > at
        return [
            row.at for row in self._all(sa.select(report.c.at).where(*late).order_by(report.c.at))
        ]

    def _report(self, where: sa.ColumnElement[bool]) -> StoredReport | None:
        row = self._one(sa.select(*fields(report)).where(where))
        return None if row is None else StoredReport(**row._mapping)
