"""The rules of a server's owners: who may challenge, and where; and who may make them."""

import discord

from bot.chat.base.bot import Interaction
from bot.chat.common.card_messages import known_as
from bot.chat.common.permissions import missing_permissions
from bot.service import beginning
from bot.service.beginning import Presence
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.server_settings import ServerSettings


def check_manager(interaction: Interaction) -> discord.Guild:
    """The server. Raises `RefusedError` unless the asker may manage it."""
    if interaction.guild is None or not interaction.permissions.manage_guild:
        raise RefusedError(ServiceRefusal.NOT_AN_ADMIN)
    return interaction.guild


async def check_may_begin(interaction: Interaction) -> ServerSettings:
    """Return the server's settings. Raises `RefusedError` if no game may begin in this channel."""
    present = presence_of(interaction)
    settings = await interaction.client.service.servers.settings(present.server)
    beginning.check_may_begin(settings, present)
    return settings


async def check_may_challenge(interaction: Interaction) -> ServerSettings:
    """Raise `RefusedError` unless the asker may challenge people in this channel.

    Returns the decisions.
    """
    present = presence_of(interaction)
    settings = await interaction.client.service.servers.settings(present.server)
    beginning.check_may_challenge(settings, present)
    return settings


def presence_of(interaction: Interaction) -> Presence:
    """The asker in this channel. Discord has let them use the bot there, so they may."""
    user = interaction.user
    roles = user.roles if isinstance(user, discord.Member) else ()
    return Presence(
        user=user.id,
        name=known_as(user),
        server=interaction.guild_id or 0,
        channels=frozenset(channels_of(interaction)),
        roles=frozenset(role.id for role in roles),
        missing=tuple(missing_permissions(interaction)),
    )


def channels_of(interaction: Interaction) -> set[int]:
    """This channel, and in a thread its channel, too."""
    channel = interaction.channel
    parent = channel.parent_id if isinstance(channel, discord.Thread) else None
    return {number for number in (interaction.channel_id, parent) if number is not None}


def has_role(interaction: Interaction, role: int | None) -> bool:
    """True if the asker has the role; everybody has the role None."""
    user = interaction.user
    return role is None or (isinstance(user, discord.Member) and user.get_role(role) is not None)
