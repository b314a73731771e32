"""A new board in the channel after each turn; older ones lose their buttons."""

from bot.service.place import Occasion, Place
from bot.storage.rows import BOARD, STRIPPED, StoredMatch
from bot.storage.transaction import Transaction


class Boards(Place):
    """In the channel, with a new board after each turn."""

    key = "boards"
    order = 2

    def turned(self, tx: Transaction, match: StoredMatch, now: Occasion) -> None:
        """Want a new board, and the others without buttons."""
        tx.messages.want_turns(match.id, STRIPPED)
        about = {"match": match.id, "ply": match.ply}
        tx.messages.add(BOARD, match, begun=now.begin, due=now.wait, **about)


PLACE = Boards()
