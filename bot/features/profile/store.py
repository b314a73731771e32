"""The results of a person's games, and what is worked out about finished games."""

from collections.abc import Collection, Mapping
from dataclasses import asdict, dataclass
from datetime import datetime

import sqlalchemy as sa

from bot.shards import Shards
from bot.storage.personal import Erasure, key_of_person
from bot.storage.queries.base import Queries, on_shards
from bot.storage.schema import Id, Moment, match, metadata, partial_index, player

played = sa.Table(
    "played",
    metadata,
    sa.Column("match", Id, sa.ForeignKey("match.id"), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True),
    sa.Column("at", Moment, comment="when the game ended; NULL: not worked out yet"),
    sa.Column("colour", sa.Text, comment="as its game names it; NULL: it had none yet"),
    sa.Column("firsts", sa.Text, comment="words with spaces; NULL: not worked out yet"),
)
"""What follows from finished games for the people in them."""
_DUE = played.c.firsts.is_(None)
partial_index("ix_played_due", played.c.match, where=_DUE)
profile_shared = sa.Table(
    "profile_shared",
    metadata,
    key_of_person(Erasure.ROW),
)
"""The people whose profiles everybody may see."""


@dataclass(frozen=True, slots=True)
class Played:
    """What is worked out about a seat of a finished game."""

    match: int
    seat: int
    at: datetime
    """When the game ended."""
    colour: str | None
    firsts: str | None = None
    """Words with spaces between them; None: not found yet."""


@dataclass(frozen=True, slots=True)
class Seated:
    """A seat of a finished game beside another one of it."""

    match: int
    game: str
    seat: int
    rank: int
    at: datetime | None
    """When the game ended; None: that is not worked out yet."""
    colour: str | None
    firsts: str | None
    other: int
    """The user of the other seat."""
    other_level: int | None
    other_rank: int


class ProfileQueries(Queries):
    """What profiles show."""

    def of(self, user: int, beside: int | None = None) -> list[Seated]:
        """The seats of ``user`` in games that somebody has lost or drawn, by their ends: in all of
        them, or in those in which ``beside`` has played, too.

        A game of more than two gives a row for each other seat.
        """
        other = player.alias("other")
        each = (
            sa.select(
                match.c.id.label("match"),
                match.c.game,
                player.c.seat,
                player.c.rank,
                played.c.at,
                played.c.colour,
                played.c.firsts,
                other.c.user.label("other"),
                other.c.level.label("other_level"),
                other.c.rank.label("other_rank"),
            )
            .join(player, player.c.match == match.c.id)
            .join(other, (other.c.match == match.c.id) & (other.c.seat != player.c.seat))
            .outerjoin(
                played, (played.c.match == player.c.match) & (played.c.seat == player.c.seat)
            )
            .where(player.c.user == user, player.c.rank.is_not(None))
        )
        if beside is not None:
            theirs = sa.select(player.c.match).where(player.c.user == beside)
            each = each.where(match.c.id.in_(theirs))
        rows = [Seated(**row._mapping) for row in self._all(each)]
        return sorted(rows, key=lambda row: (row.at is None, row.at, row.match))

    def add(self, found: Collection[Played]) -> None:
        """Note what is known at the end of a game."""
        if found:
            self._run(sa.insert(played), [asdict(one) for one in found])

    def due(self, most: int, shards: Shards) -> list[int]:
        """Some games on these shards of which the firsts are to be found."""
        of = sa.select(played.c.match).join(match, match.c.id == played.c.match)
        there = of.where(_DUE, on_shards(match.c.server, shards)).distinct().limit(most)
        return [row.match for row in self._all(there)]

    def work_out(self, match_id: int, found: Collection[Played]) -> None:
        """Note what follows from a game, unless another process has done so."""
        of_match = (played.c.match == match_id) & _DUE
        for one in found:
            this = of_match & (played.c.seat == one.seat)
            self._run(sa.update(played).where(this).values(asdict(one)))
        self._run(sa.update(played).where(of_match).values(firsts=""))

    def known(self, user: int) -> frozenset[str]:
        """The firsts of ``user``."""
        mine = (
            sa.select(played.c.firsts)
            .join(player, (played.c.match == player.c.match) & (played.c.seat == player.c.seat))
            .where(player.c.user == user, played.c.firsts != "")
        )
        return frozenset(word for row in self._all(mine) for word in row.firsts.split())

    def is_shared(self, user: int) -> bool:
        """True if everybody may see this profile."""
        this = profile_shared.c.user == user
        return self._one(sa.select(profile_shared.c.user).where(this)) is not None

    def share(self, user: int, *, shared: bool) -> None:
        """Decide whether everybody may see this profile."""
        this: Mapping[str, int] = {"user": user}
        if not shared:
            self._run(sa.delete(profile_shared).where(profile_shared.c.user == user))
        elif not self.is_shared(user):
            self._run(sa.insert(profile_shared).values(this))
