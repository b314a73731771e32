"""The words of daily puzzles."""

from bot.features.daily.service import Results
from bot.messages import puzzles
from bot.messages.catalogue import text
from bot.service.puzzles import Puzzle
from engine.match import Match


def post(match: Match, puzzle: Puzzle, results: Results | None) -> str:
    """The puzzle of a day, and what became of the one before."""
    lines = [text("daily-head"), *puzzles.asked(match, puzzle)]
    return "\n".join([*lines, _results(results)] if results else lines)


def _results(results: Results) -> str:
    return text(
        "daily-results",
        game=results.game.name,
        answered=results.answered,
        solved=results.solved,
        best=results.puzzle.best,
    )
