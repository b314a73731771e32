"""The positions of a game in order: all of them, or without keeping them all in memory."""

from collections.abc import Iterable, Sequence
from typing import overload

from engine.match import Match
from engine.position import Move, Position

EVERY = 100
"""One position in this many is kept; the others are replayed from there."""


def replayed(start: Position, texts: Iterable[str]) -> tuple[list[Position], list[Move]]:
    """The positions from ``start`` on after each number of moves, and the moves that ``texts`` say.

    All of them are in memory, for games of usual length. Raises `MoveError`.
    """
    positions, moves = [start], list[Move]()
    for text in texts:
        moves.append(positions[-1].read(text))
        positions.append(positions[-1].play(moves[-1]))
    return positions, moves


class LazyPositions(Sequence[Position]):
    """The positions after each number of moves from ``first`` to ``last``.

    Positions carry their histories: thousands of them would fill the memory. Each step forward
    costs one move.
    """

    def __init__(self, match: Match, first: int, last: int) -> None:
        self._moves = match.turn_log.moves
        self._first, self._length = first, last - first + 1
        self._kept = {0: match.first}
        self._at, self._position = 0, self._kept[0]

    def __len__(self) -> int:
        """The number of positions."""
        return self._length

    @overload
    def __getitem__(self, index: int) -> Position: ...
    @overload
    def __getitem__(self, index: slice) -> Sequence[Position]: ...
    def __getitem__(self, index: int | slice) -> Position | Sequence[Position]:
        """The position at this index, or all those of a slice at once."""
        if isinstance(index, slice):
            return [self[number] for number in range(*index.indices(self._length))]
        if not -self._length <= index < self._length:
            raise IndexError("no such position")
        return self._after(self._first + index % self._length)

    def _after(self, moves: int) -> Position:
        """The position after this many moves, replayed from the nearest one at hand."""
        nearest = max(ply for ply in self._kept if ply <= moves)
        if not nearest <= self._at <= moves:
            self._at, self._position = nearest, self._kept[nearest]
        while self._at < moves:
            position, text = self._position, self._moves[self._at].text
            self._position, self._at = position.play(position.read(text)), self._at + 1
            if self._at % EVERY == 0:
                self._kept[self._at] = self._position
        return self._position
