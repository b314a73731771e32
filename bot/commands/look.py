"""``/board``, ``/games``, ``/view`` and ``/help``: looking, for players and spectators."""

from collections.abc import Sequence
from typing import Any, Literal

import discord
from discord import app_commands

from bot import controls
from bot.actions import Actions
from bot.answers import Answer, respond, suggesting
from bot.commands.choosing import games_here, with_the_one_meant
from bot.controls import LONGEST_VALUE, Control, Verb
from bot.messages import labels, private
from render.view import Overlay

Interaction = discord.Interaction[Any]
Command = app_commands.Command[Any, ..., Any]


def look_commands(actions: Actions) -> Sequence[Command]:
    """The commands that change nothing."""

    async def all_games(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await games_here(actions, interaction, typed, mine=False)

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
    @app_commands.describe(
        game=labels.GAME_OPTION, form=labels.FORM_OPTION, group=labels.GROUP_OPTION
    )
    @app_commands.rename(form="as")
    @app_commands.autocomplete(game=suggesting(all_games))
    async def board(
        interaction: Interaction,
        game: str | None = None,
        form: Literal["picture", "text"] = "picture",
        group: app_commands.Range[str, 1, LONGEST_VALUE] | None = None,
    ) -> None:
        shown = f"{Overlay.LIBERTIES} {group}" if group and form == "picture" else form
        see = Control(Verb.LOOK, 0, 0, shown)
        work = with_the_one_meant(actions, interaction, game, see, private.WHICH_TO_SEE)
        await respond(interaction, work)

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
