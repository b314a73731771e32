"""The words around exercises: the question, and what an answer is worth."""

from collections.abc import Set
from functools import partial

from bot.messages import exercises
from bot.messages.catalogue import command, text
from bot.messages.exercises import Exercise
from bot.messages.learning import why
from bot.messages.phrases import CONTENT_LIMIT, shortened
from bot.service import puzzles
from bot.service.goals import Verdict
from engine.game import Game

LONGEST_LABEL = 100
"""Characters on a choice of a select."""
scenes = partial(text, "exercise-scenes")
following = partial(text, "button-exercise-next")
again = partial(text, "button-exercise-again")
solve = partial(text, "button-exercise-solution")
to_puzzles = partial(text, "button-puzzle")


def offer(game: Game) -> str:
    """The button that offers the exercises of a game to newcomers."""
    return text("button-exercise-offer", game=game.name)


def command_of(game: Game) -> str:
    """The description of the command for the exercises of a game."""
    content = text("command-learn-game", game=game.name, count=len(exercises.of(game)))
    return shortened(content, LONGEST_LABEL)


def question(game: Game, exercise: Exercise, solved: Set[str]) -> str:
    """An exercise before an answer."""
    asked = [_head(game, exercise), exercises.question(game, exercise)]
    return "\n".join([*asked, *_progress(game, solved)])


def right(game: Game, exercise: Exercise, solved: Set[str]) -> str:
    """After a right answer: one sentence that names the rule, and one about its use."""
    praised = text("exercise-right", praise=exercises.praise(game, exercise))
    lines = [_head(game, exercise), praised, _use(game, exercise), *_progress(game, solved)]
    return "\n".join(lines)


def wrong(game: Game, exercise: Exercise, verdict: Verdict, typed: str) -> str:
    """After another answer: why it does not do."""
    content = text("exercise-wrong", why=why(game, verdict, typed))
    return shortened("\n".join([_head(game, exercise), content]), CONTENT_LIMIT)


def solution(game: Game, exercise: Exercise, move: str) -> str:
    """An answer, for somebody who wants to see it."""
    content = text("exercise-solution", move=move, praise=exercises.praise(game, exercise))
    return "\n".join([_head(game, exercise), content, _use(game, exercise)])


def choice(game: Game, exercise: Exercise) -> str:
    """An exercise in the list of all."""
    number = exercises.of(game).index(exercise) + 1
    title = exercises.title(game, exercise)
    return shortened(text("choice-exercise", number=str(number), title=title), LONGEST_LABEL)


def unsolved(game: Game, exercise: Exercise) -> str:
    """The button to an exercise that is not solved, after the last one."""
    number = exercises.of(game).index(exercise) + 1
    title = exercises.title(game, exercise)
    return text("button-exercise-unsolved", number=number, title=title)


def form_title(game: Game, exercise: Exercise) -> str:
    """The title of the form for an answer."""
    return text("title-exercise", game=game.name, title=exercises.title(game, exercise))


def _head(game: Game, exercise: Exercise) -> str:
    every = exercises.of(game)
    number, title = every.index(exercise) + 1, exercises.title(game, exercise)
    return text("exercise-head", game=game.name, number=number, count=len(every), title=title)


def _use(game: Game, exercise: Exercise) -> str:
    return text("exercise-use", use=exercises.use(game, exercise))


def _progress(game: Game, solved: Set[str]) -> list[str]:
    """How many are solved; none before the first."""
    every = exercises.of(game)
    number = sum(exercise.name in solved for exercise in every)
    if number == len(every):
        play = command(game.key)
        harder = len(puzzles.to_practise(game))
        content = text("exercise-done-all", count=number, game=game.name, play=play, puzzles=harder)
        return [content]
    lines = [text("exercise-done", solved=number, count=len(every), game=game.name)]
    if all(exercise.rare or exercise.name in solved for exercise in every):
        rare = sum(exercise.rare for exercise in every)
        lines.append(text("exercise-done-enough", play=command(game.key), rare=rare))
    return lines if number else []
