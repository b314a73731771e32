"""Turns that follow by themselves: passes of those who have left, the moves that fill the rest of a
board, the consent of computers."""

from datetime import datetime

from bot.service.live_match import LiveMatch
from engine.turns import ALLOW, RESIGN, Turn, is_move


def due_turn(live: LiveMatch, at: datetime) -> Turn | None:
    """The turn that follows by itself.

    Computers agree to whatever the people agree on, once all of these have; and they do not play on
    among themselves.
    """
    match = live.match
    if match.end is None and computers_only(live):
        return Turn(match.turn_log.playing(match.seats)[-1], RESIGN, at)
    if (due := match.due_pass(at) or match.due_filling(at)) is not None:
        return due
    waits = () if match.end else match.turn_log.waits_for(match.seats)
    if waits and all(live.level_of(seat) is not None for seat in waits):
        return Turn(waits[0], ALLOW, at)
    return None


def told_by_the_next(live: LiveMatch, at: datetime) -> bool:
    """True if the words of the next turn include those of the last: it is a pass that follows."""
    due = due_turn(live, at)
    return due is not None and is_move(due.text)


def computers_only(live: LiveMatch) -> bool:
    """True if all who still play are computers."""
    playing = live.match.turn_log.playing(live.match.seats)
    return bool(live.levels) and all(live.level_of(seat) for seat in playing)
