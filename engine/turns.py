"""The course of a match: its turns, which of their moves stand, and what the players have asked.

Turns are only ever added, so taking a move back is a turn too: this module works out which moves
still stand. Some turns are not moves of any game:

==============  ================================================================================
``undo``        takes back one's own last move, within `UNDO_WITHIN` and while nobody has answered;
                only once until the game has gone on by a move
``back``        takes back one's own last move with all moves since, without asking; any number of
                times. Only the program that runs the match knows whether all others are computers
``ask undo``    asks for that later: back to before one's own last move, with all moves since
``ask cancel``  proposes to end the match without a result
``ask win 1``   proposes to end it as won by seat 1
``ask draw``    proposes to end it as a draw
``ask computer 1 3``  proposes that a computer of level 3 plays on for seat 1, whose player has
                left, or leaves by that and asks for it
``ask fill``    proposes to fill the rest of the board, since it is proved who wins
``allow``       one of the others agrees; when all have, it is done
``refuse``      one of the others disagrees, or the one who asked has second thoughts
``resign``      gives the match up: with more than one player left, the others play on
``timeout``     the player ran out of time: the same
``overdue``     the same, but by agreement it is not a ``timeout`` until one of the others claims it
``give``        one of them gives that player more time instead
``annulled``    the player ran out of time before either of two had placed two stones: nobody lost
``gone``        the place where it was played is gone
``void``        a moderator ends it: nobody has won or lost
``adjudged 1``  a moderator ends it as won by seat 1, or as a draw: ``adjudged draw``
==============  ================================================================================

A move refuses what was asked, or withdraws it. The moves that fill the rest of a board are turns
like any others, but nobody took them. A seat whose player has left passes from then on:
those passes are turns like any others, but nobody took them. If a computer takes the seat over, it
passes no more, and those of the passes that nobody has answered yet are taken back. Not here:
positions, rules of games.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from datetime import UTC, datetime, timedelta
from enum import StrEnum
from typing import Any, Self

from engine.position import MoveError, OutOfTurn, OutOfTurnError, names_a_point

RESIGN, TIMEOUT, GONE = "resign", "timeout", "gone"
OVERDUE, GIVE = "overdue", "give"
ANNULLED = "annulled"
"""Time ran out before either of two players had placed two stones: nobody has lost."""
UNDO, BACK, ALLOW, REFUSE, ASK = "undo", "back", "allow", "refuse", "ask"
VOID, ADJUDGED, DRAW = "void", "adjudged", "draw"
NO_MOVES = (
    *(RESIGN, TIMEOUT, OVERDUE, GIVE, ANNULLED, GONE, VOID),
    *(UNDO, BACK, ALLOW, REFUSE),
)
"""The turns of one word that are not moves."""
PASS = "pass"
"""A move; games for more than two players let everybody pass at any time."""
UNDO_WITHIN = timedelta(seconds=60)
NO_TIME = datetime(1970, 1, 1, tzinfo=UTC)
"""The time of a turn if it is unknown, or if nobody took the turn: in a lesson, or as a trial."""


@dataclass(frozen=True, slots=True)
class Turn:
    """A seat's action: ``text`` is a move as `Position.write` gives it, or a turn listed above."""

    seat: int
    text: str
    at: datetime
    left: timedelta | None = None
    """The time that was left for it; None if nobody noted that."""
    planned: bool = False
    """True for a move that its player had planned as the answer to the turn before it; and for one
    that opened what was sealed, or was drawn, which nobody made just then either."""


class Wish(StrEnum):
    """Something that a player can ask of the others."""

    TAKE_BACK = "undo"
    CANCEL = "cancel"
    WIN = "win"
    DRAW = "draw"
    COMPUTER = "computer"
    FILL = "fill"


ENDS = (Wish.CANCEL, Wish.WIN, Wish.DRAW)
"""The wishes that end the match if all agree."""
LEVELS = range(1, 100)
"""The levels that a computer may have: more than there are, for the records of later ones."""


