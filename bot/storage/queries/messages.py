"""Messages that channels show or are to show: every statement about the table of messages.

The service adds messages and wishes (`add`, `want`), a worker fulfils them and reports. Each rule
behind these statements, with the run that needs it, is in the model in ``tests/delivery``.
"""

from collections.abc import Collection, Iterable, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime
from secrets import token_urlsafe
from typing import Any

import sqlalchemy as sa

from bot.shards import WHOLE, Shards
from bot.storage.queries.base import Queries, on_shards
from bot.storage.rows import (
    BOARD,
    CARD,
    DELETED,
    FIRST_OF_DISCORD,
    FULL,
    LINE,
    LIVING_BOARD,
    OPENED_THREAD,
    REMINDER,
    StoredMessage,
    Whereabouts,
)
from bot.storage.schema import Id, Moment, challenge, channel_pause, message, turn

WAKE_UP = "keil_messages"
"""The channel of PostgreSQL on which processes hear of each other's messages, see `wake_ups`."""
ANNOUNCING = (BOARD, LIVING_BOARD, LINE)
"""The kinds of messages that announce turns."""
WITH_TIME = (*ANNOUNCING, REMINDER, CARD)
"""The kinds that say when the time of the player to move runs out."""
NEVER = datetime(9999, 1, 1, tzinfo=UTC)
"""The time until which something waits that only an event can end."""

_KEY = sa.bindparam("key", type_=Id)
_CHANNEL = sa.bindparam("channel_id", type_=sa.BigInteger())
_PENDING = message.c.shown != message.c.rev
_COALESCES = (
    (message.c.message.is_(None)) & (message.c.begun == 0) & (message.c.kind != OPENED_THREAD)
)
_DESIRED = sa.bindparam("new_desired", type_=sa.Text())
_WISH = {
    "desired": _DESIRED,
    "rev": message.c.rev + 1,
    "shown": sa.case(((_DESIRED != FULL) & _COALESCES, message.c.rev + 1), else_=message.c.shown),
    "not_before": sa.case(  # a deletion is no edit, and need not wait for one
        ((_DESIRED == DELETED) & message.c.message.is_not(None), sa.null()),
        else_=message.c.not_before,
    ),
}
_UNANNOUNCED = {"begun": 0, "announces_from": None, "announces_to": None}
_ADD = sa.insert(message)
_FIELDS = [column.key for column in message.c]
_OF_MATCH = message.c.match == _KEY
_IN_FULL = message.c.desired == sa.literal_column(f"'{FULL}'")
_ABOUT_TURNS = message.c.kind.not_in(
    [sa.literal_column(f"'{kind}'") for kind in (CARD, OPENED_THREAD)]
)
_STANDS = message.c.desired != DELETED
_WISH_OF_ONE = (
    sa.update(message).where(message.c.id == _KEY, _STANDS).values(_WISH).returning(message)
)
_WISH_OF_OTHER_PLY = (
    sa.update(message)
    .where(message.c.id == _KEY, _STANDS)
    .values(
        {
            **_WISH,
            "ply": sa.bindparam("new_ply", type_=sa.Integer()),
            "due": sa.bindparam("new_due", type_=Moment()),
        }
    )
    .returning(message)
)
_WISH_OF_TURNS = (
    sa.update(message)
    .where(_OF_MATCH, _IN_FULL, _ABOUT_TURNS, _STANDS)
    .values(_WISH)
    .returning(message)
)
_RENEW_CARD = {
    hurry: sa.update(message)
    .where(_OF_MATCH, message.c.kind == CARD, _STANDS)
    .values({**_WISH, "due": None} if hurry else _WISH)
    .returning(message.c.channel_id, message.c.due)
    for hurry in (False, True)
}
_ONE = sa.select(message).where(message.c.id == _KEY)
_SHOWING_TURNS = sa.select(message).where(_OF_MATCH, _IN_FULL, _ABOUT_TURNS).order_by(message.c.id)
_NEWEST_BOARD = (
    sa.select(message.c.message)
    .where(
        _OF_MATCH,
        message.c.kind.in_((BOARD, LIVING_BOARD)),
        message.c.message.is_not(None),
        _STANDS,
    )
    .order_by(message.c.ply.desc(), message.c.id.desc())
    .limit(1)
)
_PAUSE = [channel_pause.c[name] for name in ("since", "until", "missing", "missed")]
_WAITING = (
    sa.select(message, *_PAUSE)
    .outerjoin(channel_pause, channel_pause.c.channel_id == message.c.channel_id)
    .where(message.c.channel_id == _CHANNEL, _PENDING)
    .order_by(message.c.id)
)
_DOUBTS = sa.exists().where(
    _OF_MATCH,
    _PENDING,
    message.c.message.is_(None),
    message.c.begun > 0,
    message.c.kind != OPENED_THREAD,
)
_LAST_ANNOUNCED = (
    sa.select(sa.func.max(message.c.announces_to))
    .where(_OF_MATCH, message.c.announces_to.is_not(None))
    .scalar_subquery()
)
_STATE_OF_MATCH = sa.select(_DOUBTS.label("doubts"), _LAST_ANNOUNCED.label("last_announced"))
_PAUSED = sa.select(*_PAUSE).where(channel_pause.c.channel_id == _CHANNEL)
_FREE = sa.select(
    sa.select(channel_pause.c.until)
    .where(channel_pause.c.channel_id == _CHANNEL)
    .scalar_subquery()
    .label("until"),
    sa.exists()
    .where(message.c.channel_id == _CHANNEL, _PENDING, message.c.message.is_(None))
    .label("waits"),
    _DOUBTS.label("doubts"),
    _LAST_ANNOUNCED.label("last_announced"),
)
_BEGIN = (
    sa.update(message)
    .where(message.c.id == _KEY)
    .values(
        begun=message.c.rev,
        attempt=message.c.attempt + 1,
        tried=sa.bindparam("now", type_=Moment()),
        announces_from=sa.bindparam("first", type_=sa.Integer()),
        announces_to=sa.bindparam("last", type_=sa.Integer()),
    )
)
_HERE = sa.bindparam("here", type_=sa.BigInteger())


