"""``/rules``: one subcommand for each game that has lessons."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

from bot.actions import Actions
from bot.answers import respond
from bot.messages import labels, teaching
from engine.position import Game


def rules_commands(actions: Actions, games: Mapping[str, Game]) -> Sequence[app_commands.Group]:
    """The group, where there is a game for it."""
    group = app_commands.Group(name="rules", description=labels.COMMANDS["rules"], guild_only=True)
    for game in games.values():
        if game.lessons:
            group.add_command(_rules(actions, game))
    return [group] if group.commands else []


def _rules(actions: Actions, game: Game) -> app_commands.Command[Any, ..., Any]:
    async def callback(interaction: discord.Interaction[Any]) -> None:
        await respond(interaction, actions.teach(game.key, 1, interaction.user.id))

    callback.__name__ = callback.__qualname__ = game.key  # a method has a dotted name
    return app_commands.Command(
        name=game.key, description=teaching.rules_of(game), callback=callback, parent=None
    )
