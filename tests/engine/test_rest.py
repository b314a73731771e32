"""A clock stands still while its player sleeps, on weekends, and while they are away.

What the arithmetic finds is compared with a walk: minute by minute, with one look at the player's
clock on the wall for each.
"""

from bisect import bisect_left
from collections import defaultdict
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from functools import cache
from itertools import islice, pairwise
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.clock import FOREVER, Clock, Reserve, TimeControl
from engine.game import OptionError
from engine.rest import USUAL_NIGHT, Night, Rest, Span
from engine.turns import Turn

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


def spans(rest: Rest, start: datetime, number: int, zone: str) -> list[str]:
    """The next spans of rest, as clocks in a zone show them."""
    form = "%d %H:%M"
    return [
        " - ".join(f"{moment.astimezone(ZoneInfo(zone)):{form}}" for moment in span)
        for span in islice(rest.spans(start), number)
    ]


# --- the walk ---

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
            _stop(still, self.minute(rest.away.begins), self.minute(rest.away.ends))
        return still

    def _rests(self, still: bytearray, begins: int, ends: int) -> None:
        if (first := self.meanings(begins)) and (last := self.meanings(ends)):
            _stop(still, min(first), max(last))

    def minute(self, moment: datetime) -> int:
        """Its number in this walk."""
        return (moment - self.first) // MINUTE


def _stop(still: bytearray, begins: int, ends: int) -> None:
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


@settings(deadline=None, max_examples=150)
@given(rests(), st.integers(0, 4 * DAYS))
def test_the_arithmetic_agrees_with_walking_every_minute(
    one: tuple[Walk, Rest, datetime], time: int
) -> None:
    walk, rest, start = one
    still, begins = walk.still(rest), walk.minute(start)
    ends = later_by_walking(still, begins, time)
    assert rest.later(start, time * MINUTE) == walk.first + ends * MINUTE
    assert rest.between(start, walk.first + ends * MINUTE) == time * MINUTE
    end = begins + time
    assert rest.between(start, start + time * MINUTE) == still[begins:end].count(0) * MINUTE


@settings(deadline=None, max_examples=150)
@given(rests())
def test_spans_are_what_the_walk_finds(one: tuple[Walk, Rest, datetime]) -> None:
    walk, rest, start = one
    still, begins = walk.still(rest), walk.minute(start)
    end = begins + 7 * DAYS
    found = bytearray(len(still))
    before = None
    for span in rest.spans(start):
        assert span.ends > max(start, span.begins)
        assert before is None or before.ends < span.begins, "no two touch"
        before = span
        if walk.minute(span.begins) >= end:
            break
        _stop(found, max(walk.minute(span.begins), begins), walk.minute(span.ends))
    assert found[begins:end] == still[begins:end]


@settings(deadline=None, max_examples=150)
@given(rests(), st.timedeltas(ZERO, 4 * DAY), st.timedeltas(ZERO, DAY))
def test_later_and_between_are_inverse(
    one: tuple[Walk, Rest, datetime], time: timedelta, past: timedelta
) -> None:
    """To the microsecond, which no walk can show."""
    _, rest, moment = one
    start = moment - past
    later = rest.later(start, time)
    assert rest.between(start, later) == time
    assert not any(begins <= later < ends for begins, ends in islice(rest.spans(start), 12))


@settings(deadline=None, max_examples=100)
@given(rests(), st.timedeltas(ZERO, 3 * DAY), st.timedeltas(ZERO, 3 * DAY))
def test_time_can_be_cut_anywhere(
    one: tuple[Walk, Rest, datetime], first: timedelta, second: timedelta
) -> None:
    _, rest, start = one
    middle, end = start + first, start + first + second
    parts = rest.between(start, middle) + rest.between(middle, end)
    assert rest.between(start, end) == parts
    assert rest.later(rest.later(start, first), second) == rest.later(start, first + second)


# --- nights ---


def test_a_night_is_so_long() -> None:
    assert USUAL_NIGHT.length == 8 * 60
    assert Night(60, 540).length == 8 * 60


def test_a_deadline_never_falls_into_the_night() -> None:
    evening = berlin("2026-08-05T21:00")  # a Wednesday
    assert BERLIN.later(evening, HOUR) == berlin("2026-08-05T22:00")
    assert BERLIN.later(evening, 2 * HOUR - MINUTE) == berlin("2026-08-05T22:59")
    assert BERLIN.later(evening, 2 * HOUR) == berlin("2026-08-06T07:00"), "not at bedtime"
    assert BERLIN.later(evening, 3 * HOUR) == berlin("2026-08-06T08:00")


