"""Finds and erases everything about a person or a server, by the marks of the schema's columns."""

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.shards import Shards
from bot.storage.personal import (
    OF_SERVER,
    Erasure,
    erasure_of,
    erasure_of_seat,
    is_of_server,
    is_private,
    key_of_person,
)
from bot.storage.queries.base import Queries, on_shards
from bot.storage.queries.terms import from_stored
from bot.storage.rows import ACCEPTED
from bot.storage.schema import (
    Moment,
    all_tables,
    challenge,
    invitation,
    match,
    metadata,
    player,
    server_settings,
    turn,
)

deletion = sa.Table(
    "deletion",
    metadata,
    key_of_person(Erasure.ROW),
    sa.Column("at", Moment, nullable=False, comment="when they wanted it"),
)
server_left = sa.Table(
    "server_left",
    metadata,
    sa.Column("server", sa.BigInteger, primary_key=True, autoincrement=False, info=OF_SERVER),
    sa.Column("at", Moment, nullable=False),
)


def columns_of_people() -> Iterator[tuple[sa.Table, sa.Column[Any], Erasure]]:
    """The columns that hold people's ids, those of the tables that refer to others first."""
    for table in reversed(all_tables().sorted_tables):
        for column in table.c:
            if (erasure := erasure_of(column.info)) is not None:
                yield table, column, erasure


def columns_of_seats() -> Iterator[tuple[sa.Table, sa.Column[Any], Erasure]]:
    """The columns that say something of who sits in a seat, without their id."""
    for table in all_tables().sorted_tables:
        for column in table.c:
            if (erasure := erasure_of_seat(column.info)) is not None:
                yield table, column, erasure


_POST = metadata.tables["post"]
"""Kept for one release, and read by nobody, but it refers to challenges."""


