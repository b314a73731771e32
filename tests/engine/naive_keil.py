"""Keil a second time, for tests and measurements: as slow and as close to the rule text as it gets.

Plain sets and dictionaries; everything is worked out anew from the sentences of the rules. Only
the board's neighbours are the engine's. What a sentence of the rules says stands above its code.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from functools import cache
from typing import Self

from engine.board import Board
from tests.engine.naive import NaiveRefusalError, Stones

BLACK, WHITE = 0, 1
Snapshot = tuple[frozenset[tuple[int, int]], bool]
"""The board position and whether the button had been taken."""


@cache
def witnesses(board: Board) -> dict[tuple[int, int], frozenset[int]]:
    """For each pair of adjacent points the points adjacent to both."""
    beside = [frozenset(points) for points in board.neighbours]
    return {(p, q): beside[p] & beside[q] for p in range(len(board)) for q in beside[p]}


def linked(board: Board, stones: Stones, p: int, q: int, wording: str) -> bool:
    """Whether two adjacent points are linked; asked of no two stones of different colours."""
    kinds = {stones.get(w) for w in witnesses(board)[p, q]}
    a, b = stones.get(p), stones.get(q)
    if wording == "current":
        # "linked if there is another point adjacent to both that is the same type as at least one
        # of them. Two points are the same type if they are either both empty or both occupied by
        # stones of the same color."
        return a in kinds or b in kinds
    # "Two adjacent empty points are always linked."
    if a is None and b is None:
        return True
    # "Two adjacent same-color stones, or a stone and an adjacent empty point, are linked if there
    # is another point adjacent to both that is not occupied by the other color."
    colour = b if a is None else a
    return bool(kinds & {None, colour})


def reached(board: Board, stones: Stones, start: int, wording: str) -> frozenset[int]:
    """``start`` and all points of its kind that one reaches over steps between linked points."""
    kind, found, unexplored = stones.get(start), {start}, [start]
    while unexplored:
        p = unexplored.pop()
        for q in board.neighbours[p]:
            if q not in found and stones.get(q) == kind and linked(board, stones, p, q, wording):
                found.add(q)
                unexplored.append(q)
    return frozenset(found)


def parts(board: Board, stones: Stones, points: set[int], wording: str) -> set[frozenset[int]]:
    """What is reached from any of these points, each part once."""
    found = set[frozenset[int]]()
    while points:
        part = reached(board, stones, min(points), wording)
        found.add(part)
        points = points - part
    return found


def group_liberties(
    board: Board, stones: Stones, group: frozenset[int], wording: str
) -> frozenset[int]:
    """ "A liberty of a group is an empty point linked to at least one stone in that group." """
    return frozenset(
        q
        for p in group
        for q in board.neighbours[p]
        if q not in stones and linked(board, stones, p, q, wording)
    )


@dataclass(frozen=True)
class NaiveKeil:
    """A position after the pie, if there was one."""

    board: Board
    wording: str
    button: bool
    komi: float = 0
    stones: tuple[tuple[int, int], ...] = ()
    mover: int = BLACK
    taker: int | None = None
    passes: int = 0
    seen: tuple[frozenset[Snapshot], frozenset[Snapshot]] = (frozenset(), frozenset())
    """The positions at the end of all previous turns of Black, and of White."""

    def groups(self, colour: int) -> set[frozenset[int]]:
        """All groups of a colour."""
        stones = dict(self.stones)
        return parts(self.board, stones, {p for p in stones if stones[p] == colour}, self.wording)

    def liberties(self, group: frozenset[int]) -> frozenset[int]:
        """The liberties of a group."""
        return group_liberties(self.board, dict(self.stones), group, self.wording)

    def play(self, point: int) -> Self:
        """The position after a placement."""
        stones = dict(self.stones)
        if point in stones:
            raise NaiveRefusalError("occupied")
        stones[point] = self.mover

        # "After a placement, remove all enemy stones in groups without liberties."
        dead: set[int] = set()
        looked_at: set[int] = set()
        for p in self.suspects(point):
            if stones.get(p) == 1 - self.mover and p not in looked_at:
                group = reached(self.board, stones, p, self.wording)
                looked_at |= group
                if not group_liberties(self.board, stones, group, self.wording):
                    dead |= group
        for p in dead:
            del stones[p]

        # "After all removals, the stone you placed must be part of a group with at least one
        # liberty,"
        own = reached(self.board, stones, point, self.wording)
        if not group_liberties(self.board, stones, own, self.wording):
            raise NaiveRefusalError("suicide")

        # "and the current board position must be different from the board positions at the end of
        # all your previous turns."
        if (frozenset(stones.items()), self.taker is not None) in self.seen[self.mover]:
            raise NaiveRefusalError("repetition")
        return self._end_turn(tuple(stones.items()))

    def suspects(self, point: int) -> Iterable[int]:
        """Where to look for groups without liberties after a stone on ``point``: everywhere."""
        del point
        return range(len(self.board))

    @property
    def over(self) -> bool:
        """ "The game ends when both players pass in succession." """
        return self.passes == 2

    @property
    def unsettled(self) -> bool:
        """Whether there is a group without liberties."""
        return any(not self.liberties(group) for c in (BLACK, WHITE) for group in self.groups(c))

    def declare(self, word: str) -> Self:
        """The position after a pass or taking the button."""
        waits = self.button and self.taker is None
        assert word in ("pass", "button")
        if word == "button":
            if not waits:
                raise NaiveRefusalError("no-button")
            return replace(self, taker=self.mover)._end_turn(self.stones)
        # "If neither player has taken the button yet, you may not pass."
        if waits:
            raise NaiveRefusalError("pass-before-button")
        return replace(self._end_turn(self.stones), passes=self.passes + 1)

    def _end_turn(self, stones: tuple[tuple[int, int], ...]) -> Self:
        now = (frozenset(stones), self.taker is not None)
        black, white = self.seen
        seen = (black | {now}, white) if self.mover == BLACK else (black, white | {now})
        return replace(self, stones=stones, mover=1 - self.mover, passes=0, seen=seen)

    def legal_points(self) -> list[int]:
        """All points where a placement is legal."""
        found: list[int] = []
        for point in range(len(self.board)):
            try:
                self.play(point)
            except NaiveRefusalError:
                continue
            found.append(point)
        return found

    def territories(self) -> set[tuple[frozenset[int], int | None]]:
        """All territories with their owners; one that no stone is linked to has none."""
        stones, wording = dict(self.stones), self.wording
        found: set[tuple[frozenset[int], int | None]] = set()
        for territory in parts(self.board, stones, {*range(len(self.board))} - {*stones}, wording):
            # "You own a territory if all stones linked to points in that territory are of your
            # color."
            colours = {
                stones[q]
                for p in territory
                for q in self.board.neighbours[p]
                if q in stones and linked(self.board, stones, p, q, wording)
            }
            found.add((territory, colours.pop() if len(colours) == 1 else None))
        return found

    def score(self) -> tuple[float, float]:
        """Stones, points in territories, komi in the case of White, half a point for the button."""

        def points(colour: int) -> float:
            stones = sum(c == colour for _, c in self.stones)
            territory = sum(len(points) for points, owner in self.territories() if owner == colour)
            komi = self.komi if colour == WHITE else 0
            return stones + territory + komi + (0.5 if self.taker == colour else 0)

        return points(BLACK), points(WHITE)