def test_no_time_within_a_night_is_its_end() -> None:
    asleep, wakes = berlin("2026-08-05T23:00"), berlin("2026-08-06T07:00")
    for moment in (asleep, asleep + HOUR, wakes - timedelta(microseconds=1), wakes):
        assert BERLIN.later(moment, ZERO) == wakes
    assert BERLIN.later(asleep - MINUTE, ZERO) == asleep - MINUTE


def test_a_night_may_lie_within_one_day() -> None:
    late = replace(BERLIN, night=Night(60, 540))
    midnight = berlin("2026-08-05T00:00")
    assert spans(late, midnight, 2, "Europe/Berlin") == [
        "05 01:00 - 05 09:00",
        "06 01:00 - 06 09:00",
    ]
    assert late.later(midnight, HOUR) == berlin("2026-08-05T09:00")
    assert late.between(midnight, midnight + DAY) == 16 * HOUR


def test_a_night_ends_for_those_who_are_up_in_it_like_for_others() -> None:
    assert BERLIN.between(berlin("2026-08-05T03:00"), berlin("2026-08-05T08:00")) == HOUR
    assert BERLIN.between(berlin("2026-08-05T03:00"), berlin("2026-08-05T04:00")) == ZERO


def test_if_the_end_comes_first_the_time_is_negative_and_nights_count() -> None:
    assert BERLIN.between(berlin("2026-08-06T08:00"), berlin("2026-08-05T08:00")) == -DAY
    assert BERLIN.between(berlin("2026-08-05T03:00"), berlin("2026-08-05T02:00")) == -HOUR


def test_a_time_below_zero_leads_back_whatever_the_hour() -> None:
    """Who has run out stays so."""
    assert BERLIN.later(berlin("2026-08-05T03:00"), -HOUR) == berlin("2026-08-05T02:00")
    assert BERLIN.later(berlin("2026-08-05T12:00"), -DAY) == berlin("2026-08-04T12:00")


def test_a_zone_that_is_not_known_means_utc() -> None:
    for name in ("Mars/Olympus_Mons", "", "../etc/passwd", "Europe"):
        rest = Rest(name, USUAL_NIGHT, weekends=False)
        assert spans(rest, at("2026-08-05T12:00"), 1, "UTC") == ["05 23:00 - 06 07:00"], name


def test_who_never_rests_has_a_common_clock() -> None:
    rest = Rest("Europe/Berlin", None, weekends=False)
    start = berlin("2026-08-05T22:00")
    assert list(rest.spans(start)) == []
    assert rest.later(start, DAY) == start + DAY
    assert rest.between(start, start + DAY) == DAY


# --- weekends ---


def test_a_deadline_never_falls_on_a_weekend() -> None:
    rest = Rest("America/New_York", None, weekends=True)
    friday = at("2026-08-07T12:00", "America/New_York")
    monday = at("2026-08-10T00:00", "America/New_York")
    assert rest.later(friday, 11 * HOUR) == friday + 11 * HOUR
    assert rest.later(friday, 12 * HOUR) == monday
    assert rest.later(friday, 18 * HOUR) == monday + 6 * HOUR
    assert rest.between(friday, monday) == 12 * HOUR
    for hours in (12, 30, 59):
        assert rest.later(friday + hours * HOUR, HOUR) == monday + HOUR


def test_a_weekend_and_the_nights_around_it_are_one_rest() -> None:
    friday = berlin("2026-08-07T12:00")
    assert spans(AT_WORK, friday, 2, "Europe/Berlin") == [
        "07 23:00 - 10 07:00",
        "10 23:00 - 11 07:00",
    ]
    assert AT_WORK.later(friday, 11 * HOUR) == berlin("2026-08-10T07:00")
    assert AT_WORK.later(berlin("2026-08-08T12:00"), HOUR) == berlin("2026-08-10T08:00")


def test_a_weekend_ends_at_midnight_for_those_who_go_to_bed_late() -> None:
    late = replace(AT_WORK, night=Night(60, 540))
    assert spans(late, berlin("2026-08-07T12:00"), 2, "Europe/Berlin") == [
        "08 00:00 - 10 00:00",
        "10 01:00 - 10 09:00",
    ]


def test_each_player_has_the_weekend_of_their_zone() -> None:
    for zone, saturday in (
        ("Asia/Kathmandu", "2026-08-07T18:15"),
        ("Pacific/Apia", "2026-08-07T11:00"),
        ("Pacific/Honolulu", "2026-08-08T10:00"),
    ):
        rest = Rest(zone, None, weekends=True)
        assert next(rest.spans(at("2026-08-06T00:00"))).begins == at(saturday)


# --- absences ---


