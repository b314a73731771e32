"""The amount of waiting work, for the metrics."""

from datetime import datetime, timedelta

import sqlalchemy as sa

from bot.metrics import Backlog
from bot.storage.queries.base import Queries
from bot.storage.queries.meta import LAST_BACKUP
from bot.storage.schema import match, message, meta

_UNSENT = (
    sa.select(
        sa.case((message.c.begun > 0, "sending"), else_="waiting").label("state"),
        sa.func.count().label("number"),
        sa.func.min(message.c.wanted, type_=message.c.wanted.type).label("oldest"),
    )
    .where(message.c.shown != message.c.rev, message.c.message.is_(None))
    .group_by("state")
)
_SIZE = sa.text("SELECT pg_database_size(current_database())")
_PAGES = sa.text("SELECT page_count * page_size FROM pragma_page_count(), pragma_page_size()")
_BACKUP = sa.select(meta.c.value).where(meta.c.key == LAST_BACKUP)
_RUNNING = sa.select(sa.func.count()).select_from(match).where(match.c.deadline.is_not(None))


class BacklogQueries(Queries):
    """The waiting work of the whole database, and its state. Reads two indexes and no table."""

    def at(self, now: datetime) -> Backlog:
        """The backlog at ``now``."""
        posts: dict[str, int] = dict.fromkeys(("waiting", "sending"), 0)
        oldest = now
        for row in self._all(_UNSENT):
            posts[row.state], oldest = row.number, min(oldest, row.oldest)
        running = self._run(_RUNNING).scalar_one()
        noted = self._one(_BACKUP)
        backup = None if noted is None else datetime.fromisoformat(noted.value)
        waits = max(now - oldest, timedelta())
        return Backlog(posts, waits, running, self._size(), backup)

    def _size(self) -> int:
        on_a_server = self._connection.dialect.name == "postgresql"
        return self._run(_SIZE if on_a_server else _PAGES).scalar_one()
