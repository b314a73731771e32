"""An exact solver for the ends of games for two: every line is read out by the engine's rules.

It knows positions, not games. The value of a position is the margin in points that the colour to
move gets at the end, if nobody errs; `UnsolvedError` is raised if that takes too many positions.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from math import inf

from engine.games.keil import Keil
from engine.games.ki import Ki
from engine.position import Declare, IllegalMoveError, IllegalReason, Move, Placement, Position

LOWER, EXACT, UPPER = range(3)


class UnsolvedError(Exception):
    """It would take too many positions."""


def key_of(position: Position) -> tuple[Hashable | None, bool]:
    """What the value of a position depends on, and whether that is so whatever is captured.

    In Keil, a board that was there before may not come back. Without captures stones are only
    added, so this matters only if an earlier board holds all stones of the present one and more.
    """
    if isinstance(position, Ki):
        return (position.masks, position.mover), True
    if isinstance(position, Keil):
        black, white = position.masks
        for earlier in position.lists:
            for b, w, _ in earlier:
                if b & black == black and w & white == white and (b, w) != (black, white):
                    return None, False
        return (position.masks, position.mover, position.passes, position.taker), False
    return None, False


@dataclass
class Solver:
    """Solves positions, and remembers what it has found; ``most``: positions for one of them."""

    most: int
    looked_at: int = 0
    known: dict[Hashable, tuple[int, float]] = field(default_factory=dict[Hashable, tuple[int, float]])

    def value(self, position: Position) -> float:
        """The value of a position. Raises `UnsolvedError`."""
        self.looked_at = 0
        return self._search(position, -inf, inf)[0]

    def best_reply(self, position: Position) -> tuple[Move | None, float]:
        """The best move, the first of several, and the value of a position."""
        self.looked_at = 0
        best: Move | None = None
        value = -inf
        for move, after in _children(position)[0]:
            found = -self._search(after, -inf, -value if best else inf)[0]
            if best is None or found > value:
                best, value = move, found
        return best, margin(position) if best is None else value

    def _search(self, position: Position, low: float, high: float) -> tuple[float, bool]:
        """The value within these bounds, and whether it is the same for any history."""
        self.looked_at += 1
        if self.looked_at > self.most:
            raise UnsolvedError
        if position.to_move is None:
            return margin(position), True
        key, always = key_of(position)
        if key is not None and key in self.known:
            kind, value = self.known[key]
            if kind == EXACT or (kind == LOWER and value >= high) or (kind == UPPER and value <= low):
                return value, True
        best, floor = -inf, low
        children, quiet = _children(position)
        for _, after in children:
            quiet = quiet and not after.captured
            value, below = self._search(after, -high, -floor)
            quiet = quiet and below
            best, floor = max(best, -value), max(floor, -value)
            if floor >= high:
                break
        if key is not None and (quiet or always):
            kind = LOWER if best >= high else UPPER if best <= low else EXACT
            self.known[key] = kind, best
        return best, quiet or always


def margin(position: Position) -> float:
    """The points of the colour to move, or to have moved next, above those of the other."""
    colour = getattr(position, "mover")  # noqa: B009 (no attribute of every game)
    score = position.score()
    return score[colour] - score[1 - colour]


def _children(position: Position) -> tuple[list[tuple[Move, Position]], bool]:
    """The positions after each legal move, and whether none was refused as a repetition.

    First a pass that ends the game, then what captures most, then the rest, then other words.
    """
    words = [Declare(each.word) for each in position.declarations()]
    said: list[tuple[Move, Position]] = [(word, position.play(word)) for word in words]
    placed: list[tuple[Move, Position]] = []
    stones, quiet = position.stones, True
    for point, name in enumerate(position.board.names):
        if point not in stones:
            try:
                placed.append((Placement(name), position.play(Placement(name))))
            except IllegalMoveError as error:
                quiet = quiet and error.reason is not IllegalReason.REPETITION
    placed.sort(key=lambda one: -len(one[1].captured))
    ends = [one for one in said if one[1].to_move is None]
    return [*ends, *placed, *(one for one in said if one not in ends)], quiet
