"""``/tournament``, the buttons of its messages, and the role of organisers."""

from collections.abc import Sequence
from datetime import timedelta

import discord
from discord import app_commands

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer, Upload
from bot.chat.base.bot import Bot, Feature, Interaction, control
from bot.chat.base.config_rows import GAMES, ConfigRow
from bot.chat.base.custom_id import CHOSEN, Control
from bot.chat.common.card_messages import known_as
from bot.chat.common.game_choice import game_named, games_for_two
from bot.chat.common.permissions import why_no_game
from bot.chat.common.place_choice import chosen_place
from bot.chat.common.server_rules import check_may_begin
from bot.chat.common.time_suggestions import times
from bot.chat.controls.components import ControlButton, ControlSelect, view_of, yes_button
from bot.features.tournaments import texts
from bot.features.tournaments.access import (
    NOTHING,
    check_organiser,
    check_seen,
    meant,
    suggest_agreed,
    suggest_pairings,
    suggest_tournaments,
)
from bot.features.tournaments.messages import all_kinds, picture
from bot.features.tournaments.model import Result, System
from bot.features.tournaments.reasons import reason
from bot.features.tournaments.rounds import Rounds
from bot.features.tournaments.service import (
    LONGEST_NAME,
    MOST_PLAYERS,
    MOST_ROUNDS,
    ORGANISERS,
    TournamentRefusal,
    Tournaments,
    View,
)
from bot.features.tournaments.store import RUNNING, SIGN_UP, StoredPairing
from bot.messages import places
from bot.messages.catalogue import text
from bot.service.places import choices
from bot.service.refusals import RefusedError
from bot.service.server_settings import ServerSettings
from bot.service.terms import TIME
from bot.service.usual_terms import fitting
from engine.game import Game, Measure

SIDES = (Measure.SIDE, Measure.WIDTH, Measure.HEIGHT)
"""The options that a size of the board means."""
USUAL_ROUNDS, USUAL_PLAYERS = 5, 32
MOST_ROLES = 24
_SYSTEMS = [
    app_commands.Choice(name=text("tournament-system-choice", system=one.value), value=one.value)
    for one in System
]
_PLACES = [app_commands.Choice(name=places.choice(one), value=one) for one in choices()]
_RESULTS = [
    app_commands.Choice(name=text("tournament-result-choice", result=one.value), value=one.value)
    for one in Result
]
_POINTS = [
    app_commands.Choice(name=texts.figure(number), value=number) for number in (0.0, 0.5, 1.0)
]
Reason = app_commands.Range[str, 1, texts.LONGEST_REASON]
Name = app_commands.Range[str, 1, LONGEST_NAME]
Number = app_commands.Range[int, 1, MOST_ROUNDS]
Most = app_commands.Range[int, 2, MOST_PLAYERS]
Hours = app_commands.Range[int, 1, 720]


