"""When a player's clock stands still: at night, on weekends, while they are away.

Pure arithmetic on aware UTC datetimes; nights and weekends are those of the player's own time zone,
with its daylight-saving changes.
"""

from collections.abc import Iterator
from dataclasses import dataclass, replace
from datetime import UTC, date, datetime, timedelta, timezone
from functools import cache
from heapq import merge
from typing import NamedTuple, Self
from zoneinfo import ZoneInfo

MIDNIGHT = 24 * 60
LONGEST_NIGHT = 12 * 60
"""Minutes."""
SATURDAY = 5
ZERO = timedelta()
WESTERNMOST = timezone(timedelta(hours=-12))


class Night(NamedTuple):
    """The hours of sleep, in minutes after midnight."""

    begins: int
    ends: int

    @property
    def length(self) -> int:
        """Minutes."""
        return (self.ends - self.begins) % MIDNIGHT


USUAL_NIGHT = Night(23 * 60, 7 * 60)


class Span(NamedTuple):
    """A time from ``begins`` until just before ``ends``."""

    begins: datetime
    ends: datetime


@dataclass(frozen=True, slots=True)
class Rest:
    """When the clock of one player stands still."""

    zone: str = "UTC"
    """A name of the IANA time zone database; one that is not known any more means UTC."""
    night: Night | None = USUAL_NIGHT
    weekends: bool = True
    away: Span | None = None
    unseen: Span | None = None
    """From the beginning of a turn until its player looks at it, or should have."""

    def only(self, *, night: bool, weekends: bool, away: bool) -> "Rest | None":
        """What of it stops a clock; None if nothing does."""
        kept = replace(
            self,
            night=self.night if night else None,
            weekends=self.weekends and weekends,
            away=self.away if away else None,
        )
        return kept if kept.night or kept.weekends or kept.away or kept.unseen else None

    def after(self, now: datetime) -> Self:
        """The same without an absence that is over at ``now``."""
        over = self.away is not None and self.away.ends <= now
        return replace(self, away=None) if over else self

    @property
    def away_until(self) -> datetime | None:
        """The end of the absence by the player's own clock, which says what day that is there.

        If their zone is not known: by one where a day that has just ended almost anywhere is today.
        """
        where = zone_of(self.zone) if self.zone else WESTERNMOST
        return None if self.away is None else self.away.ends.astimezone(where)

    def later(self, start: datetime, time: timedelta) -> datetime:
        """When ``time`` has passed on the player's clock, which never is while it stands still."""
        left = time
        for begins, ends in self.spans(start):
            awake = max(begins - start, ZERO)
            if awake > left:
                break
            left, start = left - awake, ends
        return start + left

    def between(self, start: datetime, end: datetime) -> timedelta:
        """How much time passes on the player's clock from ``start`` to ``end``; negative if
        ``end`` comes first."""
        if end < start:
            return end - start
        passed = ZERO
        for begins, ends in self.spans(start):
            if begins >= end:
                break
            passed += max(begins - start, ZERO)
            start = ends
        return passed + max(end - start, ZERO)

    def covering(self, at: datetime) -> Span | None:
        """The time around ``at`` for which the clock stands still; None: it does not."""
        span = next(self.spans(at), None)
        return span if span is not None and span.begins <= at else None

    def spans(self, start: datetime) -> Iterator[Span]:
        """The times at which the clock stands still, in order, from the one on that ends after
        ``start``; no two of them touch. Without end, if there are nights or weekends."""
        once = sorted(span for span in (self.away, self.unseen) if span is not None)
        whole: Span | None = None
        for span in merge(self._nights(start), self._weekends(start), iter(once)):
            if span.ends <= start:
                continue
            if whole is None or span.begins > whole.ends:
                if whole is not None:
                    yield whole
                whole = span
            else:
                whole = Span(whole.begins, max(whole.ends, span.ends))
        if whole is not None:
            yield whole

    def _nights(self, start: datetime) -> Iterator[Span]:
        if self.night is None or not self.night.length:
            return
        days = int(self.night.ends <= self.night.begins)
        day = self._day(start) - timedelta(days=1)
        while True:
            ends = day + timedelta(days=days)
            yield self._span(day, self.night.begins, ends, self.night.ends)
            day += timedelta(days=1)

    def _weekends(self, start: datetime) -> Iterator[Span]:
        if not self.weekends:
            return
        today = self._day(start)
        saturday = today - timedelta(days=(today.weekday() - SATURDAY) % 7)
        while True:
            yield self._span(saturday, 0, saturday + timedelta(days=2), 0)
            saturday += timedelta(weeks=1)

    def _day(self, at: datetime) -> date:
        return at.astimezone(zone_of(self.zone)).date()

    def _span(self, first: date, begins: int, last: date, ends: int) -> Span:
        """From one time of day to another. Where a change of the clocks makes one doubtful, the
        span is the longer one."""
        return Span(min(self._moments(first, begins)), max(self._moments(last, ends)))

    def _moments(self, day: date, minute: int) -> tuple[datetime, datetime]:
        """The two meanings of a time of day; nearly always they are the same."""
        at = datetime(day.year, day.month, day.day, *divmod(minute, 60), tzinfo=zone_of(self.zone))
        return at.astimezone(UTC), at.replace(fold=1).astimezone(UTC)


@cache
def zone_of(name: str) -> ZoneInfo:
    """The zone of this name; UTC if there is none."""
    try:
        return ZoneInfo(name)
    except (ValueError, OSError, KeyError):  # whoever has it chose it under other rules
        return ZoneInfo("UTC")
