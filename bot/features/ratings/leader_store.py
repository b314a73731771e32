"""Stores who has rated games on which server, and who is on no leaderboard; ranks people."""

from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.features.ratings.arithmetic import Rating
from bot.features.ratings.store import events, rating_in, ratings
from bot.storage.queries.base import Queries, plainly
from bot.storage.schema import match, metadata

rated_on = sa.Table(
    "rated_on",
    metadata,
    sa.Column("server", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
)
"""The people who have finished a rated game on a server."""
unlisted = sa.Table(
    "unlisted",
    metadata,
    sa.Column("user", sa.BigInteger, primary_key=True, autoincrement=False),
)
"""The people who want to be on no leaderboard."""


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
        ranked = _listed(scope).where(plainly(ratings.c.settled))
        return self._ratings(_by_value(ranked, scope).limit(most).offset(skip))

    def provisional(self, scope: Scope, most: int) -> list[tuple[int, Rating]]:
        """The best of those whose ratings are provisional."""
        others = _listed(scope).where(sa.not_(plainly(ratings.c.settled)))
        return self._ratings(_by_value(others, scope).limit(most))

    def number_above(self, scope: Scope, user: int, value: float) -> int:
        """How many are ranked before somebody with this rating."""
        equal = (ratings.c.value == value) & (ratings.c.user > user)
        above = (ratings.c.value >= value) & ((ratings.c.value > value) | equal)
        ranked = _listed(scope).where(plainly(ratings.c.settled), above)
        row = self._one(ranked.with_only_columns(sa.func.count().label("number")))
        return 0 if row is None else row.number

    def _ratings(self, statement: sa.Select[Any]) -> list[tuple[int, Rating]]:
        return [(row.user, rating_in(row)) for row in self._all(statement)]


def _listed(scope: Scope) -> sa.Select[Any]:
    """The ratings of those who may be shown in this scope."""
    hidden = sa.select(unlisted.c.user).where(unlisted.c.user == ratings.c.user).exists()
    shown = sa.select(ratings).where(
        ratings.c.game == scope.game, ratings.c.at > scope.since, ~hidden
    )
    if scope.server is None:
        return shown
    here = (rated_on.c.user == ratings.c.user) & (rated_on.c.game == ratings.c.game)
    return shown.join(rated_on, here).where(
        rated_on.c.server == scope.server, rated_on.c.game == scope.game
    )


def _by_value(ratings_of: sa.Select[Any], scope: Scope) -> sa.Select[Any]:
    """Best first: of everybody by an index; of a server by sorting its people, who are few."""
    value = ratings.c.value if scope.server is None else ratings.c.value + 0.0
    return ratings_of.order_by(value.desc(), ratings.c.user.desc())
