"""Plays games on the clock, and looks at it beside the sums at every moment."""

from collections import Counter
from collections.abc import Generator, Iterable
from contextlib import contextmanager
from dataclasses import replace
from datetime import date
from functools import cache
from itertools import product
from random import Random
from typing import NamedTuple
from unittest.mock import patch

from engine.clock import FOREVER, Clock
from engine.rest import Night, Rest, Span
from engine.time_control import Reserve, TimeControl
from tests.simulation.minutes import DAY, MINUTE, Calendar, Person, at, clock_time
from tests.simulation.sums import Rules, Sums

HOUR = 60


def _person(zone: str, night: str = "", *, weekends: bool = False) -> Person:
    """``night``: from bedtime to waking, ``23:00-07:00``."""
    begins, _, ends = night.partition("-")
    return Person(zone, (clock_time(begins), clock_time(ends)) if night else None, weekends)


USUAL = _person("UTC", "23:00-07:00", weekends=True)
"""What counts for those who have said nothing."""
PEOPLE = [
    USUAL,
    _person("Europe/Berlin", "23:00-07:00", weekends=True),
    _person("Europe/Berlin", "02:15-10:00"),
    _person("Europe/Berlin", "19:30-02:30"),
    _person("Europe/Berlin", "02:10-02:50"),
    _person("Europe/London", "01:30-09:00"),
    _person("America/New_York", "02:15-09:30", weekends=True),
    _person("America/New_York", "21:00-01:45"),
    _person("America/St_Johns", "22:30-06:00"),
    _person("America/Santiago", "00:00-07:30", weekends=True),
    _person("America/Havana", "00:30-08:30"),
    _person("America/Nuuk", "22:30-06:30"),
    _person("Atlantic/Azores", "17:00-00:15"),
    _person("Africa/Cairo", "00:00-07:00"),
    _person("Africa/Casablanca", "02:30-09:30"),
    _person("Asia/Beirut", "23:45-08:00", weekends=True),
    _person("Asia/Gaza", "01:30-08:00"),
    _person("Asia/Kathmandu", "22:15-06:45", weekends=True),
    _person("Asia/Kolkata", weekends=True),
    _person("Australia/Lord_Howe", "01:45-09:00", weekends=True),
    _person("Australia/Lord_Howe", "20:00-02:15"),
    _person("Australia/Adelaide", "01:00-09:00"),
    _person("Pacific/Chatham", "03:00-11:00"),
    _person("Pacific/Kiritimati", "20:00-08:00"),
    _person("Antarctica/Troll", "01:30-08:00"),
    _person("Mars/Olympus_Mons", "23:00-07:00"),
]
"""Nights of whole hours and others; bedtime or waking in hours that a change of the clocks skips or
repeats."""

RULES = [
    Rules(periods=1, period=10),
    Rules(periods=1, period=DAY),
    Rules(periods=1, period=3 * DAY),
    Rules(main=3 * DAY, bonus=DAY, cap=7 * DAY),
    Rules(main=2 * DAY, bonus=12 * HOUR, cap=2 * DAY),
    Rules(main=2 * HOUR, bonus=HOUR, cap=4 * HOUR),
    Rules(main=30, bonus=5, cap=45),
    Rules(main=DAY, periods=3, period=12 * HOUR),
    Rules(main=20, periods=5, period=2),
    Rules(periods=5, period=8 * HOUR),
    Rules(main=40 * HOUR),
    Rules(main=39 * HOUR),
    Rules(main=90),
    Rules(),
]
NEVER_MOVES = 0.04
"""How many turns are the last because somebody does not move any more."""
ENDS = 0.15
"""How many moves end a game."""
EVENTFUL = 0.15
"""How often something happens in a turn, and then how often something more."""
LOOKS = 0.3
"""How many games have clocks that start with the first look."""
UP_AT_NIGHT = 0.1
"""How many moves are made at whatever hour."""
BY_CHANCE = 7 * DAY
"""The longest that a move takes if there is no limit."""


class Failure(NamedTuple):
    """A game in which something is not as it should be."""

    seed: int
    number: int
    found: str
    log: list[str]


class DisagreementError(Exception):
    """The clock is not what counting gives."""


