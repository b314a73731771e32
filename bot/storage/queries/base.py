"""The base of the queries of all subjects."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from bot.shards import Shards


class Queries:
    """Statements about one subject, on the connection of a transaction."""

    def __init__(self, connection: sa.Connection) -> None:
        self._connection = connection

    def _run(self, statement: sa.Executable, values: Any = None) -> sa.CursorResult[Any]:
        return self._connection.execute(statement, values)

    def _all(self, statement: sa.Executable, **values: Any) -> Sequence[sa.Row[Any]]:
        return self._connection.execute(statement, values).all()

    def _one(self, statement: sa.Executable, **values: Any) -> sa.Row[Any] | None:
        return self._connection.execute(statement, values).first()

    def _insert(self, statement: sa.Insert, values: Any = None) -> int:
        """The id of the new row."""
        key = self._connection.execute(statement, values).inserted_primary_key
        return int(key[0]) if key else 0


def fields(table: sa.Table) -> list[sa.ColumnElement[Any]]:
    """The columns of ``table``, labelled with their names in Python."""
    return [column.label(column.key) for column in table.c]


_TIME_ONLY: sa.ColumnElement[int] = sa.literal_column("22")
"""The bits of an id below its time. PostgreSQL shifts by an integer only, not by a bigint."""


def on_shards(server: sa.Column[int], shards: Shards) -> sa.ColumnElement[bool]:
    """Whether a server is on one of ``shards``."""
    if shards.are_all:
        return sa.true()
    return (server.op(">>")(_TIME_ONLY) % shards.count).in_(shards.ids)
