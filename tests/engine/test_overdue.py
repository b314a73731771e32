"""By agreement, time that is up ends nothing by itself: the others claim it, or give more."""

from datetime import UTC, datetime, timedelta

import pytest

from engine.clock import FOREVER, Clock
from engine.game import OptionError
from engine.games import all_games
from engine.match import Ending, Match
from engine.position import OutOfTurnError
from engine.rest import Span
from engine.time_control import Reserve, TimeControl
from engine.turns import (
    GIVE,
    OVERDUE,
    PASS,
    RESIGN,
    TIMEOUT,
    UNDO,
    RequestRefusal,
    RequestRefusedError,
    Turn,
)
from tests.toy import TOYS

NOON = datetime(2026, 11, 21, 12, tzinfo=UTC)
SECOND, MINUTE, HOUR, DAY = (timedelta(seconds=n) for n in (1, 60, 3600, 86400))


def played(*turns: tuple[int, str], game: str = "keil") -> Match:
    known, seats = (all_games()[game], 2) if game == "keil" else (TOYS[game], 3)
    options = known.complete({"size": 3, "komi": 0, "button": False} if game == "keil" else {})
    return Match.replay(known, options, seats, [Turn(seat, text, NOON) for seat, text in turns])


BEGUN = ((0, "a1"), (1, "c3"), (0, "e1"), (1, "e3"))


def test_it_is_read_as_people_write_it_and_as_we_do() -> None:
    for text in (
        "3d soft",
        "3d, soft",
        "3d; who is out of time loses only if another player claims it",
    ):
        control = TimeControl.read(text)
        assert control == TimeControl(3 * DAY, soft=True)
        assert control.write() == "3d soft"
    assert TimeControl.read("none soft") == TimeControl.none()
    with pytest.raises(OptionError):
        TimeControl.read("3d not soft")


def test_whoever_is_out_of_time_can_still_play() -> None:
    late = played(*BEGUN, (0, OVERDUE))
    assert (late.to_move, late.turn_log.overdue, late.called) == (0, 0, (0, 1))
    assert late.stands_since(4), "the board is the same, and its buttons work"
    after = late.take(Turn(0, "c5", NOON))
    assert (after.turn_log.overdue, after.to_move) == (None, 1)


def test_the_other_claims_it() -> None:
    over = played(*BEGUN, (0, OVERDUE), (0, TIMEOUT))
    assert over.end is not None
    assert (over.end.how, over.end.winners, over.end.seat) == (Ending.TIMEOUT, (1,), 0)


def test_the_other_gives_more_time() -> None:
    goes_on = played(*BEGUN, (0, OVERDUE), (1, GIVE))
    assert (goes_on.to_move, goes_on.turn_log.overdue, goes_on.called) == (0, None, (0,))
    again = goes_on.take(Turn(0, OVERDUE, NOON))
    assert again.turn_log.overdue == 0


@pytest.mark.parametrize("turns", [BEGUN, (*BEGUN, (0, OVERDUE), (0, "c5"))])
def test_there_is_nothing_to_give_or_claim_before_or_after(turns: tuple[tuple[int, str]]) -> None:
    match = played(*turns)
    assert match.to_move is not None
    with pytest.raises(RequestRefusedError) as refused:
        match.take(Turn(1 - match.to_move, GIVE, NOON))
    assert refused.value.why is RequestRefusal.NOT_OVERDUE


def test_nobody_gives_to_themselves() -> None:
    with pytest.raises(RequestRefusedError) as refused:
        played(*BEGUN, (0, OVERDUE), (0, GIVE))
    assert refused.value.why is RequestRefusal.OWN_TIME


def test_only_who_is_to_move_can_be_out_of_time() -> None:
    with pytest.raises(OutOfTurnError):
        played(*BEGUN, (1, OVERDUE))


def test_a_move_taken_back_is_a_new_turn() -> None:
    """The other takes their own move back while somebody is out of time."""
    match = played(*BEGUN, (0, OVERDUE), (1, UNDO))
    assert (match.to_move, match.turn_log.overdue) == (1, None)


def test_a_request_stands_while_time_runs_out() -> None:
    match = played(*BEGUN, (1, "ask cancel"), (0, OVERDUE))
    assert match.turn_log.request is not None
    given = match.take(Turn(1, GIVE, NOON))
    assert given.turn_log.request is not None
    assert given.take(Turn(0, "allow", NOON)).end is not None


def test_of_three_the_others_play_on_without_who_was_late() -> None:
    late = played((0, "a1"), (1, "b1"), (2, "c1"), (0, OVERDUE), game="trio")
    assert late.called == (0, 1, 2)
    without = late.take(Turn(0, TIMEOUT, NOON))
    assert without.end is None
    assert (without.turn_log.departed, without.turn_log.overdue) == ((0,), None)
    other_left = late.take(Turn(2, RESIGN, NOON))
    assert other_left.turn_log.overdue == 0, "somebody else left"
    self_left = late.take(Turn(0, RESIGN, NOON))
    assert self_left.turn_log.overdue is None
    assert self_left.due_pass(NOON) == Turn(0, PASS, NOON)


