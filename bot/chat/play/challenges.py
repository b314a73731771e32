"""Challenges: ``/challenge``, *Challenge…* in a member's menu, and the buttons of a card.

``/challenge`` has a subcommand for each game, made from the game's own options.
"""

import inspect
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import discord
from discord import app_commands

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, control
from bot.chat.base.custom_id import Control
from bot.chat.common.card_messages import Cards, has_accepted, known_as
from bot.chat.common.handicap_suggestions import field_hints, stones
from bot.chat.common.permissions import (
    Person,
    check_challenge,
    is_computer,
    why_no_game,
)
from bot.chat.common.refused_challenge import Given, again
from bot.chat.common.sending_challenges import (
    Choices,
    issue,
    member,
    not_notified,
    offer_rules,
    opponents,
    seats_for,
)
from bot.chat.common.server_rules import check_may_begin, check_may_challenge
from bot.chat.common.time_suggestions import times
from bot.chat.controls import forms
from bot.chat.controls.components import IN_A_ROW, ROWS, ControlButton, view_of, yes_button
from bot.messages import challenges, labels, places, quick_start, refusals
from bot.messages.catalogue import text
from bot.service.places import choices, place_named
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.terms import BLACK, SIDES, TIME, Terms, fields
from bot.service.usual_terms import fitting, with_komi_of_its_board
from bot.storage.rows import PICTURE_MODES, StoredChallenge
from engine.game import Game, Measure, Option, OptionError

PLACE = "place"
"""The option for where the game is played."""
PICTURES = "pictures"
"""The option for when posts have pictures."""
YES = "yes"
"""The text of a control by which somebody has answered a question."""
PLAYERS = "players"
"""The option for the number of players, of games that leave it open."""