@dataclass(frozen=True, slots=True)
class Request:
    """Something that a seat has asked of the others."""

    seat: int
    wish: Wish
    number: int
    """The number of the turn that asked; the first turn of a match is number 1."""
    winner: int | None = None
    """The seat to be declared the winner."""
    back: int = 0
    """How many moves to take back."""
    seat_left: int | None = None
    """The seat that a computer is to take over."""
    level: int | None = None
    """That computer's level."""
    allowed: frozenset[int] = frozenset()
    """The seats of the others that have agreed."""


class RequestRefusal(StrEnum):
    """Why a turn that is not a move is refused."""

    NOTHING = "nothing to take back"
    ANSWERED = "answered"
    UNDONE = "undone before"
    TOO_LATE = "too late"
    NOT_BEGUN = "not begun"
    ASKED = "asked already"
    ASKED_BEFORE = "asked before"
    """Asking notifies the others, so once for each move of the game must do."""
    NOTHING_ASKED = "nothing asked"
    OWN_REQUEST = "own request"
    ALLOWED = "allowed already"
    NO_SUCH_SEAT = "no such seat"
    NO_SUCH_WISH = "no such wish"
    NOT_LEFT = "not left"
    """A computer plays on only for somebody who has left, or for the one who asks."""
    NOT_DECIDED = "not decided"
    """The rest is filled only where it is proved who wins."""
    TWO_PLAYERS = "two players"
    """Of two, nobody can be replaced: who leaves has lost."""
    NOT_OVERDUE = "not overdue"
    """There is nothing to claim: nobody is out of time."""
    OWN_TIME = "own time"
    """There is nothing to claim: nobody else is out of time."""


class RequestRefusedError(MoveError):
    """A turn that is not a move, and is not possible now."""

    def __init__(self, why: RequestRefusal) -> None:
        super().__init__(why)
        self.why = why


def is_move(text: str) -> bool:
    """True if the text of a turn is meant as a move; all other turns are listed above."""
    return text not in NO_MOVES and text.split()[:1] not in ([ASK], [ADJUDGED])


def asking(wish: Wish, winner: int | None = None) -> str:
    """The text of the turn that asks for ``wish``."""
    return f"{ASK} {wish}" if winner is None else f"{ASK} {wish} {winner}"


def asking_for_computer(seat: int, level: int) -> str:
    """The text of the turn that asks for a computer of ``level`` in the place of ``seat``."""
    return f"{ASK} {Wish.COMPUTER} {seat} {level}"


def adjudging(winner: int | None) -> str:
    """The text of a moderator's turn that lets the seat ``winner`` win; None: nobody, a draw."""
    return f"{ADJUDGED} {DRAW if winner is None else winner}"


