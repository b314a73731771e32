"""What every place does in which a match can live: with each turn it says what is wanted.

A place is one file in `bot.service.places`, in no list.
"""

from collections.abc import Callable
from dataclasses import dataclass
from datetime import datetime
from typing import ClassVar

from bot.storage.rows import BARE, BOARD, Spot, StoredChallenge, StoredMatch, StoredMessage
from bot.storage.transaction import Transaction


@dataclass(frozen=True, slots=True)
class Occasion:
    """What a place needs to know besides the tables."""

    begin: datetime | None = None
    """If a new message can be sent at once, from when on it is being sent."""
    far_up: Callable[[StoredMessage], bool] = lambda _: True
    """Whether a message is so far up in its channel, or so old, that a new one serves better."""


class Place:
    """Where matches live. This one is the base of all, and shows nothing."""

    key: ClassVar[str]
    """What it is called in the database and in texts."""
    order: ClassVar[int] = 0
    """Among the places to choose from."""
    chosen: ClassVar[bool] = True
    """Whether challengers and owners can choose it."""
    private: ClassVar[bool] = False
    """Whether nobody but its player sees the match."""
    threads: ClassVar[bool] = False
    """Whether it needs threads."""

    def channel_of(self, asked: StoredChallenge) -> int:
        """The channel in which the match of a challenge begins."""
        return asked.channel_id

    def begins(self, tx: Transaction, match: StoredMatch, asked: StoredChallenge) -> None:
        """The match of a challenge has begun."""
        tx.messages.want_card(asked.id, BARE)
        self.turned(tx, match, Occasion())

    def turned(self, tx: Transaction, match: StoredMatch, now: Occasion) -> None:
        """A turn was taken, or the match is to be shown for the first time."""

    def card_is_there(self, tx: Transaction, match: StoredMatch, card: StoredMessage) -> None:
        """The card of a match was sent only after the match had begun."""

    def refused(self, tx: Transaction, match: StoredMatch, one: StoredMessage, code: int) -> None:
        """Discord surely refuses to send a message of a match, with this code."""

    def unchangeable(self, tx: Transaction, match: StoredMatch, one: StoredMessage) -> None:
        """A message of a match was deleted by others, or may not be edited any more."""

    def gone(self, tx: Transaction, match_id: int, home: Spot) -> None:
        """The channel of a match is gone, but not the one of its card, and so the match is over."""


class BoardEachTurn(Place):
    """A new board after each turn, in the channel of the match; older ones lose their buttons."""

    def turned(self, tx: Transaction, match: StoredMatch, now: Occasion) -> None:
        """Want a new board, and the others without buttons."""
        tx.messages.want_turns(match.id, BARE)
        tx.messages.add(BOARD, match, match=match.id, ply=match.ply, begun=now.begin)


def is_over(match: StoredMatch) -> bool:
    """Whether nobody has to move any more."""
    return match.deadline is None
