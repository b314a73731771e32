"""Time controls and clocks: pure arithmetic on aware UTC datetimes. Nothing here waits or asks for
the time.

Every control is one rule. A player has *main* time, which is used up, and *periods*: once the main
time is gone, a move that keeps within a period does not use it up. A move adds a *bonus* to the
main time, up to a *cap*. A fixed time for every move is one period without main time; Fischer's
clock has no periods, and byo-yomi no bonus.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, Self

from engine.game import OptionError, OptionProblem
from engine.turns import Turn

LEAST, MOST = timedelta(minutes=1), timedelta(days=30)
SHORTEST_BONUS = timedelta(seconds=1)
SHORTEST_PERIOD = timedelta(seconds=10)
"""Somebody has to press a button in it."""
MOST_PERIODS = 50
LONGEST = 100
"""The most characters of a time control that are read."""
REMINDED_FROM = timedelta(hours=1)
"""The shortest time for a move for which people get a reminder."""
REMINDED_AT = 4
"""They get it when one part in this many is left: a quarter."""
A_GAME = 40
"""The moves over which the main time is spread to say how fast a game is."""
FOREVER = datetime(9999, 12, 31, tzinfo=UTC)
"""The deadline of a move that has none."""
ZERO = timedelta()

UNITS = {
    "s": timedelta(seconds=1),
    "m": timedelta(minutes=1),
    "h": timedelta(hours=1),
    "d": timedelta(days=1),
    "w": timedelta(weeks=1),
}
_AMOUNT = re.compile(
    r"\s*(\d{1,7}(?:\.\d{1,3})?)\s*"
    r"(s|secs?|seconds?|m|mins?|minutes?|h|hrs?|hours?|d|days?|w|weeks?)\b[\s,]*",
    re.ASCII,
)
_BONUS = re.compile(
    r"(?P<main>[^+]+)\+(?P<bonus>.+?)(?:(?:a|per|each|every) move\s*)?"
    r"(?:(?:max|up to|cap)(?P<cap>.+))?",
    re.ASCII,
)
_PERIODS = re.compile(
    r"(?:(?P<main>[^+]+)\+)?\s*(?P<periods>\d{1,2})\s*(?:[x×*]|periods? of)(?P<period>.+)", re.ASCII
)
_ALL = re.compile(
    r"(?P<main>.+?)\s*(?:total|in all|per game|a game|for the (?:whole )?game)", re.ASCII
)
_EACH = re.compile(r"(?P<period>.+?)\s*(?:(?:a|per|each|every) move)?", re.ASCII)
_NONE = ("none", "no limit", "no time limit", "unlimited", "untimed")
_AS_WE_SAY_IT = (
    (",", " "),
    (r"\beach\b(?=\s*(?:plus|then|\+|for))", ""),
    (r"\bplus\b|\bthen\b", "+"),
)
"""What people read about a time control can be typed, too."""


class Kind(StrEnum):
    """What people call a time control."""

    PER_MOVE = "per-move"
    FISCHER = "fischer"
    BYO_YOMI = "byo-yomi"
    ABSOLUTE = "absolute"
    NONE = "none"


class Reserve(NamedTuple):
    """What a player has left at the beginning of a turn."""

    main: timedelta
    periods: int


@dataclass(frozen=True, slots=True)
class TimeControl:
    """How much time the players have: with `period` alone, as much for every move."""

    period: timedelta
    periods: int = 1
    main: timedelta = ZERO
    bonus: timedelta = ZERO
    cap: timedelta = ZERO
    """The most main time that bonuses add up to."""

    @classmethod
    def fischer(cls, main: timedelta, bonus: timedelta, cap: timedelta) -> Self:
        """Main time, and more of it for every move."""
        return cls(ZERO, 0, main, bonus, cap)

    @classmethod
    def byo_yomi(cls, main: timedelta, periods: int, period: timedelta) -> Self:
        """Main time, then periods."""
        return cls(period, periods, main)

    @classmethod
    def absolute(cls, main: timedelta) -> Self:
        """Main time for the whole game."""
        return cls(ZERO, 0, main)

    @classmethod
    def none(cls) -> Self:
        """No limit."""
        return cls(ZERO, 0)

    @property
    def kind(self) -> Kind:
        """What people call it."""
        if self.bonus:
            return Kind.FISCHER
        if self.periods:
            return Kind.BYO_YOMI if self.keeps_reserves else Kind.PER_MOVE
        return Kind.ABSOLUTE if self.main else Kind.NONE

    @property
    def keeps_reserves(self) -> bool:
        """True if the time for a move depends on the moves before."""
        return bool(self.main) or self.periods > 1

    @property
    def pace(self) -> timedelta:
        """The time that a move takes on average, if a player uses all of it in `A_GAME` moves."""
        if self.kind is Kind.NONE:
            return MOST
        return self.main / A_GAME + self.bonus + self.period

    @staticmethod
    def read(text: str) -> "TimeControl":
        """From what people write.

        ``3d``, ``1 day 12 hours``: for every move; ``5d + 1d max 10d``: at first, for every move,
        and never more than that, by default twice as much as at first; ``10m + 5x30s``: byo-yomi;
        ``1h total``; ``none``. Raises `OptionError` if it is no time control, or out of bounds.
        """
        return _read(text.strip().lower() if len(text) <= LONGEST else "")

    def write(self) -> str:
        """The shortest text that `read` turns back into this: ``36h``, ``5d+1d max 10d``."""
        match self.kind:
            case Kind.PER_MOVE:
                return written(self.period)
            case Kind.FISCHER:
                return f"{written(self.main)}+{written(self.bonus)} max {written(self.cap)}"
            case Kind.BYO_YOMI:
                periods = f"{self.periods}x{written(self.period)}"
                return f"{written(self.main)}+{periods}" if self.main else periods
            case Kind.ABSOLUTE:
                return f"{written(self.main)} total"
            case _:
                return "none"

    def start(self) -> Reserve:
        """What a player has at the beginning."""
        return Reserve(self.main, self.periods)

    def limit(self, reserve: Reserve) -> timedelta:
        """The longest time that a turn may take."""
        return reserve.main + reserve.periods * self.period

    def after(self, reserve: Reserve, used: timedelta) -> Reserve:
        """What is left after a move that took ``used``, which is less than the limit."""
        main, periods = reserve.main - used, reserve.periods
        if main < ZERO:
            if self.period:
                periods = max(periods - -main // self.period, 0)
            main = ZERO
        if self.bonus:
            main = min(main + self.bonus, self.cap)
        return Reserve(main, periods)

    def with_left(self, left: timedelta) -> Reserve:
        """What somebody has who has ``left`` for a move: the periods come last."""
        left = max(left, ZERO)
        last = self.periods * self.period
        if left > last:
            return Reserve(left - last, self.periods)
        return Reserve(ZERO, -(-left // self.period) if self.period else 0)


DEFAULT_CONTROL = TimeControl.fischer(timedelta(days=3), timedelta(days=1), timedelta(days=7))
"""A game of days: who was away for some of them is not pressed for the rest of the game."""


@lru_cache
def _read(plain: str) -> TimeControl:
    for said, meant in _AS_WE_SAY_IT:
        plain = re.sub(said, meant, plain)
    plain = plain.strip()
    if plain in _NONE:
        return TimeControl.none()
    if found := _PERIODS.fullmatch(plain):
        main = ZERO if found["main"] is None else _amount(found["main"], LEAST)
        number = int(found["periods"])
        if not 1 <= number <= MOST_PERIODS:
            raise OptionError("time", OptionProblem.TIME)
        least = SHORTEST_PERIOD if main or number > 1 else LEAST
        return TimeControl.byo_yomi(main, number, _amount(found["period"], least))
    if found := _BONUS.fullmatch(plain):
        main = _amount(found["main"], LEAST)
        cap = min(2 * main, MOST) if found["cap"] is None else _amount(found["cap"], main)
        bonus = _amount(found["bonus"], SHORTEST_BONUS, cap)
        return TimeControl.fischer(main, bonus, cap)
    if found := _ALL.fullmatch(plain):
        return TimeControl.absolute(_amount(found["main"], LEAST))
    found = _EACH.fullmatch(plain)
    return TimeControl(_amount(found["period"] if found else "", LEAST))


def _amount(text: str, least: timedelta, most: timedelta = MOST) -> timedelta:
    """A time as people write it, in whole seconds.

    Raises `OptionError` if it is not one, or not between ``least`` and ``most``.
    """
    total, position, plain = ZERO, 0, re.sub(r"([a-z])(\d)", r"\1 \2", text)
    while found := _AMOUNT.match(plain, position):
        total += float(found[1]) * UNITS[found[2][0]]
        position = found.end()
    if position == 0 or position < len(plain.rstrip()):
        raise OptionError("time", OptionProblem.TIME)
    if not least <= total <= most:
        raise OptionError("time", OptionProblem.TIME_BOUNDS, low=least, high=most)
    return timedelta(seconds=round(total.total_seconds()))


def written(time: timedelta) -> str:
    """A time in the largest unit of which it is a whole number: ``3d``, ``90s``, ``36h``."""
    whole = (letter for letter, unit in reversed(UNITS.items()) if not time % unit)
    letter = next(whole)
    return f"{time // UNITS[letter]}{letter}"


@dataclass(frozen=True, slots=True)
class Clock:
    """The clocks of the players, of which that of the seat to move runs."""

    control: TimeControl
    deadline: datetime
    seat: int = 0
    """The seat to move."""
    reserves: tuple[Reserve, ...] = field(default=())
    """By seat, as at the beginning of this turn; empty if the control keeps none."""

    @classmethod
    def start(cls, control: TimeControl, now: datetime, seats: int = 2, seat: int = 0) -> Self:
        """The clocks of a match that begins at ``now``."""
        reserves = (control.start(),) * seats if control.keeps_reserves else ()
        return cls(control, now, seat, reserves).begin(now, seat)

    @property
    def reserve(self) -> Reserve:
        """What the seat to move had at the beginning of its turn."""
        return self.reserves[self.seat] if self.reserves else self.control.start()

    @property
    def whole(self) -> timedelta:
        """All the time that the seat to move has for this turn; zero if there is no limit."""
        return self.control.limit(self.reserve)

    @property
    def limited(self) -> bool:
        """True if somebody can run out of time."""
        return self.control.kind is not Kind.NONE

    def left(self, now: datetime) -> timedelta | None:
        """How much of it is left at ``now``; None if there is no limit."""
        return self.deadline - now if self.limited else None

    def begin(self, now: datetime, seat: int) -> Self:
        """The clock when a turn of ``seat`` begins at ``now``."""
        begun = replace(self, seat=seat)
        return replace(begun, deadline=now + begun.whole if self.limited else FOREVER)

    def press(self, now: datetime, to_move: int) -> Self:
        """The clock after a move at ``now``, with which the turn of ``to_move`` begins."""
        if not self.reserves:
            return self.begin(now, to_move)
        used = max(self.whole - (self.deadline - now), ZERO)
        return self._with(self.seat, self.control.after(self.reserve, used)).begin(now, to_move)

    def resume(self, now: datetime, left: timedelta | None, seat: int) -> Self:
        """The clock after ``seat`` took its move back at ``now``, with ``left`` for it again.

        None: all of its time.
        """
        begun = self.begin(now, seat)
        if left is None or not begun.limited:
            return begun
        if self.reserves:
            begun = begun._with(seat, self.control.with_left(left))
        return replace(begun, deadline=now + min(left, begun.whole))

    def take_back(self, undone: Sequence[Turn], now: datetime, to_move: int) -> Self:
        """The clock after all agreed, at ``now``, to take these moves back.

        Everybody has what was left for the first of their moves, and can at least make it. The
        turn begins anew.
        """
        back = self
        for turn in reversed(undone if self.reserves else ()):
            if turn.left is not None:
                left = max(turn.left, SHORTEST_PERIOD)
                back = back._with(turn.seat, self.control.with_left(left))
        return back.begin(now, to_move)

    def renew(self, seat: int) -> Self:
        """The clock if a seat has as much time as at the beginning."""
        return self._with(seat, self.control.start()) if self.reserves else self

    def reminder(self, now: datetime) -> datetime | None:
        """When to remind people of the deadline; None if that is past, or if time is short."""
        whole = self.whole
        at = self.deadline - whole / REMINDED_AT
        return at if self.limited and whole >= REMINDED_FROM and at > now else None

    def has_run_out(self, now: datetime) -> bool:
        """True if time is up at ``now``."""
        return now >= self.deadline

    def _with(self, seat: int, reserve: Reserve) -> Self:
        changed = (*self.reserves[:seat], reserve, *self.reserves[seat + 1 :])
        return replace(self, reserves=changed)
