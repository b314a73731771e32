"""*Hint* and *Why this move?* on the page of a game against the bot."""

from collections.abc import Iterable, Sequence

from bot.features.hints import texts
from bot.features.hints.showing import Seen, Showing
from bot.service.judge import can_hint, move_to_explain
from bot.service.live_match import LiveMatch, check_runs
from bot.service.seats import seat_for_turn
from bot.web.host import and_privately
from bot.web.scenes import Asked, Choice, Scene, Scenes, Stage, gone

SCENES = "hint"
REGION, MOVE, WHY = "region", "move", "why"
"""What a step shows: where a good move is, the move, why a computer played one."""
LONGEST = 9
"""Digits of a number in a step."""


class HintScenes(Scenes):
    """A step says what to show, on the board with how many turns or after how many moves, and the
    number of a move of the line that follows."""

    def __init__(self, stage: Stage) -> None:
        super().__init__(stage)
        self._showing = Showing(stage.service, stage.pictures, stage.judge)

    def about_match(self, live: LiveMatch, user: int | None) -> Iterable[Choice]:
        """*Hint* at one's own turn, *Why this move?* after a computer's."""
        if user is None or user not in live.people:
            return
        if live.to_move == user and not live.computers_turn and can_hint(live, user, live.match):
            yield Choice(texts.hint(), f"{SCENES} {REGION} {live.match.ply}", more=True)
        plies = move_to_explain(live)
        if plies is not None:
            yield Choice(texts.why(), f"{SCENES} {WHY} {plies}", more=True)

    async def act(self, asked: Asked) -> Scene:
        """Show a hint, an explanation, or what follows."""
        what, *written = asked.value.split(" ")
        if not all(each.isdecimal() and len(each) <= LONGEST for each in written):
            raise gone()
        numbers = [int(each) for each in written]
        if what == WHY and 0 < len(numbers) <= 2:
            return await self._why(asked, *numbers)
        if what in (REGION, MOVE) and 0 < len(numbers) <= 2:
            return await self._hint(asked, what, *numbers)
        raise gone()

    async def _hint(self, asked: Asked, what: str, ply: int, shown: int = 0) -> Scene:
        live, user = asked.live, asked.user
        seat_for_turn(live, user, ply)
        check_runs(live)
        if what == REGION:
            seen = await self._showing.region(user, live)
            buttons = [Choice(texts.show_move(), f"{SCENES} {MOVE} {ply}", "primary")]
            return await _scene(asked, texts.hint(), seen, buttons if seen.leaves_move else [])
        seen = await self._showing.good_move(user, live, shown)
        return await _scene(asked, texts.hint(), seen, _along(seen, f"{SCENES} {MOVE} {ply}"))

    async def _why(self, asked: Asked, plies: int, shown: int | None = None) -> Scene:
        seen = await self._showing.why(asked.user, asked.live, plies, shown)
        return await _scene(asked, texts.why(), seen, _along(seen, f"{SCENES} {WHY} {plies}"))


def _along(seen: Seen, step: str) -> list[Choice]:
    return [Choice(label, f"{step} {to}") for to, label in seen.steps]


async def _scene(asked: Asked, title: str, seen: Seen, buttons: Sequence[Choice]) -> Scene:
    said = await and_privately(asked.host, seen.text, asked.user, asked.live)
    return Scene(title, said, seen.picture, buttons=buttons)


def setup(stage: Stage) -> None:
    """Register the scenes."""
    stage.add(SCENES, HintScenes(stage))
