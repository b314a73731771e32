"""How a person wants to see boards, chosen on the page."""

from collections.abc import Iterable

from bot.features.views import texts
from bot.features.views.looks import (
    MIRROR,
    OTHER_BOARD,
    RESET,
    TURN,
    changed,
    is_change,
    samples,
    to_pose,
)
from bot.service.live_match import LiveMatch
from bot.service.preferences import CHOICES
from bot.web.scenes import Asked, Choice, Menu, Scene, Scenes, Stage

SCENES = "view"


class ViewScenes(Scenes):
    """A board as this person sees it, and the choices. A step has a game and a change."""

    def offered(self, live: LiveMatch) -> Iterable[Choice]:
        """*How boards look*, on a board of the same game."""
        yield Choice(texts.way_in(), f"{SCENES} {live.match.game.key}")

    async def act(self, asked: Asked) -> Scene:
        """Show a board after a change."""
        boards = samples(self.service.matches.games)
        key, _, wanted = asked.value.partition(" ")
        keys = [sample.game.key for sample in boards]
        number = keys.index(key) if key in keys else 0
        sample = boards[number]
        board = sample.position.board
        if is_change(wanted):
            preferences = await self.service.preferences.change(
                asked.user, lambda old: changed(old, wanted, board)
            )
        else:
            preferences = await self.service.preferences.of(asked.user)
        picture = await self.pictures.of(sample, f"view-{sample.game.key}", preferences)

        def step(change: str) -> str:
            return f"{SCENES} {sample.game.key} {change}"

        menus = [
            Menu(
                texts.preference(key),
                [
                    Choice(
                        texts.preference_choice(key, each),
                        step(f"{key}={each}"),
                        chosen=each == getattr(preferences, key),
                    )
                    for each in choices
                ],
            )
            for key, choices in CHOICES.items()
        ]
        ways = {way: to_pose(preferences, way, board) for way in (TURN, MIRROR)} | {RESET: RESET}
        buttons = [Choice(texts.preference_button(way), step(to)) for way, to in ways.items()]
        if len(boards) > 1:
            other = f"{SCENES} {keys[(number + 1) % len(keys)]}"
            buttons.append(Choice(texts.preference_button(OTHER_BOARD), other))
        said = texts.on_page(sample.game)
        return Scene(texts.title(), said, picture, buttons=buttons, menus=menus)


def setup(stage: Stage) -> None:
    """Register the scenes."""
    stage.add(SCENES, ViewScenes(stage))
