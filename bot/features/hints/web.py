"""*Hint* on the page: where a good move is, then the move itself, in place of the board."""

from collections.abc import Iterable

from bot.messages import legend
from bot.messages.catalogue import text
from bot.messages.hints import MOVE, hint_of
from bot.service.judge import can_hint
from bot.service.live_match import LiveMatch
from bot.web.scenes import Asked, Choice, Scene, Scenes, Stage, gone

SCENES = "hint"


class HintScenes(Scenes):
    """A step is the ply of a board, after which `MOVE` may stand."""

    def about_match(self, live: LiveMatch, user: int | None) -> Iterable[Choice]:
        """*Hint* at one's own turn, as under the board in the channel."""
        mine = user == live.to_move and not live.computers_turn
        if user is not None and mine and can_hint(live, user, live.match):
            yield Choice(text("button-hint"), f"{SCENES} {live.match.ply}", more=True)

    async def act(self, asked: Asked) -> Scene:
        """Show the region of a good move, or the move."""
        ply, _, step = asked.value.partition(" ")
        if not (ply.isascii() and ply.isdecimal() and len(ply) < 6) or step not in ("", MOVE):
            raise gone()
        user, matches = asked.user, self.service.matches.past_discord()
        live = await matches.may_play(asked.live.id, user, int(ply))
        match = live.match
        hint = hint_of(await self.stage.judge.hint(user, live), live.id, match, step)
        preferences = await self.service.preferences.of(user)
        picture = await self.pictures.of(
            match,
            f"{match.game.key}-{live.id}-hint",
            preferences,
            marks=hint.marks,
            why=legend.HINT,
            about=hint.about,
        )
        more = Choice(text("button-hint-move"), f"{SCENES} {match.ply} {MOVE}")
        buttons = [more] if hint.leaves_move else []
        said = await self.stage.and_privately(hint.text, live, user)
        return Scene(text("button-hint"), said, picture, buttons=buttons)


def setup(stage: Stage) -> None:
    """Register the scenes."""
    stage.add(SCENES, HintScenes(stage))
