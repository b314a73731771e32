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
LARGE, MOST_OVERLOOKING = 91, 150
"""A board with more points, Keil's of side 7 for one, is large; and the most playouts that a level
has there if it overlooks moves."""


@dataclass(frozen=True, slots=True)
class Level:
    """A strength: each of these wins about three games in four against the one below.

    Twice the playouts make that difference while levels overlook moves; above it takes three times
    as many. ``python -m tests.strength ladder`` measures it.
    """

    number: int
    playouts: int
    sight: float = 1.0
    """The chance, 0 to 1, to see each move that is not obvious; a move that is not seen is not
    played. 1: it overlooks nothing and plays the best move that its playouts find."""

    def playouts_in(self, position: Position) -> int:
        """The playouts of a turn.

        Some 20 playouts say nothing of 200 points: there a level with 8 would be as good. So the
        levels that overlook moves search more on large boards, but less than level 5 does.
        """
        points = len(position.board)
        if self.sight == 1 or points <= LARGE:
            return self.playouts
        return min(self.playouts * points // LARGE, MOST_OVERLOOKING)


LEVELS: tuple[Level, ...] = (
    Level(1, 8, sight=0.3),
    Level(2, 26, sight=0.54),
    Level(3, 52, sight=0.65),
    Level(4, 97, sight=0.88),
    Level(5, 210),
    Level(6, 670),
    Level(7, 2100),
    Level(8, 6600),
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
