"""The ladders of servers, and the challenges for places on them."""

from collections.abc import Mapping
from dataclasses import dataclass
from datetime import datetime
from typing import Any

import sqlalchemy as sa

from bot.features.ladder.rules import Outcome
from bot.storage.personal import OF_SERVER, Erasure, of_person
from bot.storage.queries.base import Queries, fields, written
from bot.storage.schema import Id, Moment, challenge, invitation, metadata, partial_index

ladder = sa.Table(
    "ladder",
    metadata,
    sa.Column("server", sa.BigInteger, primary_key=True, autoincrement=False, info=OF_SERVER),
    sa.Column("game", sa.Text, primary_key=True),
    sa.Column(
        "user",
        sa.BigInteger,
        primary_key=True,
        autoincrement=False,
        index=True,
        info=of_person(Erasure.ROW),
    ),
    sa.Column("position", sa.Integer, nullable=False, comment="the order; gaps mean nothing"),
    sa.Column("missed", sa.Integer, nullable=False, comment="games in a row without a move"),
)
"""The people on ladders. Nobody counts on positions without gaps, so rows may just go."""
sa.Index("ix_ladder_position", ladder.c.server, ladder.c.game, ladder.c.position)

ladder_challenge = sa.Table(
    "ladder_challenge",
    metadata,
    sa.Column("challenge", Id, primary_key=True, comment="which may have been pruned"),
    sa.Column("server", sa.BigInteger, nullable=False, index=True, info=OF_SERVER),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column("outcome", sa.Text, comment="taken, held, drawn or void; NULL: it is open"),
    sa.Column("at", Moment, comment="when it was decided"),
    sa.Column("place", sa.Integer, comment="for which it is, from 1"),
    sa.Column("gone", sa.Boolean, nullable=False, comment="its loser had to leave the ladder"),
)
"""The challenges that are for the ladder; who challenges whom is in those themselves."""
_OPEN = ladder_challenge.c.outcome.is_(None)
partial_index(
    "ix_ladder_challenge_open", ladder_challenge.c.server, ladder_challenge.c.game, where=_OPEN
)
_HELD = ladder_challenge.c.outcome == "held"
partial_index(
    "ix_ladder_challenge_held",
    ladder_challenge.c.server,
    ladder_challenge.c.game,
    ladder_challenge.c.at,
    where=_HELD,
)


ladder_removal = sa.Table(
    "ladder_removal",
    metadata,
    sa.Column("id", Id, primary_key=True),
    sa.Column("source", sa.BigInteger, key="event_id", nullable=False, unique=True),
    sa.Column("server", sa.BigInteger, nullable=False, index=True, info=OF_SERVER),
    sa.Column("game", sa.Text, nullable=False),
    sa.Column(
        "user",
        sa.BigInteger,
        nullable=False,
        index=True,
        comment="the moderator",
        info=of_person(Erasure.PSEUDONYM),
    ),
    sa.Column(
        "player",
        sa.BigInteger,
        nullable=False,
        index=True,
        comment="who was taken off",
        info=of_person(Erasure.PSEUDONYM),
    ),
    sa.Column("reason", sa.Text, nullable=False, comment="as it was typed"),
    sa.Column("at", Moment, nullable=False),
)
"""Whom moderators have taken off ladders, for the audit channels."""


@dataclass(frozen=True, slots=True)
class Where:
    """A ladder: that of a game on a server."""

    server: int
    game: str


@dataclass(frozen=True, slots=True)
class Rung:
    """Somebody on a ladder."""

    user: int
    position: int
    missed: int


@dataclass(frozen=True, slots=True)
class Removal:
    """What a moderator has done: took ``player`` off. ``event_id`` is the interaction."""

    id: int
    event_id: int
    server: int
    game: str
    user: int
    player: int
    reason: str
    at: datetime


@dataclass(frozen=True, slots=True)
class Asked:
    """A challenge for a place on a ladder."""

    challenge: int
    server: int
    game: str
    outcome: Outcome | None
    at: datetime | None
    place: int | None
    gone: bool
    challenger: int
    challenged: int
    channel_id: int
    expires: datetime
    match: int | None
    """The match that it became; None: it did not, or not yet."""

    @property
    def where(self) -> Where:
        """Its ladder."""
        return Where(self.server, self.game)

    @property
    def people(self) -> tuple[int, int]:
        """The challenger and the challenged."""
        return self.challenger, self.challenged


_ASKED = (
    sa.select(
        *ladder_challenge.c,
        challenge.c.challenger,
        invitation.c.user.label("challenged"),
        challenge.c.channel_id,
        challenge.c.expires,
        challenge.c.match,
    )
    .join(challenge, challenge.c.id == ladder_challenge.c.challenge)
    .join(invitation, (invitation.c.challenge == challenge.c.id) & (invitation.c.number == 0))
)


