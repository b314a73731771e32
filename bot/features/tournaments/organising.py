"""What organisers do: create a tournament, start it, end it; and their role."""

from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta

from discord import app_commands

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, control
from bot.chat.base.config_rows import CHANNELS, GAMES, ConfigRow
from bot.chat.base.custom_id import Control
from bot.chat.common.permissions import why_no_game
from bot.chat.common.place_choice import chosen_place
from bot.chat.common.server_rules import check_may_begin
from bot.chat.controls.components import ControlButton, view_of, yes_button
from bot.features.tournaments import event_texts, texts
from bot.features.tournaments.access import (
    NOTHING,
    check_organiser,
    check_seen,
    meant,
    suggest_tournaments,
)
from bot.features.tournaments.corrections import Corrections
from bot.features.tournaments.event_requests import Events
from bot.features.tournaments.events import LISTED
from bot.features.tournaments.forum_choice import Chosen, checked
from bot.features.tournaments.messages import all_kinds
from bot.features.tournaments.model import System
from bot.features.tournaments.post_requests import Posts
from bot.features.tournaments.refusing import TournamentRefusal
from bot.features.tournaments.rounds import Rounds
from bot.features.tournaments.service import (
    ORGANISERS,
    Tournaments,
    View,
)
from bot.features.tournaments.store import RUNNING, SIGN_UP
from bot.features.tournaments.typed import (
    Hours,
    Most,
    Name,
    Number,
    Size,
    Typed,
    game_for_two,
    with_terms,
)
from bot.messages import places
from bot.messages.catalogue import text
from bot.messages.phrases import channel
from bot.service.refusals import RefusedError
from bot.service.server_settings import ServerSettings
from bot.service.terms import Terms

USUAL_ROUNDS, USUAL_PLAYERS = 5, 32
MOST_ROLES = 24


