"""A match: a game that people play, with its seats and the ways it can end.

A match is its options and turns; positions follow from replaying them. Some turns are not moves of
the game: somebody resigns or runs out of time. Not here: who the people are, storage, clocks.
"""

from collections.abc import Iterable
from dataclasses import dataclass
from datetime import datetime
from enum import StrEnum
from typing import Self

from engine.position import Game, Options, OutOfTurnError, Place, Position

RESIGN, TIMEOUT = "resign", "timeout"
"""Turns that are no moves of any game."""


@dataclass(frozen=True, slots=True)
class Turn:
    """What a seat did: ``text`` is a move as `Position.write` gives it, or RESIGN or TIMEOUT."""

    seat: int
    text: str
    at: datetime


class Ending(StrEnum):
    """How a match came to its end."""

    SCORE = "score"
    RESIGNATION = "resignation"
    TIMEOUT = "timeout"
    CLOSED = "closed"
    """Time ran out before the first stone: nobody has lost."""


@dataclass(frozen=True, slots=True)
class End:
    """The end of a match."""

    how: Ending
    ranks: tuple[int, ...] | None
    """For each seat its rank, 1 for the winner, ties share a rank; None where nobody has lost."""
    seat: int | None = None
    """Who resigned or ran out of time."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats that share the first place; all of them have tied where there are several."""
        return tuple(seat for seat, rank in enumerate(self.ranks or ()) if rank == 1)


@dataclass(frozen=True, slots=True)
class Match:
    """A match after some turns. Taking a turn makes a new one."""

    game: Game
    options: Options
    seats: int
    position: Position
    ply: int = 0
    """How many turns were taken."""
    last: Turn | None = None
    begun: bool = False
    """Whether a stone has been placed."""
    end: End | None = None

    @classmethod
    def start(cls, game: Game, options: Options, seats: int) -> Self:
        """A new match. Raises `OptionError`."""
        return cls(game, options, seats, game.start(options, seats))

    @classmethod
    def replay(cls, game: Game, options: Options, seats: int, turns: Iterable[Turn]) -> Self:
        """The match after ``turns``."""
        match = cls.start(game, options, seats)
        for turn in turns:
            match = match.take(turn)
        return match

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, None when the match is over."""
        return None if self.end else self.position.to_move

    def take(self, turn: Turn) -> Self:
        """The match after ``turn``. Raises `MoveError`."""
        if self.end:
            raise OutOfTurnError("the match is over")
        if turn.text == RESIGN:
            return self._after(turn, end=self._lost(Ending.RESIGNATION, turn.seat))
        if turn.seat != self.to_move:
            raise OutOfTurnError("it is another seat's turn")
        if turn.text == TIMEOUT:
            closed = End(Ending.CLOSED, None, turn.seat)
            lost = self._lost(Ending.TIMEOUT, turn.seat)
            return self._after(turn, end=lost if self.begun else closed)
        move = self.position.read(turn.text)
        position = self.position.play(move)
        end, result, colours = None, position.result(), position.colours
        if result is not None and colours is not None:
            end = End(Ending.SCORE, tuple(result.ranks[colour] for colour in colours))
        begun = self.begun or isinstance(move, Place)
        return self._after(turn, position=position, begun=begun, end=end)

    def _after(
        self,
        turn: Turn,
        *,
        end: End | None,
        position: Position | None = None,
        begun: bool | None = None,
    ) -> Self:
        return type(self)(
            self.game,
            self.options,
            self.seats,
            self.position if position is None else position,
            self.ply + 1,
            turn,
            self.begun if begun is None else begun,
            end,
        )

    def _lost(self, how: Ending, loser: int) -> End:
        """``loser`` is last, all others share the first place."""
        ranks = (self.seats if seat == loser else 1 for seat in range(self.seats))
        return End(how, tuple(ranks), loser)
