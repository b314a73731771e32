"""Quick starts: games that begin without any question."""

from bot.messages.catalogue import text
from bot.messages.phrases import mention, shortened
from engine.game import Game

LONGEST_DESCRIPTION = 100
"""The most characters that Discord allows for a command."""


def description(game: Game) -> str:
    """The description of a game's own command."""
    return shortened(text("command-quick", game=game.name), LONGEST_DESCRIPTION)


def which_game(user: int) -> str:
    """The question for the game of a challenge, over two buttons for each game."""
    return text("quick-which-game", player=mention(user))


def own_terms(game: Game) -> str:
    """The button that opens the form with all terms."""
    return text("button-own-terms", game=game.name)
