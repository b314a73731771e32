"""A place in no list: a match is shown only when it is over, without a word in between."""

from bot.service.place import Occasion, Place, is_over
from bot.storage.rows import BOARD, StoredMatch
from bot.storage.transaction import Transaction


class Quiet(Place):
    """In the channel, with one board at the end."""

    key = "quiet"

    def turned(self, tx: Transaction, match: StoredMatch, now: Occasion) -> None:
        """Want the board of the end, which tells all turns."""
        if is_over(match):
            tx.messages.add(BOARD, match, match=match.id, ply=match.ply, begun=now.begin)


PLACE = Quiet()
