"""Quick starts: games that begin without any question."""

from bot.messages.catalogue import text
from bot.messages.phrases import mention
from engine.game import Game


def which_game(user: int) -> str:
    """The question for the game of a challenge, over two buttons for each game."""
    return text("quick-which-game", player=mention(user))


def own_terms(game: Game) -> str:
    """The button that opens the form with all terms."""
    return text("button-own-terms", game=game.name)
