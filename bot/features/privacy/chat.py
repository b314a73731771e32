"""``/privacy``: what is stored about people, to be exported and deleted by themselves."""

import asyncio
import logging
from collections.abc import Iterable

import discord
from cachetools import TTLCache
from discord import app_commands
from discord.ext import commands

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer, To
from bot.chat.base.bot import Bot, Feature, Interaction, control
from bot.chat.base.custom_id import Control
from bot.chat.controls.components import ControlButton, view_of
from bot.features.privacy import texts
from bot.features.privacy.service import Privacy, PrivacyRefusal, packed
from bot.messages.catalogue import text
from bot.service.refusals import RefusedError
from bot.uploads import Upload

log = logging.getLogger(__name__)

LARGEST = 10 << 20
"""Bytes that Discord takes of a file everywhere."""
AGAIN, MOST = 60.0, 10_000
"""Seconds between two exports of one person; people who are remembered for that."""


class PrivacyPanel(Feature):
    """What is stored, one's own file, and the end of it."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._privacy = Privacy(bot.service)
        self._exported = TTLCache[int, bool](MOST, AGAIN)

    async def cog_load(self) -> None:
        """Register the controls, and what is done from time to time."""
        await super().cog_load()
        self._privacy.register()

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(name="privacy", description=text("command-privacy"))
    async def privacy_command(self, interaction: Interaction) -> None:
        """``/privacy``."""
        await respond(interaction, self.panel(interaction, Control("privacy", 0)))

    @control("privacy", direct=True)
    async def panel(self, interaction: Interaction, control: Control) -> Answer:
        """Say what is stored."""
        del interaction, control
        buttons = [
            ControlButton(Control("privacyexport", 0), text("button-privacy-export")),
            ControlButton(
                Control("privacydelete", 0),
                text("button-privacy-delete"),
                discord.ButtonStyle.danger,
            ),
        ]
        return Answer(texts.stored(self.service.operator), view_of(buttons))

    @control("privacyexport", to=To.NEW, direct=True)
    async def export(self, interaction: Interaction, control: Control) -> Answer:
        """Give them their file."""
        del control
        user = interaction.user.id
        if user in self._exported:
            return Answer(text("privacy-exported-just-now"), private=True, refused=True)
        self._exported[user] = True
        data = await self._privacy.export(user)
        data, name = await asyncio.to_thread(packed, data, f"keil-{user}")
        if len(data) > LARGEST:
            raise RefusedError(PrivacyRefusal.TOO_LARGE)
        return Answer(text("privacy-exported"), upload=Upload(data, name), private=True)

    @control("privacydelete", direct=True)
    async def ask(self, interaction: Interaction, control: Control) -> Answer:
        """Ask whether they are sure, and say what happens."""
        del control
        running = await self._privacy.running(interaction.user.id)
        yes = ControlButton(
            Control("privacyforget", 0), text("button-privacy-yes"), discord.ButtonStyle.danger
        )
        no = ControlButton(Control("privacykeep", 0), text("button-privacy-no"))
        return Answer(texts.question(running), view_of([yes, no]))

    @control("privacyforget", direct=True)
    async def forget(self, interaction: Interaction, control: Control) -> Answer:
        """Delete everything about them."""
        del control
        await self._privacy.delete(interaction.user.id)
        return Answer(text("privacy-deleted"))

    @control("privacykeep", direct=True)
    async def keep(self, interaction: Interaction, control: Control) -> Answer:
        """Delete nothing."""
        del interaction, control
        return Answer(text("privacy-kept"))

    @commands.Cog.listener()
    async def on_guild_remove(self, guild: discord.Guild) -> None:
        """From now on counts how long what is about this server alone is kept."""
        await self._note([guild.id])

    @commands.Cog.listener()
    async def on_guild_join(self, guild: discord.Guild) -> None:
        """It is not forgotten after all."""
        await self._note([guild.id])

    @commands.Cog.listener()
    async def on_ready(self) -> None:
        """The same for all servers; those that are known and not there have removed the bot."""
        known = await self._privacy.known_servers()
        await self._note({*known, *(guild.id for guild in self.bot.guilds)})

    async def _note(self, servers: Iterable[int]) -> None:
        assigned = self.service.process_shards.assigned
        await self._privacy.note_servers(
            [server for server in servers if assigned.cover(server)],
            lambda: {guild.id for guild in self.bot.guilds},  # those in an outage are among them
        )


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(PrivacyPanel(bot))