def attempt(years: float, seed: int, numbers: Iterable[int]) -> Counter[str] | Failure:
    """Play some games. Returns what was counted in them, or the first that fails."""
    counted = Counter[str]()
    for number in numbers:
        game = Game(calendar(years), Random(seed * 10**9 + number))
        try:
            game.play()
        except DisagreementError as found:
            story = [f"{at(minute):%F %R} {what}" for minute, what in game.log]
            return Failure(seed, number, str(found), story)
        except Exception as error:
            error.add_note(f"in game {number} of seed {seed}")
            raise
        counted += game.counted
    return counted


@contextmanager
def spans_computed_once() -> Generator[None]:
    """Nights and weekends as `engine.rest` gives them: the same in thousands of games."""
    known, compute = dict[tuple[object, ...], Span](), Rest._span

    def span(rest: Rest, first: date, begins: int, last: date, ends: int) -> Span:
        key = rest.zone, first, begins, last, ends
        if key not in known:
            known[key] = compute(rest, first, begins, last, ends)
        return known[key]

    with patch.object(Rest, "_span", span):
        yield


@cache
def calendar(years: float) -> Calendar:
    """The minutes of everybody."""
    return Calendar(years)


def prepare(years: float) -> None:
    """Count everybody's minutes, before there are several processes that need them."""
    for person, nights, weekends in product(PEOPLE, (False, True), (False, True)):
        calendar(years).of(_agreed(person, nights, weekends))


def _agreed(person: Person, nights: bool, weekends: bool) -> Person:
    """What of somebody's nights and weekends stops the clock."""
    return Person(person.zone, person.night if nights else None, person.weekends and weekends)


