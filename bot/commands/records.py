"""``/replay``, ``/record`` and ``/import``: games that are over, and games from files."""

from collections.abc import Mapping, Sequence
from typing import Any

import discord
from discord import app_commands

from bot import controls
from bot.actions import Actions
from bot.answers import respond, suggesting
from bot.commands.choosing import games_here, with_the_one_meant
from bot.controls import RECORD_FORM, Control, Verb
from bot.messages import labels, private
from engine.position import Game
from engine.record import FORMS

Interaction = discord.Interaction[Any]
Command = app_commands.Command[Any, ..., Any]


def record_commands(actions: Actions, games: Mapping[str, Game]) -> Sequence[Command]:
    """The commands that look at whole games."""

    async def any_game(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await games_here(actions, interaction, typed, mine=False, finished=True)

    @app_commands.command(name="replay", description=labels.COMMANDS["replay"])
    @app_commands.describe(game=labels.ANY_GAME_OPTION)
    @app_commands.autocomplete(game=suggesting(any_game))
    async def replay(interaction: Interaction, game: str | None = None) -> None:
        show, question = controls.replay(0, 0), private.WHICH_TO_REPLAY
        work = with_the_one_meant(actions, interaction, game, show, question, over=True)
        await respond(interaction, work)

    @app_commands.command(name="record", description=labels.COMMANDS["record"])
    @app_commands.describe(game=labels.ANY_GAME_OPTION, form=labels.RECORD_OPTION)
    @app_commands.rename(form="as")
    @app_commands.choices(form=[app_commands.Choice(name=form, value=form) for form in FORMS])
    @app_commands.autocomplete(game=suggesting(any_game))
    async def record(
        interaction: Interaction, game: str | None = None, form: str = RECORD_FORM
    ) -> None:
        get, question = Control(Verb.RECORD, 0, 0, form), private.WHICH_TO_RECORD
        work = with_the_one_meant(actions, interaction, game, get, question, over=True)
        await respond(interaction, work)

    like_go = [game for game in games.values() if game.like_go]

    @app_commands.command(name="import", description=labels.COMMANDS["import"])
    @app_commands.describe(file=labels.FILE_OPTION, rules=labels.RULES_OPTION)
    @app_commands.choices(rules=[app_commands.Choice(name=g.name, value=g.key) for g in like_go])
    async def import_(
        interaction: Interaction, file: discord.Attachment, rules: str | None = None
    ) -> None:
        await respond(interaction, actions.replays.bring(interaction, file, rules))

    commands: list[Command] = [replay, record, import_]
    return commands
