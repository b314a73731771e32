"""*Why captured?*: why the stones that a move captured were removed, in a picture and in words."""

from collections.abc import Iterable, Sequence
from dataclasses import replace

from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import Control, whole_number
from bot.chat.common.permissions import check_access
from bot.chat.controls.components import ControlButton
from bot.features.captures import texts
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError, ServiceRefusal
from engine.effects import captures, effects
from engine.match import Match
from engine.position import Placement, Position


class Captures(Feature):
    """Explains captures like refusals."""

    def under_board(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Why captured?* if the last move captured something."""
        if live.match.shown.captured and live.match.shown.last is not None:
            yield Rank.HISTORY, _button(live)

    def under_more(self, live: LiveMatch) -> Iterable[Ranked]:
        """The same for the newest of the last captures."""
        for back, position in enumerate(reversed(_line(live.match))):
            if back < len(_line(live.match)) - 1 and _captured(position):
                yield Rank.HISTORY, _button(live, back)
                return

    @control("captured")
    async def explain(self, interaction: Interaction, control: Control) -> Answer:
        """Explain the capture; the text says how many moves ago it was."""
        live = await self.matches.live(control.subject, control.ply)
        check_access(interaction, live)
        match, line = live.match, _line(live.match)
        back = whole_number(control.text) or 0
        if back >= len(line) - 1 or not _captured(line[-1 - back]):
            raise RefusedError(ServiceRefusal.NOTHING_CAPTURED)
        before, after = line[-2 - back], line[-1 - back]
        assert after.last is not None
        move = Placement(after.board.names[after.last])
        start = match.first
        done = effects(before, after, move)
        why = captures(before, after, start, done.point)
        preferences = await self.service.preferences.of(interaction.user.id)
        earlier = replace(match, position=before, shown=before, end=None)
        content = texts.why(earlier, done, why)
        picture = await self.bot.pictures.capture(earlier, after, done, why, preferences, content)
        return Answer(content, upload=picture)


def _line(match: Match) -> Sequence[Position]:
    """The last positions, without those of automatic passes: the last is what somebody last did."""
    line = (*match.before, match.position)
    return line[: len(line) - match.turn_log.automatic_passes]


def _captured(position: Position) -> bool:
    return bool(position.captured) and position.last is not None


def _button(live: LiveMatch, back: int = 0) -> ControlButton:
    text = str(back) if back else ""
    return ControlButton(Control("captured", live.id, live.match.ply, text), texts.why_captured())


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Captures(bot))
