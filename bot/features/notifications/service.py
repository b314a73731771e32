"""Calls people as they want to be called: by direct message, or later, when they are awake."""

from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta

from bot.features.notifications.store import Chosen, NotificationQueries
from bot.service.calls import COLLECTED, CallPreferences, Calls, Where, mover
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError
from bot.service.service import Service
from bot.shards import Shards
from bot.storage.rows import DELETED, NO_SERVER, Spot, StoredMatch, StoredMessage
from bot.storage.schema import EPOCH
from bot.storage.transaction import Transaction
from engine.rest import Rest

DIRECT, CALL = "direct", "call"
"""The kinds of messages that call somebody: direct ones, and those in the channels of the games."""
BATCH = 25
"""How many people are called in a round."""
MICROSECOND = timedelta(microseconds=1)


@dataclass(frozen=True, slots=True)
class News:
    """What a message tells somebody."""

    user: int
    waiting: Sequence[StoredMatch]
    """The games that wait for them, the next deadline first."""
    over: Sequence[StoredMatch]
    """Those that have ended."""
    boards: Mapping[int, int | None]
    """By match, the message with its newest board."""
    refused: bool
    """A direct message to them was refused."""


@dataclass(frozen=True, slots=True)
class Note:
    """What the note of a message says."""

    user: int
    since: datetime | None
    """See `Calls.later`."""

    def write(self, kind: str, channel_id: int, now: datetime) -> str:
        """The note, which no other message has."""
        since = 0 if self.since is None else (self.since - EPOCH) // MICROSECOND
        return f"{kind} {self.user} {since} {channel_id} {(now - EPOCH) // MICROSECOND}"

    @classmethod
    def read(cls, one: StoredMessage) -> "Note":
        """The inverse of `write`."""
        user, since, *_ = map(int, (one.note or "").split()[1:])
        return cls(user, EPOCH + since * MICROSECOND if since else None)


class ChosenCalls(Calls):
    """Calls by what people have chosen."""

    def of(self, tx: Transaction, users: Collection[int]) -> Mapping[int, CallPreferences]:
        """How these people want to be called, as far as they have said so."""
        known: dict[int, CallPreferences | None] = tx.once.setdefault(ChosenCalls, {})
        if new := {*users} - known.keys():
            found = _queries(tx).of(new)
            known |= {user: found[user].preferences if user in found else None for user in new}
        wanted = ((user, known[user]) for user in users)
        return {user: preferences for user, preferences in wanted if preferences is not None}

    def later(self, tx: Transaction, user: int, at: datetime, since: datetime | None) -> None:
        """Call somebody ``at`` that time, or before if they are to be called anyway."""
        chosen = _queries(tx).get(user)
        if chosen.due is not None:
            at = min(at, chosen.due)
            since = since and chosen.since and min(since, chosen.since)
        _queries(tx).keep(user, replace(chosen, due=at, since=since))

    def turned(self, tx: Transaction, live: LiveMatch, now: datetime) -> None:
        """Also leave whoever has taken this turn in peace for a while."""
        super().turned(tx, live, now)
        if (user := mover(live)) is not None and self.of(tx, [user]):
            _leave_alone(tx, user, now)