def test_a_deadline_never_falls_into_an_absence() -> None:
    away = Span(berlin("2026-08-05T15:00"), berlin("2026-08-12T10:30"))
    rest = Rest("Europe/Berlin", None, weekends=False, away=away)
    noon = berlin("2026-08-05T12:00")
    assert list(rest.spans(noon)) == [away]
    assert list(rest.spans(away.ends)) == []
    assert rest.later(noon, 2 * HOUR) == berlin("2026-08-05T14:00")
    assert rest.later(noon, 3 * HOUR) == away.ends
    assert rest.later(noon, 4 * HOUR) == away.ends + HOUR
    assert rest.between(noon, away.ends + HOUR) == 4 * HOUR


def test_nights_and_weekends_within_an_absence_count_once() -> None:
    away = Span(berlin("2026-08-05T15:00"), berlin("2026-08-15T10:30"))  # back on a Saturday
    rest = replace(AT_WORK, away=away)
    assert spans(rest, berlin("2026-08-05T12:00"), 2, "Europe/Berlin") == [
        "05 15:00 - 17 07:00",
        "17 23:00 - 18 07:00",
    ]
    gone_at_night = replace(AT_WORK, away=Span(berlin("2026-08-06T02:00"), away.ends))
    assert spans(gone_at_night, berlin("2026-08-05T12:00"), 1, "Europe/Berlin") == [
        "05 23:00 - 17 07:00"
    ]


def test_an_absence_is_over_when_it_ends() -> None:
    away = Span(berlin("2026-08-05T15:00"), berlin("2026-08-12T10:30"))
    rest = replace(BERLIN, away=away)
    assert rest.after(away.ends - MINUTE) == rest
    assert rest.after(away.ends) == BERLIN
    assert BERLIN.after(away.ends) == BERLIN


# --- changes of the clocks ---


@pytest.mark.parametrize(
    ("zone", "day", "hours"),
    [
        ("Europe/Berlin", "2026-03-28", 7),
        ("Europe/Berlin", "2026-10-24", 9),
        ("America/New_York", "2026-03-07", 7),
        ("America/New_York", "2026-10-31", 9),
        ("Australia/Lord_Howe", "2026-04-04", 8.5),
        ("Australia/Lord_Howe", "2026-10-03", 7.5),
        ("Antarctica/Troll", "2026-03-28", 6),
        ("Asia/Kathmandu", "2026-03-28", 8),
        ("Pacific/Apia", "2026-03-28", 8),
    ],
)
def test_the_night_of_a_change_is_shorter_or_longer(zone: str, day: str, hours: float) -> None:
    rest = Rest(zone, USUAL_NIGHT, weekends=False)
    (night,) = islice(rest.spans(at(f"{day}T12:00", zone)), 1)
    assert night.begins == at(f"{day}T23:00", zone)
    assert night.ends - night.begins == hours * HOUR
    awake = rest.between(night.begins - HOUR, night.ends + HOUR)
    assert awake == 2 * HOUR


@pytest.mark.parametrize(
    ("zone", "night", "noon", "begins", "ends"),
    [
        # Clocks go from 2:00 to 3:00. Bedtime at 2:30, half an hour after 2:00 or before 3:00:
        ("Europe/Berlin", Night(150, 600), "2026-03-28", "03-29T00:30", "03-29T08:00"),
        # waking at 2:30; and a nap that is skipped.
        ("Europe/Berlin", Night(1200, 150), "2026-03-28", "03-28T19:00", "03-29T01:30"),
        ("Europe/Berlin", Night(130, 170), "2026-03-28", "03-29T00:10", "03-29T01:50"),
        # Clocks go from 3:00 back to 2:00: bedtime at the first 2:30, waking at the second.
        ("Europe/Berlin", Night(150, 600), "2026-10-24", "10-25T00:30", "10-25T09:00"),
        ("Europe/Berlin", Night(1200, 150), "2026-10-24", "10-24T18:00", "10-25T01:30"),
        ("America/New_York", Night(135, 600), "2026-03-07", "03-08T06:15", "03-08T14:00"),
        ("America/New_York", Night(1260, 75), "2026-10-31", "11-01T01:00", "11-01T06:15"),
        # By half an hour: from 2:00 back to 1:30, and from 2:00 to 2:30.
        ("Australia/Lord_Howe", Night(105, 600), "2026-04-04", "04-04T14:45", "04-04T23:30"),
        ("Australia/Lord_Howe", Night(1200, 135), "2026-10-03", "10-03T09:30", "10-03T15:45"),
    ],
)
def test_where_a_change_makes_a_time_doubtful_people_rest_longer(
    zone: str, night: Night, noon: str, begins: str, ends: str
) -> None:
    rest = Rest(zone, night, weekends=False)
    expected = Span(at(f"2026-{begins}"), at(f"2026-{ends}"))
    assert next(rest.spans(at(f"{noon}T12:00", zone))) == expected


