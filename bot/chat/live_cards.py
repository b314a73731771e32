"""The cards of games in threads, kept up to date: one edit tells of many turns.

Each edit costs a request with the bot's token. So a card is edited at once when its game begins and
ends, in between at most every `EVERY` seconds, and boards never wait for it.
"""

import asyncio
import contextlib
import logging
from time import monotonic
from typing import Any

import discord

from bot.chat.answer import NO_MENTIONS
from bot.chat.bot import Bot
from bot.chat.components import ControlButton, view_of
from bot.chat.custom_id import Control
from bot.chat.pauses import Pauses
from bot.chat.posts import UNKNOWN_MESSAGE
from bot.chat.threads import Threads
from bot.messages import phrases, places
from bot.service.live_match import LiveMatch
from bot.storage.database import Store
from bot.storage.rows import StoredHome, StoredPost
from bot.storage.transaction import Transaction

log = logging.getLogger(__name__)

EVERY = 30.0
"""Seconds between two edits of a card while its game runs."""
LONGEST_EDIT = 10.0
"""Seconds that an edit may take: Discord lets old messages be changed three times in six seconds,
and discord.py waits for that."""
LEFT = 5.0
"""Seconds until the next look at whether everything is posted in the thread of a finished game."""


class LiveCards:
    """One worker for each game whose card does not show it as it is."""

    def __init__(self, bot: Bot, store: Store, threads: Threads) -> None:
        self._bot = bot
        self._store = store
        self._threads = threads
        self._matches = bot.service.matches
        self._reach = bot.service.reach
        self._dirty: set[int] = set()
        self._workers: dict[int, asyncio.Task[None]] = {}
        self._hurry: dict[int, asyncio.Event] = {}
        self._shown_at: dict[int, float] = {}
        self._refreshing = asyncio.Lock()
        """Held while a card is edited although nobody has moved: after an outage there are many."""
        self._closed = False

    async def serve(self) -> None:
        """Go on with whatever an earlier process has left."""
        served = self._reach.served
        for home in await self._store.read(lambda tx: tx.homes.outdated(served)):
            if home.in_thread:
                self._work(home.match)

    async def hear(self, channel_id: int) -> None:
        """Something was posted or changed in this channel, perhaps about a game with a card."""

        def work(tx: Transaction) -> list[tuple[StoredHome, bool]]:
            homes = [home for home in tx.homes.unfinished(channel_id) if home.in_thread]
            stored = [tx.matches.get(home.match) for home in homes]
            return [
                (home, match.deadline is None)
                for home, match in zip(homes, stored, strict=True)
                if match is not None and (match.deadline is None or home.shown != match.ply)
            ]

        for home, over in await self._store.read(work):
            self._work(home.match, hurry=over)

    async def waits(self, card: StoredPost) -> bool:
        """Whether this post is the card of a game whose thread is not there yet.

        It is kept then, or is a card like any other if there will be no thread.
        """
        home = await self._home_of(card)
        return home is not None and not home.ready

    async def keeps(self, card: StoredPost) -> bool:
        """Whether this post is the card of a game in a thread, which is edited here."""
        home = await self._home_of(card)
        if home is None:
            return False
        self._work(home.match)
        return True

    async def _home_of(self, card: StoredPost) -> StoredHome | None:
        """The thread of the game of a card, if it is one."""
        asked = card.challenge
        if asked is None:
            return None

        def work(tx: Transaction) -> StoredHome | None:
            begun = tx.challenges.get(asked)
            home = tx.homes.of(begun.match) if begun is not None and begun.match else None
            return home if home is not None and home.in_thread else None

        return await self._store.read(work)

    async def close(self) -> None:
        """Stop: the next process goes on."""
        self._closed = True
        for worker in self._workers.values():
            worker.cancel()
        await asyncio.gather(*self._workers.values(), return_exceptions=True)

    def _work(self, match_id: int, *, hurry: bool = False) -> None:
        self._dirty.add(match_id)
        if hurry and match_id in self._hurry:
            self._hurry[match_id].set()
        if self._closed or match_id in self._workers:
            return
        self._hurry[match_id] = asyncio.Event()
        task = self._workers[match_id] = asyncio.create_task(self._keep(match_id))
        task.add_done_callback(lambda _: self._forget(match_id))

    def _forget(self, match_id: int) -> None:
        self._workers.pop(match_id, None)
        self._hurry.pop(match_id, None)
        if match_id in self._dirty and not self._closed:
            self._work(match_id)

    async def _keep(self, match_id: int) -> None:
        pauses, hurry = Pauses(), self._hurry[match_id]
        while match_id in self._dirty and not self._closed:
            self._dirty.discard(match_id)
            hurry.clear()
            try:
                wait = await self._show(match_id)
                pauses.reset()
            except Exception as error:  # a card is never worth more than trying again
                wait = pauses.after(error)
                log.warning("the card of match %s fails, again in %d s: %r", match_id, wait, error)
            if wait:
                self._dirty.add(match_id)
                with contextlib.suppress(TimeoutError):
                    async with asyncio.timeout(wait):
                        await hurry.wait()

    async def _show(self, match_id: int) -> float:
        """Bring the card of a match up to date; for how long to wait, 0 if nothing is left."""
        home = await self._store.read(lambda tx: tx.homes.of(match_id))
        if home is None or home.closed or not (home.in_thread and home.ready):
            return 0.0
        live = await self._matches.live(match_id)
        over = live.match.end is not None
        if home.shown != live.match.ply:
            left = self._shown_at.get(match_id, -EVERY) + EVERY - monotonic()
            if left > 0 and not over:
                return left
            if home.message is not None:
                moved = home.shown is not None or live.match.ply == 0 or over
                async with contextlib.nullcontext() if moved else self._refreshing:
                    await self._edit(home, live)
            self._shown_at[match_id] = monotonic()
            if not await self._store.write(lambda tx: _note_shown(tx, live)):
                self._dirty.add(match_id)
        return await self._end(live) if over else 0.0

    async def _end(self, live: LiveMatch) -> float:
        """Close the thread of a match that is over, as soon as everything is posted there."""
        if await self._store.read(lambda tx: tx.posts.is_left(live.channel_id)):
            return LEFT
        await self._threads.close(live)
        await self._store.write(lambda tx: tx.homes.change(live.id, closed=True))
        self._shown_at.pop(live.id, None)
        return 0.0

    async def _edit(self, home: StoredHome, live: LiveMatch) -> None:
        """Edit the card. If it was deleted, there is none to keep up to date."""
        assert home.message is not None
        channel = self._bot.get_partial_messageable(home.channel_id)
        content = await self._content(live)
        try:
            async with asyncio.timeout(LONGEST_EDIT):
                await channel.get_partial_message(home.message).edit(**content)
        except discord.NotFound as error:
            if error.code != UNKNOWN_MESSAGE:
                raise
            await self._store.write(lambda tx: tx.homes.change(live.id, message=None))
        except discord.Forbidden as error:
            if live.match.end is None:
                raise
            log.info("the card of match %s stays as it is: %s", live.id, error)

    async def _content(self, live: LiveMatch) -> dict[str, Any]:
        game = live.match.game
        # No reply may take this picture for a board: boards are named by match and ply.
        picture = await self._bot.pictures.small(
            live.match, f"{game.key}-{live.id}-card-{live.match.ply}x"
        )
        address = phrases.channel_address(live.server, live.channel_id)
        opens = discord.ui.Button[Any](label=places.open_thread(), url=address)
        peeks = ControlButton(Control("look", live.id, 0), places.peek())
        return {
            "content": places.card(live, game),
            "attachments": [picture.file()],
            "view": view_of([opens, peeks, *self._bot.under_card(live)]),
            "allowed_mentions": NO_MENTIONS,
        }


def _note_shown(tx: Transaction, live: LiveMatch) -> bool:
    """Note that the card shows ``live``, unless its clock has changed since; whether it has not."""
    stored = tx.matches.get(live.id)
    deadline = live.clock.deadline if live.clock else None
    if stored is None or (stored.deadline, stored.paused) != (deadline, live.paused):
        return False
    tx.homes.change(live.id, shown=live.match.ply)
    return True
