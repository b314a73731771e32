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
    server: int | None
    """Those who have finished a rated game there; None: everybody."""
    since: datetime
    """Those who have finished one after that."""


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
        """Those with ranks, best first."""
        ranked = _listed(scope).where(_settled(scope))
        return self._ratings(_by_value(ranked, scope).limit(most).offset(skip))

    def provisional(self, scope: Scope, most: int) -> list[tuple[int, Rating]]:
        """The best of those whose ratings are provisional."""
        others = _listed(scope).where(sa.not_(_settled(scope)))
        return self._ratings(_by_value(others, scope).limit(most))

    def number_above(self, scope: Scope, user: int, value: float) -> int:
        """How many are ranked before somebody with this rating.

        Nearly nobody hides: to take off those who do is cheaper than to look for each.
        """
        own = _value(scope)
        above = (own >= value) & ((own > value) | (ratings.c.user > user))
        ranked = _active(scope).where(_settled(scope), above)
        hidden = ranked.join(unlisted, unlisted.c.user == ratings.c.user)
        return self._number(ranked) - self._number(hidden)

    def _number(self, of: sa.Select[Any]) -> int:
        row = self._one(of.with_only_columns(sa.func.count().label("number")))
        return 0 if row is None else row.number

    def _ratings(self, statement: sa.Select[Any]) -> list[tuple[int, Rating]]:
        return [(row.user, rating_in(row)) for row in self._all(statement)]


def _listed(scope: Scope) -> sa.Select[Any]:
    """The ratings of those who may be shown in this scope."""
    hidden = sa.select(unlisted.c.user).where(unlisted.c.user == ratings.c.user).exists()
    return _active(scope).where(~hidden)


def _active(scope: Scope) -> sa.Select[Any]:
    """The same with those who hide."""
    active = sa.select(ratings).where(ratings.c.game == scope.game, ratings.c.at > scope.since)
    if scope.server is None:
        return active
    here = (rated_on.c.user == ratings.c.user) & (rated_on.c.game == ratings.c.game)
    return active.join(rated_on, here).where(
        rated_on.c.server == scope.server, rated_on.c.game == scope.game
    )


def _value(scope: Scope) -> sa.ColumnElement[float]:
    """The rating: of everybody by an index; of a server's people, who are few, without it."""
    return ratings.c.value if scope.server is None else ratings.c.value + 0.0


def _settled(scope: Scope) -> sa.ColumnElement[bool]:
    """The condition that a rating is not provisional, likewise."""
    settled = plainly(ratings.c.settled)
    return settled if scope.server is None else sa.cast(settled, sa.Integer) == 1


def _by_value(ratings_of: sa.Select[Any], scope: Scope) -> sa.Select[Any]:
    """Best first."""
    return ratings_of.order_by(_value(scope).desc(), ratings.c.user.desc())
