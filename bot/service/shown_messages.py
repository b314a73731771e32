"""Messages that channels are to show: the service's wishes, and the worker's reports of them.

Functions that take a transaction run within it. State in memory may be lost at any time. Each rule
here is in the model in ``tests/delivery``, which fails without it.
"""

from collections import OrderedDict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime, timedelta
from itertools import pairwise
from threading import Lock

from bot.service.calls import Calls
from bot.service.current_time import Now
from bot.service.due_turns import told_by_the_next
from bot.service.followers import called
from bot.service.live_match import LiveMatch
from bot.service.match_cache import MatchCache
from bot.service.place import Occasion, Place
from bot.service.places import place_named
from bot.service.process_shards import ProcessShards
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.server_settings import settings_in
from bot.shards import Shards
from bot.storage.database import Store
from bot.storage.queries.messages import ANNOUNCING, NEVER, Pause
from bot.storage.rows import (
    CARD,
    FULL,
    LINE,
    LIVING_BOARD,
    OPENED_THREAD,
    REMINDER,
    Spot,
    StoredChallenge,
    StoredMatch,
    StoredMessage,
    Whereabouts,
)
from bot.storage.transaction import Transaction
from engine.match import Match
from engine.turns import Turn

SECOND = timedelta(seconds=1)
MINUTE = timedelta(minutes=1)
FRESH = 20 * SECOND
"""We write a request at most this long after its beginning; then it is dropped."""
SETTLED = FRESH + 31 * SECOND
"""After that time nothing of an earlier attempt can be carried out any more."""
EVERY = 30 * SECOND
"""Between two edits of the card of a match that runs."""
QUICK = 10 * MINUTE
"""`boards_a_minute` delays no board of a match with this `TimeControl.pace`, or a faster one."""
LONGEST_HELD = 5 * MINUTE
"""Nor does it delay any board longer than this, even if quick games use it up."""
LONGEST_PAUSE = 600 * SECOND
"""Discord blocks programs that ask too often what it refuses."""
LONGEST_WHILE_MISSING = 60 * SECOND
LONGEST_AFTER_FAILURE = 20 * SECOND
"""So the last channel shows everything within half a minute after Discord is well again."""
ASKED = 120 * SECOND
"""If Discord has not been asked for longer, nobody knows whether a channel was missing so long."""
GONE_AFTER = 600 * SECOND
"""A channel that was missing for so long is gone. In outages Discord has not known channels that
existed, and what ends by mistake cannot be brought back."""
MOST_REPLACED = 100
"""Boards that a process replaces when it begins: with more, people would wait for that, too."""
REMEMBERED = 1000
"""Turns that are kept in memory for the messages that announce them."""

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
ARCHIVED, EDITED_TOO_OFTEN = 50083, 30046
"""Discord's codes: a thread is archived; an old message was edited too often."""


@dataclass(frozen=True, slots=True)
class Announcement:
    """The turns that a message announces."""

    live: LiveMatch
    """The match after the last of them."""
    coalesced: Sequence[LiveMatch] = ()
    """The match after each earlier one, which has no message of its own."""
    before: LiveMatch | None = None
    """The match before all of them; None if they are its first."""
    followers: Sequence[int] = ()
    """The followers of the match whom this message mentions."""
    board: StoredMessage | None = None
    """The living board that shows them, as the last of them has left it."""
    unmentioned: Collection[int | None] = ()
    """Those of the called whom this message must not notify."""

    @property
    def mentioned(self) -> list[int]:
        """Those whom it notifies, besides followers."""
        return [user for user in self.live.called if user not in self.unmentioned]

    def steps(self) -> list[tuple[LiveMatch, LiveMatch]]:
        """The match before and after each of them, except for its beginning."""
        states = [*self.coalesced, self.live]
        return list(pairwise(states if self.before is None else [self.before, *states]))


