"""The option ``game:`` of several commands: which of the games here is meant."""

import re
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from bot.actions import Actions
from bot.answers import Answer
from bot.controls import Control
from bot.messages import labels, private
from bot.refusals import RefusedError, Why


def match_number(game: str | None) -> int | None:
    """The number in what was chosen or typed for ``game:``, such as ``12`` or ``#12``.

    Raises `RefusedError` where it is none.
    """
    if not game:
        return None
    number = re.fullmatch(r"\s*#?([0-9]{1,15})\b.*", game, re.ASCII | re.DOTALL)
    if number is None:
        raise RefusedError(Why.NO_SUCH_MATCH)
    return int(number[1])


async def games_here(
    actions: Actions,
    interaction: discord.Interaction[Any],
    typed: str,
    *,
    mine: bool,
    finished: bool = False,
) -> list[app_commands.Choice[str]]:
    """The running games of this channel (those of the asker only: ``mine``) that fit.

    ``finished``: those that are over too.
    """
    user, here = interaction.user.id, interaction.channel_id or 0
    matches = await actions.host.headers(place=here, user=user if mine else None)
    if finished:
        matches += await actions.host.finished(here, user if mine else None)
    names = await actions.host.names({u for match in matches for u in match.players})
    told = {
        str(match.id): labels.match_label(match, actions.host.games[match.game], user, names)
        for match in matches
    }
    wanted = typed.strip().lower()
    return [
        app_commands.Choice(name=label, value=key)
        for key, label in told.items()
        if wanted in label.lower()
    ]


async def with_the_one_meant(
    actions: Actions,
    interaction: discord.Interaction[Any],
    game: str | None,
    control: Control,
    question: str,
    *,
    over: bool = False,
) -> Answer:
    """What ``control`` does with the game that is meant: the named one, or the one played here.

    ``over``: where none is played here, the last one that was. Where it can be one of several,
    ``question`` asks for it.
    """
    key = match_number(game)
    if key is None:
        matches = await actions.meant(interaction, over=over)
        if not matches:
            return Answer(private.NO_GAMES_YET if over else private.NO_GAMES)
        if len(matches) > 1:
            error = RefusedError(Why.WHICH_MATCH, matches=tuple(matches))
            user = interaction.user.id
            return await actions.choose(error, user, control.verb, question, control.text)
        key = matches[0].id
    return await actions.do(interaction, replace(control, subject=key))