def _parked(those: sa.FromClause) -> sa.ColumnElement[bool]:
    """The condition for messages that wait in a channel until something is sent there."""
    pending = those.c.shown != those.c.rev
    for_ever = those.c.not_before == sa.bindparam("for_ever", type_=Moment())
    return (those.c.channel_id == _HERE) & pending & for_ever


_SENT = (
    sa.update(message)
    .where(message.c.id == _KEY, message.c.attempt == sa.bindparam("own"))
    .values(
        message=sa.bindparam("there", type_=sa.BigInteger()),
        shown=message.c.begun,
        failing=None,
        not_before=None,
    )
    .returning(
        (
            sa.exists().where(channel_pause.c.channel_id == _HERE)
            | sa.exists().where(_parked(message.alias("parked")))
        ).label("halted")
    )
)
_UNPAUSE = sa.delete(channel_pause).where(channel_pause.c.channel_id == _CHANNEL)
_UNPARK = sa.update(message).where(_parked(message)).values(not_before=None)
_SHOWN = (
    sa.update(message)
    .where(message.c.id == _KEY, message.c.shown < sa.bindparam("wish"))
    .values(shown=sa.bindparam("wish"), failing=None)
)
_SHOWN_CARD = _SHOWN.values(due=sa.bindparam("then", type_=Moment()))
_WAKE = sa.select(sa.func.pg_notify(WAKE_UP, sa.bindparam("payload", type_=sa.Text())))


def _new_nonce() -> str:
    """A text that no other message has, in any database: 16 of Discord's 25 characters."""
    return token_urlsafe(12)


@dataclass(frozen=True, slots=True)
class Pause:
    """A pause of a channel whose sends Discord refuses."""

    since: datetime
    until: datetime
    missing: datetime | None
    """Since when Discord does not know the channel."""
    missed: datetime | None
    """When it last said so."""


