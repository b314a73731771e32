"""Channels that Discord does not know any more: whether they are gone for good, and what then."""

import logging
from datetime import datetime, timedelta

import discord

from bot.chat.bot import Bot
from bot.chat.posts import UNKNOWN_CHANNEL
from bot.storage.rows import StoredPost

log = logging.getLogger(__name__)

GONE_AFTER = timedelta(minutes=10)
"""A channel is gone if Discord still does not know it after this time. In outages Discord has not
known channels that existed, and what ends by mistake cannot be brought back."""


class GoneChannels:
    """Ends the games of channels that are gone."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._matches = bot.service.matches
        self._reach = bot.service.reach
        self._missing_since: dict[int, datetime] = {}
        """The channels that Discord has not known when something was to be done there."""

    def is_there(self, channel_id: int) -> None:
        """Something was done in this channel."""
        self._missing_since.pop(channel_id, None)

    async def ends(self, post: StoredPost) -> bool:
        """Whether the channel of ``post`` is gone, with which its games end.

        Discord has just answered that it does not know the channel.
        """
        if not await self._is_gone(post):
            return False
        ended = await self._matches.close_channel(post.channel_id)
        log.warning("channel %s is gone: %d games have ended there", post.channel_id, len(ended))
        self._missing_since.pop(post.channel_id, None)
        self._bot.dispatch("channel_gone", ended)
        return True

    async def _is_gone(self, post: StoredPost) -> bool:
        """Whether the channel of ``post``, which was not found, is gone for good, not just now."""
        now, channel_id = self._matches.now(), post.channel_id
        since = self._missing_since.setdefault(channel_id, now)
        if now - since < GONE_AFTER or self._bot.get_channel(channel_id) is not None:
            return False
        guild = self._bot.get_guild(post.server)
        if (guild is not None and guild.unavailable) or not self._reach.shards.cover(post.server):
            return False  # in an outage, and on a shard of another process, nothing is known
        try:
            await self._bot.fetch_channel(channel_id)
        except discord.NotFound as error:
            return error.code == UNKNOWN_CHANNEL
        self._missing_since.pop(channel_id)
        return False
