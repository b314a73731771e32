"""The base of the queries of all subjects."""

from collections.abc import Sequence
from typing import Any

import sqlalchemy as sa

from bot.shards import Shards
from bot.storage.schema import meta


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

    def _first_id(self, table: sa.Table) -> dict[str, int]:
        """The id of the next row, if it must not simply follow the last one; else empty.

        After a restore, the ids that were given since the backup are still on people's screens.
        """
        key = meta.c.key == first_id(table)
        row = self._one(sa.select(meta.c.value).where(key))
        if row is None:
            return {}
        self._run(sa.delete(meta).where(key))
        return {"id": int(row.value)}


def first_id(table: sa.Table) -> str:
    """The name under which a restore notes the first free id, if the database cannot skip ids."""
    return f"first {table.name}"


def fields(table: sa.Table) -> list[sa.ColumnElement[Any]]:
    """The columns of ``table``, labelled with their names in Python."""
    return [column.label(column.key) for column in table.c]


def written(value: str) -> sa.ColumnElement[str]:
    """A constant as it stands in the condition of an index that has only some of the rows.

    A parameter would keep SQLite from using that index: it plans before it knows any value.
    """
    return sa.literal_column(f"'{value}'", sa.Text())


def plainly(column: sa.Column[bool]) -> sa.ColumnElement[bool]:
    """The condition that ``column`` is true, as an index states it: SQLAlchemy adds ``= 1``."""
    return sa.literal_column(f'"{column.table.name}".{column.name}')


_TIME_ONLY: sa.ColumnElement[int] = sa.literal_column("22")
"""The bits of an id below its time. PostgreSQL shifts by an integer only, not by a bigint."""


def on_shards(server: sa.Column[int], shards: Shards) -> sa.ColumnElement[bool]:
    """The condition that a server is on one of ``shards``."""
    if shards.are_all:
        return sa.true()
    return (server.op(">>")(_TIME_ONLY) % shards.count).in_(shards.ids)
