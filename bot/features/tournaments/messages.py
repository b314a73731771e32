"""The messages of tournaments: the card, the rounds, the end, and notes about players."""

from collections.abc import Iterable

import discord

from bot.chat.base.answer import NO_MENTIONS, Upload
from bot.chat.base.bot import Bot
from bot.chat.base.custom_id import Control
from bot.chat.base.message_kinds import Content, MessageKind, calling, controls_in
from bot.chat.controls.components import ControlButton, view_of
from bot.features.tournaments import texts
from bot.features.tournaments.model import System
from bot.features.tournaments.rounds import ABSENT, CARD, END, ROUND
from bot.features.tournaments.service import AUDIT, CORRECTION, Tournaments, View
from bot.features.tournaments.standings import standings
from bot.features.tournaments.store import CANCELLED, RUNNING, SIGN_UP
from bot.messages.catalogue import text
from bot.service.preferences import USUAL, DisplayPreferences
from bot.storage.rows import StoredMessage


def standings_button(view: View, said: str = "") -> ControlButton:
    """*Standings*; ``said`` tells the messages with it apart."""
    control = Control("tstand", view.stored.id, view.stored.round, said)
    return ControlButton(control, text("button-tournament-standings"))


async def picture(
    bot: Bot, view: View, preferences: DisplayPreferences = USUAL, own: int | None = None
) -> Upload | None:
    """The standings as a picture: the first rows, and that of ``own``; None without players."""
    order = standings(view.whole)
    shown = order[: texts.ROWS]
    shown += [line for line in order[texts.ROWS :] if line.player.id == own]
    if not shown:
        return None
    names = await bot.service.matches.names([line.player.id for line in shown])
    mine = next((n for n, line in enumerate(shown) if line.player.id == own), None)
    return await bot.pictures.table(
        texts.headings(view),
        [texts.row(view, line, names) for line in shown],
        f"standings-{view.stored.id}",
        preferences,
        texts.alt(view, shown, names),
        mine,
    )


class Kind(MessageKind):
    """What all of them have in common."""

    def __init__(self, bot: Bot, tournaments: Tournaments) -> None:
        self._bot = bot
        self._tournaments = tournaments

    async def _calling(self, users: Iterable[int]) -> discord.AllowedMentions:
        """Mentions that notify those of these people who want that."""
        calls, wanted, now = self._bot.service.shown_messages.calls, {*users}, self._bot.service.now
        return calling(
            await self._bot.service.store.read(lambda tx: calls.mentionable(tx, wanted, now()))
        )


def _numbers(one: StoredMessage) -> list[int]:
    """The numbers in a note."""
    return [int(number) for number in (one.note or "").split()[1:]]


def _has(there: discord.Message, *wanted: object) -> bool:
    """True if a message has a control with this name, subject, ply and text, or fewer of them."""
    found = ((c.name, c.subject, c.ply, c.text) for c in controls_in(there))
    return any(parts[: len(wanted)] == wanted for parts in found)


class TournamentCards(Kind):
    """The cards, which are kept up to date."""

    kinds = (CARD,)

    async def content(self, one: StoredMessage) -> Content:
        """What it is, who has signed up, and the buttons."""
        view = await self._tournaments.view(one.number)
        game = self._bot.service.matches.games[view.stored.game]
        return {
            "content": texts.card(view, game),
            "view": view_of(_buttons(view)),
            "allowed_mentions": NO_MENTIONS,
        }

    async def full(self, one: StoredMessage) -> Content:
        """The same as it stands."""
        return await self.content(one)

    async def stripped(self, one: StoredMessage) -> Content:
        """The same without buttons."""
        content = await self.content(one)
        return {key: content[key] for key in ("content", "allowed_mentions")}

    async def is_sent_as(self, there: discord.Message, one: StoredMessage) -> bool:
        """True if ``there`` has the buttons of this tournament."""
        return _has(there, "tmanage", one.number)


def _buttons(view: View) -> list[ControlButton]:
    key, state = view.stored.id, view.stored.state
    join = ControlButton(
        Control("tjoin", key), text("button-tournament-join"), discord.ButtonStyle.success
    )
    leave = ControlButton(Control("tleave", key), text("button-tournament-leave"))
    start = ControlButton(Control("tstart", key), text("button-tournament-start"))
    manage = ControlButton(Control("tmanage", key), text("button-tournament-manage"))
    if state == SIGN_UP:
        return [join, leave, standings_button(view, "card"), start, manage]
    if state == RUNNING:
        return [leave, standings_button(view, "card"), manage]
    return [standings_button(view, "card"), manage]


