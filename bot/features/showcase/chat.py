"""The showcase: a channel that receives the finished games of a server, with its animation."""

import asyncio
import logging
from collections.abc import Sequence

import discord

from bot.chat.base.answer import NO_MENTIONS, as_file
from bot.chat.base.bot import Bot, Feature, Rank
from bot.chat.base.config_rows import CHANNELS, ConfigRow
from bot.chat.base.message_kinds import Content, MessageKind
from bot.chat.common.permissions import everybody_sees
from bot.chat.controls.components import view_of
from bot.features.showcase import texts
from bot.features.showcase.service import CHANNEL, SHOWCASE, queue
from bot.messages.catalogue import text
from bot.pictures import SCORE, offered
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError
from bot.service.server_settings import ServerSettings
from bot.storage.rows import StoredMessage
from bot.uploads import Upload
from render.options import Overlay

log = logging.getLogger(__name__)

SMALLEST_LIMIT = 10 << 20
"""Bytes of a file that every server takes."""


class Showcase(Feature):
    """Finished games in a channel of their own."""

    async def cog_load(self) -> None:
        """Register the messages."""
        await super().cog_load()
        self.bot.shows(ShownGames(self.bot))
        self.service.shown_messages.at_end.append(queue)

    async def config_rows(self, server: int, settings: ServerSettings) -> Sequence[ConfigRow]:
        """The channel."""
        del server
        chosen = texts.config(CHANNEL.of(settings))
        return [ConfigRow(CHANNEL, CHANNELS, chosen, text("config-no-showcase"))]


class ShownGames(MessageKind):
    """Finished games, recognised by the match in the picture's name."""

    kinds = (SHOWCASE,)
    slow = True
    """Animations take seconds: other channels do not wait for them."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._filming = asyncio.Lock()
        """One animation at a time, so that people who ask for one need not wait for many."""
        self._last: tuple[int, Upload] | None = None
        """The last animation and its match: a post that is refused is tried again and again."""

    async def content(self, one: StoredMessage) -> Content | None:
        """The players, the result and the score, with the animation, and *Replay* and *Record*.

        None for a game in a channel that not everybody on the server may see.
        """
        live = await self._bot.service.matches.live(one.number)
        if not await everybody_sees(self._bot, live.server, live.card_channel_id):
            return None
        picture = await self._film(live) or await self._last_board(live)
        return {
            "content": texts.finished(live),
            "file": as_file(picture),
            "view": view_of(self._bot.under_board(live, Rank.HISTORY)),
            "allowed_mentions": NO_MENTIONS,
        }

    async def _film(self, live: LiveMatch) -> Upload | None:
        """The animation; None if there is nothing to see, if it fails, or if it is too large."""
        if not live.match.turn_log.begun:
            return None
        try:
            async with self._filming:
                if self._last is None or self._last[0] != live.id:
                    made = await self._bot.pictures.film(live.match, f"{_name(live)}.gif")
                    self._last = live.id, made
                _, film = self._last
        except RefusedError:  # the program ends: the next one makes it
            raise
        except Exception:
            log.exception("there is no animation of match %s", live.id)
            return None
        guild = self._bot.get_guild(live.server)
        limit = SMALLEST_LIMIT if guild is None else guild.filesize_limit
        return film if len(film.data) <= limit else None

    async def _last_board(self, live: LiveMatch) -> Upload:
        shown = SCORE if SCORE in offered(live.match, live.match) else Overlay.NONE
        return await self._bot.pictures.of(live.match, _name(live), shown=shown)

    async def is_sent_as(self, there: discord.Message, one: StoredMessage) -> bool:
        """True if ``there`` has the picture of this finished match."""
        ending = f"-{one.number}-finished"
        return any(
            upload.filename.rpartition(".")[0].endswith(ending) for upload in there.attachments
        )


def _name(live: LiveMatch) -> str:
    """The name of the picture, unlike that of a board, so that replying to it plays no move."""
    return f"{live.match.game.key}-{live.id}-finished"


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Showcase(bot))
