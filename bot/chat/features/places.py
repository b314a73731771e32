"""Where games live: the results of threads, the talk under living boards, archived threads."""

import contextlib
from typing import Any

import discord
from discord.ext import commands

from bot.chat.answer import NO_MENTIONS
from bot.chat.bot import Bot, Feature
from bot.chat.components import ControlButton, view_of
from bot.chat.custom_id import Control
from bot.chat.posts import controls_in
from bot.chat.responses import UNANSWERED
from bot.messages import phrases, places
from bot.service.store_turn import RESULT
from bot.storage.rows import Claim, StoredPost


class Places(Feature):
    """Listens to what happens where games live."""

    async def cog_load(self) -> None:
        """Register the controls, and the posts."""
        await super().cog_load()
        self.bot.posts.append(ResultPosts(self.bot))

    @commands.Cog.listener()
    async def on_message(self, message: discord.Message) -> None:
        """Count what others say: a living board must not be far up in its channel."""
        if message.author != self.bot.user:
            self.bot.heard_in(message.channel.id)

    @commands.Cog.listener()
    async def on_raw_thread_update(self, thread: discord.RawThreadUpdateEvent) -> None:
        """Open a thread again that was archived while a game is played there.

        Who has locked it has decided that nobody writes there; the bot does not undo that.
        """
        state: dict[str, Any] = {**thread.data.get("thread_metadata", {})}
        if not state.get("archived") or state.get("locked"):
            return
        here = thread.thread_id
        if await self.service.store.read(lambda tx: tx.matches.is_own_thread(here)):
            with contextlib.suppress(*UNANSWERED):  # the next board opens it, too
                await self.bot.http.edit_channel(here, archived=False)


class ResultPosts:
    """The lines in the channel of the card that tell how a game in a thread has ended."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot

    def covers(self, post: StoredPost) -> bool:
        """Whether ``post`` is such a line."""
        return post.kind == RESULT

    async def content(self, claim: Claim) -> dict[str, Any] | None:
        """The line: it notifies nobody, since the last board in the thread has."""
        live = await self._bot.service.matches.live(_match_of(claim.post))
        if live.match.end is None:
            return None
        link = phrases.channel_address(live.server, live.channel_id)
        shows = ControlButton(Control("look", live.id, live.match.ply), places.peek())
        return {
            "content": places.result_line(live, live.match.game, link),
            "view": view_of([shows]),
            "allowed_mentions": NO_MENTIONS,
        }

    async def is_sent_as(self, message: discord.Message, post: StoredPost) -> bool:
        """Whether ``message`` has the button of this line; boards and cards have pictures."""
        if message.attachments:
            return False
        return any((c.name, c.subject) == ("look", _match_of(post)) for c in controls_in(message))

    async def without_controls(self, post: StoredPost) -> dict[str, Any]:
        """Nothing: it stays as it is."""
        del post
        return {}


def _match_of(post: StoredPost) -> int:
    return int((post.note or "").partition(" ")[2])


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Places(bot))
