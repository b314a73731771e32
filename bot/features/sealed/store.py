"""Stores what is sealed, at most one for each match, until it is opened."""

from dataclasses import dataclass

import sqlalchemy as sa

from bot.storage.personal import Erasure, of_seat
from bot.storage.queries.base import Queries
from bot.storage.schema import Id, match, metadata

sealed = sa.Table(
    "sealed",
    metadata,
    sa.Column("match", Id, sa.ForeignKey(match.c.id), primary_key=True),
    sa.Column(
        "seat",
        sa.Integer,
        nullable=False,
        comment="whose turn it will be",
        info=of_seat(Erasure.ROW),
    ),
    sa.Column("ply", sa.Integer, nullable=False, comment="moves on the board since then"),
    sa.Column("text", sa.Text, nullable=False, comment="the turn, encrypted"),
)


@dataclass(frozen=True, slots=True)
class Kept:
    """A turn that is made later."""

    seat: int
    ply: int
    """How many moves stood on the board once it was sealed; with fewer, that was taken back."""
    text: str
    """Encrypted."""


class SealedQueries(Queries):
    """What is sealed."""

    def of(self, match_id: int) -> Kept | None:
        """What is sealed in a match."""
        for row in self._all(sa.select(sealed).where(sealed.c.match == match_id)):
            return Kept(row.seat, row.ply, row.text)
        return None

    def keep(self, match_id: int, kept: Kept) -> None:
        """Store it in place of the last one."""
        self.drop(match_id)
        values = {"seat": kept.seat, "ply": kept.ply, "text": kept.text}
        self._run(sa.insert(sealed).values(match=match_id, **values))

    def drop(self, match_id: int) -> None:
        """Delete it, if there is one."""
        self._run(sa.delete(sealed).where(sealed.c.match == match_id))
