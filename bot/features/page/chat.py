"""*Open board*, under boards and cards: the page in Discord's window, or a private link to it."""

from collections.abc import Awaitable, Callable, Iterable, Sequence

import discord

from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import Control
from bot.chat.common.permissions import check_access
from bot.chat.controls.components import ControlButton, view_of
from bot.features.page.sharing import SharedGames
from bot.messages.catalogue import text
from bot.messages.phrases import listed
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError, ServiceRefusal

MOST_NAMED = 10
"""Channels that are named where people may not open Discord's window."""


class PageLinks(Feature):
    """The way to the page, if the operator has one."""

    def under_board(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Open board*, while the match runs."""
        if live.match.end is None:
            yield from self._open(live)

    def under_more(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Open board*, also when the match is over."""
        return self._open(live)

    def under_card(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Open board*, also when the match is over."""
        return self._open(live)

    def under_private_board(self, live: LiveMatch, user: int, shown: str) -> Iterable[Ranked]:
        """*Open board*: whoever looks closely may want to touch it."""
        del shown
        plays = user in live.players
        return self._open(live, text("button-open-board") if plays else text("button-watch-board"))

    def checked(self, channels: Sequence[discord.TextChannel]) -> Iterable[str]:
        """Where people may not open Discord's window, if there is the page in it."""
        if not self.service.web_passes.in_discord:
            return
        closed = [channel.mention for channel in channels if not _opens_window(channel)]
        if not closed:
            yield text("page-check-open")
        else:
            yield text("page-check-closed", channels=listed(closed[:MOST_NAMED]))

    def under_reminder(self, live: LiveMatch, *, named: bool = False) -> Iterable[Ranked]:
        """*Open board*: what waits for somebody is one press away."""
        label = text("button-open-game", game=live.match.game.name, id=str(live.id))
        return self._open(live, label if named else "")

    @control("open", direct=True)
    async def open_board(self, interaction: Interaction, control: Control) -> Answer:
        """Open the page in Discord's window if that can be; else give a link that opens it once,
        for whoever has pressed."""
        if not self.service.web_passes.offered:
            raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
        live = await self.matches.live(control.subject)
        check_access(interaction, live)
        user = interaction.user.id
        launched = None
        if self.service.web_passes.in_discord and interaction.permissions.use_embedded_activities:
            launched = await self._window(interaction, live)
        url = await self.service.web_passes.link(user, live.id)
        use = "over" if live.match.end else "plays" if user in live.players else "watches"
        label = text("button-open-page", use=use)
        link = discord.ui.Button[discord.ui.View](label=label, url=url)
        return Answer(
            text("page-link", use=use), view_of([link]), read_once=True, launched=launched
        )

    async def _window(
        self, interaction: Interaction, live: LiveMatch
    ) -> Callable[[str], Awaitable[None]]:
        """Note which match the window that opens is for, before anybody can be in it; then, for
        those who join them there, by the window itself."""
        passes, user = self.service.web_passes, interaction.user.id
        await passes.show(live.id, user, interaction.channel_id, user)

        async def launched(instance: str) -> None:
            await passes.show(live.id, user, instance)

        return launched

    def _open(self, live: LiveMatch, label: str = "") -> Iterable[Ranked]:
        if self.service.web_passes.offered:
            opens = ControlButton(Control("open", live.id), label or text("button-open-board"))
            yield Rank.INSPECT, opens


def _opens_window(channel: discord.TextChannel) -> bool:
    """True if @everyone may use Activities there.

    discord.py's own `permissions_for` takes it for a permission of voice channels alone.
    """
    everybody = channel.guild.default_role
    allowed, denied = channel.overwrites_for(everybody).pair()
    granted = (everybody.permissions.value & ~denied.value) | allowed.value
    return discord.Permissions(granted).use_embedded_activities


async def setup(bot: Bot) -> None:
    """Register the features."""
    await bot.add_cog(PageLinks(bot))
    await bot.add_cog(SharedGames(bot))
