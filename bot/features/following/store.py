"""Notes who follows which match; the core reads whom a match calls."""

import sqlalchemy as sa

from bot.storage.queries.base import Queries
from bot.storage.schema import follower, match


class FollowQueries(Queries):
    """The people who follow matches."""

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
        """How many matches that are not over ``user`` follows."""
        found = (
            sa.select(sa.func.count())
            .select_from(follower.join(match, match.c.id == follower.c.match))
            .where(follower.c.user == user, match.c.deadline.is_not(None))
        )
        return int(self._run(found).scalar_one())
