"""What organisers correct, by commands with a reason."""

import discord
from discord import app_commands

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer
from bot.chat.base.bot import Interaction, control
from bot.chat.base.custom_id import Control, whole_number
from bot.chat.common.card_messages import known_as
from bot.features.tournaments import texts
from bot.features.tournaments.access import (
    check_organiser,
    check_seen,
    meant,
    suggest_pairings,
    suggest_tournaments,
)
from bot.features.tournaments.model import Result
from bot.features.tournaments.organising import Organising
from bot.features.tournaments.refusing import TournamentRefusal
from bot.messages.catalogue import text
from bot.service.refusals import RefusedError

_RESULTS = [
    app_commands.Choice(name=text("tournament-result-choice", result=one.value), value=one.value)
    for one in Result
]
_POINTS = [
    app_commands.Choice(name=texts.figure(number), value=number) for number in (0.0, 0.5, 1.0)
]
Reason = app_commands.Range[str, 1, texts.LONGEST_REASON]


class Correcting(Organising):
    """The commands with which organisers correct a tournament."""

    @app_commands.command(name="result", description=text("command-tournament-result"))
    @app_commands.describe(
        pairing=text("command-option-tournament-pairing"),
        result=text("command-option-tournament-result"),
        reason=text("command-option-tournament-reason"),
    )
    @app_commands.choices(result=_RESULTS)
    @app_commands.autocomplete(pairing=suggest_pairings)
    async def result(
        self, interaction: Interaction, pairing: str, result: str, reason: Reason
    ) -> None:
        """``/tournament result``."""
        await respond(interaction, self._correct(interaction, pairing, result, reason))

    @app_commands.command(name="remove", description=text("command-tournament-remove"))
    @app_commands.describe(
        member=text("command-option-tournament-member"),
        reason=text("command-option-tournament-reason"),
        tournament=text("command-option-tournament"),
    )
    @app_commands.autocomplete(tournament=suggest_tournaments)
    async def remove(
        self,
        interaction: Interaction,
        member: discord.User,
        reason: Reason,
        tournament: str | None = None,
    ) -> None:
        """``/tournament remove``."""
        await respond(interaction, self._remove(interaction, member, reason, tournament))

    @app_commands.command(name="late", description=text("command-tournament-late"))
    @app_commands.describe(
        member=text("command-option-tournament-member"),
        points=text("command-option-tournament-points"),
        reason=text("command-option-tournament-reason"),
        tournament=text("command-option-tournament"),
    )
    @app_commands.choices(points=_POINTS)
    @app_commands.autocomplete(tournament=suggest_tournaments)
    async def late(
        self,
        interaction: Interaction,
        member: discord.Member,
        points: float,
        reason: Reason,
        tournament: str | None = None,
    ) -> None:
        """``/tournament late``."""
        await respond(interaction, self._late(interaction, member, points, reason, tournament))

    async def _correct(
        self, interaction: Interaction, pairing: str, result: str, why: str
    ) -> Answer:
        await check_organiser(interaction)
        key, by = whole_number(pairing) or 0, interaction.user.id
        stored = await self._corrections.of_pairing(key)
        check_seen(interaction, stored)
        decided, reason = Result(result), _reason(why)
        await self._corrections.correct(key, decided, by, reason, event_id=interaction.id)
        return Answer(text("tournament-corrected"))

    async def _remove(
        self, interaction: Interaction, player: discord.abc.User, why: str, named: str | None
    ) -> Answer:
        await check_organiser(interaction)
        stored = await meant(interaction, named)
        by, reason = interaction.user.id, _reason(why)
        await self._corrections.remove(stored.id, player.id, by, reason, event_id=interaction.id)
        return Answer(text("tournament-corrected"))

    async def _late(
        self,
        interaction: Interaction,
        player: discord.Member,
        points: float,
        why: str,
        named: str | None,
    ) -> Answer:
        await check_organiser(interaction)
        stored = await meant(interaction, named)
        if player.bot:
            return Answer(text("cannot-challenge-bot"), refused=True)
        about = stored.id, player.id, known_as(player), points, interaction.user.id, _reason(why)
        await self._corrections.invite(*about, event_id=interaction.id)
        return Answer(text("tournament-invited"))

    @control("tenter")
    async def enter(self, interaction: Interaction, control: Control) -> Answer:
        """Accept an invitation to enter late; the text is its number."""
        view, user = await self._seen(interaction, control), interaction.user
        invitation = whole_number(control.text) or 0
        said = await self.bot.before_agreeing(interaction, view.stored.control)
        where = await self._corrections.accept(view.stored.id, invitation, user.id, known_as(user))
        return Answer(" ".join(filter(None, [texts.signed_up(view.stored, where), said])))


def _reason(typed: str) -> str:
    """The reason that was given. May refuse."""
    if not typed.strip():
        raise RefusedError(TournamentRefusal.NO_REASON)
    return typed.strip()
