"""Clocks: pure arithmetic on aware UTC datetimes. Nothing here waits or asks for the time."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Self

from engine.rest import Rest, Span
from engine.time_control import SHORTEST_PERIOD, ZERO, Kind, Reserve, TimeControl
from engine.turns import Turn

REMINDED_FROM = timedelta(hours=1)
"""The shortest time for a move for which people get a reminder."""
FOREVER = datetime(9999, 12, 31, tzinfo=UTC)
"""The deadline of a move that has none."""
RESTLESS = Rest(night=None, weekends=False)


class Reminder(StrEnum):
    """When people can be reminded of a move."""

    HALF = "half"
    FIFTH = "fifth"
    TWO_HOURS = "two-hours"

    def left(self, whole: timedelta) -> timedelta:
        """How much of the ``whole`` time for the move is left then.

        Two hours are a fifth if that is less, so that both are one reminder.
        """
        if self is Reminder.HALF:
            return whole / 2
        return whole / 5 if self is Reminder.FIFTH else min(whole / 5, timedelta(hours=2))


REMINDERS = (Reminder.FIFTH, Reminder.TWO_HOURS)
"""Those of people who have not chosen any."""


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of the players, of which that of the seat to move runs."""

    control: TimeControl
    deadline: datetime
    seat: int = 0
    """The seat to move."""
    reserves: tuple[Reserve, ...] = field(default=())
    """By seat, as at the beginning of this turn; empty if the control keeps none."""
    rest: Rest | None = None
    """When this clock stands still during this turn."""
    rests: tuple[Rest | None, ...] = field(default=())
    """By seat, what the players have chosen for the turns to come; empty: nothing."""
    before: Rest | None = None
    """When the clock of the turn before stood still."""

    @classmethod
    def start(
        cls,
        control: TimeControl,
        now: datetime,
        seats: int = 2,
        seat: int = 0,
        rests: tuple[Rest | None, ...] = (),
    ) -> Self:
        """The clocks of a match that begins at ``now``."""
        reserves = (control.start(),) * seats if control.keeps_reserves else ()
        return cls(control, now, seat, reserves, rests=rests).begin(now, seat)

    @property
    def reserve(self) -> Reserve:
        """What the seat to move had at the beginning of its turn."""
        return self.reserves[self.seat] if self.reserves else self.control.start()

    @property
    def whole(self) -> timedelta:
        """All the time that the seat to move has for this turn; zero if there is no limit."""
        return self.control.limit(self.reserve)

    @property
    def limited(self) -> bool:
        """True if somebody can run out of time."""
        return self.control.kind is not Kind.NONE

    @property
    def overdue(self) -> bool:
        """True if the player to move is out of time, and nobody has claimed that yet."""
        return self.limited and self.deadline == FOREVER

    @property
    def starts(self) -> datetime | None:
        """When the clock of this turn starts or has started by itself, unless its player looks
        before; None: it does not wait for that."""
        unseen = self.rest.unseen if self.rest else None
        return unseen.ends if unseen is not None else None

    def unseen(self, now: datetime) -> bool:
        """True if the clock waits at ``now`` for its player to look."""
        return self.starts is not None and now < self.starts

    def left(self, now: datetime) -> timedelta | None:
        """How much of it is left at ``now``; None if there is no limit."""
        return self._left(now) if self.limited else None

    def begin(self, now: datetime, seat: int) -> Self:
        """The clock when a turn of ``seat`` begins at ``now``."""
        rest = self.control.rest(self.rests[seat] if self.rests else None)
        rest = rest and rest.after(now)
        if self.control.first_look and self.limited:
            rest = replace(rest or RESTLESS, unseen=Span(now, now + self.control.look_within))
        begun = replace(self, seat=seat, rest=rest, before=None)
        return begun._until(now, begun.whole)

    def press(self, now: datetime, to_move: int) -> Self:
        """The clock after a move at ``now``, with which the turn of ``to_move`` begins."""
        if not self.reserves:
            return replace(self.begin(now, to_move), before=self.rest)
        used = max(self.whole - self._left(now), ZERO)
        if not self.has_run_out(now):  # all was used by bedtime, and the deadline is in the morning
            used = min(used, self.whole - timedelta.resolution)
        pressed = self._with(self.seat, self.control.after(self.reserve, used))
        return replace(pressed.begin(now, to_move), before=self.rest)

    def resume(self, now: datetime, left: timedelta | None, seat: int) -> Self:
        """The clock after ``seat`` took its move back at ``now``, with ``left`` for it again.

        None: all of its time. The nights are those with which that turn began, else an undo would
        bring those that were chosen since.
        """
        begun = self.begin(now, seat)
        away = begun.rest.away if begun.rest else None
        rest = replace(self.before or RESTLESS, away=away, unseen=None)
        begun = replace(begun, rest=self.control.rest(rest))
        if left is None or not begun.limited:
            return begun._until(now, begun.whole)
        if self.reserves:
            begun = begun._with(seat, self.control.with_left(left))
        return begun._until(now, min(left, begun.whole))

    def take_back(self, undone: Sequence[Turn], now: datetime, to_move: int) -> Self:
        """The clock after all agreed, at ``now``, to take these moves back.

        Everybody has what was left for the first of their moves, and can at least make it. The
        turn begins anew.
        """
        back = self
        for turn in reversed(undone if self.reserves else ()):
            if turn.left is not None:
                left = max(turn.left, SHORTEST_PERIOD)
                back = back._with(turn.seat, self.control.with_left(left))
        return back.begin(now, to_move)

    def skip(self, since: datetime, now: datetime) -> Self:
        """The clock at ``now`` if the time from ``since`` on has cost nothing.

        Nobody gets more than the whole time for a move, should our clock have been wrong.
        """
        if self.overdue:
            return self
        left, rest = min(self._left(since), self.whole), self.rest
        if rest is not None and rest.unseen is not None and rest.unseen.ends > since:
            most = now + self.control.look_within
            ends = min(rest.unseen.ends + (now - since), most)
            unseen = Span(min(rest.unseen.begins, now), ends)  # our clock may have been set back
            rest = replace(rest, unseen=unseen)
        return replace(self, rest=rest)._until(now, left)

    def seen(self, now: datetime) -> Self:
        """The clock if its player looks at their turn at ``now``: it starts if it has not."""
        if self.rest is None or not self.unseen(now):
            return self
        looked = replace(self, rest=self.control.rest(replace(self.rest, unseen=None)))
        return looked._until(now, self._left(now))

    def stop(self) -> Self:
        """The clock if its player is out of time, and that has no consequence yet."""
        return replace(self, deadline=FOREVER)

    def give(self, now: datetime) -> Self:
        """The clock of somebody who is out of time, with the gift of the others."""
        gift = self.control.gift
        given = self._with(self.seat, self.control.with_left(gift)) if self.reserves else self
        rest = self.control.rest(replace(self.rest, unseen=None)) if self.rest else None
        given = replace(given, rest=rest)
        return given._until(now, gift)

    def resting(self, rest: Rest | None, now: datetime) -> Self:
        """The clock if the seat to move has another ``rest`` from ``now`` on."""
        chosen, unseen = self.control.rest(rest), self.rest.unseen if self.rest else None
        if unseen is not None:
            chosen = replace(chosen or RESTLESS, unseen=unseen)
        changed = replace(self, rest=chosen)
        return changed if self.overdue else changed._until(now, max(self._left(now), ZERO))

    def away(self, away: Span | None, now: datetime) -> Self:
        """The clock if the seat to move is away then, known at ``now``; None: if it is not."""
        return self.resting(replace(self.rest or RESTLESS, away=away), now)

    def noticing(self) -> Self:
        """The clock if the player to move has gone away in time, and it did not know: where their
        deadline seemed to be over, and an outage moved it."""
        chosen = self.control.rest(self.rests[self.seat] if self.rests else None)
        away = None if chosen is None else chosen.away
        if away is None or not away.begins < self.deadline < away.ends:
            return self
        return self.away(away, away.begins)

    def absences(self, now: datetime) -> dict[int, datetime]:
        """The seats whose players are away at ``now``, as far as their clocks stand still
        meanwhile, and until when, each by its player's own clock."""
        stopping = ((seat, self.control.rest(rest)) for seat, rest in enumerate(self.rests) if rest)
        until = {seat: rest.after(now).away_until for seat, rest in stopping if rest is not None}
        return {seat: ends for seat, ends in until.items() if ends is not None}

    def renew(self, seat: int) -> Self:
        """The clock if a seat has as much time as at the beginning."""
        return self._with(seat, self.control.start()) if self.reserves else self

    def reminder(
        self, now: datetime, chosen: Collection[Reminder] = REMINDERS, quiet: Rest | None = None
    ) -> datetime | None:
        """When to remind the player of the deadline next, of all that they have ``chosen``.

        ``quiet``: not in these hours. None if nothing is left to remind of, or if time is short.
        """
        whole = self.whole
        if not self.limited or self.overdue or whole < REMINDED_FROM:
            return None
        for left in sorted({one.left(whole) for one in chosen}, reverse=True):
            if left < self._left(now):
                due = self.awake(self.when_left(left, now), quiet)
                if due > now:
                    return due
        return None

    def when_left(self, left: timedelta, now: datetime) -> datetime:
        """When only ``left`` is left; ``now`` if less is."""
        return self._later(now, max(self._left(now) - left, ZERO))

    def awake(self, at: datetime, quiet: Rest | None) -> datetime:
        """When to tell the player what is due ``at`` that time: after their ``quiet`` hours, or
        before them if the deadline lies in them."""
        span = quiet.covering(at) if quiet else None
        if span is None:
            return at
        return span.ends if span.ends < self.deadline else span.begins

    def has_run_out(self, now: datetime) -> bool:
        """True if time is up at ``now``."""
        return now >= self.deadline

    def _left(self, now: datetime) -> timedelta:
        if self.overdue:
            return ZERO
        return self.rest.between(now, self.deadline) if self.rest else self.deadline - now

    def _later(self, now: datetime, left: timedelta) -> datetime:
        return self.rest.later(now, left) if self.rest else now + left

    def _until(self, now: datetime, left: timedelta) -> Self:
        """The same with a deadline that leaves this time."""
        return replace(self, deadline=self._later(now, left) if self.limited else FOREVER)

    def _with(self, seat: int, reserve: Reserve) -> Self:
        changed = (*self.reserves[:seat], reserve, *self.reserves[seat + 1 :])
        return replace(self, reserves=changed)
