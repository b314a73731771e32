"""The half of `Plain` that the service calls: what is wanted of messages, and when."""

from typing import Any, NamedTuple

from tests.delivery.rules import OLD, rule
from tests.delivery.store import Clock, Match, Row


class Pause(NamedTuple):
    """Sends to a channel are refused since a time, and Discord does not know it since another."""

    since: int
    until: int
    missing: int | None = None
    missed: int = 0


class Wants:
    """Tables as dictionaries, and the transactions that change what is wanted."""

    def __init__(self, clock: Clock) -> None:
        self.clock = clock
        self._rows: dict[int, Row] = {}
        self._matches: dict[int, Match] = {}
        self._pauses: dict[int, Pause] = {}
        self._replaced: set[int] = set()

    def replaced(self, row: int) -> bool:
        return row in self._replaced

    def _announce_again(self, row: Row, ply: int) -> None:
        """What was announced where nobody may see it any more, the next one announces."""
        if row.announces_to == ply and rule("called"):
            self._replaced.add(row.id)
            self._set(row.id, announces_from=0, announces_to=-1)

    def row(self, key: int) -> Row:
        return self._rows[key]

    def rows(self) -> list[Row]:
        return list(self._rows.values())

    def match(self, key: int) -> Match:
        return self._matches[key]

    def matches(self) -> list[Match]:
        return list(self._matches.values())

    def paused(self) -> list[tuple[int, int]]:
        return sorted((channel, pause.until) for channel, pause in self._pauses.items())

    def news(self, channel: int) -> None:
        self._pauses.pop(channel, None)
        for row in self.rows():
            if row.channel == channel and row.pending and row.failing is not None:
                self._set(row.id, not_before=0)

    def _set(self, row: int, **values: Any) -> Row:
        self._rows[row] = changed = self._rows[row]._replace(**values)
        return changed

    def _set_match(self, match: int, **values: Any) -> Match:
        self._matches[match] = changed = self._matches[match]._replace(**values)
        return changed

    def _of(self, match: int | None) -> list[Row]:
        return [row for row in self._rows.values() if row.match == match is not None]

    def _add(self, channel: int, kind: str, match: int | None = None, ply: int = 0) -> int:
        key = len(self._rows) + 1
        self._rows[key] = Row(key, channel, kind, match, ply)
        return key

    def add_match(self, place: str, card_channel: int, card: bool) -> int:
        key = len(self._matches) + 1
        self._matches[key] = Match(key, place, card_channel, card_channel)
        if card:
            self._set_match(key, card=self._add(card_channel, "card", key))
        return key

    def add_note(self, channel: int) -> int:
        return self._add(channel, "note")

    def remind(self, match: int) -> None:
        found = self._matches[match]
        if not any(row.kind == "reminder" and row.ply == found.ply for row in self._of(match)):
            self._add(found.channel, "reminder", match, found.ply)

    def want(self, key: int, desired: str, hurry: bool = False) -> None:
        """Want another state, or the same one again, since what it should show has changed."""
        row = self._rows[key]
        if row.desired == "gone" and rule("deleted"):
            return
        row = self._set(key, desired=desired, rev=row.rev + 1)
        if desired == "gone" and row.message is not None:
            row = self._set(key, not_before=0)  # a deletion is no edit
        if hurry:
            row = self._set(key, due=0)
            if not rule("due"):
                row = self._set(key, not_before=0)
        kept = (row.begun and rule("coalesce")) or (row.kind == "thread" and rule("opened"))
        if desired != "full" and row.message is None and not kept:
            self._set(key, shown=row.rev)  # coalesced: never sent, nothing to do

    def begin_match(self, match: int) -> None:
        found = self._set_match(match, ply=0)
        card = None if found.card is None else self._rows[found.card]
        if found.place != "thread" and card is not None:
            self.want(card.id, "bare")
        if found.place == "thread" and card is not None and card.message is not None:
            self.move_to_thread(match)
        else:  # the card is before it in the queue of this channel, or there is none
            self._place(match, talked=False)

    def turn(self, match: int, end: bool, talked: bool, wait: int = 0) -> None:
        self._set_match(match, ply=self._matches[match].ply + 1, over=end)
        self._place(match, talked, wait)

    def move_to_thread(self, match: int) -> None:
        found = self._matches[match]
        if found.card is None or found.ply < 0 or found.place != "thread":
            return
        card = self._rows[found.card]
        if found.thread is not None or card.message is None:
            return
        for row in self._of(match):
            if row.kind in ("board", "reminder") and (not row.begun or not rule("card")):
                self.want(row.id, "gone")
        thread = self._add(card.message, "thread", match)
        self._set_match(match, channel=card.message, thread=thread)
        self._place(match, talked=False)

    def leave_thread(self, match: int) -> None:
        """No thread, or none any more: the match goes on in the channel of its card."""
        found = self._matches[match]
        if found.place != "thread" or found.closed:
            return
        self._set_match(match, place="living", channel=found.card_channel)
        for row in self._of(match):
            if row.kind == "thread":
                self._set(row.id, desired="bare", shown=row.rev)
            elif row.kind == "card":
                self.want(row.id, "bare", hurry=True)
            elif row.desired == "full":
                self.want(row.id, "bare")
                if row.message is not None and not found.over:
                    self._announce_again(row, found.ply)
                if self._rows[row.id].doubt and not rule("stay"):
                    self._set(row.id, channel=found.card_channel)
        self._add(found.card_channel, "living", match, found.ply)

    def replace_living(self, row: Row) -> None:
        """A living board cannot be edited any more, so a new one is wanted."""
        if row.match is None or row.desired != "full" or not rule("living"):
            return
        for other in self._of(row.match):
            if other.desired == "full" and other.kind == "living":
                self.want(other.id, "gone")
        found = self._matches[row.match]
        self._announce_again(row, found.ply)
        self._add(found.channel, "living", row.match, found.ply)

    def link_lines(self, match: int) -> None:
        """A living board is there, so lines link to it, and not to the one before."""
        if self._matches[match].place == "living":
            for row in self._of(match):
                if row.kind == "line" and row.desired == "full":
                    self.want(row.id, "full")

    def close_channel(self, channel: int) -> None:
        """A channel is gone: its games end, and nothing is left to do there."""
        here = [match for match in self.matches() if channel in (match.channel, match.card_channel)]
        ended = [match for match in here if match.ply >= 0 and not match.over]
        for match in ended:
            self._set_match(match.id, closed=True)
            self.turn(match.id, end=True, talked=False)
        for match in ended:
            if match.channel != match.card_channel:
                self._give_up(match.channel)
            if match.card is not None and channel != match.card_channel:
                self.want(match.card, "full", hurry=True)
        self._give_up(channel)

    def _give_up(self, channel: int) -> None:
        for row in self.rows():
            if row.channel != channel:
                continue
            if row.unsent and rule("unannounced"):
                # A match that has left this channel tells it elsewhere.
                self._set(row.id, begun=0, announces_from=0, announces_to=-1)
            if row.pending or row.desired == "full":
                self._set(row.id, desired="gone", shown=row.rev)
        self._pauses.pop(channel, None)

    def _place(self, match: int, talked: bool, wait: int = 0) -> None:
        """What the place of a match wants at its beginning and after a turn."""
        found = self._matches[match]
        others = [
            row
            for row in self._of(match)
            if row.desired == "full" and row.kind not in ("card", "thread")
        ]
        if found.place == "living":
            self._place_living(found, others, talked, wait)
            return
        for row in others:
            self.want(row.id, "bare")
        board = self._add(found.channel, "board", match, found.ply)
        self._set(board, due=wait)
        if not rule("announced"):
            self._set(board, announces_from=found.ply, announces_to=found.ply)
        if found.place == "thread" and found.thread is not None:
            if found.card is not None:
                self.want(found.card, "full", hurry=found.over)
            if found.over:
                self.want(found.thread, "bare")
                self._add(found.card_channel, "note")  # the result, for the channel of the card

    def _place_living(self, match: Match, others: list[Row], talked: bool, wait: int) -> None:
        living = next((row for row in others if row.kind == "living"), None)
        for row in others:
            if row.kind != "living":
                self.want(row.id, "gone")
        if living is not None:
            sent = living.message
            old = sent is not None and (talked or self.clock() - sent // 1000 > OLD)
            if not old and not (match.over and living.begun):
                self._set(living.id, ply=match.ply, due=wait)
                self.want(living.id, "full")
                if living.begun:
                    self._set(self._add(match.channel, "line", match.id, match.ply), due=wait)
                return
            self.want(living.id, "gone")
        self._set(self._add(match.channel, "living", match.id, match.ply), due=wait)
