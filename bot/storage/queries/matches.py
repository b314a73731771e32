"""The headers of matches, with their players."""

from collections.abc import Iterable
from functools import cache
from typing import Any

import sqlalchemy as sa

from bot.shards import Shards
from bot.storage.queries.base import Queries, on_shards, plainly, written
from bot.storage.queries.terms import (
    as_stored,
    control_as_stored,
    control_from_stored,
    from_stored,
)
from bot.storage.rows import NOWHERE, OPEN, StoredMatch
from bot.storage.schema import Id, challenge, match, player, rest, turn
from engine.match import End, Ending
from engine.turns import RESIGN, TIMEOUT

CHANGING = (
    "ply",
    "to_move",
    "deadline",
    "remind",
    "paused",
    "thinking",
    "given_s",
    "per_move_s",
    "reserves",
    "rest",
    "rest_before",
)
"""The parts of a match's header that a turn changes."""

MOST_LISTED = 200
"""More than any list of ours shows."""

# The statements for every move are built once: building them costs more than running them.
_KEY = sa.bindparam("key", type_=Id)
_SEATED = (
    sa.select(
        match,
        *(player.c.user, player.c.level, player.c.left_by, player.c.rank),
        rest.c.chosen.label("chosen_rest"),
    )
    .join(player, player.c.match == match.c.id)
    .outerjoin(rest, rest.c.user == player.c.user)
)
_ONE_MATCH = _SEATED.where(match.c.id == _KEY).order_by(player.c.seat)
_SET_MATCH = (
    sa.update(match)
    .where(match.c.id == _KEY)
    .values({column: sa.bindparam(f"new_{column}") for column in CHANGING})
)