@pytest.mark.parametrize(
    ("zone", "friday", "begins", "ends"),
    [
        ("Asia/Gaza", "2020-10-23", "10-23T21:00", "10-25T22:00"),  # Saturday begins twice,
        ("Asia/Tehran", "2020-03-20", "03-20T19:30", "03-22T19:30"),  # not at all,
        ("Asia/Jerusalem", "2002-10-04", "10-04T21:00", "10-06T22:00"),  # Monday begins twice,
        ("Asia/Tehran", "2021-03-19", "03-19T20:30", "03-21T20:30"),  # not at all
    ],
)
def test_a_weekend_too_is_the_longer_one(zone: str, friday: str, begins: str, ends: str) -> None:
    year = friday[:5]
    weekend = next(Rest(zone, None, weekends=True).spans(at(f"{friday}T12:00", zone)))
    assert weekend == Span(at(year + begins), at(year + ends))


def test_a_day_that_is_skipped_passes_in_no_time() -> None:
    """After Thursday, 29 December 2011, came Saturday, the 31st, in Samoa."""
    samoa = Rest("Pacific/Apia", USUAL_NIGHT, weekends=False)
    thursday = at("2011-12-29T22:00", "Pacific/Apia")
    assert thursday + 2 * HOUR == at("2011-12-31T00:00", "Pacific/Apia")
    assert spans(samoa, thursday, 2, "Pacific/Apia") == [
        "29 23:00 - 31 07:00",
        "31 23:00 - 01 07:00",
    ]
    assert samoa.later(thursday, 2 * HOUR) == at("2011-12-31T08:00", "Pacific/Apia")
    at_work = replace(samoa, weekends=True)
    assert at_work.later(thursday, HOUR) == at("2012-01-02T07:00", "Pacific/Apia")


def test_every_second_around_a_change_agrees_with_its_clock() -> None:
    """Second by second through the first hours of a day on which Berlin's clocks change."""
    for day in ("2026-03-29", "2026-10-25"):
        rest = replace(BERLIN, night=Night(23 * 60, 4 * 60))
        start = berlin(f"{day}T00:00") - 2 * HOUR
        shown = [
            datetime.fromtimestamp(start.timestamp() + second, ZoneInfo("Europe/Berlin"))
            for second in range(8 * 3600)
        ]
        awake = [4 <= wall.hour < 23 for wall in shown]
        running = [second for second, is_awake in enumerate(awake) if is_awake]
        for time in (0, 1, 3599, 3600, 3601, 5000):
            later = rest.later(start, timedelta(seconds=time))
            assert later == start + timedelta(seconds=running[time])
        for end in (0, 3599, 3600, 3601, *range(7200, 8 * 3600, 599)):
            passed = timedelta(seconds=bisect_left(running, end))
            assert rest.between(start, start + timedelta(seconds=end)) == passed


# --- what the players have agreed on ---


def test_only_what_was_agreed_on_stops_a_clock() -> None:
    away = Span(berlin("2026-08-05T15:00"), berlin("2026-08-12T10:30"))
    rest = replace(AT_WORK, away=away)
    assert rest.only(night=True, weekends=True, away=True) == rest
    assert rest.only(night=True, weekends=False, away=False) == BERLIN
    zone = "Europe/Berlin"
    assert rest.only(night=False, weekends=True, away=False) == Rest(zone, None, weekends=True)
    only_away = Rest(zone, None, weekends=False, away=away)
    assert rest.only(night=False, weekends=False, away=True) == only_away
    assert rest.only(night=False, weekends=False, away=False) is None
    assert BERLIN.only(night=False, weekends=True, away=True) is None, "they work on weekends"


DAYS_OFF = Span(berlin("2026-08-05T15:00"), berlin("2026-08-12T10:30"))
ON_HOLIDAY = replace(AT_WORK, away=DAYS_OFF)


@pytest.mark.parametrize(
    ("text", "stops"),
    [
        ("10m", None),
        ("10m no nights", BERLIN),
        ("10m no nights no weekends", AT_WORK),
        ("10m no weekends", Rest("Europe/Berlin", None, weekends=True)),
        ("1d", Rest("Europe/Berlin", None, weekends=False, away=DAYS_OFF)),
        ("1d no nights no weekends", ON_HOLIDAY),
        ("none", None),
    ],
)
def test_what_of_a_rest_stops_the_clock_is_a_matter_of_the_control(
    text: str, stops: Rest | None
) -> None:
    assert TimeControl.read(text).rest(ON_HOLIDAY) == stops


