"""Daily puzzles: a post with *Answer*, which opens the puzzle privately for whoever presses it."""

from collections.abc import Sequence
from dataclasses import replace

import discord

from bot.chat.base.answer import NO_MENTIONS, Answer, as_file
from bot.chat.base.bot import Bot, Feature, Interaction, control
from bot.chat.base.config_rows import ConfigRow
from bot.chat.base.custom_id import Control
from bot.chat.base.message_kinds import Content, MessageKind, controls_in
from bot.chat.common.server_rules import check_manager
from bot.chat.controls.components import ControlButton, view_of
from bot.features.daily import texts
from bot.features.daily.service import AT_HOUR, CHANNEL, DAILY, GAME, USUAL_HOUR, Daily
from bot.messages.catalogue import text
from bot.service import puzzles
from bot.service.server_settings import ServerSettings
from bot.storage.rows import StoredMessage

PAGE = "puzzle"
"""The page of these settings on the panel of ``/config``."""


class DailyPuzzles(Feature):
    """The puzzle of each day, in the channel that the owners of a server have chosen."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._daily = Daily(bot.service)

    async def cog_load(self) -> None:
        """Register the controls, the messages, and what is done at which event."""
        await super().cog_load()
        self.bot.shows(DailyMessages(self.bot, self._daily))
        self._daily.register(self.service)

    async def config_rows(self, server: int, settings: ServerSettings) -> Sequence[ConfigRow]:
        """The channel, the hour and the game; the last two only if one is chosen."""
        channel, hour = CHANNEL.of(settings), AT_HOUR.of(settings)
        games = self.matches.games
        game = games.get(GAME.of(settings) or "")
        line = texts.config(channel, await self._daily.due(server))
        chosen = any(one.of(settings) is not None for one in (CHANNEL, AT_HOUR, GAME))
        hours = [(each, texts.hour(each)) for each in range(24)]
        asked = [(each.key, each.name) for each in games.values() if puzzles.of(each)]
        turns, at = text("choice-config-daily-game"), None if hour is None else texts.hour(hour)
        now = ControlButton(Control("dailynow", 0), text("button-daily-now"))
        buttons = [] if channel is None else [now]
        return [
            ConfigRow(CHANNEL, PAGE, line, text("config-no-daily"), buttons=buttons),
            ConfigRow(AT_HOUR, PAGE, at, texts.hour(USUAL_HOUR), hours, has_line=chosen),
            ConfigRow(GAME, PAGE, game and game.name, turns, asked[:24], has_line=chosen),
        ]

    @control("dailynow")
    async def post_now(self, interaction: Interaction, control: Control) -> Answer:
        """Post the puzzle of today before its hour, if the asker may manage the server."""
        del control
        guild = check_manager(interaction)
        before = await self._daily.post_now(guild.id)
        panel = await self.bot.perform(interaction, Control("config", 0, 0, PAGE))
        return replace(panel, text=f"{panel.text}\n{texts.posting(before)}")

    @control("daily")
    async def answer(self, interaction: Interaction, control: Control) -> Answer:
        """Ask the puzzle that the text names, of a day of long ago, too."""
        return await self.bot.perform(interaction, Control("puzzleagain", 0, 0, control.text))


class DailyMessages(MessageKind):
    """Daily puzzles, recognised by the server and the day in their button."""

    kinds = (DAILY,)

    def __init__(self, bot: Bot, daily: Daily) -> None:
        self._bot = bot
        self._daily = daily

    async def content(self, one: StoredMessage) -> Content | None:
        """The puzzle with its picture and *Answer*, and the results of the one before.

        None if it comes too late, such as after an outage or a missing permission, or if its
        channel is gone, which the owners see among their settings.
        """
        server, day = _about(one)
        if self._is_gone(server, one.channel_id):
            return None
        found = await self._daily.to_post(server, day)
        if found is None:
            return None
        game, puzzle, results = found
        match = puzzle.start(game)
        picture = await self._bot.pictures.of(match, f"{game.key}-daily-{puzzle.name}")
        opens = Control("daily", server, day, f"{game.key} {puzzle.name}")
        button = ControlButton(opens, text("button-daily"), discord.ButtonStyle.primary)
        return {
            "content": texts.post(match, puzzle, results),
            "file": as_file(picture),
            "view": view_of([button]),
            "allowed_mentions": NO_MENTIONS,
        }

    def _is_gone(self, server: int, channel_id: int) -> bool:
        """True if the bot is known to have left the server, or the channel to be gone."""
        guild = self._bot.get_guild(server)
        if guild is None:  # unless another process knows it
            return self._bot.is_ready() and self._bot.service.process_shards.assigned.cover(server)
        return not guild.unavailable and guild.get_channel(channel_id) is None

    async def is_sent_as(self, there: discord.Message, one: StoredMessage) -> bool:
        """True if ``there`` has the button of this server and day."""
        return any(
            control.name == DAILY and (control.subject, control.ply) == _about(one)
            for control in controls_in(there)
        )


def _about(one: StoredMessage) -> tuple[int, int]:
    """The server and the day of a post."""
    server, day = (one.note or "").split(" ")[1:]
    return int(server), int(day)


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(DailyPuzzles(bot))
