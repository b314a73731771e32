"""The words of quick starts: a game's own command, and challenges on the page."""

from functools import partial

from bot.messages.catalogue import text
from bot.messages.phrases import settings, shortened
from bot.service.terms import Terms
from engine.game import Game

LONGEST_DESCRIPTION = 100
"""The most characters that Discord allows for a command."""


scenes = partial(text, "challenge-scenes")


send = partial(text, "button-challenge-send")


waits = partial(text, "challenge-waits")


taken = partial(text, "challenge-taken")


again = partial(text, "button-challenge-again")


def to_anybody(terms: Terms) -> str:
    """Before a challenge on the page is sent."""
    used = settings(terms.game, terms.options, terms.control)
    return text("challenge-anybody", game=terms.game.name, settings=used)


def description(game: Game) -> str:
    """The description of a game's own command."""
    return shortened(text("command-quick", game=game.name), LONGEST_DESCRIPTION)