class Organising(Feature):
    """The commands and buttons with which people organise a tournament."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._rounds = Rounds(bot.service)
        self._tournaments = Tournaments(bot.service, self._rounds)
        self._corrections = Corrections(bot.service, self._rounds)

    async def cog_load(self) -> None:
        """Register the controls, the messages, and what is done at which event."""
        await super().cog_load()
        for kind in all_kinds(self.bot, self._tournaments, self._corrections):
            self.bot.shows(kind)
        for own in (Events, Posts):
            self.bot.shows(own(self.bot, self._tournaments))
        self._rounds.register()

    async def config_rows(self, server: int, settings: ServerSettings) -> Sequence[ConfigRow]:
        """The role of organisers, and whether the list of events shows tournaments."""
        guild, role = self.bot.get_guild(server), ORGANISERS.of(settings)
        roles = [] if guild is None else [one for one in guild.roles if not one.is_default()]
        offered = [(one.id, one.name) for one in reversed(roles)][:MOST_ROLES]
        chosen = None if role is None else text("config-organisers", role=str(role))
        listed, no_events = event_texts.listed(LISTED.of(settings)), text("config-events-no")
        return [
            ConfigRow(ORGANISERS, GAMES, chosen, text("config-no-organisers"), offered),
            ConfigRow(LISTED, CHANNELS, listed, text("config-events-yes"), [(False, no_events)]),
        ]

    @app_commands.command(name="create", description=text("command-tournament-create"))
    @with_terms
    async def create(
        self,
        interaction: Interaction,
        name: Name,
        system: str,
        game: str,
        rounds: Number = USUAL_ROUNDS,
        size: Size | None = None,
        komi: str | None = None,
        time: str | None = None,
        players: Most = USUAL_PLAYERS,
        hours: Hours | None = None,
        place: str | None = None,
        agreed: str | None = None,
        forum: Chosen | None = None,
    ) -> None:
        """``/tournament create``."""
        typed, numbers = Typed(size, komi, time, place, agreed), (rounds, players, hours)
        await respond(
            interaction, self._create(interaction, name, system, game, numbers, typed, forum)
        )

    @app_commands.command(name="change", description=text("command-tournament-change"))
    @with_terms
    @app_commands.describe(tournament=text("command-option-tournament"))
    @app_commands.autocomplete(tournament=suggest_tournaments)
    async def change(
        self,
        interaction: Interaction,
        name: Name | None = None,
        system: str | None = None,
        game: str | None = None,
        rounds: Number | None = None,
        size: Size | None = None,
        komi: str | None = None,
        time: str | None = None,
        players: Most | None = None,
        hours: Hours | None = None,
        place: str | None = None,
        agreed: str | None = None,
        forum: Chosen | None = None,
        tournament: str | None = None,
    ) -> None:
        """``/tournament change``."""
        typed = Typed(size, komi, time, place, agreed)
        given: dict[str, object] = {"rounds": rounds, "most": players}
        given["name"] = None if name is None else name.strip() or None
        given["system"] = None if system is None else System(system)
        if hours is not None:
            given["until"] = self.service.now() + timedelta(hours=hours)
        await respond(interaction, self._change(interaction, tournament, game, given, typed, forum))

    async def _create(
        self,
        interaction: Interaction,
        name: str,
        system: str,
        key: str,
        numbers: tuple[int, int, int | None],
        typed: Typed,
        forum: app_commands.AppCommandChannel | None,
    ) -> Answer:
        await check_organiser(interaction)
        if (refused := why_no_game(interaction)) is not None:
            return Answer(refused, refused=True)
        settings, server = await check_may_begin(interaction), interaction.guild_id or 0
        game = game_for_two(self.matches.games, key)
        terms = typed.on(await self.service.usual_terms.quick(game, server, 2))
        agreed = self._agreed(typed.agreed, settings)
        (rounds, most, hours), where = numbers, chosen_place(interaction, typed.place, settings)
        until = None if hours is None else self.service.now() + timedelta(hours=hours)
        await self._tournaments.create(
            terms,
            event_id=interaction.id,
            server=server,
            channel_id=interaction.channel_id or 0,
            organiser=interaction.user.id,
            name=name.strip() or game.name,
            system=System(system),
            place=where[0],
            rounds=rounds,
            most=most,
            until=until,
            agreed=agreed,
            forum=checked(interaction, forum),
        )
        missing = places.no_thread(where[1]) if where[1] else ""
        return Answer(text("tournament-created", places=missing).strip())

    async def _change(
        self,
        interaction: Interaction,
        named: str | None,
        key: str | None,
        given: dict[str, object],
        typed: Typed,
        forum: app_commands.AppCommandChannel | None,
    ) -> Answer:
        await check_organiser(interaction)
        stored = await meant(interaction, named)
        settings = await self.service.servers.settings(stored.server)
        given |= {"forum": checked(interaction, forum)}
        given, missing = {name: one for name, one in given.items() if one is not None}, ""
        old = self.matches.games[stored.game]
        game = old if key is None else game_for_two(self.matches.games, key)
        before = Terms(old, stored.options, stored.control)
        if game is old:
            terms = typed.instead_of(before)
        else:
            usual = await self.service.usual_terms.quick(game, stored.server, 2)
            terms = typed.on(replace(usual, control=before.control))
        if terms != before:
            given |= {"game": game.key, "options": terms.game.settle(terms.options, 2)}
            given["time"] = terms.control.write()
        if typed.agreed is not None:
            given["agreed"] = " ".join(sorted(self._agreed(typed.agreed, settings)))
        if typed.place is not None:
            if stored.channel_id != interaction.channel_id:
                raise RefusedError(TournamentRefusal.ELSEWHERE, channel=channel(stored.channel_id))
            given["place"], lacking = chosen_place(interaction, typed.place, settings)
            missing = places.no_thread(lacking) if lacking else ""
        by, event_id = interaction.user.id, interaction.id
        await self._corrections.change(stored.id, given, by, event_id=event_id)
        return Answer(text("tournament-changed-answer", places=missing).strip())

    def _agreed(self, chosen: str | None, settings: ServerSettings) -> frozenset[str]:
        """What the games agree on: as on the server by default, or what was chosen. May refuse."""
        if chosen is None:
            return self.bot.usually_allowed(settings)
        if chosen == NOTHING:
            return frozenset()
        if chosen not in self.bot.allowances():
            raise RefusedError(TournamentRefusal.NO_AGREED)
        return frozenset((chosen,))

    # --- the buttons of organisers ---

    @control("tstart")
    async def start(self, interaction: Interaction, control: Control) -> Answer:
        """Begin round 1."""
        view = await self._organised(interaction, control)
        await self._tournaments.start(view.stored.id)
        return Answer(text("tournament-started"))

    @control("tmanage")
    async def manage(self, interaction: Interaction, control: Control) -> Answer:
        """What an organiser can do."""
        view = await self._organised(interaction, control)
        key, state = view.stored.id, view.stored.state
        said = text("tournament-manage", name=texts.name_of(view.stored))
        ends = text("button-tournament-cancel" if state == SIGN_UP else "button-tournament-end")
        button = ControlButton(Control("tcancel", key), ends)
        return Answer(said, view_of([button]) if state in (SIGN_UP, RUNNING) else None)

    @control("tcancel")
    async def ask_to_cancel(self, interaction: Interaction, control: Control) -> Answer:
        """Ask before a tournament is cancelled."""
        view = await self._organised(interaction, control)
        name, state = texts.name_of(view.stored), view.stored.state
        ends = state == RUNNING
        yes = text("button-tournament-yes-end" if ends else "button-tournament-yes-cancel")
        question = text("tournament-cancel-question", name=name, state=state)
        return Answer(question, yes_button(Control("tcancelled", view.stored.id), yes))

    @control("tcancelled")
    async def cancel(self, interaction: Interaction, control: Control) -> Answer:
        """Cancel a tournament, or end it now."""
        view = await self._organised(interaction, control)
        by, event_id = interaction.user.id, interaction.id
        await self._corrections.cancel(view.stored.id, by, event_id=event_id)
        name, state = texts.name_of(view.stored), view.stored.state
        return Answer(text("tournament-cancelled-answer", name=name, state=state))

    async def _seen(self, interaction: Interaction, control: Control) -> View:
        """The tournament of a control, if the asker may see it."""
        view = await self._tournaments.view(control.subject)
        check_seen(interaction, view.stored)
        return view

    async def _organised(self, interaction: Interaction, control: Control) -> View:
        """The same, for those who may organise tournaments."""
        view = await self._seen(interaction, control)
        await check_organiser(interaction)
        return view
