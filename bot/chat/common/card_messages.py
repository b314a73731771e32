"""The cards of challenges: what they show, and how they are kept up to date."""

import discord

from bot.chat.base.answer import NO_MENTIONS
from bot.chat.base.bot import Bot
from bot.chat.base.custom_id import Control
from bot.chat.base.message_kinds import Content, MessageKind, calling, controls_in
from bot.chat.common.thread_messages import live_card
from bot.chat.controls.components import ControlButton, view_of
from bot.messages import challenges
from bot.messages.catalogue import text
from bot.service.invitations import free_seat, is_lobby
from bot.service.refusals import RefusedError
from bot.storage.rows import ACCEPTED, CARD, OPEN, StoredChallenge, StoredMessage


class Cards(MessageKind):
    """The cards. An open one is recognised by its button to accept, a closed one by its words."""

    kinds = (CARD,)

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def content(self, one: StoredMessage) -> Content:
        """The card as the challenge stands now; an open one notifies everybody who is invited.

        Not people whom others have just challenged often. One that anybody may accept may call a
        role, too, as the server's owners have decided.
        """
        asked, content = await self._asked(one), await self._card(one)
        if asked.state != OPEN:
            return content
        often = await self._bot.service.challenges.called_often(asked)
        role = await self._bot.service.challenges.called_role(asked)
        if role is not None:
            content["content"] += "\n" + challenges.call(role)
        people = [user for user in _people(asked) if user not in often]
        content["allowed_mentions"] = calling(people, [] if role is None else [role])
        return content

    async def _asked(self, one: StoredMessage) -> StoredChallenge:
        asked = await self._bot.service.challenges.stored(one.challenge or 0)
        assert asked is not None
        return asked

    async def _card(self, one: StoredMessage) -> Content:
        asked = await self._asked(one)
        game = self._bot.service.matches.games[asked.game]
        content: Content = {
            "content": challenges.card(asked, game, await self._bot.on_card(asked)),
            "allowed_mentions": NO_MENTIONS,
        }
        if asked.state == OPEN:
            content["view"] = await _view(self._bot, asked)
        return content

    async def is_sent_as(self, there: discord.Message, one: StoredMessage) -> bool:
        """True if ``there`` is this card.

        If the challenge was over before its card was sent, the card has neither buttons nor a
        picture, so its text decides.
        """
        if any(c.name == "accept" and c.subject == one.challenge for c in controls_in(there)):
            return True
        if there.components or there.attachments:
            return False
        card = await self._card(one)
        return "view" not in card and there.content == card["content"]

    async def full(self, one: StoredMessage) -> Content:
        """The challenge as it stands, such as who is ready, or the match that grows from it."""
        if one.match is not None:
            return await live_card(self._bot, await self._bot.service.matches.live(one.match))
        return {"view": None} | await self._card(one) | {"allowed_mentions": NO_MENTIONS}

    async def stripped(self, one: StoredMessage) -> Content:
        """The closed card says how the challenge ended."""
        return await self._card(one) | {"attachments": []}


def _people(asked: StoredChallenge) -> list[int]:
    """The people who have a seat."""
    return [seat.user for seat in asked.invitations if seat.user and not seat.level]


async def _view(bot: Bot, asked: StoredChallenge) -> discord.ui.View | None:
    """The buttons of an open challenge, with the offers for newcomers."""
    people = _people(asked)
    new = await bot.service.challenges.new_to(asked.game, asked.server, people, before=asked.id)
    return view_of([*card_buttons(asked), *(bot.for_newcomers(new) if new else [])])


def card_buttons(asked: StoredChallenge) -> list[ControlButton]:
    """The buttons of a challenge: people invited by name can decline, a seat can be left."""
    accept = ControlButton(
        Control("accept", asked.id), text("button-accept"), discord.ButtonStyle.success
    )
    decline = Control("decline", asked.id)
    buttons = [accept]
    if is_lobby(asked):
        buttons.append(ControlButton(decline, text("button-leave")))
        if any(seat.user is None for seat in asked.invitations):
            seats = Control("seat", asked.id, free_seat(asked))
            buttons.append(ControlButton(seats, text("button-seat-computer")))
    elif any(seat.user is not None for seat in asked.invitations):
        buttons.append(ControlButton(decline, text("button-decline")))
    if not asked.fixed:
        buttons.append(ControlButton(Control("change", asked.id), text("button-change")))
    buttons.append(ControlButton(Control("withdraw", asked.id), text("button-withdraw")))
    return buttons


def known_as(person: discord.Member | discord.User) -> str:
    """The name that a person has everywhere, never a server's nickname."""
    return person.global_name or person.name


def has_accepted(error: RefusedError, user: int) -> bool:
    """True if the challenge of ``error`` is over because ``user`` and all others accepted it."""
    asked = error.about.get("challenge")
    if not isinstance(asked, StoredChallenge) or asked.state != ACCEPTED:
        return False
    return any(seat.user == user and seat.accepted for seat in asked.invitations)