def test_who_has_chosen_nothing_sleeps_at_the_usual_time_in_utc() -> None:
    usual = Rest("UTC", USUAL_NIGHT, weekends=True)
    assert TimeControl.read("1d no nights no weekends").rest(None) == usual
    assert TimeControl.read("1d no nights").rest(None) == replace(usual, weekends=False)
    assert TimeControl.read("1d no weekends").rest(None) == replace(usual, night=None)
    assert TimeControl.read("1d").rest(None) is None
    assert TimeControl.read("none").rest(None) is None


@pytest.mark.parametrize(
    ("text", "of_days"),
    [
        ("1h", True),
        ("59m", False),
        ("3d+1d max 7d", True),
        ("20h+30m", True),
        ("19h + 30m", False),
        ("40h total", True),
        ("39h total", False),
        ("20m + 5x1h", True),
        ("1h + 5x30s", False),
        ("none", False),
    ],
)
def test_who_goes_away_has_time_in_games_of_an_hour_a_move(text: str, of_days: bool) -> None:
    assert TimeControl.read(text).of_days == of_days


def test_a_time_for_every_move_is_fixed_if_nothing_is_said_besides() -> None:
    assert TimeControl.read("3d").fixed
    for text in ("3d no nights", "3d no weekends", "3d+1d", "3x1d", "3d total", "2x3d"):
        assert not TimeControl.read(text).fixed


@pytest.mark.parametrize(
    ("text", "plain"),
    [
        ("3d no nights", "3d no nights"),
        ("3d no weekends", "3d no weekends"),
        ("3d no nights no weekends", "3d no nights no weekends"),
        ("3d no weekends no nights", "3d no nights no weekends"),
        ("3d no nights no nights", "3d no nights"),
        ("3D, No Nights", "3d no nights"),
        ("3 days a move, not at night", "3d no nights"),
        ("3 days, not at night or on weekends", "3d no nights no weekends"),
        ("3 days, not at night, not on weekends", "3d no nights no weekends"),
        ("3 days; no time on weekends", "3d no weekends"),
        ("3 days, no time runs at night or on the weekend", "3d no nights no weekends"),
        ("3 days without nights and weekends", "3d no nights no weekends"),
        ("3 days without weekends and without nights", "3d no nights no weekends"),
        (
            "5 days each, plus 1 day a move, up to 1 week, no nights",
            "5d+1d max 1w no nights",
        ),
        ("10m + 5x30s no nights", "10m+5x30s no nights"),
        ("5x1d no weekends", "5x1d no weekends"),
        ("40h total, no nights and no weekends", "40h total no nights no weekends"),
        ("none, no nights", "none"),
    ],
)
def test_nights_and_weekends_are_read_as_people_write_them(text: str, plain: str) -> None:
    control = TimeControl.read(text)
    assert control.write() == plain
    assert TimeControl.read(plain) == control


@pytest.mark.parametrize(
    "text", ["no nights", "no weekends", "3d nights", "3dno nights", "3d no days", "no nights 3d"]
)
def test_what_is_no_time_with_nights_is_refused(text: str) -> None:
    with pytest.raises(OptionError):
        TimeControl.read(text)


# --- clocks ---

WEDNESDAY = berlin("2026-08-05T12:00")
HERE, THERE = AT_WORK, Rest("America/New_York", USUAL_NIGHT, weekends=True)


def begun(text: str, *rests: Rest | None, now: datetime = WEDNESDAY) -> Clock:
    """The clocks of a match of two players, which begins on a Wednesday at noon in Berlin."""
    return Clock.start(TimeControl.read(text), now, rests=rests)


def test_a_clock_stands_still_in_the_night_of_the_player_to_move() -> None:
    clock = begun("12h no nights", HERE, THERE)
    assert clock.rest == BERLIN
    assert clock.deadline == berlin("2026-08-06T08:00")
    evening = berlin("2026-08-05T22:00")
    pressed = clock.press(evening, 1)
    assert clock.left(evening) == 2 * HOUR
    assert pressed.rest == replace(BERLIN, zone="America/New_York")
    assert pressed.deadline == at("2026-08-06T12:00", "America/New_York")


def test_without_an_agreement_clocks_run_at_night() -> None:
    clock = begun("12h", HERE, THERE)
    assert clock.rest is None
    assert clock.deadline == WEDNESDAY + 12 * HOUR


def test_who_has_said_nothing_has_the_usual_night() -> None:
    for clock in (begun("12h no nights", None, HERE), begun("12h no nights")):
        assert clock.rest == Rest("UTC", USUAL_NIGHT, weekends=False)
        assert clock.deadline == at("2026-08-05T22:00")


