"""The words of /view."""

from bot.messages.catalogue import text
from engine.game import Game


def told(sample: Game) -> str:
    """The text over the board that shows somebody what they have chosen."""
    return text("view-sample", game=sample.name)
