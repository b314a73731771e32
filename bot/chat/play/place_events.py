"""Gateway events of the places of games: others' messages under living boards, archived threads."""

import contextlib
from typing import Any

import discord
from discord.ext import commands

from bot.chat.answers.responses import UNANSWERED
from bot.chat.base.bot import Bot, Feature
from bot.chat.common.thread_messages import Results, Threads


class Places(Feature):
    """Listens to events in the channels and threads of games."""

    async def cog_load(self) -> None:
        """Register the controls, and the messages."""
        await super().cog_load()
        for kind in (Threads, Results):
            self.bot.shows(kind(self.bot))

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Count what others say: a living board must not be far up in its channel."""
        self.bot.on_foreign_message(message.channel.id, message.id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """Open a thread again that was archived while a game is played there.

        A locked thread stays archived: somebody has decided that nobody may write there.
        """
        state: dict[str, Any] = {**thread.data.get("thread_metadata", {})}
        if not state.get("archived") or state.get("locked"):
            return
        here = thread.thread_id
        if await self.service.store.read(lambda tx: tx.matches.is_own_thread(here)):
            with contextlib.suppress(*UNANSWERED):  # the next board opens it, too
                await self.bot.http.edit_channel(here, archived=False)


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Places(bot))
