"""``/help``: a few lines, and topics to choose from."""

import contextlib
import re
from math import inf
from typing import Any, Self

import discord
from cachetools import TTLCache
from discord import app_commands, ui
from discord.ext import commands

from bot.chat.answers.responses import UNANSWERED, respond
from bot.chat.base.answer import NO_MENTIONS, Answer
from bot.chat.base.bot import Bot, Feature, Interaction
from bot.chat.controls.components import chosen_value, view_of
from bot.features.help import texts
from bot.messages.catalogue import text

NAMED = 3
"""How many games the help names as commands."""
OFTEN = 60.0
"""Seconds until somebody who writes to the bot is told again that nobody reads it."""


class TopicSelect(ui.DynamicItem[ui.Select[Any]], template="k1:topics"):
    """The select that lists the topics of the help."""

    def __init__(self) -> None:
        topics = [
            discord.SelectOption(label=texts.topic_title(topic), value=topic)
            for topic in texts.TOPICS
        ]
        super().__init__(
            ui.Select(custom_id="k1:topics", placeholder=text("placeholder-topics"), options=topics)
        )

    @classmethod
    async def from_custom_id(
        cls,
        interaction: discord.Interaction[Any],  # noqa: ARG003
        item: ui.Item[Any],  # noqa: ARG003
        match: re.Match[str],  # noqa: ARG003
        /,
    ) -> Self:
        """The select that was used."""
        return cls()

    async def callback(self, interaction: discord.Interaction[Any]) -> None:
        """Explain the chosen topic."""
        await respond(interaction, explain(interaction, chosen_value(interaction)))


class Help(Feature):
    """Explains the bot."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._told = TTLCache[int, bool](inf, OFTEN)
        """The people who were told in direct messages that nobody reads what they write."""

    async def cog_load(self) -> None:
        """Register the select."""
        await super().cog_load()
        self.bot.add_dynamic_items(TopicSelect)

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Say in direct messages that only commands are read there, once in a while."""
        if message.guild is not None or message.author.bot or message.author.id in self._told:
            return
        self._told[message.author.id] = True
        games = list(self.matches.games)[:NAMED]
        with contextlib.suppress(*UNANSWERED):
            await message.reply(
                f"{text('help-typed')}\n{texts.help_direct(games)}",
                allowed_mentions=NO_MENTIONS,
                mention_author=False,
                nonce=str(message.id),
            )

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(name="help", description=text("command-help"))
    async def help_command(self, interaction: Interaction) -> None:
        """``/help``."""
        await respond(interaction, explain(interaction))


async def explain(interaction: Interaction, topic: str = "") -> Answer:
    """The help in general, or about a topic; in direct messages it begins with what works there."""
    games = list(interaction.client.service.matches.games)[:NAMED]
    if interaction.guild_id is None and topic not in texts.TOPICS:
        return Answer(texts.help_direct(games), view_of([TopicSelect()]))
    return Answer(texts.help_topic(topic, games), view_of([TopicSelect()]))


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Help(bot))
