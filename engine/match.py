"""A match: a game that people play, with its seats and the ways it can end.

A match is its options and turns; positions follow from replaying the moves that stand. Not here:
who the people are, storage, clocks.
"""

from collections import deque
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace
from datetime import datetime
from enum import StrEnum
from typing import Self

from engine.game import Game, Options, Setup
from engine.position import Declare, OutOfTurn, OutOfTurnError, Position, names_a_point
from engine.turns import (
    ANNULLED,
    BACK,
    GONE,
    NO_TIME,
    OVERDUE,
    PASS,
    REFUSE,
    TIMEOUT,
    UNDO,
    VOID,
    RequestRefusal,
    RequestRefusedError,
    Turn,
    TurnLog,
    Wish,
    is_move,
)

NO_TURNS = TurnLog()


def kept(seats: int) -> int:
    """The number of earlier positions that a match keeps at hand, for moves that are taken back.

    Until the game goes on, each seat can ask once, for at most one move of everybody, and one more
    move can be undone without asking.
    """
    return seats * (seats + 1)


class Ending(StrEnum):
    """How a match came to its end."""

    SCORE = "score"
    RESIGNATION = "resignation"
    TIMEOUT = "timeout"
    AGREEMENT = "agreement"
    """The players agreed on who has won, or on a draw."""
    CLOSED = "closed"
    """Time ran out when the match had hardly begun: nobody has lost."""
    CANCELLED = "cancelled"
    """By agreement: nobody has lost."""
    GONE = "gone"
    """The place where it was played is gone: nobody has lost."""
    VOID = "void"
    """A moderator has ended it: nobody has lost."""
    ADJUDGED = "adjudged"
    """A moderator has decided who has won, or that it is a draw."""


@dataclass(frozen=True, slots=True)
class End:
    """The end of a match."""

    how: Ending
    ranks: tuple[int, ...] | None
    """The rank of each seat, 1 for the winner, ties share a rank; None if nobody has lost."""
    seat: int | None = None
    """The seat that resigned or ran out of time."""

    @property
    def winners(self) -> tuple[int, ...]:
        """The seats in first place; if there are several, they have tied."""
        return tuple(seat for seat, rank in enumerate(self.ranks or ()) if rank == 1)


