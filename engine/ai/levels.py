"""The eight levels, and how a level makes a move of what the search says.

A weak level differs from a strong one in two ways: it has fewer playouts, and it overlooks moves.
Of the moves that the search considered, the most visited first, it sees each with the chance
``sight`` (the seed decides which ones), and plays the first that it sees. A move that takes most of
the visits is seen by all levels.
"""

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random

from engine.ai.thoughts import Considered, Thoughts
from engine.position import Move, Position

OBVIOUS = 0.6
"""A move with more than this share of the visits is seen by every level: a capture, an atari."""
SMALL, MIDDLING = 70, 100
"""The most points of a small board (Keil of side 5 has 61), and of one that is neither small nor
large (9x9 has 81; Keil of side 7, with 127, is large)."""


@dataclass(frozen=True, slots=True)
class Level:
    """A strength: each of these wins two games in three to nine in ten against the one below.

    ``python -m tests.strength ladder`` measures it.
    """

    number: int
    playouts: tuple[int, int, int]
    """The playouts of a turn on small, middling and large boards. On a large board the same ratio
    of playouts decides more games, and very few playouts play nearly at random; so there the levels
    are nearer to each other, and the weak ones search more."""
    sight: float = 1.0
    """The chance, 0 to 1, to see each move that is not obvious; a move that is not seen is not
    played. 1: it overlooks nothing and plays the best move that its playouts find."""

    def playouts_in(self, position: Position) -> int:
        """The playouts of a turn on the board of ``position``."""
        points = len(position.board)
        return self.playouts[(points > SMALL) + (points > MIDDLING)]


LEVELS: tuple[Level, ...] = (
    Level(1, (8, 8, 20), sight=0.3),
    Level(2, (26, 26, 60), sight=0.54),
    Level(3, (52, 60, 135), sight=0.65),
    Level(4, (97, 118, 265), sight=0.88),
    Level(5, (210, 260, 460)),
    Level(6, (670, 660, 950)),
    Level(7, (2100, 1800, 2400)),
    Level(8, (6600, 6600, 5800)),
)


def choose(thoughts: Thoughts, level: Level, random: Random) -> Move:
    """The move of ``level``: the most visited of the moves that it sees."""
    seen = next(_seen(thoughts, level, random), thoughts.moves[0])
    return seen.move


def _seen(thoughts: Thoughts, level: Level, random: Random) -> Iterator[Considered]:
    total = sum(considered.visits for considered in thoughts.moves)
    for considered in thoughts.moves:
        if considered.visits > OBVIOUS * total or random.random() < level.sight:
            yield considered
