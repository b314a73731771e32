"""Which of the games somebody means, as they type."""

from collections.abc import Mapping

from discord import app_commands

from bot.chat.answers.responses import suggesting
from bot.chat.base.bot import Interaction
from engine.game import Game


def game_named(games: Mapping[str, Game], typed: str) -> Game | None:
    """The game that was chosen from a list, or whose name was typed."""
    wanted = typed.strip().lower()
    named = (game for game in games.values() if game.name.lower() == wanted)
    return games.get(wanted) or next(named, None)


def _suggest(interaction: Interaction, typed: str, *, for_two: bool) -> "Choices":
    wanted = typed.strip().lower()
    return [
        app_commands.Choice(name=game.name, value=game.key)
        for game in interaction.client.service.matches.games.values()
        if wanted in game.name.lower() and (not for_two or 2 in game.seats)
    ]


Choices = list[app_commands.Choice[str]]


@suggesting
async def all_games(interaction: Interaction, typed: str) -> Choices:
    """Suggests the games."""
    return _suggest(interaction, typed, for_two=False)


@suggesting
async def games_for_two(interaction: Interaction, typed: str) -> Choices:
    """Suggests the games that two can play."""
    return _suggest(interaction, typed, for_two=True)
