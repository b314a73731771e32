"""Channels: ends the games of those that go away, and posts at once if a permission comes back."""

import contextlib
import logging
from collections import defaultdict

import aiohttp
import discord
from discord.ext import commands

from bot.chat.answers.responses import UNANSWERED
from bot.chat.base.answer import NO_MENTIONS
from bot.chat.base.bot import Bot, Feature
from bot.messages import private
from bot.service.live_match import LiveMatch
from bot.service.shown_messages import UNKNOWN_CHANNEL

log = logging.getLogger(__name__)


class Channels(Feature):
    """Listens to what Discord says about channels, threads and servers."""

    async def cog_load(self) -> None:
        """Have channels looked for before anybody loses on time there."""
        await super().cog_load()
        self.service.deadlines.look_for = self._look_for

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End the games of a deleted channel, and of its threads.

        Discord does not mention archived threads, and the bot does not store which channel a thread
        is in. So it asks Discord about every channel that has a game and that it no longer sees.
        """
        await self._close(channel.id)
        await self._look_for_all(channel.guild, own_threads=True)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """End the games of a deleted thread."""
        await self._close(thread.thread_id)

    @commands.Cog.listener()
    async def on_channel_gone(self, ended: list[LiveMatch]) -> None:
        """Tell the players of games whose channel is gone, if Discord lets us write to them."""
        of_player: defaultdict[int, list[LiveMatch]] = defaultdict(list)
        for live in ended:
            for user in live.people:
                if user < 0:  # they have deleted their data
                    continue
                of_player[user].append(live)
        for user, games in of_player.items():
            with contextlib.suppress(*UNANSWERED):  # many people take no direct messages
                channel = await self.bot.create_dm(discord.Object(user))
                await channel.send(private.gone(games), allowed_mentions=NO_MENTIONS)

    @commands.Cog.listener()
    async def on_guild_channel_update(
        self, before: discord.abc.GuildChannel, after: discord.abc.GuildChannel
    ) -> None:
        """Post what waits in a channel whose permissions have changed, and in its threads."""
        if before.overwrites != after.overwrites:
            threads = {thread.id for thread in after.guild.threads if thread.parent_id == after.id}
            await self.bot.retry(lambda channel_id: channel_id in {after.id, *threads})

    @commands.Cog.listener()
    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """Post what waits in a thread that may have been opened again."""
        await self.bot.retry(lambda channel_id: channel_id == thread.thread_id)

    @commands.Cog.listener()
    async def on_guild_role_update(self, before: discord.Role, after: discord.Role) -> None:
        """Post what waits on a server where a role may do something else now."""
        if before.permissions != after.permissions:
            await self._retry(after.guild)

    @commands.Cog.listener()
    async def on_member_update(self, before: discord.Member, after: discord.Member) -> None:
        """Post what waits on a server where the bot has other roles now."""
        if after.id == after.guild.me.id and before.roles != after.roles:
            await self._retry(after.guild)

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """End the games of servers that have removed the bot while it was away."""
        for server in await self.matches.servers():
            if self.bot.get_guild(server) is None:  # those in an outage are known
                await self._close_server(server)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The server is gone, or has removed the bot: nobody can play there. No outage."""
        await self._close_server(guild.id)

    @commands.Cog.listener()
    async def on_guild_available(self, guild: discord.Guild) -> None:
        """End the games of channels that were deleted while the bot could not see the server.

        Our own threads are looked for before a timeout: asking for each archived one would cost
        thousands of requests at every start.
        """
        await self._look_for_all(guild, own_threads=False)

    async def _look_for_all(self, guild: discord.Guild, *, own_threads: bool) -> None:
        for channel_id in await self.matches.channels(guild.id, own_threads=own_threads):
            await self._look_for(guild.id, channel_id)

    async def _look_for(self, server: int, channel_id: int) -> None:
        """Close a channel that Discord does not know; archived threads are in no list."""
        guild = self.bot.get_guild(server)
        if guild is None or guild.unavailable:  # in an outage, or on the shard of another process
            return
        if guild.get_channel_or_thread(channel_id) is None:
            await self._close_if_gone(channel_id)

    async def _close_server(self, server: int) -> None:
        for channel_id in await self.matches.channels(server):
            await self._close(channel_id)

    async def _retry(self, guild: discord.Guild) -> None:
        await self.bot.retry(lambda channel_id: guild.get_channel_or_thread(channel_id) is not None)

    async def _close(self, channel_id: int) -> None:
        ended = await self.matches.close_channel(channel_id)
        self.bot.dispatch("channel_gone", ended)

    async def _close_if_gone(self, channel_id: int) -> None:
        try:
            await self.bot.fetch_channel(channel_id)
        except discord.NotFound as error:
            if error.code == UNKNOWN_CHANNEL:  # a proxy's 404 says nothing
                await self._close(channel_id)
        except (discord.DiscordException, aiohttp.ClientError, OSError) as error:
            log.warning("it is not known whether channel %s is gone: %s", channel_id, error)


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Channels(bot))