@dataclass(frozen=True, slots=True)
class Work:
    """The work that is due in a channel now."""

    send: StoredMessage | None = None
    """A message that is to be sent."""
    begun: bool = False
    """True if its sending has just begun; else the sending is in doubt."""
    edits: Sequence[StoredMessage] = ()
    """Messages that are to be edited, stripped of their buttons, or deleted."""
    again: datetime | None = None
    """When there will be more to do, as far as that is known."""
    missing: bool = False
    """True if Discord has not known the channel for so long that it may be gone."""


@dataclass(frozen=True, slots=True)
class Refusal:
    """A refused request; ``code`` is Discord's own, 0 if it gave none."""

    code: int = 0


class Unanswered:
    """A request without an answer: Discord may have carried it out."""


class Stale:
    """A request that was too late to be written."""


class NotMade:
    """A message that our own fault kept from being made; it lets others pass for a while."""


Outcome = Refusal | Unanswered | Stale | NotMade | None
"""The outcome of an edit; None if it was made."""


class ShownMessages:
    """Keeps track of the messages that channels are to show."""

    def __init__(
        self,
        store: Store,
        cache: MatchCache,
        process_shards: ProcessShards,
        places: Mapping[str, Place],
        now: Now,
    ) -> None:
        self.places = places
        self.now = now
        self.far_up: Callable[[StoredMessage], bool] = lambda _: False
        """True if a message is so far up in its channel that a new one is better. Called in a
        thread of the database."""
        self.sends = False
        """True if a worker in this process sends the messages whose sending a turn begins."""
        self.at_end: list[Callable[[Transaction, LiveMatch], None]] = []
        """Callbacks of the features, called in the transaction in which a match ends."""
        self.at_close: list[Callable[[Transaction, StoredChallenge], None]] = []
        """Callbacks of the features, called in the transaction in which a challenge is closed
        without a match: it was declined, withdrawn or changed, it has expired, or, before its time
        was over, its channel has gone."""
        self.follows: list[Callable[[Transaction, LiveMatch, LiveMatch], Turn | None]] = []
        """Callbacks of the features, called in the transaction of a turn with the match before and
        after it; each may return a turn that follows at the same moment."""
        self.instead: list[Callable[[Transaction, LiveMatch, Turn], Turn]] = []
        """Callbacks of the features, called in the transaction of a turn with the match before it;
        each returns the turn to take, or refuses."""
        self.stays: list[Callable[[Match, int], bool]] = []
        """Callbacks of the features: each says if a seat may not go back behind its last move, not
        even with the others' leave, so that nobody offers that."""
        self.calls = Calls()
        """How people are called; a feature can put its own here."""
        self._store = store
        self._cache = cache
        self._process_shards = process_shards
        self._announcements = OrderedDict[tuple[int, int], Announcement]()
        self._there = OrderedDict[int, StoredMessage]()
        """The messages that this process has sent lately, by id on Discord."""
        self._using = Lock()

    # --- wishes ---

    def place_of(self, match: StoredMatch | LiveMatch | StoredChallenge) -> Place:
        """The place of a match, or of a challenge's match."""
        return place_named(match.place, self.places)

    def begins(self, tx: Transaction, match: StoredMatch, asked: StoredChallenge) -> None:
        """The match of a challenge has begun."""
        self.place_of(match).begins(tx, match, asked)

    def ended(self, tx: Transaction, live: LiveMatch) -> None:
        """A match has ended."""
        for work in self.at_end:
            work(tx, live)

    def closed(self, tx: Transaction, asked: StoredChallenge) -> None:
        """A challenge was closed without a match."""
        for work in self.at_close:
            work(tx, asked)

    def following(self, tx: Transaction, before: LiveMatch, after: LiveMatch) -> Turn | None:
        """The turn that a feature lets follow the turn from ``before`` to ``after``, if any."""
        due = [work(tx, before, after) for work in self.follows]
        return next((turn for turn in due if turn is not None), None)

    def to_take(self, tx: Transaction, live: LiveMatch, turn: Turn) -> Turn:
        """The turn that features let be taken instead of ``turn``. May refuse."""
        for work in self.instead:
            turn = work(tx, live, turn)
        return turn

    def may_go_back(self, live: LiveMatch, seat: int) -> bool:
        """True if no feature lets the last move of ``seat`` stay for good."""
        return not any(stays(live.match, seat) for stays in self.stays)

    def turned(self, tx: Transaction, match: StoredMatch, wait: datetime | None = None) -> None:
        """A turn was taken; until ``wait`` its message waits for the next turn."""
        begin = self.now() if wait is None and self._may_begin(tx, match) else None
        self.place_of(match).turned(tx, match, Occasion(begin, self.far_up, wait))
        left = tx.messages.left
        left.edits = _due([*left.edits, *left.begun], self.now()) if left.begun else []

    def _may_begin(self, tx: Transaction, match: StoredMatch) -> bool:
        return (
            self.sends
            and self._process_shards.served.cover(match.server)
            and self._holds(tx, match.server, self.now())
            and (match.control.pace <= QUICK or self._held_until(tx, match, self.now()) is None)
        )

    def _held_until(self, tx: Transaction, where: Whereabouts, now: datetime) -> datetime | None:
        """When the owners of a server let another board come to this channel; None: now.

        What waits is coalesced: the board that comes then shows the newest turn.
        """
        most = settings_in(tx, where.server).boards_a_minute
        last = None if most is None else tx.messages.board_before(where.channel_id, most)
        return None if last is None or last + MINUTE <= now else last + MINUTE

    def _can_wait(self, tx: Transaction, one: StoredMessage, now: datetime) -> bool:
        """False for what is no board, for one that has waited long or takes the place of another,
        and for that of a match with so little time a move that nobody may be called late."""
        if one.kind not in ANNOUNCING or one.wanted + LONGEST_HELD <= now:
            return False
        if one.match is None:
            return True
        boards = tx.messages.of_match(one.match, LIVING_BOARD)
        if len(boards) > 1 and any(b.message is None and b.desired == FULL for b in boards):
            return False  # the board before this one, or before the line in front of it, has gone
        return self._stored(tx, one.match).control.pace > QUICK

    def announcement_after(
        self, tx: Transaction, before: LiveMatch, after: LiveMatch
    ) -> Announcement:
        """The turns that a message announces after the turn from ``before`` to ``after``."""
        living = (one for one in tx.messages.left.edits if one.kind == LIVING_BOARD)
        first, last = before.match.ply + 1, after.match.ply
        followers = called(tx, after, first)
        between = self._told(tx, self._stored(tx, after.id), first, last) if last > first else ()
        unmentioned = self.calls.unmentioned(tx, after, self.now())
        after = replace(after, read={**tx.once})
        return Announcement(after, between, before, followers, next(living, None), unmentioned)

    def remember(self, announcement: Announcement) -> None:
        """Keep a turn that this process has stored, so that announcing it needs no query."""
        with self._using:
            self._announcements[announcement.live.id, announcement.live.match.ply] = announcement
            while len(self._announcements) > REMEMBERED:
                self._announcements.popitem(last=False)

    async def announcement_of(self, one: StoredMessage) -> Announcement:
        """The turns that a message announces, whether it is being sent or was sent. May refuse.

        The turn's own data, if remembered, is used unless its clock may have been stopped since,
        or its board may have been replaced.
        """
        key = one.match or 0, one.ply or 0
        with self._using:
            known = self._announcements.get(key)
        linked = one.kind != LINE or (known and known.board and known.board.message)
        first_time = one.message is None and one.tried == one.wanted
        if known and linked and (first_time or one.desired != FULL):
            first = 0 if known.before is None else known.before.match.ply + 1
            if one.announces_from == first:
                return known
        return await self._store.read(lambda tx: self._load(tx, one))

    async def newest(self, one: StoredMessage) -> LiveMatch:
        """The match that a message shows which is kept up to date. May refuse."""
        with self._using:
            known = self._announcements.get((one.match or 0, one.ply or 0))
        if known is not None and known.board == one:
            return known.live
        return await self._store.read(
            lambda tx: self._cache.load(tx, self._stored(tx, one.match or 0))
        )

    async def shown_as(self, there: int) -> StoredMessage | None:
        """The message with the id ``there`` on Discord, as it was when it was sent, if known."""
        with self._using:
            known = self._there.get(there)
        return known or await self._store.read(lambda tx: tx.messages.shown_as(there))

    async def candidates(self, there: int, channel_id: int) -> list[StoredMessage]:
        """The message known under this id on Discord, or else all that are being sent there."""

        def work(tx: Transaction) -> list[StoredMessage]:
            known = tx.messages.shown_as(there)
            return tx.messages.being_sent(channel_id) if known is None else [known]

        return await self._store.read(work)

    async def replied(self, one: StoredMessage) -> None:
        """Keep this message: people have replied to it. Most kinds are never deleted."""
        if not one.replied and one.kind in (LIVING_BOARD, LINE, REMINDER):
            await self._store.write(lambda tx: tx.messages.replied(one.id))

    def _load(self, tx: Transaction, one: StoredMessage) -> Announcement:
        ply = one.ply or 0
        stored = self._stored(tx, one.match or 0)
        live = self._cache.load(tx, stored, ply)
        first = ply if one.announces_from is None else min(one.announces_from, ply)
        before = self._cache.states(tx, stored, [first - 1])[0] if first else None
        coalesced = self._told(tx, stored, first, ply)
        followers = called(tx, live, first)
        there = tx.messages.living_board(live.id) if one.kind == LINE else None
        unmentioned = self.calls.unmentioned(tx, live, self.now())
        return Announcement(live, coalesced, before, followers, there, unmentioned)

    def _told(self, tx: Transaction, stored: StoredMatch, first: int, last: int) -> list[LiveMatch]:
        """The match after each turn from ``first`` to before ``last`` that has words of its own."""
        states = self._cache.states(tx, stored, range(first, last)) if first < last else []
        return [state for state in states if not told_by_the_next(state, stored.opened)]

    def _stored(self, tx: Transaction, match_id: int) -> StoredMatch:
        stored = tx.matches.get(match_id)
        if stored is None:
            raise RefusedError(ServiceRefusal.NO_SUCH_MATCH)
        return stored

    # --- what the worker takes ---

    def take_over(self, tx: Transaction, shards: Shards) -> None:
        """This process begins to work for these shards: edits of the last may be under way."""
        now = self.now()
        for board in tx.messages.take_over(shards, now, now + SETTLED)[:MOST_REPLACED]:
            self._unchangeable(tx, tx.messages.get(board))

    def _holds(self, tx: Transaction, server: int, now: datetime) -> bool:
        """True if this process still holds the lease for a server's shard, or needs none."""
        holder = self._process_shards.holder
        number, count = (
            self._process_shards.assigned.of(server),
            self._process_shards.assigned.count,
        )
        return holder is None or tx.shards.is_held(number, count, holder, now)

    def next_work(self, tx: Transaction, channel_id: int, *, sends: bool = True) -> Work:
        """The work that is due in a channel now; ``sends``: whether a sending may begin."""
        now, (waits, pause) = self.now(), tx.messages.waiting(channel_id)
        if not waits or not self._holds(tx, waits[0].server, now):
            return Work()
        paused = pause is not None and pause.until > now
        missing = paused and pause is not None and pause.missing is not None
        due = [] if missing else _due(waits, now)
        unsent = [one for one in waits if one.message is None and not paused and sends]
        send, begun, held = self._next_send(tx, unsent, now)
        times = [time for one in waits for time in (one.due, one.not_before)]
        times.append(held)
        times.append(None if pause is None else pause.until)
        again = min((at for at in times if at and now < at < NEVER), default=None)
        return Work(send, begun, due, again, pause is not None and _missing_long(pause))

    def _next_send(
        self, tx: Transaction, unsent: Sequence[StoredMessage], now: datetime
    ) -> tuple[StoredMessage | None, bool, datetime | None]:
        """What is to be sent; whether that has just begun; and until when boards are held back."""
        for one in unsent:
            if one.in_doubt:
                return (None if _waits(one, now) else one), False, None
        aside, announces = set[int | None](), any(one.kind in ANNOUNCING for one in unsent)
        held = self._held_until(tx, unsent[0], now) if announces else None
        for one in unsent:
            if held is not None and self._can_wait(tx, one, now):
                aside.add(one.match)
                continue
            if _waits(one, now):  # we cannot make it, so it lets others pass, but none of its match
                aside.add(one.match)
                continue
            if one.match is not None and one.match in aside:
                continue
            doubts, last = (False, -1) if one.match is None else tx.messages.doubts(one.match)
            if not doubts:
                return tx.messages.begin(one, now, last), True, None
        return None, False, held

    def begin_again(self, tx: Transaction, one: StoredMessage) -> StoredMessage | None:
        """Another attempt of a message that was looked for in vain."""
        now = self.now()
        return tx.messages.begin_again(one, now) if self._holds(tx, one.server, now) else None

    # --- what it reports of a sending ---

    def sent(self, tx: Transaction, one: StoredMessage, there: int) -> None:
        """It is there, as this message, by this attempt or by one that was found."""
        if not tx.messages.sent(one, there):
            self._later(tx, one)  # somebody has taken it over: what this attempt made will be found
            return
        with self._using:
            self._there[there] = replace(one, message=there)
            while len(self._there) > REMEMBERED:
                self._there.popitem(last=False)
        there_now = tx.messages.get(one.id) if one.kind in (CARD, LIVING_BOARD) else None
        if there_now is not None and there_now.match is not None:  # perhaps since `one` was read
            match = self._stored(tx, there_now.match)
            self.place_of(match).is_there(tx, match, there_now)

    def unanswered(self, tx: Transaction, one: StoredMessage) -> None:
        """It is in doubt: nobody knows whether Discord has it."""
        self._later(tx, one, most=LONGEST_AFTER_FAILURE)

    def not_sent(
        self,
        tx: Transaction,
        one: StoredMessage,
        before: datetime | None,
        why: Refusal | Stale | NotMade,
        *,
        settled: bool,
    ) -> None:
        """This attempt was surely not carried out; ``settled``: nor was any earlier one.

        ``before``: when the earlier one was.
        """
        found = tx.messages.get(one.id)
        if found is None or found.shown == found.rev:
            return  # somebody else has sent it, or given it up
        tx.messages.release(one, before, settled=settled)
        if isinstance(why, NotMade):
            self._later(tx, one, most=LONGEST_AFTER_FAILURE)
        elif isinstance(why, Refusal):
            self.refused(tx, one, why)
            if one.match is not None:
                match = self._stored(tx, one.match)
                self.place_of(match).refused(tx, match, one, why.code)

    def refused(self, tx: Transaction, one: StoredMessage, refusal: Refusal) -> None:
        """Sends to its channel are refused, or the history in which it was to be looked for is."""
        if refusal.code == UNKNOWN_CHANNEL:
            self._missing(tx, one)
            return
        now, known = self.now(), tx.messages.pause(one.channel_id)
        known = known or Pause(now, now, None, None)
        until = now + max(SECOND, min(LONGEST_PAUSE, now - known.since))
        tx.messages.set_pause(one, replace(known, until=until))

    def _missing(self, tx: Transaction, one: StoredMessage) -> None:
        """Discord does not know its channel."""
        now, known = self.now(), tx.messages.pause(one.channel_id)
        known = known or Pause(now, now, None, None)
        since = known.missing
        if since is None or known.missed is None or now - known.missed > ASKED:
            since = now
        until = now + max(SECOND, min(LONGEST_WHILE_MISSING, now - since))
        tx.messages.set_pause(one, Pause(known.since, until, since, now))

    # --- what it reports of an edit, and of both ---

    def edited(self, tx: Transaction, one: StoredMessage, outcome: Outcome) -> None:
        """Record the outcome of an edit of ``one``, as it was read before the edit was made."""
        now = self.now()
        if outcome is None:
            throttled = one.kind == CARD and one.desired == FULL and self._running(tx, one)
            tx.messages.edited(one, now + EVERY if throttled else None)
            return
        found = tx.messages.get(one.id)
        if found is None or found.shown == found.rev:
            return  # it is gone with its channel
        code = outcome.code if isinstance(outcome, Refusal) else None
        if code == UNKNOWN_MESSAGE:
            self.lost(tx, one)
        elif code == UNKNOWN_CHANNEL:
            self._missing(tx, one)
        elif isinstance(outcome, Unanswered | NotMade) and one.desired == FULL:
            tx.messages.hold(one.id, now + SETTLED)
            if isinstance(outcome, Unanswered):  # nobody waits so long for a board
                self._unchangeable(tx, tx.messages.get(one.id))
            tx.messages.free_deletion(one.id)
        elif code == EDITED_TOO_OFTEN:
            self._later(tx, one, 6 * SECOND, 60 * SECOND)
            self._unchangeable(tx, tx.messages.get(one.id))
            tx.messages.free_deletion(one.id)
        elif code == ARCHIVED:
            match = self._running(tx, one)
            if match is None or one.channel_id != match.channel_id:
                tx.messages.let_be(one.id)
            else:
                tx.messages.hold(one.id, NEVER)  # until the next board opens the thread
        elif not isinstance(outcome, Stale):
            refused = isinstance(outcome, Refusal)
            self._later(tx, one, most=None if refused else LONGEST_AFTER_FAILURE)

    def _running(self, tx: Transaction, one: StoredMessage) -> StoredMatch | None:
        """The match of a message, if it runs."""
        match = None if one.match is None else self._stored(tx, one.match)
        return match if match is not None and match.deadline is not None else None

    def lost(self, tx: Transaction, one: StoredMessage) -> None:
        """Others have deleted it."""
        found = tx.messages.get(one.id)
        if found is None or found.attempt != one.attempt:
            self._later(tx, one)  # somebody has taken it over: what that attempt made will be found
            return
        tx.messages.over(one.id)
        self._unchangeable(tx, found)

    def _unchangeable(self, tx: Transaction, found: StoredMessage | None) -> None:
        if found is not None and found.match is not None:
            match = self._stored(tx, found.match)
            self.place_of(match).unchangeable(tx, match, found)

    def never(self, tx: Transaction, one: StoredMessage) -> None:
        """It can never be sent, or has nothing left to say: the next one announces its turns."""
        found = tx.messages.get(one.id)
        if found is None or found.attempt != one.attempt:
            return  # somebody has taken it over, or another has its place and perhaps its id
        tx.messages.over(one.id, unannounced=True)
        if one.kind == CARD:  # from which a thread was perhaps to be opened
            self._unchangeable(tx, found)

    def _later(
        self,
        tx: Transaction,
        one: StoredMessage,
        least: timedelta | None = None,
        most: timedelta | None = None,
    ) -> None:
        """Try it again later: the longer it has been failing, the later."""
        now, found = self.now(), tx.messages.get(one.id)
        if found is not None:
            since, least = found.failing or now, least or SECOND
            tx.messages.hold(
                one.id, now + max(least, min(most or LONGEST_PAUSE, now - since)), since
            )

    def close_channel(
        self, tx: Transaction, channel_id: int, ended: Sequence[LiveMatch | StoredMatch]
    ) -> None:
        """A channel is gone, and with it everything in it, and in the threads of these matches."""
        for live in ended:
            if live.channel_id != channel_id:
                tx.messages.give_up(live.channel_id)
            if live.card_channel_id != channel_id:
                self.place_of(live).gone(tx, live.id, Spot(live.server, live.card_channel_id))
        tx.messages.give_up(channel_id)


def _due(waits: Sequence[StoredMessage], now: datetime) -> list[StoredMessage]:
    """The messages of ``waits`` that can be edited now. A thread is closed last."""
    others = any(one.kind != OPENED_THREAD for one in waits)
    return [
        one
        for one in waits
        if one.message is not None
        and not _waits(one, now)
        and not (one.kind == OPENED_THREAD and others)
    ]


def _waits(one: StoredMessage, now: datetime) -> bool:
    """True if it is too early to try the message."""
    return any(later is not None and later > now for later in (one.due, one.not_before))


def _missing_long(pause: Pause) -> bool:
    if pause.missing is None or pause.missed is None:
        return False
    return pause.missed - pause.missing >= GONE_AFTER
