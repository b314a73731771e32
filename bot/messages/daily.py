"""The words of daily puzzles, and of the settings about them."""

from functools import partial

from bot.messages import puzzles
from bot.messages.catalogue import text
from bot.service.daily import Results
from bot.service.puzzles import Puzzle
from bot.service.server_settings import USUAL_HOUR
from engine.match import Match

answer_button = partial(text, "button-daily")
daily_option = partial(text, "command-option-puzzle-daily")


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


def hour(chosen: int | None) -> str:
    """An hour of the day; None: the usual one."""
    return text("daily-hour", hour=f"{USUAL_HOUR if chosen is None else chosen:02}")


games_take_turns = partial(text, "choice-config-daily-game")
