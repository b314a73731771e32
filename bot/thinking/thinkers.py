"""Which thinker plays a game: the one place that knows there are several.

A game is played by the search if it says how (`Game.ai`) and the search can be loaded; every other
one by the simple player.
"""

from functools import cache
from random import Random
from typing import NamedTuple

from bot import core_files
from engine import player
from engine.ai import Considered, Effort, Thinker, Thoughts
from engine.ai.mind import Mind
from engine.game import Game
from engine.position import Position


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
        return Mind(core_files.machine())
    except Exception as error:  # whatever is missing or broken, the simple player plays
        return f"{type(error).__name__}: {error}"


def thinker_for(game: Game) -> Chosen:
    """Who thinks about the positions of ``game``."""
    if game.ai is None:
        return Chosen(SIMPLE)
    found = search()
    return Chosen(SIMPLE, found) if isinstance(found, str) else Chosen(found, settles=True)
