"""Challenges and counter-offers: by slash command, from the menu on a member, by *Change…*.

All three read what was written into the same `Terms`, look at the same permissions and end in the
same challenges of the host.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

import discord

from bot import controls
from bot.answers import Answer
from bot.controls import Control, ControlButton, Verb
from bot.host import Host
from bot.messages import challenges, labels, refusals
from bot.refusals import RefusedError, Why
from bot.terms import Terms
from engine.clock import TimeControl
from engine.position import Game, OptionError

Interaction = discord.Interaction[Any]
Person = discord.Member | discord.User | discord.Object


class Offers:
    """What people offer each other to play."""

    def __init__(self, host: Host, wake: Callable[[int], None]) -> None:
        self._host = host
        self._wake = wake

    # --- challenges ---

    async def issue(
        self,
        interaction: Interaction,
        game: Game,
        people: Sequence[Person],
        written: Mapping[str, str],
        players: int | None = None,
    ) -> Answer:
        """Challenge ``people`` to what was ``written``; seats that are left are for anybody.

        ``players``: how many play, the challenger included; as many as are named, or as are needed
        at least, where that is not said.
        """
        if (refused := hindrance(interaction, *people)) is not None:
            return Answer(refused)
        here, server = interaction.channel_id, interaction.guild_id
        assert here is not None
        assert server is not None
        terms, me = Terms.usual(game).read(written), interaction.user
        known = [me, *(person for person in people if isinstance(person, discord.Member))]
        least = max(game.seats[0], len(people) + 1)
        open_seats = max(least, players or 0) - 1 - len(people)
        sent = await self._host.challenges.issue(
            game=game,
            options=terms.options,
            control=TimeControl(terms.per_move),
            challenger=me.id,
            invited=[*(person.id for person in people), *[None] * open_seats],
            names={person.id: known_as(person) for person in known},
            place=here,
            server=server,
            source=interaction.id,
        )
        self._wake(here)
        new = await self._host.challenges.new_to(game.key, server, [me.id], before=sent.id)
        return Answer(challenges.CHALLENGE_SENT, controls.offer_view(new))

    async def menu(self, interaction: Interaction, person: Person) -> Answer:
        """The menu on a member: the form for a challenge, or the games to choose from first."""
        if (refused := hindrance(interaction, person)) is not None:
            return Answer(refused)
        if person == interaction.user:
            raise RefusedError(Why.ALONE)
        games = [game for game in self._host.games.values() if 2 in game.seats]
        if len(games) == 1:
            return _form_to(person.id, games[0])
        offers = [
            ControlButton(Control(Verb.OFFER, person.id, 0, game.key), game.name)
            for game in games[:25]
        ]
        if not offers:
            return Answer(refusals.NO_GAME_FOR_TWO)
        return Answer(challenges.which_game(person.id), controls.view_of(offers))

    async def form(self, interaction: Interaction, user: int, said: str) -> Answer:
        """The form for a challenge to ``user``; ``said``: the game, and what was typed before."""
        if (refused := hindrance(interaction)) is not None:
            return Answer(refused)
        key, typed = controls.typed_before(said)
        game = self._for_two(key)
        return _form_to(user, game, typed) if game else Answer(refusals.NO_GAME_FOR_TWO)

    async def offered(self, interaction: Interaction, user: int, key: str) -> Answer:
        """That form, filled in."""
        if (game := self._for_two(key)) is None:
            return Answer(refusals.NO_GAME_FOR_TWO)
        written = controls.fields_of(interaction.data)
        try:
            return await self.issue(interaction, game, [discord.Object(user)], written)
        except OptionError as error:
            return _again(error, Control(Verb.OFFER, user, 0, key), game, written)

    def _for_two(self, key: str) -> Game | None:
        game = self._host.games.get(key)
        return game if game is not None and 2 in game.seats else None

    # --- counter-offers ---

    async def change(self, interaction: Interaction, key: int, said: str) -> Answer:
        """The form for other terms of a challenge; ``said``: what was typed before."""
        if (refused := hindrance(interaction)) is not None:
            return Answer(refused)
        here = interaction.channel_id or 0
        asked = await self._host.challenges.may_change(key, interaction.user.id, here)
        game = self._host.games[asked.game]
        _, typed = controls.typed_before(said)
        title = labels.change_title(game)
        changed = Control(Verb.CHANGED, key)
        return Answer(modal=controls.terms_modal(changed, title, Terms.of(asked, game), typed))

    async def changed(self, interaction: Interaction, key: int) -> Answer:
        """That form, filled in."""
        if (refused := hindrance(interaction)) is not None:
            return Answer(refused)
        asked = await self._host.challenges.stored(key)
        if asked is None:
            raise RefusedError(Why.NO_SUCH_CHALLENGE)
        game, user = self._host.games[asked.game], interaction.user
        written = controls.fields_of(interaction.data)
        try:
            terms = Terms.of(asked, game).read(written)
            await self._host.challenges.counter(
                key,
                user.id,
                known_as(user),
                options=terms.options,
                control=TimeControl(terms.per_move),
                place=interaction.channel_id or 0,
                source=interaction.id,
            )
        except OptionError as error:
            return _again(error, Control(Verb.CHANGE, key, 0), game, written)
        self._wake(asked.place)
        return Answer(challenges.COUNTER_OFFER_SENT)


def _form_to(user: int, game: Game, typed: Sequence[str] = ()) -> Answer:
    offered = Control(Verb.OFFERED, user, 0, game.key)
    title = labels.offer_title(game)
    return Answer(modal=controls.terms_modal(offered, title, Terms.usual(game), typed))


def _again(error: OptionError, form: Control, game: Game, written: Mapping[str, str]) -> Answer:
    """Why a form is refused. Discord closes it then; a button opens it with what was typed."""
    button = ControlButton(controls.with_typed(form, game, written), labels.TRY_AGAIN)
    return Answer(refusals.refusal(error), controls.view_of([button]))


def known_as(person: discord.Member | discord.User) -> str:
    """What a person is called wherever they play: what one server calls them stays there."""
    return person.global_name or person.name


def hindrance(interaction: Interaction, *people: Person) -> str | None:
    """Why no game between these ``people`` can begin in this place, None where it can."""
    if interaction.guild_id is None or interaction.channel_id is None:
        return refusals.SERVERS_ONLY
    if any(isinstance(person, discord.User) for person in people):
        return refusals.NOT_A_MEMBER
    if any(isinstance(person, discord.Member) and person.bot for person in people):
        return refusals.NO_BOTS
    missing = missing_permissions(interaction)
    return refusals.missing_permissions(missing) if missing else None


def missing_permissions(interaction: Interaction) -> list[str]:
    """What a game needs in this channel and we lack, as discord.py names it."""
    needed = ["view_channel", "attach_files", "read_message_history"]
    in_thread = isinstance(interaction.channel, discord.Thread)
    needed.append("send_messages_in_threads" if in_thread else "send_messages")
    return [name for name in needed if not getattr(interaction.app_permissions, name)]
