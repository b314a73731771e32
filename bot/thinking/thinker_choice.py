"""Which thinker plays a game: the one place that knows there are several.

A game is played by the search if it says how (`Game.ai`) and the search can be loaded; every other
one by the simple player.
"""

from functools import cache
from typing import NamedTuple

from bot import core_files
from engine.ai import SearchPlayer, Thinker
from engine.ai.simple import Simple
from engine.game import Game

SIMPLE = Simple()


class Chosen(NamedTuple):
    """The thinker of a game."""

    thinker: Thinker
    fallback: str = ""
    """Why it is the simple player although the search should play; empty if all is well."""
    settles: bool = False
    """True if it can also think about positions in which nobody has a colour yet."""


@cache
def search() -> Thinker | str:
    """The search; or why there is none, in words for an operator."""
    try:
        return SearchPlayer(core_files.machine())
    except Exception as error:  # whatever is missing or broken, the simple player plays
        return f"{type(error).__name__}: {error}"


def thinker_for(game: Game) -> Chosen:
    """The thinker for the positions of ``game``."""
    if game.ai is None:
        return Chosen(SIMPLE)
    found = search()
    return Chosen(SIMPLE, found) if isinstance(found, str) else Chosen(found, settles=True)
