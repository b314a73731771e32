"""The base class of places for matches: after each turn, a place says which messages it wants.

A place is one file in `bot.service.places`, in no list.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from bot.storage.rows import STRIPPED, Spot, StoredChallenge, StoredMatch, StoredMessage
from bot.storage.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Occasion:
    """The facts that a place needs besides the tables."""

    begin: datetime | None = None
    """When the sending of a new message begins, if one can be sent at once; else None."""
    far_up: Callable[[StoredMessage], bool] = lambda _: True
    """True if a message is so far up in its channel, or so old, that a new one is better."""
    wait: datetime | None = None
    """Until then the message of a turn waits for the next turn, which will be in it, too."""


class Place:
    """Where matches live. This one is the base of all, and shows nothing."""

    key: ClassVar[str]
    """Its name in the database and in texts."""
    order: ClassVar[int] = 0
    """Among the places to choose from."""
    chosen: ClassVar[bool] = True
    """True if challengers and owners can choose it."""
    private: ClassVar[bool] = False
    """True if only its player sees the match."""
    threads: ClassVar[bool] = False
    """True if it needs threads."""

    def channel_of(self, asked: StoredChallenge) -> int:
        """The channel in which the match of a challenge begins."""
        return asked.channel_id

    def begins(self, tx: Transaction, match: StoredMatch, asked: StoredChallenge) -> None:
        """The match of a challenge has begun."""
        tx.messages.want_card(asked.id, STRIPPED)
        self.turned(tx, match, Occasion())

    def turned(self, tx: Transaction, match: StoredMatch, now: Occasion) -> None:
        """A turn was taken, or the match is to be shown for the first time."""

    def is_there(self, tx: Transaction, match: StoredMatch, one: StoredMessage) -> None:
        """The card or a living board of the match was sent."""

    def refused(self, tx: Transaction, match: StoredMatch, one: StoredMessage, code: int) -> None:
        """Discord surely refuses to send a message of a match, with this code."""

    def unchangeable(self, tx: Transaction, match: StoredMatch, one: StoredMessage) -> None:
        """Others deleted a message of a match, or it cannot be edited now."""

    def gone(self, tx: Transaction, match_id: int, card_channel: Spot) -> None:
        """The channel of a match is gone, but not the one of its card, and so the match is over."""


def is_over(match: StoredMatch) -> bool:
    """True if the match is over: nobody has to move any more."""
    return match.deadline is None
