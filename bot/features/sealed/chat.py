"""Keeps what the rules of a game let a player say unseen."""

from random import SystemRandom

from bot.chat.base.bot import Bot, Feature
from bot.features.sealed.service import Sealed, check_reply, stays
from bot.service.live_match import LiveMatch


class SealedBids(Feature):
    """Bids that nobody sees until all are in."""

    async def cog_load(self) -> None:
        """Register what keeps bids, and what opens them."""
        await super().cog_load()
        sealed = Sealed(self.bot.http.token or "", SystemRandom())
        self.service.shown_messages.instead.append(sealed.instead)
        self.service.shown_messages.follows.append(sealed.follow)
        self.service.shown_messages.stays.append(stays)

    def check_reply(self, live: LiveMatch, user: int, move: str) -> None:
        """Refuse what was to be sealed."""
        check_reply(live, user, move)


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(SealedBids(bot))
