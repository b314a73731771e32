"""Ratings as a fold over the games in the order in which they ended: what one game changes.

The running bot and the operator's recomputation both go through `rate` and `unrate`; they differ in
the `Book` that says what was before.
"""

from collections import defaultdict
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import datetime
from math import sqrt
from typing import Protocol

from bot.features.ratings.arithmetic import LEAST, SHARE, Met, Rating, after, grown, without
from bot.features.ratings.rules import FEWEST, WINDOW, Ended, Seat, Why, score, weight


@dataclass(frozen=True, slots=True)
class Event:
    """What a game, or the taking away of its rating, did to a person."""

    match: int
    user: int
    game: str
    at: datetime
    before: float
    deviation_before: float
    """As it was when the game ended, grown since the game before."""
    value: float
    deviation: float
    why: Why | None = None
    """Why the game did not count for this person; None: it did."""
    late: bool = False
    """True if the person ran out of time."""
    level: int | None = None
    """The level that the person met, if it was one."""
    by: int | None = None
    """Who has taken the game's rating away; None: the event is a game."""
    reason: str | None = None

    @property
    def counts(self) -> bool:
        """True for a game that counted."""
        return self.why is None and self.by is None

    @property
    def provisional(self) -> bool:
        """True if the rating is still provisional after it."""
        return Rating(self.value, self.deviation).provisional


class Book(Protocol):
    """What was before a game."""

    def ratings(self, users: Collection[int], game: str) -> Mapping[int, Rating]:
        """The ratings of those of these people who have one."""
        ...

    def was_late(self, user: int) -> bool:
        """True if the last game of a person, of any kind, ended by their running out of time."""
        ...

    def meetings(self, user: int, other: int, game: str, since: datetime) -> int:
        """How many games of two people count since then."""
        ...

    def meetings_with_level(self, user: int, level: int, game: str, since: datetime) -> int:
        """How many games of a person against a level count since then."""
        ...

    def of_match(self, match_id: int) -> Sequence[Event]:
        """What a game did, and the taking away of its rating, in order."""
        ...


def rate(book: Book, over: Ended) -> list[Event]:
    """What a game does to each person who has played it, by seat; nothing if it is not rated."""
    if over.why is not None:
        return []
    users = [seat.user for seat in over.seats if seat.level is None]
    found = book.ratings(users, over.game)
    before = {user: grown(found.get(user, Rating()), over.at) for user in users}
    left_out = {seat: why for seat in over.seats if (why := _why_left_out(book, seat)) is not None}
    compared = [seat for seat in over.seats if seat not in left_out]
    nobody = next(iter(left_out.values()), None) if len(compared) < 2 else None
    return [
        _event(book, over, seat, before, compared, left_out.get(seat) or nobody)
        for seat in over.seats
        if seat.level is None
    ]


def _why_left_out(book: Book, seat: Seat) -> Why | None:
    """Why the player of a seat is compared with nobody; None if they are."""
    if seat.stones < FEWEST:
        return Why.SHORT
    late = seat.level is None and seat.late and book.was_late(seat.user)
    return Why.SERIES if late else None


def _event(
    book: Book,
    over: Ended,
    seat: Seat,
    before: Mapping[int, Rating],
    compared: Sequence[Seat],
    why: Why | None,
) -> Event:
    own, levels = before[seat.user], [one.level for one in over.seats if one.level is not None]
    value, deviation = own.value, own.deviation
    if why is None:
        others = [other for other in compared if other is not seat]
        share = 1.0 if len(over.seats) == 2 else SHARE / (len(over.seats) - 1)
        met = [_met(book, over, seat, other, before, share) for other in others]
        value, deviation = after(own, met)
    return Event(
        match=over.match,
        user=seat.user,
        game=over.game,
        at=over.at,
        before=own.value,
        deviation_before=own.deviation,
        value=value,
        deviation=deviation,
        why=why,
        late=seat.late,
        level=levels[0] if levels else None,
    )


