"""Stores how much vacation everybody has left."""

from dataclasses import dataclass
from datetime import datetime, timedelta

import sqlalchemy as sa

from bot.storage.personal import Erasure, key_of_person
from bot.storage.queries.base import Queries
from bot.storage.schema import Moment, match, metadata, player, turn
from engine.turns import RESIGN, TIMEOUT

AT_FIRST = timedelta(days=7)
MOST = timedelta(days=28)
EARNED_IN = 12
"""In so many days people earn another day of vacation: a month a year."""

vacation = sa.Table(
    "vacation",
    metadata,
    key_of_person(Erasure.ROW),
    sa.Column("left_s", sa.BigInteger, nullable=False, comment="seconds of it, at ``counted``"),
    sa.Column("counted", Moment, nullable=False),
    sa.Column("automatic", sa.Boolean, nullable=False, comment="a day of it against a loss"),
)


@dataclass(frozen=True, slots=True)
class Vacation:
    """The vacation that somebody has left, at the time when it was ``counted``."""

    left: timedelta
    counted: datetime
    automatic: bool = False
    """A day of it is taken rather than losing a game on time."""

    def at(self, now: datetime) -> "Vacation":
        """The same with what was earned since; in whole seconds."""
        earned = max(now - self.counted, timedelta()) / EARNED_IN
        left = max(min(self.left + earned, MOST), self.left)
        return Vacation(timedelta(seconds=left // timedelta(seconds=1)), now, self.automatic)


class VacationQueries(Queries):
    """The vacation of everybody."""

    def of(self, user: int, now: datetime) -> Vacation:
        """What ``user`` has left at ``now``."""
        row = self._one(sa.select(vacation).where(vacation.c.user == user))
        if row is None:
            return Vacation(AT_FIRST, now)
        stored = Vacation(timedelta(seconds=row.left_s), row.counted, row.automatic)
        return stored.at(now)

    def left_by(self, user: int) -> set[int]:
        """The matches in which ``user`` plays no more: by resigning, or by running out of time."""
        seat = (player.c.match == turn.c.match) & (player.c.seat == turn.c.seat)
        gone = (
            sa.select(turn.c.match)
            .join(player, seat)
            .join(match, match.c.id == turn.c.match)
            .where(player.c.user == user, match.c.deadline.is_not(None))
            .where(turn.c.text.in_((RESIGN, TIMEOUT)))
        )
        return {row.match for row in self._all(gone)}

    def keep(self, user: int, left: Vacation) -> None:
        """Store what ``user`` has left."""
        self._run(sa.delete(vacation).where(vacation.c.user == user))
        seconds = left.left // timedelta(seconds=1)
        values = {"left_s": seconds, "counted": left.counted, "automatic": left.automatic}
        self._run(sa.insert(vacation).values(user=user, **values))
