"""A small complete feature: a slash command, a button that survives a restart, and a form.

It is in no list. A module of `bot.features` is found at start; this one is named to the client
by its test.
"""

from discord import app_commands

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer, To
from bot.chat.base.bot import Bot, Feature, Interaction, control
from bot.chat.base.custom_id import Control
from bot.chat.common.permissions import check_access, check_writing
from bot.chat.common.which_game import games_here, with_any_game
from bot.chat.controls import forms
from bot.chat.controls.components import ControlButton, view_of


class Cheers(Feature):
    """Spectators cheer for a game."""

    @app_commands.command(name="cheer", description="Cheer for a game")
    @app_commands.autocomplete(game=games_here)
    async def cheer_command(self, interaction: Interaction, game: str | None = None) -> None:
        """``/cheer``."""
        cheer = Control("cheer", 0)
        await respond(interaction, with_any_game(interaction, game, cheer, "Which game?"))

    @control("cheer")
    async def offer(self, interaction: Interaction, control: Control) -> Answer:
        """Offer the form for a match that the asker may see."""
        live = await self.matches.live(control.subject)
        check_access(interaction, live)
        button = ControlButton(Control("cheerform", live.id), "Cheer…")
        return Answer(f"You watch {live.match.game.name} #{live.id}.", view_of([button]))

    @control("cheerform")
    async def open_form(self, interaction: Interaction, control: Control) -> Answer:
        """Open the form."""
        check_writing(interaction)
        cheered = Control("cheered", control.subject)
        return forms.one_field(cheered, "Cheer", "Your words", "Everybody sees them.", 100)

    @control("cheered", to=To.ALL)
    async def cheer(self, interaction: Interaction, control: Control) -> Answer:
        """Say the words to everybody."""
        words = forms.field_text(interaction)
        return Answer(f"{interaction.user.mention} cheers for game {control.subject}: {words}")


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Cheers(bot))
