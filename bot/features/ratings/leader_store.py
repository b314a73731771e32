"""Stores who has rated games on which server, and who is on no leaderboard; ranks people."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.features.ratings.arithmetic import Rating
from bot.features.ratings.store import events, rated_on, rating_in, ratings, unlisted
from bot.storage.queries.base import Queries, plainly
from bot.storage.schema import match


@dataclass(frozen=True, slots=True)
class Scope:
    """The people whom a leaderboard ranks."""

    game: str
    since: datetime
    """Those who have finished a rated game after that."""


@dataclass(frozen=True, slots=True)
class Placed:
    """Somebody's place on a server, from 1, among those who are ``settled`` or who are not."""

    place: int
    user: int
    rating: Rating
    settled: bool


class LeaderQueries(Queries):
    """Leaderboards."""

    def note(self, server: int, game: str, user: int) -> None:
        """Note that somebody has finished a rated game on a server."""
        if not self.is_noted(server, game, user):
            self._run(sa.insert(rated_on).values(server=server, game=game, user=user))

    def is_noted(self, server: int, game: str, user: int) -> bool:
        """True if somebody has finished a rated game on a server."""
        this = rated_on.c.server == server, rated_on.c.game == game, rated_on.c.user == user
        return self._one(sa.select(rated_on.c.user).where(*this)) is not None

    def note_all(self) -> None:
        """Note it for all games that were rated, after everything was computed anew."""
        of_games = (
            sa.select(match.c.server, events.c.game, events.c.user)
            .join(match, match.c.id == events.c.match)
            .where(events.c.why.is_(None), events.c.by.is_(None))
            .distinct()
        )
        self._run(sa.delete(rated_on))
        self._run(sa.insert(rated_on).from_select(["server", "game", "user"], of_games))

    def is_hidden(self, user: int) -> bool:
        """True if somebody is on no leaderboard."""
        return self._one(sa.select(unlisted.c.user).where(unlisted.c.user == user)) is not None

    def hide(self, user: int, *, hidden: bool) -> None:
        """Take somebody off all leaderboards, or put them back."""
        if not hidden:
            self._run(sa.delete(unlisted).where(unlisted.c.user == user))
        elif not self.is_hidden(user):
            self._run(sa.insert(unlisted).values(user=user))

    def best(self, scope: Scope, most: int, skip: int = 0) -> list[tuple[int, Rating]]:
        """Those with ranks, of all servers, best first."""
        ranked = _active(scope).where(_SETTLED, ~_HIDES).order_by(*_BEST_FIRST)
        return [(row.user, rating_in(row)) for row in self._all(ranked.limit(most).offset(skip))]

    def number_above(self, scope: Scope, user: int, value: float) -> int:
        """How many of all servers are ranked before somebody with this rating.

        Nearly nobody hides: to take off those who do is cheaper than to look for each.
        """
        own = ratings.c.value
        above = (own >= value) & ((own > value) | (ratings.c.user > user))
        ranked = _active(scope).where(_SETTLED, above)
        hidden = ranked.join(unlisted, unlisted.c.user == ratings.c.user)
        return self._number(ranked) - self._number(hidden)

    def of_server(
        self, scope: Scope, server: int, user: int, most: int, skip: int, provisional: int
    ) -> list[Placed]:
        """The same of those who have finished a rated game on a server, with ``user``; then the
        best of those whose ratings are provisional.

        A server's people are few, but each has to be looked for, so this is done once.
        """
        place = sa.func.row_number().over(partition_by=ratings.c.settled, order_by=_BEST_FIRST)
        here = (rated_on.c.user == ratings.c.user) & (rated_on.c.game == ratings.c.game)
        there = rated_on.c.server == server, rated_on.c.game == scope.game
        listed = _active(scope).add_columns(place.label("place")).join(rated_on, here)
        one = listed.where(*there, ~_HIDES).subquery()
        shown = (one.c.place > skip) & (one.c.place <= skip + most) | (one.c.user == user)
        best = sa.case((one.c.settled, shown), else_=one.c.place <= provisional)
        rows = self._all(sa.select(one).where(best).order_by(one.c.settled.desc(), one.c.place))
        return [Placed(row.place, row.user, rating_in(row), settled=row.settled) for row in rows]

    def _number(self, of: sa.Select[Any]) -> int:
        row = self._one(of.with_only_columns(sa.func.count().label("number")))
        return 0 if row is None else row.number


_SETTLED = plainly(ratings.c.settled)
_HIDES = sa.select(unlisted.c.user).where(unlisted.c.user == ratings.c.user).exists()
_BEST_FIRST = ratings.c.value.desc(), ratings.c.user.desc()


def _active(scope: Scope) -> sa.Select[Any]:
    """The ratings of those who have played lately, also of those who hide."""
    return sa.select(ratings).where(ratings.c.game == scope.game, ratings.c.at > scope.since)
