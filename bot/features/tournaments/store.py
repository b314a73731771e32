"""Tournaments, who takes part, their pairings, and what their organisers corrected."""

from collections.abc import Collection, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.features.tournaments.model import Out, Pairing, Player, Result, System, Tournament
from bot.shards import Shards
from bot.storage.personal import Erasure, of_person
from bot.storage.queries.base import Queries, fields, on_shards
from bot.storage.rows import Spot
from bot.storage.schema import Id, Moment, match, metadata, partial_index
from engine.game import Options
from engine.time_control import TimeControl

SIGN_UP, RUNNING, OVER, CANCELLED = "signup", "running", "over", "cancelled"
"""The states of a tournament."""
RESULT, REMOVE, LATE, CHANGE, CANCEL = "result", "remove", "late", "change", "cancel"
"""What an organiser can correct; `CHANGE`: the terms, while people sign up; `CANCEL`: that it takes
place, or goes on."""

tournament = sa.Table(
    "tournament",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("source", sa.BigInteger, key="event_id", nullable=False, unique=True),
    sa.Column("server", sa.BigInteger, nullable=False),
    sa.Column("channel_id", sa.BigInteger, nullable=False),
    sa.Column(
        "organiser", sa.BigInteger, nullable=False, index=True, info=of_person(Erasure.PSEUDONYM)
    ),
    sa.Column("name", sa.Text, nullable=False),
    sa.Column("system", sa.Text, nullable=False),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("options", sa.JSON, nullable=False),
    sa.Column("time", sa.Text, nullable=False, comment="its time control"),
    sa.Column("place", sa.Text, nullable=False, comment="where its games live"),
    sa.Column("rounds", sa.Integer, nullable=False, comment="of a Swiss tournament"),
    sa.Column("most", sa.Integer, nullable=False, comment="players"),
    sa.Column("until", Moment, comment="the end of sign-up; NULL: the organiser starts it"),
    sa.Column("state", sa.Text, nullable=False, comment="signup, running, over or cancelled"),
    sa.Column("round", sa.Integer, nullable=False, comment="the last that has begun"),
    sa.Column("lot", sa.Integer, nullable=False, comment="the seed of the lot that seeds players"),
    sa.Column("opened", Moment, nullable=False),
    sa.Column("due", Moment, comment="when it is to go on; NULL: something has to happen first"),
    sa.Column("agreed", sa.Text, nullable=False, comment="what its games say yes to, in words"),
    sa.Column("forum", sa.BigInteger, comment="where it has its post; NULL: nowhere"),
)
sa.Index("ix_tournament_server", tournament.c.server, tournament.c.id)
partial_index("ix_tournament_due", tournament.c.due, where=tournament.c.due.is_not(None))

entrant = sa.Table(
    "entrant",
    metadata,
    sa.Column("tournament", Id, sa.ForeignKey("tournament.id"), primary_key=True),
    sa.Column(
        "user",
        sa.BigInteger,
        primary_key=True,
        autoincrement=False,
        index=True,
        info=of_person(Erasure.PSEUDONYM),
    ),
    sa.Column("seed", sa.Integer, nullable=False, comment="0: not yet"),
    sa.Column("enters", sa.Integer, nullable=False, comment="the first round"),
    sa.Column("bonus", sa.Double, nullable=False, comment="the points of a late entry"),
    sa.Column("out", sa.Text, comment="why they are not paired; NULL: they are"),
)

pairing = sa.Table(
    "pairing",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("tournament", Id, sa.ForeignKey("tournament.id"), nullable=False),
    sa.Column("round", sa.Integer, nullable=False),
    sa.Column("board", sa.Integer, nullable=False),
    sa.Column(
        "first",
        sa.BigInteger,
        nullable=False,
        index=True,
        comment="who goes first",
        info=of_person(Erasure.PSEUDONYM),
    ),
    sa.Column(
        "second",
        sa.BigInteger,
        index=True,
        comment="NULL: the first one has the bye",
        info=of_person(Erasure.PSEUDONYM),
    ),
    sa.Column("result", sa.Text, comment="NULL: they play"),
    sa.Column("forfeit", sa.Boolean, nullable=False, comment="decided without a game"),
    sa.Column("match", Id, sa.ForeignKey("match.id"), comment="the last game of the two"),
    sa.Column("games", sa.Integer, nullable=False, comment="that they have begun in it"),
    sa.UniqueConstraint("tournament", "round", "board", name="uq_pairing_tournament_round_board"),
)
partial_index("ix_pairing_match", pairing.c.match, where=pairing.c.match.is_not(None), unique=True)
partial_index(
    "ix_pairing_open",
    pairing.c.tournament,
    where=pairing.c.result.is_(None),
)

