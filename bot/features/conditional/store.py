"""Stores what players plan, a row for each seat that has a plan."""

from dataclasses import dataclass

import sqlalchemy as sa

from bot.storage.personal import Erasure, of_seat
from bot.storage.queries.base import Queries
from bot.storage.schema import Id, match, metadata

plans = sa.Table(
    "plan",
    metadata,
    sa.Column("match", Id, sa.ForeignKey(match.c.id), primary_key=True),
    sa.Column("seat", sa.Integer, primary_key=True, autoincrement=False, info=of_seat(Erasure.ROW)),
    sa.Column("ply", sa.Integer, nullable=False, comment="after which its board came to be"),
    sa.Column("variations", sa.JSON, nullable=False, comment="moves; none: it has failed"),
)

Variation = tuple[str, ...]
"""Moves in a row, as `Position.write` gives them: the first is the opponent's, the last one's
own."""


@dataclass(frozen=True, slots=True)
class Plan:
    """What a player will answer."""

    ply: int
    """The number of turns after which the board came to be on which it begins."""
    variations: tuple[Variation, ...] = ()
    """None if the game has gone another way."""


class PlanQueries(Queries):
    """The plans of players."""

    def of(self, match_id: int) -> dict[int, Plan]:
        """The plans in a match, by seat."""
        rows = self._all(sa.select(plans).where(plans.c.match == match_id))
        return {row.seat: Plan(row.ply, tuple(map(tuple, row.variations))) for row in rows}

    def keep(self, match_id: int, seat: int, plan: Plan) -> None:
        """Store a plan in place of the last one."""
        self.drop(match_id, seat)
        values = {"ply": plan.ply, "variations": plan.variations}
        self._run(sa.insert(plans).values(match=match_id, seat=seat, **values))

    def drop(self, match_id: int, seat: int) -> None:
        """Delete a plan, if there is one."""
        self._run(sa.delete(plans).where(plans.c.match == match_id, plans.c.seat == seat))
