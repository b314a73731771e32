"""The tables that the core uses; those of a feature are in its ``store.py``, see `all_tables`.

Changes are migrations in ``bot/storage/migrations``, also of features' tables; a test compares the
two.
"""

# Migrations only add, so tables and columns keep their names in the database. The code has better
# ones for some: the variable of the table, or the ``key`` of the column.

import json
from datetime import UTC, datetime, timedelta
from functools import cache
from importlib import import_module
from pathlib import Path
from typing import Any

import sqlalchemy as sa

from bot.storage.personal import OF_SERVER, Erasure, key_of_person, of_person, of_seat
from engine.rest import Night, Rest, Span
from engine.time_control import Reserve

EPOCH = datetime(1970, 1, 1, tzinfo=UTC)


class Moment(sa.types.TypeDecorator[datetime]):
    """An aware datetime in UTC, stored as whole microseconds since 1970."""

    impl = sa.BigInteger
    cache_ok = True

    def process_bind_param(self, value: datetime | None, dialect: Any) -> int | None:  # noqa: ARG002
        """To the database."""
        return None if value is None else (value - EPOCH) // timedelta(microseconds=1)

    def process_result_value(self, value: int | None, dialect: Any) -> datetime | None:  # noqa: ARG002
        """From the database."""
        return None if value is None else EPOCH + timedelta(microseconds=value)


