"""The threads of matches: opened under their cards, named and archived after the last board."""

import discord

from bot.chat.base.answer import NO_MENTIONS, as_file
from bot.chat.base.bot import Bot
from bot.chat.base.custom_id import Control
from bot.chat.base.message_kinds import Content, MessageKind, controls_in
from bot.chat.controls.components import ControlButton, view_of
from bot.messages import computers, phrases, places
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch
from bot.service.places.thread import RESULT
from bot.storage.rows import OPENED_THREAD, StoredMessage

LONGEST_PAUSE_MINUTES = 10080
"""Minutes without a message after which Discord archives a thread: a week is the longest choice."""


class Threads(MessageKind):
    """Threads: sending one opens it, taking its controls off archives it."""

    kinds = (OPENED_THREAD,)

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def content(self, one: StoredMessage) -> Content:
        """The request that opens it."""
        live = await self._bot.service.matches.live(one.match or 0)
        return {
            "name": await self._name(live),
            "auto_archive_duration": LONGEST_PAUSE_MINUTES,
        }

    async def stripped(self, one: StoredMessage) -> Content:
        """The request that archives it, with the result in its name."""
        live = await self._bot.service.matches.live(one.match or 0)
        return {"name": await self._name(live), "archived": True}

    async def _name(self, live: LiveMatch) -> str:
        """Its name. A level may change, and names may not be changed as often (Discord: twice in
        ten minutes), so the name says it at the end only."""
        names = await self._bot.service.matches.names(live.everybody)
        short = [
            computers.numbered(names[user], live, seat) for seat, user in enumerate(live.players)
        ]
        players = short if live.match.end is None else computers.names(live, names)
        return places.thread_name(live, live.match.game, players, short)


class Results(MessageKind):
    """Lines in the channel of the card that tell how a match in a thread has ended."""

    kinds = (RESULT,)

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    async def content(self, one: StoredMessage) -> Content | None:
        """The line: it notifies nobody, since the last board in the thread has."""
        live = await self._bot.service.matches.live(one.number)
        if live.match.end is None:
            return None
        link = phrases.channel_address(live.server, live.channel_id)
        shows = ControlButton(Control("look", live.id, live.match.ply), text("button-peek"))
        return {
            "content": places.result_line(live, live.match.game, link),
            "view": view_of([shows]),
            "allowed_mentions": NO_MENTIONS,
        }

    async def is_sent_as(self, there: discord.Message, one: StoredMessage) -> bool:
        """True if ``there`` has this line's button, with a ply, and no picture, as boards have."""
        if there.attachments:
            return False
        found = controls_in(there)  # that of the card, which may have no picture, names no ply
        return any((c.name, c.subject) == ("look", one.number) and c.ply for c in found)


async def live_card(bot: Bot, live: LiveMatch) -> Content:
    """The card of a match in a thread, as the match stands.

    It has a picture once a stone was placed: Discord shows it at the top of the thread, where the
    first board follows.
    """
    game = live.match.game
    # No reply may take this picture for a board: boards are named by match and ply.
    name = f"{game.key}-{live.id}-card-{live.match.ply}x"
    pictures = [await bot.pictures.small(live.match, name)] if live.match.turn_log.begun else []
    address = phrases.channel_address(live.server, live.channel_id)
    opens = discord.ui.Button[discord.ui.View](label=text("button-open-thread"), url=address)
    peeks = ControlButton(Control("look", live.id, 0), text("button-peek"))
    return {
        "content": "\n".join([places.card(live, game), *await bot.under_result(live)]),
        "attachments": [as_file(picture) for picture in pictures],
        "view": view_of([opens, peeks, *bot.under_card(live)]),
        "allowed_mentions": NO_MENTIONS,
    }
