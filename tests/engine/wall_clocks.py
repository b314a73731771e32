"""Moments as clocks on a wall show them, and when people rest, found by walking every minute."""

from collections import defaultdict
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import pairwise
from zoneinfo import ZoneInfo

from hypothesis import strategies as st

from engine.rest import USUAL_NIGHT, Night, Rest, Span

ZERO = timedelta()
MINUTE, HOUR, DAY = timedelta(minutes=1), timedelta(hours=1), timedelta(days=1)
BERLIN = Rest("Europe/Berlin", USUAL_NIGHT, weekends=False)
AT_WORK = Rest("Europe/Berlin", USUAL_NIGHT, weekends=True)


def at(text: str, zone: str = "UTC") -> datetime:
    """The moment at which clocks in a zone show this; the earlier one if they show it twice."""
    return datetime.fromisoformat(text).replace(tzinfo=ZoneInfo(zone)).astimezone(UTC)


def berlin(text: str) -> datetime:
    """The moment at which clocks in Berlin show this."""
    return at(text, "Europe/Berlin")


BEFORE, AFTER = 6 * 24 * 60, 30 * 24 * 60
"""So many minutes before and after a moment are walked."""


class Walk:
    """Some weeks, minute by minute, with what a clock on the wall shows."""

    def __init__(self, zone: str, middle: datetime) -> None:
        self.first = middle - BEFORE * MINUTE
        known, first = ZoneInfo(zone), self.first.timestamp()
        walls = (datetime.fromtimestamp(first + 60 * n, known) for n in range(BEFORE + AFTER))
        self.shown = [_minutes(wall) for wall in walls]
        self.when = defaultdict[int, list[int]](list)
        for minute, wall in enumerate(self.shown):
            self.when[wall].append(minute)
        pairs = enumerate(pairwise(self.shown))
        self.jumps = [(last, wall, then) for last, (wall, then) in pairs if then > wall + 1]

    def meanings(self, wall: int) -> list[int]:
        """The minutes at which the wall shows this. If it is skipped: when clocks would show it
        that are not changed, and that are changed already."""
        if wall in self.when:
            return self.when[wall]
        for last, before, after in self.jumps:
            if before < wall < after:
                return [last + (wall - before), last + 1 - (after - wall)]
        return []

    def still(self, rest: Rest) -> bytearray:
        """For each minute, whether somebody's clock stands still."""
        still = bytearray(len(self.shown))
        for day in range(self.shown[0] // 1440, self.shown[-1] // 1440 + 1):
            if rest.night:
                begins, ends = rest.night
                self._rests(still, day * 1440 + begins, day * 1440 + ends + 1440 * (ends <= begins))
            if rest.weekends and day % 7 == SATURDAY:
                self._rests(still, day * 1440, day * 1440 + 2880)
        if rest.away:
            stop(still, self.minute(rest.away.begins), self.minute(rest.away.ends))
        return still

    def _rests(self, still: bytearray, begins: int, ends: int) -> None:
        if (first := self.meanings(begins)) and (last := self.meanings(ends)):
            stop(still, min(first), max(last))

    def minute(self, moment: datetime) -> int:
        """Its number in this walk."""
        return (moment - self.first) // MINUTE


def stop(still: bytearray, begins: int, ends: int) -> None:
    """Mark the minutes from ``begins`` to before ``ends``: the clock stands still in them."""
    still[begins:ends] = b"\1" * (ends - begins)


def _minutes(wall: datetime) -> int:
    return wall.toordinal() * 1440 + wall.hour * 60 + wall.minute


SATURDAY = _minutes(datetime(2026, 8, 1, tzinfo=UTC)) // 1440 % 7

walked = cache(Walk)


def later_by_walking(still: bytearray, start: int, time: int) -> int:
    """The first minute that runs after ``time`` minutes have."""
    while still[start] or time:
        time -= not still[start]
        start += 1
    return start


CHANGES = [
    *[("Europe/Berlin", at(text)) for text in ("2026-03-29T01:00", "2026-10-25T01:00")],
    *[("America/New_York", at(text)) for text in ("2026-03-08T07:00", "2026-11-01T06:00")],
    *[("Australia/Lord_Howe", at(text)) for text in ("2026-04-04T15:00", "2026-10-03T15:30")],
    ("Asia/Kathmandu", at("2026-02-01T12:00")),  # nothing changes there
    ("Asia/Gaza", at("2020-10-23T22:00")),  # Saturday begins twice,
    ("Asia/Tehran", at("2020-03-20T20:30")),  # not at all,
    ("Asia/Jerusalem", at("2002-10-06T22:00")),  # Monday begins twice,
    ("Asia/Tehran", at("2021-03-21T20:30")),  # not at all
    ("America/Santiago", at("2026-09-06T04:00")),
    ("America/Nuuk", at("2026-03-29T01:00")),
    ("Antarctica/Troll", at("2026-10-25T01:00")),  # two hours
    ("Pacific/Apia", at("2011-12-30T10:00")),  # a whole day is skipped
]

minutes_of_a_day = st.integers(0, 24 * 60 - 1)
near_a_change = st.integers(0, 4 * 60)
"""Most clocks are changed in the first hours of a day."""
lengths = st.integers(1, 12 * 60)


def _night_from(begins: int, length: int) -> Night:
    return Night(begins, (begins + length) % 1440)


def _night_until(ends: int, length: int) -> Night:
    return Night((ends - length) % 1440, ends)


nights = st.builds(_night_from, minutes_of_a_day | near_a_change, lengths) | st.builds(
    _night_until, near_a_change, lengths
)
DAYS = 24 * 60
absences = st.tuples(st.integers(-3 * DAYS, 4 * DAYS), st.integers(1, 6 * DAYS))


@st.composite
def rests(draw: st.DrawFn) -> tuple[Walk, Rest, datetime]:
    """Somebody's rest, a walk in their zone, and a moment of it near a change of the clocks."""
    zone, change = draw(st.sampled_from(CHANGES))
    away = draw(st.none() | absences)
    rest = Rest(
        zone,
        draw(st.none() | nights),
        draw(st.booleans()),
        away and Span(change + away[0] * MINUTE, change + sum(away) * MINUTE),
    )
    return walked(zone, change), rest, change + draw(st.integers(-2 * DAYS, 2 * DAYS)) * MINUTE
