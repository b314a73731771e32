"""Copies a database into another one, which may be of the other kind.

The copy goes in batches, each a transaction. Until all is there and compared, the revision of the
target says so: no bot opens it, and the same command goes on with it. The tables and their columns
are those of `bot.storage.schema`; nothing is listed here.
"""

from collections.abc import Mapping, Sequence
from datetime import UTC, datetime
from hashlib import blake2b
from typing import Any

import sqlalchemy as sa

from bot.storage import migrations
from bot.storage.admin_connection import (
    AdminError,
    connected,
    name_of,
    refuse_another_schema,
    refuse_unless_empty,
)
from bot.storage.checking import (
    Findings,
    Progress,
    UnreadableRowError,
    count,
    read_rows,
    replay_all,
)
from bot.storage.queries.base import first_id
from bot.storage.queries.messages import ANNOUNCING
from bot.storage.schema import all_tables, message, meta
from engine.game import Game

BATCH = 2000
"""Rows in one transaction."""
SKIPPED = 1000
"""Ids that a restore leaves out: as many may have been given since the backup."""
SEQUENCE = sa.text("SELECT pg_get_serial_sequence(:table, :column)")
SET_SEQUENCE = sa.text("SELECT setval(CAST(:sequence AS regclass), :value, :used)")


def copy(source: str, target: str, games: Mapping[str, Game], progress: Progress) -> Findings:
    """Copy the database at one address into the empty one at another. Raises `AdminError`.

    Raises `InUseError` where a bot uses one of them.
    """
    names = name_of(source), name_of(target)
    if names[0] == names[1]:
        raise AdminError("both are the same database")
    with connected(source, alone=True) as old:
        refuse_another_schema(old, names[0])
        with connected(target, write=True, alone=True) as new:
            return copy_all(old, new, names, games, progress)


def copy_all(
    source: sa.Connection,
    target: sa.Connection,
    names: tuple[str, str],
    games: Mapping[str, Game],
    progress: Progress,
    *,
    later: bool = False,
) -> Findings:
    """Copy everything from ``source`` into the empty ``target``, and compare the two.

    ``names``: of the two, for messages; the first also says whether this goes on with a copy.
    ``later``: the source is of an earlier time, and a bot has gone on since. Raises `AdminError`.
    """
    mark = _begin(target, names)
    with source.begin():
        for table in all_tables().sorted_tables:
            _copy(source, target, table, progress)
        with target.begin():
            found = _compared(source, target, names, games, progress)
    with target.begin():
        if later:
            _distrust(target)
        _set_sequences(target, SKIPPED if later else 0)
        _set_revision(target, mark, migrations.newest())
    return found


def copy_once(source: sa.Connection, target: sa.Connection, progress: Progress) -> None:
    """Copy everything within one view of ``source`` into the empty ``target``, and compare."""
    with target.begin():
        migrations.upgrade(target)
    for table in all_tables().sorted_tables:
        _copy(source, target, table, progress)
    with target.begin():
        _same_rows(source, target, ("the database", "the backup"), progress)


def _begin(target: sa.Connection, names: tuple[str, str]) -> str:
    """Mark the target as unfinished, unless it is. Returns the mark."""
    of = blake2b(names[0].encode(), digest_size=8).hexdigest()
    mark = f"{migrations.UNFINISHED} {migrations.newest()} {of}"
    with target.begin():
        found = migrations.revision(target)
        if found == mark:
            return mark
        if found is not None and found.startswith(migrations.UNFINISHED):
            raise AdminError(
                f"another copy into {names[1]} was broken off, from elsewhere or by another "
                "version: empty it and begin again"
            )
        refuse_unless_empty(target, names[1])
        migrations.upgrade(target)
        _set_revision(target, migrations.newest(), mark)
    return mark


def _set_revision(target: sa.Connection, before: str, after: str) -> None:
    target.execute(
        sa.update(migrations.VERSION)
        .where(migrations.VERSION.c.version_num == before)
        .values(version_num=after)
    )


# --- rows ---


def _copy(
    source: sa.Connection, target: sa.Connection, table: sa.Table, progress: Progress
) -> None:
    """Copy the rows behind the last one that is there."""
    insert = sa.insert(table).values(
        {c: sa.bindparam(f"new_{c.key}", type_=_type(c)) for c in table.c}
    )
    names = [f"new_{column.key}" for column in table.c]
    with target.begin():
        last, done = _last(target, table), count(target, table)
    total = count(source, table)
    what = f"copying {table.name}"
    progress(what, done, total)
    while rows := _rows(source, table, _after(source, table, last)):
        with target.begin():
            target.execute(insert, [dict(zip(names, row, strict=True)) for row in rows])
        last = _key_of(table, rows[-1])
        progress(what, done := done + len(rows), total)


def _rows(
    connection: sa.Connection, table: sa.Table, statement: sa.Select[Any]
) -> list[sa.Row[Any]]:
    try:
        return list(read_rows(connection, table, statement, BATCH))
    except UnreadableRowError as error:
        raise AdminError(str(error)) from error


