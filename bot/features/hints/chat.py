"""*Hint* and *Why this move?*: for those who play against the bot and want to learn."""

from collections.abc import Iterable

from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import Control
from bot.chat.common.permissions import check_access
from bot.chat.controls.components import ControlButton, view_of
from bot.features.hints import texts
from bot.messages import legend, purposes
from bot.messages.catalogue import text
from bot.messages.hints import MOVE, hint_of
from bot.service.judge import can_hint, move_to_explain
from bot.service.live_match import LiveMatch


class Hints(Feature):
    """Hints: the move that the search would play, and the reason for a computer's move."""

    def under_more(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Hint* at a person's turn, *Why this move?* after a computer's."""
        ply, user = live.match.ply, live.to_move
        if user is not None and not live.computers_turn and can_hint(live, user, live.match):
            yield Rank.INSPECT, ControlButton(Control("hint", live.id, ply), text("button-hint"))
        if move_to_explain(live) is not None:
            yield (
                Rank.INSPECT,
                ControlButton(Control("whymove", live.id, ply), text("button-why-this-move")),
            )

    @control("hint")
    async def hint(self, interaction: Interaction, control: Control) -> Answer:
        """Show the region of a good move; if the control says so, the move itself."""
        user = interaction.user.id
        live = await self.matches.may_play(control.subject, user, control.ply)
        found, match = await self.bot.judge.hint(user, live), live.match
        hint = hint_of(found, live.id, match, control.text)
        content = await self.bot.and_privately(hint.text, live, user)
        if not hint.marks:
            return Answer(content)
        show = ControlButton(Control("hint", live.id, match.ply, MOVE), text("button-hint-move"))
        view = view_of([show]) if hint.leaves_move else None
        preferences = await self.service.preferences.of(user)
        # Unlike that of a board, this name has no ply at its end: replying to it plays no move.
        name = f"{match.game.key}-{live.id}-hint"
        picture = await self.bot.pictures.of(
            match, name, preferences, marks=hint.marks, why=legend.HINT, about=hint.about
        )
        return Answer(content, view, picture.named_by_content())

    @control("whymove")
    async def why(self, interaction: Interaction, control: Control) -> Answer:
        """Explain the last move of a computer."""
        live = await self.matches.live(control.subject)
        check_access(interaction, live)
        user = interaction.user.id
        why = await self.bot.judge.explain(user, live)
        does = purposes.sentence(live.match.game, why.before, why.does)
        explained = texts.explanation(live, why.seat, why.search, does)
        return Answer(await self.bot.and_privately(explained, live, user))


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Hints(bot))
