"""``/view``: how a person wants to see boards, shown on a board at once, and to enter moves."""

from typing import Any

import discord
from discord import app_commands, ui

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, control
from bot.chat.base.custom_id import CHOSEN, Control
from bot.chat.controls.components import ControlButton, ControlSelect, view_of
from bot.features.views import texts
from bot.features.views.looks import (
    MIRROR,
    OTHER_BOARD,
    RESET,
    TURN,
    changed,
    is_change,
    samples,
)
from bot.messages.catalogue import text
from bot.service.preferences import CHOICES, DisplayPreferences


class ViewSettings(Feature):
    """Stores the choices, and draws with them."""

    @app_commands.allowed_contexts(guilds=True, dms=True)
    @app_commands.command(name="view", description=text("command-view"))
    async def view_command(self, interaction: Interaction) -> None:
        """``/view``."""
        await respond(interaction, self.change(interaction, Control("looks", 0)))

    @control("looks", direct=True)
    async def change(self, interaction: Interaction, control: Control) -> Answer:
        """Show a board after the change in the control's text: ``turn``, ``palette=dark``, etc.

        The subject is the number of the board.
        """
        user, boards = interaction.user.id, samples(self.matches.games)
        number = control.subject % len(boards)
        sample, wanted = boards[number], control.text
        board = sample.position.board
        if is_change(wanted):
            preferences = await self.service.preferences.change(
                user, lambda old: changed(old, wanted, board)
            )
        else:
            preferences = await self.service.preferences.of(user)
        picture = await self.bot.pictures.of(sample, f"view-{sample.game.key}", preferences)
        view = _view(number, preferences, len(boards))
        return Answer(text("view-sample", game=sample.game.name), view, picture.named_by_content())


def _view(number: int, preferences: DisplayPreferences, boards: int) -> ui.View:
    """The choices; ``number``: that of the board shown, out of ``boards``."""
    items: list[ui.Item[Any]] = []
    for row, (key, choices) in enumerate(CHOICES.items()):
        chosen = getattr(preferences, key)
        options = [
            discord.SelectOption(
                label=texts.preference_choice(key, one), value=one, default=one == chosen
            )
            for one in choices
        ]
        select = Control("looks", number, 0, f"{key}={CHOSEN}")
        items.append(ControlSelect(select, options, texts.preference(key), row))
    for way in (TURN, MIRROR, RESET):
        press = Control("looks", number, 0, way)
        items.append(ControlButton(press, texts.preference_button(way), row=len(CHOICES)))
    if boards > 1:
        other = Control("looks", (number + 1) % boards, 0, OTHER_BOARD)
        items.append(ControlButton(other, texts.preference_button(OTHER_BOARD), row=len(CHOICES)))
    return view_of(items)


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(ViewSettings(bot))
