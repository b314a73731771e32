"""``/challenge``: one subcommand for each game, made from the game's own options."""

import inspect
from collections.abc import Mapping
from typing import Any

import discord
from discord import app_commands

from bot import messages
from bot.actions import Actions, missing_permissions
from bot.answers import Answer, respond, suggesting
from bot.controls import offer_view
from engine.clock import LEAST, MOST, USUAL, TimeControl
from engine.position import Game, Option, OptionError, OptionValue

Interaction = discord.Interaction[Any]

TIMES = ("5m", "15m", "1h", "6h", "12h", "1d", "2d", "3d", "5d", "1w", "2w", "30d")


def challenge_commands(actions: Actions, games: Mapping[str, Game]) -> app_commands.Group:
    """The group with a subcommand for each game."""
    group = app_commands.Group(
        name="challenge", description=messages.COMMANDS["challenge"], guild_only=True
    )
    for game in games.values():
        group.add_command(_challenge(actions, game))
    return group


def _challenge(actions: Actions, game: Game) -> app_commands.Command[Any, ..., Any]:
    opponents = _opponents(game)

    async def callback(interaction: Interaction, **given: Any) -> None:
        people = [given.get(name) for name in opponents]
        options = {
            option.key: _value(option, given[option.key])
            for option in game.options
            if given.get(option.key) is not None
        }
        work = _issue(actions, interaction, game, people, options, given.get("time"))
        await respond(interaction, work)

    parameters = [_parameter("interaction", Interaction, required=True)]
    parameters += [_parameter(name, discord.Member) for name in opponents]
    parameters += [_parameter(option.key, _annotation(option)) for option in game.options]
    parameters.append(_parameter("time", str))
    callback.__signature__ = inspect.Signature(parameters)  # pyright: ignore[reportFunctionMemberAccess]
    callback.__name__ = callback.__qualname__ = game.key  # a method has a dotted name

    told = {option.key: option.summary for option in game.options}
    told |= dict.fromkeys(opponents, messages.OPPONENT) | {"time": messages.TIME}
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


def _value(option: Option, given: Any) -> OptionValue:
    return float(given) if option.kind is float else given


async def _issue(
    actions: Actions,
    interaction: Interaction,
    game: Game,
    people: list[discord.Member | None],
    options: Mapping[str, OptionValue],
    time: str | None,
) -> Answer:
    if interaction.guild_id is None or interaction.channel_id is None:
        return Answer(messages.SERVERS_ONLY)
    if any(person is not None and person.bot for person in people):
        return Answer(messages.NO_BOTS)
    missing = missing_permissions(interaction)
    if missing:
        return Answer(messages.missing_permissions(missing))
    asked = [person for person in people if person is not None]
    if len(asked) + 1 < game.seats[0]:
        asked += [None] * (game.seats[0] - 1 - len(asked))  # a seat for anybody
    names = {person.id: person.display_name for person in asked if person is not None}
    sent = await actions.host.challenges.issue(
        game=game,
        options=options,
        control=TimeControl(USUAL) if time is None else TimeControl.read(time),
        challenger=interaction.user.id,
        invited=[None if person is None else person.id for person in asked],
        names={**names, interaction.user.id: interaction.user.display_name},
        place=interaction.channel_id,
        server=interaction.guild_id,
        source=interaction.id,
    )
    actions.wake(interaction.channel_id)
    new = await actions.host.challenges.new_to(game.key, [interaction.user.id], before=sent.id)
    return Answer(messages.CHALLENGE_SENT, offer_view(new))


async def _times(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """What was typed, if it is a time, then usual ones that begin so."""
    del interaction
    texts = [text for text in TIMES if text.startswith(typed.strip().lower())] or list(TIMES)
    controls = [TimeControl.read(text) for text in texts]
    try:
        controls.insert(0, TimeControl.read(typed))
    except OptionError:
        assert LEAST < MOST
    unique = {control.per_move: control.write() for control in controls}
    return [
        app_commands.Choice(name=messages.a_move(time), value=text) for time, text in unique.items()
    ]
