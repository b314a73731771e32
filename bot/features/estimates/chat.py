"""*Estimate*: who is expected to own each point at the end, and by how much somebody leads."""

from collections.abc import Iterable

from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import Control
from bot.chat.common.permissions import check_access
from bot.chat.controls.components import ControlButton
from bot.features.estimates import texts
from bot.messages.catalogue import text
from bot.service.judge import can_estimate
from bot.service.live_match import LiveMatch
from render.options import Overlay


class Estimates(Feature):
    """Estimates of a position by the search, for everybody who asks."""

    def under_more(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Estimate*, if people may know."""
        if can_estimate(live):
            control = Control("estimate", live.id, live.match.ply)
            yield Rank.INSPECT, ControlButton(control, text("button-estimate"))

    @control("estimate")
    async def estimate(self, interaction: Interaction, control: Control) -> Answer:
        """Show the estimate of the match as it stands."""
        live = await self.matches.live(control.subject)
        check_access(interaction, live)
        user, match = interaction.user.id, live.match
        found = await self.bot.judge.estimate(user, live)
        preferences = await self.service.preferences.of(user)
        # Unlike that of a board, this name has no ply at its end: replying to it plays no move.
        name = f"{match.game.key}-{live.id}-estimate"
        picture = await self.bot.pictures.of(
            match, name, preferences, Overlay.ESTIMATE, owners=found.owners
        )
        content = await self.bot.and_privately(texts.estimate(live, found), live, user)
        return Answer(content, upload=picture.named_by_content())


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Estimates(bot))