def test_a_computer_that_takes_the_seat_over_is_not_late() -> None:
    late = played((0, "a1"), (1, "b1"), (2, "c1"), (0, OVERDUE), game="trio")
    for turn in (Turn(0, "ask computer 0 3", NOON), Turn(1, "allow", NOON), Turn(2, "allow", NOON)):
        late = late.take(turn)
    assert late.turn_log.overdue is None
    other = played((0, "a1"), (1, "b1"), (2, "c1"), (0, OVERDUE), game="trio")
    for turn in (Turn(1, "ask computer 1 3", NOON), Turn(0, "allow", NOON), Turn(2, "allow", NOON)):
        other = other.take(turn)
    assert other.turn_log.overdue == 0


def overdue(text: str) -> Clock:
    """The clock of the first turn, when it has run out."""
    clock = Clock.start(TimeControl.read(f"{text} soft"), NOON)
    assert clock.has_run_out(clock.deadline)
    return clock.stop()


@pytest.mark.parametrize("text", ["3d", "2d + 1d max 4d", "10m + 3x30s", "1h total", "3x1d"])
def test_an_overdue_clock_waits_and_nothing_is_left(text: str) -> None:
    clock = overdue(text)
    assert (clock.overdue, clock.deadline) == (True, FOREVER)
    assert clock.left(NOON + 99 * DAY) == timedelta()
    assert not clock.has_run_out(NOON + 99 * DAY)
    assert clock.reminder(NOON + 99 * DAY) is None
    assert clock.skip(NOON, NOON + DAY) == clock
    away = clock.away(Span(NOON, NOON + DAY), NOON)
    assert (away.overdue, away.deadline) == (True, FOREVER)


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("2d + 1d max 4d", Reserve(DAY, 0)),
        ("10m + 3x30s", Reserve(timedelta(), 1)),
        ("3x1d", Reserve(timedelta(), 1)),
        ("1h total", Reserve(timedelta(), 0)),
    ],
)
def test_a_late_move_has_used_up_everything_but_the_last_period(text: str, left: Reserve) -> None:
    after = overdue(text).press(NOON + 99 * DAY, 1)
    assert not after.overdue
    main, periods = after.reserves[0]
    assert (main - left.main < timedelta(seconds=1), periods) == (True, left.periods)
    assert after.deadline == NOON + 99 * DAY + after.whole


@pytest.mark.parametrize(
    ("text", "gift"),
    [
        ("3d", DAY),
        ("5h", 5 * HOUR),
        ("2d + 1d max 4d", DAY),
        ("10m + 3x30s", 11 * MINUTE + 30 * SECOND),
        ("1h total", HOUR),
    ],
)
def test_the_gift_is_a_day_or_what_a_move_may_take(text: str, gift: timedelta) -> None:
    clock = overdue(text)
    assert clock.control.gift == gift
    given = clock.give(NOON + 9 * DAY)
    assert given.left(NOON + 9 * DAY) == gift
    used = given.press(NOON + 9 * DAY + gift / 2, 1)
    if used.reserves:
        assert used.reserves[0].main <= gift / 2 + used.control.bonus
    assert given.skip(NOON + 9 * DAY, NOON + 10 * DAY).left(NOON + 10 * DAY) == gift


def test_an_undo_after_a_gift_begins_the_turn_anew() -> None:
    control = TimeControl.read("2d + 1d max 4d soft")
    clock = Clock.start(control, NOON).press(NOON, 1).stop().resume(NOON + SECOND, DAY, 0)
    assert (clock.overdue, clock.left(NOON + SECOND)) == (False, DAY)


def test_a_computer_for_somebody_else_whose_pass_is_taken_back_leaves_nobody_late() -> None:
    """Then it is not the turn of the one who was late."""
    turns = ((0, "a1"), (1, "b1"), (2, "c1"), (1, RESIGN), (0, "a2"), (1, PASS), (2, OVERDUE))
    late = played(*turns, game="trio")
    for turn in (Turn(0, "ask computer 1 3", NOON), Turn(2, "allow", NOON)):
        late = late.take(turn)
    assert (late.to_move, late.turn_log.overdue) == (1, None)


def test_whoever_gets_more_time_has_it_from_now_on() -> None:
    clock = Clock.start(TimeControl.read("3d from first look soft"), NOON).stop()
    given = clock.give(NOON + 9 * DAY)
    assert (given.starts, given.left(NOON + 9 * DAY)) == (None, DAY)
