"""Some hundred games are as counting says, and with a fault in the arithmetic some are not."""

import subprocess
import sys
from dataclasses import replace
from datetime import UTC, date, datetime, timedelta
from zoneinfo import ZoneInfo

import pytest

from engine.clock import Clock
from engine.rest import Rest
from engine.time_control import Reserve, TimeControl
from tests.contract import ROOT
from tests.simulation.__main__ import main
from tests.simulation.games import PEOPLE, Failure, attempt, calendar
from tests.simulation.minutes import FIRST, MINUTE, YEAR, Person, Wall, at

YEARS = 1
ENOUGH = 1000
"""In so many games each fault shows."""


@pytest.mark.parametrize("first", range(0, 600, 200))
def test_that_the_clock_is_what_counting_gives(first: int) -> None:
    counted = attempt(YEARS, 0, range(first, first + 200))
    assert not isinstance(counted, Failure), counted
    assert counted["games"] == 200
    for kind in ("moves", "losses on time", "nights", "weekends", "absences", "outages"):
        assert counted[kind] > 5, kind


@pytest.mark.slow
@pytest.mark.parametrize("first", range(10**6, 10**6 + 20000, 2500))
def test_that_it_is_in_many_games(first: int) -> None:
    counted = attempt(YEARS, 0, range(first, first + 2500))
    assert not isinstance(counted, Failure), counted


later, between, after = Rest.later, Rest.between, TimeControl.after
skip, begin, moments = Clock.skip, Clock.begin, Rest._moments


def _later_on_weekends(rest: Rest, start: datetime, time: timedelta) -> datetime:
    return later(replace(rest, weekends=False), start, time)


def _between_at_night(rest: Rest, start: datetime, end: datetime) -> timedelta:
    return between(replace(rest, night=None), start, end)


def _at_bedtime(rest: Rest, start: datetime, time: timedelta) -> datetime:
    """The last moment before the night, instead of the first after it."""
    least = timedelta.resolution
    return later(rest, start, time - least) + least if time else later(rest, start, time)


def _earlier_meaning(rest: Rest, day: date, minute: int) -> tuple[datetime, datetime]:
    first, _ = moments(rest, day, minute)
    return first, first


def _present(rest: Rest, _: datetime) -> Rest:
    return replace(rest, away=None)


def _no_skip(clock: Clock, _: datetime, __: datetime) -> Clock:
    return clock


def _skip_all(clock: Clock, _: datetime, now: datetime) -> Clock:
    return clock._until(now, clock.whole)


def _skip_as_if_nobody_slept(clock: Clock, since: datetime, now: datetime) -> Clock:
    return replace(clock, deadline=clock.deadline + (now - since))


def _no_rest(clock: Clock, rest: Rest | None, _: datetime) -> Clock:
    return replace(clock, rest=clock.control.rest(rest))


def _all_again(clock: Clock, rest: Rest | None, now: datetime) -> Clock:
    return replace(clock, rest=clock.control.rest(rest))._until(now, clock.whole)


def _without_cap(control: TimeControl, reserve: Reserve, used: timedelta) -> Reserve:
    return after(replace(control, cap=timedelta.max), reserve, used)


def _without_bonus(control: TimeControl, reserve: Reserve, used: timedelta) -> Reserve:
    return after(replace(control, bonus=timedelta()), reserve, used)


def _every_period(control: TimeControl, reserve: Reserve, used: timedelta) -> Reserve:
    return after(control, reserve, used)._replace(periods=reserve.periods)


def _rest_of_another(clock: Clock, now: datetime, seat: int) -> Clock:
    rests = clock.rests
    return replace(begin(replace(clock, rests=rests[1:] + rests[:1]), now, seat), rests=rests)


def _skip_but_not_the_look(clock: Clock, since: datetime, now: datetime) -> Clock:
    return clock._until(now, min(clock._left(since), clock.whole))


def _unseen(clock: Clock, _: datetime) -> Clock:
    return clock


def _any_look(clock: Clock, now: datetime) -> Clock:
    return clock._until(now, clock.whole)


