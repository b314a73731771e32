"""Messages that show matches: boards, living boards with their lines, and reminders."""

import re
from collections.abc import Iterable, Iterator
from dataclasses import replace
from typing import Any

import discord

from bot.chat.base.answer import NO_MENTIONS, as_file
from bot.chat.base.bot import Bot
from bot.chat.base.custom_id import Control
from bot.chat.base.message_kinds import Content, MessageKind, calling, controls_in
from bot.chat.common.board_view import board_view
from bot.chat.common.place_choice import missing_for_threads
from bot.chat.controls.components import ControlButton, view_of
from bot.messages import boards, phrases, places, spectators
from bot.messages.catalogue import text
from bot.pictures import looks_like
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError
from bot.service.shown_messages import Announcement
from bot.storage.rows import (
    BOARD,
    EACH_TURN,
    FULL,
    LINE,
    LIVING_BOARD,
    REMINDER,
    StoredMessage,
)
from engine.position import Placement, Position
from render.options import Mark, Sign


class BoardMessages(MessageKind):
    """A board each; one that would show nothing new has words and buttons only, unless the game or
    its server wants a picture after each turn.

    Recognised by its number in the picture's name, or else by its buttons or words.
    """

    kinds = (BOARD,)

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def content(self, one: StoredMessage) -> Content:
        """The board; if it is superseded already, without buttons and notifying nobody."""
        announcement = await self._bot.service.shown_messages.announcement_of(one)
        return await self._board(one, announcement, pings=one.desired == FULL)

    async def _board(
        self, one: StoredMessage, announcement: Announcement, *, pings: bool, always: bool = False
    ) -> Content:
        """``always``: with a picture, be it the same."""
        live = announcement.live
        content = await self._words(announcement, ping=pings)
        if always or _shows_something_new(announcement) or await self._pictures_each_turn(live):
            marks = {
                p: Mark(Sign.WATCHED) for p in _placed(announcement.coalesced, live.match.position)
            }
            picture = await self._bot.pictures.of(live.match, name_of(live, one), marks=marks)
            content["file"] = as_file(picture)
        if pings:
            content = self._with_buttons(content, live)
            content["allowed_mentions"] = calling(announcement.mentioned)
        _call(announcement.followers, content)
        return content

    async def _words(self, announcement: Announcement, *, ping: bool = False) -> Content:
        """The text of a board, notifying nobody; ``ping``: True for the newest board."""
        live = announcement.live
        text = boards.board(live, live.match.game, ping=ping, coalesced=announcement.coalesced)
        lines = [text, *await self._bot.under_result(live)]
        return {"content": "\n".join(lines), "allowed_mentions": NO_MENTIONS}

    def _with_buttons(self, content: Content, live: LiveMatch) -> Content:
        """The content with the buttons, and what newcomers have to know besides them."""
        lines = [content["content"], *boards.how_to_move(live)]
        return content | {"content": "\n".join(lines), "view": board_view(self._bot, live)}

    async def _pictures_each_turn(self, live: LiveMatch) -> bool:
        """True if the game has a picture after each turn, by its own choice or the server's."""
        chosen = live.pictures or (await self._bot.service.servers.settings(live.server)).pictures
        return chosen == EACH_TURN

    async def full(self, one: StoredMessage) -> Content:
        """The text and the buttons, when the clock has changed; the picture stays."""
        announcement = await self._bot.service.shown_messages.announcement_of(one)
        live = await self._bot.service.matches.live(one.match or 0)
        if live.match.ply != announcement.live.match.ply:
            return await self.stripped(one)  # superseded meanwhile
        words = await self._words(replace(announcement, live=live), ping=True)
        content = self._with_buttons(words, live)
        # An edit notifies nobody, but without them the calls would leave people's inboxes.
        content["allowed_mentions"] = calling(announcement.mentioned)
        _call(announcement.followers, content)
        return content

    async def is_sent_as(self, there: discord.Message, one: StoredMessage) -> bool:
        """True if ``there`` has the picture; without one, the buttons; without both, the text."""
        if there.attachments:
            return any(_is_named_for(upload.filename, one) for upload in there.attachments)
        live = await self._bot.service.matches.live(one.match or 0, one.begun_ply)
        if there.components:  # those of a question are others
            own = (button.custom_id for button in self._bot.under_board(live))
            return not {control.write() for control in controls_in(there)}.isdisjoint(own)
        return boards.is_text_of(there.content, live, live.match.game)

    async def stripped(self, one: StoredMessage) -> Content:
        """The text without time and turn."""
        try:
            announcement = await self._bot.service.shown_messages.announcement_of(one)
            return await self._words(announcement)
        except RefusedError:  # its game cannot be read any more
            return {}


