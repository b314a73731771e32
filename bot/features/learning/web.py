"""Exercises on the page, answered by touching a point."""

from collections.abc import Iterable

from bot.features.learning import texts
from bot.features.learning.asking import answer_of, empty_points, file_name, first_left
from bot.messages import exercises, legend
from bot.messages.exercises import Exercise
from bot.service.goals import Counts
from bot.service.live_match import LiveMatch
from bot.service.puzzles import of as puzzles_of
from bot.web.questions import Question, QuestionScenes
from bot.web.scenes import Asked, Choice, Menu, Scene, Stage, game_menu, gone
from engine.game import Game
from engine.position import tidy

SCENES = "learn"


class ExerciseScenes(QuestionScenes):
    """Exercises of a game, in their order."""

    def offered(self, live: LiveMatch) -> Iterable[Choice]:
        """*Exercises*, of the same game if it has any."""
        game = live.match.game
        if exercises.of(game):
            yield Choice(texts.scenes(), f"{SCENES} next {game.key}")
        elif exercises.with_exercises(self.service.matches.games):
            yield Choice(texts.scenes(), f"{SCENES} next")

    async def act(self, asked: Asked) -> Scene:
        """Ask, or judge an answer."""
        what, key, name, answer = self.parted(asked)
        taught = exercises.with_exercises(self.service.matches.games)
        game = next((each for each in taught if key in ("", each.key)), None)
        if game is None:
            raise gone()
        if what == "next":
            solved = await self.service.learning.solved(asked.user, game.key)
            return await self._question(asked, game, first_left(game, solved))
        exercise = exercises.known(game, name)
        if exercise is None:
            raise gone()
        if what == "ask":
            return await self._question(asked, game, exercise)
        if what == "answer":
            return await self._judged(asked, game, exercise, answer)
        if what == "solution":
            return await self._solution(asked, game, exercise)
        raise gone()

    async def _question(
        self, asked: Asked, game: Game, exercise: Exercise, refused: str = ""
    ) -> Scene:
        match, step = exercises.match_of(game, exercise), _step("answer", game, exercise)
        solved = await self.service.learning.solved(asked.user, game.key)
        goal = exercise.goal
        numbers = goal.choices if isinstance(goal, Counts) else ()
        question = Question(
            texts.scenes(),
            texts.question(game, exercise, solved),
            match,
            file_name(game, exercise),
            step,
            empty_points(match),
            [Choice(str(each), f"{step} {each}") for each in numbers],
            goal.about(match.position),
            legend.QUESTION,
        )
        listed = [
            Choice(texts.choice(game, each), _step("ask", game, each), chosen=each == exercise)
            for each in exercises.of(game)
        ]
        games = exercises.with_exercises(self.service.matches.games)
        menus = [Menu(texts.scenes(), listed), *game_menu(games, game, f"{SCENES} next")]
        return await self.ask(asked, question, refused, menus=menus)

    async def _judged(self, asked: Asked, game: Game, exercise: Exercise, typed: str) -> Scene:
        match, name = exercises.match_of(game, exercise), file_name(game, exercise)
        judged = await self.judged(asked, exercise.goal.judge, match, typed, name)
        if isinstance(judged, str):
            return await self._question(asked, game, exercise, judged)
        verdict, picture = judged
        if verdict.right:
            solved = await self.service.learning.solve(asked.user, game.key, exercise.name)
            said = texts.right(game, exercise, solved)
            return Scene(
                texts.scenes(), said, picture, buttons=await self._onwards(asked, game, exercise)
            )
        said = texts.wrong(game, exercise, verdict, tidy(typed))
        buttons = [
            Choice(texts.again(), _step("ask", game, exercise), "primary"),
            Choice(texts.solve(), _step("solution", game, exercise)),
        ]
        return Scene(texts.scenes(), said, picture, buttons=buttons)

    async def _solution(self, asked: Asked, game: Game, exercise: Exercise) -> Scene:
        move, verdict = answer_of(game, exercise)
        preferences, name = await self.service.preferences.of(asked.user), file_name(game, exercise)
        picture = await self.pictures.verdict(verdict, name, move, preferences)
        again = Choice(texts.again(), _step("ask", game, exercise))
        buttons = [*await self._onwards(asked, game, exercise), again]
        return Scene(texts.scenes(), texts.solution(game, exercise, move), picture, buttons=buttons)

    async def _onwards(self, asked: Asked, game: Game, exercise: Exercise) -> list[Choice]:
        """*Next exercise*; after the last one what is not solved, or puzzles."""
        every = exercises.of(game)
        number = every.index(exercise) + 1
        if number < len(every):
            return [Choice(texts.following(), _step("ask", game, every[number]), "primary")]
        solved = await self.service.learning.solved(asked.user, game.key)
        left = [each for each in every if each.name not in solved and each != exercise]
        buttons = [
            Choice(texts.unsolved(game, each), _step("ask", game, each), "primary")
            for each in left[:1]
        ]
        if puzzles_of(game):
            buttons.append(Choice(texts.to_puzzles(), f"puzzle next {game.key}"))
        return buttons


def _step(what: str, game: Game, exercise: Exercise) -> str:
    return f"{SCENES} {what} {game.key} {exercise.name}"


def setup(stage: Stage) -> None:
    """Register the scenes."""
    stage.add(SCENES, ExerciseScenes(stage))