class LadderQueries(Queries):
    """The ladders of servers."""

    # --- places ---

    def number(self, where: Where) -> int:
        """The number of people on a ladder."""
        row = self._one(sa.select(sa.func.count()).where(*_on(where)))
        return 0 if row is None else int(row[0])

    def top(self, where: Where, begin: int, most: int) -> list[Rung]:
        """Some people on a ladder in their order; ``begin``: how many are above the first."""
        return self._rungs(
            sa.select(ladder)
            .where(*_on(where))
            .order_by(ladder.c.position)
            .offset(begin)
            .limit(most)
        )

    def get(self, where: Where, user: int) -> Rung | None:
        """Somebody on a ladder; None: they are not."""
        found = self._rungs(sa.select(ladder).where(*_on(where), ladder.c.user == user))
        return found[0] if found else None

    def above(self, where: Where, position: int, most: int) -> list[Rung]:
        """The ``most`` people next above a position, from the top."""
        found = self._rungs(
            sa.select(ladder)
            .where(*_on(where), ladder.c.position < position)
            .order_by(ladder.c.position.desc())
            .limit(most)
        )
        return found[::-1]

    def between(self, where: Where, first: int, last: int) -> list[Rung]:
        """The people at these positions and between them, from the top."""
        there = ladder.c.position.between(first, last)
        return self._rungs(sa.select(ladder).where(*_on(where), there).order_by(ladder.c.position))

    def place(self, where: Where, position: int) -> int:
        """The place of a position, from 1."""
        row = self._one(
            sa.select(sa.func.count()).where(*_on(where), ladder.c.position <= position)
        )
        return 0 if row is None else int(row[0])

    def _rungs(self, statement: sa.Select[Any]) -> list[Rung]:
        return [Rung(row.user, row.position, row.missed) for row in self._all(statement)]

    def join(self, where: Where, user: int) -> None:
        """Put somebody at the bottom."""
        last = sa.select(ladder.c.position).where(*_on(where))
        row = self._one(last.order_by(ladder.c.position.desc()).limit(1))
        position = 0 if row is None else row.position + 1
        values = {"server": where.server, "game": where.game, "user": user}
        self._run(sa.insert(ladder).values(position=position, missed=0, **values))

    def leave(self, where: Where, user: int) -> bool:
        """Take somebody off; whether they were on it."""
        gone = self._run(sa.delete(ladder).where(*_on(where), ladder.c.user == user))
        return bool(gone.rowcount)

    def put(self, where: Where, user: int, position: int) -> None:
        """Move somebody to another position."""
        this = sa.update(ladder).where(*_on(where), ladder.c.user == user)
        self._run(this.values(position=position))

    def note_missed(self, where: Where, user: int, missed: int) -> None:
        """Note in how many games in a row somebody has made no move."""
        this = sa.update(ladder).where(*_on(where), ladder.c.user == user)
        self._run(this.values(missed=missed))

    # --- removals ---

    def remove(self, new: Removal) -> int:
        """Store ``new``, ignoring its id. Returns the id it gets."""
        values = {c.key: getattr(new, c.key) for c in ladder_removal.c if c.key != "id"}
        return self._insert(sa.insert(ladder_removal).values(values))

    def removal(self, key: int) -> Removal | None:
        """The removal with this id."""
        return self._removal(ladder_removal.c.id == key)

    def removed(self, event_id: int) -> Removal | None:
        """The removal that this interaction made."""
        return self._removal(ladder_removal.c.event_id == event_id)

    def _removal(self, this: sa.ColumnElement[bool]) -> Removal | None:
        row = self._one(sa.select(*fields(ladder_removal)).where(this))
        return None if row is None else Removal(**row._mapping)

    # --- challenges ---

    def add(self, where: Where, challenge_id: int) -> None:
        """A challenge is for the ladder."""
        values = {"challenge": challenge_id, "server": where.server, "game": where.game}
        self._run(sa.insert(ladder_challenge).values(gone=False, **values))

    def asked(self, challenge_id: int) -> Asked | None:
        """A challenge for the ladder; None: it is none."""
        this = ladder_challenge.c.challenge == challenge_id
        return next(iter(self._asked(_ASKED.where(this))), None)

    def of_match(self, match_id: int) -> Asked | None:
        """The challenge for the ladder that became this match; None: there was none."""
        return next(iter(self._asked(_ASKED.where(challenge.c.match == match_id))), None)

    def open(self, where: Where) -> list[Asked]:
        """The challenges of a ladder that wait for an answer or are being played."""
        here = ladder_challenge.c.server == where.server, ladder_challenge.c.game == where.game
        return self._asked(_ASKED.where(_OPEN, *here).order_by(ladder_challenge.c.challenge))

    def lost_since(self, where: Where, user: int, since: datetime) -> Mapping[int, datetime]:
        """The people whom ``user`` has challenged and lost against since then, and when."""
        found = self._asked(
            _ASKED.where(
                challenge.c.challenger == user,
                ladder_challenge.c.server == where.server,
                ladder_challenge.c.game == where.game,
                ladder_challenge.c.outcome == written(Outcome.HELD),
                ladder_challenge.c.at > since,
            ).order_by(ladder_challenge.c.at)
        )
        return {one.challenged: one.at for one in found if one.at is not None}

    def _asked(self, statement: sa.Select[Any]) -> list[Asked]:
        return [_asked(row) for row in self._all(statement)]

    def decide(
        self,
        challenge_id: int,
        outcome: Outcome,
        at: datetime,
        *,
        place: int | None = None,
        gone: bool = False,
    ) -> None:
        """Note what has come of a challenge."""
        this = sa.update(ladder_challenge).where(ladder_challenge.c.challenge == challenge_id)
        self._run(this.values(outcome=outcome.value, at=at, place=place, gone=gone))


def _asked(row: sa.Row[Any]) -> Asked:
    values: dict[str, Any] = {**row._mapping}
    values["outcome"] = None if row.outcome is None else Outcome(row.outcome)
    return Asked(**values)


def _on(where: Where) -> tuple[sa.ColumnElement[bool], sa.ColumnElement[bool]]:
    return ladder.c.server == where.server, ladder.c.game == where.game