def _met(
    book: Book,
    over: Ended,
    seat: Seat,
    other: Seat,
    before: Mapping[int, Rating],
    share: float,
) -> Met:
    """What the result of a person against somebody else in a game says."""
    since, edge = over.at - WINDOW, over.edge if seat is over.seats[0] else -over.edge
    if other.level is not None:
        strength = Rating(over.strengths[other.level - 1], 0.0)
        earlier = book.meetings_with_level(seat.user, other.level, over.game, since)
    else:
        strength = before[other.user]
        earlier = book.meetings(seat.user, other.user, over.game, since)
    return Met(
        strength.value - edge,
        strength.deviation,
        score(seat.rank, other.rank),
        weight(earlier) * share,
    )


def carried(book: Book, did: Sequence[Event]) -> list[Event]:
    """What a game did, after other games than then: it moves everybody as far as it did, and says
    as much of them."""
    return [_carried(book, event) for event in did]


def _carried(book: Book, event: Event) -> Event:
    found = book.ratings([event.user], event.game).get(event.user, Rating())
    own = grown(found, event.at)
    if (own.value, own.deviation) == (event.before, event.deviation_before):
        return event  # to the bit
    said = 1 / event.deviation**2 - 1 / event.deviation_before**2
    return replace(
        event,
        before=own.value,
        deviation_before=own.deviation,
        value=own.value + event.value - event.before,
        deviation=max(LEAST, sqrt(1 / (1 / own.deviation**2 + said))),
    )


def unrate(book: Book, match: int, at: datetime, by: int, reason: str) -> list[Event]:
    """What taking a game's rating away does: each of its changes is given back, once."""
    events = book.of_match(match)
    undone = {event.user for event in events if event.by is not None}
    counted = [event for event in events if event.counts and event.user not in undone]
    done = list[Event]()
    for event in counted:
        now = book.ratings([event.user], event.game)[event.user]
        left = without(now, (event.before, event.deviation_before), (event.value, event.deviation))
        done.append(
            Event(
                match=match,
                user=event.user,
                game=event.game,
                at=at,
                before=now.value,
                deviation_before=now.deviation,
                value=left.value,
                deviation=left.deviation,
                by=by,
                reason=reason,
            )
        )
    return done


def following(own: Rating | None, event: Event) -> Rating | None:
    """The rating of a person after an event; as before if that did not count."""
    if event.by is not None:
        assert own is not None
        return Rating(event.value, event.deviation, own.at, own.games - 1)
    if event.why is not None:
        return own
    return Rating(event.value, event.deviation, event.at, (own.games if own else 0) + 1)


@dataclass
class Ledger:
    """A `Book` in memory, for computing everything anew."""

    known: dict[tuple[int, str], Rating] = field(default_factory=dict[tuple[int, str], Rating])
    _late: dict[int, bool] = field(default_factory=dict[int, bool])
    _met: dict[tuple[int, int, str], list[datetime]] = field(
        default_factory=lambda: defaultdict(list)
    )
    _of: dict[int, list[Event]] = field(default_factory=lambda: defaultdict(list))

    def ratings(self, users: Collection[int], game: str) -> Mapping[int, Rating]:
        """See `Book`."""
        return {user: self.known[user, game] for user in users if (user, game) in self.known}

    def was_late(self, user: int) -> bool:
        """See `Book`."""
        return self._late.get(user, False)

    def meetings(self, user: int, other: int, game: str, since: datetime) -> int:
        """See `Book`."""
        return self._since((user, other, game), since)

    def meetings_with_level(self, user: int, level: int, game: str, since: datetime) -> int:
        """See `Book`."""
        return self._since((user, -level, game), since)

    def _since(self, key: tuple[int, int, str], since: datetime) -> int:
        return sum(at > since for at in self._met.get(key, ()))

    def of_match(self, match_id: int) -> Sequence[Event]:
        """See `Book`."""
        return self._of.get(match_id, ())

    def enter(self, events: Sequence[Event]) -> None:
        """Take into account what one game did."""
        for event in events:
            own = following(self.known.get((event.user, event.game)), event)
            if own is not None:
                self.known[event.user, event.game] = own
            self._of[event.match].append(event)
            if event.by is None:
                self._late[event.user] = event.late
            if not event.counts:
                continue
            if event.level is not None:
                self._met[event.user, -event.level, event.game].append(event.at)
            for other in events:
                if other.user != event.user and other.counts:
                    self._met[event.user, other.user, event.game].append(event.at)
