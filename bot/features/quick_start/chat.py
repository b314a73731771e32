"""Quick starts: each game's own command, whose game begins as soon as it is accepted.

Nothing is left to settle: the board is the usual one, komi is fair for its size, the colours are
drawn by lot. It is the same for everybody on a server. ``/challenge`` has all the options.
"""

import inspect
from typing import Any

import discord
from discord import app_commands

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, control
from bot.chat.base.custom_id import Control
from bot.chat.common.permissions import Person, why_no_game
from bot.chat.common.sending_challenges import issue, member, opponents, seats_for
from bot.features.quick_start import texts
from bot.messages.catalogue import text
from engine.game import Game


class QuickStarts(Feature):
    """Challenges without any question."""

    async def cog_load(self) -> None:
        """Register the control, and a command for each game."""
        await super().cog_load()
        for game in self.matches.games.values():
            self.bot.tree.add_command(self._command(game))

    def _command(self, game: Game) -> app_commands.Command[Any, ..., Any]:
        others = opponents(game.seats[0])

        async def callback(interaction: Interaction, **given: Any) -> None:
            people = [given[name] for name in others if given.get(name) is not None]
            await respond(interaction, self._start(interaction, game, people))

        callback.__signature__ = _signature(others)  # pyright: ignore[reportFunctionMemberAccess]
        callback.__name__ = callback.__qualname__ = game.key  # a method has a dotted name
        app_commands.describe(**dict.fromkeys(others, text("command-option-opponent")))(callback)
        return app_commands.Command(
            name=game.key, description=texts.description(game), callback=callback, parent=None
        )

    async def _start(self, interaction: Interaction, game: Game, people: list[Person]) -> Answer:
        if (refused := why_no_game(interaction, *people)) is not None:
            return Answer(refused, refused=True)
        seats = seats_for(game, people)
        terms = await self.service.usual_terms.quick(game, interaction.guild_id or 0, seats)
        return await issue(interaction, terms, people, seats)

    @control("quick")
    async def start(self, interaction: Interaction, control: Control) -> Answer:
        """Challenge the member who is the control's subject to the game that is its text."""
        if (refused := why_no_game(interaction)) is not None:
            return Answer(refused, refused=True)
        game = self.matches.games.get(control.text)
        if game is None or 2 not in game.seats:
            return Answer(text("cannot-two-players"), refused=True)
        person = await member(interaction, control.subject)
        if person is None:
            return Answer(text("cannot-challenge-stranger"), refused=True)
        return await self._start(interaction, game, [person])


def _signature(others: list[str]) -> inspect.Signature:
    kind = inspect.Parameter.POSITIONAL_OR_KEYWORD
    people = [
        inspect.Parameter(name, kind, annotation=discord.Member, default=None) for name in others
    ]
    asker = inspect.Parameter("interaction", kind, annotation=Interaction)
    return inspect.Signature([asker, *people])


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(QuickStarts(bot))
