"""The messages of tournaments: the card, the rounds, the end, and notes about players."""

import contextlib
from collections.abc import Iterable
from datetime import timedelta

import discord

from bot.chat.base.answer import NO_MENTIONS, as_file
from bot.chat.base.bot import Bot
from bot.chat.base.custom_id import Control
from bot.chat.base.message_kinds import Content, MessageKind, calling, controls_in
from bot.chat.common.audit_lines import AuditLines
from bot.chat.controls.components import ControlButton, view_of
from bot.features.tournaments import correction_texts, texts
from bot.features.tournaments.corrections import AUDIT, Corrections
from bot.features.tournaments.drawing import standings_picture
from bot.features.tournaments.games import LEFT
from bot.features.tournaments.posts import link_again, tell_in_channel
from bot.features.tournaments.rounds import (
    ABSENT,
    CARD,
    CORRECTION,
    END,
    PACE,
    ROUND,
    numbers_of,
    queries_of,
)
from bot.features.tournaments.service import Tournaments, View
from bot.features.tournaments.store import CANCELLED, CHANGE, RUNNING, SIGN_UP
from bot.messages.catalogue import text
from bot.service.shown_messages import EDITED_TOO_OFTEN
from bot.storage.rows import FULL, StoredMessage
from bot.storage.transaction import Transaction

LONGEST_LINKING = timedelta(minutes=10)
"""After so long a page in a post waits no more for the messages of its games."""


def standings_button(view: View, said: str = "") -> ControlButton:
    """*Standings*; ``said`` tells the messages with it apart."""
    control = Control("tstand", view.stored.id, view.stored.round, said)
    return ControlButton(control, text("button-tournament-standings"))


def join_button(key: int) -> ControlButton:
    """*Sign up*."""
    join = Control("tjoin", key)
    return ControlButton(join, text("button-tournament-join"), discord.ButtonStyle.success)


class Kind(MessageKind):
    """What all of them have in common."""

    def __init__(self, bot: Bot, tournaments: Tournaments, corrections: Corrections) -> None:
        self._bot = bot
        self._tournaments = tournaments
        self._corrections = corrections

    async def _calling(self, users: Iterable[int]) -> discord.AllowedMentions:
        """Mentions that notify those of these people who want that."""
        calls, wanted, now = self._bot.service.shown_messages.calls, {*users}, self._bot.service.now
        return calling(
            await self._bot.service.store.read(lambda tx: calls.mentionable(tx, wanted, now()))
        )


def _has(there: discord.Message, *wanted: object) -> bool:
    """True if a message has a control with this name, subject, ply and text, or fewer of them."""
    found = ((c.name, c.subject, c.ply, c.text) for c in controls_in(there))
    return any(parts[: len(wanted)] == wanted for parts in found)


_WORDS = {CORRECTION: "fix", ABSENT: "absent", LEFT: "left"}


def _said(one: StoredMessage) -> str:
    """The text of *Standings* under a note, by which it is recognised."""
    return " ".join([_WORDS[one.kind], *map(str, numbers_of(one))])


def _is_said(there: discord.Message, one: StoredMessage) -> bool:
    """True if ``there`` is this note."""
    return any((c.name, c.text) == ("tstand", _said(one)) for c in controls_in(there))


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

    def shown(self, tx: Transaction, one: StoredMessage) -> None:
        """The event and the post link to the card, once that is there."""
        stored = queries_of(tx).get(one.number) if one.message is None else None
        if stored is not None:
            link_again(tx, stored)


def _buttons(view: View) -> list[ControlButton]:
    key, state = view.stored.id, view.stored.state
    leave = ControlButton(Control("tleave", key), text("button-tournament-leave"))
    start = ControlButton(Control("tstart", key), text("button-tournament-start"))
    manage = ControlButton(Control("tmanage", key), text("button-tournament-manage"))
    if state == SIGN_UP:
        return [join_button(key), leave, standings_button(view, "card"), start, manage]
    if state == RUNNING:
        return [leave, standings_button(view, "card"), manage]
    return [standings_button(view, "card"), manage]


