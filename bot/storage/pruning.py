"""Deletes what nobody needs any more, so that a database does not grow for ever.

Games, their turns, results and last boards stay. What goes is what the bot remembers of messages
that nobody can press any more, and challenges that became no games.
"""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import UTC, datetime, timedelta

import sqlalchemy as sa

from bot.storage.admin_connection import connected, name_of, refuse_another_schema
from bot.storage.rows import ACCEPTED, BOARD, FULL, LINE, LIVING_BOARD, OPEN, REMINDER
from bot.storage.schema import challenge, invitation, match, message, metadata

Delete = Callable[[sa.Connection, Sequence[int]], None]
BATCH = 500
"""Rows that go in one transaction: a bot that plays meanwhile waits for no more."""
KINDS = (BOARD, LIVING_BOARD, LINE, REMINDER)


@dataclass(frozen=True, slots=True)
class Pruned:
    """The rows that were deleted."""

    messages: int
    challenges: int


def prune(url: str, days: int) -> Pruned:
    """Delete what is older than ``days`` days; a bot may be running meanwhile."""
    before = datetime.now(UTC) - timedelta(days=days)
    with connected(url, write=True) as connection:
        refuse_another_schema(connection, name_of(url))
        messages = _all(connection, _messages(before), _delete_messages)
        return Pruned(messages, _all(connection, _challenges(before), _delete_challenges))


def _all(connection: sa.Connection, which: sa.Select[tuple[int]], delete: Delete) -> int:
    """Delete the rows ``which`` selects by id, some at a time. Returns their number."""
    (column,), last, deleted = which.selected_columns, 0, 0
    while True:
        with connection.begin():
            some = which.where(column > last).order_by(column).limit(BATCH)
            numbers: list[int] = [row.id for row in connection.execute(some)]
            if not numbers:
                return deleted
            delete(connection, numbers)
        last, deleted = numbers[-1], deleted + len(numbers)


def _messages(before: datetime) -> sa.Select[tuple[int]]:
    """Messages of finished games that have no buttons any more; the last boards have."""
    return (
        sa.select(message.c.id)
        .join(match, message.c.match == match.c.id)
        .where(
            match.c.deadline.is_(None),
            message.c.kind.in_(KINDS),
            message.c.desired != FULL,
            message.c.shown == message.c.rev,
            message.c.wanted < before,
        )
    )


def _challenges(before: datetime) -> sa.Select[tuple[int]]:
    """Challenges that became no games; not anybody's last to people, whose terms are used again.

    Nor those whose cards are still to be changed.
    """
    later, post = challenge.alias(), metadata.tables["post"]
    newer = sa.exists().where(
        later.c.challenger == challenge.c.challenger,
        later.c.game == challenge.c.game,
        later.c.server == challenge.c.server,
        later.c.id > challenge.c.id,
        ~sa.exists().where(invitation.c.challenge == later.c.id, invitation.c.level.is_not(None)),
    )
    waits = sa.exists().where(
        message.c.challenge == challenge.c.id, message.c.shown != message.c.rev
    )
    before_0017 = sa.exists().where(post.c.challenge == challenge.c.id)
    return sa.select(challenge.c.id).where(
        challenge.c.state.not_in((OPEN, ACCEPTED)),
        challenge.c.match.is_(None),
        challenge.c.expires < before,
        newer,
        ~waits,
        ~before_0017,
    )


def _delete_messages(connection: sa.Connection, numbers: Sequence[int]) -> None:
    connection.execute(sa.delete(message).where(message.c.id.in_(numbers)))


def _delete_challenges(connection: sa.Connection, numbers: Sequence[int]) -> None:
    for table in (message, invitation):
        connection.execute(sa.delete(table).where(table.c.challenge.in_(numbers)))
    connection.execute(sa.delete(challenge).where(challenge.c.id.in_(numbers)))