NAMED = re.compile(r"-(?:(\d+)-)?(\d+)-(\d+)\.png$")
"""The numbers in the name of a picture: those of its message, its match, and its ply."""


class LivingBoards(BoardMessages):
    """Boards that are kept up to date; a new one has a picture, since it takes another's place."""

    kinds = (LIVING_BOARD,)

    async def content(self, one: StoredMessage) -> Content:
        """A whole board. If a line has announced its turn, it calls nobody."""
        if _announces(one):
            return await self._announcing(one)
        return await self._kept(one, await self._bot.service.matches.live(one.match or 0))

    async def _announcing(self, one: StoredMessage) -> Content:
        announcement = await self._bot.service.shown_messages.announcement_of(one)
        content = await self._board(one, announcement, pings=one.desired == FULL, always=True)
        if one.note is None:
            return content
        missing = missing_for_threads(self._bot.get_channel(one.channel_id))
        why = one.note.split()[2:]
        text = f"{places.thread_failed(missing, *why)}\n{content['content']}"
        return content | {"content": phrases.shortened(text, phrases.CONTENT_LIMIT)}

    async def full(self, one: StoredMessage) -> Content:
        """The newest state, with its picture, and its call if that is the turn it has announced."""
        if _announces(one) and one.ply == one.announces_to:
            content = await self._announcing(one)
        else:
            content = await self._kept(one, await self._bot.service.shown_messages.newest(one))
        return content | {"attachments": [content.pop("file")]}

    async def stripped(self, one: StoredMessage) -> Content:
        """The text of its last turn; lines have announced the turns before."""
        return await super().stripped(replace(one, announces_from=one.ply))

    async def _kept(self, one: StoredMessage, live: LiveMatch) -> Content:
        picture = await self._bot.pictures.of(live.match, name_of(live, one))
        lines = [boards.private_board(live, live.match.game), *await self._bot.under_result(live)]
        content = {"content": "\n".join(lines)}
        return self._with_buttons(content, live) | {
            "allowed_mentions": NO_MENTIONS,
            "file": as_file(picture),
        }


class Lines(BoardMessages):
    """Lines that report a turn, call the next player and link to the living board.

    A line has no buttons: the private answer to a press would hang under a deleted message.
    """

    kinds = (LINE,)

    async def content(self, one: StoredMessage) -> Content:
        """The line, which calls the next player."""
        announcement = await self._bot.service.shown_messages.announcement_of(one)
        return await self._line(announcement)

    async def full(self, one: StoredMessage) -> Content:
        """The same with the time as it is now."""
        announcement = await self._bot.service.shown_messages.announcement_of(one)
        live = await self._bot.service.matches.live(one.match or 0, one.ply)
        return await self._line(replace(announcement, live=live))

    async def _line(self, announcement: Announcement) -> Content:
        live, content = announcement.live, await self._words(announcement, ping=True)
        content["allowed_mentions"] = calling(announcement.mentioned)
        _call(announcement.followers, content)
        there = announcement.board and announcement.board.message
        link = phrases.address(live.server, live.channel_id, there) or ""
        return content | {"content": places.line(content["content"], link)}