class TournamentsFeature(Feature):
    """Tournaments on Discord."""

    group = app_commands.Group(
        name="tournament", description=text("command-tournament"), guild_only=True
    )

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._rounds = Rounds(bot.service)
        self._tournaments = Tournaments(bot.service, self._rounds)

    async def cog_load(self) -> None:
        """Register the controls, the messages, and what is done at which event."""
        await super().cog_load()
        for kind in all_kinds(self.bot, self._tournaments):
            self.bot.shows(kind)
        self._rounds.register()

    async def config_rows(self, server: int, settings: ServerSettings) -> Sequence[ConfigRow]:
        """The role of organisers."""
        guild, role = self.bot.get_guild(server), ORGANISERS.of(settings)
        roles = [] if guild is None else [one for one in guild.roles if not one.is_default()]
        offered = [(one.id, one.name) for one in reversed(roles)][:MOST_ROLES]
        chosen = None if role is None else text("config-organisers", role=str(role))
        return [ConfigRow(ORGANISERS, GAMES, chosen, text("config-no-organisers"), offered)]

    # --- commands ---

    @group.command(name="create", description=text("command-tournament-create"))
    @app_commands.describe(
        name=text("command-option-tournament-name"),
        system=text("command-option-tournament-system"),
        game=text("command-option-tournament-game"),
        rounds=text("command-option-tournament-rounds"),
        size=text("command-option-tournament-size"),
        komi=text("command-option-tournament-komi"),
        time=text("command-option-time"),
        players=text("command-option-tournament-players"),
        hours=text("command-option-tournament-hours"),
        place=text("command-option-tournament-place"),
        agreed=text("command-option-tournament-agreed"),
    )
    @app_commands.choices(system=_SYSTEMS, place=_PLACES)
    @app_commands.autocomplete(game=games_for_two, time=times, agreed=suggest_agreed)
    async def create(
        self,
        interaction: Interaction,
        name: Name,
        system: str,
        game: str,
        rounds: Number = USUAL_ROUNDS,
        size: app_commands.Range[int, 1, 99] | None = None,
        komi: str | None = None,
        time: str | None = None,
        players: Most = USUAL_PLAYERS,
        hours: Hours | None = None,
        place: str | None = None,
        agreed: str | None = None,
    ) -> None:
        """``/tournament create``."""
        written = {"size": None if size is None else str(size), "komi": komi, TIME: time}
        numbers = rounds, players, hours
        where = place, agreed
        await respond(
            interaction, self._create(interaction, name, system, game, written, numbers, where)
        )

    @group.command(name="standings", description=text("command-tournament-standings"))
    @app_commands.describe(tournament=text("command-option-tournament"))
    @app_commands.autocomplete(tournament=suggest_tournaments)
    async def standings(self, interaction: Interaction, tournament: str | None = None) -> None:
        """``/tournament standings``."""
        await respond(interaction, self._named_standings(interaction, tournament))

    @group.command(name="result", description=text("command-tournament-result"))
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

    @group.command(name="remove", description=text("command-tournament-remove"))
    @app_commands.describe(
        player=text("command-option-tournament-player"),
        reason=text("command-option-tournament-reason"),
        tournament=text("command-option-tournament"),
    )
    @app_commands.autocomplete(tournament=suggest_tournaments)
    async def remove(
        self,
        interaction: Interaction,
        player: discord.User,
        reason: Reason,
        tournament: str | None = None,
    ) -> None:
        """``/tournament remove``."""
        await respond(interaction, self._remove(interaction, player, reason, tournament))

    @group.command(name="late", description=text("command-tournament-late"))
    @app_commands.describe(
        player=text("command-option-tournament-player"),
        points=text("command-option-tournament-points"),
        reason=text("command-option-tournament-reason"),
        tournament=text("command-option-tournament"),
    )
    @app_commands.choices(points=_POINTS)
    @app_commands.autocomplete(tournament=suggest_tournaments)
    async def late(
        self,
        interaction: Interaction,
        player: discord.Member,
        points: float,
        reason: Reason,
        tournament: str | None = None,
    ) -> None:
        """``/tournament late``."""
        await respond(interaction, self._late(interaction, player, points, reason, tournament))

    async def _create(
        self,
        interaction: Interaction,
        name: str,
        system: str,
        key: str,
        written: dict[str, str | None],
        numbers: tuple[int, int, int | None],
        chosen: tuple[str | None, str | None],
    ) -> Answer:
        await check_organiser(interaction)
        if (refused := why_no_game(interaction)) is not None:
            return Answer(refused, refused=True)
        settings, server = await check_may_begin(interaction), interaction.guild_id or 0
        game = game_named(self.matches.games, key)
        if game is None:
            raise RefusedError(TournamentRefusal.NO_SUCH_GAME)
        if 2 not in game.seats:
            raise RefusedError(TournamentRefusal.NOT_FOR_TWO, game=game.name)
        usual = await self.service.usual_terms.quick(game, server, 2)
        terms = fitting(usual, _options(game, written), 2)
        agreed = self._agreed(chosen[1], settings)
        (rounds, most, hours), where = numbers, chosen_place(interaction, chosen[0], settings)
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
        )
        missing = places.no_thread(where[1]) if where[1] else ""
        return Answer(text("tournament-created", places=missing).strip())

    def _agreed(self, chosen: str | None, settings: ServerSettings) -> frozenset[str]:
        """What the games agree on: as on the server by default, or what was chosen. May refuse."""
        if chosen is None:
            return self.bot.usually_allowed(settings)
        if chosen == NOTHING:
            return frozenset()
        if chosen not in self.bot.allowances():
            raise RefusedError(TournamentRefusal.NO_AGREED)
        return frozenset((chosen,))

    async def _named_standings(self, interaction: Interaction, named: str | None) -> Answer:
        stored = await meant(interaction, named)
        return await self._show(interaction, await self._tournaments.view(stored.id))

    async def _correct(
        self, interaction: Interaction, pairing: str, result: str, why: str
    ) -> Answer:
        await check_organiser(interaction)
        if not (pairing.isascii() and pairing.isdecimal() and len(pairing) < 16):
            raise RefusedError(TournamentRefusal.NO_GAME)
        key, by = int(pairing), interaction.user.id
        stored = await self._tournaments.of_pairing(key)
        check_seen(interaction, stored)
        decided, reason = Result(result), _reason(why)
        await self._tournaments.correct(key, decided, by, reason, event_id=interaction.id)
        return Answer(text("tournament-corrected"))

    async def _remove(
        self, interaction: Interaction, player: discord.abc.User, why: str, named: str | None
    ) -> Answer:
        await check_organiser(interaction)
        stored = await meant(interaction, named)
        by, reason = interaction.user.id, _reason(why)
        await self._tournaments.remove(stored.id, player.id, by, reason, event_id=interaction.id)
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
        await self._tournaments.enter_late(*about, event_id=interaction.id)
        return Answer(text("tournament-corrected"))

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

    @control("twhy")
    async def why(self, interaction: Interaction, control: Control) -> Answer:
        """Why the asker has this opponent; or a list to choose another pairing from."""
        view, number = await self._seen(interaction, control), control.ply or 0
        page = int(control.text) if control.text.isdecimal() and len(control.text) < 5 else 0
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
        said = texts.why(reason(view.whole, one.pairing))
        return Answer(said, view_of([select]) if len(options) > 1 else None)

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
        await self._tournaments.cancel(view.stored.id)
        return Answer(text("tournament-cancelled-answer", name=texts.name_of(view.stored)))

    # --- plumbing ---

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

    async def _show(self, interaction: Interaction, view: View) -> Answer:
        user = interaction.user.id
        preferences = await self.service.preferences.of(user)
        shown = await picture(self.bot, view, preferences, user)
        names = await self.matches.names([one.id for one in view.whole.players])
        table = texts.table_file(view, names).encode("utf-8-sig")
        file = Upload(table, f"crosstable-{view.stored.id}.csv")
        return Answer(texts.standings_text(view), None, shown, file if view.pairings else None)


def _options(game: Game, written: dict[str, str | None]) -> dict[str, str]:
    """What was written, by the game's own options. May refuse."""
    size, komi, time = written["size"], written["komi"], written[TIME]
    found = {} if time is None else {TIME: time}
    for value, measures, why in (
        (size, SIDES, TournamentRefusal.NO_SIZE),
        (komi, (Measure.KOMI,), TournamentRefusal.NO_KOMI),
    ):
        options = game.measured(*measures)
        if value is not None and not options:
            raise RefusedError(why, game=game.name)
        found |= {one.key: value for one in options if value is not None}
    return found


def _reason(typed: str) -> str:
    """The reason that was given. May refuse."""
    if not typed.strip():
        raise RefusedError(TournamentRefusal.NO_REASON)
    return typed.strip()


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(TournamentsFeature(bot))
