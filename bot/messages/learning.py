"""The words around exercises: the question, and why an answer is right or not."""

from collections.abc import Iterable, Set
from functools import partial

from bot.messages import exercises, refusals
from bot.messages.catalogue import command, text
from bot.messages.exercises import Exercise
from bot.messages.phrases import CONTENT_LIMIT, listed, plain, points, seat_name, shortened
from bot.service import puzzles
from bot.service.goals import Verdict
from engine.game import Game
from engine.position import named

LONGEST_LIST = 250
"""Characters for a list of points."""
LONGEST_LABEL = 100
"""Characters on a choice of a select."""

try_it = partial(text, "button-exercise-try")


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
    """After a right answer: one sentence that names the rule."""
    praised = text("exercise-right", praise=exercises.praise(game, exercise))
    return "\n".join([_head(game, exercise), praised, *_progress(game, solved)])


def wrong(game: Game, exercise: Exercise, verdict: Verdict, typed: str) -> str:
    """After another answer: why it does not do."""
    content = text("exercise-wrong", why=why(game, verdict, typed))
    return shortened("\n".join([_head(game, exercise), content]), CONTENT_LIMIT)


def solution(game: Game, exercise: Exercise, move: str) -> str:
    """An answer, for somebody who wants to see it."""
    content = text("exercise-solution", move=move, praise=exercises.praise(game, exercise))
    return "\n".join([_head(game, exercise), content])


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


def why(game: Game, verdict: Verdict, typed: str) -> str:
    """Why an answer is not right, in one or two sentences."""
    move = plain(shortened(typed, 40))
    position = verdict.match.position
    if verdict.error is not None:
        reason = refusals.because(verdict.error, position, game)
        return text("exercise-illegal", move=move, reason=reason)

    def names(of: Iterable[int]) -> str:
        return shortened(listed(named(position.board, of)), LONGEST_LIST)

    mine, others = map(points, verdict.counts)
    last = verdict.match.last
    return text(
        f"finding-{verdict.finding.value}",
        move=move,
        stones=names(verdict.stones),
        stonecount=len(verdict.stones),
        points=names(verdict.points),
        pointcount=len(verdict.points),
        mine=mine,
        minecount=verdict.counts[0],
        others=others,
        reply=verdict.reply,
        who=seat_name(verdict.match, game, last.seat) if last else "",
    )


def _head(game: Game, exercise: Exercise) -> str:
    every = exercises.of(game)
    number, title = every.index(exercise) + 1, exercises.title(game, exercise)
    return text("exercise-head", game=game.name, number=number, count=len(every), title=title)


def _progress(game: Game, solved: Set[str]) -> list[str]:
    """The number of solved exercises; no line before the first."""
    every = exercises.of(game)
    number = sum(exercise.name in solved for exercise in every)
    if number == len(every):
        play = command(game.key)
        harder = len(puzzles.of(game))
        content = text("exercise-done-all", count=number, game=game.name, play=play, puzzles=harder)
        return [content]
    content = text("exercise-done", solved=number, count=len(every), game=game.name)
    return [content] if number else []
