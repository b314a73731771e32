"""How much work is waiting, for the metrics."""

from datetime import datetime, timedelta

import sqlalchemy as sa

from bot.metrics import Backlog
from bot.storage.queries.base import Queries
from bot.storage.rows import SENDING, WAITING
from bot.storage.schema import match, post

_STATES = (WAITING, SENDING)
# The states are written out, so that SQLite sees that an index has just these rows.
_UNSENT = (
    sa.select(
        post.c.state,
        sa.func.count().label("number"),
        sa.func.min(post.c.since, type_=post.c.since.type).label("oldest"),
    )
    .where(post.c.state.in_(sa.bindparam("states", _STATES, expanding=True, literal_execute=True)))
    .group_by(post.c.state)
)
_RUNNING = sa.select(sa.func.count()).select_from(match).where(match.c.deadline.is_not(None))


class BacklogQueries(Queries):
    """How much work is waiting in the whole database; two indexes are read, and no table."""

    def at(self, now: datetime) -> Backlog:
        """What is to be done."""
        posts: dict[str, int] = dict.fromkeys(_STATES, 0)
        oldest = now
        for row in self._all(_UNSENT):
            posts[row.state], oldest = row.number, min(oldest, row.oldest)
        running = self._run(_RUNNING).scalar_one()
        return Backlog(posts, max(now - oldest, timedelta()), running)
