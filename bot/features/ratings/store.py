"""Stores ratings, what each game did to them in order, and who was helped in a match.

The ratings are what the events make of them, see `bot.features.ratings.fold`: both are written in
the transaction in which a match ends.
"""

from collections.abc import Collection, Mapping, Sequence
from dataclasses import asdict, fields
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.features.ratings.arithmetic import Rating
from bot.features.ratings.fold import Event, following
from bot.features.ratings.rules import MARKS, Why
from bot.storage.personal import Erasure, key_of_person, of_person
from bot.storage.queries.base import Queries
from bot.storage.schema import Id, Moment, match, metadata, partial_index, turn
from bot.storage.transaction import Transaction

ratings = sa.Table(
    "rating",
    metadata,
    key_of_person(Erasure.PSEUDONYM),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column("value", sa.Double, nullable=False),
    sa.Column("deviation", sa.Double, nullable=False, comment="after the last game"),
    sa.Column("at", Moment, nullable=False, comment="the end of the last game that counted"),
    sa.Column("games", sa.Integer, nullable=False, comment="that counted"),
    sa.Column("settled", sa.Boolean, nullable=False, comment="it is not provisional"),
)
partial_index(
    "ix_rating_leaders",
    ratings.c.game,
    ratings.c.value,
    ratings.c.user,
    ratings.c.at,
    where=ratings.c.settled,
)
partial_index(
    "ix_rating_provisional",
    ratings.c.game,
    ratings.c.value,
    ratings.c.user,
    ratings.c.at,
    where=~ratings.c.settled,
)

events = sa.Table(
    "rated",
    metadata,
    sa.Column("id", Id, primary_key=True, comment="the order"),
    sa.Column("match", Id, sa.ForeignKey(match.c.id), nullable=False),
    sa.Column("user", sa.BigInteger, nullable=False, info=of_person(Erasure.PSEUDONYM)),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column("before", sa.Double, nullable=False),
    sa.Column("deviation_before", sa.Double, nullable=False),
    sa.Column("value", sa.Double, nullable=False),
    sa.Column("deviation", sa.Double, nullable=False),
    sa.Column("why", sa.Text, comment="it did not count; NULL: it did"),
    sa.Column("late", sa.Boolean, nullable=False, comment="the person ran out of time"),
    sa.Column("level", sa.Integer, comment="that the person met; NULL: people"),
    sa.Column(
        "by",
        sa.BigInteger,
        comment="who has taken it away; NULL: this is a game",
        info=of_person(Erasure.PSEUDONYM),
    ),
    sa.Column("reason", sa.Text, comment="why"),
)
partial_index("ix_rated_by", events.c.by, where=events.c.by.is_not(None))
sa.Index("ix_rated_match", events.c.match, events.c.id)
sa.Index("ix_rated_user", events.c.user, events.c.id)
sa.Index("ix_rated_meetings", events.c.user, events.c.game, events.c.at)

helped = sa.Table(
    "helped",
    metadata,
    sa.Column("match", Id, sa.ForeignKey(match.c.id), primary_key=True, autoincrement=False),
    key_of_person(Erasure.PSEUDONYM, index=True),
    sa.Column("told", sa.Boolean, nullable=False, comment="they know that it is not rated"),
)

