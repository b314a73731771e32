"""Why a move was played: what the search expects of it, and of the next best."""

from collections.abc import Collection, Generator
from dataclasses import dataclass

from engine.ai.review import COMPARE_PLAYOUTS, SearchRequest, compare
from engine.ai.thoughts import Thoughts, lead
from engine.position import Move, Position


@dataclass(frozen=True, slots=True)
class Explanation:
    """A move beside another one."""

    move: Move
    lead: float
    """The points by which its player leads at the end, on average."""
    other: Move | None
    """The best other move; None if there is no other."""
    better: float
    """By how many points the move is better than ``other``; negative if it is worse."""
    error: float
    """The standard error of that."""


def explain(
    position: Position, plies: int, move: Move, departed: Collection[int] = ()
) -> Generator[SearchRequest, Thoughts, Explanation]:
    """Compare ``move`` with the best other one in ``position``, which comes after ``plies``.

    ``departed``: colours whose players have left.
    """
    assert position.to_move is not None
    assert position.colours is not None
    colour = position.colours[position.to_move]
    thoughts = yield SearchRequest(plies, (), COMPARE_PLAYOUTS)
    other = next((found.move for found in thoughts.moves if found.move != move), None)
    if other is None:
        return Explanation(move, lead(thoughts.score, colour, departed), None, 0.0, 0.0)
    found = yield from compare(position, plies, move, other, departed)
    return Explanation(move, lead(found.first, colour, departed), other, found.gain, found.error)
