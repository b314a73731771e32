"""The words of daily puzzles."""

from datetime import datetime

from bot.features.daily.service import Results
from bot.messages import puzzles
from bot.messages.catalogue import text
from bot.messages.phrases import address, moment
from bot.service.puzzles import Puzzle
from bot.storage.rows import StoredMessage
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


def posting(before: StoredMessage | None) -> str:
    """To the owner who wants today's puzzle now; ``before``: the message, if it was there."""
    if before is None:
        return text("daily-posting")
    link = address(before.server, before.channel_id, before.message)
    return text("daily-posted", link=link or "none")


def config(channel_id: int | None, due: datetime | None) -> str | None:
    """The channel on ``/config``, and when the next puzzle is ``due``."""
    when = "" if due is None else moment(due)
    if channel_id is None:
        return None
    return text("config-daily", channel=f"<#{channel_id}>", when=when)


def hour(chosen: int) -> str:
    """An hour of the day."""
    return text("daily-hour", hour=f"{chosen:02}")
