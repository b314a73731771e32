"""Counts the results of a person's games."""

from dataclasses import dataclass

import sqlalchemy as sa

from bot.storage.queries.base import Queries
from bot.storage.schema import match, player


@dataclass(frozen=True, slots=True)
class Tally:
    """The results of a person in one game, against people only or with a computer in a seat."""

    game: str
    with_computer: bool
    won: int
    drawn: int
    """Others were first, too."""
    lost: int


_OTHER = player.alias("other")
_OTHERS = sa.select(_OTHER.c.seat).where(
    _OTHER.c.match == player.c.match, _OTHER.c.seat != player.c.seat
)
_FIRST, _SHARED = player.c.rank == 1, _OTHERS.where(_OTHER.c.rank == 1).exists()
_COMPUTER = _OTHERS.where(_OTHER.c.level.is_not(None)).exists().label("with_computer")
_NUMBER = sa.func.count()


class ResultQueries(Queries):
    """The results of people's games."""

    def of(self, user: int) -> list[Tally]:
        """Count the results of ``user``; games that nobody has lost or drawn are left out."""
        each = (
            sa.select(
                match.c.game,
                _COMPUTER,
                _NUMBER.filter(_FIRST, ~_SHARED).label("won"),
                _NUMBER.filter(_FIRST, _SHARED).label("drawn"),
                _NUMBER.filter(~_FIRST).label("lost"),
            )
            .join(player, player.c.match == match.c.id)
            .where(player.c.user == user, player.c.rank.is_not(None))
            .group_by(match.c.game, "with_computer")
        )
        return [Tally(**row._mapping) for row in self._all(each)]
