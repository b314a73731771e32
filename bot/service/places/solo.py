"""A match of one person against computers that nobody else sees: its board is an answer to them."""

from bot.service.place import Occasion, Place
from bot.storage.rows import NOWHERE, StoredChallenge, StoredMatch
from bot.storage.transaction import Transaction


class Solo(Place):
    """Nowhere: nothing is wanted in any channel."""

    key = "solo"
    order = 3
    chosen = False
    private = True

    def channel_of(self, asked: StoredChallenge) -> int:
        """None."""
        del asked
        return NOWHERE

    def begins(self, tx: Transaction, match: StoredMatch, asked: StoredChallenge) -> None:
        """It has no card."""

    def turned(self, tx: Transaction, match: StoredMatch, now: Occasion) -> None:
        """The answer shows it."""


PLACE = Solo()
