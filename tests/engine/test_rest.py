"""A clock stands still while its player sleeps, on weekends, and while they are away.

What the arithmetic finds is compared with a walk: minute by minute, with one look at the player's
clock on the wall for each.
"""

from bisect import bisect_left
from dataclasses import replace
from datetime import datetime, timedelta
from itertools import islice
from zoneinfo import ZoneInfo

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.rest import USUAL_NIGHT, Night, Rest, Span
from tests.engine.wall_clocks import (
    AT_WORK,
    BERLIN,
    DAY,
    DAYS,
    HOUR,
    MINUTE,
    ZERO,
    Walk,
    at,
    berlin,
    later_by_walking,
    rests,
    stop,
)


def spans(rest: Rest, start: datetime, number: int, zone: str) -> list[str]:
    """The next spans of rest, as clocks in a zone show them."""
    form = "%d %H:%M"
    return [
        " - ".join(f"{moment.astimezone(ZoneInfo(zone)):{form}}" for moment in span)
        for span in islice(rest.spans(start), number)
    ]


# --- the walk ---


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
        stop(found, max(walk.minute(span.begins), begins), walk.minute(span.ends))
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