correction = sa.Table(
    "correction",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("source", sa.BigInteger, key="event_id", nullable=False, unique=True),
    sa.Column("tournament", Id, sa.ForeignKey("tournament.id"), nullable=False, index=True),
    sa.Column(
        "user",
        sa.BigInteger,
        nullable=False,
        index=True,
        comment="the organiser",
        info=of_person(Erasure.PSEUDONYM),
    ),
    sa.Column("act", sa.Text, nullable=False, comment="result, remove or late"),
    sa.Column("pairing", Id, sa.ForeignKey("pairing.id")),
    sa.Column(
        "player",
        sa.BigInteger,
        index=True,
        comment="whom it is about",
        info=of_person(Erasure.PSEUDONYM),
    ),
    sa.Column("value", sa.Text, comment="the result, or the points"),
    sa.Column("reason", sa.Text, nullable=False, comment="as it was typed"),
    sa.Column("at", Moment, nullable=False),
)


@dataclass(frozen=True, slots=True)
class StoredTournament:
    """A tournament without its players and pairings."""

    id: int
    event_id: int
    server: int
    channel_id: int
    organiser: int
    name: str
    system: System
    game: str
    options: Options
    time: str
    place: str
    rounds: int
    most: int
    until: datetime | None
    state: str
    round: int
    lot: int
    opened: datetime
    due: datetime | None = None
    agreed: str = ""
    """What its games say yes to besides their terms: names, as in `Feature.allows`."""
    forum: int | None = None

    @property
    def control(self) -> TimeControl:
        """The time control of its games."""
        return TimeControl.read(self.time)


@dataclass(frozen=True, slots=True)
class StoredPairing:
    """A pairing with its game."""

    id: int
    tournament: int
    match: int | None
    games: int
    pairing: Pairing

    @property
    def begun(self) -> bool:
        """True if it has had a game, or needs none."""
        return self.match is not None or self.pairing.result is not None


@dataclass(frozen=True, slots=True)
class StoredCorrection:
    """What an organiser corrected."""

    id: int
    event_id: int
    tournament: int
    user: int
    act: str
    pairing: int | None
    player: int | None
    value: str | None
    reason: str
    at: datetime


