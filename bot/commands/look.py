"""``/board``, ``/games``, ``/view`` and ``/help``: looking, for players and spectators."""

from collections.abc import Sequence
from typing import Any, Literal

import discord
from discord import app_commands

from bot import controls
from bot.actions import Actions
from bot.answers import Answer, respond, suggesting
from bot.commands.choosing import games_here, match_number
from bot.controls import Control, Verb
from bot.messages import labels, private
from bot.refusals import RefusedError, Why

Interaction = discord.Interaction[Any]
Command = app_commands.Command[Any, ..., Any]


def look_commands(actions: Actions) -> Sequence[Command]:
    """The commands that change nothing."""

    async def all_games(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await games_here(actions, interaction, typed, mine=False)

    async def show(interaction: Interaction, game: str | None, form: str) -> Answer:
        user, key = interaction.user.id, match_number(game)
        if key is None:
            matches = await actions.meant(interaction)
            if not matches:
                return Answer(private.NO_GAMES)
            if len(matches) > 1:
                error = RefusedError(Why.WHICH_MATCH, matches=tuple(matches))
                return await actions.choose(error, user, Verb.LOOK, private.WHICH_TO_SEE, form)
            key = matches[0].id
        return await actions.look(interaction, key, form)

    async def list_games(interaction: Interaction) -> Answer:
        here, user = interaction.channel_id or 0, interaction.user.id
        server = interaction.guild_id
        mine = await actions.host.headers(user=user, server=server)
        others = [m for m in await actions.host.headers(place=here) if user not in m.players]
        rows = [(match, await actions.link(match)) for match in [*mine, *others][:25]]
        waits = await actions.host.headers(user=user, server=server, on_turn=True)
        view = controls.view_of([controls.next_button()]) if waits else None
        return Answer(private.games(rows, actions.host.games, user), view)

    @app_commands.command(name="board", description=labels.COMMANDS["board"])
    @app_commands.describe(game=labels.GAME_OPTION, form=labels.FORM_OPTION)
    @app_commands.rename(form="as")
    @app_commands.autocomplete(game=suggesting(all_games))
    async def board(
        interaction: Interaction,
        game: str | None = None,
        form: Literal["picture", "text"] = "picture",
    ) -> None:
        await respond(interaction, show(interaction, game, form))

    @app_commands.command(name="games", description=labels.COMMANDS["games"])
    async def games(interaction: Interaction) -> None:
        await respond(interaction, list_games(interaction))

    @app_commands.command(name="view", description=labels.COMMANDS["view"])
    async def view(interaction: Interaction) -> None:
        await respond(interaction, actions.viewing.show(interaction, Control(Verb.LOOKS, 0)))

    @app_commands.command(name="help", description=labels.COMMANDS["help"])
    async def help_(interaction: Interaction) -> None:
        await actions.explain(interaction)

    commands: list[Command] = [board, games, view, help_]
    return commands
