"""A game that a program plays: its settings and its turns, all of which can be taken back.

People play a `Match` and ask each other before they take moves back; a program that drives one by
commands goes back and forth as it likes, changes the settings and starts again.
"""

from collections.abc import Iterable
from typing import Self

from engine.game import Game, Measure, Options, OptionValue, Setup
from engine.match import Match
from engine.outcome import short_result
from engine.position import Position
from engine.record import Record
from engine.turns import NO_TIME, Turn


class GtpSession:
    """One game with its settings; other settings need a new session."""

    def __init__(
        self,
        game: Game,
        chosen: Options,
        seats: int | None = None,
        setup: Setup | None = None,
    ) -> None:
        """A new game for ``seats`` players, by default the fewest possible.

        Options that are not ``chosen`` are at their defaults, except that komi is 0 rather than
        left for the players to settle. Raises `OptionError`.
        """
        seats = game.seats[0] if seats is None else seats
        game.check_seats(seats)
        no_komi = {o.key: 0 for o in game.measured(Measure.KOMI) if o.default is None}
        self.game, self.seats = game, seats
        self.options: Options = game.settle({**no_komi, **chosen}, seats)
        self.match = Match.start(game, self.options, seats, setup)
        """The game as it stands."""
        self._turns: list[Turn] = []
        self._steps: list[int] = []
        """How many turns there were before each move that was made."""

    @classmethod
    def of(cls, match: Match, moves: int | None = None) -> Self:
        """The game of ``match`` up to its last move, or after the first ``moves`` that stand."""
        session = cls(match.game, match.options, match.seats, match.setup)
        session._repeat(match.turn_log.moves[:moves])
        return session

    @property
    def position(self) -> Position:
        """The current position."""
        return self.match.position

    def record(self) -> Record:
        """The game so far as a record, without what was taken back."""
        names, turns = ("",) * self.seats, tuple(self._turns)
        return Record(self.game, self.options, names, turns, setup=self.match.setup)

    def changed(self, changes: Options) -> Self:
        """A new game with other options. Raises `OptionError`."""
        return type(self)(self.game, {**self.options, **changes}, self.seats)

    def with_komi(self, komi: OptionValue) -> Self:
        """The same game with other komi, for a game that has komi.

        Raises `OptionError`, and `MoveError` if the moves so far depend on it.
        """
        (option,) = self.game.measured(Measure.KOMI)
        options = {**self.options, option.key: komi}
        session = type(self)(self.game, options, self.seats, self.match.setup)
        session._repeat(self._turns)
        return session

    def take(self, seat: int, text: str) -> None:
        """A move as `Position.write` gives it, or ``resign``. Raises `MoveError`.

        The passes of players who have left follow automatically.
        """
        taken, match = [Turn(seat, text, NO_TIME)], self.match
        match = match.take(taken[0])
        while (due := match.due_pass(NO_TIME)) is not None:
            match = match.take(due)
            taken.append(due)
        self._steps.append(len(self._turns))
        self._turns += taken
        self.match = match

    def undo(self) -> bool:
        """Take back what was done last; False if nothing was."""
        if not self._steps:
            return False
        del self._turns[self._steps.pop() :]
        setup = self.match.setup
        self.match = Match.replay(self.game, self.options, self.seats, self._turns, setup)
        return True

    def _repeat(self, turns: Iterable[Turn]) -> None:
        for turn in turns:
            if turn.seat not in self.match.turn_log.departed:
                self.take(turn.seat, turn.text)

    def verdict(self) -> str:
        """The result, or the result as the board stands, in Go's short form; see `short_result`."""
        return short_result(self.match) or "0"
