"""Sending a challenge: what every way to do it has in common."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import timedelta
from typing import TypedDict, Unpack

import discord

from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Interaction
from bot.chat.base.custom_id import LARGEST_NUMBER, Control
from bot.chat.common.card_messages import known_as
from bot.chat.common.permissions import Person, is_computer
from bot.chat.common.place_choice import chosen_place
from bot.chat.common.server_rules import check_may_challenge
from bot.chat.controls.components import ControlButton, view_of
from bot.messages import challenges, computers, places, refusals
from bot.messages.catalogue import text
from bot.service.places import place_named
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.terms import Terms
from bot.service.usual_terms import with_fair_komi
from bot.storage.rows import NOTHING_ALLOWED, Invitation, StoredChallenge
from bot.storage.transaction import Transaction
from engine.game import Game


@dataclass(frozen=True, slots=True)
class Choices:
    """The choices of a challenger besides the game's terms; None: as the server has decided."""

    place: str | None = None
    """Where the game is to live, one of `bot.service.places`."""
    allowed: frozenset[str] = NOTHING_ALLOWED
    """What the challenge says yes to, such as that everybody may ask for estimates."""
    pictures: str | None = None
    """When its posts have pictures, one of `PICTURE_MODES`."""
    refused: frozenset[str] = NOTHING_ALLOWED
    """What it says no to."""


class More(TypedDict, total=False):
    """What features decide about their challenges."""

    stands: timedelta
    fixed: bool
    part_of: str
    besides: Callable[[Transaction, StoredChallenge], None]


def opponents(seats: int) -> list[str]:
    """The options of a command for the other players: one for each further seat."""
    return ["opponent", *(f"opponent_{number}" for number in range(2, seats))]


def seats_for(game: Game, people: Sequence[Person], players: int | None = None) -> int:
    """The number of players: those named, those the game needs, or ``players``, whichever is most.

    Raises `OptionError`.
    """
    seats = max(game.seats[0], len(people) + 1, players or 0)
    game.check_seats(seats)  # a program can send any number
    return seats


async def issue(
    interaction: Interaction,
    terms: Terms,
    people: Sequence[Person],
    seats: int,
    chosen: Choices | None = None,
    *,
    level: int | None = None,
    first: bool | None = None,
    **more: Unpack[More],
) -> Answer:
    """Challenge ``people`` to a game of this many ``seats``; the others are open to anybody.

    The bot itself plays as a computer at this ``level``, by default as it did last against the
    asker; a game against nobody else begins at once. ``first``: whether the asker has the first
    move; None: by lot. ``more``: see `bot.service.challenges.Challenges.issue`.

    Whether a game can begin here was asked before, see `why_no_game`; what the server's owners have
    decided is asked here. Raises `OptionError` and `RefusedError`.
    """
    chosen = chosen or Choices()
    await check_may_challenge(interaction)
    bot, game, me = interaction.client, terms.game, interaction.user
    here, server = interaction.channel_id, interaction.guild_id
    assert here is not None
    assert server is not None
    known = [me, *(person for person in people if isinstance(person, discord.Member))]
    open_seats = seats - 1 - len(people)
    invited = [Invitation(person.id) for person in people] + [Invitation(None)] * open_seats
    if any(is_computer(interaction, person.id) for person in people):
        level = level or await bot.service.computers.last_level(me.id)
        invited = [
            Invitation(seat.user, accepted=True, level=level)
            if is_computer(interaction, seat.user or 0)
            else seat
            for seat in invited
        ]
    if all(seat.level for seat in invited):
        terms = with_fair_komi(terms, seats)
    settings = await bot.service.servers.settings(server)
    place, missing = chosen_place(interaction, chosen.place, settings)
    said = await bot.before_agreeing(interaction, terms.control)
    try:
        sent = await bot.service.challenges.issue(
            game=game,
            options=terms.options,
            control=terms.control,
            challenger=me.id,
            invited=invited,
            names={person.id: known_as(person) for person in known} | names_of_computers(bot),
            channel_id=here,
            server=server,
            event_id=interaction.id,
            place=place,
            first=first,
            black=terms.black,
            allowed=chosen.allowed | (bot.usually_allowed(settings) - chosen.refused),
            pictures=chosen.pictures,
            **more,
        )
    except RefusedError as error:
        if error.why is not ServiceRefusal.CHALLENGE_STANDS:
            raise
        return _standing(error, here)
    new = await bot.service.challenges.new_to(game.key, server, [me.id], before=sent.id)
    content = text("challenge-sent") + await not_notified(bot, sent)
    if sent.match is not None and all(seat.level for seat in invited):
        if place_named(place).private:  # the board is the answer
            return Answer(turn=True, match=sent.match)
        content = computers.begun(level or 0, in_thread=place_named(place).threads)
    content += f" {places.no_thread(missing)}" if missing else ""
    content += f" {said}" if said else ""
    offer = offer_rules(bot, new)
    return Answer(content, offer, read_once=offer is None and not said)


async def not_notified(bot: Bot, sent: StoredChallenge) -> str:
    """A sentence on the people whom the card does not notify; none if it notifies everybody."""
    often = await bot.service.challenges.called_often(sent)
    return f" {challenges.quiet(often)}" if often else ""


def names_of_computers(bot: Bot) -> dict[int, str]:
    """The name of the bot as a computer, by its user id; empty before it has logged in."""
    return {} if bot.user is None else {bot.user.id: bot.user.name}


def offer_rules(bot: Bot, game: Game | None) -> discord.ui.View | None:
    """A view with the offers for newcomers to ``game``, if there are any."""
    buttons = bot.for_newcomers(game) if game else []
    return view_of(buttons) if buttons else None


def _standing(error: RefusedError, here: int) -> Answer:
    """Why there is no second challenge. The card of the first may have been deleted."""
    asked = error.about["challenge"]
    assert isinstance(asked, StoredChallenge)
    withdraw = ControlButton(Control("withdraw", asked.id), text("button-withdraw"))
    view = view_of([withdraw]) if asked.channel_id == here else None
    return Answer(refusals.refusal(error), view, refused=True)


async def member(interaction: Interaction, user: int) -> discord.Member | None:
    """The member with this id; None if there is none: forms can be forged, and people leave."""
    assert interaction.guild is not None
    if not 0 < user <= LARGEST_NUMBER:
        return None  # Discord would call the request a bad one
    try:
        return await interaction.guild.fetch_member(user)
    except discord.NotFound:
        return None
