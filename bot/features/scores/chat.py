"""*Score now*: the score sheet of a running game as it stands, and the picture of it."""

from collections.abc import Iterable
from enum import StrEnum

from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import Control
from bot.chat.common.permissions import check_access
from bot.chat.controls.components import ControlButton
from bot.features.scores import texts
from bot.messages.catalogue import text
from bot.pictures import SCORE
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError, ServiceRefusal


class ScoreRefusal(StrEnum):
    """Why there is no score: the keys of the texts."""

    NONE = "score-none"


class Scores(Feature):
    """The score before the end."""

    def under_more(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Score now*, if there is one."""
        if _counts(live):
            yield Rank.INSPECT, ControlButton(Control("score", live.id), text("button-score"))

    @control("score")
    async def score(self, interaction: Interaction, control: Control) -> Answer:
        """Show the score if everybody passed now."""
        live = await self.matches.live(control.subject)
        check_access(interaction, live)
        if live.match.end is not None:
            raise RefusedError(ServiceRefusal.MATCH_OVER)
        if not _counts(live):
            raise RefusedError(ScoreRefusal.NONE)
        match, preferences = live.match, await self.service.preferences.of(interaction.user.id)
        # Unlike that of a board, this name has no ply at its end: replying to it plays no move.
        name = f"{match.game.key}-{live.id}-score"
        picture = await self.bot.pictures.of(match, name, preferences, SCORE)
        return Answer(texts.score_now(live), upload=picture.named_by_content())


def _counts(live: LiveMatch) -> bool:
    """True if the match is running and there are points to count already."""
    position = live.match.position
    coloured = position.colours is not None and bool(position.stones)
    return live.match.end is None and coloured and bool(position.score_lines())


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Scores(bot))