class PrivacyQueries(Queries):
    """Everything about one person, or one server."""

    # --- people ---

    def wants_deletion(self, user: int, at: datetime) -> None:
        """Note that ``user`` wants to be forgotten."""
        if not self.is_wanted(user):
            self._run(sa.insert(deletion).values(user=user, at=at))

    def is_wanted(self, user: int) -> bool:
        """True if ``user`` wants to be forgotten, and is not yet."""
        return self._one(sa.select(deletion.c.at).where(deletion.c.user == user)) is not None

    def wanted(self) -> list[int]:
        """The people who want to be forgotten, and are not yet."""
        return [row.user for row in self._all(sa.select(deletion.c.user))]

    def is_computer(self, user: int) -> bool:
        """True if this is the bot itself, which plays as a computer."""
        seat = sa.select(player.c.match).where(player.c.user == user, player.c.level.is_not(None))
        return self._one(seat.limit(1)) is not None

    def matches_of(self, user: int) -> list[int]:
        """The matches in which ``user`` plays or has played."""
        own = sa.select(player.c.match).where(player.c.user == user)
        left = sa.select(player.c.match).where(player.c.left_by == user)
        return sorted({row.match for row in self._all(own.union(left))})

    def seats_of(self, user: int) -> list[tuple[int, int]]:
        """The seats that ``user`` has or had: match and seat."""
        own = sa.select(player.c.match, player.c.seat).where(player.c.user == user)
        left = sa.select(player.c.match, player.c.seat).where(player.c.left_by == user)
        return sorted((row.match, row.seat) for row in self._all(own.union(left)))

    def open_challenges(self, user: int) -> list[int]:
        """The open challenges in which ``user`` is somebody, as challenger or invited."""
        is_open = challenge.c.state == sa.literal_column("'open'")
        own = sa.select(challenge.c.id).where(challenge.c.challenger == user, is_open)
        invited = (
            sa.select(challenge.c.id)
            .join(invitation, invitation.c.challenge == challenge.c.id)
            .where(invitation.c.user == user, is_open)
        )
        return sorted({row.id for row in self._all(own.union(invited))})

    def rows_of(self, user: int) -> dict[str, list[dict[str, Any]]]:
        """By table, the rows about ``user`` that are theirs to see."""
        found: dict[str, list[dict[str, Any]]] = {}
        known = set[tuple[object, ...]]()
        for table, column, _ in columns_of_people():
            if is_private(column.info) or table is player:
                continue
            rows = found.setdefault(table.name, [])
            for each in self._all(sa.select(table).where(column == user)):
                row = dict(each._mapping)
                key = (table.name, *(row[part.key] for part in table.primary_key))
                if key not in known:  # two columns may name the same person
                    known.add(key)
                    rows.append(row)
        for table, column, erasure in columns_of_seats():
            if erasure is Erasure.ROW:
                own = sa.select(table).join(
                    player, (player.c.match == table.c.match) & (player.c.seat == column)
                )
                here = self._all(own.where(player.c.user == user))
                found[table.name] = [dict(each._mapping) for each in here]
        return {name: rows for name, rows in found.items() if rows}

    def games(self, keys: Sequence[int]) -> list[dict[str, Any]]:
        """These matches with their players and turns, as they are stored."""
        heads = self._all(sa.select(match).where(match.c.id.in_(keys)).order_by(match.c.id))
        seats = self._by_match(sa.select(player).where(player.c.match.in_(keys)), player.c.seat)
        turns = self._by_match(sa.select(turn).where(turn.c.match.in_(keys)), turn.c.ply)
        games: list[dict[str, Any]] = []
        for head in heads:
            options, _ = from_stored(head.options)
            games.append(
                {
                    "head": {**head._mapping, "options": dict(options)},
                    "seats": seats.get(head.id, []),
                    "turns": turns.get(head.id, []),
                }
            )
        return games

    def _by_match(self, of: sa.Select[Any], order: sa.Column[Any]) -> dict[int, list[Any]]:
        found: dict[int, list[Any]] = {}
        for row in self._all(of.order_by(order)):
            found.setdefault(row.match, []).append(row._mapping)
        return found

    def erase(self, user: int, pseudonym: int) -> None:
        """Let nothing lead from the database to ``user``; what stays is that of ``pseudonym``."""
        of_theirs = sa.select(player.c.match).where(player.c.user == user)
        for table, column, erasure in columns_of_seats():
            if erasure is Erasure.ROW:
                seat = (player.c.match == table.c.match) & (player.c.seat == column)
                theirs = sa.exists().where(seat, player.c.user == user)
                mine = table.c.match.in_(of_theirs)
                self._run(sa.delete(table).where(mine, theirs))
            elif erasure is Erasure.CLEAR:  # a clock that runs is another player's
                mine = match.c.id.in_(of_theirs) & match.c.deadline.is_(None)
                self._run(sa.update(table).where(mine).values({column: None}))
        for table, column, erasure in columns_of_people():
            this = column == user
            if erasure is Erasure.ROW:
                self._run(sa.delete(table).where(this))
            else:
                value = pseudonym if erasure is Erasure.PSEUDONYM else None
                self._run(sa.update(table).where(this).values({column: value}))

    # --- servers ---

    def configured(self) -> list[int]:
        """The servers that have settings."""
        return [row.server for row in self._all(sa.select(server_settings.c.server))]

    def leave(self, server: int, at: datetime) -> None:
        """Note that the bot is not on ``server`` any more, unless it is known."""
        known = sa.select(server_left.c.at).where(server_left.c.server == server)
        if self._one(known) is None:
            self._run(sa.insert(server_left).values(server=server, at=at))

    def come_back(self, servers: Sequence[int]) -> None:
        """Note that the bot is on these servers."""
        self._run(sa.delete(server_left).where(server_left.c.server.in_(servers)))

    def left(self) -> list[int]:
        """The servers that the bot has left."""
        return [row.server for row in self._all(sa.select(server_left.c.server))]

    def left_before(self, at: datetime, there: Shards) -> list[int]:
        """The servers that the bot has left before ``at``, of these shards."""
        gone = server_left.c.at <= at, on_shards(server_left.c.server, there)
        return [row.server for row in self._all(sa.select(server_left.c.server).where(*gone))]

    def erase_server(self, server: int) -> None:
        """Delete what is about ``server`` alone; games stay with their players."""
        for table in reversed(all_tables().sorted_tables):
            if table is challenge:
                of_server = challenge.c.server == server, challenge.c.state != ACCEPTED
                gone = sa.select(challenge.c.id).where(*of_server).scalar_subquery()
                self._run(sa.delete(_POST).where(_POST.c.challenge.in_(gone)))
                self._run(sa.delete(invitation).where(invitation.c.challenge.in_(gone)))
                self._run(sa.delete(challenge).where(*of_server))
            for column in table.c:
                if is_of_server(column.info):
                    self._run(sa.delete(table).where(column == server))
