"""*Review* and ``/review``: the course of a finished game, and its biggest mistakes.

Each mistake has a button with everything to show it again, so it works for ever. The review itself
is computed again when it is not in memory, with the same result.
"""

from collections.abc import Iterable

import discord
from discord import app_commands

from bot.chat.answers.responses import respond
from bot.chat.base.answer import Answer, To
from bot.chat.base.bot import Bot, Feature, Interaction, Rank, Ranked, control
from bot.chat.base.custom_id import Control, whole_number
from bot.chat.common.permissions import check_access
from bot.chat.common.which_game import all_games_here, match_number
from bot.chat.controls.components import IN_A_ROW, ROWS, ControlButton, view_of
from bot.features.reviews import texts
from bot.features.reviews.drawing import curve_picture, mistake_picture
from bot.messages import analysis
from bot.messages.catalogue import text
from bot.service.judge import can_review
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.uploads import Progress
from engine.ai.review import Mistake, Review
from engine.position import MoveError, Placement

MOST_BUTTONS = IN_A_ROW * ROWS


class Reviews(Feature):
    """Reviews of finished games, to learn from."""

    @app_commands.command(name="review", description=text("command-review"))
    @app_commands.describe(game=text("command-option-any-game"))
    @app_commands.autocomplete(game=all_games_here)
    async def review_command(self, interaction: Interaction, game: str | None = None) -> None:
        """``/review``."""
        progress = Progress()
        work = self._by_command(interaction, game, progress)
        await respond(interaction, work, progress=progress)

    async def _by_command(
        self, interaction: Interaction, game: str | None, progress: Progress
    ) -> Answer:
        """The review of the named game, or of the newest of the asker, or the newest here."""
        match_id, here = match_number(game), interaction.channel_id or 0
        if match_id is None:
            over = await self.matches.finished(here, interaction.user.id)
            over = over or await self.matches.finished(here)
            if not over:
                return Answer(text("review-what"))
            match_id = over[0].id
        return await self.review(interaction, Control("review", match_id), progress)

    def under_board(self, live: LiveMatch) -> Iterable[Ranked]:
        """*Review*, once there is something to review."""
        if can_review(live):
            review = Control("review", live.id, live.match.ply)
            yield Rank.AGAIN, ControlButton(review, text("button-review"))

    @control("review", slow=True)
    async def review(
        self, interaction: Interaction, control: Control, progress: Progress | None
    ) -> Answer:
        """Show the review of a match."""
        live = await self.matches.live(control.subject)
        check_access(interaction, live)
        if progress is not None:
            progress.thinking = True
        found = await self.bot.judge.review(interaction.user.id, live, progress)
        preferences = await self.service.preferences.of(interaction.user.id)
        picture = await curve_picture(self.bot.pictures, preferences, live, found)
        return Answer(texts.review(live, found), _view(live, found), picture)

    @control("mistake", to=To.NEW)
    async def mistake(self, interaction: Interaction, control: Control) -> Answer:
        """Show the board before a mistake; the control has the better move and the loss."""
        live = await self.matches.live(control.subject)
        check_access(interaction, live)
        mistake = _read(live, control)
        preferences = await self.service.preferences.of(interaction.user.id)
        picture = await mistake_picture(self.bot.pictures, preferences, live, mistake)
        replay = ControlButton(Control("replay", live.id, mistake.plies + 1), text("button-replay"))
        return Answer(texts.mistake(live, mistake), view_of([replay]), picture)


def _view(live: LiveMatch, found: Review) -> discord.ui.View:
    """A button for each mistake."""
    buttons = [
        ControlButton(_write(live, mistake), texts.mistake_button(mistake.plies + 1))
        for mistake in found.mistakes[:MOST_BUTTONS]
    ]
    return view_of(buttons)


def _write(live: LiveMatch, mistake: Mistake) -> Control:
    """The control that shows a mistake: the loss in points, the chances in percent, and the better
    move."""
    better = analysis.written(mistake.better)
    before, after = (round(100 * chance) for chance in mistake.chances)
    about = f"{round(mistake.loss)}/{before}/{after} {better}"
    return Control("mistake", live.id, mistake.plies, about)


def _read(live: LiveMatch, control: Control) -> Mistake:
    """The inverse of `_write`; earlier versions wrote no chances.

    Raises `RefusedError` for what was forged.
    """
    plies, (numbers, _, better) = control.ply or 0, control.text.partition(" ")
    moves, gone = live.match.turn_log.moves, RefusedError(ServiceRefusal.NO_SUCH_CONTROL)
    if live.match.end is None:
        raise RefusedError(ServiceRefusal.REVIEW_EARLY)
    loss, *percents = numbers.split("/")
    points, chances = whole_number(loss, 9999), [whole_number(one, 100) for one in percents]
    if plies >= len(moves) or points is None or None in chances or len(chances) not in (0, 2):
        raise gone
    before, now = (one / 100 for one in chances or (50, 50) if one is not None)
    position = live.match.after_moves(plies).position
    try:
        played, instead = position.read(moves[plies].text), position.read(better)
        wrong = position.why_not(instead)
    except MoveError:
        raise gone from None
    if wrong is not None or not isinstance(played, Placement) or position.colours is None:
        raise gone
    return Mistake(plies, moves[plies].seat, played, instead, points, (before, now))


async def setup(bot: Bot) -> None:
    """Register the feature."""
    await bot.add_cog(Reviews(bot))
