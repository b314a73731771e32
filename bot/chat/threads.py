"""The threads of games: opened before the first board is sent, named and archived after the last.

A thread that is opened from a message has the message's id. So the channel of a match is stored
with the match, and opening its thread twice is refused by Discord.
"""

import logging

import discord

from bot.chat.bot import Bot
from bot.chat.posts import UNKNOWN_CHANNEL
from bot.messages import computers, places
from bot.service.live_match import LiveMatch
from bot.storage.database import Store
from bot.storage.rows import LIVING, StoredHome, StoredPost
from bot.storage.transaction import Transaction

log = logging.getLogger(__name__)

HAS_A_THREAD = 160004
"""Discord's code for a message that a thread was opened from before."""
LONGEST_PAUSE_MINUTES = 10080
"""After so many minutes without a message Discord archives a thread: a week is the most."""
REFUSED = (400, 403, 404)
"""The statuses that say for sure that there will be no thread."""


class Threads:
    """Opens and closes the threads of games."""

    def __init__(self, bot: Bot, store: Store) -> None:
        self._bot = bot
        self._store = store
        self._matches = bot.service.matches

    async def is_there(self, post: StoredPost) -> bool:
        """Whether the channel of a board exists; the thread of a match is opened for its first one.

        If that is refused, the match goes on in the channel of its card, and so does ``post``: then
        False. Raises what fails on the way.
        """
        match_id = post.match
        if match_id is None:
            return True
        home = await self._store.read(lambda tx: tx.homes.of(match_id))
        if home is None or not home.in_thread or home.ready:
            return True
        if home.message is None:
            return not await self._follow_card(home)
        try:
            await self._open(home, post.channel_id)
        except discord.HTTPException as error:
            if error.code == UNKNOWN_CHANNEL or error.status not in REFUSED:
                raise
            if error.code != HAS_A_THREAD:
                log.warning("match %s gets no thread: %s", match_id, error)
                await self._go_on_in_channel(home, post.channel_id)
                return False
        await self._store.write(lambda tx: tx.homes.change(match_id, ready=True))
        self._bot.notify_outbox(home.channel_id)  # its card waits for that
        return True

    async def _follow_card(self, home: StoredHome) -> bool:
        """Move a match to where its thread will be: it began before its card was posted.

        Its card is there now, as it was to be posted first. If it is not, because Discord refused
        it, the match stays in the channel; then False.
        """
        now = self._matches.now()

        def work(tx: Transaction) -> int | None:
            card = tx.posts.card_of_match(home.match)
            if card is None:
                tx.homes.change(home.match, place=LIVING)
                return None
            tx.matches.move(home.match, card)
            tx.posts.move_match(home.match, card, now)
            tx.homes.change(home.match, message=card)
            return card

        card = await self._store.write(work)
        if card is not None:
            self._bot.notify_outbox(card)
        return card is not None

    async def _open(self, home: StoredHome, thread: int) -> None:
        live = await self._matches.live(home.match)
        await self._bot.http.start_thread_with_message(
            home.channel_id,
            thread,
            name=await self._name(live),
            auto_archive_duration=LONGEST_PAUSE_MINUTES,
        )

    async def _name(self, live: LiveMatch) -> str:
        """The name of a match's thread. A level may change, and names may not be changed as often
        (Discord: twice in ten minutes), so the name says it at the end only."""
        names = await self._matches.names(live.everybody)
        running = [names[user] for user in live.players]
        players = running if live.match.end is None else computers.names(live, names)
        return places.thread_name(live, live.match.game, players)

    async def _go_on_in_channel(self, home: StoredHome, thread: int) -> None:
        """There will be no thread: move the match and what it has to post, in one transaction."""
        now = self._matches.now()

        def work(tx: Transaction) -> None:
            tx.matches.move(home.match, home.channel_id)
            tx.posts.move(thread, home.channel_id, now)
            tx.homes.change(home.match, place=LIVING, message=None, shown=None)

        await self._store.write(work)
        self._bot.notify_outbox(home.channel_id)

    async def close(self, live: LiveMatch) -> None:
        """Give the thread of a match that is over its result as a name, and archive it.

        A thread that is gone, or that Discord lets nobody change, stays as it is.
        """
        name = await self._name(live)
        try:
            await self._bot.http.edit_channel(live.channel_id, name=name, archived=True)
        except discord.HTTPException as error:
            if error.status not in REFUSED:
                raise
            log.info("the thread of match %s stays as it is: %s", live.id, error)
