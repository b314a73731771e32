"""The asker's access to a match, and the bot's permissions in a channel."""

import contextlib
from typing import Protocol

import discord

from bot.chat.answers.responses import UNANSWERED
from bot.chat.base.bot import Bot, Interaction
from bot.messages import refusals
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.server_settings import ServerSettings
from bot.storage.rows import StoredChallenge

Person = discord.Member | discord.User | discord.Object


class Seen(Protocol):
    """A match that somebody may see: where it is played, and by whom."""

    @property
    def channel_id(self) -> int:
        """The channel's or the thread's id."""
        ...

    @property
    def card_channel_id(self) -> int:
        """The channel by which it is decided who may see it."""
        ...

    @property
    def everybody(self) -> tuple[int, ...]:
        """Everybody who plays or has played in it."""
        ...


def check_access(interaction: Interaction, live: LiveMatch) -> None:
    """Raise `RefusedError` for a match of another server, or one that the asker may not see.

    In direct messages that is every match that they do not play.
    """
    if interaction.guild_id is None:
        if interaction.user.id not in live.everybody:
            raise RefusedError(ServiceRefusal.NO_SUCH_MATCH)
        return
    if live.server != interaction.guild_id or not may_see(interaction, live):
        raise RefusedError(ServiceRefusal.NO_SUCH_MATCH)


def check_challenge(interaction: Interaction, asked: StoredChallenge | None) -> StoredChallenge:
    """The challenge. Raises `RefusedError` unless its card is in the channel of the asker."""
    if asked is None or asked.channel_id != interaction.channel_id:
        raise RefusedError(ServiceRefusal.NO_SUCH_CHALLENGE)
    return asked


def may_see(interaction: Interaction, match: Seen) -> bool:
    """True if the asker takes part in a match of this server or sees its channel.

    Private threads count as hidden, since they do not show their members.
    """
    user, guild = interaction.user, interaction.guild
    if user.id in match.everybody or interaction.channel_id in (
        match.channel_id,
        match.card_channel_id,
    ):
        return True
    channel = guild.get_channel_or_thread(match.card_channel_id) if guild else None
    if isinstance(channel, discord.Thread):
        channel = None if channel.is_private() else channel.parent
    if channel is None or not isinstance(user, discord.Member):
        return False
    return channel.permissions_for(user).view_channel


async def everybody_sees(bot: Bot, server: int, channel_id: int) -> bool:
    """Return True if ``@everyone`` may see a channel of a server."""
    channel = await channel_that_shows(bot, server, channel_id)
    if channel is None:
        return False
    return channel.permissions_for(channel.guild.default_role).view_channel


async def channel_that_shows(
    bot: Bot, server: int, channel_id: int
) -> discord.abc.GuildChannel | None:
    """The channel by which it is decided who sees this channel or thread; None for a private one.

    Servers of other processes and archived threads are not in memory, so they are fetched.
    """
    guild = bot.get_guild(server) or await bot.fetch_guild(server)
    channel: object = await channel_in(guild, channel_id)
    if isinstance(channel, discord.Thread):
        channel = None if channel.is_private() else await channel_in(guild, channel.parent_id)
    return channel if isinstance(channel, discord.abc.GuildChannel) else None


async def channel_in(
    guild: discord.Guild, channel_id: int
) -> discord.abc.GuildChannel | discord.Thread | None:
    """A channel or thread; None if it is gone, or not for the bot to see."""
    known = guild.get_channel_or_thread(channel_id)
    if known is not None:
        return known
    try:
        return await guild.fetch_channel(channel_id)
    except (discord.NotFound, discord.Forbidden):
        return None


def is_moderator(interaction: Interaction, channel_id: int, settings: ServerSettings) -> bool:
    """True if the asker may moderate the games in a channel or thread of this server."""
    user, guild = interaction.user, interaction.guild
    if guild is None or not isinstance(user, discord.Member):
        return False
    if settings.moderators is not None and user.get_role(settings.moderators) is not None:
        return True
    if channel_id == interaction.channel_id:
        return interaction.permissions.manage_messages
    channel = guild.get_channel_or_thread(channel_id)
    if isinstance(channel, discord.Thread):
        channel = channel.parent
    return channel is not None and channel.permissions_for(user).manage_messages


def check_moderator(interaction: Interaction, channel_id: int, settings: ServerSettings) -> None:
    """Raise `RefusedError` unless the asker may decide the games there."""
    if not is_moderator(interaction, channel_id, settings):
        raise RefusedError(ServiceRefusal.NOT_A_MODERATOR, role=settings.moderators)


def check_writing(interaction: Interaction) -> None:
    """Raise `RefusedError` if the asker may not write what the bot would write for them."""
    in_thread = isinstance(interaction.channel, discord.Thread)
    may = interaction.permissions
    writes = may.send_messages_in_threads if in_thread else may.send_messages
    if not (writes and may.attach_files):
        raise RefusedError(ServiceRefusal.MAY_NOT_WRITE)


def is_computer(interaction: Interaction, user: int) -> bool:
    """True if ``user`` is the bot itself, which plays as a computer."""
    me = interaction.client.user
    return me is not None and me.id == user


def why_no_game(interaction: Interaction, *people: Person) -> str | None:
    """Why no game between these ``people`` can begin in this channel; None if it can."""
    if interaction.guild_id is None or interaction.channel_id is None:
        return text("cannot-outside-servers")
    if any(isinstance(person, discord.User) for person in people):
        return text("cannot-challenge-stranger")
    strange = [person for person in people if not is_computer(interaction, person.id)]
    if any(isinstance(person, discord.Member) and person.bot for person in strange):
        return text("cannot-challenge-bot")
    missing = missing_permissions(interaction)
    return refusals.missing_permissions(missing) if missing else None


async def why_board_waits(interaction: Interaction, live: LiveMatch) -> list[str]:
    """The permissions without which the next board of a match cannot be posted, as far as known."""
    if live.channel_id == interaction.channel_id:
        return missing_permissions(interaction)
    thread: object = None
    if interaction.guild is not None and not live.solo:
        with contextlib.suppress(*UNANSWERED):
            thread = await channel_in(interaction.guild, live.channel_id)
    if not isinstance(thread, discord.Thread) or not thread.locked:
        return []
    may = thread.permissions_for(thread.guild.me)
    return [] if may.manage_threads else ["manage_threads"]


def missing_permissions(interaction: Interaction) -> list[str]:
    """The permissions that a game needs here and the bot lacks, as discord.py calls them."""
    return missing_of(interaction.app_permissions, interaction.channel)


def missing_of(may: discord.Permissions, channel: object) -> list[str]:
    """The permissions that a game needs in a channel and the bot, which has ``may``, lacks."""
    needed = ["view_channel", "attach_files", "read_message_history"]
    thread = channel if isinstance(channel, discord.Thread) else None
    needed.append("send_messages_in_threads" if thread else "send_messages")
    if thread is not None and thread.locked:
        needed.append("manage_threads")
    return [name for name in needed if not getattr(may, name)]


def permissions_at(
    interaction: Interaction, channel_id: int
) -> tuple[discord.Permissions, discord.Permissions]:
    """The permissions of the bot and of the asker in a channel of this server; none if unknown."""
    if interaction.channel_id == channel_id:
        return interaction.app_permissions, interaction.permissions
    guild, user = interaction.guild, interaction.user
    channel = guild.get_channel_or_thread(channel_id) if guild else None
    if guild is None or channel is None or not isinstance(user, discord.Member):
        return discord.Permissions.none(), discord.Permissions.none()
    return channel.permissions_for(guild.me), channel.permissions_for(user)
