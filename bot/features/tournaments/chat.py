"""What players and readers of tournaments do: the buttons of their messages, and standings."""

from collections.abc import Sequence

import discord
from discord import app_commands
from discord.ext import commands

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer, To
from bot.chat.base.bot import Bot, Interaction, control
from bot.chat.base.custom_id import CHOSEN, Control, whole_number
from bot.chat.common.card_messages import known_as
from bot.chat.common.permissions import check_writing
from bot.chat.common.sharing import Sharing
from bot.chat.controls.components import ControlButton, ControlSelect, view_of, yes_button
from bot.features.tournaments import standing_texts, texts
from bot.features.tournaments.access import (
    meant,
    suggest_tournaments,
)
from bot.features.tournaments.correcting import Correcting
from bot.features.tournaments.drawing import standings_picture
from bot.features.tournaments.reasons import reason
from bot.features.tournaments.refusing import TournamentRefusal
from bot.features.tournaments.service import MOST_PLAYERS, View
from bot.features.tournaments.store import RUNNING, StoredPairing
from bot.messages.catalogue import text
from bot.service.preferences import USUAL
from bot.service.refusals import RefusedError
from bot.uploads import Upload


@app_commands.guild_only()
class TournamentsFeature(
    Correcting,
    commands.GroupCog,
    group_name="tournament",
    group_description=text("command-tournament"),
):
    """Tournaments on Discord; all of its commands are of ``/tournament``."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._sharing = Sharing(bot.service.now)

    # --- commands ---

    @app_commands.command(name="standings", description=text("command-tournament-standings"))
    @app_commands.describe(tournament=text("command-option-tournament"))
    @app_commands.autocomplete(tournament=suggest_tournaments)
    async def standings(self, interaction: Interaction, tournament: str | None = None) -> None:
        """``/tournament standings``."""
        await respond(interaction, self._named_standings(interaction, tournament))

    async def _named_standings(self, interaction: Interaction, named: str | None) -> Answer:
        stored = await meant(interaction, named)
        return await self._show(interaction, await self._tournaments.view(stored.id))

    # --- the buttons of players ---

    @control("tjoin")
    async def join(self, interaction: Interaction, control: Control) -> Answer:
        """Sign up, and say which notices will come."""
        view = await self._seen(interaction, control)
        user = interaction.user
        said = await self.bot.before_agreeing(interaction, view.stored.control)
        where = await self._tournaments.sign_up(view.stored.id, user.id, known_as(user))
        signed = texts.signed_up(view.stored, where)
        return Answer(" ".join(filter(None, [signed, said])))

    @control("tleave")
    async def leave(self, interaction: Interaction, control: Control) -> Answer:
        """Withdraw: at once before round 1, later after a question."""
        view = await self._seen(interaction, control)
        key, name = view.stored.id, texts.name_of(view.stored)
        stored, _ = await self._tournaments.takes_part(key, interaction.user.id)
        if stored.state != RUNNING:
            return await self._left(interaction, view)
        yes = yes_button(Control("tleft", key), text("button-tournament-yes-leave"))
        return Answer(text("tournament-leave-question", name=name), yes)

    @control("tleft")
    async def left(self, interaction: Interaction, control: Control) -> Answer:
        """Withdraw from a tournament that runs."""
        return await self._left(interaction, await self._seen(interaction, control))

    async def _left(self, interaction: Interaction, view: View) -> Answer:
        key, user = view.stored.id, interaction.user.id
        await self._tournaments.withdraw(key, user, event_id=interaction.id)
        return Answer(text("tournament-left", name=texts.name_of(view.stored)))

    @control("tback")
    async def back(self, interaction: Interaction, control: Control) -> Answer:
        """Be paired again."""
        view = await self._seen(interaction, control)
        await self._tournaments.come_back(view.stored.id, interaction.user.id)
        return Answer(text("tournament-back-answer"))

    @control("tstand")
    async def show_standings(self, interaction: Interaction, control: Control) -> Answer:
        """The standings, as text, picture and file."""
        return await self._show(interaction, await self._seen(interaction, control))

    @control("tshow", to=To.ALL)
    async def show_to_all(self, interaction: Interaction, control: Control) -> Answer:
        """Show the standings to the channel, as everybody sees them."""
        check_writing(interaction)
        view = await self._seen(interaction, control)
        self._sharing.check(interaction.user.id)
        return await self._show(interaction, view, to_all=True)

    @control("twhy")
    async def why(self, interaction: Interaction, control: Control) -> Answer:
        """Why the asker has this opponent; or a list to choose another pairing from."""
        view, number = await self._seen(interaction, control), control.ply or 0
        page = whole_number(control.text, MOST_PLAYERS) or 0
        here, user = texts.on_page(view, number, page), interaction.user.id
        mine = next((one for one in view.in_round(number) if user in one.pairing.players), None)
        mine = mine or next(iter(here), None)
        if mine is None:
            raise RefusedError(TournamentRefusal.NO_GAME)
        return await self._explained(view, mine, here)

    @control("twhyof")
    async def why_of(self, interaction: Interaction, control: Control) -> Answer:
        """Why a pairing was chosen from the list."""
        view = await self._seen(interaction, control)
        one = next((each for each in view.pairings if str(each.id) == control.text), None)
        if one is None:
            raise RefusedError(TournamentRefusal.NO_GAME)
        there = view.in_round(one.pairing.round)
        first = (there.index(one) // texts.A_PAGE) * texts.A_PAGE
        return await self._explained(view, one, there[first : first + texts.A_PAGE])

    async def _explained(
        self, view: View, one: StoredPairing, others: Sequence[StoredPairing]
    ) -> Answer:
        people = {user for each in others for user in each.pairing.players}
        names = await self.matches.names(people)
        options = [
            discord.SelectOption(label=texts.pair(each.pairing, names), value=str(each.id))
            for each in others
            if each.pairing.first
        ]
        select = ControlSelect(
            Control("twhyof", view.stored.id, 0, CHOSEN),
            options,
            text("placeholder-tournament-why"),
        )
        said = texts.why(reason(view.whole, one.pairing, played=one.match is not None))
        return Answer(said, view_of([select]) if len(options) > 1 else None)

    # --- plumbing ---

    async def _show(self, interaction: Interaction, view: View, *, to_all: bool = False) -> Answer:
        user = None if to_all else interaction.user.id
        preferences = USUAL if user is None else await self.service.preferences.of(user)
        pictures = self.bot.pictures
        shown = await standings_picture(self.service, pictures, view, preferences, user)
        names = await self.matches.names([one.id for one in view.whole.players])
        table = standing_texts.table_file(view, names).encode("utf-8-sig")
        file = Upload(table, f"crosstable-{view.stored.id}.csv")
        said = standing_texts.standings_text(view)
        share = ControlButton(Control("tshow", view.stored.id), text("button-share"))
        under = None if to_all or shown is None else view_of([share])
        return Answer(said, under, shown, file if view.pairings else None)


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(TournamentsFeature(bot))