class RoundMessages(Kind):
    """The pairings of a round, a page each; results come in as games end."""

    kinds = (ROUND,)

    def __init__(self, bot: Bot, tournaments: Tournaments, corrections: Corrections) -> None:
        super().__init__(bot, tournaments, corrections)
        self._linked = set[int]()
        """The messages that were last written with a link to each game."""

    async def content(self, one: StoredMessage) -> Content:
        """The pairings. Who goes first is called by the board of their game, the others here."""
        view = await self._view(one)
        called = [
            each.pairing.first if each.pairing.second is None else each.pairing.second
            for each in texts.on_page(view, *numbers_of(one)[1:])
            if each.pairing.second is None or each.pairing.result is None
        ]
        mentions = await self._calling(user for user in called if user)
        return self._content(one, view) | {"allowed_mentions": mentions}

    async def _view(self, one: StoredMessage) -> View:
        return await self._tournaments.view(*numbers_of(one))

    def _content(self, one: StoredMessage, view: View) -> Content:
        key, number, page = numbers_of(one)
        why = ControlButton(Control("twhy", key, number, str(page)), text("button-tournament-why"))
        self._linked.discard(one.id)
        if texts.links_all(view, number, page):
            self._linked.add(one.id)
        return {
            "content": texts.round_message(view, number, page),
            "view": view_of([standings_button(view), why]),
            "allowed_mentions": NO_MENTIONS,
        }

    async def full(self, one: StoredMessage) -> Content:
        """The pairings with the results that there are."""
        view = await self._view(one)
        if one.channel_id != view.stored.channel_id and not self._bot.get_channel(one.channel_id):
            with contextlib.suppress(
                discord.HTTPException
            ):  # its post: Discord may have archived it
                await self._bot.http.edit_channel(one.channel_id, archived=False)
        return self._content(one, view)

    async def is_sent_as(self, there: discord.Message, one: StoredMessage) -> bool:
        """True if ``there`` is this page of this round."""
        key, number, page = numbers_of(one)
        return _has(there, "twhy", key, number, str(page))

    def shown(self, tx: Transaction, one: StoredMessage) -> None:
        """The event and the post link to the first page, once that is there; and a page in a post
        links to its games, once these are there."""
        key, number, page = numbers_of(one)
        stored = queries_of(tx).get(key)
        if stored is None:
            return
        if one.message is None and page == 0:
            link_again(tx, stored)
        found = tx.messages.get(one.id) if one.channel_id != stored.channel_id else None
        if found is None or found.shown != found.rev or found.desired != FULL:
            return
        now = self._bot.service.now()
        # What was written counts, not what is there by now: a board may have come in between.
        if now - one.wanted < LONGEST_LINKING and one.id not in self._linked:
            tx.messages.want([found], FULL, ply=number, due=now + PACE)

    def gives_up(self, tx: Transaction, one: StoredMessage, code: int) -> bool:
        """True in a post that is gone, locked or closed to the bot: then the channel is told."""
        stored = queries_of(tx).get(numbers_of(one)[0])
        if stored is None or one.channel_id == stored.channel_id or code == EDITED_TOO_OFTEN:
            return False
        tell_in_channel(tx, one, stored)
        return True


class Ends(Kind):
    """The end of a tournament, told once."""

    kinds = (END,)

    async def content(self, one: StoredMessage) -> Content:
        """Who has won, with the standings."""
        view = await self._tournaments.view(one.number)
        drawn = (
            None
            if view.stored.state == CANCELLED
            else await standings_picture(self._bot.service, self._bot.pictures, view)
        )
        content: Content = {
            "content": texts.ended(view),
            "view": view_of([standings_button(view, "end")]),
            "allowed_mentions": await self._calling(texts.winners(view)[: texts.LISTED]),
        }
        return content | ({"file": as_file(drawn)} if drawn else {})

    async def full(self, one: StoredMessage) -> Content:
        """The same after a correction of the last round; it notifies nobody."""
        view = await self._tournaments.view(one.number)
        return {"content": texts.ended(view), "allowed_mentions": NO_MENTIONS}

    async def is_sent_as(self, there: discord.Message, one: StoredMessage) -> bool:
        """True if ``there`` is the end of this tournament."""
        ends = (c for c in controls_in(there) if (c.name, c.subject) == ("tstand", one.number))
        return any(c.text == "end" for c in ends)


