"""Posts: what the outbox sends, by kind. A feature registers the kinds of its posts."""

from collections.abc import Iterable, Iterator
from typing import Any, Protocol

import discord

from bot.chat.custom_id import Control
from bot.storage.rows import Claim, StoredPost

UNKNOWN_CHANNEL, UNKNOWN_MESSAGE = 10003, 10008
"""Discord's codes for these; a proxy's 404 has neither."""


class PostKind(Protocol):
    """One kind of post, such as boards."""

    def covers(self, post: StoredPost) -> bool:
        """Whether ``post`` is of this kind."""
        ...

    async def content(self, claim: Claim) -> dict[str, Any] | None:
        """The arguments for discord.py, as of now; None if there is nothing left to say."""
        ...

    async def is_sent_as(self, message: discord.Message, post: StoredPost) -> bool:
        """Whether ``message``, one of ours, is this post."""
        ...

    async def without_controls(self, post: StoredPost) -> dict[str, Any]:
        """The changes to a message that is out of date, besides the removal of its controls."""
        ...


def is_slow(kind: PostKind) -> bool:
    """Whether the posts of a kind take long to prepare, so that no other may wait for that."""
    return getattr(kind, "slow", False)


def kind_of(post: StoredPost, kinds: Iterable[PostKind]) -> PostKind:
    """The one of ``kinds`` that covers ``post``."""
    return next(kind for kind in kinds if kind.covers(post))


def calling(users: Iterable[int]) -> discord.AllowedMentions:
    """Mentions that notify these people and nobody else."""
    return discord.AllowedMentions(
        everyone=False,
        roles=False,
        replied_user=False,
        users=[discord.Object(user) for user in users],
    )


def controls_in(message: discord.Message) -> Iterator[Control]:
    """The controls under a message."""
    for row in message.components:
        for part in getattr(row, "children", ()):
            control = Control.read(getattr(part, "custom_id", None) or "")
            if control is not None:
                yield control
