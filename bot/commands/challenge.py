"""``/challenge``: one subcommand for each game, made from its own options; the menu on a member."""

import contextlib
import inspect
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot.actions import Actions
from bot.answers import respond, suggesting
from bot.messages import labels
from bot.terms import TIME
from engine.clock import TimeControl
from engine.position import Game, Option, OptionError

Interaction = discord.Interaction[Any]

PLAYERS = "players"
"""The option for how many play, of games that leave it open."""
TIMES = ("5m", "15m", "1h", "6h", "12h", "1d", "2d", "3d", "5d", "1w", "2w", "30d")


def challenge_commands(actions: Actions, games: Mapping[str, Game]) -> app_commands.Group:
    """The group with a subcommand for each game."""
    group = app_commands.Group(
        name="challenge", description=labels.COMMANDS["challenge"], guild_only=True
    )
    for game in games.values():
        group.add_command(_challenge(actions, game))
    return group


def _challenge(actions: Actions, game: Game) -> app_commands.Command[Any, ..., Any]:
    opponents = _opponents(game)

    async def callback(interaction: Interaction, **given: Any) -> None:
        people = [given[name] for name in opponents if given.get(name) is not None]
        written = {
            option.key: option.write(given[option.key])
            for option in game.options
            if given.get(option.key) is not None
        }
        if given.get(TIME) is not None:
            written[TIME] = given[TIME]
        work = actions.offers.issue(interaction, game, people, written, given.get(PLAYERS))
        await respond(interaction, work)

    parameters = [_parameter("interaction", Interaction, required=True)]
    parameters += [_parameter(name, discord.Member) for name in opponents]
    if len(game.seats) > 1:
        number: Any = app_commands.Range[int, game.seats[0], game.seats[-1]]
        parameters.append(_parameter(PLAYERS, number))
    parameters += [_parameter(option.key, _annotation(option)) for option in game.options]
    parameters.append(_parameter(TIME, str))
    callback.__signature__ = inspect.Signature(parameters)  # pyright: ignore[reportFunctionMemberAccess]
    callback.__name__ = callback.__qualname__ = game.key  # a method has a dotted name

    told = {option.key: labels.usually(option) for option in game.options}
    told |= dict.fromkeys(opponents, labels.OPPONENT) | {TIME: labels.TIME}
    if len(game.seats) > 1:
        told[PLAYERS] = labels.PLAYERS
    app_commands.describe(**told)(callback)
    app_commands.autocomplete(time=suggesting(_times))(callback)
    choices = {
        option.key: [app_commands.Choice(name=choice, value=choice) for choice in option.choices]
        for option in game.options
        if option.choices
    }
    app_commands.choices(**choices)(callback)
    return app_commands.Command(
        name=game.key, description=game.summary, callback=callback, parent=None
    )


def _opponents(game: Game) -> list[str]:
    """One option for each further seat."""
    others = game.seats[-1] - 1
    return ["opponent", *(f"opponent_{number}" for number in range(2, others + 1))]


def _parameter(name: str, annotation: Any, *, required: bool = False) -> inspect.Parameter:
    return inspect.Parameter(
        name,
        inspect.Parameter.POSITIONAL_OR_KEYWORD,
        annotation=annotation,
        default=inspect.Parameter.empty if required else None,
    )


def _annotation(option: Option) -> Any:
    if option.bounds is not None:
        low, high = (option.kind(bound) for bound in option.bounds)
        return app_commands.Range[option.kind, low, high]  # pyright: ignore[reportInvalidTypeArguments]
    return option.kind


def challenge_menu(actions: Actions) -> app_commands.ContextMenu:
    """The same from the menu on a member, for the games that two can play."""

    async def challenge(interaction: Interaction, person: discord.Member | discord.User) -> None:
        await respond(interaction, actions.offers.menu(interaction, person))

    return app_commands.ContextMenu(name=labels.CHALLENGE_MENU, callback=challenge)


async def _times(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """What was typed, if it is a time, then usual ones that begin so."""
    del interaction
    texts = [text for text in TIMES if text.startswith(typed.strip().lower())] or list(TIMES)
    controls = [TimeControl.read(text) for text in texts]
    with contextlib.suppress(OptionError):
        controls.insert(0, TimeControl.read(typed))
    unique = {control.per_move: control.write() for control in controls}
    return [
        app_commands.Choice(name=labels.a_move(time), value=text) for time, text in unique.items()
    ]
