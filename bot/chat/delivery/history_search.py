"""Looks in a channel's history for a message that may have been sent: its answer never came."""

from datetime import timedelta

import discord

from bot.chat.base.bot import Bot
from bot.chat.base.message_kinds import OwnRequests
from bot.storage.database import Store
from bot.storage.rows import NO_SERVER, StoredMessage

CLOCK_SKEW = timedelta(minutes=10)
"""How far our clock and Discord's may differ."""


class HistoryHiddenError(Exception):
    """The bot may not read a channel's history, so it cannot know what it has sent there."""


async def find(bot: Bot, store: Store, lost: StoredMessage) -> int | None:
    """The message that ``lost`` is, from the newest one back to what caused it; None: not there.

    Raises `HistoryHiddenError` if Discord would show an empty history instead of an error.
    """
    kind = bot.kinds.get(lost.kind)
    if isinstance(kind, OwnRequests):
        return await kind.find(lost)
    await _check_history(bot, lost)
    newest, cause = await store.read(
        lambda tx: (tx.messages.newest_in(lost.channel_id), tx.messages.cause_of(lost))
    )
    # It is newer than both, by Discord's clock, from which ours may differ by far.
    older = max(newest or 0, cause or 0)
    after = discord.Object(older) if older else lost.wanted - CLOCK_SKEW
    if kind is None:
        return None  # its feature was taken out, and nobody else recognises it
    channel = bot.get_partial_messageable(lost.channel_id)
    async for message in channel.history(limit=None, after=after, oldest_first=False):
        if message.author == bot.user and await kind.is_sent_as(message, lost):
            there = message.id
            known = await store.read(lambda tx, there=there: tx.messages.shown_as(there))
            if known is None:  # a known one may look the same
                return there
    return None


async def _check_history(bot: Bot, lost: StoredMessage) -> None:
    channel = bot.get_channel(lost.channel_id)
    if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
        may = channel.permissions_for(channel.guild.me)
    elif lost.server != NO_SERVER and not bot.service.process_shards.assigned.cover(lost.server):
        may = await _permissions_elsewhere(bot, lost)
    else:
        return
    if not (may.read_message_history and may.view_channel):
        raise HistoryHiddenError


async def _permissions_elsewhere(bot: Bot, lost: StoredMessage) -> discord.Permissions:
    """Fetch our permissions in a channel on a shard of another process."""
    assert bot.user is not None
    guild = await bot.fetch_guild(lost.server, with_counts=False)
    channel = await guild.fetch_channel(lost.channel_id)
    if isinstance(channel, discord.Thread):  # it has the permissions of its parent
        channel = await guild.fetch_channel(channel.parent_id)
    assert isinstance(channel, discord.abc.GuildChannel)
    return channel.permissions_for(await guild.fetch_member(bot.user.id))