class Challenges(Feature):
    """Challenging people, answering a challenge, offering other terms."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._challenges = bot.service.challenges
        self._games = bot.service.matches.games

    async def cog_load(self) -> None:
        """Register the controls, the cards, the command of each game, and the menu."""
        await super().cog_load()
        self.bot.shows(Cards(self.bot))
        group = app_commands.Group(
            name="challenge", description=labels.command("challenge"), guild_only=True
        )
        for game in self._games.values():
            group.add_command(self._command(game))
        self.bot.tree.add_command(group)
        menu = app_commands.ContextMenu(name=text("menu-challenge"), callback=self._menu)
        self.bot.tree.add_command(menu)

    # --- slash command and menu ---

    def _command(self, game: Game) -> app_commands.Command[Any, ..., Any]:
        others, allowances = opponents(game.seats[-1]), self.bot.allowances()

        async def callback(interaction: Interaction, **given: Any) -> None:
            people = [given[name] for name in others if given.get(name) is not None]
            written = {
                option.key: option.write(given[option.key])
                for option in game.options
                if given.get(option.key) is not None
            }
            for one in game.measured(Measure.HANDICAP):
                if given.get(BLACK) is not None:
                    written[one.key] = f"{given[BLACK]} {written.get(one.key, '')}".strip()
            if given.get(TIME) is not None:
                written[TIME] = given[TIME]
            place, pictures = given.get(PLACE), given.get(PICTURES)
            allowed = frozenset(name for name in allowances if given.get(name))
            refused = frozenset(name for name in allowances if given.get(name) is False)
            chosen = Choices(place, allowed, pictures, refused)
            players = given.get(PLAYERS)
            work = self._by_command(interaction, game, people, written, players, chosen)
            await respond(interaction, work)

        callback.__signature__ = _signature(game, allowances)  # pyright: ignore[reportFunctionMemberAccess]
        callback.__name__ = callback.__qualname__ = game.key  # a method has a dotted name
        app_commands.describe(**_descriptions(game, allowances))(callback)
        app_commands.autocomplete(time=times)(callback)
        for one in game.measured(Measure.HANDICAP):
            app_commands.autocomplete(**{one.key: _stones_of(game)})(callback)
        chosen = {
            option.key: [
                app_commands.Choice(name=labels.option_choice(option.key, each), value=each)
                for each in option.choices
            ]
            for option in game.options
            if option.choices
        }
        if game.measured(Measure.HANDICAP):
            chosen[BLACK] = [
                app_commands.Choice(name=labels.handicap(side), value=side) for side in SIDES
            ]
        chosen[PLACE] = [app_commands.Choice(name=places.choice(p), value=p) for p in choices()]
        chosen[PICTURES] = [
            app_commands.Choice(name=places.pictures_choice(mode), value=mode)
            for mode in PICTURE_MODES
        ]
        app_commands.choices(**chosen)(callback)
        return app_commands.Command(
            name=game.key, description=game.summary, callback=callback, parent=None
        )

    async def _menu(self, interaction: Interaction, person: discord.Member | discord.User) -> None:
        await respond(interaction, self.choose_game(interaction, person))

    async def _by_command(
        self,
        interaction: Interaction,
        game: Game,
        people: Sequence[Person],
        written: Mapping[str, str],
        players: int | None,
        chosen: Choices,
    ) -> Answer:
        """The same by command: if a term is refused, a form with all of them can be opened."""
        try:
            return await self.issue(
                interaction, game, people, written, players, chosen, by_command=True
            )
        except OptionError as error:
            seats = max(players or 0, len(people) + 1)
            usual = await self._usual(interaction, game, shown=True, seats=seats)
            return again(error, Given.to(game, people, players, chosen), usual, written)

    async def issue(
        self,
        interaction: Interaction,
        game: Game,
        people: Sequence[Person],
        written: Mapping[str, str],
        players: int | None = None,
        chosen: Choices | None = None,
        *,
        by_command: bool = False,
    ) -> Answer:
        """Challenge ``people`` to a game on the terms that were ``written``, the rest as usual.

        ``by_command``: without a form that says what it means to leave komi out.
        ``players``: how many play, including the challenger; see `seats_for`.
        """
        if (refused := why_no_game(interaction, *people)) is not None:
            return Answer(refused, refused=True)
        seats = seats_for(game, people, players)
        usual = await self._usual(interaction, game, shown=False, seats=seats)
        usual = usual if len(people) == seats - 1 else usual.for_anybody()
        terms = fitting(usual, written, seats)
        sent = await issue(interaction, terms, people, seats, chosen)
        computers = [person for person in people if is_computer(interaction, person.id)]
        if not by_command or sent.refused or len(computers) == seats - 1:
            return sent
        chosen_way = any(way in written for one in game.options for way in one.replaces)
        left_open = [] if chosen_way else challenges.komi_left_open(game, terms.options, seats)
        return replace(sent, text=" ".join([sent.text, *left_open]))

    async def _usual(
        self, interaction: Interaction, game: Game, *, shown: bool, seats: int = 2
    ) -> Terms:
        """The terms that the asker's challenge begins with; ``shown``: in a form."""
        server, user = interaction.guild_id or 0, interaction.user.id
        return await self.service.usual_terms.of(game, server, user, shown=shown, seats=seats)

    # --- the buttons of a card ---

    @control("accept")
    async def accept(self, interaction: Interaction, control: Control) -> Answer:
        """Take a seat; the last one starts the match."""
        user, asked = interaction.user, await self._asked(interaction, control)
        await check_may_begin(interaction)
        challenge_id, in_thread = asked.id, place_named(asked.place).threads
        # Asked before the seat is taken: afterwards they are in this challenge.
        new = await self._challenges.new_to(asked.game, asked.server, [user.id])
        offer = offer_rules(self.bot, new)
        said = await self.bot.before_agreeing(interaction, asked.control)
        try:
            begun = await self._challenges.accept(challenge_id, user.id, known_as(user))
        except RefusedError as error:
            if has_accepted(error, user.id):  # a press that was delivered twice
                return Answer(challenges.challenge_accepted(in_thread=in_thread), read_once=True)
            raise
        taken = text("challenge-seat-taken")
        content = taken if begun is None else challenges.challenge_accepted(in_thread=in_thread)
        content += f" {said}" if said else ""
        opens = [] if begun is None else self.bot.under_reminder(await self.matches.live(begun))
        buttons = [*opens, *(offer.children if offer else ())]
        view = view_of(buttons) if buttons else None
        return Answer(content, view, read_once=offer is None and not said)

    async def _asked(self, interaction: Interaction, control: Control) -> StoredChallenge:
        """The challenge whose card has the control, or would have, if it was not forged."""
        asked = await self._challenges.stored(control.subject)
        return check_challenge(interaction, asked)

    @control("decline")
    async def decline(self, interaction: Interaction, control: Control) -> Answer:
        """Decline, or leave a seat of a lobby."""
        asked, user = await self._asked(interaction, control), interaction.user.id
        if control.text != YES and (question := await self.bot.before_declining(asked, user)):
            sure = Control("decline", control.subject, 0, YES)
            return Answer(question, yes_button(sure, text("button-decline")), private=True)
        if await self._challenges.decline(control.subject, interaction.user.id):
            return Answer(text("challenge-declined"))
        return Answer(text("challenge-seat-left"))

    @control("withdraw")
    async def withdraw(self, interaction: Interaction, control: Control) -> Answer:
        """Take the challenge back."""
        await self._asked(interaction, control)
        await self._challenges.withdraw(control.subject, interaction.user.id)
        return Answer(text("challenge-withdrawn"))

    # --- forms: a challenge to a member, a counter-offer ---

    async def choose_game(
        self, interaction: Interaction, person: discord.Member | discord.User
    ) -> Answer:
        """Ask for the game of a challenge to a member: at once, or on terms of one's own."""
        if (refused := why_no_game(interaction, person)) is not None:
            return Answer(refused, refused=True)
        if person == interaction.user:
            raise RefusedError(ServiceRefusal.ALONE)
        usual = (await check_may_challenge(interaction)).game
        games = [game for game in self._games.values() if 2 in game.seats]
        games.sort(key=lambda game: game.key != usual)
        if not games:
            return Answer(text("cannot-two-players"), refused=True)
        offers = [
            button
            for number, game in enumerate(games[: IN_A_ROW * ROWS // 2])
            for button in _offers(person.id, game, number if len(games) <= ROWS else None)
        ]
        return Answer(quick_start.which_game(person.id), view_of(offers))

    @control("offer")
    async def open_offer(self, interaction: Interaction, control: Control) -> Answer:
        """Open the form for a challenge to a member, with what was typed before."""
        if (refused := why_no_game(interaction)) is not None:
            return Answer(refused, refused=True)
        key, typed = control.fields()
        game = self._for_two(key)
        if game is None:
            return _no_game()
        terms = await self._usual(interaction, game, shown=True)
        offered = Control("offered", control.subject, 0, key)
        hints = await field_hints(interaction, game, terms.options, control.subject)
        return forms.terms_form(offered, labels.offer_title(game), terms, typed, hints=hints)

    @control("offered")
    async def send_offer(self, interaction: Interaction, control: Control) -> Answer:
        """Send the challenge in the form."""
        if (refused := why_no_game(interaction)) is not None:
            return Answer(refused, refused=True)
        game, written = self._for_two(control.text), forms.filled_in(interaction)
        if game is None:
            return _no_game()
        person = await member(interaction, control.subject)
        if person is None:
            return Answer(text("cannot-challenge-stranger"), refused=True)
        try:
            return await self.issue(interaction, game, [person], written)
        except OptionError as error:
            return _again(error, replace(control, name="offer"), game, written)

    def _for_two(self, key: str) -> Game | None:
        game = self._games.get(key)
        return game if game is not None and 2 in game.seats else None

    @control("change")
    async def open_change(self, interaction: Interaction, control: Control) -> Answer:
        """Open the form for other terms of a challenge, with what was typed before."""
        if (refused := why_no_game(interaction)) is not None:
            return Answer(refused, refused=True)
        await check_may_challenge(interaction)
        here, user = interaction.channel_id or 0, interaction.user.id
        asked = await self._challenges.may_change(control.subject, user, here)
        game, (_, typed) = self._games[asked.game], control.fields()
        changed = Control("changed", asked.id)
        terms, seats = Terms.of(asked, game), len(asked.invitations) + 1
        hints = await field_hints(interaction, game, terms.options, asked.challenger)
        return forms.terms_form(
            changed, labels.change_title(game), terms, typed, hints=hints, seats=seats
        )

    @control("changed")
    async def send_change(self, interaction: Interaction, control: Control) -> Answer:
        """Send the counter-offer in the form."""
        if (refused := why_no_game(interaction)) is not None:
            return Answer(refused, refused=True)
        await check_may_challenge(interaction)
        asked = await self._challenges.stored(control.subject)
        if asked is None:
            raise RefusedError(ServiceRefusal.NO_SUCH_CHALLENGE)
        game, user, written = (
            self._games[asked.game],
            interaction.user,
            forms.filled_in(interaction),
        )
        try:
            before = Terms.of(asked, game)
            chosen = before.read(written)
            terms = with_komi_of_its_board(before, chosen, len(asked.invitations) + 1)
            said = await self.bot.before_agreeing(interaction, terms.control)
            sent = await self._challenges.counter(
                asked.id,
                user.id,
                known_as(user),
                options=terms.options,
                control=terms.control,
                black=terms.black,
                channel_id=interaction.channel_id or 0,
                event_id=interaction.id,
            )
        except OptionError as error:
            return _again(error, Control("change", asked.id, 0), game, written)
        quiet = await not_notified(self.bot, sent)
        return Answer(text("challenge-counter-offer-sent") + quiet + (f" {said}" if said else ""))


def _offers(user: int, game: Game, row: int | None) -> tuple[ControlButton, ControlButton]:
    """The buttons of a game for a challenge to a member: at once, and with a form."""
    quick, form = Control("quick", user, 0, game.key), Control("offer", user, 0, game.key)
    return (
        ControlButton(quick, game.name, discord.ButtonStyle.primary, row),
        ControlButton(form, quick_start.own_terms(game), row=row),
    )


def _again(error: OptionError, opens: Control, game: Game, written: Mapping[str, str]) -> Answer:
    """Why a form is refused. Discord has closed it; a button reopens it with what was typed."""
    typed = opens.with_fields({name: written.get(name, "") for name in fields(game)})
    button = ControlButton(typed, text("button-try-again"))
    return Answer(refusals.refusal(error), view_of([button]), refused=True)


def _no_game() -> Answer:
    return Answer(text("cannot-two-players"), refused=True)


# --- the parameters of a game's subcommand ---


def _stones_of(game: Game) -> Callable[..., Any]:
    """What the handicap of a game suggests; discord.py looks at the parameters."""

    async def suggested(interaction: Interaction, typed: str) -> list[app_commands.Choice[int]]:
        return await stones(game, interaction, typed)

    return suggested


def _signature(game: Game, allowances: Sequence[str]) -> inspect.Signature:
    parameters = [_parameter("interaction", Interaction, required=True)]
    parameters += [_parameter(name, discord.Member) for name in opponents(game.seats[-1])]
    if len(game.seats) > 1:
        number: Any = app_commands.Range[int, game.seats[0], game.seats[-1]]
        parameters.append(_parameter(PLAYERS, number))
    parameters += [_parameter(option.key, _annotation(option)) for option in game.options]
    if game.measured(Measure.HANDICAP):
        parameters.append(_parameter(BLACK, str))
    parameters += [_parameter(TIME, str), _parameter(PLACE, str)]
    parameters.append(_parameter(PICTURES, str))
    parameters += [_parameter(name, bool) for name in allowances]
    return inspect.Signature(parameters)


def _descriptions(game: Game, allowances: Sequence[str]) -> dict[str, str]:
    described = {option.key: labels.usually(option) for option in game.options}
    described |= dict.fromkeys(opponents(game.seats[-1]), text("command-option-opponent")) | {
        TIME: text("command-option-time"),
        PLACE: text("command-option-place"),
        PICTURES: text("command-option-pictures"),
    }
    described |= {name: text(f"command-option-{name}") for name in allowances}
    if game.measured(Measure.HANDICAP):
        described[BLACK] = text("command-option-black")
    return described | ({PLAYERS: text("command-option-players")} if len(game.seats) > 1 else {})


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


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Challenges(bot))
