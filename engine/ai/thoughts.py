"""The results of a search: its moves, the lead, and the owner expected for each point."""

from collections.abc import Callable, Collection, Sequence
from dataclasses import dataclass
from math import erf, sqrt
from typing import Protocol, Self

from engine.position import Move, Position

HOPELESS = 0.02
"""Whoever wins a smaller share of the playouts is taken to have lost."""
QUESTION = 2
"""How many playouts take about as long as one question to a net, in Keil; in Ki, whose playouts are
cheap, it is nearly six."""
NET_ERROR = 0.7
"""The standard error, in points, of the lead that a net expects after some hundred questions, as
far as some thousand show it: from 0.3 on Ki 9 to 1.0 on Keil of side 5, in games of weak levels."""
TOGETHER = 2.0
"""About how many points change hands together, if an owner is not the one that a net expects: 1.2
in Ki to 2.4 in the middle of games of Keil, by how games of levels 4 to 6 ended."""


@dataclass(frozen=True, slots=True)
class Effort:
    """How much to search, and the seed of all chance in it."""

    playouts: int
    seed: int
    departed: frozenset[int] = frozenset()
    """Seats whose players have left a game for more than two: they pass from then on, and cannot
    win."""
    time_is_up: Callable[[], bool] = lambda: False
    """True when the search has to stop, with what it has found; without it, the same seed gives the
    same thoughts."""
    questions: int = 0
    """In a game that has a net: how often to ask it about a position that a line of the search
    comes to, instead of playing on to the end by chance. 0: never."""
    each_move: bool = False
    """True to ask it about what follows on each move, too, before all other questions."""

    @classmethod
    def worth(
        cls,
        playouts: int,
        seed: int,
        departed: frozenset[int] = frozenset(),
        time_is_up: Callable[[], bool] = lambda: False,
    ) -> Self:
        """So many playouts, or in a game that has a net the questions that take as long in Keil."""
        return cls(playouts, seed, departed, time_is_up, questions=max(1, playouts // QUESTION))


@dataclass(frozen=True, slots=True)
class Considered:
    """A legal move, as the search saw it."""

    move: Move
    visits: int
    win: float
    """The share of playouts that the mover won, 0 to 1; a shared first place counts in part."""
    points: float
    """The mover's lead over the best other colour at the end, on average, in points; in an end that
    is solved, the lead that the move is sure of."""
    prior: float = 0.0
    """How likely the move looked before the search, 0 to 1: by the net or by patterns."""


@dataclass(frozen=True, slots=True)
class Thoughts:
    """The results of a search of a position that is not over."""

    moves: tuple[Considered, ...]
    """Legal moves, most visited first; never empty."""
    score: tuple[float, ...]
    """The points of each colour at the end, on average, with komi and the button."""
    spread: float
    """The standard deviation of the lead at the end, in points."""
    owners: tuple[tuple[float, ...], ...]
    """For each point, the share of playouts at whose end each colour owned it, 0 to 1."""
    playouts: int
    by_net: bool = False
    """True if a net was asked."""

    @property
    def error(self) -> float:
        """The standard error of the lead, in points."""
        return NET_ERROR if self.by_net else self.spread / sqrt(max(1, self.playouts))


def lead(score: Sequence[float], colour: int, departed: Collection[int] = ()) -> float:
    """By how many points ``colour`` is ahead of the best other colour.

    ``departed``: colours whose players have left and so cannot win.
    """
    others = (p for c, p in enumerate(score) if c != colour and c not in departed)
    return score[colour] - max(others, default=0.0)


def chance(
    position: Position, thoughts: Thoughts | None, colour: int, departed: Collection[int] = ()
) -> float:
    """The chance, 0 to 1, that ``colour`` wins from ``position``; without thoughts it is over.

    Among more than two it is that of a lead with the search's spread, since the search knows the
    chance of the mover alone. ``departed``: see `lead`.
    """
    if thoughts is None:
        ahead = lead(position.score(), colour, departed)
        return 0.5 if ahead == 0 else float(ahead > 0)
    seat, colours = position.to_move, position.colours
    assert seat is not None
    assert colours is not None
    if len(colours) == 2:
        win = thoughts.moves[0].win
        return win if colours[seat] == colour else 1 - win
    ahead = lead(thoughts.score, colour, departed)
    return (1 + erf(ahead / (max(thoughts.spread, 0.5) * sqrt(2)))) / 2


class Thinker(Protocol):
    """Somebody who can think about positions of some games."""

    def think(self, position: Position, effort: Effort) -> Thoughts:
        """Search a position that is not over."""
        ...
