"""By agreement, the clock of a turn starts when its player first looks at it, or a while later."""

from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from engine.clock import Clock
from engine.game import OptionError
from engine.rest import Night, Rest, Span
from engine.time_control import Reserve, TimeControl

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
SECOND, HOUR, DAY = (timedelta(seconds=n) for n in (1, 3600, 86400))
FISCHER = TimeControl.read("3d + 1d max 7d from first look")


@pytest.mark.parametrize(
    "text",
    [
        "3d from first look",
        "3d, first look",
        "3d a move; a turn’s clock starts with its player’s first look, or 1 day later",
        "3D From The First Look",
    ],
)
def test_it_is_read_as_people_write_it_and_as_we_do(text: str) -> None:
    control = TimeControl.read(text)
    assert control == TimeControl(3 * DAY, first_look=True)
    assert control.write() == "3d from first look"
    assert not control.fixed


@pytest.mark.parametrize("text", ["from first look", "3d not from first look", "3d from look"])
def test_what_does_not_say_so_is_refused(text: str) -> None:
    with pytest.raises(OptionError):
        TimeControl.read(text)


def test_without_a_limit_nothing_starts() -> None:
    control = TimeControl.read("none from first look")
    assert control == TimeControl.none()
    clock = Clock.start(control, NOON)
    assert clock.starts is None
    assert clock.seen(NOON) == clock


def test_the_clock_starts_with_the_first_look() -> None:
    clock = Clock.start(FISCHER, NOON)
    assert clock.starts == NOON + DAY
    assert clock.deadline == NOON + 4 * DAY
    assert clock.left(NOON + 20 * HOUR) == 3 * DAY
    looked = clock.seen(NOON + 20 * HOUR)
    assert looked.starts is None
    assert looked.deadline == NOON + 20 * HOUR + 3 * DAY
    assert looked.seen(NOON + 21 * HOUR) == looked, "only the first look counts"


def test_not_looking_is_no_escape() -> None:
    clock = Clock.start(FISCHER, NOON)
    assert clock.unseen(NOON + DAY - SECOND)
    assert not clock.unseen(NOON + DAY)
    assert clock.seen(NOON + 2 * DAY) == clock, "it has started"
    assert clock.left(NOON + 2 * DAY) == 2 * DAY
    assert clock.has_run_out(NOON + 4 * DAY)


def test_a_faster_game_waits_for_an_hour() -> None:
    assert TimeControl.read("30m from first look").look_within == HOUR
    assert TimeControl.read("1h from first look").look_within == DAY


def test_a_move_at_first_sight_uses_nothing_and_the_next_turn_waits_again() -> None:
    after = Clock.start(FISCHER, NOON).press(NOON + 5 * HOUR, 1)
    assert after.reserves == (Reserve(4 * DAY, 0), Reserve(3 * DAY, 0))
    assert after.starts == NOON + 29 * HOUR
    third = after.seen(NOON + 10 * HOUR).press(NOON + 12 * HOUR, 0)
    assert third.reserves[1] == Reserve(4 * DAY - 2 * HOUR, 0)


def test_who_takes_a_move_back_has_looked() -> None:
    begun = Clock.start(FISCHER, NOON)
    undone = begun.press(NOON + HOUR, 1).resume(NOON + HOUR + SECOND, 3 * DAY - SECOND, 0)
    assert undone.starts is None
    assert undone.deadline == NOON + HOUR + 3 * DAY


def test_an_outage_costs_no_time_to_look() -> None:
    clock = Clock.start(FISCHER, NOON)
    back = clock.skip(NOON + HOUR, NOON + 11 * HOUR)
    assert back.starts == NOON + 34 * HOUR
    assert back.deadline == NOON + 34 * HOUR + 3 * DAY
    wrong = clock.skip(NOON - 5 * DAY, NOON)
    assert (wrong.starts, wrong.left(NOON)) == (NOON + DAY, 3 * DAY), "no more than a whole turn"
    seen = clock.seen(NOON + HOUR).skip(NOON + 2 * HOUR, NOON + 3 * HOUR)
    assert seen.deadline == NOON + 2 * HOUR + 3 * DAY
    over = clock.skip(NOON + 2 * DAY, NOON + 3 * DAY)
    assert over.left(NOON + 3 * DAY) == 2 * DAY


def test_a_clock_that_is_set_back_waits_all_the_same() -> None:
    back = Clock.start(FISCHER, NOON).skip(NOON - 10 * DAY, NOON - 10 * DAY)
    assert back.left(NOON - 10 * DAY) == 3 * DAY
    assert back.starts == NOON - 9 * DAY
    assert back.deadline == NOON - 6 * DAY


def test_nights_and_absences_count_besides() -> None:
    control = TimeControl.read("1d no nights from first look")
    rest = Rest(night=Night(0, 12 * 60), weekends=False)
    clock = Clock.start(control, NOON, rests=(rest, None))
    assert clock.starts == NOON + DAY
    assert clock.deadline == NOON + 3 * DAY, "a day of days that are half as long"
    looked = clock.seen(NOON + 6 * HOUR)
    assert looked.rest == rest
    assert looked.deadline == NOON + 2 * DAY + 6 * HOUR
    away = clock.away(Span(NOON + 2 * HOUR, NOON + 50 * HOUR), NOON + HOUR)
    assert away.starts == NOON + DAY
    assert away.left(NOON + 50 * HOUR) == DAY


@settings(deadline=None)
@given(
    st.sampled_from(["3d", "2d + 6h max 4d", "10m + 5x30s", "1h total", "1d no nights"]),
    st.lists(st.tuples(st.integers(0, 200_000), st.integers(0, 3000)), max_size=12),
)
def test_the_sums_are_those_of_clocks_that_start_at_the_look(
    text: str, turns: list[tuple[int, int]]
) -> None:
    """The same game on a plain clock, in which each turn begins when it is looked at."""
    ours = Clock.start(TimeControl.read(f"{text} from first look"), NOON)
    plain = Clock.start(TimeControl.read(text), NOON)
    now = NOON
    for number, (waited, thought) in enumerate(turns):
        began = now
        now += timedelta(seconds=waited)
        ours = ours.seen(now)
        started = min(now, began + ours.control.look_within)
        plain = plain.begin(started, number % 2)
        assert ours.deadline == plain.deadline
        now += timedelta(seconds=thought)
        if ours.has_run_out(now):
            return
        ours, plain = ours.press(now, 1 - number % 2), plain.press(now, 1 - number % 2)
        assert ours.reserves == plain.reserves
