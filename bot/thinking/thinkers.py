"""Which thinker plays a game: the one place that knows there are several.

The search is `engine.ai.machine`. A game that it cannot play, because the game does not say how or
because something is missing on this computer, is left to the simple player for ever.
"""

from functools import cache
from typing import NamedTuple

from bot import core_files
from engine.ai import Mind, Thinker
from engine.ai.simple import Simple
from engine.game import Game

SIMPLE = Simple()


class Chosen(NamedTuple):
    """Who thinks about a game."""

    thinker: Thinker
    fallback: str
    """Why it is the simple player although the search should play; empty if all is well."""


@cache
def machine() -> Thinker | str:
    """The search; or why there is none, in words for an operator."""
    try:
        return Mind(core_files.machine())
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def thinker_for(game: Game) -> Chosen:
    """Who thinks about the positions of ``game``."""
    if game.ai is None:
        return Chosen(SIMPLE, "")
    found = machine()
    return Chosen(SIMPLE, found) if isinstance(found, str) else Chosen(found, "")
