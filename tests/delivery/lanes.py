"""The two lanes of a channel. Each `yield` is an await: anything else may happen there."""

from collections.abc import Generator

from tests.delivery.codes import Code
from tests.delivery.requests import Answer, Request, Shows, What
from tests.delivery.rules import FRESH, SETTLED, rule
from tests.delivery.store import Clock, Row, Send, Store

Lane = Generator[Request, Answer, None]


class Memory:
    """What a process has edited until a report takes it along; cards are reported at once."""

    def __init__(self) -> None:
        self._done: dict[int, list[Row]] = {}

    def of(self, channel: int) -> list[Row]:
        return self._done.get(channel, [])

    def channels(self) -> list[int]:
        return sorted(self._done)

    def keep(self, row: Row) -> None:
        self._done.setdefault(row.channel, []).append(row)

    def write(self, store: Store, channel: int) -> None:
        """Report, as a part of the transaction that follows."""
        for row in self._done.pop(channel, []):
            if row.message is not None:
                store.edited(row.id, row.message, row.rev, row.desired, Code.OK)

    def forget(self) -> None:
        """A crash."""
        self._done.clear()


class Lanes:
    """The lanes of one process."""

    def __init__(self, store: Store, clock: Clock, process: int) -> None:
        self.store, self.clock, self.process = store, clock, process
        self.memory = Memory()

    def claim(self, channel: int) -> Send | None:
        """Begin a send in the transaction of a turn."""
        self.memory.write(self.store, channel)
        return self.store.next_send(self.process, channel)

    def send(self, channel: int, claimed: Send | None = None) -> Lane:
        """Sends what waits in a channel, in order, each exactly once. What is claimed is begun."""
        while (send := claimed or self.claim(channel)) is not None:
            asked = send.before if claimed else self.clock()
            claimed, settled = None, True
            if not send.fresh and send.row.kind != "thread":
                again = yield from self._search(send.row, asked)
                if again is None:
                    continue
                send, settled = again, asked >= again.before + SETTLED or not rule("release")
            answer = yield _sending(send, asked)
            self.memory.write(self.store, channel)
            self._report(send, settled, answer)
            row = send.row
            if row.kind == "card" and answer.code == Code.OK and not rule("card"):
                yield Request("nothing", row, asked + FRESH, Shows(row.desired, row.ply))
                if row.match is not None:
                    self.store.move_to_thread(row.match)

    def _report(self, send: Send, settled: bool, answer: Answer) -> None:
        row, code = send.row, answer.code
        if code == Code.OK and answer.message is not None:
            self.store.sent(row.id, row.attempt, answer.message)
        elif code == Code.UNKNOWN_MESSAGE and row.kind != "thread":
            self.store.lost(row.id, row.attempt)
        elif code == Code.LOST:
            self.store.unanswered(row.id)
        else:
            self.store.not_sent(row.id, row.attempt, send.before, settled, code)

    def _search(self, row: Row, asked: int) -> Generator[Request, Answer, Send | None]:
        """Look for a row in doubt; begin again what is not there."""
        if rule("search"):
            found = yield Request("search", row, asked + FRESH, Shows(row.desired, row.ply))
            self.memory.write(self.store, row.channel)
            if found.code != Code.OK:
                self.store.not_searched(row.id, found.code)
                return None
            if found.message is not None:
                self.store.sent(row.id, row.attempt, found.message)
                return None
        return self.store.begin_again(self.process, row.id, row.attempt)

    def edit(self, channel: int) -> Lane:
        """Edits, strips and deletes what is there, in any order: all of this can be repeated."""
        while row := self.store.next_edit(self.process, channel, self.memory.of(channel)):
            match = None if row.match is None else self.store.match(row.match)
            ply = match.ply if match is not None and row.kind == "card" else row.ply
            shows = Shows(row.desired, ply, match is not None and match.over)
            what: What = "delete" if row.desired == "gone" else "edit"
            if row.kind == "thread":
                what = "archive"
            answer = yield Request(what, row, self.clock() + FRESH, shows)
            if answer.code == Code.OK and row.kind not in ("card", "thread"):
                self.memory.keep(row)
            elif row.message is not None:
                self.memory.write(self.store, channel)
                self.store.edited(row.id, row.message, row.rev, row.desired, answer.code)


def _sending(send: Send, asked: int) -> Request:
    """A thread is opened: doing it twice is refused, so nothing is searched for."""
    row = send.row
    nonce = (row.id, 0 if send.fresh or rule("nonce") else asked)
    what: What = "open" if row.kind == "thread" else "send"
    return Request(what, row, asked + FRESH, Shows("full", row.ply), nonce)