class Reminders(MessageKind):
    """Reminders that the time is running out, recognised by their button."""

    kinds = (REMINDER,)

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def content(self, one: StoredMessage) -> Content | None:
        """The reminder; None if the turn was taken meanwhile."""
        match_id, ply = one.match or 0, one.ply or 0
        matches = self._bot.service.matches
        live = await matches.live(match_id)
        if live.to_move is None or not live.match.stands_since(ply):
            return None
        board = await matches.newest_board(match_id)
        link = phrases.address(live.server, live.channel_id, board)
        show = ControlButton(Control("look", match_id, ply), text("button-show-board"))
        return {
            "content": boards.reminder(live, live.match.game, link),
            "view": view_of([show, *self._bot.under_reminder(live)]),
            "allowed_mentions": calling([live.to_move]),
        }

    async def full(self, one: StoredMessage) -> Content:
        """The same with the time as it is now; without it while the clock stands still."""
        live = await self._bot.service.matches.live(one.match or 0)
        if live.paused is not None:
            return await self.stripped(one)
        content = await self.content(one)
        if content is None:
            return await self.stripped(one)
        return {key: content[key] for key in ("content", "allowed_mentions")}

    async def is_sent_as(self, there: discord.Message, one: StoredMessage) -> bool:
        """True if ``there`` has the button of this reminder."""
        wanted = ("look", one.match, one.ply)
        return any((c.name, c.subject, c.ply) == wanted for c in controls_in(there))

    async def stripped(self, one: StoredMessage) -> Content:
        """The text without the time."""
        try:
            live = await self._bot.service.matches.live(one.match or 0, one.ply)
        except RefusedError:  # its game cannot be read any more
            return {}
        text = boards.reminded(live, live.match.game)
        return {"content": text, "allowed_mentions": NO_MENTIONS}


def _announces(one: StoredMessage) -> bool:
    """False if lines have announced every turn that a living board is to show."""
    return one.announces_from is None or one.announces_from <= (one.ply or 0)


def name_of(live: LiveMatch, one: StoredMessage) -> str:
    """The name of a board's picture, without its ending: by it the message is recognised."""
    return f"{live.match.game.key}-{one.id}-{live.id}-{live.match.ply}"


def _is_named_for(picture: str, one: StoredMessage) -> bool:
    """True if the picture is that of this message, be it of an earlier ply: it may go on while its
    first sending is in doubt."""
    if (found := NAMED.search(picture)) is None:
        return False
    row, match, ply = found.groups()
    if row is None:  # until version 17 of the schema, names had no numbers of messages
        return (match, ply) == (str(one.match), str(one.ply))
    return (row, match) == (str(one.id), str(one.match))


def _call(followers: Iterable[int], content: dict[str, Any]) -> None:
    """Mention the followers too, in a line of their own, as many as fit."""
    mentions, called = content["allowed_mentions"], list[discord.abc.Snowflake]()
    if not isinstance(mentions.users, bool):
        called += mentions.users
    known = {one.id for one in called}
    new = [user for user in followers if user not in known]
    text = content["content"]
    if line := spectators.call(new, phrases.CONTENT_LIMIT - len(text) - 1):
        content["content"] = f"{text}\n{line}"
        content["allowed_mentions"] = calling([*known, *new])


def _shows_something_new(announcement: Announcement) -> bool:
    """True if one of these turns has changed the picture, or there was no board before them.

    Also if *Move* comes with them, which belongs under the board: the last one has answered a
    request, or settled what had to be settled before a stone.
    """
    before, after = announcement.before, announcement.live
    if before is None or _answers_request(before, after) or _opens(before, after):
        return True
    return any(not looks_like(old.match, new.match) for old, new in announcement.steps())


def _opens(before: LiveMatch, after: LiveMatch) -> bool:
    """True if stones can be placed now, and could not."""
    could, can = (_takes_stones(live.match.position) for live in (before, after))
    return can and not could


def _takes_stones(position: Position) -> bool:
    return any(isinstance(move, Placement) for move in position.legal_moves())


def _answers_request(before: LiveMatch, after: LiveMatch) -> bool:
    """True if a request that waited is answered or withdrawn, and the game goes on."""
    waited, waits = (live.match.turn_log.request is not None for live in (before, after))
    return waited and not waits and after.match.end is None


def _placed(coalesced: Iterable[LiveMatch], position: Position) -> Iterator[int]:
    """The points of stones placed in ``coalesced`` that still stand in ``position``."""
    for live in coalesced:
        turn = live.match.turn_log.last_action
        point = None if turn is None else position.board.index.get(turn.text)
        placed = live.match.position.stones
        if point is not None and position.stones.get(point) == placed.get(point):
            yield point
