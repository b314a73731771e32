"""Which of its followers a match calls."""

from bot.service.live_match import LiveMatch
from bot.storage.transaction import Transaction
from engine.turns import TurnLog


def called(tx: Transaction, live: LiveMatch, first: int) -> list[int]:
    """The followers to mention in a message that announces the turns of ``live`` from ``first`` on.

    At the end these are all; before it, those for whom the match has gone on far enough with these
    turns, so that it does not matter which turns share a message. Moves played again after a
    take-back do not count again.
    """
    followers = tx.followers.of(live.id)
    if live.match.end is not None or not followers:
        return list(followers)
    now, before_first = live.match.turn_log.furthest, max(first - 1, 0)
    least = max(0, now - (live.match.ply - before_first))  # a turn is at most one move
    if not any(_passes(every, least, now) for every in followers.values()):
        return []
    before = _furthest(tx, live, before_first)
    return [user for user, every in followers.items() if _passes(every, before, now)]


def _passes(every: int, before: int, now: int) -> bool:
    """True if a multiple of ``every`` lies above ``before`` and not above ``now``."""
    return every > 0 and now // every > before // every


def _furthest(tx: Transaction, live: LiveMatch, ply: int) -> int:
    """The most moves that had stood in the first ``ply`` turns."""
    log = TurnLog()
    for turn in tx.turns.of(live.id, ply):
        log = log.after(turn, live.match.seats)
    return log.furthest