FAULTS: dict[str, tuple[type, str, object]] = {
    "a deadline falls on a weekend": (Rest, "later", _later_on_weekends),
    "a deadline falls on bedtime": (Rest, "later", _at_bedtime),
    "a night is used up": (Rest, "between", _between_at_night),
    "of two meanings the first counts": (Rest, "_moments", _earlier_meaning),
    "an absence is over too early": (Rest, "after", _present),
    "an outage costs time": (Clock, "skip", _no_skip),
    "an outage gives all the time": (Clock, "skip", _skip_all),
    "an outage at night gives time": (Clock, "skip", _skip_as_if_nobody_slept),
    "who goes away gets no time": (Clock, "resting", _no_rest),
    "who goes away gets all the time": (Clock, "resting", _all_again),
    "an outage costs time to look": (Clock, "skip", _skip_but_not_the_look),
    "a look is not noticed": (Clock, "seen", _unseen),
    "every look gives all the time": (Clock, "seen", _any_look),
    "one can wait for ever to look": (TimeControl, "look_within", timedelta(days=9)),
    "the night is that of another": (Clock, "begin", _rest_of_another),
    "bonuses add up to any time": (TimeControl, "after", _without_cap),
    "there is no bonus": (TimeControl, "after", _without_bonus),
    "a period that is used up comes back": (TimeControl, "after", _every_period),
    "in quick games, too, absences count": (TimeControl, "of_days", True),
    "they count in none": (TimeControl, "of_days", False),
}


@pytest.mark.parametrize("fault", FAULTS)
def test_that_a_fault_is_found(fault: str, monkeypatch: pytest.MonkeyPatch) -> None:
    of, name, instead = FAULTS[fault]
    monkeypatch.setattr(of, name, instead)
    found = attempt(YEARS, 0, range(ENOUGH))
    assert isinstance(found, Failure), "raise ENOUGH if the games are others now"
    assert found.log


def test_that_a_fault_is_told_with_its_game(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(Clock, "skip", _no_skip)
    short = ["--years", "0.1", "--processes", "1", "--seed", "5"]
    assert main([*short, "--games", "500"]) == 1
    told = capsys.readouterr().out
    again = told.splitlines()[-1].removeprefix("only this: ").split()
    assert "is up again" in told
    assert "on the clock" in told
    assert main([*short, *again]) == 1
    assert told.partition("\n")[2] == capsys.readouterr().out.partition("\n")[2]


def test_that_the_games_of_a_seed_are_the_same_in_any_number_of_processes(
    capsys: pytest.CaptureFixture[str],
) -> None:
    arguments = ["--years", "0.1", "--games", "700"]
    command = [sys.executable, "-m", "tests.simulation", *arguments, "--processes", "2"]
    in_two = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert in_two.returncode == 0, in_two.stdout + in_two.stderr
    assert main([*arguments, "--processes", "1"]) == 0
    line, line_of_two = (
        out.splitlines()[-1].rpartition(" (")[0]  # without the seconds
        for out in (capsys.readouterr().out, in_two.stdout)
    )
    assert line == line_of_two
    assert line.startswith("700 games, ")


@pytest.mark.parametrize(
    "zone", sorted({person.zone for person in PEOPLE if "Mars" not in person.zone})
)
def test_that_the_wall_is_read_right(zone: str) -> None:
    """At every full hour and some other minutes, and at every minute around each change."""
    wall = Wall(zone, 2 * YEAR)
    for first, end, ahead in wall.stretches:
        near = [*range(first, min(first + 120, end)), *range(max(end - 120, first), end)]
        for minute in (*near, *range(first, end, 997)):
            shown = at(minute).astimezone(ZoneInfo(zone)).replace(tzinfo=UTC)
            assert shown == at(minute + ahead)


def test_that_bedtime_is_the_earlier_meaning_and_waking_the_later_one() -> None:
    """In Berlin, where clocks go from 2:00 to 3:00, and back from 3:00 to 2:00."""

    def still(night: tuple[int, int], day: str) -> str:
        minutes = calendar(YEARS).of(Person("Europe/Berlin", night, False))
        midnight = (datetime.fromisoformat(f"{day}T00:00+00:00") - FIRST) // MINUTE
        resting = [m for m in range(midnight - 420, midnight + 720) if not minutes.runs(m)]
        assert resting == list(range(resting[0], resting[-1] + 1))
        return f"{at(resting[0]):%R} - {at(resting[-1] + 1):%R}"

    spring, autumn = "2026-03-29", "2026-10-25"
    late, early, nap = (135, 600), (1170, 150), (130, 170)
    assert still(late, "2026-03-28") == "01:15 - 09:00"
    assert still(late, spring) == "00:15 - 08:00"
    assert still(late, autumn) == "00:15 - 09:00"
    assert still(early, spring) == "18:30 - 01:30"
    assert still(early, autumn) == "17:30 - 01:30"
    assert still(nap, spring) == "00:10 - 01:50"
    assert still(nap, autumn) == "00:10 - 01:50"
