"""The description of a game's own command."""

from bot.messages.catalogue import text
from bot.messages.phrases import shortened
from engine.game import Game

LONGEST_DESCRIPTION = 100
"""The most characters that Discord allows for a command."""


def description(game: Game) -> str:
    """The description of a game's own command."""
    return shortened(text("command-quick", game=game.name), LONGEST_DESCRIPTION)
