"""*Share this game*: the link to the page of a finished game, under its result."""

from collections.abc import Sequence

from bot.chat.answers.responses import UNANSWERED
from bot.chat.base.bot import Feature
from bot.chat.base.config_rows import BOARDS, ConfigRow
from bot.chat.common.permissions import everybody_sees
from bot.messages.catalogue import text
from bot.service.finished_links import OFFERED
from bot.service.live_match import LiveMatch
from bot.service.server_settings import ServerSettings


class SharedGames(Feature):
    """Pages of finished games, if the operator has a page and the owners of the server agree."""

    async def config_rows(self, server: int, settings: ServerSettings) -> Sequence[ConfigRow]:
        """Whether finished games have pages of their own, on a page that has room."""
        del server
        if not self.service.web_passes.offered:
            return []
        off = text("config-finished-pages-no")
        chosen = off if OFFERED.of(settings) is False else None
        default = text("config-finished-pages-yes")
        return [ConfigRow(OFFERED, BOARDS, chosen, default, [(False, off)])]

    async def under_result(self, live: LiveMatch) -> str:
        """The link to the page of a finished game, if everybody on the server may see it."""
        if not await self.service.finished_links.offers(live):
            return ""
        try:
            seen = await everybody_sees(self.bot, live.server, live.card_channel_id)
        except UNANSWERED:
            seen = False
        if not seen:
            return ""
        return text("finished-page", link=await self.service.finished_links.link(live.id))
