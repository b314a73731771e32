"""Channels and servers that go away: ends their games, and tells the players."""

import contextlib
import logging
from collections import defaultdict

import aiohttp
import discord
from discord.ext import commands

from bot.chat.answer import NO_MENTIONS
from bot.chat.bot import Bot, Feature
from bot.chat.posts import UNKNOWN_CHANNEL
from bot.chat.responses import UNANSWERED
from bot.messages import private
from bot.service.live_match import LiveMatch

log = logging.getLogger(__name__)


class Departures(Feature):
    """Listens to what Discord says about channels, threads and servers."""

    @commands.Cog.listener()
    async def on_guild_channel_delete(self, channel: discord.abc.GuildChannel) -> None:
        """End the games of a deleted channel, and of its threads.

        Discord does not mention threads that were asleep, and the bot does not store which channel
        a thread is in: it asks Discord about each channel with a game that it no longer sees.
        """
        await self._close(channel.id)
        for channel_id in await self.matches.channels(channel.guild.id):
            if channel.guild.get_channel_or_thread(channel_id) is None:
                await self._close_if_gone(channel_id)

    @commands.Cog.listener()
    async def on_raw_thread_delete(self, thread: discord.RawThreadDeleteEvent) -> None:
        """End the games of a deleted thread."""
        await self._close(thread.thread_id)

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """The server is gone, or has removed the bot: nobody can play there. No outage."""
        for channel_id in await self.matches.channels(guild.id):
            await self._close(channel_id)

    @commands.Cog.listener()
    async def on_games_ended(self, ended: list[LiveMatch]) -> None:
        """Tell the players of games whose channel is gone, if Discord lets us write to them."""
        of_player: defaultdict[int, list[LiveMatch]] = defaultdict(list)
        for live in ended:
            for user in live.players:
                of_player[user].append(live)
        for user, games in of_player.items():
            with contextlib.suppress(*UNANSWERED):  # many people take no direct messages
                channel = await self.bot.create_dm(discord.Object(user))
                await channel.send(private.gone(games), allowed_mentions=NO_MENTIONS)

    async def _close(self, channel_id: int) -> None:
        self.bot.dispatch("games_ended", await self.matches.close_channel(channel_id))

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
    await bot.add_cog(Departures(bot))
