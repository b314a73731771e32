"""The people who follow matches, and what there is to watch."""

from collections.abc import Mapping

import sqlalchemy as sa

from bot.storage.queries.base import Queries
from bot.storage.rows import Watched
from bot.storage.schema import Id, follower, match, player, turn

MOST_WATCHED = 1000
"""Running matches of one server that are looked at."""

_KEY = sa.bindparam("key", type_=Id)
_FOLLOWERS = (
    sa.select(follower.c.user, follower.c.every)
    .where(follower.c.match == _KEY)
    .order_by(follower.c.user)
)


class FollowerQueries(Queries):
    """The people who follow matches, and what there is to watch."""

    def of(self, match_id: int) -> Mapping[int, int]:
        """The number of moves after which each follower is mentioned; 0: only at the end."""
        return {row.user: row.every for row in self._all(_FOLLOWERS, key=match_id)}

    def follow(self, match_id: int, user: int, every: int) -> None:
        """Let ``user`` follow a match, or change how often they are called."""
        here = follower.c.match == match_id, follower.c.user == user
        changed = self._run(sa.update(follower).where(*here).values(every=every))
        if not changed.rowcount:
            self._run(sa.insert(follower).values(match=match_id, user=user, every=every))

    def stop(self, match_id: int, user: int) -> bool:
        """Stop following. Returns True if ``user`` followed the match until now."""
        here = follower.c.match == match_id, follower.c.user == user
        return bool(self._run(sa.delete(follower).where(*here)).rowcount)

    def followed_by(self, user: int) -> int:
        """The number of running matches that ``user`` follows."""
        found = (
            sa.select(sa.func.count())
            .select_from(follower.join(match, match.c.id == follower.c.match))
            .where(follower.c.user == user, match.c.deadline.is_not(None))
        )
        return int(self._run(found).scalar_one())

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
