"""The cards of challenges: what they show, and how they are kept up to date."""

from typing import Any, cast

import discord

from bot.chat.answer import NO_MENTIONS
from bot.chat.bot import Bot
from bot.chat.components import ControlButton, view_of
from bot.chat.custom_id import Control
from bot.chat.posts import calling, controls_in
from bot.messages import challenges, computers, labels
from bot.service.invitations import free_seat, is_lobby
from bot.service.refusals import RefusedError
from bot.storage.rows import ACCEPTED, OPEN, Claim, StoredChallenge, StoredPost


class CardPosts:
    """The cards. An open one is recognised by its button to accept, a closed one by its words."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def covers(self, post: StoredPost) -> bool:
        """Whether ``post`` is a card."""
        return post.challenge is not None

    async def content(self, claim: Claim) -> dict[str, Any]:
        """The card as the challenge stands now; an open one notifies everybody who is invited."""
        assert claim.post.challenge is not None
        return await self._card(claim.post.challenge)

    async def _card(self, challenge_id: int) -> dict[str, Any]:
        asked = await self._bot.service.challenges.stored(challenge_id)
        assert asked is not None
        game = self._bot.service.matches.games[asked.game]
        content: dict[str, Any] = {
            "content": challenges.card(asked, game),
            "allowed_mentions": NO_MENTIONS,
        }
        if asked.state == OPEN:
            content["view"] = await _view(self._bot, asked)
            content["allowed_mentions"] = calling(_people(asked))
        return content

    async def is_sent_as(self, message: discord.Message, post: StoredPost) -> bool:
        """Whether ``message`` is this card.

        If the challenge was over before its card was posted, the card has neither buttons nor a
        picture, so its words must do.
        """
        if any(c.name == "accept" and c.subject == post.challenge for c in controls_in(message)):
            return True
        if message.components or message.attachments:
            return False
        card = await self._card(cast(int, post.challenge))
        return "view" not in card and message.content == card["content"]

    async def without_controls(self, post: StoredPost) -> dict[str, Any]:
        """The closed card says how the challenge ended."""
        return await self._card(cast(int, post.challenge))


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
        Control("accept", asked.id), labels.accept(), discord.ButtonStyle.success
    )
    decline = Control("decline", asked.id)
    buttons = [accept]
    if is_lobby(asked):
        buttons.append(ControlButton(decline, labels.leave()))
        if any(seat.user is None for seat in asked.invitations):
            seats = Control("seat", asked.id, free_seat(asked))
            buttons.append(ControlButton(seats, computers.seat_button()))
    elif any(seat.user is not None for seat in asked.invitations):
        buttons.append(ControlButton(decline, labels.decline()))
    buttons.append(ControlButton(Control("change", asked.id), labels.change()))
    buttons.append(ControlButton(Control("withdraw", asked.id), labels.withdraw()))
    return buttons


async def refresh_card(
    bot: Bot, card: discord.Message | discord.PartialMessage | None, challenge_id: int
) -> None:
    """Edit the card until it shows the challenge as it is now, such as who is ready."""
    service = bot.service
    shown, asked = None, await service.challenges.stored(challenge_id)
    while asked != shown and asked is not None and card is not None:
        text = challenges.card(asked, service.matches.games[asked.game])
        view = await _view(bot, asked) if asked.state == OPEN else None
        await card.edit(content=text, view=view, allowed_mentions=NO_MENTIONS)
        shown, asked = asked, await service.challenges.stored(challenge_id)


def known_as(person: discord.Member | discord.User) -> str:
    """The name that a person has everywhere, never a server's nickname."""
    return person.global_name or person.name


def has_accepted(error: RefusedError, user: int) -> bool:
    """Whether a challenge is over because ``user`` and all others have accepted it."""
    asked = error.about.get("challenge")
    if not isinstance(asked, StoredChallenge) or asked.state != ACCEPTED:
        return False
    return any(seat.user == user and seat.accepted for seat in asked.invitations)


async def notify_begun(bot: Bot, match_id: int) -> None:
    """Have the first board of a match posted, which may be elsewhere than its card."""
    begun = await bot.service.matches.stored(match_id)
    if begun is not None:
        bot.notify_outbox(begun.channel_id)
        bot.service.computers.wake()
