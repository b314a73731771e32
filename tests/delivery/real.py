"""The store of the program itself: each method is a transaction of its services and queries."""

from collections.abc import Callable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, TypeVar, cast

import sqlalchemy as sa

from bot.service import shown_messages as program
from bot.service.places import all_places
from bot.service.process_shards import ProcessShards
from bot.service.shown_messages import NotMade, Outcome, Refusal, ShownMessages, Stale, Unanswered
from bot.shards import WHOLE
from bot.storage.queries.base import fields
from bot.storage.queries.messages import NEVER as FOR_EVER
from bot.storage.rows import CARD, OPENED_THREAD, REMINDER, Spot, StoredMatch, StoredMessage
from bot.storage.schema import EPOCH, challenge, channel_pause, match, message, player, shard
from bot.storage.transaction import Transaction
from tests.delivery.codes import Code
from tests.delivery.rules import LEASE, NEVER, OLD
from tests.delivery.store import Clock, Match, Row, Send

T = TypeVar("T")
SECOND = timedelta(seconds=1)
SERVER = 1
USED = (message, channel_pause, player, match, challenge, shard)
EVERY_MESSAGE = sa.select(*fields(message)).order_by(message.c.id)
EVERY_PAUSE = sa.select(channel_pause).order_by(channel_pause.c.channel_id)
NO_ENGINE: dict[str, Any] = {"game": "toy", "options": {}, "per_move_s": 60, "opened": EPOCH}
"""Nothing here needs the game of a match."""


