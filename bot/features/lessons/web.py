"""The rules of each game on the page."""

from collections.abc import Iterable

from bot.features.lessons import texts
from bot.messages import exercises, lessons
from bot.service.live_match import LiveMatch
from bot.web.scenes import Asked, Choice, Scene, Scenes, Stage, game_menu, gone

SCENES = "rules"


class LessonScenes(Scenes):
    """A step has a game, and the number of a lesson from 1."""

    def offered(self, live: LiveMatch) -> Iterable[Choice]:
        """*Rules*, of this game."""
        if lessons.of(live.match.game):
            yield Choice(texts.rules(), f"{SCENES} {live.match.game.key}")

    async def act(self, asked: Asked) -> Scene:
        """Show a lesson."""
        key, _, written = asked.value.partition(" ")
        game = self.service.matches.games.get(key)
        number = int(written) if written.isdecimal() and len(written) < 3 else 1
        if game is None or not 1 <= number <= len(lessons.of(game)):
            raise gone()
        taught = lessons.of(game)
        match = lessons.match_of(game, taught[number - 1])
        preferences = await self.service.preferences.of(asked.user)
        picture = await self.pictures.of(match, f"{key}-lesson-{number}", preferences)
        buttons = [
            Choice(
                texts.lesson_choice(each, lesson.title),
                f"{SCENES} {key} {each}",
                "primary" if each == number + 1 else "secondary",
            )
            for each, lesson in enumerate(taught, start=1)
            if each != number
        ]
        if exercises.of(game):
            buttons.append(Choice(texts.try_it(), f"learn next {key}", "success"))
        games = self.service.matches.games.values()
        menus = game_menu([each for each in games if lessons.of(each)], game, SCENES)
        said = texts.lesson(match, number)
        return Scene(texts.rules(), said, picture, buttons=buttons, menus=menus)


def setup(stage: Stage) -> None:
    """Register the scenes."""
    stage.add(SCENES, LessonScenes(stage))
