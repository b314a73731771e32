"""Rematches: the button under the last board that offers the same game once more, or accepts it."""

from collections.abc import Iterable

from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import Control
from bot.chat.common.server_rules import presence_of
from bot.chat.controls.components import ControlButton
from bot.features.rematch import deciding
from bot.messages.catalogue import text
from bot.service.live_match import LiveMatch


class Rematches(Feature):
    """The same game with the seats swapped."""

    def under_board(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Rematch*, once the match is over."""
        if live.match.to_move is None:
            rematch = Control("rematch", live.id, live.match.ply)
            yield Rank.AGAIN, ControlButton(rematch, text("button-rematch"))

    @control("rematch")
    async def rematch(self, interaction: Interaction, control: Control) -> Answer:
        """Offer a rematch, or accept the one that is offered."""
        present, match_id = presence_of(interaction), control.subject
        made = await deciding.rematch(self.service, present, match_id, interaction.id)
        if made.private:  # the board is the answer
            return Answer(turn=True, match=made.match)
        return Answer(made.text, refused=made.refused, read_once=not made.refused)


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Rematches(bot))