@dataclass(frozen=True, slots=True)
class Match:
    """A match after some turns. Taking a turn makes a new one."""

    game: Game
    options: Options
    seats: int
    position: Position
    shown: Position
    """The same before the automatic passes at the end, if any: what somebody last did."""
    turn_log: TurnLog = NO_TURNS
    end: End | None = None
    before: tuple[Position, ...] = ()
    """The latest of the earlier positions, see `kept`, so that taking back needs no replay."""
    setup: Setup | None = None
    """The stones that stood before the first move, in games from files."""

    @classmethod
    def start(cls, game: Game, options: Options, seats: int, setup: Setup | None = None) -> Self:
        """A new match, from the stones of ``setup`` if there is one. Raises `OptionError`."""
        position = game.begin(options, seats, setup)
        return cls(game, options, seats, position, position, setup=setup)

    @classmethod
    def replay(
        cls,
        game: Game,
        options: Options,
        seats: int,
        turns: Iterable[Turn],
        setup: Setup | None = None,
    ) -> Self:
        """The match after ``turns``; moves that were taken back are not played again.

        Raises `MoveError`, like `take`.
        """
        match = cls.start(game, options, seats, setup)
        turn_log, turns_left = NO_TURNS, list(turns)
        for turn in turns_left[:-1]:
            turn_log = turn_log.after(turn, seats)
        match = match._replayed(turn_log)
        return match.take(turns_left[-1]) if turns_left else match

    @property
    def ply(self) -> int:
        """The number of turns taken, including those that are not moves.

        The number of moves on the board is ``position.ply``.
        """
        return self.turn_log.count

    @property
    def last(self) -> Turn | None:
        """The last turn, if any."""
        return self.turn_log.last

    @property
    def to_move(self) -> int | None:
        """The seat whose turn it is, or None when the match is over."""
        return None if self.end else self.position.to_move

    @property
    def called(self) -> tuple[int, ...]:
        """The seats to notify of the last turn: those that have to do something now.

        All seats at the end, and all that play when one is out of time. Nobody is notified of their
        own turn, so usually none after an undo.
        """
        request, refused, to_move = self.turn_log.request, self.turn_log.dropped, self.to_move
        if to_move is None:
            return tuple(range(self.seats))
        if self.last is not None and self.last.text == OVERDUE:
            return self.turn_log.playing(self.seats)
        if request is not None:
            return self.turn_log.waits_for(self.seats)
        last = self.last
        if refused is not None and last is not None and last.text in (REFUSE, UNDO, BACK):
            others = {refused.seat, to_move} - {last.seat}
            return tuple(sorted(others))
        return () if last is not None and last.text in (UNDO, BACK) else (to_move,)

    @property
    def decided(self) -> int | None:
        """The seat that is proved to win alone, whatever all play; None if nothing is proved."""
        colour, colours = self.position.decided(), self.position.colours
        return None if colour is None or colours is None else colours.index(colour)

    def stands_since(self, ply: int) -> bool:
        """True if the board after ``ply`` turns is still the current one."""
        return self.turn_log.board_turn <= ply <= self.ply

    def asks_on(self, ply: int) -> bool:
        """True if the request that waits for an answer had been made after ``ply`` turns."""
        request = self.turn_log.request
        return request is not None and request.number <= ply <= self.ply

    @property
    def hardly_begun(self) -> bool:
        """True if of two players neither has placed two stones: then nobody loses on time."""
        placed = [turn.seat for turn in self.turn_log.moves if names_a_point(turn.text)]
        return self.seats == 2 and all(placed.count(seat) < 2 for seat in range(2))

    def may_undo(self, seat: int, now: datetime) -> bool:
        """True if ``seat`` may take its last move back without asking."""
        return self.end is None and self.turn_log.why_not_undo(seat, now) is None

    def take(self, turn: Turn) -> Self:
        """The match after ``turn``. Raises `MoveError`."""
        if self.end:
            raise OutOfTurnError(OutOfTurn.OVER)
        if turn.text in (TIMEOUT, OVERDUE, ANNULLED) and turn.seat != self.to_move:
            raise OutOfTurnError(OutOfTurn.OTHER_CLOCK)
        if turn.text == ANNULLED and not self.hardly_begun:
            raise OutOfTurnError(OutOfTurn.BEGUN)
        if turn.seat in self.turn_log.departed and turn.text != PASS:
            raise OutOfTurnError(OutOfTurn.LEFT)
        turn_log = self.turn_log.after(turn, self.seats)
        request = turn_log.request
        if request is not None and request.wish is Wish.FILL and self.decided is None:
            raise RequestRefusedError(RequestRefusal.NOT_DECIDED)
        line = (*self.before, self.position)
        if is_move(turn.text):
            line = (*line[-kept(self.seats) :], _played(self.position, turn))
        elif turn_log.taken_back:
            line = line[: -len(turn_log.taken_back)]
        return (
            self._with(turn_log, line)
            if len(line) > turn_log.automatic_passes
            else self._replayed(turn_log)
        )

    def had_no_choice(self, turn: Turn) -> bool:
        """True if no other move was legal; ``turn``: the last one, or the last before passes of
        the departed."""
        line, passes = (*self.before, self.position), self.turn_log.automatic_passes
        back = 1 if turn == self.turn_log.moves[-1] else 1 + passes
        if len(line) <= back:
            return False
        before = line[-1 - back]
        return before.forced(before.read(turn.text))

    def due_pass(self, at: datetime) -> Turn | None:
        """The turn to take next if the player of the seat to move has left, else None."""
        seat = self.to_move
        return Turn(seat, PASS, at) if seat in self.turn_log.departed else None

    def due_filling(self, at: datetime) -> Turn | None:
        """The move to make next if all have agreed to fill the rest of the board, else None."""
        seat = self.to_move
        if seat is None or self.turn_log.filled_after is None:
            return None
        move = next(self.position.filling(), None)
        return None if move is None else Turn(seat, self.position.write(move), at)

    def ends_by_pass(self) -> bool:
        """True if a pass now, with the automatic ones that follow, would end the match."""
        seat = self.to_move
        if seat is None or self.position.why_not(Declare(PASS)) is not None:
            return False
        at = self.last.at if self.last else NO_TIME
        after = self.take(Turn(seat, PASS, at))
        while (due := after.due_pass(at)) is not None:
            after = after.take(due)
        return after.end is not None

    def after_moves(self, moves: int) -> Self:
        """The match after its first ``moves`` moves; after all of them, as it ended.

        Whoever had left by then has left, and whom a computer had replaced is replaced.
        """
        log = self.turn_log
        if moves >= len(log.moves):
            return self
        stood = log.moves[:moves]
        then = self.replay(self.game, self.options, self.seats, stood, self.setup)
        departures, taken_over = (
            {seat: since for seat, since in all_of_them.items() if since <= moves}
            for all_of_them in (log.departures(self.seats), log.taken_over)
        )
        changed = replace(
            then.turn_log,
            departed=tuple(departures),
            left_after=departures,
            taken_over=taken_over,
        )
        return replace(then, turn_log=changed)

    @property
    def first(self) -> Position:
        """The position before the first move."""
        return self.game.begin(self.options, self.seats, self.setup)

    def _replayed(self, turn_log: TurnLog) -> Self:
        line = deque([self.first], maxlen=kept(self.seats) + 1)
        for turn in turn_log.moves:
            line.append(_played(line[-1], turn))
        return self._with(turn_log, tuple(line))

    def _with(self, turn_log: TurnLog, line: tuple[Position, ...]) -> Self:
        """The match after ``turn_log``; ``line``: the last positions, automatic passes included."""
        position, shown = line[-1], line[-1 - turn_log.automatic_passes]
        return type(self)(
            game=self.game,
            options=self.options,
            seats=self.seats,
            position=position,
            shown=shown,
            turn_log=turn_log,
            end=_end(turn_log, position, self.seats),
            before=line[:-1],
            setup=self.setup,
        )


