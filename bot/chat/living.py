"""Living boards: one board in the channel, edited after each turn, and one line that calls.

The post of a turn is the line. Before it is sent, the board is edited to the newest state; after it
is there, the line before it is deleted. The post is a whole board, which takes the living board's
place, if there is none yet, if the game is over, if people have talked since, and if Discord does
not let the board be edited.
"""

import asyncio
import logging
from collections import Counter
from typing import Any

import discord

from bot.chat.answer import NO_MENTIONS
from bot.chat.bot import Bot, Rank
from bot.chat.components import view_of
from bot.chat.places import missing_for_threads
from bot.chat.posts import UNKNOWN_MESSAGE
from bot.messages import boards, phrases, places
from bot.service.live_match import LiveMatch
from bot.storage.database import Store
from bot.storage.rows import LIVING, Claim, StoredHome, StoredPost
from bot.storage.transaction import Transaction

log = logging.getLogger(__name__)

MOST_TALK = 8
"""Messages of others under a living board; with more of them, the next turn gets a new board."""
LONGEST_EDIT = 3.0
"""Seconds that an edit may take. Discord lets old messages be changed three times in six seconds
(error 30046), and discord.py waits for that; nobody has to wait for a board so long."""


class LivingBoards:
    """What the posts of games with living boards look like, and what is to be tidied up."""

    def __init__(self, bot: Bot, store: Store) -> None:
        self._bot = bot
        self._store = store
        self._talk = Counter[int]()
        """How many messages of others there were in each channel since it had a living board."""
        self._talk_before: dict[int, tuple[int, int]] = {}
        """By match: the channel of the post that is being sent, and how many there were before."""
        self._talk_at: dict[int, tuple[int, int]] = {}
        """By match: the channel of its living board, and how many there were when it was posted.
        After a restart nobody knows, so a new board is posted."""

    def hear(self, channel_id: int) -> None:
        """Somebody else has written something in this channel."""
        if channel_id in self._talk:
            self._talk[channel_id] += 1

    async def shape(self, claim: Claim, content: dict[str, Any]) -> dict[str, Any]:
        """What to send for a post whose ``content`` is a whole board.

        For a line, the living board is edited before.
        """
        match_id, ply = claim.post.match, claim.post.ply
        if match_id is None:
            return content
        home = await self._store.read(lambda tx: tx.homes.of(match_id))
        if home is None or home.place != LIVING:
            return content
        channel_id = claim.post.channel_id
        said = self._talk[channel_id] = self._talk[channel_id]  # counted from now on
        self._talk_before[match_id] = channel_id, said
        live = await self._bot.service.matches.live(match_id, ply)
        if home.message is None or live.match.end is not None:
            whole = await self._whole(live, content)
            return self._first(home, whole) if ply == 0 else whole
        if not self._is_near(match_id) or not await self._edit(home, live, content):
            return await self._whole(live, content)
        return self._line(home, live, content)

    async def _whole(self, live: LiveMatch, content: dict[str, Any]) -> dict[str, Any]:
        """A whole board: it takes another one's place, so it has a picture, be it the same."""
        if "file" in content:
            return content
        name = f"{live.match.game.key}-{live.id}-{live.match.ply}"
        picture = await self._bot.pictures.of(live.match, name)
        return content | {"file": picture.file()}

    def _first(self, home: StoredHome, content: dict[str, Any]) -> dict[str, Any]:
        """The first board; it says if the game was to be in a thread."""
        if home.ready:
            return content
        missing = missing_for_threads(self._bot.get_channel(home.channel_id))
        told = f"{places.thread_failed(missing)}\n{content['content']}"
        return content | {"content": phrases.shortened(told, phrases.CONTENT_LIMIT)}

    def _is_near(self, match_id: int) -> bool:
        """Whether the living board is not far up in the channel."""
        channel_id, then = self._talk_at.get(match_id, (0, 0))
        return channel_id != 0 and self._talk[channel_id] - then <= MOST_TALK

    async def _edit(self, home: StoredHome, live: LiveMatch, content: dict[str, Any]) -> bool:
        """Let the living board show ``live``, with the picture of the ``content``; whether it does.

        Without one, the board's own picture still shows how it stands.
        """
        assert home.message is not None
        change: dict[str, Any] = {
            "content": boards.private_board(live, live.match.game),
            "view": content.get("view"),
            "allowed_mentions": NO_MENTIONS,
        }
        if "file" in content:
            change["attachments"] = [content["file"]]
        try:
            async with asyncio.timeout(LONGEST_EDIT):
                if not await self._bot.follow_ups.edit(home.message, change):
                    channel = self._bot.get_partial_messageable(live.channel_id)
                    await channel.get_partial_message(home.message).edit(**change)
        except TimeoutError:
            log.info("the living board of match %s cannot be edited in time", live.id)
        except discord.HTTPException as error:
            gone = error.code == UNKNOWN_MESSAGE
            log.info("the living board of match %s %s", live.id, "is gone" if gone else error)
        else:
            return True
        if "file" in content:
            content["file"].reset()
        return False

    def _line(self, home: StoredHome, live: LiveMatch, content: dict[str, Any]) -> dict[str, Any]:
        """The line: what was done, who is next, their buttons, and where the board is."""
        link = phrases.address(live.server, live.channel_id, home.message) or ""
        buttons = [
            button
            for rank in (Rank.ANSWER, Rank.TURN)
            for button in self._bot.under_board(live, rank)
        ]
        return {
            "content": places.line(content["content"], link),
            "allowed_mentions": content["allowed_mentions"],
            "view": view_of(buttons),
        }

    def note(self, tx: Transaction, post: StoredPost, message: discord.Message) -> bool:
        """Note in a transaction that a board was sent. Returns whether it is a new living board.

        The board before it is outdated then, and will be deleted.
        """
        home = None if post.match is None else tx.homes.of(post.match)
        if home is None or home.place != LIVING:
            return False
        if not any(
            upload.filename.endswith(f"-{post.match}-{post.ply}.png")
            for upload in message.attachments
        ):
            tx.homes.change(home.match, shown=post.ply)
            tx.posts.is_outdated(message.id)  # as soon as there is another one
            return False
        if home.message is not None:
            tx.posts.is_outdated(home.message)
        stored = tx.matches.get(home.match)
        over = stored is not None and stored.deadline is None and stored.ply == post.ply
        tx.homes.change(home.match, message=message.id, shown=post.ply, closed=over)
        return True

    def posted(self, post: StoredPost) -> None:
        """A new living board is there: count what is said under it."""
        match_id = post.match or 0
        before = self._talk_before.pop(match_id, None)
        if before is not None:
            self._talk_at[match_id] = before

    async def tidy(self, outdated: StoredPost) -> bool:
        """Delete a line or a board that has had its time; whether it is of such a game.

        Raises what fails on the way.
        """
        match_id, message = outdated.match, outdated.message
        if match_id is None or message is None:
            return False
        home = await self._store.read(lambda tx: tx.homes.of(match_id))
        if home is None or home.place != LIVING:
            return False
        if not await self._bot.follow_ups.delete(message):
            channel = self._bot.get_partial_messageable(outdated.channel_id)
            await channel.get_partial_message(message).delete()
        return True
