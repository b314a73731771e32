"""Time limits: pure arithmetic on aware UTC datetimes. Nothing here waits or asks for the time."""

import re
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from typing import Self

from engine.game import OptionError, OptionProblem

LEAST, MOST, USUAL = timedelta(minutes=1), timedelta(days=30), timedelta(days=3)
REMINDED_FROM = timedelta(hours=1)
"""The shortest time per move for which people get a reminder."""
REMINDED_AT = 4
"""They get it when one part in this many is left: a quarter."""

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


@dataclass(frozen=True, slots=True)
class TimeControl:
    """A fixed time for every move."""

    per_move: timedelta = USUAL

    @classmethod
    def read(cls, text: str) -> Self:
        """From what people write: ``90s``, ``3d``, ``1 week``, ``1 day 12 hours``.

        Raises `OptionError` if it is not a time, or not between `LEAST` and `MOST`.
        """
        total, position, plain = timedelta(), 0, re.sub(r"([a-z])(\d)", r"\1 \2", text[:60].lower())
        while found := _AMOUNT.match(plain, position):
            total += float(found[1]) * UNITS[found[2][0]]
            position = found.end()
        if position == 0 or position < len(plain.rstrip()):
            raise OptionError("time", OptionProblem.TIME)
        if not LEAST <= total <= MOST:
            raise OptionError("time", OptionProblem.TIME_BOUNDS, low=LEAST, high=MOST)
        return cls(timedelta(seconds=round(total.total_seconds())))

    def write(self) -> str:
        """The shortest text that `read` turns back into this: ``3d``, ``90s``, ``36h``."""
        whole = (letter for letter, unit in reversed(UNITS.items()) if not self.per_move % unit)
        letter = next(whole)
        return f"{self.per_move // UNITS[letter]}{letter}"


@dataclass(frozen=True, slots=True)
class Clock:
    """The clock of the player to move."""

    control: TimeControl
    deadline: datetime

    @classmethod
    def start(cls, control: TimeControl, now: datetime) -> Self:
        """The clock of a match that begins at ``now``."""
        return cls(control, now + control.per_move)

    def press(self, now: datetime) -> Self:
        """The clock after a move at ``now``."""
        return replace(self, deadline=now + self.control.per_move)

    def resume(self, now: datetime, left: timedelta | None) -> Self:
        """The clock after taking back, at ``now``, a move for which this much time was ``left``."""
        whole = self.control.per_move
        return replace(self, deadline=now + (whole if left is None else min(left, whole)))

    def reminder(self, now: datetime) -> datetime | None:
        """When to remind people of the deadline; None if that is past, or if time is short."""
        whole = self.control.per_move
        at = self.deadline - whole / REMINDED_AT
        return at if whole >= REMINDED_FROM and at > now else None

    def has_run_out(self, now: datetime) -> bool:
        """True if time is up at ``now``."""
        return now >= self.deadline
