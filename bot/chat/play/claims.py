"""Time is up in a game in which nobody loses by that alone: the others claim it, or give more."""

from collections.abc import Iterable

from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import Control
from bot.chat.common.taking_turns import turn_answer
from bot.chat.controls.components import ControlButton, yes_button
from bot.messages import claims
from bot.service.live_match import LiveMatch


class Claims(Feature):
    """What the others can do about somebody who is out of time."""

    def under_board(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Claim*, and *Give* some time, in a row above all others."""
        if not claims.claimants(live):
            return
        claim, give = (Control(name, live.id, live.match.ply) for name in ("claim", "give"))
        yield Rank.ANSWER, ControlButton(claim, claims.claim_label(live), row=0)
        yield Rank.ANSWER, ControlButton(give, claims.give_label(live), row=0)

    @control("claim")
    async def claim(self, interaction: Interaction, control: Control) -> Answer:
        """Ask whether to end somebody's game: a turn that nobody can take back."""
        live = await self.matches.live(control.subject)
        live.match.turn_log.late_for(live.seat_of(interaction.user.id))
        sure = Control("claims", live.id, live.match.ply)
        return Answer(claims.sure(live), yes_button(sure, claims.yes_label(live)))

    @control("claims")
    async def claim_surely(self, interaction: Interaction, control: Control) -> Answer:
        """Yes: claim it."""
        live = await self.matches.claim(
            control.subject, interaction.user.id, event_id=interaction.id, ply=control.ply
        )
        return turn_answer(live, claims.claimed(live))

    @control("give")
    async def give(self, interaction: Interaction, control: Control) -> Answer:
        """Give the player more time."""
        live = await self.matches.give(
            control.subject, interaction.user.id, event_id=interaction.id, ply=control.ply
        )
        return turn_answer(live, claims.gave(live))


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Claims(bot))
