"""When people's clocks stand still: their nights, and the vacation that they take."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from enum import StrEnum

from bot.features.absence.store import Vacation, VacationQueries
from bot.service.calls import Calls
from bot.service.current_time import Now
from bot.service.refusals import RefusedError
from bot.storage.database import Store
from bot.storage.rows import FULL, StoredMatch
from bot.storage.transaction import Transaction
from engine.clock import Clock
from engine.rest import Night, Rest, Span

AWAY, TAKEN = "absence", "vacation"
"""The kinds of notes: somebody has gone away; a day was taken for somebody."""
ABOUT = timedelta(minutes=5)
"""What is typed is not read in the same second; and who comes back at once has lost a second."""
SHORTEST = timedelta(hours=1)
"""The shortest absence."""
DAY = timedelta(days=1)
"""What is taken at once of somebody who would lose a game on time."""
LONGEST = timedelta(days=32)
"""Longer than anybody is away, however often they put off the end."""
OWN_TIME = timedelta(hours=1)
"""Who has less time of their own for a move does better to make it before coming back."""


class AbsenceRefusal(StrEnum):
    """Why somebody cannot go away or come back: the keys of the texts."""

    TOO_SHORT = "absence-too-short"
    TOO_LONG = "absence-too-long"
    NOT_AWAY = "absence-not-away"
    NO_TIME = "absence-no-time"


@dataclass(frozen=True, slots=True)
class Who:
    """A person, and their zone as far as one can guess it."""

    user: int
    guess: str = "UTC"


@dataclass(frozen=True, slots=True)
class Presence:
    """When somebody rests, what they can still take, and where it matters."""

    rest: Rest
    vacation: Vacation
    games: int
    """Running games whose clocks stand still while they are away."""


@dataclass(frozen=True, slots=True)
class Waiting:
    """What a note says."""

    user: int
    """Who is away."""
    until: datetime | None
    """By their own clock; None: they are back."""
    told: Sequence[int]
    """Those to whom it speaks; none: nobody waits there."""
    called: Collection[int]
    """Those of them whom it mentions."""
    matches: Sequence[int]
    taken: bool
    """True if a day was taken for ``user``, who is told."""


class Absence:
    """The nights and the vacation of everybody in one database."""

    def __init__(self, store: Store, now: Now) -> None:
        self._store = store
        self._now = now

    async def of(self, who: Who) -> Presence:
        """How it stands with somebody."""
        return await self._store.read(lambda tx: _presence(tx, who, self._now()))

    async def guess(self, who: Who) -> Presence | None:
        """Take the guess for the zone of somebody of whom nothing is known; None if something is.

        The guess is not taken again.
        """

        def work(tx: Transaction) -> Presence | None:
            rest = _stored(tx, who.user, self._now())
            if rest.zone:
                return None
            tx.people.keep_rest(who.user, replace(rest, zone=who.guess))
            return _presence(tx, who, self._now())

        return await self._store.write(work)

    async def choose(
        self, who: Who, *, zone: str | None = None, night: Night | None = None
    ) -> Presence:
        """Change the zone or the nights of somebody: they count from their next turn on.

        Else they could send the night before them, from zone to zone.
        """

        def work(tx: Transaction) -> Presence:
            now = self._now()
            before = _rest(tx, who, now)
            changed = replace(before, zone=zone or before.zone, night=night or before.night)
            tx.people.keep_rest(who.user, changed)
            return _presence(tx, who, now)

        return await self._store.write(work)

    async def leave(self, who: Who, until: datetime) -> Presence:
        """Let somebody be away ``until`` then; an absence that runs ends then instead."""

        def work(tx: Transaction) -> Presence:
            now, user = self._now(), who.user
            was_away = _stored(tx, user, now).away is not None
            rest, left = _returned(tx, user, now)
            if until - now < SHORTEST - ABOUT:
                raise RefusedError(AbsenceRefusal.TOO_SHORT)
            if until - now > left.left + ABOUT:
                raise RefusedError(AbsenceRefusal.TOO_LONG, days=left.left // DAY)
            away = Span(now, min(until, now + left.left))
            _go(tx, user, rest, replace(left, left=left.left - (away.ends - now)), away)
            _tell(tx, user, now, new=not was_away)
            return _presence(tx, who, now)

        return await self._store.write(work)

    async def come_back(self, who: Who) -> Presence:
        """Let somebody be there again; the rest of the vacation is given back."""

        def work(tx: Transaction) -> Presence:
            now, user = self._now(), who.user
            if _stored(tx, user, now).away is None:
                raise RefusedError(AbsenceRefusal.NOT_AWAY)
            rest, left = _returned(tx, user, now)
            for stored, clock in _on_turn(tx, user, now):
                own = clock.away(None, now).left(now)
                least = min(OWN_TIME, clock.whole / 4)
                late = stored.paused is not None or clock.overdue  # nothing runs out any more
                if not late and own is not None and own < least:
                    raise RefusedError(AbsenceRefusal.NO_TIME, match=str(stored.id))
            _go(tx, user, rest, left, None)
            _tell(tx, user, now, new=False)
            return _presence(tx, who, now)

        return await self._store.write(work)

    async def waiting(self, note: str, calls: Calls) -> Waiting:
        """What a note says. It mentions those whom ``calls`` allow, and in one channel only."""
        kind, *numbers = note.split()
        user, channel_id, _ = map(int, numbers)

        def work(tx: Transaction) -> Waiting:
            until, games = _stored(tx, user, self._now()).away_until, _games(tx, user)
            here = [match for match in games if match.channel_id == channel_id]
            told = sorted({other for match in here for other in match.people} - {user})
            games.sort(key=lambda match: match.id, reverse=True)
            first = {other: match.channel_id for match in games for other in match.people}
            called = [other for other in told if first[other] == channel_id]
            if kind == TAKEN and told:
                told = called = [user]
            called = calls.mentionable(tx, called, self._now())
            return Waiting(user, until, told, called, [match.id for match in here], kind == TAKEN)

        return await self._store.read(work)

    async def take_automatically(self, who: Who, *, automatic: bool) -> Presence:
        """Whether a day of somebody's vacation is taken before they lose a game on time."""

        def work(tx: Transaction) -> Presence:
            now, queries = self._now(), VacationQueries(tx.connection)
            queries.keep(who.user, replace(queries.of(who.user, now), automatic=automatic))
            return _presence(tx, who, now)

        return await self._store.write(work)