class RoundMessages(Kind):
    """The pairings of a round, a page each; results come in as games end."""

    kinds = (ROUND,)

    async def content(self, one: StoredMessage) -> Content:
        """The pairings. Who goes first is called by the board of their game, the others here."""
        content = await self._content(one)
        key, number, page = _numbers(one)
        here = texts.on_page(await self._tournaments.view(key), number, page)
        called = [
            each.pairing.first if each.pairing.second is None else each.pairing.second
            for each in here
            if each.pairing.second is None or each.pairing.result is None
        ]
        content["allowed_mentions"] = await self._calling(user for user in called if user)
        return content

    async def _content(self, one: StoredMessage) -> Content:
        key, number, page = _numbers(one)
        view = await self._tournaments.view(key)
        why = ControlButton(Control("twhy", key, number, str(page)), text("button-tournament-why"))
        return {
            "content": texts.round_message(view, number, page),
            "view": view_of([standings_button(view), why]),
            "allowed_mentions": NO_MENTIONS,
        }

    async def full(self, one: StoredMessage) -> Content:
        """The pairings with the results that there are."""
        return await self._content(one)

    async def is_sent_as(self, there: discord.Message, one: StoredMessage) -> bool:
        """True if ``there`` is this page of this round."""
        key, number, page = _numbers(one)
        return _has(there, "twhy", key, number, str(page))


class Ends(Kind):
    """The end of a tournament, told once."""

    kinds = (END,)

    async def content(self, one: StoredMessage) -> Content:
        """Who has won, with the standings."""
        view = await self._tournaments.view(one.number)
        drawn = None if view.stored.state == CANCELLED else await picture(self._bot, view)
        content: Content = {
            "content": texts.ended(view),
            "view": view_of([standings_button(view, "end")]),
            "allowed_mentions": await self._calling(texts.winners(view)[: texts.LISTED]),
        }
        return content | ({"file": drawn.file()} if drawn else {})

    async def full(self, one: StoredMessage) -> Content:
        """The same after a correction of the last round; it notifies nobody."""
        view = await self._tournaments.view(one.number)
        return {"content": texts.ended(view), "allowed_mentions": NO_MENTIONS}

    async def is_sent_as(self, there: discord.Message, one: StoredMessage) -> bool:
        """True if ``there`` is the end of this tournament."""
        ends = (c for c in controls_in(there) if (c.name, c.subject) == ("tstand", one.number))
        return any(c.text == "end" for c in ends)


class Notes(Kind):
    """Players who did not come, and what organisers have corrected."""

    kinds = (ABSENT, CORRECTION, AUDIT)

    async def content(self, one: StoredMessage) -> Content | None:
        """A line, with *I am back* for whoever did not come."""
        if one.kind in (CORRECTION, AUDIT):
            fix = await self._tournaments.correction(one.number)
            assert fix is not None
            view = await self._tournaments.view(fix.tournament)
            about = [fix.player] if fix.player is not None and one.kind == CORRECTION else []
            word = "fix" if one.kind == CORRECTION else "audit"
            return {
                "content": texts.corrected(view, fix),
                "view": view_of([standings_button(view, f"{word} {fix.id}")]),
                "allowed_mentions": await self._calling(about),
            }
        key, user, number = _numbers(one)
        view = await self._tournaments.view(key)
        back = ControlButton(
            Control("tback", key, number, str(user)), text("button-tournament-back")
        )
        buttons = [standings_button(view, f"absent {key} {user} {number}")]
        out = view.stored.system is System.KNOCKOUT
        return {
            "content": texts.absent(view, user, number),
            "view": view_of(buttons if out else [back, *buttons]),
            "allowed_mentions": await self._calling([user]),
        }

    async def is_sent_as(self, there: discord.Message, one: StoredMessage) -> bool:
        """True if ``there`` is this note."""
        numbers = " ".join(str(number) for number in _numbers(one))
        word = {CORRECTION: "fix", AUDIT: "audit"}.get(one.kind, "absent")
        texts_there = (c.text for c in controls_in(there) if c.name == "tstand")
        return f"{word} {numbers}" in texts_there


def all_kinds(bot: Bot, tournaments: Tournaments) -> list[Kind]:
    """Every kind of messages of this feature."""
    return [kind(bot, tournaments) for kind in (TournamentCards, RoundMessages, Ends, Notes)]
