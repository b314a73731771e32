"""Reads what there is to watch."""

from dataclasses import dataclass
from datetime import datetime

import sqlalchemy as sa

from bot.storage.queries.base import Queries
from bot.storage.schema import match, player, turn

MOST_WATCHED = 1000
"""Running matches of one server that are looked at."""


@dataclass(frozen=True, slots=True)
class Watched:
    """A running match in the list of those that can be watched."""

    id: int
    channel_id: int
    everybody: tuple[int, ...]
    """Everybody who plays or has played in it."""
    moved: datetime
    """When its last turn was taken, or when it began."""
    card_channel_id: int
    """The channel of its card, by which it is decided who may see it."""


class WatchQueries(Queries):
    """The running matches of servers."""

    def running(self, server: int) -> list[Watched]:
        """The matches of a server that are not over, the one that was played last first."""
        when = sa.func.coalesce(turn.c.at, match.c.opened, type_=match.c.opened.type)
        last = (turn.c.match == match.c.id) & (turn.c.ply == match.c.ply)
        some = (
            sa.select(match.c.id, when.label("moved"))
            .join(turn, last, isouter=True)
            .where(match.c.deadline.is_not(None), match.c.server == server)
            .order_by(sa.desc("moved"), match.c.id.desc())
            .limit(MOST_WATCHED)
            .subquery()
        )
        rows = self._all(
            sa.select(
                match.c.id,
                match.c.channel_id,
                some.c.moved,
                player.c.user,
                player.c.left_by,
                match.c.card_channel_id,
            )
            .join(some, some.c.id == match.c.id)
            .join(player, player.c.match == match.c.id)
            .order_by(some.c.moved.desc(), match.c.id.desc(), player.c.seat)
        )
        found: dict[int, Watched] = {}
        for row in rows:
            known = found.get(row.id)
            here = (row.user,) if row.left_by is None else (row.user, row.left_by)
            people = (*known.everybody, *here) if known else here
            found[row.id] = Watched(row.id, row.channel_id, people, row.moved, row.card_channel_id)
        return list(found.values())