rated_on = sa.Table(
    "rated_on",
    metadata,
    sa.Column("server", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("game", sa.Text, primary_key=True),
    key_of_person(Erasure.PSEUDONYM, index=True),
)
"""The people who have finished a rated game on a server."""
unlisted = sa.Table(
    "unlisted",
    metadata,
    key_of_person(Erasure.ROW),
)
"""The people who want to be on no leaderboard."""

_FIELDS = [field.name for field in fields(Event)]
_COUNTED = events.c.why.is_(None) & events.c.by.is_(None)


class RatingQueries(Queries):
    """Ratings and their events: the `Book` of the running bot."""

    def ratings(self, users: Collection[int], game: str) -> Mapping[int, Rating]:
        """The ratings of those of these people who have one, as of their last games."""
        rows = self._all(
            sa.select(ratings).where(ratings.c.user.in_(users), ratings.c.game == game)
        )
        return {row.user: rating_in(row) for row in rows}

    def was_late(self, user: int) -> bool:
        """True if the last game of a person ended by their running out of time."""
        games = sa.select(events.c.late).where(events.c.user == user, events.c.by.is_(None))
        row = self._one(games.order_by(events.c.id.desc()).limit(1))
        return row is not None and bool(row.late)

    def meetings(self, user: int, other: int, game: str, since: datetime) -> int:
        """How many games of two people count since then."""
        theirs = events.alias()
        both = events.join(theirs, theirs.c.match == events.c.match)
        where = theirs.c.user == other, theirs.c.why.is_(None), theirs.c.by.is_(None)
        return self._number(self._counted(user, game, since).select_from(both).where(*where))

    def meetings_with_level(self, user: int, level: int, game: str, since: datetime) -> int:
        """How many games of a person against a level count since then."""
        return self._number(self._counted(user, game, since).where(events.c.level == level))

    def _counted(self, user: int, game: str, since: datetime) -> sa.Select[Any]:
        return sa.select(sa.func.count().label("number")).where(
            events.c.user == user, events.c.game == game, events.c.at > since, _COUNTED
        )

    def _number(self, statement: sa.Select[Any]) -> int:
        row = self._one(statement)
        return 0 if row is None else row.number

    def of_match(self, match_id: int) -> Sequence[Event]:
        """What a game did, and the taking away of its rating, in order."""
        this = sa.select(events).where(events.c.match == match_id).order_by(events.c.id)
        return [_event(row) for row in self._all(this)]

    def of_user(self, user: int, game: str) -> Sequence[Event]:
        """What happened to somebody's rating in a game, in order."""
        mine = sa.select(events).where(events.c.user == user, events.c.game == game)
        return [_event(row) for row in self._all(mine.order_by(events.c.id))]

    def marks(self, match_id: int) -> list[tuple[int, str]]:
        """The seats and the texts of the turns of a match among `MARKS`."""
        some = sa.select(turn.c.seat, turn.c.text).where(
            turn.c.match == match_id, turn.c.text.in_(MARKS)
        )
        return [(row.seat, row.text) for row in self._all(some.order_by(turn.c.ply))]

    def enter(self, done: Sequence[Event]) -> None:
        """Store what one game did, and the ratings after it."""
        if not done:
            return
        self._run(sa.insert(events), [_as_row(event) for event in done])
        known = self.ratings([event.user for event in done], done[0].game)
        for event in done:
            own = following(known.get(event.user), event)
            if own is not None and own != known.get(event.user):
                self.keep(event.user, event.game, own)

    def keep(self, user: int, game: str, rating: Rating) -> None:
        """Store a rating."""
        values = {**asdict(rating), "settled": not rating.provisional}
        this = sa.update(ratings).where(ratings.c.user == user, ratings.c.game == game)
        if not self._run(this.values(values)).rowcount:
            self._run(sa.insert(ratings).values(user=user, game=game, **values))

    # --- everything, for the operator ---

    def finished(self) -> list[int]:
        """The matches that are over and whose results are stored."""
        over = sa.select(match.c.id).where(match.c.ending.is_not(None)).order_by(match.c.id)
        return [row.id for row in self._all(over)]

    def all_events(self) -> list[Event]:
        """Every event, in order."""
        return [_event(row) for row in self._all(sa.select(events).order_by(events.c.id))]

    def all_ratings(self) -> dict[tuple[int, str], Rating]:
        """Every rating, by person and game."""
        return {(row.user, row.game): rating_in(row) for row in self._all(sa.select(ratings))}

    def forget(self, user: int, game: str) -> None:
        """Delete a rating."""
        this = sa.delete(ratings).where(ratings.c.user == user, ratings.c.game == game)
        self._run(this)

    def replace_events(self, kept: int, after: Sequence[Event]) -> None:
        """Keep so many of the events, and let these follow."""
        first = sa.select(events.c.id).order_by(events.c.id).offset(kept).limit(1)
        if (row := self._one(first)) is not None:
            self._run(sa.delete(events).where(events.c.id >= row.id))
        if after:
            self._run(sa.insert(events), [_as_row(event) for event in after])

    # --- help ---

    def was_helped(self, match_id: int) -> bool:
        """True if somebody was helped in a match."""
        return self._one(sa.select(helped.c.user).where(helped.c.match == match_id)) is not None

    def note_help(self, match_id: int, user: int, *, told: bool) -> bool:
        """Note that somebody was helped; ``told``: they know. Returns False if that was noted."""
        mine = helped.c.match == match_id, helped.c.user == user
        if self._one(sa.select(helped.c.told).where(*mine)) is not None:
            return False
        self._run(sa.insert(helped).values(match=match_id, user=user, told=told))
        return True

    def to_tell(self, match_id: int, user: int) -> bool:
        """True if somebody was helped in a match and does not know yet that it is not rated."""
        mine = helped.c.match == match_id, helped.c.user == user
        row = self._one(sa.select(helped.c.told).where(*mine))
        return row is not None and not row.told

    def told(self, match_id: int, user: int) -> None:
        """They know now."""
        mine = helped.c.match == match_id, helped.c.user == user
        self._run(sa.update(helped).where(*mine).values(told=True))


def _as_row(event: Event) -> dict[str, Any]:
    return {name: getattr(event, name) for name in _FIELDS}


def _event(row: sa.Row[Any]) -> Event:
    kept: dict[str, Any] = {name: getattr(row, name) for name in _FIELDS}
    kept["why"] = None if row.why is None else Why(row.why)
    return Event(**kept)


def rating_in(row: sa.Row[Any]) -> Rating:
    """The rating in a row of `ratings`."""
    return Rating(row.value, row.deviation, row.at, row.games)


# --- what profiles and seedings read ---


def rating_of(tx: Transaction, user: int, game: str) -> Rating | None:
    """Somebody's rating as of their last game; see `arithmetic.grown`. None: they have none."""
    return RatingQueries(tx.connection).ratings([user], game).get(user)


def history(tx: Transaction, user: int, game: str) -> Sequence[Event]:
    """What happened to somebody's rating, in order; see `Event.counts`."""
    return RatingQueries(tx.connection).of_user(user, game)
