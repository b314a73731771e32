"""The kinds of messages: what each looks like. A feature registers those that it brings."""

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

import discord

from bot.chat.base.custom_id import Control
from bot.storage.rows import StoredMessage
from bot.storage.transaction import Transaction

Content = dict[str, Any]
"""The arguments for discord.py."""


class MessageKind:
    """One kind of message, such as boards."""

    kinds: ClassVar[tuple[str, ...]]
    """The names of these messages in the database."""
    slow: ClassVar[bool] = False
    """True if they take long to make, so that no other message may wait for them."""

    async def content(self, one: StoredMessage) -> Content | None:
        """The message to send, as of now; None if there is nothing left to say."""
        raise NotImplementedError

    async def is_sent_as(self, there: discord.Message, one: StoredMessage) -> bool:
        """True if ``there``, a message of ours, is this one."""
        raise NotImplementedError

    def gives_up(self, tx: Transaction, one: StoredMessage, code: int) -> bool:
        """True if it is never to be sent, now that Discord has refused it with this ``code``.

        Called in the transaction that reports the refusal.
        """
        del tx, one, code
        return False

    async def full(self, one: StoredMessage) -> Content:
        """The edit for a message that is kept up to date."""
        raise NotImplementedError

    async def stripped(self, one: StoredMessage) -> Content:
        """The edit for a superseded message, besides the removal of its controls."""
        del one
        return {}

    def shown(self, tx: Transaction, one: StoredMessage) -> None:
        """What ``one`` wanted is there; by now something else may be wanted.

        Called in the transaction that reports it, as it was before.
        """
        del tx, one


class OwnRequests(MessageKind):
    """What is on Discord by requests of its own and is no message of a channel, such as an event.

    Discord knows no repetition of these requests, as it does of messages.
    """

    async def make(self, one: StoredMessage, content: Content) -> int:
        """Make it. Returns its id."""
        raise NotImplementedError

    async def find(self, one: StoredMessage) -> int | None:
        """The id under which it is there, if its making was carried out."""
        raise NotImplementedError

    async def change(self, one: StoredMessage) -> bool:
        """Bring it to what is wanted; False if it is gone."""
        raise NotImplementedError


def calling(users: Iterable[int], roles: Iterable[int] = ()) -> discord.AllowedMentions:
    """Mentions that notify these people and whoever has these roles, and nobody else.

    Negative numbers are people who have deleted their data.
    """
    return discord.AllowedMentions(
        everyone=False,
        roles=[discord.Object(role) for role in roles],
        replied_user=False,
        users=[discord.Object(user) for user in users if user > 0],
    )


def controls_in(message: discord.Message) -> Iterator[Control]:
    """The controls under a message."""
    for row in message.components:
        for part in getattr(row, "children", ()):
            control = Control.read(getattr(part, "custom_id", None) or "")
            if control is not None:
                yield control
