"""Terms that are agreed for a match besides the options of its game, as they are stored.

Some are stored in the same column: no option's key begins with a dollar sign.
"""

from collections.abc import Mapping
from datetime import timedelta
from typing import Any

from bot.storage.rows import StoredChallenge, StoredMatch
from engine.game import Options, OptionValue
from engine.time_control import TimeControl

MARK = "$"
AGREED: Mapping[str, bool | None] = {"estimates": False, "black": None}
"""What is agreed and stored with the options, as rows name it, if it is not this."""


def as_stored(row: StoredChallenge | StoredMatch) -> dict[str, OptionValue]:
    """The value to store for the options of ``row`` and what else is agreed."""
    agreed = {name: getattr(row, name) for name in AGREED}
    unusual = {MARK + name: said for name, said in agreed.items() if said is not AGREED[name]}
    return {**row.options, **unusual}


def from_stored(stored: Options) -> tuple[dict[str, OptionValue], dict[str, Any]]:
    """The inverse of `as_stored`: the options, and the rest by the names that rows have for it."""
    options = {key: value for key, value in stored.items() if not key.startswith(MARK)}
    return options, {name: stored.get(MARK + name, usual) for name, usual in AGREED.items()}


def control_as_stored(control: TimeControl) -> str | None:
    """The column ``time``: empty for a fixed time for each move, which has a column of its own."""
    return None if control.fixed else control.write()


def control_from_stored(time: str | None, per_move_s: int) -> TimeControl:
    """The time control in both columns."""
    return TimeControl(timedelta(seconds=per_move_s)) if time is None else TimeControl.read(time)