@dataclass(frozen=True, slots=True)
class TurnLog:
    """The state that results from the turns so far."""

    count: int = 0
    """The number of turns."""
    moves: tuple[Turn, ...] = ()
    """The turns that are moves and still stand."""
    board_turn: int = 0
    """The number of turns after which the board came to be as it is."""
    last: Turn | None = None
    last_action: Turn | None = None
    """The last turn that somebody took: not a pass of a seat whose player has left, nor a move that
    fills the rest of the board."""
    filled_after: int | None = None
    """How many of ``moves`` there were when all agreed to fill the rest of the board, if they have:
    nobody took the moves since then."""
    automatic_passes: int = 0
    """The number of such passes at the end of ``moves``."""
    departed: tuple[int, ...] = ()
    """The seats whose players have left, in the order in which they left."""
    left_after: Mapping[int, int] = field(default_factory=dict[int, int])
    """For each of `departed`: how many of ``moves`` were before."""
    taken_over: Mapping[int, int] = field(default_factory=dict[int, int])
    """The seats that computers have taken over; for each, how many of ``moves`` were before."""
    furthest: int = 0
    """The most moves that have ever stood."""
    undone: int = 0
    """How many moves stood when somebody last took one back without asking."""
    asked: frozenset[int] = frozenset()
    """The seats that have asked for something since the game last went on by a move."""
    request: Request | None = None
    """The request that waits for an answer."""
    settled: Request | None = None
    """The request that the last turn settled: all have agreed."""
    dropped: Request | None = None
    """The request that the last turn refused or withdrew."""
    taken_back: tuple[Turn, ...] = ()
    """The moves that the last turn took back."""
    overdue: int | None = None
    """The seat that is out of time, while the others may claim that."""
    ruled: bool = False
    """True if the last turn was a moderator's, who has ended the match."""
    adjudged: int | None = None
    """The seat that a moderator has declared the winner."""

    @property
    def begun(self) -> bool:
        """True if a stone has been placed."""
        return any(names_a_point(turn.text) for turn in self.moves)

    @property
    def withdrawn(self) -> bool:
        """True if the last turn refused the request of its own seat."""
        last, dropped = self.last, self.dropped
        if last is None or dropped is None or last.text != REFUSE:
            return False
        return last.seat == dropped.seat

    def closed(self, seats: int) -> bool:
        """True if the last turn has ended the match, whatever the position."""
        if self.settled is not None and self.settled.wish in ENDS:
            return True
        gone = self.last is not None and self.last.text == GONE
        return gone or self.ruled or len(self.departed) >= seats - 1 > 0

    def after(self, turn: Turn, seats: int) -> Self:
        """The log with one more turn; it does not judge whether a move is legal.

        Raises `RequestRefusedError`, and `OutOfTurnError` if the match is closed.
        """
        if self.closed(seats):
            raise OutOfTurnError(OutOfTurn.OVER)
        match turn.text.split():
            case ["undo"]:
                if refusal := self.why_not_undo(turn.seat, turn.at):
                    raise RequestRefusedError(refusal)
                number = len(self.until_to_move(turn.seat))
                back = self._back(turn, number, dropped=self.request)
                return replace(back, undone=len(self.moves) - self.automatic_passes)
            case ["back"]:
                if not (number := len(self.until_to_move(turn.seat))):
                    raise RequestRefusedError(RequestRefusal.NOTHING)
                return self._back(turn, number, dropped=self.request)
            case ["ask", *wanted]:
                request = self._asked(turn, wanted, seats)
                return self._next(turn, request=request, asked=self.asked | {turn.seat})
            case ["allow"]:
                return self._allowed(turn, seats)
            case ["refuse"]:
                if self.request is None:
                    raise RequestRefusedError(RequestRefusal.NOTHING_ASKED)
                return self._next(turn, dropped=self.request)
            case ["resign" | "timeout" | "annulled"]:
                return self._next(
                    turn,
                    departed=(*self.departed, turn.seat),
                    left_after={**self.left_after, turn.seat: len(self.moves)},
                    dropped=self.request,
                    overdue=None if turn.seat == self.overdue else self.overdue,
                )
            case ["overdue"]:
                return self._next(turn, overdue=turn.seat, request=self.request)
            case ["give"]:
                self.late_for(turn.seat)
                return self._next(turn, overdue=None, request=self.request)
            case ["gone"]:
                return self._next(turn)
            case ["void"] | ["adjudged", "draw"]:
                return self._next(turn, ruled=True)
            case ["adjudged", *winner]:
                return self._next(turn, ruled=True, adjudged=self._seat(winner, seats))
            case _:
                return self._moved(turn)

    def late_for(self, seat: int) -> int:
        """The seat that is out of time, which ``seat`` may claim.

        Raises `RequestRefusedError` if nobody else is.
        """
        if self.overdue is None:
            raise RequestRefusedError(RequestRefusal.NOT_OVERDUE)
        if self.overdue == seat:
            raise RequestRefusedError(RequestRefusal.OWN_TIME)
        return self.overdue

    def why_not_undo(self, seat: int, now: datetime) -> RequestRefusal | None:
        """Why ``seat`` may not take its last move back without asking; None if it may."""
        if not any(move.seat == seat for move in self.moves):
            return RequestRefusal.NOTHING
        last = self.moves[len(self.moves) - 1 - self.automatic_passes]
        if last.seat != seat:
            return RequestRefusal.ANSWERED
        if now - last.at > UNDO_WITHIN:
            return RequestRefusal.TOO_LATE
        return (
            RequestRefusal.UNDONE
            if len(self.moves) - self.automatic_passes <= self.undone
            else None
        )

    @property
    def filled(self) -> tuple[Turn, ...]:
        """The moves that filled the rest of the board, if all had agreed to that."""
        return () if self.filled_after is None else self.moves[self.filled_after :]

    @property
    def asked_for(self) -> tuple[Turn, ...]:
        """The moves that somebody wants to take back."""
        return self.moves[-self.request.back :] if self.request and self.request.back else ()

    def departures(self, seats: int) -> dict[int, int]:
        """The seats whose players left and the match went on; for each, the moves before that."""
        last_ended_it = len(self.departed) >= seats - 1
        went_on = self.departed[:-1] if last_ended_it else self.departed
        return {seat: self.left_after[seat] for seat in went_on}

    def playing(self, seats: int) -> tuple[int, ...]:
        """The seats whose players have not left."""
        return tuple(seat for seat in range(seats) if seat not in self.departed)

    def waits_for(self, seats: int) -> tuple[int, ...]:
        """The seats that have yet to answer the request."""
        asked = self.request
        if asked is None:
            return ()
        answered = {asked.seat, *asked.allowed}
        return tuple(seat for seat in self.playing(seats) if seat not in answered)

    def until_to_move(self, seat: int) -> tuple[Turn, ...]:
        """The moves to take back so that ``seat`` can make its last move again; perhaps none."""
        for number in reversed(range(len(self.moves))):
            if self.moves[number].seat == seat:
                return self.moves[number:]
        return ()

    def _moved(self, turn: Turn) -> Self:
        moves = (*self.moves, turn)
        on = len(moves) > self.furthest
        return self._next(
            turn,
            moves=moves,
            board_turn=self.count + 1,
            automatic_passes=self.automatic_passes + 1 if turn.seat in self.departed else 0,
            furthest=len(moves) if on else self.furthest,
            asked=frozenset() if on else self.asked,
            dropped=self.request,
            overdue=None,
        )

    def _asked(self, turn: Turn, wanted: Sequence[str], seats: int) -> Request:
        if not wanted or wanted[0] not in list(Wish):
            raise RequestRefusedError(RequestRefusal.NO_SUCH_WISH)
        wish, about = Wish(wanted[0]), wanted[1:]
        if self.request is not None:
            raise RequestRefusedError(RequestRefusal.ASKED)
        if turn.seat in self.asked:
            raise RequestRefusedError(RequestRefusal.ASKED_BEFORE)
        back = len(self.until_to_move(turn.seat)) if wish is Wish.TAKE_BACK else 0
        if wish is Wish.TAKE_BACK and not back:
            raise RequestRefusedError(RequestRefusal.NOTHING)
        if wish in (Wish.WIN, Wish.DRAW) and not self.begun:
            raise RequestRefusedError(RequestRefusal.NOT_BEGUN)
        request = Request(turn.seat, wish, self.count + 1, back=back)
        if wish is Wish.WIN:
            return replace(request, winner=self._seat(about, seats))
        if wish is Wish.COMPUTER:
            seat_left, level = self._seat_and_level(turn.seat, about, seats)
            return replace(request, seat_left=seat_left, level=level)
        return request

    def _seat_and_level(self, asker: int, said: Sequence[str], seats: int) -> tuple[int, int]:
        """The seat that a computer is said to take over, and its level.

        Raises `RequestRefusedError` unless ``asker`` plays for that seat, or its player has left.
        """
        if seats <= 2:
            raise RequestRefusedError(RequestRefusal.TWO_PLAYERS)
        if len(said) != 2 or said[1] not in map(str, LEVELS):
            raise RequestRefusedError(RequestRefusal.NO_SUCH_WISH)
        if said[0] not in map(str, (*self.departed, asker)):
            raise RequestRefusedError(RequestRefusal.NOT_LEFT)
        return int(said[0]), int(said[1])

    def _seat(self, said: Sequence[str], seats: int) -> int:
        """The seat that is said to win. Raises `RequestRefusedError` unless it still plays."""
        if [*said] not in [[str(seat)] for seat in self.playing(seats)]:
            raise RequestRefusedError(RequestRefusal.NO_SUCH_SEAT)
        return int(said[0])

    def _allowed(self, turn: Turn, seats: int) -> Self:
        request = self.request
        if request is None:
            raise RequestRefusedError(RequestRefusal.NOTHING_ASKED)
        if turn.seat == request.seat:
            raise RequestRefusedError(RequestRefusal.OWN_REQUEST)
        if turn.seat in request.allowed:
            raise RequestRefusedError(RequestRefusal.ALLOWED)
        request = replace(request, allowed=request.allowed | {turn.seat})
        agreed = replace(self, request=request)
        if agreed.waits_for(seats):
            return self._next(turn, request=request)
        if request.wish is Wish.TAKE_BACK:
            return self._back(turn, request.back, settled=request)
        if request.wish is Wish.COMPUTER:
            return self._taken_over(turn, request)
        if request.wish is Wish.FILL:
            return self._next(turn, settled=request, filled_after=len(self.moves))
        return self._next(turn, settled=request)

    def _taken_over(self, turn: Turn, request: Request) -> Self:
        """A computer takes a seat over, and its turn if the player left at it just now."""
        seat = request.seat_left
        departed = tuple(left for left in self.departed if left != seat)
        passes = [move.seat for move in self.moves[len(self.moves) - self.automatic_passes :]]
        left_after = {left: since for left, since in self.left_after.items() if left != seat}
        log = replace(self, departed=departed, left_after=left_after)
        if seat not in passes:
            log = log._next(turn, settled=request)
        else:
            log = log._back(turn, len(passes) - passes.index(seat), settled=request)
        assert seat is not None
        overdue = None if seat == log.overdue else log.overdue
        taken_over = {**self.taken_over, seat: len(log.moves)}
        return replace(log, taken_over=taken_over, overdue=overdue)

    def _back(
        self,
        turn: Turn,
        number: int,
        *,
        settled: Request | None = None,
        dropped: Request | None = None,
    ) -> Self:
        left = len(self.moves) - number
        return self._next(
            turn,
            moves=self.moves[:-number],
            filled_after=None,
            left_after=_clipped(self.left_after, left),
            taken_over=_clipped(self.taken_over, left),
            board_turn=self.count + 1,
            automatic_passes=self._passes_at_the_end(self.moves[:-number]),
            settled=settled,
            dropped=dropped,
            taken_back=self.moves[-number:],
            overdue=None,
        )

    def _passes_at_the_end(self, moves: tuple[Turn, ...]) -> int:
        """How many passes of seats whose players have left are at the end of ``moves``."""
        number = 0
        while number < len(moves) and self._is_automatic(moves[-1 - number]):
            number += 1
        return number

    def _is_automatic(self, turn: Turn) -> bool:
        return turn.text == PASS and turn.seat in self.departed

    def _follows_by_itself(self, turn: Turn) -> bool:
        return self._is_automatic(turn) or (self.filled_after is not None and is_move(turn.text))

    def _next(self, turn: Turn, **changes: Any) -> Self:
        """The log after ``turn``; ``request``, ``settled`` and so on are of the last turn only."""
        lately = {"request": None, "settled": None, "dropped": None, "taken_back": ()}
        return replace(
            self,
            **{
                **lately,
                "count": self.count + 1,
                "last": turn,
                "last_action": self.last_action if self._follows_by_itself(turn) else turn,
                **changes,
            },
        )


def _clipped(since: Mapping[int, int], moves: int) -> dict[int, int]:
    """``since`` after all but the first ``moves`` were taken back."""
    return {seat: min(number, moves) for seat, number in since.items()}
