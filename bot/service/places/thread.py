"""A thread under the card of the match, with a board each turn; the card is kept up to date.

A thread that is opened from a message has the message's id. So the channel of a match is known as
soon as its card is there. Opening it twice is refused by Discord, so it cannot be doubled.
"""

from dataclasses import replace

from bot.service.place import Occasion, is_over
from bot.service.places import living
from bot.service.places.boards import Boards
from bot.storage.rows import (
    BOARD,
    CARD,
    DELETED,
    LIVING_BOARD,
    OPENED_THREAD,
    REMINDER,
    STRIPPED,
    Spot,
    StoredChallenge,
    StoredMatch,
    StoredMessage,
)
from bot.storage.transaction import Transaction

RESULT = "result"
"""The kind of the message that tells the channel of the card how the match has ended."""
UNTHREADED = "unthreaded"
"""The note of the board of a match that was to be in a thread: its id, then one of `REASONS`."""
MESSAGE_GONE, THREADS_FULL, DELAYED = 10008, 160006, 30046
"""Discord's codes: the message of the card was deleted; the server has too many threads; there are
too many requests, so that the next one has to wait."""
REASONS = {THREADS_FULL: "full", DELAYED: "delayed"}
"""Why there is no thread, besides permissions."""
REFUSED = (50001, 50013, 50083, 160005)


class Thread(Boards):
    """In a thread of its own, with a new board there after each turn."""

    key = "thread"
    order = 0
    threads = True

    def begins(self, tx: Transaction, match: StoredMatch, asked: StoredChallenge) -> None:
        """Move to the thread, or wait in the channel, behind the card, until that is there."""
        card = tx.messages.grows_from(asked.id, match.id)
        if card is not None and card.message is not None:
            self.is_there(tx, match, card)
        else:
            super().turned(tx, match, Occasion())

    def is_there(self, tx: Transaction, match: StoredMatch, one: StoredMessage) -> None:
        """The thread will have the number of the card: want it, and what waits for it there."""
        if one.kind != CARD or one.message is None or match.channel_id != match.card_channel_id:
            return
        waiting = tx.messages.of_match(match.id, BOARD, REMINDER)
        tx.messages.want([each for each in waiting if not each.begun], DELETED)
        tx.matches.move(match.id, one.message)
        there = replace(match, channel_id=one.message)
        tx.messages.add(OPENED_THREAD, there, match=match.id)
        self.turned(tx, there, Occasion())

    def turned(self, tx: Transaction, match: StoredMatch, now: Occasion) -> None:
        """Want a new board there and the card up to date; at the end, the result beside it."""
        super().turned(tx, match, now)
        if match.channel_id == match.card_channel_id:
            return  # its card is not there yet
        over = is_over(match)
        tx.messages.renew_card(match.id, hurry=over)
        if over:
            tx.messages.want(tx.messages.of_match(match.id, OPENED_THREAD), STRIPPED)
            tx.messages.add_note(RESULT, match.id, Spot(match.server, match.card_channel_id))

    def refused(self, tx: Transaction, match: StoredMatch, one: StoredMessage, code: int) -> None:
        """Without a thread the match goes on as a living board in the channel of its card."""
        opens = one.kind == OPENED_THREAD and code in (MESSAGE_GONE, DELAYED, *REFUSED)
        if opens or (code == THREADS_FULL and one.channel_id == match.channel_id):
            self._leave(tx, match, REASONS.get(code, ""))

    def unchangeable(self, tx: Transaction, match: StoredMatch, one: StoredMessage) -> None:
        """A card that was deleted before it was known opens no thread."""
        if one.kind == CARD and one.message is None:
            self._leave(tx, match)

    def gone(self, tx: Transaction, match_id: int, card_channel: Spot) -> None:
        """The card says so, and a line beside it."""
        tx.messages.renew_card(match_id, hurry=True)
        tx.messages.add_note(RESULT, match_id, card_channel)

    def _leave(self, tx: Transaction, match: StoredMatch, why: str = "") -> None:
        there = replace(match, channel_id=match.card_channel_id, place=living.PLACE.key)
        tx.matches.move(match.id, match.card_channel_id, there.place)
        for thread in tx.messages.of_match(match.id, OPENED_THREAD):
            tx.messages.set_desired(thread.id, STRIPPED)
        shown = tx.messages.in_full(match.id)
        tx.messages.want(shown, STRIPPED)
        for one in shown:  # whoever was called there may never have seen it
            if one.announces_to == match.ply and one.message is not None and not is_over(match):
                tx.messages.announce_again(one.id)
        tx.messages.renew_card(match.id, STRIPPED, hurry=True)
        note = f"{UNTHREADED} {match.id} {why}".rstrip()
        tx.messages.add(LIVING_BOARD, there, match=match.id, ply=match.ply, note=note)


PLACE = Thread()
