"""Where matches live."""

from typing import Any

import sqlalchemy as sa

from bot.shards import WHOLE, Shards
from bot.storage.queries.base import Queries, on_shards
from bot.storage.rows import THREAD, StoredHome
from bot.storage.schema import home, match


class HomeQueries(Queries):
    """Where matches live."""

    def add(self, new: StoredHome) -> None:
        """Store where a new match lives."""
        values = {column.key: getattr(new, column.key) for column in home.c}
        self._run(sa.insert(home).values(values))

    def of(self, match_id: int) -> StoredHome | None:
        """Where a match lives; None if it was begun before that could be chosen."""
        row = self._one(sa.select(home).where(home.c.match == match_id))
        return None if row is None else StoredHome(**row._mapping)

    def change(self, match_id: int, **values: Any) -> None:
        """Change what is known about the home of a match."""
        self._run(sa.update(home).where(home.c.match == match_id).values(values))

    def time_changed(self, match_id: int) -> None:
        """The clock of a match was stopped or started: its card, if it has one, shows old time."""
        self._mark(home.c.match == match_id)

    def all_times_changed(self, shards: Shards) -> None:
        """The clocks of the running matches on these shards were moved, apart from paused ones."""
        moved = match.c.deadline.is_not(None), match.c.paused.is_(None)
        here = sa.select(match.c.id).where(*moved, on_shards(match.c.server, shards))
        self._mark(home.c.match.in_(here))

    def _mark(self, which: sa.ColumnElement[bool]) -> None:
        cards = home.c.place == THREAD, ~home.c.closed
        self._run(sa.update(home).where(which, *cards).values(shown=None))

    def outdated(self, shards: Shards = WHOLE) -> list[StoredHome]:
        """The homes on these shards that are still open and do not show their match as it is."""
        late = home.c.shown.is_distinct_from(match.c.ply) | match.c.deadline.is_(None)
        rows = self._all(
            sa.select(home)
            .join(match, match.c.id == home.c.match)
            .where(~home.c.closed, late, on_shards(match.c.server, shards))
            .order_by(home.c.match)
        )
        return [StoredHome(**row._mapping) for row in rows]

    def unfinished(self, channel_id: int) -> list[StoredHome]:
        """The homes in this channel, or with a card there, that are still open."""
        over, running = match.c.deadline.is_(None), match.c.deadline.is_not(None)
        here = [
            sa.select(match.c.id).where(match.c.channel_id == channel_id, each)
            for each in (over, running)
        ]
        cards = sa.select(home.c.match).where(home.c.channel_id == channel_id, ~home.c.closed)
        rows = self._all(
            sa.select(home)
            .where(home.c.match.in_(sa.union(*here, cards)), ~home.c.closed)
            .order_by(home.c.match)
        )
        return [StoredHome(**row._mapping) for row in rows]

    def close_in(self, channel_id: int) -> None:
        """Nothing is left to be done for the matches that lived in this channel, or under it."""
        self._run(sa.update(home).where(home.c.channel_id == channel_id).values(closed=True))