def _played(position: Position, turn: Turn) -> Position:
    """``position`` after a move. Raises `MoveError`."""
    if turn.seat != position.to_move:
        raise OutOfTurnError(OutOfTurn.OTHER_SEAT)
    return position.play(position.read(turn.text))


def _end(turn_log: TurnLog, position: Position, seats: int) -> End | None:
    """How the match has ended, or None while it runs."""
    last, settled = turn_log.last, turn_log.settled
    if last is not None and last.text == GONE:
        return End(Ending.GONE, None)
    if last is not None and last.text == VOID:
        return End(Ending.VOID, None)
    if turn_log.ruled:
        return End(Ending.ADJUDGED, _won_by(turn_log.adjudged, turn_log, seats))
    if settled is not None and settled.wish is Wish.CANCEL:
        return End(Ending.CANCELLED, None)
    if settled is not None and settled.wish in (Wish.WIN, Wish.DRAW):
        return End(Ending.AGREEMENT, _won_by(settled.winner, turn_log, seats))
    if last is not None and turn_log.closed(seats):
        if last.text == ANNULLED or (last.text == TIMEOUT and not turn_log.begun):
            return End(Ending.CLOSED, None, last.seat)
        how = Ending.TIMEOUT if last.text == TIMEOUT else Ending.RESIGNATION
        left = dict.fromkeys(turn_log.playing(seats), 0)
        return End(how, _ranks(left, turn_log.departed), last.seat)
    result, colours = position.result(), position.colours
    if result is None or colours is None:
        return None
    stands = {seat: result.ranks[colours[seat]] for seat in turn_log.playing(seats)}
    return End(Ending.SCORE, _ranks(stands, turn_log.departed))


def _won_by(winner: int | None, turn_log: TurnLog, seats: int) -> tuple[int, ...]:
    """The rank of each seat if ``winner`` is declared to have won; None: those who stayed tie."""
    lost = {seat: int(winner not in (None, seat)) for seat in turn_log.playing(seats)}
    return _ranks(lost, turn_log.departed)


def _ranks(stands: Mapping[int, int], departed: Sequence[int]) -> tuple[int, ...]:
    """The rank of each seat: those who stayed by how they stand (lower is better), then the rest.

    Those who left later rank before those who left earlier.
    """
    ranks = {seat: 1 + sum(o < own for o in stands.values()) for seat, own in stands.items()}
    ranks |= {seat: len(stands) + 1 + n for n, seat in enumerate(reversed(departed))}
    return tuple(ranks[seat] for seat in sorted(ranks))