def test_without_a_limit_nothing_stands_still() -> None:
    clock = begun("none", HERE, THERE)
    assert clock.rest is None
    assert clock.deadline == FOREVER
    assert clock.resting(ON_HOLIDAY, WEDNESDAY).deadline == FOREVER


def test_the_night_is_not_used_up() -> None:
    clock = begun("2d + 1d max 4d no nights", HERE, THERE)
    morning = berlin("2026-08-06T08:00")
    assert clock.press(morning, 1).reserves[0] == Reserve(3 * DAY - 12 * HOUR, 0)
    at_night = clock.press(berlin("2026-08-06T03:00"), 1)
    assert at_night.reserves[0] == Reserve(3 * DAY - 11 * HOUR, 0), "who is up may move"


def test_a_period_lasts_over_the_night() -> None:
    clock = begun("1h + 3x1h no nights", HERE, THERE, now=berlin("2026-08-05T21:30"))
    assert clock.deadline == berlin("2026-08-06T09:30")
    pressed = clock.press(berlin("2026-08-06T07:45"), 1)
    assert pressed.reserves[0] == Reserve(ZERO, 2)


def test_a_turn_that_begins_at_night_has_all_its_time_in_the_morning() -> None:
    clock = begun("1h no nights", HERE, THERE, now=berlin("2026-08-06T03:00"))
    assert clock.deadline == berlin("2026-08-06T08:00")
    assert clock.left(berlin("2026-08-06T04:00")) == clock.whole == HOUR
    assert not clock.has_run_out(berlin("2026-08-06T06:59"))


def test_an_absence_counts_for_the_turns_that_begin_before_it_is_over() -> None:
    clock = begun("1d no nights", ON_HOLIDAY, HERE)
    assert clock.deadline == berlin("2026-08-13T15:30"), "3 hours before, then two days"
    back = clock.press(DAYS_OFF.ends, 1).press(DAYS_OFF.ends, 0)
    assert back.rest == BERLIN, "nobody has to remember it"


def test_a_clock_says_who_is_away_and_until_when() -> None:
    clock = begun("1d no nights", ON_HOLIDAY, HERE)
    assert clock.absences(DAYS_OFF.begins) == {0: DAYS_OFF.ends}
    assert clock.press(DAYS_OFF.begins, 1).absences(DAYS_OFF.begins) == {0: DAYS_OFF.ends}
    assert clock.absences(DAYS_OFF.ends) == {}
    assert begun("1d", None, ON_HOLIDAY).absences(DAYS_OFF.begins) == {1: DAYS_OFF.ends}
    assert begun("10m no nights", ON_HOLIDAY, HERE).absences(DAYS_OFF.begins) == {}
    assert begun("10m", ON_HOLIDAY, HERE).absences(DAYS_OFF.begins) == {}
    assert begun("1d no nights").absences(DAYS_OFF.begins) == {}


def test_in_a_quick_game_nobody_is_away() -> None:
    clock = begun("10m no nights", replace(ON_HOLIDAY, away=Span(WEDNESDAY, DAYS_OFF.ends)))
    assert clock.rest == BERLIN
    assert clock.deadline == WEDNESDAY + 10 * MINUTE
    assert clock.resting(ON_HOLIDAY, WEDNESDAY) == clock


def test_who_goes_away_in_their_turn_keeps_what_is_left() -> None:
    clock = begun("1d no nights no weekends", HERE, THERE)
    evening = berlin("2026-08-05T20:00")
    away = Span(evening, berlin("2026-08-16T12:00"))  # back on a Sunday
    gone = clock.resting(replace(HERE, away=away), evening)
    assert gone.left(evening) == clock.left(evening) == 16 * HOUR
    assert gone.deadline == berlin("2026-08-18T07:00"), "Monday's 16 hours end at bedtime"
    assert gone.rests == clock.rests, "for the turns to come others see to it"
    friday = berlin("2026-08-14T12:00")
    early = gone.resting(HERE, friday)
    assert early.left(friday) == 16 * HOUR
    assert early.deadline == berlin("2026-08-17T12:00")


def test_another_night_changes_nothing_of_what_has_passed() -> None:
    clock = begun("12h no nights", HERE, THERE)
    evening = berlin("2026-08-05T22:00")
    moved = clock.resting(replace(HERE, zone="America/New_York"), evening)
    assert moved.left(evening) == 2 * HOUR
    assert moved.deadline == berlin("2026-08-06T00:00")
    sleepless = clock.resting(replace(HERE, night=None), evening)
    assert sleepless.rest is None
    assert sleepless.deadline == berlin("2026-08-06T00:00")