def excused(tx: Transaction, stored: StoredMatch, now: datetime) -> bool:
    """Take a day of vacation for somebody who has run out of time, if they want that and have one.

    Returns whether the match goes on.
    """
    clock, seat = stored.clock, stored.to_move
    if clock is None or seat is None or not clock.control.of_days:
        return False
    user, level = stored.players[seat], stored.levels[seat]
    left = VacationQueries(tx.connection).of(user, now)
    if level is not None or not left.automatic or left.left < DAY:
        return False
    rest = _stored(tx, user, now)
    if rest.away is None:
        left = replace(left, left=left.left - DAY)
    away = rest.away or Span(now, now + DAY)
    moved = _go(tx, user, rest, left, away, late=True)
    if rest.away is None:
        _tell(tx, user, now, TAKEN)
    return stored.id in moved


def _presence(tx: Transaction, who: Who, now: datetime) -> Presence:
    left = VacationQueries(tx.connection).of(who.user, now)
    return Presence(_rest(tx, who, now), left, len(_games(tx, who.user)))


def _stored(tx: Transaction, user: int, now: datetime) -> Rest:
    """What is known of ``user``; the zone is empty if nobody has chosen or guessed it."""
    (rest,) = tx.people.rests([user])
    return (rest or Rest(zone="")).after(now)


def _rest(tx: Transaction, who: Who, now: datetime) -> Rest:
    """The same with the guess."""
    rest = _stored(tx, who.user, now)
    return rest if rest.zone else replace(rest, zone=who.guess)


def _returned(tx: Transaction, user: int, now: datetime) -> tuple[Rest, Vacation]:
    """The rest and the vacation of ``user`` if they came back at ``now``."""
    rest, left = _stored(tx, user, now), VacationQueries(tx.connection).of(user, now)
    away = rest.away
    # Our clock may have been set back: nobody gets more than was taken.
    back = timedelta() if away is None else min(away.ends - now, away.ends - away.begins)
    return replace(rest, away=None), replace(left, left=left.left + back)


def _go(
    tx: Transaction,
    user: int,
    rest: Rest,
    left: Vacation,
    away: Span | None,
    *,
    late: bool = False,
) -> set[int]:
    """Store the absence of ``user``, and let the clocks of their turns stand still meanwhile.

    ``late``: also of those in which they have just run out of time. Returns the matches whose
    clocks that changed.
    """
    now = left.counted
    tx.people.keep_rest(user, replace(rest, away=away))
    VacationQueries(tx.connection).keep(user, left)
    changed = set[int]()
    for stored, clock in _on_turn(tx, user, now, late=late):
        at = stored.paused or now  # the time of a paused match has stood still since then
        tx.matches.advance(stored.on_clock(clock.away(away, at), at))
        changed.add(stored.id)
    tx.messages.renew([match.id for match in _games(tx, user)])
    return changed


def _tell(tx: Transaction, user: int, now: datetime, kind: str = AWAY, *, new: bool = True) -> None:
    """Want a note in each channel in which the games of ``user`` wait now: one a day, else somebody
    could go and come back to call the others. The last one there is brought up to date instead if
    there is one of this day, or if none is ``new``."""
    games = [match for match in _games(tx, user) if len(match.people) > 1]
    waiting, day = {match.channel_id: match for match in games}, int(now.timestamp()) // 86400
    days = range(day, day - LONGEST // DAY, -1)
    for channel_id, match in waiting.items():
        if new and tx.messages.add_note(kind, f"{user} {channel_id} {day}", match, person=user):
            continue
        kinds = (kind,) if new else (AWAY, TAKEN)
        notes = [f"{one} {user} {channel_id} {then}" for one in kinds for then in days]
        tx.messages.want(tx.messages.with_notes(notes)[-1:], FULL)


def _games(tx: Transaction, user: int) -> list[StoredMatch]:
    """The running matches of ``user`` whose clocks stand still while they are away."""
    games = [game for game in tx.matches.running(user=user, most=None) if game.control.of_days]
    left = VacationQueries(tx.connection).left_by(user)
    return [game for game in games if game.id not in left]


def _on_turn(
    tx: Transaction, user: int, now: datetime, *, late: bool = False
) -> list[tuple[StoredMatch, Clock]]:
    """The matches in which ``user`` is to move and whose clocks stand still if they go away.

    ``late``: also those in which they have run out of time.
    """
    found = list[tuple[StoredMatch, Clock]]()
    for stored in _games(tx, user):
        clock, seat = stored.clock, stored.to_move
        if clock is None or seat is None or stored.players[seat] != user:
            continue
        runs = late or stored.paused is not None or not clock.has_run_out(now)
        if stored.levels[seat] is None and runs:
            found.append((stored, clock))
    return found
