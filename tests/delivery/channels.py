"""The other side: Discord's channels with their faults, and what players must never see there."""

import random
from collections.abc import Callable
from dataclasses import dataclass, field

from tests.delivery.codes import Code
from tests.delivery.requests import Answer, Request, Shows
from tests.delivery.rules import EVERY, MEMORY
from tests.delivery.store import Clock, Row

HOUR = 3600


class Violation(Exception):  # noqa: N818
    """Something that must never be."""


@dataclass(slots=True)
class Channel:
    parent: int | None = None
    gone: bool = False
    unknown: bool = False  # for a while, in an outage of Discord's
    permitted: bool = True
    locked: bool = False
    archived: bool = False
    history: bool = True
    newest: dict[int | None, int] = field(default_factory=dict[int | None, int])
    """The newest row of each match, and, under None, of all."""


@dataclass(slots=True)
class Message:
    channel: int
    row: int
    kind: str
    match: int | None
    shows: Shows
    deleted: str = ""  # by us, by others, or not
    edited: int = -EVERY


class Channels:
    """Carries out requests, and raises `Violation`."""

    def __init__(
        self,
        clock: Clock,
        rng: random.Random,
        row: Callable[[int], Row],
        replaced: Callable[[int], bool],
    ) -> None:
        self.clock, self.rng, self.row, self.replaced = clock, rng, row, replaced
        self.channels = {1: Channel(), 2: Channel()}
        self.messages: dict[int, Message] = {}
        self.late: list[tuple[int, Request]] = []  # what is carried out later, and when
        self.limit = False  # no thread can be opened
        self.announced: dict[tuple[int, int], int] = {}  # which row announces a turn of a match
        self.refusals: dict[tuple[str, int, int], tuple[int, int]] = {}
        self.aside: set[int] = set()  # rows that have let others in their channel pass
        self.over: set[int] = set()  # rows that we know were deleted by others
        self.left: set[int] = set()  # rows that were left as they are in a closed thread
        self._nonces: dict[tuple[int, int], tuple[int, int]] = {}
        self._count = 0

    def refuses(self, channel: int, reading: bool = False) -> Code | None:
        """Why nothing can be done in a channel."""
        here = self.channels.get(channel)
        if here is None:
            return Code.UNKNOWN_CHANNEL
        above = [here] if here.parent is None else [here, self.channels[here.parent]]
        if any(each.gone or each.unknown for each in above):
            return Code.UNKNOWN_CHANNEL
        if not all(each.permitted for each in above):
            return Code.NO_ACCESS
        return Code.ARCHIVED if here.locked and not reading else None

    def do(self, request: Request, late: bool = False) -> Answer:
        """Carry a request out."""
        row = request.row
        match request.what:
            case "search":
                answer = self._search(row)
            case "send":
                answer = self._send(request)
            case "open":
                return self._open(row)
            case "archive":
                answer = Answer(self._archive(row))
            case "nothing":
                return Answer(Code.OK)
            case "edit" | "delete":
                answer = Answer(self._edit(row, request.shows, late))
        subject = row.message if request.what in ("edit", "delete", "archive") else None
        self.watch((request.what, row.channel, subject or 0), answer.code)
        return answer

    def watch(self, key: tuple[str, int, int], code: Code) -> None:
        """See that no request is repeated endlessly against a refusal."""
        since, count = self.refusals.get(key, (self.clock(), 0))
        if code == Code.OK:
            self.refusals.pop(key, None)
            return
        passed = self.clock() - since
        self.refusals[key] = since, count + 1
        often = 40 if code in (Code.UNKNOWN_CHANNEL, Code.OLD_EDITS) else 400
        often = 20 if code == Code.UNMADE else often  # which asks nobody for anything
        if count + 1 > 5 + passed.bit_length() + passed // often:
            raise Violation(f"a refused request is repeated {count + 1} times in {passed} s")

    def _search(self, row: Row) -> Answer:
        refusal = self.refuses(row.channel, reading=True)
        if refusal or not self.channels[row.channel].history:
            return Answer(refusal or Code.NO_ACCESS)
        for key, message in self.messages.items():
            if (message.row, message.channel, message.deleted) == (row.id, row.channel, ""):
                return Answer(Code.OK, key)
        return Answer(Code.OK)

    def _send(self, request: Request) -> Answer:
        row, now = request.row, self.clock()
        refusal, here = self.refuses(row.channel), self.channels.get(row.channel)
        if refusal or here is None or (here.archived and self.limit):
            return Answer(refusal or Code.TOO_MANY_THREADS)
        here.archived = False
        known, at = self._nonces.get(request.nonce, (0, -MEMORY))
        if known and now - at < MEMORY:
            if self.messages[known].deleted:
                return Answer(Code.UNKNOWN_MESSAGE)
            return Answer(Code.OK, known)
        self._count += 1
        key = now * 1000 + self._count
        self._see_that_it_is_new(row)
        self._see_that_it_is_newest(row, here)
        self._see_that_turns_are_announced_once(row)
        self.messages[key] = Message(row.channel, row.id, row.kind, row.match, request.shows)
        self._nonces[request.nonce] = key, now
        return Answer(Code.OK, key)

    def _see_that_it_is_new(self, row: Row) -> None:
        same = [message for message in self.messages.values() if message.row == row.id]
        if any(message.deleted != "others" for message in same):
            raise Violation(f"row {row.id} ({row.kind}) is posted twice")
        if row.id in self.over:
            raise Violation(f"row {row.id} ({row.kind}) comes again after others deleted it")

    def _see_that_it_is_newest(self, row: Row, here: Channel) -> None:
        for subject in (None,) if row.match is None else (None, row.match):
            newest = here.newest.get(subject, 0)
            if row.id < newest and not (subject is None and row.id in self.aside):
                raise Violation(f"row {row.id} ({row.kind}) comes after row {newest}")
            here.newest[subject] = max(newest, row.id)

    def _see_that_turns_are_announced_once(self, row: Row) -> None:
        if row.match is None:
            return
        for turn in range(row.announces_from, row.announces_to + 1):
            announcer = self.announced.get((row.match, turn), row.id)
            there = (
                m for m in self.messages.values() if m.row == announcer and m.deleted != "others"
            )
            if announcer != row.id and not self.replaced(announcer) and any(there):
                raise Violation(f"turn {turn} is announced by rows {announcer} and {row.id}")
            self.announced[row.match, turn] = row.id

    def _open(self, row: Row) -> Answer:
        card = row.channel  # a thread is a channel with the number of its card
        if card in self.channels:
            return Answer(Code.OK, card)
        message = self.messages[card]
        refusal = self.refuses(message.channel)
        if refusal or self.limit:
            return Answer(refusal or Code.TOO_MANY_THREADS)
        if message.deleted:
            return Answer(Code.UNKNOWN_MESSAGE)
        self.channels[card] = Channel(message.channel)
        return Answer(Code.OK, card)

    def _archive(self, row: Row) -> Code:
        refusal = self.refuses(row.channel)
        self.channels[row.channel].archived = True
        for message in self.messages.values():
            there = message.channel == row.channel and not message.deleted
            if there and self.row(message.row).pending:
                raise Violation("a thread is archived before its last board is done")
        return refusal or Code.OK

    def _edit(self, row: Row, wish: Shows, late: bool) -> Code:
        if row.message is None:
            raise Violation(f"row {row.id} ({row.kind}) is edited, but it was never sent")
        now, found = self.clock(), self.messages[row.message]
        refusal = self.refuses(row.channel)
        if refusal or self.channels[row.channel].archived:
            return refusal or Code.ARCHIVED
        if found.deleted:
            return Code.UNKNOWN_MESSAGE
        if wish.desired == "gone":
            found.deleted = "us"
            return Code.OK
        aged = now - row.message // 1000 > HOUR
        if aged and (found.kind == "living" or self.rng.random() < 0.3):
            return Code.OLD_EDITS
        counts = found.kind == "card" and not late and wish.desired == found.shows.desired == "full"
        if counts and wish.ply > 0 and not wish.over and now - found.edited < EVERY:
            raise Violation("a card is edited too often")
        found.shows, found.edited = wish, now if wish.ply > 0 and not late else -EVERY
        return Code.OK
