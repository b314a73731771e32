"""Proves what a colour can reach, in games in which positions go round and round.

A proof is a tree: an answer of the prover to every move of the other, by the engine's rules with
the whole history, down to the end of the game. Where the tree would be too deep, nothing is proved;
so what is proved is true. The core's exact search of ends, which tests compare with the engine,
looks much farther, and is asked where no tree is found.
"""

from collections.abc import Hashable
from dataclasses import dataclass, field
from math import inf

from engine.ai import Machine
from engine.ai import lead as lead_in
from engine.games.ki import Ki
from engine.position import Declare, IllegalMoveError, Move, Placement, Position

EXACTLY = 1_000_000
"""Positions at which the core may look to say what an end is worth."""


class TooManyError(Exception):
    """A proof would need too many positions."""


def lead(position: Position, colour: int) -> float:
    """By how much ``colour`` leads the best other one as the board stands."""
    return lead_in(position.score(), colour)


def bounds(position: Position, colour: int, machine: Machine) -> tuple[float, float]:
    """The least and the most by which ``colour`` leads at the end if both play their best.

    For two players without komi.
    """
    if position.to_move is None:
        return lead(position, colour), lead(position, colour)
    margins = of_moves(position, machine).values()
    low, high = max(least for least, _ in margins), max(most for _, most in margins)
    return (low, high) if mover(position) == colour else (-high, -low)


def of_moves(position: Position, machine: Machine) -> dict[str, tuple[float, float]]:
    """The same for the mover after each move, as far as it was needed to judge the best one."""
    machine.load(position)
    names, (word, *_) = position.board.names, [*position.declarations(), None]
    return {
        names[move] if move < len(names) else "" if word is None else word.word: margins
        for move, margins in machine.bounds(EXACTLY)[1].items()
    }


def guess(
    position: Position, colour: int, depth: int, low: float = -inf, high: float = inf
) -> float:
    """The lead of ``colour`` after ``depth`` good moves, if all stopped then; proves nothing."""
    if depth == 0 or position.to_move is None:
        return lead(position, colour)
    mine = mover(position) == colour
    best = -inf if mine else inf
    for _, after in children(position):
        value = guess(after, colour, depth - 1, low, high)
        if mine:
            best, low = max(best, value), max(low, value)
        else:
            best, high = min(best, value), min(high, value)
        if low >= high:
            break
    return best


@dataclass
class Prover:
    """Finds proofs of at most ``deepest`` moves, each within ``most`` positions."""

    deepest: int
    most: int
    machine: Machine | None = None
    """A core whose exact search is believed where no proof by the engine's rules is found."""
    looked_at: int = 0
    known: dict[Hashable, bool] = field(default_factory=dict[Hashable, bool])
    """What was found before, for positions whose history does not matter."""

    def reaches(self, position: Position, colour: int, least: float) -> bool:
        """Whether it is proved that ``colour`` ends with a lead of at least ``least``."""
        low = -inf
        if self.machine is not None:
            low, high = bounds(position, colour, self.machine)
            if high < least:
                return False
        return self._by_rules(position, colour, least) or low >= least

    def _by_rules(self, position: Position, colour: int, least: float) -> bool:
        self.looked_at = 0
        try:
            return any(
                self._proved(position, colour, least, depth)
                for depth in range(2, self.deepest + 1, 2)
            )
        except TooManyError:
            return False

    def _proved(self, position: Position, colour: int, least: float, depth: int) -> bool:
        self.looked_at += 1
        if self.looked_at > self.most:
            raise TooManyError
        if position.to_move is None:
            return lead(position, colour) >= least
        if depth == 0:
            return False
        state = _state(position)
        known = None if state is None else (state, colour, least, depth)
        if known not in self.known:
            deeper = (
                self._proved(after, colour, least, depth - 1) for _, after in children(position)
            )
            found = any(deeper) if mover(position) == colour else all(deeper)
            if known is None:
                return found
            self.known[known] = found
        return self.known[known]


def _state(position: Position) -> Hashable | None:
    """All that matters of a position, if its history does not; None if it may."""
    return (position.masks, position.mover) if isinstance(position, Ki) else None


def children(position: Position) -> list[tuple[Move, Position]]:
    """The positions after each legal move: words first, then what captures most, then the rest."""
    said: list[tuple[Move, Position]] = [
        (Declare(each.word), position.play(Declare(each.word))) for each in position.declarations()
    ]
    placed: list[tuple[Move, Position]] = []
    stones = position.stones
    for point, name in enumerate(position.board.names):
        if point not in stones:
            try:
                placed.append((Placement(name), position.play(Placement(name))))
            except IllegalMoveError:
                continue
    placed.sort(key=lambda one: -len(one[1].captured))
    return [*said, *placed]


def mover(position: Position) -> int:
    """The colour to move."""
    assert position.to_move is not None
    assert position.colours is not None
    return position.colours[position.to_move]
