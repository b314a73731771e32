"""Which exercise is asked, and its answer."""

from collections.abc import Set

from bot.messages import exercises
from bot.messages.exercises import Exercise
from bot.service.goals import Counts, Verdict
from bot.service.refusals import RefusedError, ServiceRefusal
from engine.game import Game
from engine.match import Match


def first_left(game: Game, solved: Set[str]) -> Exercise:
    """The first exercise of a game that is not solved, or the first after all."""
    left = [each for each in exercises.of(game) if each.name not in solved]
    return (left or exercises.of(game))[0]


def empty_points(match: Match) -> list[str]:
    """All empty points, also those that the rules refuse."""
    stones = match.position.stones
    return [name for point, name in enumerate(match.position.board.names) if point not in stones]


def answer_of(game: Game, exercise: Exercise) -> tuple[str, Verdict]:
    """The first answer that is right. Raises `RefusedError` if there is none."""
    match = exercises.match_of(game, exercise)
    for move in answers(match, exercise):
        verdict = exercise.goal.judge(match, move)
        if verdict.right:
            return move, verdict
    raise RefusedError(ServiceRefusal.NO_SUCH_LESSON)


def answers(match: Match, exercise: Exercise) -> list[str]:
    """Everything that can be answered: points and words, or numbers."""
    if isinstance(exercise.goal, Counts):
        return [str(number) for number in exercise.goal.choices]
    words = [each.word for each in match.position.declarations()]
    return [*empty_points(match), *words]


def file_name(game: Game, exercise: Exercise) -> str:
    """The name of an exercise's picture, without its ending."""
    return f"{game.key}-exercise-{exercise.name}"
