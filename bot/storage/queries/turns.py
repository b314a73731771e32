"""The turns of matches."""

from datetime import timedelta

import sqlalchemy as sa
from sqlalchemy.exc import IntegrityError

from bot.storage.queries.base import Queries
from bot.storage.schema import Id, turn
from engine.turns import Turn

SECOND = timedelta(seconds=1)

_KEY, _UPTO = sa.bindparam("key", type_=Id), sa.bindparam("upto", type_=sa.Integer())
_TURNS = (
    sa.select(turn.c.seat, turn.c.text, turn.c.at, turn.c.left_s, turn.c.planned)
    .where(turn.c.match == _KEY, turn.c.ply <= _UPTO)
    .order_by(turn.c.ply)
)
_ADD_TURN = sa.insert(turn)


class TakenError(Exception):
    """Another turn has taken this ply, or this event has already caused a turn."""


class TurnQueries(Queries):
    """The turns of matches."""

    def add(self, match_id: int, ply: int, taken: Turn, event_id: int | None) -> None:
        """Store ``taken`` as the turn that led to ``ply``.

        ``event_id``: the interaction or the message that caused it, None for the clock. Raises
        `TakenError`.
        """
        try:
            self._run(
                _ADD_TURN,
                {
                    "match": match_id,
                    "ply": ply,
                    "seat": taken.seat,
                    "text": taken.text,
                    "at": taken.at,
                    "event_id": event_id,
                    "left_s": None if taken.left is None else -(-taken.left // SECOND),
                    "planned": taken.planned,
                },
            )
        except IntegrityError as error:
            raise TakenError from error

    def of(self, match_id: int, upto: int) -> list[Turn]:
        """The first ``upto`` turns of a match."""
        rows = self._all(_TURNS, key=match_id, upto=upto)
        return [
            Turn(
                row.seat,
                row.text,
                row.at,
                None if row.left_s is None else row.left_s * SECOND,
                row.planned,
            )
            for row in rows
        ]

    def from_event(self, event_id: int) -> tuple[int, int] | None:
        """The match and the ply of the turn that this event caused."""
        row = self._one(sa.select(turn.c.match, turn.c.ply).where(turn.c.event_id == event_id))
        return None if row is None else (row.match, row.ply)
