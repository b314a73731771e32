"""Following a game: its board mentions those who want to be called, at the end or more often."""

from collections.abc import Iterable

import discord

from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import Control
from bot.chat.common.permissions import check_access
from bot.chat.controls.components import ControlButton, view_of
from bot.features.following import texts
from bot.features.following.service import EVERY, Following
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError, ServiceRefusal

STOP = "stop"
"""The text of the control that ends it; else a number of moves, or nothing to begin."""


class Followers(Feature):
    """People who are called by games that they do not play in."""

    def __init__(self, bot: Bot) -> None:
        super().__init__(bot)
        self._following = Following(bot.service.store, bot.service.matches.cache)

    def under_more(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Follow*, while the match runs."""
        if live.match.end is None:
            yield Rank.FOLLOW, _follow_button(live)

    def under_card(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Follow*, while the match runs."""
        return self.under_more(live)

    @control("follow")
    async def follow(self, interaction: Interaction, control: Control) -> Answer:
        """Follow a match, or change how often; the same button leads to *Stop following*."""
        live, user = await self.matches.live(control.subject), interaction.user.id
        check_access(interaction, live)
        if control.text == STOP:
            followed = await self._following.stop(live.id, user)
            again = [_follow_button(live)] if live.match.end is None else []
            return Answer(texts.stopped(live, followed=followed), view_of(again))
        wanted = None
        if control.text:
            wanted = next((every for every in EVERY if str(every) == control.text), None)
            if wanted is None:
                raise RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
        every = await self._following.follow(live.id, user, wanted)
        buttons = [
            ControlButton(
                Control("follow", live.id, 0, str(each)),
                texts.every_button(each),
                discord.ButtonStyle.primary if each == every else discord.ButtonStyle.secondary,
                disabled=each == every,
            )
            for each in EVERY
        ]
        stop = ControlButton(Control("follow", live.id, 0, STOP), text("button-stop-following"))
        return Answer(texts.following(live, every), view_of([*buttons, stop]))


def _follow_button(live: LiveMatch) -> ControlButton:
    return ControlButton(Control("follow", live.id), text("button-follow"))


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Followers(bot))
