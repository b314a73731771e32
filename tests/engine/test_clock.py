"""Time controls are read from what people write, and clocks are plain arithmetic."""

from datetime import UTC, datetime, timedelta

import pytest

from engine.clock import Clock, TimeControl
from engine.game import OptionError, OptionProblem

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)


@pytest.mark.parametrize(
    ("text", "time"),
    [
        ("90s", timedelta(seconds=90)),
        ("3d", timedelta(days=3)),
        ("3 Days", timedelta(days=3)),
        ("1 week", timedelta(weeks=1)),
        ("1d12h", timedelta(hours=36)),
        ("1 day, 12 hours", timedelta(hours=36)),
        ("1.5h", timedelta(minutes=90)),
        ("1m", timedelta(minutes=1)),
        ("30d", timedelta(days=30)),
    ],
)
def test_a_time_is_read_as_people_write_it(text: str, time: timedelta) -> None:
    assert TimeControl.read(text).per_move == time


@pytest.mark.parametrize(
    "text",
    ["", "  ", "3", "d", "-3d", "3x", "3d!", "3d 5", "abc", "1e9d", "٣d", "3days3", "9" * 10**4],
)
def test_what_is_no_time_is_refused(text: str) -> None:
    with pytest.raises(OptionError) as refusal:
        TimeControl.read(text)
    assert (refusal.value.option, refusal.value.problem) == ("time", OptionProblem.TIME)


@pytest.mark.parametrize("text", ["59s", "0d", "31d", "5 weeks", "9999999w"])
def test_a_time_out_of_bounds_is_refused_with_the_bounds(text: str) -> None:
    with pytest.raises(OptionError) as refusal:
        TimeControl.read(text)
    assert refusal.value.problem is OptionProblem.TIME_BOUNDS
    assert refusal.value.about == {"low": timedelta(minutes=1), "high": timedelta(days=30)}


@pytest.mark.parametrize("text", ["90s", "3d", "36h", "1w", "61m", "30d", "100s"])
def test_write_is_read_back(text: str) -> None:
    assert TimeControl.read(text).write() == text


def test_each_move_gets_the_whole_time() -> None:
    clock = Clock.start(TimeControl.read("1h"), NOON)
    assert clock.press(NOON + timedelta(minutes=59)).deadline == NOON + timedelta(minutes=119)


def test_time_is_over_at_the_deadline_and_not_before() -> None:
    clock = Clock.start(TimeControl.read("1h"), NOON)
    assert not clock.has_run_out(NOON + timedelta(minutes=59, seconds=59))
    assert clock.has_run_out(NOON + timedelta(hours=1))


def test_after_an_undo_the_time_goes_on_where_it_was() -> None:
    clock = Clock.start(TimeControl.read("1h"), NOON)
    later = NOON + timedelta(minutes=30)
    assert clock.resume(later, timedelta(minutes=7)).deadline == NOON + timedelta(minutes=37)
    assert clock.resume(later, None).deadline == NOON + timedelta(minutes=90)
    assert clock.resume(later, timedelta(hours=9)).deadline == NOON + timedelta(minutes=90)


def test_people_are_reminded_when_a_quarter_is_left_of_an_hour_or_more() -> None:
    clock = Clock.start(TimeControl.read("1h"), NOON)
    assert clock.reminder(NOON) == NOON + timedelta(minutes=45)
    assert clock.reminder(NOON + timedelta(minutes=45)) is None
    assert Clock.start(TimeControl.read("59m"), NOON).reminder(NOON) is None