class Reserves(sa.types.TypeDecorator[tuple[Reserve, ...]]):
    """What each seat has left, as JSON: the main time in microseconds, and the periods."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: tuple[Reserve, ...] | None, dialect: Any) -> str | None:  # noqa: ARG002
        """To the database."""
        kept = [(main // timedelta(microseconds=1), periods) for main, periods in value or ()]
        return json.dumps(kept) if kept else None

    def process_result_value(self, value: str | None, dialect: Any) -> tuple[Reserve, ...]:  # noqa: ARG002
        """From the database."""
        kept: list[tuple[int, int]] = [] if value is None else json.loads(value)
        return tuple(Reserve(timedelta(microseconds=main), periods) for main, periods in kept)


class Resting(sa.types.TypeDecorator[Rest]):
    """When a clock stands still, as JSON; times in microseconds since 1970."""

    impl = sa.Text
    cache_ok = True

    def process_bind_param(self, value: Rest | None, dialect: Any) -> str | None:  # noqa: ARG002
        """To the database."""
        if value is None:
            return None
        spans = [
            span and [(at - EPOCH) // timedelta(microseconds=1) for at in span]
            for span in (value.away, value.unseen)
        ]
        return json.dumps([value.zone, value.night, value.weekends, *spans])

    def process_result_value(self, value: str | None, dialect: Any) -> Rest | None:  # noqa: ARG002
        """From the database."""
        if value is None:
            return None
        zone, night, weekends, *spans = json.loads(value)
        away, unseen = (
            Span(*(EPOCH + timedelta(microseconds=at) for at in span)) if span else None
            for span in (*spans, None)[:2]
        )
        return Rest(zone, Night(*night) if night else None, weekends, away, unseen)


metadata = sa.MetaData(
    naming_convention={
        "ix": "ix_%(table_name)s_%(column_0_N_name)s",
        "uq": "uq_%(table_name)s_%(column_0_N_name)s",
        "fk": "fk_%(table_name)s_%(column_0_N_name)s",
        "pk": "pk_%(table_name)s",
    }
)


@cache
def all_tables() -> sa.MetaData:
    """The tables of the core and of the features, which are looked for in their folders."""
    for file in sorted((Path(__file__).parents[1] / "features").glob("*/store.py")):
        import_module(f"bot.features.{file.parent.name}.store")
    return metadata


Id = sa.BigInteger().with_variant(sa.Integer, "sqlite")  # SQLite numbers rows by INTEGER only


def partial_index(
    name: str, *columns: sa.Column[Any], where: sa.ColumnElement[bool], unique: bool = False
) -> None:
    """An index of the rows for which ``where`` holds."""
    sa.Index(name, *columns, unique=unique, sqlite_where=where, postgresql_where=where)


challenge = sa.Table(
    "challenge",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("source", sa.BigInteger, key="event_id", nullable=False, unique=True),
    sa.Column("server", sa.BigInteger, nullable=False),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column(
        "challenger", sa.BigInteger, nullable=False, index=True, info=of_person(Erasure.PSEUDONYM)
    ),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("per_move_s", sa.Integer, nullable=False),
    sa.Column("time", sa.Text, comment="its time control; NULL: per_move_s for each move"),
    sa.Column("opened", Moment, nullable=False),
    sa.Column("expires", Moment, nullable=False),
    sa.Column("state", sa.Text, nullable=False),
    sa.Column("closed_by", sa.BigInteger, info=of_person(Erasure.PSEUDONYM)),
    sa.Column("match", Id, sa.ForeignKey("match.id"), index=True),
    sa.Column("rematch_of", Id, comment="a match; NULL: a challenge of its own"),
    sa.Column("place", sa.Text, comment="how its game will live"),
    sa.Column("pictures", sa.Text, comment="change or turn; NULL: as the server decides"),
    sa.Column(
        "stands_s",
        sa.Integer,
        nullable=False,
        server_default="86400",
        comment="seconds for which it stands",
    ),
    sa.Column(
        "fixed",
        sa.Boolean,
        nullable=False,
        server_default=sa.false(),
        comment="nobody may offer other terms",
    ),
    sa.Column("part_of", sa.Text, comment="what its game belongs to, in words; NULL: nothing"),
)
partial_index(
    "ix_challenge_closed_by", challenge.c.closed_by, where=challenge.c.closed_by.is_not(None)
)
partial_index("ix_challenge_open", challenge.c.expires, where=challenge.c.state == "open")
partial_index(
    "ix_challenge_rematch",
    challenge.c.rematch_of,
    where=challenge.c.state.in_(("open", "accepted")),
    unique=True,
)

invitation = sa.Table(
    "invitation",
    metadata,
    sa.Column("challenge", Id, sa.ForeignKey("challenge.id"), primary_key=True),
    sa.Column("number", sa.Integer, primary_key=True),
    sa.Column(
        "user",
        sa.BigInteger,
        index=True,
        comment="NULL: anybody may take this seat",
        info=of_person(Erasure.PSEUDONYM),
    ),
    sa.Column("accepted", sa.Boolean, nullable=False),
    sa.Column("level", sa.Integer, comment="of a computer; NULL: a person"),
)

# In all tables, `ply` is a number of turns, including those that are not moves (`engine.turns`).

match = sa.Table(
    "match",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("server", sa.BigInteger, nullable=False),
    sa.Column("channel_id", sa.BigInteger, nullable=False, comment="where it is played"),
    sa.Column(
        "home",
        sa.BigInteger,
        key="card_channel_id",
        nullable=False,
        server_default="0",
        comment="the channel of its card, which decides who may see it",
    ),
    sa.Column(
        "place",
        sa.Text,
        nullable=False,
        server_default="boards",
        comment="how it lives, see bot/service/places",
    ),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("ruleset", sa.Text, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    # All the time for the move that is to come; 0: there is no limit.
    sa.Column("per_move_s", sa.Integer, nullable=False),
    sa.Column("time", sa.Text, comment="its time control; NULL: per_move_s for each move"),
    sa.Column("reserves", Reserves, comment="by seat, at the beginning of this turn; NULL: none"),
    sa.Column(
        "rest",
        Resting,
        comment="when the clock of this turn stands still; NULL: never",
        info=of_seat(Erasure.CLEAR),
    ),
    sa.Column(
        "rest_before",
        Resting,
        comment="the same of the turn before, for an undo",
        info=of_seat(Erasure.CLEAR),
    ),
    sa.Column("ply", sa.Integer, nullable=False),
    sa.Column("to_move", sa.Integer, comment="a seat; NULL when the match is over"),
    sa.Column("opened", Moment, nullable=False),
    sa.Column("deadline", Moment, comment="NULL when the match is over"),
    sa.Column("ending", sa.Text, comment="how it ended, see engine/match.py; NULL: not known yet"),
    sa.Column("rematch_of", Id, comment="a match, with the seats in reverse order"),
    sa.Column("remind", Moment, comment="when to remind who is to move; NULL: no more"),
    sa.Column("paused", Moment, comment="since when; NULL: it runs"),
    sa.Column(
        "thinking",
        sa.Boolean,
        nullable=False,
        server_default=sa.false(),
        comment="a computer is to move",
    ),
    sa.Column(
        "given_s",
        sa.BigInteger,
        nullable=False,
        server_default="0",
        comment="seconds that outages gave back for this move",
    ),
    sa.Column("pictures", sa.Text, comment="change or turn; NULL: as the server decides"),
    sa.Column("part_of", sa.Text, comment="what its game belongs to, in words; NULL: nothing"),
)
partial_index("ix_match_deadline", match.c.deadline, where=match.c.deadline.is_not(None))
partial_index(
    "ix_match_home",
    match.c.card_channel_id,
    where=match.c.card_channel_id != match.c.channel_id,
)
partial_index("ix_match_remind", match.c.remind, where=match.c.remind.is_not(None))
partial_index("ix_match_place", match.c.channel_id, where=match.c.deadline.is_not(None))
partial_index("ix_match_finished", match.c.channel_id, where=match.c.deadline.is_(None))
partial_index(
    "ix_match_unresolved",
    match.c.server,
    where=match.c.deadline.is_(None) & match.c.ending.is_(None),
)
partial_index("ix_match_running", match.c.server, where=match.c.deadline.is_not(None))
partial_index("ix_match_thinking", match.c.server, where=match.c.thinking)

player = sa.Table(
    "player",
    metadata,
    sa.Column("match", Id, sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("user", sa.BigInteger, nullable=False, index=True, info=of_person(Erasure.PSEUDONYM)),
    sa.Column("level", sa.Integer, comment="of a computer; NULL: a person"),
    sa.Column(
        "left_by",
        sa.BigInteger,
        comment="who played until a computer took over; NULL: nobody left it",
        info=of_person(Erasure.PSEUDONYM),
    ),
    sa.Column("rank", sa.Integer, comment="1 for the winner; NULL: nobody has lost, or not yet"),
)
partial_index("ix_player_left_by", player.c.left_by, where=player.c.left_by.is_not(None))

turn = sa.Table(
    "turn",
    metadata,
    sa.Column("match", Id, sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("ply", sa.Integer, primary_key=True),
    sa.Column("seat", sa.Integer, nullable=False),
    sa.Column("text", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
    sa.Column(
        "source",
        sa.BigInteger,
        key="event_id",
        unique=True,
        comment="the interaction; NULL: the clock",
    ),
    sa.Column("left_s", sa.Integer, comment="seconds that were left for it; NULL: not noted"),
    sa.Column(
        "planned",
        sa.Boolean,
        nullable=False,
        server_default=sa.false(),
        comment="by its player, as the answer to the turn before",
    ),
)

person = sa.Table(
    "person",
    metadata,
    key_of_person(Erasure.ROW),
    sa.Column("name", sa.Text, nullable=False, comment="as the person was last seen"),
)

message = sa.Table(
    "message",
    metadata,
    sa.Column("id", Id, primary_key=True, comment="the order in its channel"),
    sa.Column("server", sa.BigInteger, nullable=False, info=OF_SERVER),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("kind", sa.Text, nullable=False),
    sa.Column("match", Id, sa.ForeignKey("match.id")),
    sa.Column("ply", sa.Integer),
    sa.Column("challenge", Id, sa.ForeignKey("challenge.id")),
    sa.Column("note", sa.Text, comment="what else it is about, in words: poll 12"),
    sa.Column("look", sa.Text, key="desired", nullable=False, comment="wanted: full, bare or gone"),
    sa.Column("rev", sa.Integer, nullable=False, comment="the number of the last wish"),
    sa.Column("shown", sa.Integer, nullable=False, comment="the last wish that is fulfilled"),
    sa.Column("begun", sa.Integer, nullable=False, comment="at which wish it was first sent"),
    sa.Column("attempt", sa.Integer, nullable=False, comment="how often it was sent"),
    sa.Column("tried", Moment, comment="when it was last sent"),
    sa.Column("tells", sa.Integer, key="announces_from", comment="the first turn that it tells"),
    sa.Column("told", sa.Integer, key="announces_to", comment="the last turn that it tells"),
    sa.Column("nonce", sa.Text, nullable=False, comment="by which Discord knows a repetition"),
    sa.Column("due", Moment, comment="not to be edited before"),
    sa.Column("not_before", Moment, comment="not to be tried before, after a failure"),
    sa.Column("failing", Moment, comment="since when it fails"),
    sa.Column("message", sa.BigInteger, comment="its id on Discord; NULL: not known"),
    sa.Column("wanted", Moment, nullable=False, comment="since when"),
    sa.Column(
        "replied",
        sa.Boolean,
        nullable=False,
        server_default=sa.false(),
        comment="people have replied to it, so it is not deleted",
    ),
    sa.Column(
        "person", sa.BigInteger, comment="whom alone it is about", info=of_person(Erasure.ROW)
    ),
)
"""The messages that channels show, or are to show: see ``bot/chat/delivery``."""
_unfulfilled = message.c.shown != message.c.rev
partial_index("ix_message_pending", message.c.channel_id, message.c.id, where=_unfulfilled)
partial_index("ix_message_pending_of", message.c.match, where=_unfulfilled)
sa.Index("ix_message_match", message.c.match, message.c.id)
partial_index("ix_message_full", message.c.match, where=message.c.desired == "full")
partial_index(
    "ix_message_told",
    message.c.match,
    message.c.announces_to,
    where=message.c.announces_to.is_not(None),
)
partial_index(
    "ix_message_message", message.c.message, where=message.c.message.is_not(None), unique=True
)
partial_index(
    "ix_message_newest",
    message.c.channel_id,
    message.c.message,
    where=message.c.message.is_not(None),
)
partial_index("ix_message_person", message.c.person, where=message.c.person.is_not(None))
for _subject in (message.c.challenge, message.c.note):
    partial_index(f"ix_message_{_subject.key}", _subject, where=_subject.is_not(None), unique=True)

channel_pause = sa.Table(
    "channel_pause",
    metadata,
    sa.Column("channel_id", sa.BigInteger, primary_key=True, autoincrement=False),
    sa.Column("server", sa.BigInteger, nullable=False, info=OF_SERVER),
    sa.Column("since", Moment, nullable=False, comment="when its sends began to be refused"),
    sa.Column("until", Moment, nullable=False, comment="nothing is sent before"),
    sa.Column("missing", Moment, comment="since when Discord does not know it"),
    sa.Column("missed", Moment, comment="when Discord last said so"),
)

# Kept for one release as 0017 found them, and read by nobody: the next one drops them.
_post = sa.Table(
    "post",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column("challenge", Id, sa.ForeignKey("challenge.id"), unique=True),
    sa.Column("match", Id, sa.ForeignKey("match.id")),
    sa.Column("ply", sa.Integer),
    sa.Column("state", sa.Text, nullable=False, comment="waiting, sending, sent, failed or folded"),
    sa.Column("since", Moment, nullable=False, comment="when it came into this state"),
    sa.Column("message", sa.BigInteger, index=True),
    sa.Column("controls", sa.Boolean, nullable=False, comment="the message shows buttons"),
    sa.Column("reminds", Id, comment="a match, at ply: no board, but a reminder of its deadline"),
    sa.Column("nonce", sa.Text, comment="by which Discord knows a request that comes again"),
    sa.Column("server", sa.BigInteger, nullable=False, server_default="0"),
    sa.Column("note", sa.Text, comment="any other kind, in words: poll 12"),
    sa.UniqueConstraint("match", "ply"),
)
sa.Index("ix_post_note", _post.c.note, unique=True)
sa.Index("ix_post_reminds", _post.c.reminds, _post.c.ply, unique=True)
partial_index("ix_post_unsent", _post.c.channel_id, where=_post.c.state.in_(("waiting", "sending")))
partial_index("ix_post_controls", _post.c.channel_id, where=_post.c.controls)
sa.Table(
    "home",
    metadata,
    sa.Column("match", Id, sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("place", sa.Text, nullable=False, comment="thread, living or boards"),
    sa.Column("channel_id", sa.BigInteger, nullable=False, index=True, comment="of the card"),
    sa.Column("message", sa.BigInteger, comment="kept up to date: the card or the board"),
    sa.Column("shown", sa.Integer, comment="the ply that it shows"),
    sa.Column("ready", sa.Boolean, nullable=False, comment="the thread is there"),
    sa.Column("closed", sa.Boolean, nullable=False, comment="nothing is left to be done"),
)

shard = sa.Table(
    "shard",
    metadata,
    sa.Column("number", sa.Integer, primary_key=True, autoincrement=False),
    sa.Column("count", sa.Integer, primary_key=True, autoincrement=False, comment="of all shards"),
    sa.Column("seen", Moment, comment="the last sign of life"),
    sa.Column("holder", sa.Text, comment="the process that sends its posts"),
    sa.Column("until", Moment, comment="when its lease ends"),
)

budget = sa.Table(
    "budget",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("level", sa.Double, nullable=False, comment="requests in the bucket"),
    sa.Column("at", sa.Double, nullable=False, comment="seconds since 1970, by the database"),
)

preferences = sa.Table(
    "looks",
    metadata,
    key_of_person(Erasure.ROW),
    sa.Column("chosen", sa.Text, nullable=False, comment="as JSON, see bot/looks.py"),
)

server_settings = sa.Table(
    "configured",
    metadata,
    sa.Column("server", sa.BigInteger, primary_key=True, autoincrement=False, info=OF_SERVER),
    sa.Column("chosen", sa.Text, nullable=False, comment="as JSON"),
)

rest = sa.Table(
    "rest",
    metadata,
    key_of_person(Erasure.ROW),
    sa.Column("chosen", Resting, nullable=False, comment="nights, weekends, absence"),
)

web_pass = sa.Table(
    "web_pass",
    metadata,
    sa.Column("digest", sa.Text, primary_key=True, comment="of the secret, which is not stored"),
    sa.Column(
        "user",
        sa.BigInteger,
        nullable=False,
        index=True,
        info=of_person(Erasure.ROW),
    ),
    sa.Column("match", Id, sa.ForeignKey("match.id"), comment="of a link; none: a session"),
    sa.Column("expires", Moment, nullable=False, index=True),
)

follower = sa.Table(
    "follower",
    metadata,
    sa.Column("match", Id, sa.ForeignKey("match.id"), primary_key=True),
    key_of_person(Erasure.ROW, index=True),
    sa.Column("every", sa.Integer, nullable=False, comment="moves; 0: only the end"),
)

audit = sa.Table(
    "audit",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("source", sa.BigInteger, key="event_id", nullable=False, unique=True),
    sa.Column("server", sa.BigInteger, nullable=False),
    sa.Column("match", Id, sa.ForeignKey("match.id"), nullable=False, index=True),
    sa.Column(
        "user",
        sa.BigInteger,
        nullable=False,
        index=True,
        comment="the moderator",
        info=of_person(Erasure.PSEUDONYM),
    ),
    sa.Column("act", sa.Text, nullable=False),
    sa.Column("reason", sa.Text, nullable=False),
    sa.Column("at", Moment, nullable=False),
)

answered = sa.Table(
    "answered",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("user", sa.BigInteger, nullable=False, info=of_person(Erasure.ROW)),
    sa.Column("kind", sa.Text, nullable=False, comment="exercise or puzzle"),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("name", sa.Text, nullable=False, comment="of the exercise or the puzzle"),
    sa.Column("solved", sa.Boolean, nullable=False),
    sa.UniqueConstraint("user", "kind", "game", "name"),
)

meta = sa.Table(
    "fact",
    metadata,
    sa.Column("key", sa.Text, primary_key=True),
    sa.Column("value", sa.Text, nullable=False),
)
