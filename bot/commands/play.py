"""``/play``, ``/pass``, ``/resign``, and what players ask of each other."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import Any

import discord
from discord import app_commands

from bot.actions import Actions
from bot.answers import Answer, respond, suggesting
from bot.commands.choosing import games_here, match_number
from bot.controls import LONGEST_MOVE, Control, Verb
from bot.host import suggestions
from bot.messages import labels, private
from bot.refusals import RefusedError, Why
from engine.course import Wish, is_move
from engine.position import UnreadableMoveError, tidy

Interaction = discord.Interaction[Any]
Command = app_commands.Command[Any, ..., Any]

MOST_GAMES = 5
"""Of so many games moves are suggested where it is not clear which one is meant."""


def play_commands(actions: Actions) -> Sequence[Command]:
    """The commands that take a turn."""

    async def moves(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        """Legal moves of the game that is meant, or of those of which it may be one."""
        named, user = (
            match_number(getattr(interaction.namespace, "game", None)),
            interaction.user.id,
        )
        try:
            keys = [await actions.which(interaction, named, on_turn=True)]
        except RefusedError as error:
            if error.why is not Why.WHICH_MATCH:
                raise
            keys = [match.id for match in error.matches[:MOST_GAMES]]
        fitting = [suggestions(await actions.host.may_play(key, user), typed) for key in keys]
        moves = dict.fromkeys(move for of_one in zip_longest(*fitting) for move in of_one if move)
        return [app_commands.Choice(name=move, value=move) for move in moves]

    async def games(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
        return await games_here(actions, interaction, typed, mine=True)

    async def turn(interaction: Interaction, text: str, game: str | None) -> Answer:
        try:
            key = await actions.which(interaction, match_number(game), on_turn=is_move(tidy(text)))
        except RefusedError as error:
            if error.why is not Why.WHICH_MATCH:
                raise
            user, move = interaction.user.id, tidy(text)
            if not 0 < len(move) <= LONGEST_MOVE:
                raise UnreadableMoveError(text) from error
            return await actions.choose(error, user, Verb.PLAY, private.WHICH_TO_PLAY, move)
        return await actions.play(interaction, key, text)

    async def about(
        interaction: Interaction, game: str | None, verb: Verb, question: str, text: str = ""
    ) -> Answer:
        """What ``verb`` does with the game that is meant, whoever is to move there."""
        try:
            key = await actions.which(interaction, match_number(game))
        except RefusedError as error:
            if error.why is not Why.WHICH_MATCH:
                raise
            return await actions.choose(error, interaction.user.id, verb, question, text)
        return await actions.do(interaction, Control(verb, key, text=text))

    @app_commands.command(name="play", description=labels.COMMANDS["play"])
    @app_commands.describe(move=labels.MOVE_OPTION, game=labels.GAME_OPTION)
    @app_commands.autocomplete(move=suggesting(moves), game=suggesting(games))
    async def play(interaction: Interaction, move: str, game: str | None = None) -> None:
        await respond(interaction, turn(interaction, move, game))

    @app_commands.command(name="pass", description=labels.COMMANDS["pass"])
    @app_commands.describe(game=labels.GAME_OPTION)
    @app_commands.autocomplete(game=suggesting(games))
    async def pass_(interaction: Interaction, game: str | None = None) -> None:
        await respond(interaction, turn(interaction, "pass", game))

    @app_commands.command(name="resign", description=labels.COMMANDS["resign"])
    @app_commands.describe(game=labels.GAME_OPTION)
    @app_commands.autocomplete(game=suggesting(games))
    async def resign(interaction: Interaction, game: str | None = None) -> None:
        await respond(interaction, about(interaction, game, Verb.RESIGN, private.WHICH_TO_RESIGN))

    @app_commands.command(name="undo", description=labels.COMMANDS["undo"])
    @app_commands.describe(game=labels.GAME_OPTION)
    @app_commands.autocomplete(game=suggesting(games))
    async def undo(interaction: Interaction, game: str | None = None) -> None:
        await respond(interaction, about(interaction, game, Verb.UNDO, private.WHICH_TO_UNDO))

    @app_commands.command(name="cancel", description=labels.COMMANDS["cancel"])
    @app_commands.describe(game=labels.GAME_OPTION)
    @app_commands.autocomplete(game=suggesting(games))
    async def cancel(interaction: Interaction, game: str | None = None) -> None:
        work = about(interaction, game, Verb.ASK, private.WHICH_TO_CANCEL, Wish.CANCEL)
        await respond(interaction, work)

    @app_commands.command(name="result", description=labels.COMMANDS["result"])
    @app_commands.describe(game=labels.GAME_OPTION)
    @app_commands.autocomplete(game=suggesting(games))
    async def result(interaction: Interaction, game: str | None = None) -> None:
        await respond(interaction, about(interaction, game, Verb.WINNER, private.WHICH_TO_END))

    commands: list[Command] = [play, pass_, resign, undo, cancel, result]
    return commands
