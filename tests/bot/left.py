"""What is left to be shown, by the database."""

import sqlalchemy as sa

from bot.storage.queries.base import fields
from bot.storage.rows import DELETED, StoredMessage
from bot.storage.schema import message
from bot.storage.transaction import Transaction


def left(tx: Transaction) -> list[StoredMessage]:
    """The messages that do not look as wanted, or are not known to."""
    pending = (
        sa.select(*fields(message)).where(message.c.shown != message.c.rev).order_by(message.c.id)
    )
    return [StoredMessage(**row._mapping) for row in tx.connection.execute(pending)]


def was_given_up(one: StoredMessage | None) -> bool:
    """Whether a message will never be sent."""
    return one is not None and one.desired == DELETED and one.message is None


def as_if_never_answered(tx: Transaction, key: int) -> None:
    """Discord has a message, and its answer was lost."""
    lost = {"message": None, "shown": 0}
    tx.connection.execute(sa.update(message).where(message.c.id == key).values(lost))