class MatchQueries(Queries):
    """The headers of matches, with their players."""

    def add(self, new: StoredMatch) -> int:
        """Store ``new``, ignoring its id. Returns the id it gets."""
        key = self._insert(
            sa.insert(match).values(
                server=new.server,
                channel_id=new.channel_id,
                card_channel_id=new.card_channel_id,
                place=new.place,
                game=new.game,
                ruleset=new.ruleset,
                options=as_stored(new),
                per_move_s=new.per_move_s,
                time=control_as_stored(new.control),
                reserves=new.reserves,
                rest=new.rest,
                ply=new.ply,
                to_move=new.to_move,
                opened=new.opened,
                deadline=new.deadline,
                rematch_of=new.rematch_of,
                remind=new.remind,
                thinking=new.thinking,
                pictures=new.pictures,
                part_of=new.part_of,
                **self._first_id(match),
            )
        )
        seats = [
            {"match": key, "seat": seat, "user": user, "level": level}
            for seat, (user, level) in enumerate(zip(new.players, new.levels, strict=True))
        ]
        self._run(sa.insert(player), seats)
        return key

    def get(self, key: int) -> StoredMatch | None:
        """The match with this id."""
        found = _seated(self._all(_ONE_MATCH, key=key))
        return found[0] if found else None

    def advance(self, after: StoredMatch) -> None:
        """Store what a turn has changed: everything in `CHANGING`."""
        values = {"key": after.id} | {f"new_{name}": getattr(after, name) for name in CHANGING}
        self._run(_SET_MATCH, values)

    def end(self, key: int, end: End) -> None:
        """Store how a match has ended, which never changes."""
        self._run(sa.update(match).where(match.c.id == key).values(ending=end.how))
        for seat, rank in enumerate(end.ranks or ()):
            this = sa.update(player).where(player.c.match == key, player.c.seat == seat)
            self._run(this.values(rank=rank))

    def unresolved(self, shards: Shards) -> list[int]:
        """The matches on these shards that are over, but nothing says how; the newest first."""
        where = match.c.deadline.is_(None), match.c.ending.is_(None)
        rows = self._all(sa.select(match.c.id).where(*where, on_shards(match.c.server, shards)))
        return sorted((row.id for row in rows), reverse=True)

    def running(
        self,
        *,
        channel_id: int | None = None,
        server: int | None = None,
        user: int | None = None,
        on_turn: bool = False,
        most: int | None = MOST_LISTED,
    ) -> list[StoredMatch]:
        """Matches that are not over, of this channel, server and player; the next deadline first.

        Those in threads of their own belong to the channel of their card, too. ``on_turn``: only
        those in which it is ``user``'s turn, and which no moderator has paused. ``most``: how many
        at most; None: all.
        """
        given = {"channel_id": channel_id, "server": server, "user": user}
        known = {name: value for name, value in given.items() if value is not None}
        return _seated(self._all(_running(frozenset(known), on_turn, most), **known))

    def finished(self, channel_id: int | None, user: int | None = None) -> list[StoredMatch]:
        """The newest finished matches of a channel and of ``user``, if these are given.

        Those of a channel are also those in threads of their own under it.
        """
        where = match.c.deadline.is_(None)
        if channel_id is not None:
            where &= match.c.id.in_(
                sa.select(match.c.id)
                .where(match.c.channel_id == channel_id, match.c.deadline.is_(None))
                .union(_in_threads_of(channel_id))
            )
        if user is not None:
            played = sa.select(player.c.match).where(player.c.user == user)
            left = sa.select(player.c.match).where(player.c.left_by == user)
            where &= match.c.id.in_(played.union(left))
        some = sa.select(match.c.id).where(where).order_by(match.c.id.desc()).limit(100)
        newest_first = _SEATED.where(match.c.id.in_(some)).order_by(match.c.id.desc())
        return _seated(self._all(newest_first.order_by(player.c.seat)))

    def open_games(self, server: int, user: int) -> list[int]:
        """A person's running games with people on this server, but for those they have left."""
        left = sa.exists().where(
            turn.c.match == player.c.match,
            turn.c.seat == player.c.seat,
            turn.c.text.in_((RESIGN, TIMEOUT)),
        )
        where = match.c.server == server, match.c.deadline.is_not(None), player.c.user == user
        other = player.alias()
        with_people = sa.exists().where(
            other.c.match == player.c.match,
            other.c.seat != player.c.seat,
            other.c.level.is_(None),
        )
        played = sa.select(match.c.id).join(player, player.c.match == match.c.id)
        rows = self._all(played.where(*where, ~left, with_people).order_by(match.c.id))
        return [row.id for row in rows]

    def thinking(self, shards: Shards, most: int) -> list[StoredMatch]:
        """Matches on these shards in which a computer has to move now, and that nobody paused."""
        waits = (
            plainly(match.c.thinking),
            match.c.paused.is_(None),
            on_shards(match.c.server, shards),
        )
        some = sa.select(match.c.id).where(*waits).limit(most)
        in_order = _SEATED.where(match.c.id.in_(some)).order_by(match.c.id, player.c.seat)
        return _seated(self._all(in_order))

    def number_with_computers(self, user: int) -> int:
        """The number of a person's running games against computers, on all servers."""
        computer = player.alias()
        with_one = sa.exists().where(
            computer.c.match == player.c.match, computer.c.level.is_not(None)
        )
        played = player.join(match, player.c.match == match.c.id)
        row = self._one(
            sa.select(sa.func.count().label("number"))
            .select_from(played)
            .where(
                player.c.user == user,
                player.c.level.is_(None),
                match.c.deadline.is_not(None),
                with_one,
            )
        )
        return 0 if row is None else row.number

    def last_level(self, user: int) -> int | None:
        """The level of the computer in the last game that a person began against one."""
        own, other = player.alias(), player.alias()
        row = self._one(
            sa.select(other.c.level)
            .select_from(own.join(other, own.c.match == other.c.match))
            .where(own.c.user == user, own.c.level.is_(None), other.c.level.is_not(None))
            .order_by(own.c.match.desc())
            .limit(1)
        )
        return None if row is None else row.level

    def last_solo(self, server: int, user: int) -> int | None:
        """The newest game of this person that is not over, and that nobody else sees."""
        played = player.join(match, player.c.match == match.c.id)
        row = self._one(
            sa.select(match.c.id)
            .select_from(played)
            .where(
                player.c.user == user,
                match.c.server == server,
                match.c.channel_id == NOWHERE,
                match.c.deadline.is_not(None),
            )
            .order_by(match.c.id.desc())
            .limit(1)
        )
        return None if row is None else row.id

    def set_level(self, key: int, level: int) -> None:
        """Let the computers of a match play at another level from now on."""
        computers = sa.update(player).where(player.c.match == key, player.c.level.is_not(None))
        self._run(computers.values(level=level))

    def take_over(self, key: int, seat: int, computer: int, level: int) -> None:
        """Let a computer, the user ``computer``, play for a seat from now on."""
        this = sa.update(player).where(player.c.match == key, player.c.seat == seat)
        self._run(this.values(left_by=player.c.user, user=computer, level=level))

    def number_of(self, user: int, most: int) -> int:
        """The number of matches that ``user`` has played, over or not; counts up to ``most``."""
        some = sa.select(player.c.match).where(player.c.user == user).limit(most).subquery()
        return len(self._all(sa.select(some.c.match)))

    def running_in(self, channel_id: int) -> list[int]:
        """The ids of all matches of this channel and under it that are not over."""
        here = sa.select(match.c.id).where(
            match.c.channel_id == channel_id, match.c.deadline.is_not(None)
        )
        under = sa.select(match.c.id).where(
            match.c.id.in_(_in_threads_of(channel_id)), match.c.deadline.is_not(None)
        )
        return [row.id for row in self._all(here.union(under))]

    def is_own_thread(self, channel_id: int) -> bool:
        """True if this is the thread of a match that has its own thread and is not over."""
        here = match.c.channel_id == channel_id, match.c.deadline.is_not(None)
        own = sa.select(match.c.id).where(*here, match.c.card_channel_id != match.c.channel_id)
        return self._one(own.limit(1)) is not None

    def move(self, key: int, channel_id: int, place: str | None = None) -> None:
        """Let a match go on in another channel, perhaps in another kind of place."""
        this, values = sa.update(match).where(match.c.id == key), {"channel_id": channel_id}
        self._run(this.values(values if place is None else {**values, "place": place}))

    def servers(self) -> list[int]:
        """The servers with a match that is not over or an open challenge."""
        played = sa.select(match.c.server).where(match.c.deadline.is_not(None))
        offered = sa.select(challenge.c.server).where(challenge.c.state == written(OPEN))
        return [row.server for row in self._all(played.union(offered))]

    def channels_of(self, server: int, *, own_threads: bool) -> list[int]:
        """The channels of this server with a match that is not over or an open challenge.

        ``own_threads``: also the threads that the bot opened for matches.
        """
        running = (
            match.c.server == server,
            match.c.deadline.is_not(None),
            match.c.channel_id != NOWHERE,
        )
        played = sa.select(match.c.channel_id).where(*running)
        offered = sa.select(challenge.c.channel_id).where(
            challenge.c.server == server, challenge.c.state == written(OPEN)
        )
        cards = sa.select(match.c.card_channel_id.label("channel_id")).where(*running)
        asked = (cards, offered, played) if own_threads else (cards, offered)
        return [row.channel_id for row in self._all(sa.union(*asked))]