@dataclass(slots=True)
class Left:
    """The work that a transaction leaves for the worker that sends messages."""

    channels: set[int] = field(default_factory=set[int])
    """The channels with work."""
    begun: list[StoredMessage] = field(default_factory=list[StoredMessage])
    """The messages whose sending it has begun."""
    edits: list[StoredMessage] = field(default_factory=list[StoredMessage])
    """The messages whose look it wants to change."""


class MessageQueries(Queries):
    """Messages that channels show or are to show."""

    def __init__(self, connection: sa.Connection) -> None:
        super().__init__(connection)
        self.left = Left()
        """The work that this transaction leaves for the worker."""
        self.waker = ""
        """The name of this process for others, which it need not wake."""

    # --- wishes ---

    def add(
        self,
        kind: str,
        where: Whereabouts,
        *,
        begun: datetime | None = None,
        due: datetime | None = None,
        **about: Any,
    ) -> StoredMessage:
        """Want a new message of this ``kind``.

        ``about``: the match and its ply, the challenge, a note, or the person whom it is about.
        ``begun``: it is sent at once, by this process, from then on, unless something has to be
        sent before. ``due``: not before.
        """
        new = StoredMessage(
            id=0,
            server=where.server,
            channel_id=where.channel_id,
            kind=kind,
            match=about.get("match"),
            ply=about.get("ply"),
            challenge=about.get("challenge"),
            note=about.get("note"),
            desired=FULL,
            rev=1,
            shown=0,
            begun=0,
            attempt=0,
            tried=None,
            announces_from=None,
            announces_to=None,
            nonce=_new_nonce(),
            due=due,
            not_before=None,
            failing=None,
            message=None,
            wanted=begun or datetime.now(UTC),
            person=about.get("person"),
        )
        if begun is not None:
            new = self._begun_at_once(new, begun)
        values = {key: getattr(new, key) for key in _FIELDS if key != "id"}
        new = replace(new, id=self._insert(_ADD, values))
        if new.begun:
            self.left.begun.append(new)
        self._wake(new.channel_id)
        return new

    def _begun_at_once(self, new: StoredMessage, now: datetime) -> StoredMessage:
        found = self._one(_FREE, channel_id=new.channel_id, key=new.match)
        if found is None or found.waits or found.doubts or (found.until and found.until > now):
            return new
        first = 0 if found.last_announced is None else found.last_announced + 1
        return replace(
            new, begun=1, attempt=1, tried=now, announces_from=first, announces_to=new.ply
        )

    def add_note(
        self, kind: str, number: object, where: Whereabouts, *, person: int | None = None
    ) -> bool:
        """Want a message of another kind; whether there was none about this before.

        ``person``: whom alone it is about; it goes if they delete their data.
        """
        note = f"{kind} {number}"
        if self.with_note(note) is not None:
            return False
        self.add(kind, where, note=note, person=person)
        return True

    def with_note(self, note: str) -> StoredMessage | None:
        """The message with this ``note``."""
        return self._first(message.c.note == note)

    def with_notes(self, notes: Collection[str]) -> list[StoredMessage]:
        """The messages with these notes, the oldest first."""
        return self._some(message.c.note.in_(notes))

    def forget(self, key: int) -> None:
        """Delete the row of a message that could not be sent, so that another can replace it."""
        self._run(sa.delete(message).where(message.c.id == key))

    def want(
        self,
        messages: Iterable[StoredMessage],
        desired: str,
        *,
        ply: int | None = None,
        due: datetime | None = None,
    ) -> None:
        """Want these to look otherwise; what was deleted stays so.

        ``ply``: and to be of another ply, but not before ``due``.
        """
        for one in messages:
            values: dict[str, Any] = {"key": one.id, "new_desired": desired}
            if ply is None:
                self._want(_WISH_OF_ONE, values)
            else:
                self._want(_WISH_OF_OTHER_PLY, values | {"new_ply": ply, "new_due": due})

    def want_turns(self, match_id: int, desired: str) -> None:
        """Want everything that shows a turn of this match in full to look otherwise."""
        self._want(_WISH_OF_TURNS, {"key": match_id, "new_desired": desired})

    def _want(self, wish: sa.Executable, values: dict[str, Any]) -> None:
        for one in _messages(self._run(wish, values).all()):
            self.left.edits.append(one)
            self._wake(one.channel_id)

    def want_card(self, challenge_id: int, desired: str = FULL) -> None:
        """Want the card of a challenge brought up to date."""
        this = message.c.challenge == challenge_id, _STANDS
        wanted = sa.update(message).where(*this).values(_WISH)
        wanted = wanted.returning(message.c.channel_id, message.c.due)
        self._want_card(wanted, {"new_desired": desired})

    def renew_card(self, match_id: int, desired: str = FULL, *, hurry: bool = False) -> None:
        """Want the card of a match brought up to date. ``hurry``: at once."""
        self._want_card(_RENEW_CARD[hurry], {"key": match_id, "new_desired": desired})

    def _want_card(self, wanted: sa.Executable, values: dict[str, Any]) -> None:
        for row in self._run(wanted, values).all():
            # Else a round of the timer finds it.
            if row.due is None or row.due <= datetime.now(UTC):
                self._wake(row.channel_id)

    def grows_from(self, challenge_id: int, match_id: int) -> StoredMessage | None:
        """The card of a challenge, from now on that of its match, too."""
        this = message.c.challenge == challenge_id
        self._run(sa.update(message).where(this).values(match=match_id))
        return self._first(this)

    def renew(self, of: sa.Select[Any] | Sequence[int]) -> None:
        """The clocks of the matches ``of`` have changed: whatever shows them is out of date."""
        kept = message.c.kind.in_(WITH_TIME), _IN_FULL, message.c.match.in_(of)
        renewed = sa.update(message).where(*kept).values(rev=message.c.rev + 1)
        for row in self._run(renewed.returning(message.c.channel_id)).all():
            self._wake(row.channel_id)

    def _wake(self, channel_id: int) -> None:
        if channel_id in self.left.channels:
            return
        self.left.channels.add(channel_id)
        if self._connection.dialect.name == "postgresql":  # heard after the commit
            self._run(_WAKE, {"payload": f"{channel_id} {self.waker}"})

    # --- reading ---

    def get(self, key: int) -> StoredMessage | None:
        """The message with this id of ours."""
        row = self._one(_ONE, key=key)
        return None if row is None else _message(row)

    def in_full(self, match_id: int) -> list[StoredMessage]:
        """The messages that show turns of a match with their buttons, or are to show them so."""
        return _messages(self._all(_SHOWING_TURNS, key=match_id))

    def of_match(self, match_id: int, *kinds: str) -> list[StoredMessage]:
        """All messages about a match, of these kinds."""
        return self._some(message.c.match == match_id, message.c.kind.in_(kinds))

    def card_of(self, challenge_id: int) -> StoredMessage | None:
        """The card of a challenge."""
        return self._first(message.c.challenge == challenge_id)

    def shown_as(self, there: int) -> StoredMessage | None:
        """The message with the id ``there`` on Discord, if known."""
        return self._first(message.c.message == there)

    def being_sent(self, channel_id: int) -> list[StoredMessage]:
        """The messages that may already be in this channel, under ids that are still unknown."""
        found, _ = self.waiting(channel_id)
        return [one for one in found if one.in_doubt]

    def living_board(self, match_id: int) -> StoredMessage | None:
        """The board of a match that is kept up to date, if it is there."""
        boards = self.of_match(match_id, LIVING_BOARD)
        there = [one for one in boards if one.desired == FULL and one.message is not None]
        return there[-1] if there else None

    def newest_board(self, match_id: int) -> int | None:
        """The message with the newest board of a match."""
        row = self._one(_NEWEST_BOARD, key=match_id)
        return None if row is None else row.message

    def newest_in(self, channel_id: int) -> int | None:
        """The newest message of ours that is known to be in this channel."""
        newest = sa.func.max(message.c.message).label("newest")
        there = message.c.channel_id == channel_id, message.c.message.is_not(None)
        row = self._one(sa.select(newest).where(*there))
        return None if row is None else row.newest

    def board_before(self, channel_id: int, number: int) -> datetime | None:
        """When the board with this ``number`` in a channel was sent, 1 for the newest.

        A line that announces a turn counts as a board. None: there are fewer.
        """
        there = message.c.channel_id == channel_id, message.c.message.is_not(None)
        boards = sa.select(message.c.tried).where(*there, message.c.kind.in_(ANNOUNCING))
        row = self._one(boards.order_by(message.c.message.desc()).limit(1).offset(number - 1))
        return None if row is None else row.tried

    def cause_of(self, sought: StoredMessage) -> int | None:
        """The interaction or message that caused it; its id has the time by Discord's clock."""
        if sought.challenge is not None:
            found = sa.select(challenge.c.event_id).where(challenge.c.id == sought.challenge)
        elif sought.match is None:
            return None
        else:
            this = turn.c.match == sought.match, turn.c.ply == sought.begun_ply
            found = sa.select(turn.c.event_id).where(*this)
        row = self._one(found)
        cause = 0 if row is None else row.event_id or 0
        return cause if cause >= FIRST_OF_DISCORD else None

    def channels(self, now: datetime, shards: Shards = WHOLE) -> list[int]:
        """The channels on these shards in which something can be done now."""
        rows = self._all(
            sa.select(
                message.c.channel_id,
                message.c.message,
                message.c.due,
                message.c.not_before,
                channel_pause.c.until,
            )
            .outerjoin(channel_pause, channel_pause.c.channel_id == message.c.channel_id)
            .where(_PENDING, on_shards(message.c.server, shards))
        )

        def may(row: sa.Row[Any]) -> bool:
            if row.message is None and row.until is not None and row.until > now:
                return False
            return not any(later is not None and later > now for later in (row.due, row.not_before))

        return sorted({row.channel_id for row in rows if may(row)})

    def serves(self, channel_id: int, shards: Shards) -> bool:
        """True if a message waits in this channel, on one of these shards."""
        here = message.c.channel_id == channel_id, _PENDING, on_shards(message.c.server, shards)
        return self._one(sa.select(message.c.id).where(*here).limit(1)) is not None

    def some_in(self, channel_id: int) -> StoredMessage | None:
        """A message that waits in a channel."""
        return self._first((message.c.channel_id == channel_id) & _PENDING)

    # --- sending ---

    def waiting(self, channel_id: int) -> tuple[list[StoredMessage], Pause | None]:
        """The messages in a channel that do not look as wanted; its pause, if sends are refused."""
        rows = self._all(_WAITING, channel_id=channel_id)
        return _messages(rows), _pause(rows[0]) if rows else None

    def doubts(self, match_id: int) -> tuple[bool, int]:
        """True if a sending of this match is in doubt; and its last announced turn, -1 for none."""
        row = self._one(_STATE_OF_MATCH, key=match_id)
        assert row is not None
        return bool(row.doubts), -1 if row.last_announced is None else row.last_announced

    def begin(self, one: StoredMessage, now: datetime, last_announced: int) -> StoredMessage:
        """Begin to send a message; ``last_announced``: the last turn that earlier ones announce."""
        first, last = (last_announced + 1, one.ply) if one.kind in ANNOUNCING else (None, None)
        begun = replace(
            one,
            begun=one.rev,
            attempt=one.attempt + 1,
            tried=now,
            announces_from=first,
            announces_to=last,
        )
        self._run(_BEGIN, {"key": one.id, "now": now, "first": first, "last": last})
        return begun

    def begin_again(self, one: StoredMessage, now: datetime) -> StoredMessage | None:
        """Begin another attempt of what is in doubt; None if somebody else has done something."""
        this = message.c.id == one.id, message.c.attempt == one.attempt, message.c.message.is_(None)
        found = self._run(
            sa.update(message)
            .where(*this, _PENDING, message.c.begun > 0)
            .values(attempt=message.c.attempt + 1, tried=now)
            .returning(message)
        ).first()
        return None if found is None else _message(found)

    def sent(self, one: StoredMessage, there: int) -> bool:
        """This attempt is the message ``there``; False if another one has begun since."""
        here = {"here": one.channel_id, "for_ever": NEVER}
        found = self._one(_SENT, key=one.id, own=one.attempt, there=there, **here)
        if found is not None and found.halted:
            self.go_on(one.channel_id)
        return found is not None

    def go_on(self, channel_id: int) -> None:
        """End the pause after a successful send, and release the edits that waited for one."""
        self._run(_UNPAUSE, {"channel_id": channel_id})
        self._run(_UNPARK, {"here": channel_id, "for_ever": NEVER})

    def release(self, one: StoredMessage, tried: datetime | None, *, settled: bool) -> None:
        """This attempt was surely not carried out; ``settled``: nor was any before it."""
        now = self.get(one.id)
        if now is None or now.attempt != one.attempt:
            return
        values: dict[str, Any] = {"tried": tried}
        if settled and now.in_doubt:
            coalesced = now.desired != FULL and now.kind != OPENED_THREAD
            values |= _UNANNOUNCED
            values |= {"shown": now.rev} if coalesced else {}
        self._set(one.id, **values)

    def over(self, key: int, *, unannounced: bool = False) -> None:
        """Nothing is left to be done for this message: it is gone, or will never be there."""
        values: dict[str, Any] = {"desired": DELETED, "shown": message.c.rev}
        if unannounced:
            values |= _UNANNOUNCED
        self._set(key, **values)

    def announce_again(self, key: int) -> None:
        """Let the next message of the match announce what this one has announced."""
        self._set(key, announces_from=None, announces_to=None)

    # --- editing ---

    def edited(self, one: StoredMessage, then: datetime | None) -> None:
        """The wish that was read is fulfilled; ``then``: no further edit of a card before."""
        shown = {"key": one.id, "wish": one.rev}
        if one.kind == CARD:
            self._run(_SHOWN_CARD, {**shown, "then": then})
        else:
            self._run(_SHOWN, shown)

    def let_be(self, key: int) -> None:
        """Count it as shown, although it may not be."""
        self._set(key, shown=message.c.rev)

    def hold(self, key: int, until: datetime, failing: datetime | None = None) -> None:
        """Do not try this one again before; ``failing``: since when it is refused."""
        self._set(key, not_before=until, failing=failing)

    def free_deletion(self, key: int) -> None:
        """If it is to be deleted, that need not wait until it may be edited."""
        deleted = message.c.id == key, message.c.desired == DELETED
        self._run(sa.update(message).where(*deleted).values(not_before=None))

    def replied(self, key: int) -> None:
        """People have replied to it."""
        self._set(key, replied=True)

    def set_desired(self, key: int, desired: str) -> None:
        """Set the desired state of a message that Discord shows so already."""
        self._set(key, desired=desired, shown=message.c.rev)

    # --- channels ---

    def pause(self, channel_id: int) -> Pause | None:
        """Since when sends to a channel are refused, if they are."""
        row = self._one(_PAUSED, channel_id=channel_id)
        return None if row is None else _pause(row)

    def set_pause(self, where: Whereabouts, new: Pause) -> None:
        """Send nothing to this channel for a while."""
        self._run(_UNPAUSE, {"channel_id": where.channel_id})
        values = {name: getattr(new, name) for name in ("since", "until", "missing", "missed")}
        here = {"channel_id": where.channel_id, "server": where.server}
        self._run(sa.insert(channel_pause).values(**here, **values))

    def troubled(self, shards: Shards = WHOLE) -> list[int]:
        """The channels on these shards where something was refused, or has failed."""
        pauses = sa.select(channel_pause.c.channel_id)
        fails = sa.select(message.c.channel_id).where(_PENDING, message.c.failing.is_not(None))
        here = (
            pauses.where(on_shards(channel_pause.c.server, shards)),
            fails.where(on_shards(message.c.server, shards)),
        )
        return [row.channel_id for row in self._all(sa.union(*here))]

    def end_pauses(self, channels: Collection[int]) -> None:
        """Something has changed in these channels: try again what was refused or has failed."""
        self._run(sa.delete(channel_pause).where(channel_pause.c.channel_id.in_(channels)))
        fails = message.c.channel_id.in_(channels), _PENDING, message.c.failing.is_not(None)
        self._run(sa.update(message).where(*fails).values(not_before=None))
        for channel_id in channels:
            self._wake(channel_id)

    def give_up(self, channel_id: int) -> None:
        """The channel is gone, and with it everything in it."""
        here = message.c.channel_id == channel_id
        unsent = here & message.c.message.is_(None) & _PENDING
        self._run(sa.update(message).where(unsent).values(_UNANNOUNCED))
        gone = {"desired": DELETED, "shown": message.c.rev}
        self._run(sa.update(message).where(here & _PENDING).values(gone))
        there = here & message.c.message.is_not(None) & _IN_FULL
        self._run(sa.update(message).where(there).values(gone))
        self._run(_UNPAUSE, {"channel_id": channel_id})

    def take_over(self, shards: Shards, now: datetime, settled: datetime) -> list[int]:
        """Another process begins to work for these shards: requests of the last may be under way.

        An edit that is late could overwrite a newer one of the same message; what is taken off or
        deleted stays so. Returns the boards that must not be edited for now.
        """
        here = _PENDING & on_shards(message.c.server, shards)
        there = message.c.message.is_not(None)
        # The clock of the last process may have been wrong, and what it waits for far away.
        waits = here & (message.c.not_before < NEVER)
        self._run(sa.update(message).where(waits, sa.not_(there)).values(not_before=None))
        far = waits & there & (message.c.not_before > settled)
        self._run(sa.update(message).where(far).values(not_before=settled))
        doubts = here & sa.not_(there) & (message.c.begun > 0)
        again = {"attempt": message.c.attempt + 1, "tried": now}
        self._run(sa.update(message).where(doubts).values(again))
        # Of others, the last wish but one may have been such an edit.
        late = _IN_FULL | (message.c.rev - message.c.shown > 1)
        kept = message.c.kind.in_((CARD, LIVING_BOARD)) | (message.c.kind.in_(WITH_TIME) & late)
        edits = here & kept & (message.c.desired != DELETED) & there
        # Nobody has begun to edit what still waits.
        waits_no_more = sa.func.coalesce(message.c.not_before <= now, sa.true())
        # The only wish for it is not due: nobody has begun to fulfil that.
        ahead = (message.c.due > now) & (message.c.rev - message.c.shown == 1)
        begun = sa.not_(sa.func.coalesce(ahead, sa.false()))
        held = sa.update(message).where(edits, waits_no_more, begun)
        held = held.values(not_before=settled, failing=None)
        boards = (message.c.kind == LIVING_BOARD) & _IN_FULL
        rows = self._all(held.returning(message.c.id, boards.label("is_board")))
        return [row.id for row in rows if row.is_board]

    # --- plumbing ---

    def _set(self, key: int, **values: Any) -> None:
        self._run(sa.update(message).where(message.c.id == key).values(values))

    def _some(self, *where: sa.ColumnElement[bool]) -> list[StoredMessage]:
        return _messages(self._all(sa.select(message).where(*where).order_by(message.c.id)))

    def _first(self, where: sa.ColumnElement[bool]) -> StoredMessage | None:
        row = self._one(sa.select(message).where(where))
        return None if row is None else _message(row)


def _pause(row: sa.Row[Any]) -> Pause | None:
    return None if row.since is None else Pause(row.since, row.until, row.missing, row.missed)


def _messages(rows: Iterable[sa.Row[Any]]) -> list[StoredMessage]:
    return [_message(row) for row in rows]


def _message(row: sa.Row[Any]) -> StoredMessage:
    found = row._mapping
    return StoredMessage(**{key: found[key] for key in _FIELDS})
