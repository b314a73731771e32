"""The words of quick starts: a game's own command, and challenges on the page."""

from functools import partial

from bot.messages.catalogue import text
from bot.messages.challenges import sides
from bot.messages.phrases import settings, shortened
from bot.service.terms import Terms
from engine.game import Game

LONGEST_DESCRIPTION = 100
"""The most characters that Discord allows for a command."""


scenes = partial(text, "challenge-scenes")


send = partial(text, "button-challenge-send")


waits = partial(text, "challenge-waits")


taken = partial(text, "challenge-taken")


def not_taken(state: str) -> str:
    """Why nobody has taken a challenge that was sent on the page."""
    return text("challenge-not-taken", state=state)


again = partial(text, "button-challenge-again")


def to_anybody(terms: Terms, user: int) -> str:
    """Before ``user`` sends a challenge on the page."""
    used = settings(terms.game, terms.options, terms.control)
    said = text("challenge-anybody", game=terms.game.name, settings=used)
    if terms.black is None:
        return said
    return f"{said}\n{sides(terms.game, terms.options, user if terms.black else None)}"


def description(game: Game) -> str:
    """The description of a game's own command."""
    return shortened(text("command-quick", game=game.name), LONGEST_DESCRIPTION)