class Game:
    """A game of two or three players, on the clock and by counting."""

    def __init__(self, years: Calendar, random: Random) -> None:
        self.random = random
        self.end = years.end
        self.now = random.randrange(years.end)
        rules, people = random.choice(RULES), random.choices(PEOPLE, k=random.choice((2, 2, 3)))
        nights, weekends = (rules.limited and random.random() < 0.6 for _ in range(2))
        self.rests = [None if person is USUAL else _rest(person) for person in people]
        """By seat, what they have said last."""
        looks = rules.limited and random.random() < LOOKS
        minutes = [years.of(_agreed(person, nights, weekends)) for person in people]
        self.sums = Sums(rules, minutes, self.now, first_look=looks)
        self.kinds = [
            ("nights", [years.of(_agreed(person, nights, False)) for person in people]),
            ("weekends", [years.of(_agreed(person, False, weekends)) for person in people]),
        ]
        self.counted = Counter(games=1)
        self.log = [
            (self.now, f"{rules}, nights stop it: {nights}, weekends: {weekends}, looks: {looks}")
        ]
        self.log += [(self.now, f"seat {seat} is {one}") for seat, one in enumerate(people)]
        main, periods, *times = rules
        period, bonus, cap = (time * MINUTE for time in times)
        control = TimeControl(period, periods, main * MINUTE, bonus, cap, nights, weekends, looks)
        self.clock = Clock.start(control, at(self.now), len(people), rests=tuple(self.rests))

    def play(self) -> None:
        """Play it to its end. Raises `DisagreementError`."""
        self._look("the game begins")
        while self.now < self.end:
            while self.random.random() < EVENTFUL and not self.sums.is_up(self.now):
                events = self._outage, self._absence, self._first_look
                self.random.choice(events[: 2 + self.sums.first_look])()
            if self.random.random() < NEVER_MOVES or self.sums.used_up(self.now):
                self._never_move()
                return
            self._move()
            if self.random.random() < ENDS:
                return

    def _outage(self) -> None:
        since = self._some_minute()
        lasts = self.random.randint(1, self.random.choice((10, 8 * HOUR, 4 * DAY)))
        self.now = since + lasts
        self.sums.outages.append((since, self.now))
        self.clock = self.clock.skip(at(since), at(self.now))
        self._look(f"is up again, after {lasts} minutes")

    def _first_look(self) -> None:
        """The player to move looks at their turn, perhaps once more."""
        self.now = self._some_minute()
        if self.sums.looked is None:
            self.sums.looked = self.now
        self.clock = self.clock.seen(at(self.now))
        self._look(f"seat {self.sums.seat} looks")

    def _absence(self) -> None:
        """Somebody, perhaps the one to move, goes, says when they will go, or comes back."""
        self.now = self._some_minute()
        seat = self.random.randrange(len(self.rests))
        rest = self.rests[seat] or Rest()
        if rest.away and at(self.now) < rest.away.ends and self.random.random() < 0.5:
            away = None
        else:
            begins = self.now + self.random.choice((0, self.random.randrange(5 * DAY)))
            away = begins, begins + self.random.randint(1, self.random.choice((DAY, 21 * DAY)))
        self.sums.goes_away(seat, self.now, away)
        rest = replace(rest, away=away and Span(at(away[0]), at(away[1])))
        self.rests[seat] = rest
        self.clock = replace(self.clock, rests=tuple(self.rests))
        if seat == self.clock.seat:
            self.clock = self.clock.resting(rest, at(self.now))
        self._look(f"seat {seat} says when they are away: {rest.away}")

    def _move(self) -> None:
        now = self.now = self._next_move()
        self._count_rests()
        left = self.sums.left(now) * MINUTE if self.sums.rules.limited else None
        self._agree("what is left", self.clock.left(at(now)), left)
        self._agree("whether time is up", self.clock.has_run_out(at(now)), False)
        seat = self.sums.seat
        to_move = (seat + 1) % len(self.rests)
        self.clock = self.clock.press(at(now), to_move)
        self.sums.press(now, to_move)
        self.counted["moves"] += 1
        self._look(f"seat {seat} has moved")

    def _next_move(self) -> int:
        """A minute in which the player is awake; now and then one in which they should not be,
        unless they have used up all their time by bedtime."""
        sums = self.sums
        moment = self._some_minute()
        at_night = self.random.random() < UP_AT_NIGHT and not sums.used_up(moment)
        if at_night or not sums.rules.limited:
            return moment
        left = sums.left(self.now)
        some, few = self.random.randrange(left), self.random.randrange(min(left, 3 * HOUR))
        (thinks,) = self.random.choices((some, few, 0, left - 1), (6, 6, 1, 1))
        return sums.when(sums.whole - left + thinks)

    def _never_move(self) -> None:
        """The player to move runs out of time, at the deadline and not before."""
        if not self.sums.rules.limited:
            return
        self.now = self.sums.deadline()
        self._count_rests()
        before, then = at(self.now - 1), at(self.now)
        self._agree("whether time is up before", self.clock.has_run_out(before), False)
        self._agree("whether time is up", self.clock.has_run_out(then), True)
        self.counted["losses on time"] += 1

    def _some_minute(self) -> int:
        """Before the deadline, at whatever hour."""
        limited = self.sums.rules.limited
        end = self.sums.deadline() if limited else self.now + BY_CHANCE
        return self.random.randrange(self.now, end)

    def _look(self, what: str) -> None:
        """See that the clock and the sums agree."""
        self.log.append((self.now, what))
        clock, sums = self.clock, self.sums
        if not sums.rules.limited:
            self._agree("the deadline", clock.deadline, FOREVER)
            return
        deadline = sums.deadline()
        self._agree("the deadline", clock.deadline, at(deadline))
        self._agree("what the deadline falls into", sums.rest(deadline), None)
        self._agree("whether time is up", clock.has_run_out(at(self.now)), self.now >= deadline)
        self._agree("all the time", clock.whole, sums.whole * MINUTE)
        for seat, reserve in enumerate(clock.reserves):
            expected = Reserve(sums.main[seat] * MINUTE, sums.periods[seat])
            self._agree(f"the reserve of seat {seat}", reserve, expected)

    def _agree(self, about: str, ours: object, theirs: object) -> None:
        if ours != theirs:
            raise DisagreementError(f"{about}: {ours} on the clock, {theirs} by counting")

    def _count_rests(self) -> None:
        """What has stopped the clock in this turn, which ends now."""
        sums = self.sums
        began, ends = sums.began, self.now
        if not sums.rules.limited:
            return
        for kind, minutes in self.kinds:
            self.counted[kind] += minutes[sums.seat].between(began, ends) < ends - began
        for kind, stops in (
            ("absences", sums.absences()),
            ("outages", sums.outages),
            ("first looks", sums.unseen()),
        ):
            self.counted[kind] += any(begin < ends and began < end for begin, end in stops)


def _rest(person: Person) -> Rest:
    return Rest(person.zone, person.night and Night(*person.night), person.weekends)
