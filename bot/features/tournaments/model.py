"""A tournament as data: players, rounds and results, without people's names, clocks or SQL."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from enum import StrEnum
from typing import Self

WIN, HALF = 1.0, 0.5


class System(StrEnum):
    """How players are paired."""

    ROUND_ROBIN = "roundrobin"
    SWISS = "swiss"
    KNOCKOUT = "knockout"
    DOUBLE = "double"
    """Double knockout: out after two losses."""

    @property
    def knocks_out(self) -> bool:
        """True if losing ends somebody's tournament."""
        return self in (System.KNOCKOUT, System.DOUBLE)

    @property
    def lives(self) -> int:
        """The losses that end somebody's tournament in a knockout."""
        return 1 if self is System.KNOCKOUT else 2


class Result(StrEnum):
    """The result of a pairing."""

    FIRST = "first"
    SECOND = "second"
    DRAW = "draw"
    NEITHER = "neither"
    """Nobody gets a point."""

    @property
    def mirrored(self) -> "Result":
        """The same with the seats swapped."""
        return {Result.FIRST: Result.SECOND, Result.SECOND: Result.FIRST}.get(self, self)


class Out(StrEnum):
    """Why somebody is not paired any more."""

    WITHDRAWN = "withdrawn"
    NO_SHOW = "noshow"
    """Until they say that they are back."""
    REMOVED = "removed"


@dataclass(frozen=True, slots=True)
class Player:
    """Somebody who takes part."""

    id: int
    seed: int
    """From 1; the best first."""
    enters: int = 1
    """The first round in which they are paired."""
    bonus: float = 0
    """The points that a late entry begins with."""
    out: Out | None = None


@dataclass(frozen=True, slots=True)
class Pairing:
    """Two players who meet in a round, or one who has the bye."""

    round: int
    board: int
    """From 1, within its round."""
    first: int
    """Who goes first."""
    second: int | None
    """None: ``first`` has the bye."""
    result: Result | None = None
    """None while they play."""
    forfeit: bool = False
    """True if it was decided without a game between the two."""

    @property
    def bye(self) -> bool:
        """True if ``first`` has nobody to play."""
        return self.second is None

    @property
    def players(self) -> tuple[int, ...]:
        """Who is in it."""
        return (self.first,) if self.second is None else (self.first, self.second)

    def other(self, player: int) -> int | None:
        """The opponent of ``player``; None in a bye."""
        return self.second if player == self.first else self.first

    def points(self, player: int) -> float:
        """What ``player`` has got from it."""
        if self.result is Result.DRAW:
            return HALF
        won = Result.FIRST if player == self.first else Result.SECOND
        return WIN if self.result is won else 0

    def won(self, player: int) -> bool:
        """True if ``player`` has won a game, which a bye is not."""
        return not self.bye and self.points(player) == WIN

    @property
    def winner(self) -> int | None:
        """Who has won; None: nobody, or not yet."""
        if self.result is Result.FIRST:
            return self.first
        return self.second if self.result is Result.SECOND else None


@dataclass(frozen=True, slots=True)
class Tournament:
    """Everything on which pairings and standings depend."""

    system: System
    rounds: int
    """How many there are in a Swiss tournament; the others go on until they are decided."""
    players: tuple[Player, ...]
    pairings: tuple[Pairing, ...] = ()
    apart: frozenset[frozenset[int]] = frozenset()
    """The pairs of players who do not want to meet. Nobody is told."""

    @property
    def round(self) -> int:
        """The last round that has begun; 0: none."""
        return max((one.round for one in self.pairings), default=0)

    def before(self, number: int) -> Self:
        """The tournament as it was when round ``number`` was paired."""
        return replace(self, pairings=tuple(one for one in self.pairings if one.round < number))

    def in_round(self, number: int) -> list[Pairing]:
        """The pairings of a round, by board."""
        found = [one for one in self.pairings if one.round == number]
        return sorted(found, key=lambda one: one.board)

    def of(self, player: int) -> Iterator[Pairing]:
        """The pairings of a player, by round."""
        return (one for one in self.pairings if player in one.players)

    def by_player(self) -> dict[int, list[Pairing]]:
        """The pairings of every player, by id, each by round."""
        found: dict[int, list[Pairing]] = {player.id: [] for player in self.players}
        for one in self.pairings:
            for player in one.players:
                if player in found:
                    found[player].append(one)
        return found

    def player(self, number: int) -> Player:
        """The player with this id."""
        return next(one for one in self.players if one.id == number)

    def active(self, number: int) -> list[Player]:
        """Those who can be paired in round ``number``, the best seed first."""
        there = (one for one in self.players if one.out is None and one.enters <= number)
        return sorted(there, key=lambda one: one.seed)

    def with_round(self, new: Sequence[Pairing]) -> Self:
        """The same with another round."""
        return replace(self, pairings=(*self.pairings, *new))

    def last_round(self) -> int | None:
        """How many rounds there will be; None: that depends on the results."""
        if self.system is System.SWISS:
            return self.rounds
        if self.system is System.ROUND_ROBIN:
            return len(self.players) - 1 + len(self.players) % 2
        return None
