"""The buttons under the newest board of a match."""

import discord

from bot.chat.base.bot import Bot
from bot.chat.controls.components import IN_A_ROW, view_of
from bot.service.live_match import LiveMatch


def board_view(bot: Bot, live: LiveMatch) -> discord.ui.View:
    """The buttons under the newest board; the answers to a request have a row of their own."""
    buttons = bot.under_board(live)
    free = [button for button in buttons if button.row is None]
    first = int(len(free) < len(buttons))
    for number, button in enumerate(free):
        button.row = first + number // IN_A_ROW
    return view_of(buttons)
