"""The cost of a capture that a move makes possible, or does not prevent: what tells a worry from a
false alarm."""

from collections.abc import Collection, Generator
from dataclasses import dataclass
from math import hypot

from engine.ai.review import DOUBT, LEAST, SearchRequest
from engine.ai.thoughts import Thoughts, lead
from engine.position import Move, Position
from engine.threats import threats

PLAYOUTS = 800
"""Playouts for each of the three positions that are compared."""


@dataclass(frozen=True, slots=True)
class Cost:
    """What a capture costs, in points, and the standard error of that."""

    points: float = 0.0
    error: float = 0.0

    @property
    def matters(self) -> bool:
        """True if it is worth a warning."""
        return self.points >= max(LEAST, DOUBT * self.error)


def cost(
    line: tuple[Position, Position],
    plies: int,
    move: Move,
    at: int,
    answer: Move,
    departed: Collection[int] = (),
) -> Generator[SearchRequest, Thoughts, Cost]:
    """The cost of ``move`` to its player if ``answer`` captures, beside their best move.

    It is nothing if the best move does not prevent the capture, either.

    ``line``: the positions after ``plies`` moves, before ``move``, and after ``at``, before
    ``answer``. ``departed``: colours whose players have left.
    """
    before, open_ = line
    assert before.to_move is not None
    assert before.colours is not None
    own = before.colours[before.to_move]
    best = (yield SearchRequest(plies, (), PLAYOUTS)).moves[0].move
    if best == move or _comes_anyway(open_, answer, own, before.play(best)):
        return Cost()
    leads, errors = list[float](), list[float]()
    for position, number, made in ((before, plies, best), (open_, at, answer)):
        after = position.play(made)
        score = after.score()
        if after.to_move is not None:
            thoughts = yield SearchRequest(number, (made,), PLAYOUTS)
            score = thoughts.score
            errors.append(thoughts.error)
        leads.append(lead(score, own, departed))
    return Cost(leads[0] - leads[1], hypot(*errors))


def _comes_anyway(open_: Position, answer: Move, own: int, kept: Position) -> bool:
    """True if the stones of ``own`` that ``answer`` captures in ``open_`` can be captured at once,
    too, in ``kept``."""
    seat, colours = open_.to_move, open_.colours
    assert seat is not None
    assert colours is not None
    lost = {p for p, colour in open_.play(answer).captured.items() if colour == own}
    return bool(lost) and any(lost <= {*each.stones} for each in threats(kept, colours[seat]))
