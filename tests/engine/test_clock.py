"""Time controls are read from what people write, and clocks are plain arithmetic."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from engine.clock import FOREVER, Clock, Reminder
from engine.game import OptionError, OptionProblem
from engine.rest import Night, Rest
from engine.time_control import Kind, Reserve, TimeControl
from engine.turns import Turn

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
    assert TimeControl.read(text) == TimeControl(time)
    assert TimeControl.read(f"{text} a move") == TimeControl(time)


SECOND, MINUTE, HOUR, DAY = (timedelta(seconds=n) for n in (1, 60, 3600, 86400))


@pytest.mark.parametrize(
    ("text", "control", "kind"),
    [
        ("5d + 1d max 10d", TimeControl.fischer(5 * DAY, DAY, 10 * DAY), Kind.FISCHER),
        ("5d+1d", TimeControl.fischer(5 * DAY, DAY, 10 * DAY), Kind.FISCHER),
        ("20d+1d", TimeControl.fischer(20 * DAY, DAY, 30 * DAY), Kind.FISCHER),
        (
            "10m + 5s up to 15m",
            TimeControl.fischer(10 * MINUTE, 5 * SECOND, 15 * MINUTE),
            "fischer",
        ),
        ("10m + 5x30s", TimeControl.byo_yomi(10 * MINUTE, 5, 30 * SECOND), Kind.BYO_YOMI),
        ("1 hour + 5 periods of 1m", TimeControl.byo_yomi(HOUR, 5, MINUTE), Kind.BYO_YOMI),
        ("3 x 1d", TimeControl.byo_yomi(timedelta(), 3, DAY), Kind.BYO_YOMI),
        ("1x1d", TimeControl(DAY), Kind.PER_MOVE),
        ("1h total", TimeControl.absolute(HOUR), Kind.ABSOLUTE),
        ("1 hour for the game", TimeControl.absolute(HOUR), Kind.ABSOLUTE),
        ("None", TimeControl.none(), Kind.NONE),
        ("no time limit", TimeControl.none(), Kind.NONE),
        (
            "5 days each, plus 1 day a move, up to 1 week",
            TimeControl.fischer(5 * DAY, DAY, 7 * DAY),
            "fischer",
        ),
        (
            "10 minutes each, then 5 periods of 30 seconds",
            TimeControl.byo_yomi(10 * MINUTE, 5, 30 * SECOND),
            "byo-yomi",
        ),
        ("1 hour each for the whole game", TimeControl.absolute(HOUR), Kind.ABSOLUTE),
        ("no limit", TimeControl.none(), Kind.NONE),
    ],
)
def test_a_control_is_read_as_people_write_it(text: str, control: TimeControl, kind: str) -> None:
    assert TimeControl.read(text) == control
    assert control.kind == kind
    assert TimeControl.read(control.write()) == control


NO_TIMES = """
3 | d | -3d | 3x | 3d! | 3d 5 | abc | 1e9d | ٣d | 3days3 | + | 5d+ | +1d | 5d+1d max | 5d+1d+1d
5d+x | 0x30s | 51x30s | 5d+x30s | total | none total | 5d max 7d | a move | 1h total total
"""


@pytest.mark.parametrize("text", ["", "  ", "9" * 10**4, *re.split(r"[|\n]", NO_TIMES.strip())])
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


@pytest.mark.parametrize(
    ("text", "low"),
    [
        ("59s + 5s", "1m"),
        ("31d + 1d", "1m"),
        ("5d + 0s", "1s"),
        ("5d + 11d", "1s"),
        ("5d + 8d max 7d", "1s"),
        ("1x59s", "1m"),
        ("5d + 1d max 4d", "5d"),
        ("5d + 1d max 31d", "5d"),
        ("5x9s", "10s"),
        ("1s + 5x30s", "1m"),
        ("59s total", "1m"),
    ],
)
def test_each_time_of_a_control_has_bounds(text: str, low: str) -> None:
    with pytest.raises(OptionError) as refusal:
        TimeControl.read(text)
    assert refusal.value.problem is OptionProblem.TIME_BOUNDS
    least = {"1m": MINUTE, "1s": SECOND, "5d": 5 * DAY, "10s": 10 * SECOND}[low]
    assert refusal.value.about["low"] == least


@pytest.mark.parametrize(
    "text",
    [
        *("90s", "3d", "36h", "1w", "61m", "30d", "100s"),
        *("5d+1d max 10d", "10m+5x30s", "5x30s", "1h total", "none"),
    ],
)
def test_write_is_read_back(text: str) -> None:
    assert TimeControl.read(text).write() == text


def test_each_move_gets_the_whole_time() -> None:
    clock = Clock.start(TimeControl.read("1h"), NOON)
    assert clock.press(NOON + 59 * MINUTE, 1).deadline == NOON + 119 * MINUTE


def played(text: str, *used: timedelta) -> Clock:
    """The clock of two players after they have thought so long, by turns."""
    now, clock = NOON, Clock.start(TimeControl.read(text), NOON)
    for number, time in enumerate(used, 1):
        now += time
        assert not clock.has_run_out(now)
        clock = clock.press(now, number % 2)
    return clock


def test_fischer_adds_the_bonus_after_each_move_up_to_the_cap() -> None:
    clock = played("5d + 1d max 7d", 2 * DAY, HOUR)
    assert clock.reserves == (Reserve(4 * DAY, 0), Reserve(5 * DAY + 23 * HOUR, 0))
    assert clock.deadline == NOON + 2 * DAY + HOUR + 4 * DAY
    assert played("5d + 1d max 7d", *[MINUTE] * 6).reserves == (Reserve(7 * DAY, 0),) * 2


def test_absolute_time_is_only_used_up() -> None:
    clock = played("1h total", 20 * MINUTE, 5 * MINUTE, 39 * MINUTE, MINUTE)
    assert clock.reserves == (Reserve(MINUTE, 0), Reserve(54 * MINUTE, 0))
    assert clock.has_run_out(NOON + 66 * MINUTE)


def test_a_period_comes_back_unless_it_is_used_up() -> None:
    clock = played("10m + 3x30s", 9 * MINUTE, SECOND, MINUTE + 29 * SECOND, SECOND)
    assert clock.reserve == Reserve(timedelta(), 3), "the first period was not used up"
    assert clock.whole == 90 * SECOND
    now = clock.deadline - clock.whole
    for used, left in ((29, 3), (30, 2), (59, 1), (29, 1)):
        now += used * SECOND
        clock = clock.press(now, 1).press(now, 0)
        assert clock.reserve == Reserve(timedelta(), left)
    assert clock.has_run_out(now + 30 * SECOND)


def test_without_a_limit_nobody_runs_out_of_time() -> None:
    clock = played("none", 1000 * DAY, 1000 * DAY)
    assert clock.deadline == FOREVER
    assert not clock.limited
    assert clock.left(NOON) is clock.reminder(NOON) is None
    assert clock.resume(NOON, HOUR, 1).deadline == FOREVER
    assert clock.take_back([], NOON, 1).deadline == FOREVER


@given(
    st.sampled_from(["1m", "3m+5s max 4m", "2m+3x20s", "4x30s", "5m total", "9m+50s"]),
    st.lists(st.integers(0, 200), max_size=40),
)
def test_clocks_agree_with_counting_every_second(text: str, thoughts: list[int]) -> None:
    """The naive calculation: a second that is used is taken from the main time or the period."""
    control = TimeControl.read(text)
    clock, now = Clock.start(control, NOON, seats=3), NOON
    main = [control.main // SECOND] * 3
    periods = [control.periods] * 3
    for number, thought in enumerate(thoughts):
        seat, in_period = number % 3, 0
        for _ in range(thought):
            if main[seat]:
                main[seat] -= 1
            else:
                in_period += 1
                if in_period == control.period // SECOND:
                    in_period, periods[seat] = 0, periods[seat] - 1
            now += SECOND
            out = main[seat] == 0 and (periods[seat] <= 0)
            assert clock.has_run_out(now) == out
            if out:
                return
        if control.bonus:
            main[seat] = min(main[seat] + control.bonus // SECOND, control.cap // SECOND)
        clock = clock.press(now, (seat + 1) % 3)
        if clock.reserves:
            assert clock.reserves[seat] == Reserve(main[seat] * SECOND, periods[seat])


def test_time_is_over_at_the_deadline_and_not_before() -> None:
    clock = Clock.start(TimeControl.read("1h"), NOON)
    assert not clock.has_run_out(NOON + timedelta(minutes=59, seconds=59))
    assert clock.has_run_out(NOON + timedelta(hours=1))


def test_after_an_undo_the_time_goes_on_where_it_was() -> None:
    clock = Clock.start(TimeControl.read("1h"), NOON)
    later = NOON + timedelta(minutes=30)
    assert clock.resume(later, timedelta(minutes=7), 0).deadline == NOON + timedelta(minutes=37)
    assert clock.resume(later, None, 0).deadline == NOON + timedelta(minutes=90)
    assert clock.resume(later, timedelta(hours=9), 0).deadline == NOON + timedelta(minutes=90)


@pytest.mark.parametrize("text", ["5d + 1d max 7d", "5d total", "1d + 3x1d"])
def test_an_undo_is_no_way_to_more_time(text: str) -> None:
    """A move after a day, taken back after an hour, and made again after an hour."""
    before = Clock.start(TimeControl.read(text), NOON)
    moved = before.press(NOON + DAY, 1)
    left = before.deadline - (NOON + DAY)
    back = moved.resume(NOON + DAY + HOUR, left - HOUR, 0)
    assert back.deadline == before.deadline
    again = back.press(NOON + DAY + 2 * HOUR, 1)
    assert again.reserves == before.press(NOON + DAY + 2 * HOUR, 1).reserves


def test_what_all_agree_to_take_back_leaves_everybody_what_they_had_before() -> None:
    clock = played("5d + 1d max 7d", 2 * DAY, DAY, 3 * DAY)
    at = [NOON + 2 * DAY, NOON + 3 * DAY, NOON + 6 * DAY]
    turns = [
        Turn(0, "c3", at[0], 3 * DAY),
        Turn(1, "c4", at[1], 4 * DAY),
        Turn(0, "c5", at[2], DAY),
    ]
    back = clock.take_back(turns, NOON + 7 * DAY, 0)
    assert back.reserves == (Reserve(3 * DAY, 0), Reserve(4 * DAY, 0))
    assert back.deadline == NOON + 10 * DAY
    assert clock.take_back([Turn(0, "c5", at[2])], NOON, 0).reserves == clock.reserves
    none_left = clock.take_back([Turn(0, "c5", at[2], timedelta())], NOON, 0)
    assert none_left.deadline == NOON + 10 * SECOND, "the move can be made"


def reminders(clock: Clock, *chosen: Reminder, quiet: Rest | None = None) -> list[timedelta]:
    """The time that is left at each reminder, in order."""
    left, now = list[timedelta](), NOON
    while (due := clock.reminder(now, chosen, quiet)) is not None:
        assert now < due < clock.deadline
        left.append(clock.deadline - due)
        now = due
    return left


def test_people_are_reminded_of_moves_of_an_hour_or_more() -> None:
    clock = Clock.start(TimeControl.read("1h"), NOON)
    assert clock.reminder(NOON) == NOON + timedelta(minutes=48)
    assert clock.reminder(NOON + timedelta(minutes=48)) is None
    assert Clock.start(TimeControl.read("59m"), NOON).reminder(NOON) is None
    assert Clock.start(TimeControl.none(), NOON).reminder(NOON) is None


def test_everybody_is_reminded_when_they_have_chosen() -> None:
    half, fifth, two_hours = Reminder
    clock = Clock.start(TimeControl.read("5d"), NOON)
    assert reminders(clock, two_hours, half, fifth) == [60 * HOUR, DAY, 2 * HOUR]
    assert reminders(clock, half) == [60 * HOUR]
    assert reminders(clock) == []
    quick = Clock.start(TimeControl.read("5h"), NOON)
    assert reminders(quick, fifth, two_hours) == [HOUR], "two hours would be before it"


def test_reminders_wait_for_the_end_of_quiet_hours_or_come_before_them() -> None:
    half, fifth, two_hours = Reminder
    evening = Rest("UTC", Night(20 * 60, 4 * 60), weekends=False)
    twelve_hours = Clock.start(TimeControl.read("20h"), NOON)  # until 8:00
    assert reminders(twelve_hours, half, fifth, two_hours, quiet=evening) == [4 * HOUR, 2 * HOUR]
    to_bed = Clock.start(TimeControl.read("15h"), NOON)  # until 3:00
    assert reminders(to_bed, half, two_hours, quiet=evening) == [7.5 * HOUR, 7 * HOUR]
    in_bed = Clock.start(TimeControl.read("1h"), NOON + 9 * HOUR)
    assert in_bed.reminder(NOON + 9 * HOUR, Reminder, evening) is None


def test_the_pace_is_what_a_move_takes_in_a_game_of_forty() -> None:
    for text, pace in (
        ("3d", 3 * DAY),
        ("4d + 1d max 7d", DAY + 4 * DAY / 40),
        ("40m + 5x30s", MINUTE + 30 * SECOND),
        ("40m total", MINUTE),
        ("none", 30 * DAY),
    ):
        assert TimeControl.read(text).pace == pace


def test_who_has_run_out_has_nothing_and_a_successor_begins_anew() -> None:
    for text in ("1h total", "30m + 3x10m", "1h + 1m max 1h"):
        clock = Clock.start(TimeControl.read(text), NOON, seats=3)
        out = clock.press(NOON + 2 * HOUR, 1)
        assert out.control.limit(out.reserves[0]) <= MINUTE, "at most the bonus"
        assert out.renew(0).reserves[0] == clock.control.start()
    fixed = Clock.start(TimeControl.read("1h"), NOON)
    assert fixed.renew(0) == fixed