class CorrectionNotes(Kind):
    """What organisers have corrected or changed, and their invitations to enter late."""

    kinds = (CORRECTION,)

    async def content(self, one: StoredMessage) -> Content:
        """A line, with *Enter* as long as somebody is invited, or *Withdraw* after a change."""
        fix = await self._corrections.correction(one.number)
        assert fix is not None
        view, buttons = await self._tournaments.view(fix.tournament), list[ControlButton]()
        about = [] if fix.player is None else [fix.player]
        if fix.act == CHANGE:
            leave = Control("tleave", fix.tournament, 0, _said(one))
            buttons.append(ControlButton(leave, text("button-tournament-leave")))
            about = [player.id for player in view.whole.players[: texts.LISTED]]
        if correction_texts.is_invited(view, fix):
            enter = Control("tenter", fix.tournament, 0, str(fix.id))
            style = discord.ButtonStyle.success
            buttons.append(ControlButton(enter, text("button-tournament-enter"), style))
        games = self._bot.service.matches.games
        return {
            "content": correction_texts.corrected(view, fix, games, to_players=True),
            "view": view_of([*buttons, standings_button(view, _said(one))]),
            "allowed_mentions": await self._calling(about),
        }

    async def full(self, one: StoredMessage) -> Content:
        """The same, once somebody has accepted an invitation."""
        return await self.content(one)

    async def is_sent_as(self, there: discord.Message, one: StoredMessage) -> bool:
        """True if ``there`` is about this correction."""
        return _is_said(there, one)


class CorrectionLines(Kind, AuditLines):
    """What organisers have corrected or changed, for the audit channel."""

    kinds = (AUDIT,)

    async def line(self, number: int) -> tuple[str, ControlButton]:
        """Who has corrected what, and why."""
        fix = await self._corrections.correction(number)
        assert fix is not None
        view = await self._tournaments.view(fix.tournament)
        games = self._bot.service.matches.games
        return correction_texts.corrected(view, fix, games), standings_button(
            view, f"audit {number}"
        )


class Absences(Kind):
    """Players who did not come."""

    kinds = (ABSENT,)

    async def content(self, one: StoredMessage) -> Content:
        """A line, with *I am back* for whoever did not come."""
        key, user, number = numbers_of(one)
        view = await self._tournaments.view(key)
        back = ControlButton(
            Control("tback", key, number, str(user)), text("button-tournament-back")
        )
        buttons = [standings_button(view, _said(one))]
        again = texts.may_come_back(view, user)
        return {
            "content": texts.absent(view, user, number),
            "view": view_of([back, *buttons] if again else buttons),
            "allowed_mentions": await self._calling([user]),
        }

    async def full(self, one: StoredMessage) -> Content:
        """The same after a correction of the game; it notifies nobody."""
        return await self.content(one) | {"allowed_mentions": NO_MENTIONS}

    async def is_sent_as(self, there: discord.Message, one: StoredMessage) -> bool:
        """True if ``there`` is about this player in this round."""
        return _is_said(there, one)


class Departures(Kind):
    """Players who have withdrawn, for their opponents to read; it calls nobody."""

    kinds = (LEFT,)

    async def content(self, one: StoredMessage) -> Content:
        """A line."""
        key, user, number = numbers_of(one)
        view = await self._tournaments.view(key)
        return {
            "content": texts.left(view, user, number),
            "view": view_of([standings_button(view, _said(one))]),
            "allowed_mentions": NO_MENTIONS,
        }

    async def is_sent_as(self, there: discord.Message, one: StoredMessage) -> bool:
        """True if ``there`` is about this player."""
        return _is_said(there, one)


def all_kinds(bot: Bot, tournaments: Tournaments, corrections: Corrections) -> list[Kind]:
    """Every kind of messages of this feature."""
    kinds = (
        TournamentCards,
        RoundMessages,
        Ends,
        CorrectionNotes,
        CorrectionLines,
        Absences,
        Departures,
    )
    return [kind(bot, tournaments, corrections) for kind in kinds]
