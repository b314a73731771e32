"""Atari Go on a hexagonal board: whoever captures first wins.

A game that is in no list: one file, put into ``engine/games``, is all it needs. Neighbouring stones
of one colour form a group, and empty points beside it are its liberties. A stone that takes the
last liberty of a group captures it and wins. Suicide is illegal. A player who cannot place a stone
passes and loses. There are no points.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Self

from engine import groups
from engine.board import hexhex
from engine.game import Game, Measure, Option, Options
from engine.position import Declaration, IllegalMoveError, IllegalReason, Position, Result


@dataclass(frozen=True, slots=True)
class AtariGo(Position):
    """A position of Atari Go; seats have the colours of their numbers."""

    DECLARATIONS = ("pass",)

    placed: Mapping[int, int]
    removed: Mapping[int, int]
    winner: int | None

    @property
    def to_move(self) -> int | None:
        return None if self.winner is not None else self.ply % 2

    @property
    def colours(self) -> tuple[int, ...]:
        return (0, 1)

    @property
    def stones(self) -> Mapping[int, int]:
        return self.placed

    @property
    def captured(self) -> Mapping[int, int]:
        return self.removed

    def _place(self, point: int) -> Self:
        mover, stones = self.ply % 2, {**self.placed, point: self.ply % 2}
        dead = [g for g in groups.groups(stones, self._beside) if not self._free(g, stones)]
        taken = {p: 1 - mover for group in dead if stones[group[0]] != mover for p in group}
        if dead and not taken:
            raise IllegalMoveError(IllegalReason.SUICIDE)
        left = {p: colour for p, colour in stones.items() if p not in taken}
        return self._after(last=point, placed=left, removed=taken, winner=mover if taken else None)

    def _declare(self, word: str) -> Self:
        del word
        if not self.declarations():
            raise IllegalMoveError(IllegalReason.MUST_PLACE)
        return self._after(removed={}, winner=1 - self.ply % 2)

    def declarations(self) -> tuple[Declaration, ...]:
        stuck = not any(self._is_legal(p) for p in range(len(self.board)) if not self.occupied(p))
        return (Declaration("pass"),) if self.to_move is not None and stuck else ()

    def result(self) -> Result | None:
        return None if self.winner is None else Result((1, 2) if self.winner == 0 else (2, 1))

    def groups(self) -> tuple[tuple[int, ...], ...]:
        return groups.groups(self.placed, self._beside)

    def liberties(self, group: Iterable[int]) -> tuple[int, ...]:
        return self._free(group, self.placed)

    def _free(self, group: Iterable[int], stones: Mapping[int, int]) -> tuple[int, ...]:
        return groups.liberties(group, stones, self._beside)

    def _beside(self, point: int) -> Iterable[int]:
        return self.board.neighbours[point]


def _start(options: Options, seats: int) -> AtariGo:
    assert seats == 2
    return AtariGo(hexhex(int(options["size"] or 0)), 0, None, {}, {}, None)


GAME = Game(
    key="atari",
    name="Atari Go",
    summary="Capture first on a hexagonal board",
    ruleset="atari-1",
    colours=("B", "W"),
    seats=range(2, 3),
    options=(Option("size", "Points on each side", 4, int, (2, 6), measure=Measure.SIDE),),
    start=_start,
)
