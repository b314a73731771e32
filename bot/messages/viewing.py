"""The words of /view."""

from bot.messages.catalogue import text
from engine.game import Game


def told(sample: Game) -> str:
    """Over the board on which somebody sees what they have chosen."""
    return text("view-sample", game=sample.name)
