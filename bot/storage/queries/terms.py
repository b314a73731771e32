"""Terms that are agreed for a match besides the options of its game, as they are stored.

Some are stored in the same column: no option's key begins with a dollar sign.
"""

from datetime import timedelta
from typing import Any

from bot.storage.rows import StoredChallenge, StoredMatch
from engine.game import Options, OptionValue
from engine.time_control import TimeControl

MARK, BLACK = "$", "black"


def as_stored(row: StoredChallenge | StoredMatch) -> dict[str, OptionValue]:
    """The value to store for the options of ``row`` and what else is agreed."""
    agreed = dict.fromkeys(sorted(row.allowed), True)
    if row.black is not None:
        agreed[BLACK] = row.black
    return {**row.options, **{MARK + name: said for name, said in agreed.items()}}


def from_stored(stored: Options) -> tuple[dict[str, OptionValue], dict[str, Any]]:
    """The inverse of `as_stored`: the options, and the rest by the names that rows have for it.

    What features allow is kept without them, too.
    """
    options = {key: value for key, value in stored.items() if not key.startswith(MARK)}
    agreed = {key[len(MARK) :]: said for key, said in stored.items() if key.startswith(MARK)}
    black = agreed.pop(BLACK, None)
    return options, {"black": black, "allowed": frozenset(n for n, said in agreed.items() if said)}


def control_as_stored(control: TimeControl) -> str | None:
    """The column ``time``: empty for a fixed time for each move, which has a column of its own."""
    return None if control.fixed else control.write()


def control_from_stored(time: str | None, per_move_s: int) -> TimeControl:
    """The time control in both columns."""
    return TimeControl(timedelta(seconds=per_move_s)) if time is None else TimeControl.read(time)
