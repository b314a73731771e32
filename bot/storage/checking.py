"""Looks a whole database through: its schema, its constraints, its posts, and every match."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import suppress
from dataclasses import dataclass, field
from hashlib import blake2b
from typing import Any, cast

import sqlalchemy as sa
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext

from bot.storage.database import DriverError, is_passing
from bot.storage.queries.messages import ANNOUNCING
from bot.storage.rows import (
    ACCEPTED,
    DELETED,
    DESIRED_STATES,
    NOWHERE,
    StoredMatch,
)
from bot.storage.schema import all_tables, challenge, match, message, turn
from bot.storage.transaction import Transaction
from engine.game import Game
from engine.match import Match
from engine.turns import GONE

Progress = Callable[[str, int, int], None]
"""Reports the name of a step, how much of it is done, and how much there is to do."""

AT_ONCE = 500
"""Matches whose numbers are read together."""


@dataclass(slots=True)
class Findings:
    """The findings of a check. Every fault is one line."""

    damage: list[str] = field(default_factory=list[str])
    """The faults that the database itself reports in its pages and constraints."""
    faults: list[str] = field(default_factory=list[str])
    """All other inconsistencies."""
    rows: dict[str, int] = field(default_factory=dict[str, int])
    """How many rows each table has."""
    matches: dict[int, bytes] = field(default_factory=dict[int, bytes])
    """A digest of each match after its last turn."""

    @property
    def lines(self) -> list[str]:
        """All faults."""
        return [*self.damage, *self.faults]


class UnreadableRowError(Exception):
    """A table has a row with a value of the wrong kind; the text says which table, and why."""


def read_rows(
    connection: sa.Connection, table: sa.Table, statement: sa.Select[Any], at_once: int
) -> Iterator[sa.Row[Any]]:
    """The rows of a statement about ``table``. Raises `UnreadableRowError`."""
    try:
        yield from connection.execute(statement, execution_options={"yield_per": at_once})
    except (ValueError, TypeError, OverflowError) as error:  # JSON and times are read here
        raise UnreadableRowError(f"{table.name}: a row cannot be read: {_line(error)}") from error


def check(connection: sa.Connection, games: Mapping[str, Game], progress: Progress) -> Findings:
    """Look everything through, on one consistent view of a database with the newest schema."""
    found = Findings()

    def rows() -> None:
        for table in all_tables().sorted_tables:
            found.rows[table.name] = count(connection, table)

    view = connection.begin()
    try:
        found.damage = _damage(connection)
        for step in (
            lambda: found.faults.extend(_schema(connection)),
            lambda: found.faults.extend(_references(connection)),
            lambda: found.faults.extend(_messages(connection)),
            rows,
            lambda: found.faults.extend(_values(connection)),
            lambda: replay_all(connection, games, progress, found),
        ):
            try:
                step()
            except DriverError as error:
                if not _is_damage(connection, error):
                    raise
                found.damage.append(f"a table cannot be read: {error.orig}")
    finally:  # a damaged file does not even let a transaction end in which nothing was changed
        with suppress(DriverError):
            view.rollback()
    return found


def _is_damage(connection: sa.Connection, error: Exception) -> bool:
    """True if a page of the file is damaged: the rest of it can still be read."""
    return connection.dialect.name == "sqlite" and not is_passing(error)


def count(connection: sa.Connection, table: sa.Table) -> int:
    """How many rows a table has."""
    return int(connection.execute(sa.select(sa.func.count()).select_from(table)).scalar_one())


# --- the database ---


def _schema(connection: sa.Connection) -> list[str]:
    """How it differs from ours; what a feature that is no more has left behind is no fault."""

    def compares(_: Any, __: str | None, ___: str, reflected: bool, counterpart: Any) -> bool:
        return counterpart is not None or not reflected

    context = MigrationContext.configure(connection, opts={"include_object": compares})
    different = compare_metadata(context, all_tables())
    return [f"the schema is not as the program made it: {_shortly(each)}" for each in different]


def _shortly(difference: Any) -> str:
    """``add_index ix_message_full``, of what Alembic says."""
    while isinstance(difference, list):
        difference = cast(Any, difference[0])
    parts: Sequence[Any] = difference
    return " ".join(str(getattr(part, "name", part)) for part in parts if part is not None)


def _damage(connection: sa.Connection) -> list[str]:
    """The faults that the database itself reports in its pages and constraints."""
    if connection.dialect.name == "sqlite":
        try:
            lines = connection.exec_driver_sql("PRAGMA integrity_check").scalars().all()
        except DriverError as error:
            lines = [str(error.orig)]
        return [f"the file is damaged: {line}" for line in lines if line != "ok"]
    names = connection.exec_driver_sql(
        "SELECT conname FROM pg_constraint WHERE NOT convalidated"
        " UNION SELECT indexrelid::regclass::text FROM pg_index WHERE NOT indisvalid"
    )
    return [f"{name} does not hold" for name in names.scalars()]


def _references(connection: sa.Connection) -> list[str]:
    """Rows that name a row of another table that is not there."""
    faults: list[str] = []
    for table in all_tables().sorted_tables:
        for key in table.foreign_keys:
            other = key.column.table.alias()
            there = sa.exists().where(other.c[key.column.key] == key.parent)
            missing = sa.select(key.parent).where(key.parent.is_not(None), ~there)
            faults += [
                f"{table.name}: there is no {key.column.table.name} {number}"
                for number in connection.execute(missing).scalars()
            ]
    return faults


def _values(connection: sa.Connection) -> list[str]:
    """Tables with values that cannot be read; a replay tells more about matches and turns."""
    faults: list[str] = []
    for table in all_tables().sorted_tables:
        try:
            for _ in read_rows(connection, table, sa.select(*table.c), AT_ONCE):
                pass
        except UnreadableRowError as error:
            faults.append(str(error))
    return faults


def _messages(connection: sa.Connection) -> list[str]:
    """Messages that do not fit their matches, and turns that nobody will ever see."""
    run = connection.execute
    announces = message.c.kind.in_(ANNOUNCING) & (message.c.desired != DELETED)
    shown = sa.exists().where(
        message.c.match == match.c.id, announces, message.c.ply == match.c.ply
    )
    quiet = sa.exists().where(  # a channel that is gone gets no board of its last turn
        turn.c.match == match.c.id, turn.c.ply == match.c.ply, turn.c.text == GONE
    )
    runs, solo = match.c.deadline.is_not(None), match.c.channel_id == NOWHERE
    of_match = sa.select(message.c.id, match.c.id).join(match, message.c.match == match.c.id)
    lost = sa.select(challenge.c.id).where(
        challenge.c.state == ACCEPTED, challenge.c.match.is_(None)
    )
    unknown = sa.select(message.c.id, message.c.desired).where(
        message.c.desired.not_in(DESIRED_STATES)
    )
    return [
        *(
            f"match {m}: message {key} is of a turn that was not played"
            for key, m in run(of_match.where(message.c.ply > match.c.ply))
        ),
        *(
            f"match {m}: its newest turn is shown nowhere"
            for m in run(sa.select(match.c.id).where(runs, ~shown, ~quiet, ~solo)).scalars()
        ),
        *(f"message {key}: no such look as {desired!r}" for key, desired in run(unknown)),
        *(f"challenge {c}: accepted, but there is no match" for c in run(lost).scalars()),
    ]


# --- the matches ---


def replay_all(
    connection: sa.Connection, games: Mapping[str, Game], progress: Progress, found: Findings
) -> None:
    """Replay every match and compare it with its header, into ``found``."""
    tx, total = Transaction(connection), count(connection, match)
    for done, match_id in enumerate(_ids(connection), 1):
        try:
            found.matches[match_id] = _replayed(tx, match_id, games)
        except _UnreadableError as error:
            found.faults.append(f"match {match_id}: {error}")
            found.matches[match_id] = str(error).encode()
        progress("replaying matches", done, total)


def _ids(connection: sa.Connection) -> Iterator[int]:
    last = 0
    while some := connection.execute(
        sa.select(match.c.id).where(match.c.id > last).order_by(match.c.id).limit(AT_ONCE)
    ).scalars().all():  # fmt: skip
        yield from some
        last = some[-1]


class _UnreadableError(Exception):
    """A match cannot be replayed, or not as its header says; the text says why."""


def _replayed(tx: Transaction, match_id: int, games: Mapping[str, Game]) -> bytes:
    """A digest of the match after its last turn. Raises `_UnreadableError`."""
    try:
        stored = tx.matches.get(match_id)
        plies = tx.connection.execute(
            sa.select(turn.c.ply).where(turn.c.match == match_id).order_by(turn.c.ply)
        ).scalars()
        numbers = list(plies)
        turns = tx.turns.of(match_id, len(numbers))
    except Exception as error:
        if isinstance(error, DriverError) and not _is_damage(tx.connection, error):
            raise
        raise _UnreadableError(_line(error)) from error
    if stored is None:
        raise _UnreadableError("it has no players")
    game = games.get(stored.game)
    if game is None or game.ruleset != stored.ruleset:
        raise _UnreadableError(f"this version has no game {stored.game!r} by {stored.ruleset!r}")
    if numbers != list(range(1, stored.ply + 1)):
        raise _UnreadableError(f"its header says {stored.ply} turns, and {len(numbers)} are stored")
    try:
        played = Match.replay(game, game.complete(stored.options), len(stored.players), turns)
    except Exception as error:
        raise _UnreadableError(_line(error)) from error
    _compare(stored, played)
    stones = sorted(played.position.stones.items())
    state = (stored, played.end, played.position.to_move, played.position.ply, stones)
    return blake2b(repr(state).encode(), digest_size=16).digest()


def _compare(stored: StoredMatch, played: Match) -> None:
    end = played.end if stored.ending else None  # it may not be worked out yet
    for what, header, replay in (
        ("to move", stored.to_move, played.to_move),
        ("over", stored.deadline is None, played.end is not None),
        ("ending", stored.ending, end and end.how),
        ("ranks", stored.ranks, end and end.ranks),
    ):
        if header != replay:
            raise _UnreadableError(f"{what}: its header says {header}, its turns {replay}")


def _line(error: Exception) -> str:
    return f"{type(error).__name__}: {next(iter(str(error).splitlines()), '')}"
