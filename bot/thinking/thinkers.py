"""Which thinker plays a game: the one place that knows there are several.

A game is played by the search if it says how (`Game.ai`) and the search can be loaded; every other
one by the simple player.
"""

from collections.abc import Callable
from functools import cache
from importlib import import_module
from random import Random
from typing import NamedTuple

from engine import player
from engine.ai import Considered, Effort, Thinker, Thoughts
from engine.game import Game
from engine.position import Position

CORE, MIND = "bot.core_files", "engine.ai.mind"
"""The modules that load the search, and that use it for every phase of a game."""


class Simple:
    """The simple player as a thinker: it considers one move, and knows nothing of the score."""

    def think(self, position: Position, effort: Effort) -> Thoughts:
        """One legal move, whatever the effort."""
        move = player.choose(position, Random(effort.seed))
        colours, points = len(position.colours or ()), len(position.board)
        return Thoughts(
            moves=(Considered(move, visits=max(1, effort.playouts), win=0.5, points=0.0),),
            score=(0.0,) * colours,
            spread=0.0,
            owners=((1 / max(1, colours),) * colours,) * points,
            playouts=0,
        )


SIMPLE = Simple()


class Chosen(NamedTuple):
    """Who thinks about a game."""

    thinker: Thinker
    fallback: str = ""
    """Why it is the simple player although the search should play; empty if all is well."""
    settles: bool = False
    """Whether it can also think about positions in which nobody has a colour yet."""


@cache
def search() -> Thinker | str:
    """The search; or why there is none, in words for an operator."""
    try:
        make: Callable[[], object] = import_module(CORE).machine
        mind: Callable[[object], Thinker] = import_module(MIND).Mind
        return mind(make())
    except Exception as error:  # whatever is missing or broken, the simple player plays
        return f"{type(error).__name__}: {error}"


def thinker_for(game: Game) -> Chosen:
    """Who thinks about the positions of ``game``."""
    if getattr(game, "ai", None) is None:
        return Chosen(SIMPLE)
    found = search()
    return Chosen(SIMPLE, found) if isinstance(found, str) else Chosen(found, settles=True)
