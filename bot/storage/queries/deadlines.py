"""Deadlines and reminders of matches; the time that an outage gives back."""

from collections.abc import Collection
from datetime import datetime, timedelta
from typing import Any

import sqlalchemy as sa

from bot.shards import Shards
from bot.storage.queries.base import Queries, on_shards, written
from bot.storage.rows import OPEN
from bot.storage.schema import EPOCH, challenge, match
from engine.clock import FOREVER

SECOND, MICROSECOND = timedelta(seconds=1), timedelta(microseconds=1)


_RUNS = match.c.paused.is_(None)
"""The time of a paused match stands still."""


class DeadlineQueries(Queries):
    """Deadlines and reminders of the matches on some shards, apart from paused ones."""

    def earliest(self, most: int, shards: Shards) -> list[tuple[int, datetime]]:
        """The matches whose deadlines come first: their ids, and when."""
        rows = self._all(
            sa.select(match.c.id, match.c.deadline)
            .where(match.c.deadline < FOREVER, _RUNS, on_shards(match.c.server, shards))
            .order_by(match.c.deadline)
            .limit(most)
        )
        return [(row.id, row.deadline) for row in rows]

    def running(self, shards: Shards) -> sa.Select[Any]:
        """The statement for the ids of all of them whose clocks run."""
        runs = match.c.deadline < FOREVER, _RUNS, on_shards(match.c.server, shards)
        return sa.select(match.c.id).where(*runs)

    def lock_free(self, match_ids: Collection[int]) -> list[int]:
        """Lock those of the matches that nobody else is changing. Returns their ids."""
        rows = self._all(
            sa.select(match.c.id).where(match.c.id.in_(match_ids)).with_for_update(skip_locked=True)
        )
        free = {row.id for row in rows}
        return [match_id for match_id in match_ids if match_id in free]

    def to_remind(self, now: datetime, most: int, shards: Shards) -> list[int]:
        """The ids of matches whose player to move is due a reminder."""
        due = match.c.remind <= now, match.c.deadline > now, _RUNS
        here = on_shards(match.c.server, shards)
        rows = self._all(sa.select(match.c.id).where(*due, here).limit(most))
        return [row.id for row in rows]

    def earliest_reminder(self, without: Collection[int], shards: Shards) -> datetime | None:
        """When the next reminder is due, apart from those of the matches in ``without``."""
        stands = match.c.remind.is_not(None), match.c.id.not_in(without), _RUNS
        here = on_shards(match.c.server, shards)
        found = sa.select(match.c.remind).where(*stands, here).order_by(match.c.remind).limit(1)
        row = self._one(found)
        return None if row is None else row.remind

    def remind(self, match_id: int, at: datetime | None) -> None:
        """Let the next reminder of this turn come then; None: there is none."""
        self._run(sa.update(match).where(match.c.id == match_id).values(remind=at))

    def resting(self, shards: Shards) -> list[int]:
        """The ids of the matches whose clocks stand still at times, and run otherwise."""
        runs = match.c.rest.is_not(None), match.c.deadline < FOREVER, _RUNS
        found = sa.select(match.c.id).where(*runs, on_shards(match.c.server, shards))
        return [row.id for row in self._all(found)]

    def extend(self, time: timedelta, now: datetime, shards: Shards) -> None:
        """Move every open deadline there by ``time``, but to at most a whole move from ``now``.

        Those of paused matches stay: they move when the match goes on, by all of that time; and
        those of clocks that stand still at times, see `resting`. Open challenges likewise move, but
        to at most the whole time for which they stand.
        """

        def moved(deadline: sa.Column[Any], most: sa.ColumnElement[Any]) -> sa.ColumnElement[Any]:
            more = sa.type_coerce(deadline, sa.BigInteger) + time // MICROSECOND
            limit = (now - EPOCH) // MICROSECOND + most
            return sa.case((more < limit, more), else_=limit)

        def whole(seconds: sa.Column[int]) -> sa.ColumnElement[Any]:
            return sa.cast(seconds, sa.BigInteger) * (SECOND // MICROSECOND)

        later = moved(match.c.deadline, whole(match.c.per_move_s))
        gained = later - sa.type_coerce(match.c.deadline, sa.BigInteger)
        given = match.c.given_s + sa.cast(gained / (SECOND // MICROSECOND), sa.BigInteger)
        self._run(
            sa.update(match)
            .where(match.c.deadline < FOREVER, match.c.rest.is_(None), _RUNS)
            .where(on_shards(match.c.server, shards))
            .values(
                deadline=later,
                given_s=sa.case((given > 0, given), else_=0),  # less if the clock was set back
                remind=sa.type_coerce(match.c.remind, sa.BigInteger) + gained,
            )
        )
        self._run(
            sa.update(challenge)
            .where(challenge.c.state == written(OPEN), on_shards(challenge.c.server, shards))
            .values(expires=moved(challenge.c.expires, whole(challenge.c.stands_s)))
        )