class Real:
    """A store in a database, which it empties."""

    def __init__(self, clock: Clock, link: sa.Connection) -> None:
        self.clock = clock
        self._tx, self._link = Transaction(link), link
        self._starts, self._talked = [0, 0], False
        self._closed, self._places = set[int](), list[tuple[str, int]]()
        self._read: dict[tuple[str, int, int], StoredMessage] = {}
        """What the lanes have in hand, as it was read."""
        self._rows: list[Row] | None = None
        """What has been read since the last change, and so have these:"""
        self._matches: dict[int, Match] = {}
        self._held: dict[tuple[int, int], bool] = {}
        """Which process holds the lease at which time."""
        self._left = -1
        """The process that has let go of the lease, if nobody has taken it since."""
        self._shown_by = [self._make_shown(process) for process in (0, 1)]
        self._shown = self._shown_by[0]
        self._do(self._clear)

    def _make_shown(self, process: int) -> ShownMessages:
        process_shards = ProcessShards()
        process_shards.holder = self._name(process)
        nothing = cast(Any, None)  # what is in memory is for the content of messages
        made = ShownMessages(nothing, nothing, process_shards, all_places(), self._now)
        made.far_up = self._far_up
        return made

    def _name(self, process: int) -> str:
        return f"{process} {self._starts[process]}"

    def _now(self) -> datetime:
        return EPOCH + self.clock() * SECOND

    def _far_up(self, one: StoredMessage) -> bool:
        return self._talked or self.clock() - (one.message or 0) // 1000 > OLD

    def _clear(self, tx: Transaction) -> None:
        if self._link.dialect.name == "postgresql":
            names = ", ".join(f'"{table.name}"' for table in USED)
            tx.connection.exec_driver_sql(f"TRUNCATE {names} RESTART IDENTITY CASCADE")
        else:
            for table in USED:
                tx.connection.execute(sa.delete(table))
        tx.shards.hold(WHOLE, "-1 0", EPOCH)

    def _do(self, work: Callable[[Transaction], T]) -> T:
        """Run a transaction that may write."""
        self._forget()
        with self._link.begin():
            return work(self._tx)

    def _forget(self) -> None:
        self._rows = None
        self._matches.clear()

    def _look(self, work: Callable[[Transaction], T]) -> T:
        with self._link.begin():
            return work(self._tx)

    # What is read.

    def row(self, key: int) -> Row:
        return self.rows()[key - 1]

    def replaced(self, row: int) -> bool:
        """The model knows better, and both have to do the same."""
        del row
        return True

    def rows(self) -> list[Row]:
        if self._rows is None:
            found = self._look(lambda tx: tx.connection.execute(EVERY_MESSAGE).all())
            self._rows = [_row(StoredMessage(**one._mapping)) for one in found]
        return self._rows

    def match(self, key: int) -> Match:
        if key not in self._matches:
            self._matches[key] = self._match(key)
        return self._matches[key]

    def _match(self, key: int) -> Match:
        place, card_channel = self._places[key - 1]
        rows = [row for row in self.rows() if row.match == key]
        card = next((row.id for row in rows if row.kind == CARD), None)
        found = self._look(lambda tx: tx.matches.get(key))
        if found is None:
            return Match(key, place, card_channel, card_channel, card=card)
        thread = next((row.id for row in rows if row.kind == OPENED_THREAD), None)
        over, closed = found.deadline is None, key in self._closed
        where = found.place, found.card_channel_id, found.channel_id
        return Match(key, *where, found.ply, over, closed, card, thread)

    def matches(self) -> list[Match]:
        return [self.match(key + 1) for key in range(len(self._places))]

    def paused(self) -> list[tuple[int, int]]:
        found = self._look(lambda tx: tx.connection.execute(EVERY_PAUSE).all())
        return [(one.channel_id, _seconds(one.until)) for one in found]

    # What the service decides.

    def add_match(self, place: str, card_channel: int, card: bool) -> int:
        self._places.append((place, card_channel))
        key = len(self._places)

        def work(tx: Transaction) -> None:
            offered: dict[str, Any] = {
                "id": key,
                "event_id": key,
                "challenger": 1,
                "state": "open",
                "place": place,
            }
            offered |= {"server": SERVER, "channel_id": card_channel, "expires": EPOCH, **NO_ENGINE}
            tx.connection.execute(sa.insert(challenge).values(offered))
            if card:
                tx.messages.add(CARD, Spot(SERVER, card_channel), challenge=key)

        self._do(work)
        return key

    def add_note(self, channel: int) -> int:
        return self._do(lambda tx: tx.messages.add("note", Spot(SERVER, channel))).id

    def remind(self, match: int) -> None:
        def work(tx: Transaction) -> None:
            found = _of(tx, match)
            if all(one.ply != found.ply for one in tx.messages.of_match(match, REMINDER)):
                tx.messages.add(REMINDER, found, match=match, ply=found.ply)

        self._do(work)

    def begin_match(self, match: int) -> None:
        self._do(lambda tx: self._begin(tx, match))

    def _begin(self, tx: Transaction, key: int) -> None:
        place, card_channel = self._places[key - 1]
        begun: dict[str, Any] = {
            "id": key,
            "server": SERVER,
            "channel_id": card_channel,
            "card_channel_id": card_channel,
            "place": place,
        }
        begun |= {"ruleset": "1", "ply": 0, "to_move": 0, "deadline": FOR_EVER, **NO_ENGINE}
        tx.connection.execute(sa.insert(match).values(begun))
        tx.connection.execute(sa.insert(player).values(match=key, seat=0, user=1))
        asked = tx.challenges.get(key)
        assert asked is not None
        self._shown.begins(tx, _of(tx, key), asked)

    def turn(self, match: int, end: bool, talked: bool, wait: int = 0) -> None:
        self._talked = talked
        until = EPOCH + wait * SECOND if wait else None
        self._do(lambda tx: self._turn(tx, match, end, until))

    def _turn(
        self, tx: Transaction, key: int, end: bool, wait: datetime | None = None
    ) -> StoredMatch:
        before = _of(tx, key)
        after = replace(before, ply=before.ply + 1)
        after = replace(after, deadline=None, to_move=None) if end else after
        tx.matches.advance(after)
        self._shown.turned(tx, after, wait)
        return after

    def move_to_thread(self, match: int) -> None:
        """The report of the card does it."""
        raise NotImplementedError

    def news(self, channel: int) -> None:
        self._do(lambda tx: tx.messages.end_pauses([channel]))

    def _close_if_gone(self, tx: Transaction, channel: int) -> None:
        pause = tx.messages.pause(channel)
        if pause is None or pause.missing is None or pause.missed is None:
            return
        if pause.missed - pause.missing >= program.GONE_AFTER:
            running = sorted(tx.matches.running_in(channel))
            self._talked = False
            self._closed.update(running)
            ended = [self._turn(tx, key, end=True) for key in running]
            self._shown.close_channel(tx, channel, ended)

    # Who works.

    def lease(self, process: int) -> None:
        name, now = self._name(process), self._now()
        if (process, self.clock()) in self._held:
            return

        def work(tx: Transaction) -> None:
            _, taken, _ = tx.shards.adopt(WHOLE.count, name, now, now + LEASE * SECOND)
            if taken:
                self._forget()
                self._shown_by[process].take_over(tx, WHOLE)
            self._held = {key: held for key, held in self._held.items() if key[1] == self.clock()}
            self._held[process, self.clock()] = tx.shards.is_held(0, 1, name, now)

        self._look(work)

    def give_up(self, process: int) -> None:
        if self._look(lambda tx: tx.connection.execute(sa.select(shard)).first()) is not None:
            self._left = process if self.holder() == process else self._left
        self._look(lambda tx: tx.shards.let_go(self._name(process), self._now()))
        self._starts[process] += 1
        self._held.clear()
        self._shown_by[process] = self._make_shown(process)

    def holds(self, process: int) -> bool:
        return self._held[process, self.clock()]

    def holder(self) -> int:
        found = self._look(lambda tx: tx.connection.execute(sa.select(shard)).one())
        return self._left if found.holder is None else int(found.holder.split()[0])

    # The lanes.

    def next_send(self, process: int, channel: int) -> Send | None:
        found = self._look(lambda tx: self._shown_by[process].next_work(tx, channel))
        if found.begun:
            self._forget()
        return None if found.send is None else self._send(found.send, found.send, found.begun)

    def begin_again(self, process: int, row: int, attempt: int) -> Send | None:
        one = self._read["send", row, attempt]
        again = self._do(lambda tx: self._shown_by[process].begin_again(tx, one))
        return None if again is None else self._send(again, one, fresh=False)

    def _send(self, one: StoredMessage, before: StoredMessage, fresh: bool) -> Send:
        self._read["send", one.id, one.attempt] = one
        return Send(_row(one), fresh, _seconds(before.tried))

    def sent(self, row: int, attempt: int, message: int) -> None:
        one = self._read["send", row, attempt]
        there = -message if one.kind == OPENED_THREAD else message
        self._do(lambda tx: self._shown.sent(tx, one, there))

    def unanswered(self, row: int) -> None:
        self._do(lambda tx: self._shown.unanswered(tx, _message(tx, row)))

    def not_sent(self, row: int, attempt: int, before: int, settled: bool, code: Code) -> None:
        one, tried = self._read["send", row, attempt], EPOCH + before * SECOND
        shown = self._shown

        def work(tx: Transaction) -> None:
            others = {Code.UNMADE: NotMade(), Code.STALE: Stale()}
            shown.not_sent(tx, one, tried, others.get(code, Refusal(code)), settled=settled)
            if code == Code.UNKNOWN_CHANNEL:
                self._close_if_gone(tx, one.channel_id)

        self._do(work)

    def not_searched(self, row: int, code: Code) -> None:
        def work(tx: Transaction) -> None:
            one = _message(tx, row)
            if code < 0:
                self._shown.unanswered(tx, one)
                return
            self._shown.refused(tx, one, Refusal(code))
            if code == Code.UNKNOWN_CHANNEL:
                self._close_if_gone(tx, one.channel_id)

        self._do(work)

    def lost(self, row: int, attempt: int) -> None:
        self._do(lambda tx: self._shown.lost(tx, self._read["send", row, attempt]))

    def next_edit(self, process: int, channel: int, but: Sequence[Row] = ()) -> Row | None:
        shown, done = self._shown_by[process], [(row.id, row.rev) for row in but]
        found = self._look(lambda tx: shown.next_work(tx, channel, sends=False))
        for one in found.edits:
            if (one.id, one.rev) not in done:
                self._read["edit", one.id, one.rev] = one
                return _row(one)
        return None

    def edited(self, row: int, message: int, rev: int, desired: str, code: Code) -> None:
        one = self._read["edit", row, rev]
        assert (abs(one.message or 0), one.desired) == (message, desired)

        def work(tx: Transaction) -> None:
            self._shown.edited(tx, one, _outcome(code))
            if code == Code.UNKNOWN_CHANNEL:
                self._close_if_gone(tx, one.channel_id)

        self._do(work)


def _of(tx: Transaction, key: int) -> StoredMatch:
    found = tx.matches.get(key)
    assert found is not None
    return found


def _message(tx: Transaction, key: int) -> StoredMessage:
    found = tx.messages.get(key)
    assert found is not None
    return found


def _outcome(code: Code) -> Outcome:
    if code == Code.OK:
        return None
    others = {Code.UNMADE: NotMade(), Code.STALE: Stale(), Code.LOST: Unanswered()}
    return others.get(code, Refusal(code))


def _row(one: StoredMessage) -> Row:
    kind = "note" if one.kind == "result" else one.kind
    return Row(
        one.id, one.channel_id, kind, one.match or one.challenge, one.ply or 0, one.desired,
        one.rev, one.shown, one.begun, one.announces_from or 0,
        -1 if one.announces_to is None else one.announces_to, one.attempt,
        _seconds(one.tried), _seconds(one.due), _seconds(one.not_before),
        None if one.failing is None else _seconds(one.failing),
        None if one.message is None else abs(one.message),
    )  # fmt: skip


def _seconds(at: datetime | None) -> int:
    if at is None:
        return 0
    return NEVER if at == FOR_EVER else (at - EPOCH) // SECOND
