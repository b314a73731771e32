"""The people who follow matches."""

from collections.abc import Mapping

import sqlalchemy as sa

from bot.storage.queries.base import Queries
from bot.storage.schema import Id, follower

_KEY = sa.bindparam("key", type_=Id)
_FOLLOWERS = (
    sa.select(follower.c.user, follower.c.every)
    .where(follower.c.match == _KEY)
    .order_by(follower.c.user)
)


class FollowerQueries(Queries):
    """The people who follow matches."""

    def of(self, match_id: int) -> Mapping[int, int]:
        """The number of moves after which each follower is mentioned; 0: only at the end."""
        return {row.user: row.every for row in self._all(_FOLLOWERS, key=match_id)}
