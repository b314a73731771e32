"""One board in the channel, edited after each turn, and a line that calls the next player.

An edit notifies nobody and may be repeated, a line is sent exactly once: the line tells the turn.
"""

from collections.abc import Iterable

from bot.service.place import Occasion, Place, is_over
from bot.storage.rows import DELETED, FULL, LINE, LIVING_BOARD, STRIPPED, StoredMatch, StoredMessage
from bot.storage.transaction import Transaction


class Living(Place):
    """In the channel, with one board that is kept up to date."""

    key = "living"
    order = 1

    def turned(self, tx: Transaction, match: StoredMatch, now: Occasion) -> None:
        """Want the board edited and a new line, or a new board where that serves better."""
        shown = tx.messages.in_full(match.id)
        living = next((one for one in shown if one.kind == LIVING_BOARD), None)
        self._take_away(tx, [one for one in shown if one.kind != LIVING_BOARD])
        about = {"match": match.id, "ply": match.ply}
        if living is None or self._has_had_its_time(living, match, now):
            self._take_away(tx, [living] if living else [])
            tx.messages.add(LIVING_BOARD, match, begun=now.begin, due=now.wait, **about)
            return
        tx.messages.want([living], FULL, ply=match.ply, due=now.wait)
        if living.begun:
            tx.messages.add(LINE, match, begun=now.begin, due=now.wait, **about)

    def _take_away(self, tx: Transaction, old: Iterable[StoredMessage]) -> None:
        """Delete these, but only take the buttons off those that people have replied to."""
        for one in old:
            tx.messages.want([one], STRIPPED if one.replied else DELETED)

    def _has_had_its_time(self, living: StoredMessage, match: StoredMatch, now: Occasion) -> bool:
        if not living.begun:
            return False
        return is_over(match) or (living.message is not None and now.far_up(living))

    def is_there(self, tx: Transaction, match: StoredMatch, one: StoredMessage) -> None:
        """A line that has called links to this board from now on, not to the one before."""
        if one.kind == LIVING_BOARD:
            lines = (shown for shown in tx.messages.in_full(match.id) if shown.kind == LINE)
            tx.messages.want(lines, FULL)

    def unchangeable(self, tx: Transaction, match: StoredMatch, one: StoredMessage) -> None:
        """Want another board. A line stays, since whoever it has called may not have seen it; what
        the board itself has announced, the other announces again."""
        if one.kind != LIVING_BOARD or one.desired != FULL or is_over(match):
            return
        # The buttons of a board that cannot be edited cannot be taken off.
        shown = tx.messages.in_full(match.id)
        tx.messages.want([one for one in shown if one.kind == LIVING_BOARD], DELETED)
        if one.announces_to == match.ply:
            tx.messages.announce_again(one.id)
        tx.messages.add(LIVING_BOARD, match, match=match.id, ply=match.ply)


PLACE = Living()
