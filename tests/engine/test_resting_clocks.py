"""Clocks of matches that stand still at times: what was agreed on, and what each move leaves."""

from dataclasses import replace
from datetime import UTC, datetime

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.clock import FOREVER, Clock
from engine.game import OptionError
from engine.rest import USUAL_NIGHT, Night, Rest, Span
from engine.time_control import Reserve, TimeControl
from engine.turns import Turn
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
)

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
