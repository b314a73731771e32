"""The headers of matches, with their players."""

from collections.abc import Iterable
from datetime import timedelta
from functools import cache
from typing import Any

import sqlalchemy as sa

from bot.storage.queries.base import Queries
from bot.storage.rows import OPEN, StoredMatch
from bot.storage.schema import Id, challenge, match, player, turn
from engine.turns import RESIGN, TIMEOUT

CHANGING = ("ply", "to_move", "deadline", "remind", "paused")
"""The parts of a match's header that a turn changes."""

# The statements for every move are built once: building them costs more than running them.
_KEY = sa.bindparam("key", type_=Id)
_SEATED = sa.select(match, player.c.user).join(player, player.c.match == match.c.id)
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
                game=new.game,
                ruleset=new.ruleset,
                options=dict(new.options),
                per_move_s=round(new.per_move.total_seconds()),
                ply=new.ply,
                to_move=new.to_move,
                opened=new.opened,
                deadline=new.deadline,
                rematch_of=new.rematch_of,
                remind=new.remind,
                **self._first_id(match),
            )
        )
        seats = [
            {"match": key, "seat": seat, "user": user} for seat, user in enumerate(new.players)
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

    def running(
        self,
        *,
        channel_id: int | None = None,
        server: int | None = None,
        user: int | None = None,
        on_turn: bool = False,
    ) -> list[StoredMatch]:
        """Matches that are not over, of this channel, server and player; the next deadline first.

        ``on_turn``: only those in which it is ``user``'s turn, and which no moderator has paused.
        """
        given = {"channel_id": channel_id, "server": server, "user": user}
        known = {name: value for name, value in given.items() if value is not None}
        return _seated(self._all(_running(frozenset(known), on_turn), **known))

    def finished(self, channel_id: int | None, user: int | None = None) -> list[StoredMatch]:
        """The newest finished matches of this channel and of ``user``, if these are given."""
        where = match.c.deadline.is_(None)
        if channel_id is not None:
            where &= match.c.channel_id == channel_id
        if user is not None:
            where &= match.c.id.in_(sa.select(player.c.match).where(player.c.user == user))
        some = sa.select(match.c.id).where(where).order_by(match.c.id.desc()).limit(100)
        newest_first = _SEATED.where(match.c.id.in_(some)).order_by(match.c.id.desc())
        return _seated(self._all(newest_first.order_by(player.c.seat)))

    def number_open(self, server: int, user: int) -> int:
        """How many games on this server a person plays that are not over, nor left."""
        left = sa.exists().where(
            turn.c.match == player.c.match,
            turn.c.seat == player.c.seat,
            turn.c.text.in_((RESIGN, TIMEOUT)),
        )
        where = match.c.server == server, match.c.deadline.is_not(None), player.c.user == user
        played = player.join(match, player.c.match == match.c.id)
        number = sa.select(sa.func.count().label("number")).select_from(played)
        row = self._one(number.where(*where, ~left))
        return 0 if row is None else row.number

    def number_of(self, user: int, most: int) -> int:
        """The number of matches that ``user`` has played, over or not; counts up to ``most``."""
        some = sa.select(player.c.match).where(player.c.user == user).limit(most).subquery()
        return len(self._all(sa.select(some.c.match)))

    def running_in(self, channel_id: int) -> list[int]:
        """The ids of all matches of this channel that are not over."""
        rows = self._all(
            sa.select(match.c.id).where(
                match.c.channel_id == channel_id, match.c.deadline.is_not(None)
            )
        )
        return [row.id for row in rows]

    def servers(self) -> list[int]:
        """The servers with a match that is not over or an open challenge."""
        played = sa.select(match.c.server).where(match.c.deadline.is_not(None))
        offered = sa.select(challenge.c.server).where(challenge.c.state == OPEN)
        return [row.server for row in self._all(played.union(offered))]

    def channels_of(self, server: int) -> list[int]:
        """The channels of this server with a match that is not over or an open challenge."""
        played = sa.select(match.c.channel_id).where(
            match.c.server == server, match.c.deadline.is_not(None)
        )
        offered = sa.select(challenge.c.channel_id).where(
            challenge.c.server == server, challenge.c.state == OPEN
        )
        return [row.channel_id for row in self._all(played.union(offered))]


@cache
def _running(known: frozenset[str], on_turn: bool) -> sa.Select[Any]:
    """The statement for matches that are not over; ``known`` names the conditions on them.

    At most 200: more than any list of ours shows.
    """

    def value(name: str) -> sa.BindParameter[int]:
        return sa.bindparam(name, type_=sa.BigInteger())

    where: list[sa.ColumnElement[bool]] = [match.c.deadline.is_not(None)]
    if "channel_id" in known:
        where.append(match.c.channel_id == value("channel_id"))
    if "server" in known:
        where.append(match.c.server == value("server"))
    if on_turn:
        where.append(match.c.paused.is_(None))
    if "user" in known:
        mine = sa.select(player.c.match).where(player.c.user == value("user"))
        if on_turn:
            turn_of = player.join(match, player.c.match == match.c.id)
            mine = mine.select_from(turn_of).where(player.c.seat == match.c.to_move)
            mine = mine.correlate(None)
        where.append(match.c.id.in_(mine))
    some = sa.select(match.c.id).where(*where).order_by(match.c.deadline, match.c.id).limit(200)
    in_order = _SEATED.where(match.c.id.in_(some))
    return in_order.order_by(match.c.deadline, match.c.id, player.c.seat)


def _seated(rows: Iterable[sa.Row[Any]]) -> list[StoredMatch]:
    """Matches from rows: one row for each seat, in the order of the seats."""
    found: dict[int, tuple[sa.Row[Any], list[int]]] = {}
    for row in rows:
        found.setdefault(row.id, (row, []))[1].append(row.user)
    return [
        StoredMatch(
            id=row.id,
            server=row.server,
            channel_id=row.channel_id,
            game=row.game,
            options=row.options,
            per_move=timedelta(seconds=row.per_move_s),
            ply=row.ply,
            to_move=row.to_move,
            deadline=row.deadline,
            players=tuple(players),
            ruleset=row.ruleset,
            opened=row.opened,
            rematch_of=row.rematch_of,
            remind=row.remind,
            paused=row.paused,
        )
        for row, players in found.values()
    ]
