"""Ki a second time, for tests and measurements: as slow and as close to the rule text as it gets.

Plain dictionaries; what is adjacent is read off the names of the points, and everything is worked
out anew from the sentences of the rules. What a sentence says stands above its code.
"""

from dataclasses import dataclass, replace
from functools import cache
from typing import Self

from engine.board import Board
from tests.engine.naive import NaiveRefusalError, Stones

COLUMNS = "abcdefghjklmnopqrstuvwxyz"


@cache
def adjacent(board: Board) -> dict[int, list[int]]:
    """For each space the spaces one step along a line away."""
    places = {(COLUMNS.index(n[0]), int(n[1:])): p for p, n in enumerate(board.names)}
    steps = ((0, 1), (1, 0), (0, -1), (-1, 0))
    return {
        p: [places[x + dx, y + dy] for dx, dy in steps if (x + dx, y + dy) in places]
        for (x, y), p in places.items()
    }


def controls(board: Board, stones: Stones, colour: int, space: int) -> bool:
    """Whether ``colour`` controls ``space``."""
    beside = [stones[q] for q in adjacent(board)[space] if q in stones]
    # "A player must have at least 2 stones orthogonally adjacent to a space in order to control it.
    # A player controls a space when he owns a majority of the stones orthogonally adjacent to the
    # space."
    own = beside.count(colour)
    return own >= 2 and own > len(beside) / 2


@dataclass(frozen=True)
class NaiveKi:
    """A position."""

    board: Board
    cascade: bool
    stones: tuple[tuple[int, int], ...] = ()
    mover: int = 0

    @property
    def over(self) -> bool:
        """ "When the board is full." """
        return len(self.stones) == len(self.board)

    @property
    def unsettled(self) -> bool:
        """Whether a stone stands on a space that the other colour controls."""
        stones = dict(self.stones)
        return any(controls(self.board, stones, 1 - c, p) for p, c in stones.items())

    def open_spaces(self) -> list[int]:
        """Where the player to move may place a stone."""
        stones = dict(self.stones)
        # "It is forbidden for a player to place a stone on a space controlled by his opponent."
        return [
            p
            for p in range(len(self.board))
            if p not in stones and not controls(self.board, stones, 1 - self.mover, p)
        ]

    def play(self, point: int) -> Self:
        """The position after a placement."""
        stones = dict(self.stones)
        if point in stones:
            raise NaiveRefusalError("occupied")
        if point not in self.open_spaces():
            raise NaiveRefusalError("controlled")
        stones[point] = self.mover

        # "If the space is occupied by his opponent, the enemy stone is removed from play." One at a
        # time until there is none, or, without cascade, those that there are at first.
        lost = self.lost(stones)
        while lost:
            del stones[lost.pop(0)]
            if self.cascade:
                lost = self.lost(stones)
        return replace(self, stones=tuple(stones.items()), mover=1 - self.mover)

    def lost(self, stones: Stones) -> list[int]:
        """The enemy stones on spaces that the player to move controls."""
        enemies = [p for p, colour in stones.items() if colour != self.mover]
        return [p for p in enemies if controls(self.board, stones, self.mover, p)]

    def declare(self, word: str) -> Self:
        """The position after a pass."""
        assert word == "pass"
        # "If a player has no legal move on his turn he must pass. Passing is otherwise not
        # permitted."
        if self.open_spaces():
            raise NaiveRefusalError("must-place")
        return replace(self, mover=1 - self.mover)

    def controllers(self) -> Stones:
        """Who controls each empty space, where somebody does."""
        stones = dict(self.stones)
        return {
            p: colour
            for p in range(len(self.board))
            for colour in (0, 1)
            if p not in stones and controls(self.board, stones, colour, p)
        }

    def score(self) -> tuple[int, int]:
        """ "More stones on the board." """
        colours = [colour for _, colour in self.stones]
        return colours.count(0), colours.count(1)