def _in_threads_of(channel_id: int | sa.BindParameter[int]) -> sa.Select[Any]:
    """The ids of the matches in threads of their own under this channel."""
    return sa.select(match.c.id).where(
        match.c.card_channel_id == channel_id, match.c.card_channel_id != match.c.channel_id
    )


@cache
def _running(known: frozenset[str], on_turn: bool, most: int | None) -> sa.Select[Any]:
    """The statement for matches that are not over; ``known`` names the conditions on them."""

    def value(name: str) -> sa.BindParameter[int]:
        return sa.bindparam(name, type_=sa.BigInteger())

    where: list[sa.ColumnElement[bool]] = [match.c.deadline.is_not(None)]
    if "channel_id" in known:
        here = sa.select(match.c.id).where(
            match.c.channel_id == value("channel_id"), match.c.deadline.is_not(None)
        )
        where.append(match.c.id.in_(here.union(_in_threads_of(value("channel_id")))))
    if "server" in known:
        where.append(match.c.server == value("server"))
    if on_turn:
        where.append(match.c.paused.is_(None))
    if "user" not in known:
        where.append(match.c.channel_id != NOWHERE)
    if "user" in known:
        mine = sa.select(player.c.match).where(player.c.user == value("user"))
        if on_turn:
            turn_of = player.join(match, player.c.match == match.c.id)
            mine = mine.select_from(turn_of).where(player.c.seat == match.c.to_move)
            mine = mine.correlate(None)
        where.append(match.c.id.in_(mine))
    some = sa.select(match.c.id).where(*where).order_by(match.c.deadline, match.c.id).limit(most)
    in_order = _SEATED.where(match.c.id.in_(some))
    return in_order.order_by(match.c.deadline, match.c.id, player.c.seat)


def _seated(rows: Iterable[sa.Row[Any]]) -> list[StoredMatch]:
    """Matches from rows: one row for each seat, in the order of the seats."""
    found: dict[int, tuple[sa.Row[Any], list[sa.Row[Any]]]] = {}
    for row in rows:
        found.setdefault(row.id, (row, []))[1].append(row)
    return [
        StoredMatch(
            id=row.id,
            server=row.server,
            channel_id=row.channel_id,
            card_channel_id=row.card_channel_id,
            place=row.place,
            game=row.game,
            options=from_stored(row.options)[0],
            **from_stored(row.options)[1],
            control=control_from_stored(row.time, row.per_move_s),
            reserves=row.reserves,
            rest=row.rest,
            rest_before=row.rest_before,
            rests=tuple(seat.chosen_rest for seat in seats),
            ply=row.ply,
            to_move=row.to_move,
            deadline=row.deadline,
            players=tuple(seat.user for seat in seats),
            levels=tuple(seat.level for seat in seats),
            left_by=tuple(seat.left_by for seat in seats),
            ruleset=row.ruleset,
            opened=row.opened,
            rematch_of=row.rematch_of,
            remind=row.remind,
            paused=row.paused,
            thinking=row.thinking,
            given_s=row.given_s,
            pictures=row.pictures,
            part_of=row.part_of,
            ending=None if row.ending is None else Ending(row.ending),
            ranks=None if row.rank is None else tuple(seat.rank for seat in seats),
        )
        for row, seats in found.values()
    ]
