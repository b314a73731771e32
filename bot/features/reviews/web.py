"""The review of a game on the page: its curve can be touched."""

from collections.abc import Iterable

from bot.features.reviews import texts
from bot.features.reviews.drawing import curve_picture, mistake_picture
from bot.service.judge import can_review
from bot.service.live_match import LiveMatch
from bot.web.scenes import Asked, Choice, Scene, Scenes, Stage, Tap, gone
from engine.ai.review import Review
from render.curve import curve_points
from render.options import WIDTHS
from render.theme import THEMES

SCENES = "review"


class ReviewScenes(Scenes):
    """A step is empty for the curve, else the number of a move from 1."""

    def about_match(self, live: LiveMatch, user: int | None) -> Iterable[Choice]:
        """*Review*, once there is something to review."""
        del user
        if can_review(live):
            yield Choice(texts.scenes(), SCENES, "primary")

    async def act(self, asked: Asked) -> Scene:
        """Show the curve, or a move."""
        live, moves = asked.live, len(asked.live.match.turn_log.moves)
        found = await self.stage.judge.review(asked.user, live)
        if not asked.value:
            return await self._curve(asked, found)
        written = asked.value if len(asked.value) <= len(str(moves)) else ""
        if not written.isdecimal() or not 1 <= int(written) <= moves:
            raise gone()
        return await self._move(asked, found, int(asked.value))

    async def _curve(self, asked: Asked, found: Review) -> Scene:
        live, moves = asked.live, asked.live.match.turn_log.moves
        preferences = await self.service.preferences.of(asked.user)
        picture = await curve_picture(self.pictures, preferences, live, found)
        theme, width = THEMES[preferences.palette], WIDTHS[preferences.size]
        points = [
            [str(ply), x, y, 1, moves[ply - 1].text]
            for ply, x, y in curve_points(found.scores, theme, width)
            if 0 < ply <= len(moves)
        ]
        tap = Tap(SCENES, points, width / 60, columns=True)
        buttons = [
            Choice(texts.mistake_button(mistake.plies + 1), f"{SCENES} {mistake.plies + 1}")
            for mistake in found.mistakes
        ]
        said = f"{texts.review(live, found)}\n{texts.touch_a_move()}"
        return Scene(texts.scenes(), said, picture, tap, buttons)

    async def _move(self, asked: Asked, found: Review, ply: int) -> Scene:
        """The board after a move; before it, if it was a mistake."""
        live = asked.live
        preferences = await self.service.preferences.of(asked.user)
        mistake = next((one for one in found.mistakes if one.plies + 1 == ply), None)
        if mistake is not None:
            said = texts.mistake(live, mistake)
            picture = await mistake_picture(self.pictures, preferences, live, mistake)
        else:
            frame = live.match.after_moves(ply)
            said = texts.move(live, ply)
            name = f"{live.match.game.key}-{live.id}-{ply}"
            picture = await self.pictures.of(frame, name, preferences)
        buttons = [Choice(texts.the_curve(), SCENES)]
        if ply < len(live.match.turn_log.moves):
            buttons.insert(0, Choice(texts.later(), f"{SCENES} {ply + 1}", "primary"))
        if ply > 1:
            buttons.insert(0, Choice(texts.earlier(), f"{SCENES} {ply - 1}"))
        return Scene(texts.scenes(), said, picture, buttons=buttons)


def setup(stage: Stage) -> None:
    """Register the scenes."""
    stage.add(SCENES, ReviewScenes(stage))
