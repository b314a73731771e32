"""Time controls: how much time players have, and how people write that.

Every control is one rule. A player has *main* time, which is used up, and *periods*: once the main
time is gone, a move that keeps within a period does not use it up. A move adds a *bonus* to the
main time, up to a *cap*. A fixed time for every move is one period without main time; Fischer's
clock has no periods, and byo-yomi no bonus.

By agreement the clock stands still while its player sleeps, on weekends, or until they first look
at their turn, and in games of days while they are away: see `engine.clock` and `engine.rest`. By
agreement, too, time that is up ends nothing by itself: the others may claim that, or give more.
"""

import re
from dataclasses import dataclass, replace
from datetime import timedelta
from enum import StrEnum
from functools import lru_cache
from typing import NamedTuple, Self

from engine.game import OptionError, OptionProblem
from engine.rest import Rest

LEAST, MOST = timedelta(minutes=1), timedelta(days=30)
SHORTEST_BONUS = timedelta(seconds=1)
SHORTEST_PERIOD = timedelta(seconds=10)
"""Somebody has to press a button in it."""
MOST_PERIODS = 50
LONGEST = 250
"""The most characters of a time control that are read."""
OF_DAYS = timedelta(hours=1)
"""The least pace of a game whose players may go away."""
LOOKING = timedelta(hours=1)
"""In faster games one has as long to look at one's turn, in games of days a day."""
DAY = timedelta(days=1)
A_GAME = 40
"""The moves over which the main time is spread to say how fast a game is."""
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
_NIGHTS, _WEEKENDS = " no nights", " no weekends"
_FROM_FIRST_LOOK, _SOFT = " from first look", " soft"
_FIRST_LOOK = re.compile(
    r"[ ;]+(?:(?:from|with|at)(?: the)? |a turn[’']?s clock starts with its player[’']?s )?"
    r"first look(?: or \d{1,3} [a-z]{1,7} later)?(?=[ ;]|$)",
    re.ASCII,
)
_IS_SOFT = re.compile(
    r"[ ;]+(?:soft|who is out of time loses only if another player claims it)(?=[ ;]|$)", re.ASCII
)
_STANDS_STILL = re.compile(
    r"[\s,;]+(?:(?:not|no|without|time|runs|clocks?|stops?|on|at|or|and)\s+)+"
    r"(?:the\s+)?(?P<when>night|weekend)s?(?=[\s,;]|$)",
    re.ASCII,
)
_STOPS = re.compile(r"\b(?:not|no|without|stops?)\b", re.ASCII)
_STOPS_TOO = re.compile(r"\b(?:not|no|without|stops?|and|or)\b", re.ASCII)
_NONE = ("none", "no limit", "no time limit", "unlimited", "untimed")
_AS_WE_SAY_IT = (
    (",", " "),
    (r"\beach\b(?=\s*(?:plus|then|\+|for))", ""),
    (r"(\bperiods? of .*?)\s*\beach\b", r"\1"),
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
    nights: bool = False
    """The clocks stand still at night, in each player's own zone."""
    weekends: bool = False
    """They stand still on weekends, too."""
    first_look: bool = False
    """The clock of a turn starts when its player first looks at it, or after `look_within`."""
    soft: bool = False
    """Whoever is out of time loses only if another player claims that."""

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
    def fixed(self) -> bool:
        """True if it is a time for every move, and nothing besides."""
        return self == TimeControl(self.period)

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

    @property
    def of_days(self) -> bool:
        """True if the clock of a player who goes away stands still."""
        return self.kind is not Kind.NONE and self.pace >= OF_DAYS

    @property
    def look_within(self) -> timedelta:
        """How long the clock waits for somebody to look at their turn, if it does."""
        return DAY if self.of_days else LOOKING

    @property
    def gift(self) -> timedelta:
        """What the others can give to whoever is out of time: no more than for a whole move."""
        return min(DAY, self.limit(self.start()))

    def rest(self, rest: Rest | None) -> Rest | None:
        """What of a player's ``rest`` stops the clock; None if nothing does.

        Whoever has not said when they sleep does at the usual time in UTC.
        """
        stands = self.nights or self.weekends
        if self.kind is Kind.NONE or (rest is None and not stands):
            return None
        rest = rest or Rest()
        return rest.only(night=self.nights, weekends=self.weekends, away=self.of_days)

    @staticmethod
    def read(text: str) -> "TimeControl":
        """From what people write.

        ``3d``, ``1 day 12 hours``: for every move; ``5d + 1d max 10d``: at first, for every move,
        and never more than that, by default twice as much as at first; ``10m + 5x30s``: byo-yomi;
        ``1h total``; ``none``. With ``no nights`` or ``no weekends`` behind it, or both, the clocks
        stand still then; see `first_look` and `soft` for ``from first look`` and ``soft``. Raises
        `OptionError` if it is no time control, or out of bounds.
        """
        return _read(text.strip().lower() if len(text) <= LONGEST else "")

    def write(self) -> str:
        """The shortest text that `read` turns back into this: ``36h``, ``5d+1d max 10d``."""
        still = _NIGHTS * self.nights + _WEEKENDS * self.weekends
        return self._write() + still + _FROM_FIRST_LOOK * self.first_look + _SOFT * self.soft

    def _write(self) -> str:
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
    plain = " ".join(plain.split())  # the patterns would take long over runs of spaces
    stops = [*_STANDS_STILL.finditer(plain)]
    for number, found in enumerate(stops):
        if not (_STOPS if number == 0 else _STOPS_TOO).search(found[0]):  # it says when clocks run
            raise OptionError("time", OptionProblem.TIME)
    still, plain = {found["when"] for found in stops}, _STANDS_STILL.sub("", plain)
    plain, looks = _FIRST_LOOK.subn("", plain)
    plain, claims = _IS_SOFT.subn("", plain)
    if plain in _NONE:
        return TimeControl.none()
    return replace(
        _plain_time(plain),
        nights="night" in still,
        weekends="weekend" in still,
        first_look=bool(looks),
        soft=bool(claims),
    )


def _plain_time(plain: str) -> TimeControl:
    """A time control, but for when its clocks stand still, and for what follows when time is up."""
    if found := _PERIODS.fullmatch(plain):
        main = ZERO if found["main"] is None else read_duration(found["main"], LEAST)
        number = int(found["periods"])
        if not 1 <= number <= MOST_PERIODS:
            raise OptionError("time", OptionProblem.TIME)
        least = SHORTEST_PERIOD if main or number > 1 else LEAST
        return TimeControl.byo_yomi(main, number, read_duration(found["period"], least))
    if found := _BONUS.fullmatch(plain):
        main = read_duration(found["main"], LEAST)
        cap = min(2 * main, MOST) if found["cap"] is None else read_duration(found["cap"], main)
        bonus = read_duration(found["bonus"], SHORTEST_BONUS, cap)
        return TimeControl.fischer(main, bonus, cap)
    if found := _ALL.fullmatch(plain):
        return TimeControl.absolute(read_duration(found["main"], LEAST))
    found = _EACH.fullmatch(plain)
    return TimeControl(read_duration(found["period"] if found else "", LEAST))


def read_duration(text: str, least: timedelta, most: timedelta = MOST) -> timedelta:
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
