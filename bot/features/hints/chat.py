"""*Hint* and *Why this move?*: for those who play against the bot and want to learn."""

from collections.abc import Iterable

from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import Control
from bot.chat.common.permissions import check_access
from bot.chat.controls.components import ControlButton, view_of
from bot.features.hints import texts
from bot.features.hints.showing import Seen, Showing
from bot.messages.hints import MOVE
from bot.service.judge import can_hint, move_to_explain
from bot.service.live_match import LiveMatch


class Hints(Feature):
    """Hints: the move that the search would play, and the reason for a computer's move."""

    def under_more(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Hint* at a person's turn, *Why this move?* after a computer's."""
        ply, user = live.match.ply, live.to_move
        if user is not None and not live.computers_turn and can_hint(live, user, live.match):
            yield Rank.INSPECT, ControlButton(Control("hint", live.id, ply), texts.hint())
        if move_to_explain(live) is not None:
            yield Rank.INSPECT, ControlButton(Control("whymove", live.id, ply), texts.why())

    # --- controls: the text is the number of a move of the line that follows

    @control("hint")
    async def hint(self, interaction: Interaction, control: Control) -> Answer:
        """Show the region of a good move; if the control says so, the move and what follows."""
        user = interaction.user.id
        live = await self.matches.may_play(control.subject, user, control.ply)
        if not control.text:
            seen = await self._showing().region(user, live)
        else:
            shown = 0 if control.text == MOVE else _number(control)
            seen = await self._showing().good_move(user, live, shown or 0)
        ply = live.match.ply
        buttons = [
            ControlButton(Control("hint", live.id, ply, str(to)), label) for to, label in seen.steps
        ]
        if seen.leaves_move:
            move = Control("hint", live.id, ply, MOVE)
            buttons.append(ControlButton(move, texts.show_move()))
        return await self._answer(interaction, live, seen, buttons)

    @control("whymove")
    async def why(self, interaction: Interaction, control: Control) -> Answer:
        """Explain the last move of a computer."""
        live = await self.matches.live(control.subject)
        check_access(interaction, live)
        return await self._explained(interaction, live)

    @control("whyline")
    async def follow(self, interaction: Interaction, control: Control) -> Answer:
        """Show the board after some moves that are expected; the ply is the number of moves before
        the explained one."""
        live = await self.matches.live(control.subject)
        check_access(interaction, live)
        return await self._explained(interaction, live, control.ply or 0, _number(control))

    async def _explained(
        self,
        interaction: Interaction,
        live: LiveMatch,
        plies: int | None = None,
        shown: int | None = None,
    ) -> Answer:
        seen = await self._showing().why(interaction.user.id, live, plies, shown)
        buttons = [
            ControlButton(Control("whyline", live.id, seen.plies, str(to)), label)
            for to, label in seen.steps
        ]
        return await self._answer(interaction, live, seen, buttons)

    async def _answer(
        self, interaction: Interaction, live: LiveMatch, seen: Seen, buttons: list[ControlButton]
    ) -> Answer:
        content = await self.bot.and_privately(seen.text, live, interaction.user.id)
        return Answer(content, view_of(buttons) if buttons else None, seen.picture)

    def _showing(self) -> Showing:
        return Showing(self.service, self.bot.pictures, self.bot.judge)


def _number(control: Control) -> int:
    """The number that a control names."""
    return int(control.text) if control.text.isdecimal() and len(control.text) < 3 else 0


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Hints(bot))
