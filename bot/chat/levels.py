"""A select of the computers' levels."""

import discord

from bot.messages import computers
from engine.ai import LEVELS

LEVEL_NUMBERS = tuple(level.number for level in LEVELS)


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
