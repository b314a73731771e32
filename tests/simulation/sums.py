"""The clocks of a game by counting minutes; nothing of `engine` is used here."""

from collections.abc import Iterable
from typing import NamedTuple

from tests.simulation.minutes import Minutes

Stop = tuple[int, int]
"""From a minute until just before another one."""


class Rules(NamedTuple):
    """A time control, in minutes."""

    main: int = 0
    periods: int = 0
    period: int = 0
    bonus: int = 0
    cap: int = 0

    @property
    def limited(self) -> bool:
        """True if somebody can run out of time."""
        return self.main > 0 or self.period > 0

    @property
    def of_days(self) -> bool:
        """True if forty moves may take forty hours: then absences count."""
        return self.limited and self.main + 40 * (self.bonus + self.period) >= 40 * 60


class Sums:
    """What every player has left, and what the one to move has used of it."""

    def __init__(
        self, rules: Rules, minutes: list[Minutes], now: int, *, first_look: bool = False
    ) -> None:
        self.rules = rules
        self.first_look = first_look
        """Whether a clock starts with the first look of its player, or a while later."""
        self.looked: int | None = None
        self.minutes = minutes
        """By seat, those in which their clocks run, but for absences and outages."""
        self.main = [rules.main] * len(minutes)
        self.periods = [rules.periods] * len(minutes)
        self.away: list[list[Stop]] = [[] for _ in minutes]
        self.outages: list[Stop] = []
        """Those of this turn."""
        self.seat = 0
        self.began = now

    @property
    def whole(self) -> int:
        """All the time for this turn."""
        return self.main[self.seat] + self.periods[self.seat] * self.rules.period

    def left(self, now: int) -> int:
        """How much of it is left."""
        return self.whole - self.used(now)

    def is_up(self, now: int) -> bool:
        """True if the deadline is here."""
        return self.rules.limited and now >= self.deadline()

    def used_up(self, now: int) -> bool:
        """True if nothing is left. If all was used by bedtime, the deadline is in the morning."""
        return self.rules.limited and not self.left(now)

    def used(self, now: int) -> int:
        """In how many minutes of this turn the clock has run."""
        minutes = self.minutes[self.seat]
        used = minutes.between(self.began, now)
        for begins, ends in self._stops():
            if begins < now:
                used -= minutes.between(begins, min(ends, now))
        return used

    def when(self, used: int) -> int:
        """The minute in which the clock runs, having run in so many minutes of this turn."""
        minutes = self.minutes[self.seat]
        ran = minutes.ran[self.began] + used
        for begins, ends in self._stops():
            if begins <= minutes.when(ran):
                ran += minutes.between(begins, ends)
        return minutes.when(ran)

    def deadline(self) -> int:
        """The minute in which the time is up."""
        return self.when(self.whole)

    def rest(self, minute: int) -> str | None:
        """Why the clock stands still in this minute of the turn; None if it runs."""
        if not self.minutes[self.seat].runs(minute):
            return "a night or a weekend"
        if any(begins <= minute < ends for begins, ends in self.absences()):
            return "an absence"
        if any(begins <= minute < ends for begins, ends in self.outages):
            return "an outage"
        if any(begins <= minute < ends for begins, ends in self.unseen()):
            return "the time before the first look"
        return None

    def absences(self) -> list[Stop]:
        """Those that stop the clock of the seat to move."""
        return self.away[self.seat] if self.rules.of_days else []

    def unseen(self) -> list[Stop]:
        """Until the clock of this turn starts: nobody can look in the minutes of an outage."""
        if not self.first_look:
            return []
        starts = self.began + (24 * 60 if self.rules.of_days else 60)
        for begins, ends in sorted(self.outages):
            starts += ends - begins if begins < starts else 0
        starts = starts if self.looked is None else min(starts, self.looked)
        return [(self.began, starts)] if starts > self.began else []

    def goes_away(self, seat: int, now: int, away: Stop | None) -> None:
        """From now on, this is the only absence of a player that is still to come."""
        past = [(begins, min(ends, now)) for begins, ends in self.away[seat] if begins < now]
        self.away[seat] = past if away is None else [*past, away]

    def press(self, now: int, to_move: int) -> None:
        """A move, with which the turn of ``to_move`` begins."""
        seat, used = self.seat, self.used(now)
        over = max(used - self.main[seat], 0)
        self.main[seat] = max(self.main[seat] - used, 0)
        while self.periods[seat] and over >= self.rules.period:
            over -= self.rules.period
            self.periods[seat] -= 1
        if self.rules.bonus:
            self.main[seat] = min(self.main[seat] + self.rules.bonus, self.rules.cap)
        self.seat, self.began, self.outages, self.looked = to_move, now, [], None

    def _stops(self) -> Iterable[Stop]:
        """What stops the clock in this turn besides nights and weekends, in order, and each minute
        of it once."""
        counted = self.began
        for begins, ends in sorted(self.absences() + self.outages + self.unseen()):
            if ends > counted:
                yield max(begins, counted), ends
                counted = ends
