"""Stores who has blocked whom, and who takes no challenges."""

from collections.abc import Collection
from datetime import datetime

import sqlalchemy as sa

from bot.storage.personal import Erasure, key_of_person
from bot.storage.queries.base import Queries
from bot.storage.schema import Moment, metadata

block = sa.Table(
    "block",
    metadata,
    key_of_person(Erasure.ROW),
    key_of_person(
        Erasure.PSEUDONYM,
        "other",
        private=True,
        index=True,
        comment="the person that they have blocked",
    ),
    sa.Column("at", Moment, nullable=False),
)

unavailable = sa.Table(
    "unavailable",
    metadata,
    key_of_person(Erasure.ROW),
    sa.Column("at", Moment, nullable=False, comment="since when they take no challenges"),
)


class BlockQueries(Queries):
    """Who does not want to play with whom."""

    def blocks(self, user: int, known_as: Collection[int]) -> bool:
        """True if ``user`` has blocked the person of these numbers."""
        return self._one(sa.select(block.c.at).where(_between(user, known_as))) is not None

    def block(self, user: int, other: int, at: datetime) -> None:
        """Let ``user`` block ``other``, who was not blocked."""
        self._run(sa.insert(block).values(user=user, other=other, at=at))

    def unblock(self, user: int, known_as: Collection[int]) -> bool:
        """Let ``user`` block the person of these numbers no more. Returns True if they did."""
        return bool(self._run(sa.delete(block).where(_between(user, known_as))).rowcount)

    def rename(self, other: int, number: int) -> None:
        """Let ``number`` stand for ``other`` wherever somebody has blocked them."""
        self._run(sa.update(block).where(block.c.other == other).values(other=number))

    def blocked_by(self, user: int) -> list[int]:
        """The people that ``user`` has blocked, the last first."""
        of_user = sa.select(block.c.other).where(block.c.user == user)
        return [row.other for row in self._all(of_user.order_by(block.c.at.desc(), block.c.other))]

    def by(self, users: Collection[int]) -> list[tuple[int, int]]:
        """The blocks of these people: who, and whom."""
        rows = sa.select(block.c.user, block.c.other).where(block.c.user.in_(users))
        return [(row.user, row.other) for row in self._all(rows)]

    def takes_challenges(self, user: int) -> bool:
        """True unless ``user`` has chosen to take no challenges."""
        return self._one(sa.select(unavailable.c.at).where(unavailable.c.user == user)) is None

    def take_challenges(self, user: int, since: datetime | None) -> None:
        """Let ``user`` take no challenges ``since`` then, or take them again: None."""
        self._run(sa.delete(unavailable).where(unavailable.c.user == user))
        if since is not None:
            self._run(sa.insert(unavailable).values(user=user, at=since))


def _between(user: int, known_as: Collection[int]) -> sa.ColumnElement[bool]:
    return (block.c.user == user) & block.c.other.in_(known_as)
