"""*Hint* and *Why this move?*: for those who play against the bot and want to learn."""

from collections.abc import Iterable

from bot.chat.base.answer import Answer
from bot.chat.base.bot import Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import Control
from bot.chat.common.permissions import check_access
from bot.chat.controls.components import ControlButton, view_of
from bot.features.hints import texts
from bot.messages import legend
from bot.messages.catalogue import text
from bot.service.judge import can_judge, move_to_explain
from bot.service.live_match import LiveMatch
from bot.thinking.questions import seed_of
from engine.ai.hints import region
from engine.position import Declare, Placement, named
from render.options import Mark, Sign

MOVE = "move"
"""The second step of a hint."""


class Hints(Feature):
    """Hints: the move that the search would play, and the reason for a computer's move."""

    def under_more(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Hint* at a person's turn, *Why this move?* after a computer's."""
        position, ply = live.match.position, live.match.ply
        to_move = live.to_move is not None and position.colours is not None
        if can_judge(live) and live.against_computers and to_move and not live.computers_turn:
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
        found = await self.bot.judge.hint(user, live)
        best, match = found.moves[0].move, live.match
        if isinstance(best, Declare):
            return Answer(texts.hint_declaration(best.word))
        position, seat = match.position, match.to_move
        assert seat is not None
        assert position.colours is not None
        board, colour = position.board, position.colours[seat]
        point = board.index[best.point]
        if control.text == MOVE:
            others = (c.move for c in found.moves[1:])
            other = next((m.point for m in others if isinstance(m, Placement)), None)
            content, view = texts.hint_move(best.point, other), None
            marks, shown = {point: Mark(Sign.BETTER, colour)}, (point,)
        else:
            content, seed = text("hinted-region"), seed_of(live.id, match.ply)
            shown = region(board, point, seed, position.stones)
            marks = {p: Mark(Sign.AREA) for p in shown}
            show = Control("hint", live.id, match.ply, MOVE)
            view = view_of([ControlButton(show, text("button-hint-move"))])
        preferences = await self.service.preferences.of(user)
        # Unlike that of a board, this name has no ply at its end: replying to it plays no move.
        name = f"{match.game.key}-{live.id}-hint"
        about = texts.hint_alt(content, named(board, shown))
        picture = await self.bot.pictures.of(
            match, name, preferences, marks=marks, why=legend.HINT, about=about
        )
        return Answer(content, view, picture.named_by_content())

    @control("whymove")
    async def why(self, interaction: Interaction, control: Control) -> Answer:
        """Explain the last move of a computer."""
        live = await self.matches.live(control.subject)
        check_access(interaction, live)
        why = await self.bot.judge.explain(interaction.user.id, live)
        does = texts.sentence(live.match.game, why.before, why.does)
        return Answer(texts.explanation(live, why.seat, why.search, does))


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Hints(bot))
