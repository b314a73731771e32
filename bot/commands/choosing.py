"""The option ``game:`` of several commands: which of the games here is meant."""

import re
from typing import Any

import discord
from discord import app_commands

from bot.actions import Actions
from bot.messages import labels
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
