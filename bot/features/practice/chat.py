"""Playing against the bot itself: ``/practice``, and another level in the middle of a game."""

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands, ui

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import CHOSEN, Control
from bot.chat.common.permissions import check_access, check_challenge, why_no_game
from bot.chat.common.sending_challenges import Choices, issue, seats_for
from bot.chat.common.solo import BACK
from bot.chat.controls import forms
from bot.chat.controls.components import ControlButton, ControlSelect, view_of
from bot.chat.controls.levels import LEVEL_NUMBERS, level_options
from bot.features.practice import texts
from bot.features.practice.choice import (
    BEGINS,
    HERE,
    LONGEST_TIME,
    LOT,
    ME,
    PANEL,
    WHERE,
    PracticeChoice,
)
from bot.messages import computers, refusals
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch
from bot.service.places import place_named
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.terms import Terms, fields
from bot.service.usual_terms import filled_in
from bot.storage.rows import Invitation
from engine.game import Measure, OptionError


class Practice(Feature):
    """Games against computers."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._games = bot.service.matches.games

    async def cog_load(self) -> None:
        """Register the controls, and the command."""
        await super().cog_load()
        self.bot.tree.add_command(self._command())

    def _command(self) -> app_commands.Command[Any, ..., Any]:
        async def practice(
            interaction: Interaction,
            game: str | None = None,
            level: int | None = None,
            begins: str | None = None,
            where: str | None = None,
        ) -> None:
            work = self._by_command(interaction, game, level, begins or LOT, where or HERE)
            await respond(interaction, work)

        app_commands.describe(
            game=text("command-option-practice-game"),
            level=text("command-option-practice-level"),
            begins=text("command-option-practice-begins"),
            where=text("command-option-practice-where"),
        )(practice)
        choices: dict[str, Any] = {
            "game": [
                app_commands.Choice(name=game.name, value=game.key)
                for game in [*self._games.values()][:25]
            ],
            "level": [
                app_commands.Choice(name=computers.level_name(number), value=number)
                for number in LEVEL_NUMBERS
            ],
            "begins": [app_commands.Choice(name=texts.begins(who), value=who) for who in BEGINS],
            "where": [app_commands.Choice(name=texts.where(place), value=place) for place in WHERE],
        }
        app_commands.choices(**choices)(practice)
        return app_commands.Command(
            name="practice", description=text("command-practice"), callback=practice
        )

    async def _by_command(
        self,
        interaction: Interaction,
        game: str | None,
        level: int | None,
        begins: str,
        where: str,
    ) -> Answer:
        """Begin at once if the game is given; else show the panel."""
        usual = level or await self.service.computers.last_level(interaction.user.id)
        key = game or await self._usual_game(interaction)
        wanted = PracticeChoice.read(PracticeChoice(key, usual, begins, where).write(), self._games)
        if game is None:
            return await self._panel(interaction, wanted)
        return await self._begin(interaction, wanted)

    async def _usual_game(self, interaction: Interaction) -> str:
        decided = (await self.service.servers.settings(interaction.guild_id or 0)).game
        return decided if decided and decided in self._games else next(iter(self._games))

    # --- the panel ---

    async def _panel(self, interaction: Interaction, wanted: PracticeChoice) -> Answer:
        if (refused := why_no_game(interaction)) is not None:
            return Answer(refused, refused=True)
        games = [
            discord.SelectOption(label=game.name, value=game.key, default=game.key == wanted.game)
            for game in [*self._games.values()][:25]
        ]
        has_komi = self._games[wanted.game].measured(Measure.KOMI)
        begins = [
            discord.SelectOption(
                label=texts.begins(who),
                description=texts.head_start() if who == ME and has_komi else None,
                value=who,
                default=who == wanted.begins,
            )
            for who in BEGINS
        ]
        where = [
            discord.SelectOption(
                label=texts.where(place), value=place, default=place == wanted.where
            )
            for place in WHERE
        ]
        selects = [
            (wanted.write(game=CHOSEN), games, text("placeholder-practice-game")),
            (
                wanted.write(level=CHOSEN),
                level_options(wanted.level),
                text("placeholder-level"),
            ),
            (wanted.write(begins=CHOSEN), begins, text("placeholder-practice-begins")),
            (wanted.write(where=CHOSEN), where, text("placeholder-practice-where")),
        ]
        items: list[ui.Item[Any]] = [
            ControlSelect(Control("practice", 0, 0, text), options, label, row)
            for row, (text, options, label) in enumerate(selects)
        ]
        begin = Control("practise", 0, 0, wanted.write())
        terms = Control("practiceterms", 0, 0, wanted.write())
        items += [
            ControlButton(begin, texts.begin_button(), discord.ButtonStyle.success, len(selects)),
            ControlButton(terms, texts.terms_button(), row=len(selects)),
        ]
        server, user = interaction.guild_id or 0, interaction.user.id
        if (solo := await self.service.computers.last_solo(server, user)) is not None:
            show = Control("solo", solo, 0, PANEL)
            label = texts.solo_button(solo)
            items.append(ControlButton(show, label, row=len(selects)))
        usual = await self._terms(interaction, wanted)
        return Answer(texts.practice_panel(usual), view_of(items))

    @control("solo")
    async def show_solo(self, interaction: Interaction, control: Control) -> Answer:
        """Show the board of a game that only the asker sees."""
        live = await self.matches.live(control.subject)
        check_access(interaction, live)
        if not live.solo:
            raise RefusedError(ServiceRefusal.NO_SUCH_MATCH)
        return Answer(turn=True, match=live.id)  # its board is shown in place of it

    @control("practice")
    async def change(self, interaction: Interaction, control: Control) -> Answer:
        """Show the panel with another choice."""
        return await self._panel(interaction, PracticeChoice.read(control.text, self._games))

    @control("practise")
    async def begin(self, interaction: Interaction, control: Control) -> Answer:
        """Begin with the usual settings."""
        return await self._begin(interaction, PracticeChoice.read(control.text, self._games))

    @control("practiceterms")
    async def open_terms(self, interaction: Interaction, control: Control) -> Answer:
        """Open the form with all settings, with what was typed before."""
        text, typed = control.fields()
        terms = await self._terms(interaction, PracticeChoice.read(text, self._games))
        begins = Control("practiceset", 0, 0, text)
        fair = terms.game.usual_komi(terms.options, seats_for(terms.game, []))
        komi = [option.key for option in terms.game.measured(Measure.KOMI)]
        optional = dict.fromkeys(komi, texts.komi_help())
        # Komi that is fair is left empty, so that it follows the size unless a number is typed.
        empty = [key for key in komi if terms.options[key] == fair]
        title = texts.practice_title(terms.game)
        return forms.terms_form(begins, title, terms, typed, optional=optional, empty=empty)

    @control("practiceset")
    async def begin_on_terms(self, interaction: Interaction, control: Control) -> Answer:
        """Begin with the settings in the form."""
        wanted, written = (
            PracticeChoice.read(control.text, self._games),
            forms.filled_in(interaction),
        )
        try:
            return await self._begin(interaction, wanted, written)
        except OptionError as error:
            typed = replace(control, name="practiceterms").with_fields(
                {name: written.get(name, "") for name in fields(self._games[wanted.game])}
            )
            button = ControlButton(typed, text("button-try-again"))
            return Answer(refusals.refusal(error), view_of([button]), refused=True)

    async def _terms(self, interaction: Interaction, wanted: PracticeChoice) -> Terms:
        game, server = self._games[wanted.game], interaction.guild_id or 0
        terms = await self.service.usual_terms.quick(game, server, seats_for(game, []))
        return (
            replace(terms, control=LONGEST_TIME)
            if place_named(WHERE[wanted.where]).private
            else terms
        )

    async def _begin(
        self,
        interaction: Interaction,
        wanted: PracticeChoice,
        written: Mapping[str, str] | None = None,
    ) -> Answer:
        if (refused := why_no_game(interaction)) is not None:
            return Answer(refused, refused=True)
        game, me = self._games[wanted.game], interaction.client.user
        assert me is not None
        seats = seats_for(game, [])
        usual = await self._terms(interaction, wanted)
        terms = filled_in(usual, written or {}, seats)
        return await issue(
            interaction,
            terms,
            [discord.Object(me.id)] * (seats - 1),
            seats,
            Choices(WHERE[wanted.where]),
            level=wanted.level,
            first=BEGINS[wanted.begins],
        )

    # --- a seat in a game for more than two ---

    @control("seat")
    async def take_seat(self, interaction: Interaction, control: Control) -> Answer:
        """Give a free seat of a challenge to a computer, as its challenger."""
        asked = check_challenge(interaction, await self.service.challenges.stored(control.subject))
        me, user = interaction.client.user, interaction.user.id
        assert me is not None
        level = await self.service.computers.last_level(user)
        seat = Invitation(me.id, accepted=True, level=level)
        begun = await self.service.challenges.seat_computer(asked.id, user, seat, control.ply)
        if begun is not None:
            in_thread = place_named(asked.place).threads
            return Answer(computers.begun(level, in_thread=in_thread), read_once=True)
        return Answer(texts.seated(level), read_once=True)

    # --- another level ---

    def under_board(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Refresh* while a computer thinks: a private board may not change by itself."""
        if live.solo and live.computers_turn:
            yield Rank.TURN, ControlButton(Control(BACK, live.id), text("button-solo-refresh"))

    def under_more(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Level…*, where the computers' level can be changed; the way back to a private board."""
        if live.match.end is None and any(live.levels):
            choose = Control("level", live.id, live.match.ply)
            yield Rank.MORE, ControlButton(choose, text("button-level"))
        if live.solo:
            yield Rank.TURN, ControlButton(Control(BACK, live.id), text("button-solo-back"))

    @control("level")
    async def choose_level(self, interaction: Interaction, control: Control) -> Answer:
        """Ask for the level, or change it to the one in the control's text."""
        if control.text in map(str, LEVEL_NUMBERS):
            level = int(control.text)
            await self.service.computers.set_level(control.subject, interaction.user.id, level)
            return Answer(texts.level_changed(level))
        live = await self.service.computers.with_level(control.subject, interaction.user.id)
        now = next(level for level in live.levels if level is not None)
        pick = Control("level", live.id, control.ply or 0, CHOSEN)
        levels = ControlSelect(pick, level_options(now), text("placeholder-level"))
        return Answer(texts.choose_level(now), view_of([levels]))


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Practice(bot))
