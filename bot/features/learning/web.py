"""Exercises on the page, answered by touching a point."""

from collections.abc import Iterable

from bot.features.learning import texts
from bot.features.learning.asking import answer_of, empty_points, file_name, first_left
from bot.messages import exercises, legend, refusals
from bot.messages.exercises import Exercise
from bot.service.goals import Counts
from bot.service.live_match import LiveMatch
from bot.service.preferences import Entering
from bot.service.puzzles import of as puzzles_of
from bot.web.scenes import (
    Asked,
    Choice,
    Menu,
    Scene,
    Scenes,
    Stage,
    board_tap,
    game_menu,
    gone,
    word_choices,
)
from engine.game import Game
from engine.position import UnreadableMoveError, tidy

SCENES = "learn"


class ExerciseScenes(Scenes):
    """A step says what to do, then the game, the exercise's name, and the answer."""

    def offered(self, live: LiveMatch) -> Iterable[Choice]:
        """*Exercises*, of the same game if it has any."""
        game = live.match.game
        if exercises.of(game):
            yield Choice(texts.scenes(), f"{SCENES} next {game.key}")
        elif exercises.with_exercises(self.service.matches.games):
            yield Choice(texts.scenes(), f"{SCENES} next")

    async def act(self, asked: Asked) -> Scene:
        """Ask, or judge an answer."""
        what, key, name, answer = (*asked.value.split(" ", 3), "", "", "")[:4]
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
        preferences = await self.service.preferences.of(asked.user)
        marks, name = exercise.goal.about(match.position), file_name(game, exercise)
        picture = await self.pictures.of(match, name, preferences, marks=marks, why=legend.QUESTION)
        question = texts.question(game, exercise, solved)
        said = f"{refused}\n{question}" if refused else question
        listed = [
            Choice(texts.choice(game, each), _step("ask", game, each), chosen=each == exercise)
            for each in exercises.of(game)
        ]
        games = exercises.with_exercises(self.service.matches.games)
        menus = [Menu(texts.scenes(), listed), *game_menu(games, game, f"{SCENES} next")]
        if isinstance(exercise.goal, Counts):
            numbers = [Choice(str(each), f"{step} {each}") for each in exercise.goal.choices]
            return Scene(texts.scenes(), said, picture, buttons=numbers, menus=menus)
        twice = preferences.entering != Entering.ONCE
        tap = board_tap(match, preferences, step, empty_points(match), twice=twice)
        return Scene(texts.scenes(), said, picture, tap, word_choices(match, step), menus)

    async def _judged(self, asked: Asked, game: Game, exercise: Exercise, typed: str) -> Scene:
        match, user = exercises.match_of(game, exercise), asked.user
        try:
            verdict = exercise.goal.judge(match, typed)
        except UnreadableMoveError as error:
            refused = refusals.refusal(error, match.position, game)
            return await self._question(asked, game, exercise, refused)
        preferences, name = await self.service.preferences.of(user), file_name(game, exercise)
        picture = await self.pictures.verdict(verdict, name, tidy(typed), preferences)
        if verdict.right:
            solved = await self.service.learning.solve(user, game.key, exercise.name)
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
