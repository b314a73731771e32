"""Limits on one person's games against computers."""

from datetime import timedelta

from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.rows import StoredChallenge
from bot.storage.transaction import Transaction

MOST_PRACTICE = 3
"""Games against computers that one person may have at once, unless the operator says otherwise."""
WINDOW = timedelta(minutes=10)
MOST_BEGUN = 10
"""Games against computers that one person may begin within the window: each posts a card."""


def check_practice(tx: Transaction, new: StoredChallenge, most: int) -> None:
    """Refuse a game against computers to a challenger who plays or has just begun too many."""
    if all(seat.level is None for seat in new.invitations):
        return
    if tx.matches.number_with_computers(new.challenger) >= most:
        raise RefusedError(ServiceRefusal.MANY_PRACTICE, most=most)
    begun = tx.challenges.with_computers_since(new.challenger, new.opened - WINDOW)
    if len(begun) >= MOST_BEGUN:
        raise RefusedError(ServiceRefusal.CHALLENGED_OFTEN, when=begun[-MOST_BEGUN] + WINDOW)