class Notifications:
    """How everybody in one database is called."""

    def __init__(self, service: Service) -> None:
        self._store = service.store
        self._now = service.now
        self._cache = service.matches.cache
        self._calls = ChosenCalls()
        self._seen: dict[int, datetime] = {}
        """Who has pressed something since the last round, and when."""

    def register(self, service: Service) -> None:
        """Call people from now on."""
        service.shown_messages.calls = self._calls
        service.deadlines.rounds.append(self.tick)
        service.erasures.append(_forget)

    async def of(self, user: int) -> Chosen:
        """What somebody has chosen."""
        return await self._store.read(lambda tx: _queries(tx).get(user))

    async def choose(self, user: int, zone: str, change: Callable[[Chosen], Chosen]) -> Chosen:
        """Change how somebody is called from now on; ``zone``: theirs, if nobody knows better."""

        def work(tx: Transaction) -> Chosen:
            now, before = self._now(), _queries(tx).get(user)
            chosen = change(before)
            if chosen.quiet is not None and not (chosen.rest and chosen.rest.zone):
                chosen = replace(chosen, rest=replace(chosen.rest or Rest(), zone=zone))
                tx.people.keep_rest(user, chosen.rest or Rest())
            if chosen.where is Where.NOWHERE:
                chosen = replace(chosen, due=None, since=None)
            elif chosen.due is not None:
                chosen = replace(chosen, due=chosen.preferences.awake(now + COLLECTED))
            _queries(tx).keep(user, chosen)
            for stored in tx.matches.running(user=user, most=None):
                _remind(tx, stored, user, chosen.preferences, now)
            return chosen

        return await self._store.write(work)

    def seen(self, user: int) -> None:
        """Somebody has just pressed something: they need no call for a while."""
        self._seen[user] = self._now()

    async def tick(self, there: Shards) -> list[int]:
        """Call those who are due, but for those seen since the last round. Returns the channels.

        Direct messages belong to no server; Discord gives them to the first shard.
        """
        now = self._now()  # who presses something after that is seen in the next round
        seen, self._seen = self._seen, {}
        for user in await self._store.read(lambda tx: _queries(tx).to_call(seen)) if seen else ():
            await self._store.write(lambda tx, user=user: _leave_alone(tx, user, seen[user]))
        if not there.cover(NO_SERVER):
            return []
        changed = list[int]()
        due = await self._store.read(lambda tx: _queries(tx).due(now, BATCH))
        for user in (user for user in due if user not in self._seen):
            changed += await self._store.write(lambda tx, user=user: self._call(tx, user))
        return changed

    def _call(self, tx: Transaction, user: int) -> list[int]:
        """Have somebody called who is due. Returns the channels."""
        now, queries = self._now(), _queries(tx)
        chosen = queries.take_due(user, now)
        if chosen is None or chosen.where is Where.NOWHERE:
            return []
        if (awake := chosen.preferences.awake(now)) > now:
            queries.keep(user, replace(chosen, due=awake))
            return []
        note = Note(user, chosen.since)
        _, new, over = self._games(tx, note)
        kind, spots = CALL, {Spot(game.server, game.channel_id) for game in (*new, *over)}
        if spots and chosen.where is Where.DIRECT and chosen.channel_id is not None:
            kind, spots = DIRECT, {Spot(NO_SERVER, chosen.channel_id)}
            if self._takes_place(tx, chosen.channel_id):
                return []
        for spot in spots:
            written = note.write(kind, spot.channel_id, now)
            tx.messages.add(kind, spot, note=written, person=user)
        return [spot.channel_id for spot in spots]

    def _takes_place(self, tx: Transaction, channel_id: int) -> bool:
        """Have earlier direct messages deleted. Returns True if one still waits to be sent: it
        will tell everything."""
        for key in _queries(tx).sent_to(channel_id, DIRECT):
            old = tx.messages.get(key)
            if old is not None and old.desired == DELETED and old.shown == old.rev:
                tx.messages.forget(key)
            elif old is not None:
                tx.messages.want([old], DELETED)
        waits, _ = tx.messages.waiting(channel_id)
        return any(one.kind == DIRECT and one.unsent and not one.begun for one in waits)

    def _games(
        self, tx: Transaction, note: Note
    ) -> tuple[list[StoredMatch], list[StoredMatch], list[StoredMatch]]:
        """The games that wait for somebody, the new ones of these, and those that have ended."""
        waiting, new = list[StoredMatch](), list[StoredMatch]()
        for stored in tx.matches.running(user=note.user):
            at = self._waits_since(tx, stored, note.user)
            if at is not None:
                waiting.append(stored)
                new += [stored] if note.since is None or at >= note.since else []
        ended = [] if note.since is None else _queries(tx).ended_since(note.user, note.since)
        over = [stored for match_id in ended if (stored := tx.matches.get(match_id)) is not None]
        return waiting, new, [stored for stored in over if self._cache.knows(stored)]

    def _waits_since(self, tx: Transaction, stored: StoredMatch, user: int) -> datetime | None:
        """Since when a game waits for somebody; None: it does not."""
        if stored.solo or stored.paused is not None:
            return None
        try:
            live = self._cache.load(tx, stored)
        except RefusedError:  # it cannot be read, so nobody can play on
            return None
        if user not in (*live.called, live.to_move):
            return None
        return stored.opened if live.match.last is None else live.match.last.at

    async def news(self, one: StoredMessage) -> News | None:
        """What a message is to tell; None if there is nothing left, or if they want no call now."""
        note = Note.read(one)

        def work(tx: Transaction) -> News | None:
            chosen = _queries(tx).get(note.user)
            waiting, new, over = self._games(tx, note)
            if one.kind == DIRECT:
                wanted = chosen.where is Where.DIRECT and chosen.channel_id == one.channel_id
                waiting = waiting if new or over else []
            else:
                wanted = chosen.where is Where.MENTION
                waiting = [game for game in new if game.channel_id == one.channel_id]
                over = [game for game in over if game.channel_id == one.channel_id]
            if not wanted or not (waiting or over):
                return None
            games = (*waiting, *over)
            boards = {game.id: tx.messages.newest_board(game.id) for game in games}
            return News(note.user, waiting, over, boards, chosen.refused)

        return await self._store.read(work)

    def refused(self, tx: Transaction, one: StoredMessage) -> None:
        """Somebody takes no direct message from us: mention them from now on, and do not try that
        again, which Discord would take amiss."""
        note, queries = Note.read(one), _queries(tx)
        chosen = queries.get(note.user)
        if chosen.channel_id == one.channel_id:
            mention = replace(chosen, where=Where.MENTION, channel_id=None, refused=True)
            queries.keep(note.user, mention)
            self._calls.later(tx, note.user, self._now(), note.since)


def _forget(tx: Transaction, user: int, pseudonym: int, seats: Sequence[tuple[int, int]]) -> None:
    """Keep nothing of the channel of somebody's direct messages."""
    del pseudonym, seats
    channel_id = _queries(tx).get(user).channel_id
    if channel_id is not None:
        tx.messages.end_pauses([channel_id])


def _queries(tx: Transaction) -> NotificationQueries:
    return NotificationQueries(tx.connection)


def _leave_alone(tx: Transaction, user: int, pressed: datetime) -> None:
    """Do not call somebody for a while who has pressed something."""
    _queries(tx).postpone(user, pressed + COLLECTED, pressed)


def _remind(
    tx: Transaction, stored: StoredMatch, user: int, preferences: CallPreferences, now: datetime
) -> None:
    """Remind somebody of a game as they want now, if it waits for them."""
    clock, seat = stored.clock, stored.to_move
    if clock is None or seat is None or stored.solo or stored.levels[seat] is not None:
        return
    if stored.players[seat] == user:
        tx.deadlines.remind(stored.id, preferences.reminder(clock, stored.paused or now))
