"""Lessons: ``/rules`` teaches a game in pictures, and is offered to newcomers."""

from collections.abc import Iterable
from typing import Any

import discord
from discord import app_commands

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer
from bot.chat.base.bot import SERVERS_AND_DIRECT, Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import Control
from bot.chat.controls.components import ControlButton, view_of
from bot.features.lessons import texts
from bot.messages import exercises, lessons
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError, ServiceRefusal
from engine.game import Game


class Lessons(Feature):
    """The rules of each game that has lessons."""

    async def cog_load(self) -> None:
        """Register the controls, and a subcommand for each game."""
        await super().cog_load()
        group = app_commands.Group(
            name="rules",
            description=text("command-rules"),
            allowed_contexts=SERVERS_AND_DIRECT,
        )
        for game in self.matches.games.values():
            if lessons.of(game):
                group.add_command(self._command(game))
        if group.commands:
            self.bot.tree.add_command(group)

    def _command(self, game: Game) -> app_commands.Command[Any, ..., Any]:
        async def callback(interaction: Interaction) -> None:
            await respond(interaction, self.teach(interaction, _lesson(game, 1)))

        callback.__name__ = callback.__qualname__ = game.key  # a method has a dotted name
        return app_commands.Command(
            name=game.key, description=texts.rules_of(game), callback=callback, parent=None
        )

    def for_newcomers(self, game: Game) -> Iterable[Ranked]:
        """*New to Keil?*."""
        if lessons.of(game):
            yield Rank.MORE, ControlButton(_lesson(game, 1), texts.new_to(game))

    def under_more(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Rules*."""
        game = live.match.game
        if lessons.of(game):
            yield Rank.LEARN, ControlButton(_lesson(game, 1), text("button-rules"))

    @control("teach", direct=True)
    async def teach(self, interaction: Interaction, control: Control) -> Answer:
        """Show a lesson; the subject is its number from 1, the text the game's key."""
        game, number = self.matches.games.get(control.text), control.subject
        if game is None or not 1 <= number <= len(lessons.of(game)):
            raise RefusedError(ServiceRefusal.NO_SUCH_LESSON)
        match = lessons.match_of(game, lessons.of(game)[number - 1])
        preferences = await self.service.preferences.of(interaction.user.id)
        name = f"{game.key}-lesson-{number}"
        picture = await self.bot.pictures.of(match, name, preferences)
        buttons = [
            ControlButton(
                _lesson(game, each),
                texts.lesson_choice(each, lesson.title),
                discord.ButtonStyle.primary if each == number else discord.ButtonStyle.secondary,
                disabled=each == number,
            )
            for each, lesson in enumerate(lessons.of(game), start=1)
        ]
        if exercises.of(game):
            tries = Control("learn", 0, 0, game.key)
            success = discord.ButtonStyle.success
            buttons.append(ControlButton(tries, texts.try_it(), success, row=1))
        text = texts.lesson(match, number)
        return Answer(text, view_of(buttons), picture.named_by_content())


def _lesson(game: Game, number: int) -> Control:
    return Control("teach", number, 0, game.key)


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Lessons(bot))
