"""Stores who has blocked whom, and who takes no challenges."""

from collections.abc import Collection
from datetime import datetime

import sqlalchemy as sa

from bot.storage.personal import Erasure, of_person
from bot.storage.queries.base import Queries
from bot.storage.schema import Moment, metadata

block = sa.Table(
    "block",
    metadata,
    sa.Column(
        "user", sa.BigInteger, primary_key=True, autoincrement=False, info=of_person(Erasure.ROW)
    ),
    sa.Column(
        "other",
        sa.BigInteger,
        primary_key=True,
        autoincrement=False,
        index=True,
        comment="the person that they have blocked",
        info=of_person(Erasure.ROW, private=True),
    ),
    sa.Column("at", Moment, nullable=False),
)

unavailable = sa.Table(
    "unavailable",
    metadata,
    sa.Column(
        "user", sa.BigInteger, primary_key=True, autoincrement=False, info=of_person(Erasure.ROW)
    ),
    sa.Column("at", Moment, nullable=False, comment="since when they take no challenges"),
)


class BlockQueries(Queries):
    """Who does not want to play with whom."""

    def blocks(self, user: int, other: int) -> bool:
        """True if ``user`` has blocked ``other``."""
        return self._one(sa.select(block.c.at).where(_between(user, other))) is not None

    def block(self, user: int, other: int, at: datetime) -> None:
        """Let ``user`` block ``other``, who was not blocked."""
        self._run(sa.insert(block).values(user=user, other=other, at=at))

    def unblock(self, user: int, other: int) -> bool:
        """Let ``user`` block ``other`` no more. Returns True if that changes something."""
        return bool(self._run(sa.delete(block).where(_between(user, other))).rowcount)

    def blocked_by(self, user: int) -> list[int]:
        """The people that ``user`` has blocked, the last first."""
        of_user = sa.select(block.c.other).where(block.c.user == user)
        return [row.other for row in self._all(of_user.order_by(block.c.at.desc(), block.c.other))]

    def between(self, users: Collection[int]) -> list[tuple[int, int]]:
        """Of these people, who has blocked whom."""
        rows = sa.select(block.c.user, block.c.other).where(block.c.user.in_(users))
        there = {*users}
        return [(row.user, row.other) for row in self._all(rows) if row.other in there]

    def takes_challenges(self, user: int) -> bool:
        """True unless ``user`` has chosen to take no challenges."""
        return self._one(sa.select(unavailable.c.at).where(unavailable.c.user == user)) is None

    def take_challenges(self, user: int, since: datetime | None) -> None:
        """Let ``user`` take no challenges ``since`` then, or take them again: None."""
        self._run(sa.delete(unavailable).where(unavailable.c.user == user))
        if since is not None:
            self._run(sa.insert(unavailable).values(user=user, at=since))


def _between(user: int, other: int) -> sa.ColumnElement[bool]:
    return (block.c.user == user) & (block.c.other == other)