def _type(column: sa.Column[Any]) -> sa.types.TypeEngine[Any]:
    """The type of a column, in which nothing stays nothing, and is no JSON ``null``."""
    return sa.JSON(none_as_null=True) if isinstance(column.type, sa.JSON) else column.type


def _order(connection: sa.Connection, table: sa.Table) -> list[sa.ColumnElement[Any]]:
    """The primary key, in an order that both kinds of databases agree on: texts by their bytes."""
    plain = connection.dialect.name == "sqlite"
    return [
        column if plain or not isinstance(column.type, sa.Text) else sa.collate(column, "C")
        for column in table.primary_key.columns
    ]


def _key_of(table: sa.Table, row: sa.Row[Any]) -> Sequence[Any]:
    return [row._mapping[column] for column in table.primary_key.columns]


def _last(connection: sa.Connection, table: sa.Table) -> Sequence[Any] | None:
    order = [part.desc() for part in _order(connection, table)]
    row = connection.execute(
        sa.select(*table.primary_key.columns).order_by(*order).limit(1)
    ).first()
    return None if row is None else list(row)


def _after(
    connection: sa.Connection, table: sa.Table, last: Sequence[Any] | None
) -> sa.Select[Any]:
    """The next rows behind the key ``last``."""
    order = _order(connection, table)
    some = sa.select(*table.c).order_by(*order).limit(BATCH)
    if last is None:
        return some
    columns = table.primary_key.columns
    values = [sa.literal(value, column.type) for value, column in zip(last, columns, strict=True)]
    behind = sa.tuple_(*order) > sa.tuple_(*values) if len(order) > 1 else order[0] > values[0]
    return some.where(behind)


# --- comparing ---


def _compared(
    source: sa.Connection,
    target: sa.Connection,
    names: tuple[str, str],
    games: Mapping[str, Game],
    progress: Progress,
) -> Findings:
    """The findings about the copy, after a comparison. Raises `AdminError` if the two differ."""
    found, original = Findings(), Findings()
    found.rows = _same_rows(source, target, names, progress)
    replay_all(source, games, progress, original)
    replay_all(target, games, progress, found)
    if found.matches != original.matches:
        wrong = next(
            key for key in original.matches if found.matches.get(key) != original.matches[key]
        )
        raise AdminError(f"match {wrong} is not the same in {names[1]}: this is a bug of ours")
    return found


def _same_rows(
    source: sa.Connection, target: sa.Connection, names: tuple[str, str], progress: Progress
) -> dict[str, int]:
    """The number of rows of each table, which are the same in both. Raises `AdminError`."""
    counts: dict[str, int] = {}
    tables = all_tables().sorted_tables
    for number, table in enumerate(tables):
        progress("comparing tables", number, len(tables))
        there, here = _digest(source, table), _digest(target, table)
        if there != here:
            raise AdminError(
                f"table {table.name} differs: {there[0]} rows in {names[0]}, {here[0]} in "
                f"{names[1]}; {names[0]} was used meanwhile, so empty {names[1]} and begin again"
            )
        counts[table.name] = there[0]
    return counts


def _digest(connection: sa.Connection, table: sa.Table) -> tuple[int, int]:
    """How many rows there are, and a number that depends on all of them and not on their order."""
    rows = connection.execute(sa.select(*table.c), execution_options={"yield_per": BATCH})
    number = total = 0
    for row in rows:
        mark = blake2b(repr(tuple(row)).encode("utf-8", "surrogatepass"), digest_size=16).digest()
        number, total = number + 1, total + int.from_bytes(mark)
    return number, total % (1 << 128)


# --- the end ---


def _set_sequences(target: sa.Connection, skipped: int) -> None:
    """New rows are numbered behind those that are there, with a gap of ``skipped`` numbers."""
    quote = target.dialect.identifier_preparer.quote
    for table in all_tables().sorted_tables:
        column = table.autoincrement_column
        if column is None:
            continue
        first_free = sa.select(meta.c.value).where(meta.c.key == first_id(table))
        free = target.execute(first_free).scalar_one_or_none()
        most = target.execute(sa.select(sa.func.max(column))).scalar_one()
        last = max(most or 0, int(free or 1) - 1) + skipped
        target.execute(sa.delete(meta).where(meta.c.key == first_id(table)))
        if target.dialect.name == "sqlite":  # which numbers behind the last row by itself
            if last > (most or 0) and table is not message:  # no button says the id of a post
                target.execute(sa.insert(meta).values(key=first_id(table), value=str(last + 1)))
            continue
        given = {"table": quote(table.name), "column": column.name}
        if sequence := target.execute(SEQUENCE, given).scalar_one():
            values = {"sequence": sequence, "value": last or 1, "used": last > 0}
            target.execute(SET_SEQUENCE, values)


def _distrust(target: sa.Connection) -> None:
    """Posts that waited may have been sent since: they are looked for before they are sent."""
    waits = message.c.shown != message.c.rev, message.c.message.is_(None), message.c.begun == 0
    doubted = {"begun": message.c.rev, "attempt": 1, "tried": datetime.now(UTC)}
    announced = sa.case((message.c.kind.in_(ANNOUNCING), message.c.ply))
    doubted |= {"announces_from": announced, "announces_to": announced}
    target.execute(sa.update(message).where(*waits).values(doubted))
