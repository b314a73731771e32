"""Which thinker plays a game: the one place that knows there are several.

The search is `engine.ai.machine`. Whoever cannot be played by it, because the game does not say how
or because something is missing on this machine, is played by the simple player for ever.
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

MACHINE = "engine.ai.machine"


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
    fallback: str
    """Why it is the simple player although the search should play; empty if all is well."""


@cache
def machine() -> Thinker | str:
    """The search; or why there is none, in words for an operator."""
    try:
        make: Callable[[], Thinker] = import_module(MACHINE).Machine
        return make()
    except Exception as error:
        return f"{type(error).__name__}: {error}"


def thinker_for(game: Game) -> Chosen:
    """Who thinks about the positions of ``game``."""
    if getattr(game, "ai", None) is None:
        return Chosen(SIMPLE, "")
    found = machine()
    return Chosen(SIMPLE, found) if isinstance(found, str) else Chosen(found, "")
