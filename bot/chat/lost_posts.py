"""Looks for posts that may have been sent by a request whose answer never came."""

import asyncio
import contextlib
from datetime import timedelta
from time import monotonic

import discord

from bot.chat.bot import Bot
from bot.chat.pauses import HistoryHiddenError
from bot.chat.posts import UNKNOWN_CHANNEL, kind_of
from bot.storage.database import Store
from bot.storage.rows import StoredPost

CLOCK_SKEW = timedelta(minutes=10)
"""How far our clock and Discord's may differ when the history is searched."""
SETTLED = 10.0
"""Seconds after which a request whose answer was lost is not carried out any more."""


class StoppedError(discord.DiscordException):
    """The program ends before it is known what has become of a post."""


class LostPosts:
    """Searches a channel's own history."""

    def __init__(self, bot: Bot, store: Store) -> None:
        self._bot = bot
        self._store = store
        self._missed: dict[int, float] = {}
        """When posts without a nonce were first looked for in vain."""
        self._stopping = asyncio.Event()

    def stop(self) -> None:
        """Wait for nothing any more."""
        self._stopping.set()

    async def find(self, lost: StoredPost) -> discord.Message | None:
        """The message of ``lost``, None if it is not there.

        The request of a post without a nonce may still be carried out after a search, and sending
        it again would double it then: that it is not there counts only when some time has passed
        since its sending broke off. Raises `HistoryHiddenError` and `StoppedError`.
        """
        found = await self._search(lost)
        if lost.nonce is not None:
            return found
        if found is None:
            settled = self._missed.setdefault(lost.id, monotonic()) + SETTLED
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(max(0.0, settled - monotonic())):
                    await self._stopping.wait()
                    raise StoppedError
            found = await self._search(lost)
        self._missed.pop(lost.id, None)
        return found

    async def _search(self, lost: StoredPost) -> discord.Message | None:
        channel = self._bot.get_partial_messageable(lost.channel_id)
        kind = kind_of(lost, self._bot.posts)
        await self._check_history(lost)
        newest, cause = await self._store.read(
            lambda tx: (tx.posts.newest_message(lost.channel_id), tx.posts.cause_of(lost))
        )
        # The message is newer than both, by Discord's clock, from which ours may differ by far.
        older = max(newest or 0, cause or 0)
        after = discord.Object(older) if older else lost.since - CLOCK_SKEW
        try:
            async for message in channel.history(limit=None, after=after, oldest_first=False):
                if (
                    message.author == self._bot.user
                    and await kind.is_sent_as(message, lost)
                    and not await self._is_posted(message.id)  # a known one may look the same
                ):
                    return message
        except discord.NotFound as error:
            if error.code != UNKNOWN_CHANNEL:
                raise
        return None

    async def _check_history(self, lost: StoredPost) -> None:
        """Raise `HistoryHiddenError` where Discord would show an empty history, and no error."""
        channel = self._bot.get_channel(lost.channel_id)
        if isinstance(channel, discord.abc.GuildChannel | discord.Thread):
            may = channel.permissions_for(channel.guild.me)
        elif not self._bot.service.reach.shards.cover(lost.server):
            may = await self._permissions_elsewhere(lost)
        else:
            return
        if not (may.read_message_history and may.view_channel):
            raise HistoryHiddenError

    async def _permissions_elsewhere(self, lost: StoredPost) -> discord.Permissions:
        """What we may do in a channel on a shard of another process, as Discord tells."""
        assert self._bot.user is not None
        guild = await self._bot.fetch_guild(lost.server, with_counts=False)
        channel = await guild.fetch_channel(lost.channel_id)
        if isinstance(channel, discord.Thread):  # it has the permissions of its parent
            channel = await guild.fetch_channel(channel.parent_id)
        assert isinstance(channel, discord.abc.GuildChannel)
        return channel.permissions_for(await guild.fetch_member(self._bot.user.id))

    async def _is_posted(self, message: int) -> bool:
        return await self._store.read(lambda tx: tx.posts.is_posted(message))
