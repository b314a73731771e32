"""The exercises and puzzles that people have answered."""

from collections.abc import Mapping

import sqlalchemy as sa

from bot.storage.queries.base import Queries
from bot.storage.schema import answered


class AnsweredQueries(Queries):
    """The exercises and puzzles that people have answered."""

    def of(self, user: int, kind: str) -> Mapping[tuple[str, str], bool]:
        """The tasks that ``user`` has answered, by game and name, oldest first: True if solved."""
        rows = self._all(
            sa.select(answered.c.game, answered.c.name, answered.c.solved)
            .where(answered.c.user == user, answered.c.kind == kind)
            .order_by(answered.c.id)
        )
        return {(row.game, row.name): bool(row.solved) for row in rows}

    def add(self, user: int, kind: str, game: str, name: str, *, solved: bool) -> None:
        """Note a first answer."""
        values = {"user": user, "kind": kind, "game": game, "name": name, "solved": solved}
        self._insert(sa.insert(answered).values(values | self._first_id(answered)))
