"""Examples: ``/examples`` shows games that make clear what a rule is for, turn by turn.

Each is a list of moves from a position that may be set up. The control says which example, and
after how many moves, so it works for ever.
"""

from typing import Any

import discord
from discord import app_commands, ui

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer
from bot.chat.base.bot import SERVERS_AND_DIRECT, Bot, Feature, Interaction, control
from bot.chat.base.custom_id import Control
from bot.chat.controls.components import IN_A_ROW, ControlButton, view_of
from bot.chat.controls.paging import step_buttons
from bot.features.examples import texts
from bot.messages import examples
from bot.messages.catalogue import text
from bot.service.refusals import RefusedError, ServiceRefusal
from engine.game import Game


class Examples(Feature):
    """The examples of each game that has some."""

    async def cog_load(self) -> None:
        """Register the controls, and a subcommand for each game."""
        await super().cog_load()
        group = app_commands.Group(
            name="examples",
            description=text("command-examples"),
            allowed_contexts=SERVERS_AND_DIRECT,
        )
        for game in examples.with_examples(self.matches.games):
            group.add_command(self._command(game))
        if group.commands:
            self.bot.tree.add_command(group)

    def _command(self, game: Game) -> app_commands.Command[Any, ..., Any]:
        async def callback(interaction: Interaction) -> None:
            await respond(interaction, self.show(interaction, _example(game, 1, 0)))

        callback.__name__ = callback.__qualname__ = game.key  # a method has a dotted name
        return app_commands.Command(
            name=game.key, description=texts.examples_of(game), callback=callback, parent=None
        )

    @control("example", direct=True)
    async def show(self, interaction: Interaction, control: Control) -> Answer:
        """Show an example; the subject is its number from 1, the text begins with the game."""
        game, number = self.matches.games.get(control.text.partition(" ")[0]), control.subject
        if game is None or not 1 <= number <= len(examples.of(game)):
            raise RefusedError(ServiceRefusal.NO_SUCH_LESSON)
        shown = examples.of(game)[number - 1]
        last = len(examples.moves(shown))
        plies = min(control.ply or 0, last)
        match = examples.match_of(game, shown, plies)
        preferences = await self.service.preferences.of(interaction.user.id)
        name = f"{game.key}-example-{number}-{plies}"
        picture = await self.bot.pictures.of(match, name, preferences)
        said = texts.example(match, number, plies)
        return Answer(said, _view(game, number, plies, last), picture.named_by_content())


def _view(game: Game, number: int, plies: int, last: int) -> ui.View:
    """The steps through an example of ``last`` moves, and the other examples."""
    buttons = step_buttons(
        plies, last, lambda to, way: _example(game, number, to, way), row=0, ends=True
    )
    for each, example in enumerate(examples.of(game), start=1):
        buttons.append(
            ControlButton(
                _example(game, each, 0),
                texts.example_choice(each, examples.title(game, example)),
                discord.ButtonStyle.primary if each == number else discord.ButtonStyle.secondary,
                row=1 + (each - 1) // IN_A_ROW,
                disabled=each == number,
            )
        )
    return view_of(buttons)


def _example(game: Game, number: int, plies: int, more: str = "") -> Control:
    """The control of an example; ``more`` tells the buttons of one message apart."""
    return Control("example", number, plies, f"{game.key} {more}".strip())


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Examples(bot))
