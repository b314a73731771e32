"""The rules about beginning a game: may somebody do that in a channel, by what is known of them?

Both doors ask here. What Discord says of a person in a channel is a `Presence`, which the chat has
from an interaction, and the page from Discord itself.
"""

from dataclasses import dataclass

from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.server_settings import ServerSettings


@dataclass(frozen=True, slots=True)
class Presence:
    """A person in a channel of a server."""

    user: int
    name: str
    """The name that they have everywhere."""
    server: int
    channels: frozenset[int]
    """The channel, and of a thread its channel, too; empty for a board that nobody else sees."""
    roles: frozenset[int] = frozenset()
    uses_bot: bool = True
    """True if they see the channel and may use the bot's commands there."""
    unseen: bool = False
    """True if nobody knows whether they see it, as of a private thread without an interaction."""
    missing: tuple[str, ...] = ()
    """The permissions that a game needs there and the bot lacks, as discord.py calls them."""


def check_may_begin(settings: ServerSettings, present: Presence) -> None:
    """Raise `RefusedError` if no game may begin there."""
    if present.unseen:
        raise RefusedError(ServiceRefusal.PRIVATE_THREAD)
    if not present.uses_bot:
        raise RefusedError(ServiceRefusal.NOT_PRESENT)
    if present.missing:
        raise RefusedError(ServiceRefusal.MISSING_PERMISSIONS, permissions=present.missing)
    elsewhere = present.channels and not present.channels.intersection(settings.channels)
    if settings.channels and elsewhere:
        raise RefusedError(ServiceRefusal.NOT_HERE, channels=settings.channels)


def check_may_challenge(settings: ServerSettings, present: Presence) -> None:
    """Raise `RefusedError` unless they may challenge people there."""
    check_may_begin(settings, present)
    if not may_challenge(settings, present):
        raise RefusedError(ServiceRefusal.NOT_A_CHALLENGER, role=settings.challengers)


def may_challenge(settings: ServerSettings, present: Presence) -> bool:
    """True if they have the role of those who may challenge, or nobody needs any."""
    return settings.challengers is None or settings.challengers in present.roles
