"""Games that exist in the tests only: another board, another number of players, a fault.

*Trio*: three people put black, white and red stones on a square board, or pass. Three passes in a
row end it, as does a full board. Most stones win; a stone is worth a point.
"""

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Self

from engine.board import rectangle
from engine.game import Game, Measure, Option, Options
from engine.position import (
    Declaration,
    Position,
    ScoreLine,
)

SEATS = 3


@dataclass(frozen=True, slots=True)
class Trio(Position):
    """A position of Trio. Nobody is ever captured."""

    DECLARATIONS = ("pass",)

    ply: int = 0
    last: int | None = None
    placed: Mapping[int, int] = field(default_factory=dict[int, int])
    passes: int = 0

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

    def declarations(self) -> tuple[Declaration, ...]:
        return () if self.to_move is None else (Declaration("pass", needs_confirmation=True),)

    def _declare(self, word: str) -> Self:
        del word
        return self._after(passes=self.passes + 1)

    def _place(self, point: int) -> Self:
        stones = {**self.stones, point: self.ply % SEATS}
        return self._after(last=point, passes=0, placed=stones)

    def score_lines(self) -> tuple[tuple[ScoreLine, ...], ...]:
        own = list(self.stones.values())
        return tuple((ScoreLine("stones", own.count(colour)),) for colour in range(SEATS))


class Brittle(Trio):
    """Trio with a fault: a stone on c3 is more than it can bear."""

    __slots__ = ()

    def _place(self, point: int) -> Self:
        if self.board.names[point] == "c3":
            raise RuntimeError("the board is broken")
        return super()._place(point)


class Wordy(Trio):
    """Trio with as many words as points, up to more than a message has room for."""

    __slots__ = ()

    def declarations(self) -> tuple[Declaration, ...]:
        return tuple(Declaration(f"word{number}") for number in range(len(self.board)))


def _game(key: str, kind: type[Trio]) -> Game:
    def start(options: Options, seats: int) -> Trio:
        assert seats == SEATS
        side = int(options["side"] or 0)
        return kind(board=rectangle(side, side))

    return Game(
        key=key,
        name=key.capitalize(),
        summary="Three people fill a square board, for the tests",
        ruleset=f"{key}-1",
        colours=("B", "W", "R"),
        seats=range(SEATS, SEATS + 1),
        options=(Option("side", "Points on each side", 5, int, (3, 7), measure=Measure.SIDE),),
        start=start,
    )


GAME = _game("trio", Trio)
BRITTLE = _game("brittle", Brittle)
WORDY = _game("wordy", Wordy)
TOYS: Mapping[str, Game] = {game.key: game for game in (GAME, BRITTLE)}
