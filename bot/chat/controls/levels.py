"""The computers' levels: a select of them, and the way to a first practice game."""

import discord

from bot.chat.base.custom_id import Control
from bot.messages import computers
from bot.service.computers import LEVEL_NUMBERS
from engine.game import Game


def level_options(now: int) -> list[discord.SelectOption]:
    """The levels to choose from, each with what to expect of it."""
    return [
        discord.SelectOption(
            label=computers.level_name(number),
            description=computers.level_says(number),
            value=str(number),
            default=number == now,
        )
        for number in LEVEL_NUMBERS
    ]


def practice_panel(game: Game) -> Control:
    """The panel of ``/practice`` for a game at the lowest level, with nothing else chosen yet."""
    return Control("practice", 0, 0, f"{game.key} {LEVEL_NUMBERS[0]} lot here")
