"""The words of puzzles: the question, the verdict and the streak."""

from bot.messages import learning
from bot.messages.catalogue import text
from bot.messages.phrases import CONTENT_LIMIT, shortened
from bot.messages.puzzles import asked, head
from bot.service.goals import Verdict
from bot.service.learning import Streak
from bot.service.puzzles import Puzzle, title
from engine.game import Game
from engine.match import Match


def question(match: Match, puzzle: Puzzle, streak: Streak) -> str:
    """A puzzle before an answer."""
    lines = asked(match, puzzle)
    return "\n".join([*lines, _streak(streak)] if streak.answered else lines)


def right(match: Match, puzzle: Puzzle, streak: Streak, *, counted: bool) -> str:
    """After the best move."""
    praised = text("puzzle-right", move=puzzle.best)
    return "\n".join([head(match, puzzle), praised, _counted(streak, counted=counted)])


def wrong(
    match: Match, puzzle: Puzzle, verdict: Verdict, typed: str, streak: Streak, *, counted: bool
) -> str:
    """After another move: what it loses."""
    content = text("puzzle-wrong", why=learning.why(match.game, verdict, typed))
    lines = [head(match, puzzle), content, _counted(streak, counted=counted)]
    if puzzle.searched:
        lines.insert(2, text("puzzle-estimated"))
    return shortened("\n".join(lines), CONTENT_LIMIT)


def solution(match: Match, puzzle: Puzzle) -> str:
    """The best move, for somebody who wants to see it."""
    return "\n".join([head(match, puzzle), text("puzzle-solution", move=puzzle.best)])


def form_title(game: Game, puzzle: Puzzle) -> str:
    """The title of the form for an answer."""
    return text("title-exercise", game=game.name, title=title(game, puzzle.name))


def _counted(streak: Streak, *, counted: bool) -> str:
    """The streak, also where this answer changes nothing: the first one may have been lost."""
    return "\n".join([*([] if counted else [text("puzzle-again")]), _streak(streak)])


def _streak(streak: Streak) -> str:
    return text(
        "puzzle-streak",
        now=streak.now,
        best=streak.best,
        solved=streak.solved,
        answered=streak.answered,
    )