def test_who_has_no_time_left_gets_none_by_another_night() -> None:
    clock = begun("1h no nights", HERE, THERE)
    late = WEDNESDAY + 2 * HOUR
    assert clock.resting(THERE, late).left(late) == ZERO
    assert clock.resting(THERE, late).has_run_out(late)


def test_an_outage_costs_nobody_any_time() -> None:
    clock = begun("12h no nights", HERE, THERE)
    down, up = berlin("2026-08-05T22:00"), berlin("2026-08-06T10:00")
    assert clock.has_run_out(up)
    kept = clock.skip(down, up)
    assert kept.left(up) == clock.left(down) == 2 * HOUR
    assert kept.deadline == up + 2 * HOUR


def test_an_outage_at_night_changes_nothing() -> None:
    clock = begun("12h no nights", HERE, THERE)
    assert clock.skip(berlin("2026-08-05T23:30"), berlin("2026-08-06T06:00")) == clock


def test_an_outage_gives_no_more_than_the_whole_time() -> None:
    """Even if our clock was wrong, and the turn seems to have begun later."""
    clock = begun("12h no nights", HERE, THERE)
    kept = clock.skip(WEDNESDAY - 3 * HOUR, WEDNESDAY + HOUR)
    assert kept.left(WEDNESDAY + HOUR) == kept.whole
    assert begun("none", HERE).skip(WEDNESDAY, WEDNESDAY + HOUR).deadline == FOREVER


def test_who_had_run_out_before_an_outage_has_run_out() -> None:
    clock = begun("1h no nights", HERE, THERE)
    down, up = WEDNESDAY + 2 * HOUR, berlin("2026-08-06T02:00")
    assert clock.skip(down, up).left(up) == -HOUR


def test_a_move_that_is_taken_back_goes_on_in_the_rest_of_its_player() -> None:
    clock = begun("12h no nights", HERE, THERE)
    evening = berlin("2026-08-05T22:00")
    back = clock.press(evening, 1).resume(evening + MINUTE, 2 * HOUR - MINUTE, 0)
    assert back == replace(clock, deadline=berlin("2026-08-06T08:00"))
    assert clock.press(evening, 1).resume(evening, None, 0).deadline == berlin("2026-08-06T18:00")


def test_a_reserve_that_is_resumed_lasts_over_the_night() -> None:
    clock = begun("1d + 1h max 2d no nights", HERE, THERE)
    evening = berlin("2026-08-05T22:00")
    back = clock.press(evening, 1).resume(evening, 14 * HOUR, 0)
    assert back.reserve == Reserve(14 * HOUR, 0)
    assert back.deadline == berlin("2026-08-06T20:00") == clock.deadline


def test_what_is_taken_back_begins_anew_in_the_rest_of_its_player() -> None:
    clock = begun("1d + 1h max 2d no nights", HERE, THERE)
    evening = berlin("2026-08-05T22:00")
    pressed = clock.press(evening, 1)
    back = pressed.take_back([Turn(0, "c3", evening, 14 * HOUR)], evening, 0)
    assert back.reserve == Reserve(14 * HOUR, 0)
    assert back.rest == BERLIN
    assert back.deadline == berlin("2026-08-06T20:00")


def test_nobody_is_reminded_while_they_rest() -> None:
    clock = begun("4h no nights", HERE, THERE, now=berlin("2026-08-05T20:30"))
    assert clock.deadline == berlin("2026-08-06T08:30")
    assert clock.reminder(berlin("2026-08-05T20:30")) == berlin("2026-08-06T07:42")
    to_bed = begun("4h no nights", HERE, THERE, now=berlin("2026-08-05T20:00"))
    assert to_bed.reminder(berlin("2026-08-05T20:00")) == berlin("2026-08-06T07:12")
    assert to_bed.reminder(berlin("2026-08-06T07:12")) is None
    weekend = begun("4h no weekends", HERE, THERE, now=berlin("2026-08-07T21:30"))
    assert weekend.reminder(berlin("2026-08-07T21:30")) == berlin("2026-08-10T00:42")