class TournamentQueries(Queries):
    """Tournaments and all that belongs to them."""

    # --- tournaments ---

    def add(self, new: StoredTournament) -> int:
        """Store ``new``, ignoring its id. Returns the id it gets."""
        values = {column.key: getattr(new, column.key) for column in tournament.c}
        del values["id"]
        return self._insert(sa.insert(tournament).values(values))

    def get(self, key: int, *, locked: bool = False) -> StoredTournament | None:
        """The tournament with this id. ``locked``: nobody else changes it meanwhile."""
        wanted = sa.select(*fields(tournament)).where(tournament.c.id == key)
        row = self._one(wanted.with_for_update() if locked else wanted)
        return None if row is None else _tournament(row)

    def from_event(self, event_id: int) -> StoredTournament | None:
        """The tournament that this interaction made."""
        row = self._one(sa.select(*fields(tournament)).where(tournament.c.event_id == event_id))
        return None if row is None else _tournament(row)

    def change(self, key: int, **values: Any) -> None:
        """Change columns of a tournament."""
        self._run(sa.update(tournament).where(tournament.c.id == key).values(values))

    def of_server(self, server: int, most: int) -> list[StoredTournament]:
        """The newest tournaments of a server."""
        wanted = sa.select(*fields(tournament)).where(tournament.c.server == server)
        rows = self._all(wanted.order_by(tournament.c.id.desc()).limit(most))
        return [_tournament(row) for row in rows]

    def due(self, now: datetime, most: int, shards: Shards) -> list[int]:
        """Some tournaments that are to go on."""
        those = tournament.c.due.is_not(None), tournament.c.due <= now
        wanted = sa.select(tournament.c.id).where(*those, on_shards(tournament.c.server, shards))
        return [row.id for row in self._all(wanted.limit(most))]

    def where_due(self) -> list[Spot]:
        """The channels of those that will go on at some time."""
        wanted = sa.select(tournament.c.server, tournament.c.channel_id)
        rows = self._all(wanted.where(tournament.c.due.is_not(None)))
        return [Spot(row.server, row.channel_id) for row in rows]

    def in_channel(self, channel_id: int) -> list[int]:
        """Those in a channel that are going on: that have a game, or will at some time."""
        here, games = tournament.c.channel_id == channel_id, match.c.card_channel_id == channel_id
        waits = sa.select(tournament.c.id).where(here, tournament.c.due.is_not(None))
        joined = pairing.join(match, match.c.id == pairing.c.match).join(tournament)
        plays = sa.select(tournament.c.id).select_from(joined)
        plays = plays.where(here, games, match.c.deadline.is_not(None))
        return [row.id for row in self._all(waits.union(plays))]

    # --- players ---

    def entrants(self, key: int) -> list[Player]:
        """Who takes part, by seed."""
        wanted = sa.select(entrant).where(entrant.c.tournament == key)
        rows = self._all(wanted.order_by(entrant.c.seed, entrant.c.user))
        return [_player(row) for row in rows]

    def entrant(self, key: int, user: int) -> Player | None:
        """One of them."""
        this = entrant.c.tournament == key, entrant.c.user == user
        row = self._one(sa.select(entrant).where(*this))
        return None if row is None else _player(row)

    def not_over(self, user: int) -> list[int]:
        """The tournaments in which somebody takes part that are not over."""
        mine = sa.select(tournament.c.id).join(entrant, entrant.c.tournament == tournament.c.id)
        goes_on = tournament.c.state.in_((SIGN_UP, RUNNING))
        return [row.id for row in self._all(mine.where(entrant.c.user == user, goes_on))]

    def enter(self, key: int, new: Player) -> None:
        """Somebody takes part from now on."""
        values = {"tournament": key, "user": new.id, "seed": new.seed, "enters": new.enters}
        self._run(sa.insert(entrant).values(values | {"bonus": new.bonus, "out": new.out}))

    def leave(self, key: int, user: int) -> None:
        """Somebody does not take part after all."""
        this = entrant.c.tournament == key, entrant.c.user == user
        self._run(sa.delete(entrant).where(*this))

    def change_entrant(self, key: int, user: int, **values: Any) -> None:
        """Change columns of somebody who takes part."""
        this = entrant.c.tournament == key, entrant.c.user == user
        self._run(sa.update(entrant).where(*this).values(values))

    def seed(self, key: int, order: Sequence[int]) -> None:
        """Store who has which seed: the first one has 1."""
        this = entrant.c.tournament == key, entrant.c.user == sa.bindparam("who")
        seeded = sa.update(entrant).where(*this).values(seed=sa.bindparam("place"))
        self._run(seeded, [{"who": user, "place": seed} for seed, user in enumerate(order, 1)])

    def gone(self, key: int, users: Collection[int]) -> set[int]:
        """Those of ``users`` who are not paired any more."""
        these = entrant.c.tournament == key, entrant.c.user.in_(users)
        rows = self._all(sa.select(entrant.c.user).where(*these, entrant.c.out.is_not(None)))
        return {row.user for row in rows}

    # --- pairings ---

    def pair(self, key: int, new: Sequence[Pairing]) -> None:
        """Store the pairings of a round, of which none has begun."""
        begun = {"tournament": key, "result": None, "forfeit": False, "games": 0}
        parts = ("round", "board", "first", "second")
        rows = [{part: getattr(one, part) for part in parts} | begun for one in new]
        self._run(sa.insert(pairing), rows)

    def to_begin(self, key: int) -> int | None:
        """The first board whose pairing has not begun."""
        those = pairing.c.tournament == key, pairing.c.result.is_(None), pairing.c.match.is_(None)
        wanted = sa.select(pairing.c.board).where(*those).order_by(pairing.c.board).limit(1)
        row = self._one(wanted)
        return None if row is None else row.board

    def on_page(self, key: int, number: int, behind: int, most: int) -> list[StoredPairing]:
        """Some pairings of a round: ``most`` of them, the first one ``behind`` this board."""
        boards = pairing.c.board.between(behind + 1, behind + most)
        those = pairing.c.tournament == key, pairing.c.round == number, boards
        rows = self._all(sa.select(*fields(pairing)).where(*those).order_by(pairing.c.board))
        return [_pairing(row) for row in rows]

    def pairings(self, key: int) -> list[StoredPairing]:
        """Everything that was paired, by round and board."""
        wanted = sa.select(*fields(pairing)).where(pairing.c.tournament == key)
        rows = self._all(wanted.order_by(pairing.c.round, pairing.c.board))
        return [_pairing(row) for row in rows]

    def pairing(self, key: int) -> StoredPairing | None:
        """The pairing with this id."""
        row = self._one(sa.select(*fields(pairing)).where(pairing.c.id == key))
        return None if row is None else _pairing(row)

    def pairing_of(self, match: int) -> StoredPairing | None:
        """The pairing that a match belongs to."""
        row = self._one(sa.select(*fields(pairing)).where(pairing.c.match == match))
        return None if row is None else _pairing(row)

    def between(self, server: int, people: Collection[int]) -> list[StoredPairing]:
        """The pairings of two people on a server."""
        both = pairing.c.first.in_(people), pairing.c.second.in_(people)
        wanted = sa.select(*fields(pairing)).join(tournament)
        rows = self._all(wanted.where(*both, tournament.c.server == server).order_by(pairing.c.id))
        return [_pairing(row) for row in rows]

    def change_pairing(self, key: int, **values: Any) -> None:
        """Change columns of a pairing."""
        self._run(sa.update(pairing).where(pairing.c.id == key).values(values))

    def plays(self, key: int) -> bool:
        """True if a game of a tournament has no result yet."""
        those = pairing.c.tournament == key, pairing.c.result.is_(None)
        return self._one(sa.select(pairing.c.id).where(*those).limit(1)) is not None

    def whole(self, stored: StoredTournament) -> Tournament:
        """All on which pairings and standings depend."""
        players = tuple(self.entrants(stored.id))
        pairings = tuple(one.pairing for one in self.pairings(stored.id))
        return Tournament(stored.system, stored.rounds, players, pairings)

    # --- corrections ---

    def correct(self, new: StoredCorrection) -> int:
        """Store what was corrected. Returns its id."""
        values = {column.key: getattr(new, column.key) for column in correction.c}
        del values["id"]
        return self._insert(sa.insert(correction).values(values))

    def corrections(self, key: int) -> int:
        """How many there are in a tournament."""
        counted = sa.select(sa.func.count()).where(correction.c.tournament == key)
        return self._connection.execute(counted).scalar_one()

    def invitations(self, key: int) -> list[int]:
        """Those to enter a tournament late."""
        those = correction.c.tournament == key, correction.c.act == LATE
        return [row.id for row in self._all(sa.select(correction.c.id).where(*those))]

    def cancelled_by(self, key: int) -> int | None:
        """The organiser who has cancelled or ended a tournament; None: nobody has."""
        those = correction.c.tournament == key, correction.c.act == CANCEL
        row = self._one(sa.select(correction.c.user).where(*those))
        return None if row is None else int(row.user)

    def correction(self, key: int) -> StoredCorrection | None:
        """The correction with this id."""
        return self._correction(correction.c.id == key)

    def corrected(self, event_id: int) -> StoredCorrection | None:
        """The correction that this interaction made."""
        return self._correction(correction.c.event_id == event_id)

    def _correction(self, this: sa.ColumnElement[bool]) -> StoredCorrection | None:
        row = self._one(sa.select(*fields(correction)).where(this))
        return None if row is None else StoredCorrection(**row._mapping)


def _tournament(row: sa.Row[Any]) -> StoredTournament:
    found: dict[str, Any] = {**row._mapping}
    found["system"] = System(found["system"])
    return StoredTournament(**found)


def _player(row: sa.Row[Any]) -> Player:
    out = None if row.out is None else Out(row.out)
    return Player(row.user, row.seed, row.enters, row.bonus, out)


def _pairing(row: sa.Row[Any]) -> StoredPairing:
    result = None if row.result is None else Result(row.result)
    one = Pairing(row.round, row.board, row.first, row.second, result, row.forfeit)
    return StoredPairing(row.id, row.tournament, row.match, row.games, one)
