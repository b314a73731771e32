"""Terms that are agreed for a match besides the options of its game, as they are stored.

Some are stored in the same column: no option's key begins with a dollar sign.
"""

from datetime import timedelta

from engine.clock import TimeControl
from engine.game import Options, OptionValue

ESTIMATES = "$estimates"
"""True if everybody may ask for estimates while it runs; absent if not."""


def as_stored(options: Options, *, estimates: bool) -> dict[str, OptionValue]:
    """The value to store for these ``options`` and this agreement."""
    return {**options, **({ESTIMATES: True} if estimates else {})}


def from_stored(stored: Options) -> tuple[dict[str, OptionValue], bool]:
    """The inverse of `as_stored`."""
    options = {key: value for key, value in stored.items() if key != ESTIMATES}
    return options, stored.get(ESTIMATES) is True


def control_as_stored(control: TimeControl) -> str | None:
    """The column ``time``: empty for a fixed time for each move, which has a column of its own."""
    return None if control.fixed else control.write()


def control_from_stored(time: str | None, per_move_s: int) -> TimeControl:
    """The time control in both columns."""
    return TimeControl(timedelta(seconds=per_move_s)) if time is None else TimeControl.read(time)
