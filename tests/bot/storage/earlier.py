"""Databases of earlier versions: their schema, and rows as SQLite gave them then."""

import json
from collections.abc import Callable, Iterable, Mapping
from typing import Any

import sqlalchemy as sa
from alembic import command

from bot.storage import migrations

Rows = Mapping[str, Iterable[Mapping[str, Any]]]


def make_schema(engine: sa.Engine, revision: str, only: Iterable[str] | None = None) -> sa.MetaData:
    """Make the tables of a version in an empty database; returns them, or ``only`` some."""
    config, schema = migrations.config(), sa.MetaData()
    with engine.begin() as connection:
        config.attributes["connection"] = connection
        command.upgrade(config, revision)
        schema.reflect(connection, only=None if only is None else [*only])
    return schema


def fill(
    connection: sa.Connection, tables: Mapping[str, sa.Table], rows: Rows, order: Iterable[str]
) -> None:
    """Store ``rows`` in an empty database; ``order``: each table after those it refers to."""
    for name in order:
        table = tables[name]
        for row in rows.get(name, ()):
            connection.execute(sa.insert(table).values(_typed(table, row)))


def number_on(connection: sa.Connection, schema: sa.MetaData) -> None:
    """Let new rows have numbers behind those that were stored with theirs."""
    if connection.dialect.name != "postgresql":
        return
    quote = connection.dialect.identifier_preparer.quote
    for table in schema.sorted_tables:
        if (column := table.autoincrement_column) is not None:
            name = quote(table.name)
            connection.exec_driver_sql(
                f"SELECT setval(pg_get_serial_sequence('{name}', '{column.name}'),"
                f" (SELECT coalesce(max({column.name}), 1) FROM {name}))"
            )


def _typed(table: sa.Table, row: Mapping[str, Any]) -> dict[str, Any]:
    """SQLite has given JSON as text, and truth as a number."""
    read: dict[type[Any], Callable[[Any], Any]] = {sa.JSON: json.loads, sa.Boolean: bool}

    def typed(name: str, value: Any) -> Any:
        kind = next((kind for kind in read if isinstance(table.c[name].type, kind)), None)
        return value if kind is None or value is None else read[kind](value)

    return {name: typed(name, value) for name, value in row.items()}
