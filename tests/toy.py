"""Games that exist in the tests only: another board, another number of players, a fault.

*Trio*: three people put black, white and red stones on a square board, or pass. Three passes in a
row end it, as does a full board. Most stones win; a stone is worth a point.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field, replace
from typing import Self

from engine.board import Board, rectangle
from engine.position import (
    Declare,
    Game,
    IllegalMoveError,
    Measure,
    Move,
    Option,
    Options,
    Place,
    Position,
    Reason,
    Result,
    ScoreLine,
    Setup,
    Word,
)

SEATS = 3


@dataclass(frozen=True, slots=True)
class Trio(Position):
    """A position of Trio. Nobody is ever captured."""

    grid: Board
    placed: Mapping[int, int] = field(default_factory=dict[int, int])
    ply: int = 0
    passes: int = 0
    last: int | None = None

    @property
    def board(self) -> Board:
        return self.grid

    @property
    def stones(self) -> Mapping[int, int]:
        return self.placed

    @property
    def to_move(self) -> int | None:
        over = self.passes == SEATS or len(self.stones) == len(self.board)
        return None if over else self.ply % SEATS

    @property
    def colours(self) -> tuple[int, ...]:
        return tuple(range(SEATS))

    @property
    def captured(self) -> Mapping[int, int]:
        return {}

    def understands(self, word: str) -> bool:
        return word == "pass"

    def words(self) -> tuple[Word, ...]:
        return () if self.to_move is None else (Word("pass", solemn=True),)

    def play(self, move: Move) -> Self:
        if self.to_move is None:
            raise IllegalMoveError(Reason.OVER)
        after = replace(self, ply=self.ply + 1, last=None)
        if isinstance(move, Declare):
            return replace(after, passes=self.passes + 1)
        point = self.board.index.get(move.point)
        if point is None:
            raise IllegalMoveError(Reason.OFF_BOARD)
        if point in self.stones:
            raise IllegalMoveError(Reason.OCCUPIED)
        stones = {**self.stones, point: self.to_move}
        return replace(after, passes=0, placed=stones, last=point)

    def result(self) -> Result | None:
        return Result.of(self.score()) if self.to_move is None else None

    def score_lines(self) -> tuple[tuple[ScoreLine, ...], ...]:
        own = list(self.stones.values())
        return tuple((ScoreLine("stones", own.count(colour)),) for colour in range(SEATS))


class Brittle(Trio):
    """Trio with a fault: a stone on c3 is more than it can bear."""

    __slots__ = ()

    def play(self, move: Move) -> Self:
        if move == Place("c3"):
            raise RuntimeError("the board is broken")
        return super().play(move)


class Wordy(Trio):
    """Trio with as many words as points, up to more than a message has room for."""

    __slots__ = ()

    def words(self) -> tuple[Word, ...]:
        return tuple(Word(f"word{number}") for number in range(len(self.board)))


def _game(key: str, kind: type[Trio]) -> Game:
    def start(options: Options, seats: int) -> Trio:
        assert seats == SEATS
        side = int(options["side"] or 0)
        return kind(rectangle(side, side))

    def judge(options: Options, setup: Setup) -> Trio:
        assert not setup.stones
        return start({"side": 5, **options}, SEATS)

    return Game(
        key=key,
        name=key.capitalize(),
        summary="Three people fill a square board, for the tests",
        ruleset=f"{key}-1",
        colours=("B", "W", "R"),
        seats=range(SEATS, SEATS + 1),
        options=(Option("side", "Points on each side", 5, int, (3, 7), measure=Measure.SIDE),),
        start=start,
        judge=judge,
    )


GAME = _game("trio", Trio)
BRITTLE = _game("brittle", Brittle)
WORDY = _game("wordy", Wordy)
TOYS: Mapping[str, Game] = {game.key: game for game in (GAME, BRITTLE)}
