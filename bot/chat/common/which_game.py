"""The option ``game:`` of several commands: which of the games here is meant."""

import re
from collections.abc import Iterable
from dataclasses import replace

from discord import app_commands

from bot.chat.answers.responses import MOST_CHOICES, suggesting
from bot.chat.base.answer import Answer
from bot.chat.base.bot import Interaction
from bot.chat.base.custom_id import Control
from bot.chat.controls.components import ControlButton, view_of
from bot.messages import labels, private
from bot.messages.catalogue import text
from bot.service.matches import MeantMatch
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.rows import StoredMatch

MOST_OVER = 10
"""Finished games that are offered beside those that run."""


def match_number(game: str | None) -> int | None:
    """The number in the text chosen or typed for ``game:``, such as ``12`` or ``#12``.

    Raises `RefusedError` for a text without one.
    """
    if not game:
        return None
    number = re.fullmatch(r"\s*#?([0-9]{1,15})\b.*", game, re.ASCII | re.DOTALL)
    if number is None:
        raise RefusedError(ServiceRefusal.NO_SUCH_MATCH)
    return int(number[1])


async def my_game(
    interaction: Interaction, game: str | None, *, on_turn: bool = False
) -> MeantMatch:
    """The match that a player means: the named one of this server, or the only possible one here.

    ``on_turn``: only matches in which it is their turn are possible. Raises `RefusedError`.
    """
    matches, named = interaction.client.service.matches, match_number(game)
    here, user = interaction.channel_id or 0, interaction.user.id
    if named is None:
        return await matches.which(here, user, on_turn=on_turn, server=interaction.guild_id)
    server = await matches.server_of(named)
    if server is None or server != interaction.guild_id:
        raise RefusedError(ServiceRefusal.NO_SUCH_MATCH)
    return MeantMatch(named)


async def with_my_game(
    interaction: Interaction, game: str | None, control: Control, question: str
) -> Answer:
    """Perform ``control`` on the game that a player means.

    If it could be any of several, return an answer that asks ``question`` and lists them.
    """
    try:
        meant = await my_game(interaction, game)
    except RefusedError as error:
        if error.why is not ServiceRefusal.WHICH_MATCH:
            raise
        return await choose(interaction, error.matches, control, question)
    return await interaction.client.perform(interaction, replace(control, subject=meant.match_id))


async def with_any_game(
    interaction: Interaction,
    game: str | None,
    control: Control,
    question: str,
    *,
    finished: bool = False,
) -> Answer:
    """Perform ``control`` on the game that a player or a spectator means.

    Without a name it is the player's own game here, or the one that is played here; ``finished``:
    if none is running, the newest finished one. If there are several, ``question`` asks which one.
    """
    match_id = match_number(game)
    if match_id is None:
        candidates = await _candidates(interaction, finished=finished)
        if not candidates and interaction.guild_id is None:
            return Answer(text("direct-no-games"))
        if not candidates:
            return Answer(text("private-no-games-yet") if finished else text("private-no-games"))
        if len(candidates) > 1:
            return await choose(interaction, candidates, control, question)
        match_id = candidates[0].id
    return await interaction.client.perform(interaction, replace(control, subject=match_id))


async def _candidates(interaction: Interaction, *, finished: bool) -> list[StoredMatch]:
    matches = interaction.client.service.matches
    user, here = interaction.user.id, interaction.channel_id or 0
    if interaction.guild_id is None:  # one's own games of all servers
        running = await matches.headers(user=user)
        over = await matches.finished(None, user) if finished else []
        return [*running[: MOST_CHOICES - MOST_OVER], *over[:MOST_OVER]]
    running = await matches.headers(channel_id=here, user=user)
    running = running or await matches.headers(channel_id=here)
    running = running or await matches.solo(user, interaction.guild_id)
    if running or not finished:
        return running
    over = await matches.finished(here, user) or await matches.finished(here)
    return over[:1]


def nearest_first(interaction: Interaction, candidates: Iterable[StoredMatch]) -> list[StoredMatch]:
    """The matches that are played in this very channel first; then those in its threads."""
    here = interaction.channel_id
    return sorted(candidates, key=lambda match: match.channel_id != here)


async def choose(
    interaction: Interaction,
    candidates: list[StoredMatch] | tuple[StoredMatch, ...],
    control: Control,
    question: str,
    move: str = "",
) -> Answer:
    """One button for each game that may be meant; ``move``: what is to be played there."""
    matches = interaction.client.service.matches
    names = await matches.names({user for match in candidates for user in match.players})
    buttons = [
        ControlButton(
            Control(control.name, match.id, match.ply, control.text),
            labels.match_label(match, matches.games[match.game], interaction.user.id, names),
        )
        for match in nearest_first(interaction, candidates)[:25]
    ]
    return Answer(private.which_match(question, move), view_of(buttons))


@suggesting
async def my_games(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggests the asker's running games in this channel."""
    return await _suggestions(interaction, typed, mine=True)


@suggesting
async def games_here(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggests the running games of this channel."""
    return await _suggestions(interaction, typed)


@suggesting
async def all_games_here(interaction: Interaction, typed: str) -> list[app_commands.Choice[str]]:
    """Suggests the games of this channel, also those that are over."""
    return await _suggestions(interaction, typed, finished=True)


async def _suggestions(
    interaction: Interaction, typed: str, *, mine: bool = False, finished: bool = False
) -> list[app_commands.Choice[str]]:
    matches = interaction.client.service.matches
    user, here = interaction.user.id, interaction.channel_id or 0
    if interaction.guild_id is None:  # one's own games of all servers
        games, over = await matches.headers(user=user), await matches.finished(None, user)
    else:
        games = await matches.headers(channel_id=here, user=user if mine else None)
        games += await matches.solo(user, interaction.guild_id)
        over = await matches.finished(here) if finished else []
    games += over
    names = await matches.names({user for match in games for user in match.players})
    wanted = typed.strip().lower()

    labelled = [
        (labels.match_label(match, matches.games[match.game], user, names), match.id)
        for match in games
    ]
    fit = [one for one in labelled if wanted in one[0].lower()][:MOST_CHOICES]
    return [app_commands.Choice(name=label, value=str(match_id)) for label, match_id in fit]
