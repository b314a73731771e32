"""Walks through the minutes of the years, and counts those in which somebody's clock runs.

A minute is a number, from the beginning of 2026 in UTC on. Nothing of `engine` is used here.
"""

from array import array
from bisect import bisect_right
from collections.abc import Sequence
from datetime import UTC, datetime, timedelta
from functools import cache, partial
from itertools import accumulate, pairwise
from typing import NamedTuple
from zoneinfo import ZoneInfo

FIRST = datetime(2026, 1, 1, tzinfo=UTC)
START = FIRST.timestamp()
MINUTE = timedelta(minutes=1)
DAY = 24 * 60
YEAR = 365 * DAY + DAY // 4
SATURDAY = 2
"""The first day is a Thursday."""


def at(minute: int) -> datetime:
    """The moment at which a minute begins."""
    return FIRST + minute * MINUTE


def clock_time(text: str) -> int:
    """Minutes after midnight."""
    hours, minutes = text.split(":")
    return int(hours) * 60 + int(minutes)


class Person(NamedTuple):
    """What somebody says of their nights and weekends."""

    zone: str
    night: tuple[int, int] | None
    """In minutes after midnight."""
    weekends: bool


class Stretch(NamedTuple):
    """Some minutes in which a clock on the wall is so many minutes ahead of UTC."""

    first: int
    end: int
    ahead: int


class Wall:
    """A clock on the wall; what it shows is a number of minutes, too."""

    def __init__(self, zone: str, minutes: int) -> None:
        """Read it once an hour, and every minute where it was changed."""
        known, first, end = _zone(zone), -7 * DAY, minutes + 7 * DAY
        ahead, self.stretches = _ahead(known, first), list[Stretch]()
        for hour in range(first, end, 60):
            if _ahead(known, hour + 60) == ahead:
                continue
            for minute in range(hour, hour + 61):
                if (now := _ahead(known, minute)) != ahead:
                    self.stretches.append(Stretch(first, minute, ahead))
                    first, ahead = minute, now
        self.stretches.append(Stretch(first, end + 60, ahead))

    def meanings(self, shown: int) -> list[int]:
        """The minutes at which it shows this: two if it is set back. None if it is set forward over
        it, so: when it would show it if it were not, and if it had been earlier."""
        walls = [(shown - s.ahead, s) for s in self.stretches]
        found = [minute for minute, s in walls if s.first <= minute < s.end]
        if found:
            return found
        for before, after in pairwise(self.stretches):
            if before.end + before.ahead <= shown < after.first + after.ahead:
                return [shown - before.ahead, shown - after.ahead]
        return []


def _ahead(zone: ZoneInfo, minute: int) -> int:
    ahead = datetime.fromtimestamp(START + 60 * minute, zone).utcoffset()
    assert ahead is not None
    return ahead // MINUTE


def _zone(name: str) -> ZoneInfo:
    return ZoneInfo("UTC" if name.startswith("Mars") else name)


class Minutes:
    """For every minute, in how many minutes before it somebody's clock has run."""

    def __init__(self, ran: Sequence[int]) -> None:
        self.ran = ran

    def between(self, begins: int, ends: int) -> int:
        """How many minutes it has run."""
        return self.ran[ends] - self.ran[begins]

    def runs(self, minute: int) -> bool:
        """True if it runs in this minute."""
        return self.ran[minute + 1] > self.ran[minute]

    def when(self, ran: int) -> int:
        """The minute in which it runs, having run in so many minutes before."""
        return bisect_right(self.ran, ran) - 1


class Calendar:
    """The minutes of everybody, in so many years and half a year more."""

    def __init__(self, years: float) -> None:
        self.end = round(years * YEAR)
        """Nobody begins a turn after this."""
        self.minutes = self.end + YEAR // 2
        self.of = cache(self._of)
        """Those of a person."""
        self._wall = cache(partial(Wall, minutes=self.minutes))

    def _of(self, person: Person) -> Minutes:
        if person.night is None and not person.weekends:
            return Minutes(range(self.minutes + 1))
        wall = self._wall(person.zone)
        runs = bytearray(b"\1") * self.minutes
        for day in range(-2, self.minutes // DAY + 2):
            midnight = day * DAY
            if person.night is not None:
                begins, ends = person.night
                wakes = midnight + ends if begins < ends else midnight + DAY + ends
                _stop(runs, wall, midnight + begins, wakes)
            if person.weekends and day % 7 == SATURDAY:
                _stop(runs, wall, midnight, midnight + 2 * DAY)
        return Minutes(array("I", accumulate(runs, initial=0)))


def _stop(runs: bytearray, wall: Wall, begins: int, ends: int) -> None:
    """Where a time of day has two meanings, the rest is the longer one."""
    first, end = min(wall.meanings(begins)), max(wall.meanings(ends))
    first, end = (min(max(minute, 0), len(runs)) for minute in (first, end))
    runs[first:end] = bytes(end - first)