@settings(deadline=None, max_examples=50)
@given(
    rests(),
    st.lists(st.tuples(st.integers(1, DAYS), st.sampled_from(["skip", "resting", "pass"]))),
)
def test_a_turn_with_outages_and_changed_nights_agrees_with_the_walk(
    one: tuple[Walk, Rest, datetime], events: list[tuple[int, str]]
) -> None:
    """In a turn of two days, with another rest after every change."""
    walk, rest, start = one
    control = replace(TimeControl.read("2d"), nights=True, weekends=True)
    other = replace(rest, night=None if rest.night else USUAL_NIGHT, weekends=not rest.weekends)
    still = {rest: walk.still(rest), other: walk.still(other)}
    clock = Clock.start(control, start, rests=(rest, None))
    now, left = walk.minute(start), 2 * DAYS
    for minutes, event in events[:6]:
        used = still[rest][now : now + minutes].count(0)
        if event != "skip" and used >= left:
            break
        since, now = now, now + minutes
        moment = walk.first + now * MINUTE
        if event == "skip":
            clock = clock.skip(walk.first + since * MINUTE, moment)
        else:
            left -= used
        if event == "resting":
            rest, other = other, rest
            clock = clock.resting(rest, moment)
        assert clock.left(moment) == left * MINUTE
    end = later_by_walking(still[rest], now, left)
    assert clock.deadline == walk.first + end * MINUTE


@pytest.mark.parametrize(
    "time", ["3d at night", "3d, runs at night", "3d on weekends", "3d and nights"]
)
def test_what_says_when_clocks_run_is_no_time_control(time: str) -> None:
    with pytest.raises(OptionError):
        TimeControl.read(time)


def test_a_night_of_no_length_is_none() -> None:
    rest = Rest("UTC", Night(60, 60), weekends=False)
    noon = datetime(2026, 8, 5, 12, tzinfo=UTC)
    assert rest.later(noon, 3 * DAY) == noon + 3 * DAY


def test_without_a_limit_no_clock_stands_still() -> None:
    assert replace(TimeControl.none(), nights=True).rest(Rest()) is None


def test_a_move_at_night_after_all_was_used_by_bedtime_leaves_the_last_period() -> None:
    """Its player has not run out: the deadline is in the morning."""
    control, rest = TimeControl.read("2x8h no nights"), Rest(night=USUAL_NIGHT, weekends=False)
    began = datetime(2026, 8, 5, 3, tzinfo=UTC)
    clock = Clock.start(control, began, rests=(rest, rest))
    night = datetime(2026, 8, 6, 2, tzinfo=UTC)
    assert clock.left(night) == ZERO
    assert not clock.has_run_out(night)
    assert clock.press(night, 1).reserves[0] == Reserve(ZERO, 1)


def test_what_runs_after_what_stops_is_no_time_control_either() -> None:
    with pytest.raises(OptionError):
        TimeControl.read("3d no nights, runs on weekends")


def test_an_undo_brings_back_the_night_with_which_the_turn_began() -> None:
    control, began = TimeControl.read("12h no nights"), datetime(2026, 8, 5, 12, tzinfo=UTC)
    old, new = BERLIN, replace(BERLIN, zone="America/New_York")
    clock = Clock.start(control, began, rests=(old, old))
    moved = replace(clock, rests=(new, old)).press(began + HOUR, 1)
    assert moved.before == old
    for left, deadline in ((11 * HOUR, clock.deadline), (None, clock.deadline + HOUR)):
        back = moved.resume(began + HOUR, left, 0)
        assert (back.rest, back.deadline) == (old, deadline)


def test_an_undo_after_going_away_finds_its_player_away() -> None:
    control, began = TimeControl.read("1d"), datetime(2026, 8, 5, 12, tzinfo=UTC)
    away = Span(began + HOUR, began + 2 * DAY)
    moved = Clock.start(control, began, rests=(None, None)).press(began + HOUR, 1)
    gone = replace(moved, rests=(Rest(away=away), None))
    assert gone.resume(began + HOUR, 23 * HOUR, 0).deadline == away.ends + 23 * HOUR


def test_a_clock_notices_that_its_player_went_away_in_time() -> None:
    """It did not know: the deadline seemed to be over, and an outage moved it."""
    control, began = TimeControl.read("1d"), datetime(2026, 8, 5, 12, tzinfo=UTC)
    away = Span(began + DAY + HOUR, began + 4 * DAY)
    clock = Clock.start(control, began, rests=(Rest(away=away), None))
    unknowing = replace(clock, rest=None, deadline=began + DAY + 2 * HOUR)
    assert unknowing.noticing().deadline == away.ends + HOUR
    for deadline in (away.begins, away.ends):
        same = replace(unknowing, deadline=deadline)
        assert same.noticing() is same
    assert clock.noticing() is clock
    alone = replace(unknowing, rests=())
    assert alone.noticing() is alone


def test_going_away_and_coming_back_keeps_the_nights_of_the_turn() -> None:
    control, began = TimeControl.read("12h no nights"), datetime(2026, 8, 5, 12, tzinfo=UTC)
    clock = Clock.start(control, began, rests=(BERLIN, None))
    gone = clock.away(Span(began, began + DAY), began)
    assert gone.deadline == clock.deadline + DAY
    assert gone.away(None, began) == clock
