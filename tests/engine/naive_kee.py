"""The Kee Rules of Go a second time, for tests: as slow and as close to the text as it gets.

Plain sets and dictionaries; everything is worked out anew from the sentences of the rules. Only
the board's neighbours are the engine's. What a sentence of the rules says stands above its code.
"""

from collections.abc import Iterable
from dataclasses import dataclass, replace
from typing import Self

from engine.board import Board
from tests.engine.naive import NaiveRefusalError, Stones

Stood = frozenset[tuple[int, int]]
"""A board position: points with their colours."""
Situation = tuple[Stood, Stood | None]


@dataclass(frozen=True)
class NaiveKee:
    """A position, with everything that led to it."""

    board: Board
    players: int
    komi: float = 0
    stones: tuple[tuple[int, int], ...] = ()
    mover: int = 0
    anchor: Stood | None = None
    """ "Before all plays ... there is no board position consecutively passed." """
    appeared: tuple[tuple[Situation, int], ...] = ()
    """The situations after each play so far, and whose play was next."""
    passed: tuple[Situation, ...] = ()
    """What each of those who have just passed in a row was to play."""
    first: tuple[Situation, int] | None = None
    """The situation before all plays, and who began; None while this is the one."""
    by_letter: bool = False
    """Whether "for his/her next player" counts: a situation that appeared for others is no bar."""

    @property
    def situation(self) -> Situation:
        """ "the combination of the board position to play and the last board position consecutively
        passed by N-1 players, where N is the number of players." """
        return frozenset(self.stones), self.anchor

    @property
    def over(self) -> bool:
        """ "Game ends if all players consecutively pass the same situation to play." """
        last = self.passed[-self.players :]
        return len(last) == self.players and len(set(last)) == 1

    @property
    def unsettled(self) -> bool:
        """Whether there is a stone without liberty."""
        return bool(self.without_liberty(dict(self.stones), range(self.players)))

    def chain(self, stones: Stones, start: int) -> frozenset[int]:
        """The points of the kind of ``start`` (a colour, or empty) that hang together with it."""
        found, unexplored = {start}, [start]
        while unexplored:
            for q in self.board.neighbours[unexplored.pop()]:
                if q not in found and stones.get(q) == stones.get(start):
                    found.add(q)
                    unexplored.append(q)
        return frozenset(found)

    def beside(self, points: Iterable[int]) -> set[int]:
        """All points that are adjacent to one of these."""
        return {q for p in points for q in self.board.neighbours[p]}

    def without_liberty(self, stones: Stones, colours: Iterable[int]) -> set[int]:
        """All stones of these colours that have no liberty."""
        wanted = set(colours)
        return {
            p
            for p, colour in stones.items()
            if colour in wanted and all(q in stones for q in self.beside(self.chain(stones, p)))
        }

    def placed(self, point: int) -> Stones:
        """What stands on the board after a placement, whether the situation may appear or not."""
        stones = {**dict(self.stones), point: self.mover}
        # "All his/her opponent stones without liberty (if any) would first be removed
        # simultaneously."
        for dead in self.without_liberty(stones, set(range(self.players)) - {self.mover}):
            del stones[dead]
        # "All his/her own stones without liberty (if any) would then be removed."
        for dead in self.without_liberty(stones, {self.mover}):
            del stones[dead]
        return stones

    def repeats(self, point: int) -> int | None:
        """The first play that made the situation which a placement would bring back.

        0 stands for the beginning; None where the situation is new.
        """
        produced = (frozenset(self.placed(point).items()), self.anchor)
        known = [self.first or (self.situation, self.mover), *self.appeared]
        for play, (situation, next_player) in enumerate(known):
            same_player = next_player == (self.mover + 1) % self.players
            if situation == produced and (same_player or not self.by_letter):
                return play
        return None

    def play(self, point: int) -> Self:
        """The position after a placement."""
        if point in dict(self.stones):
            raise NaiveRefusalError("occupied")
        # "A player may not place a stone to produce a situation to play which has ever appeared
        # before in the game for his/her next player."
        if self.repeats(point) is not None:
            raise NaiveRefusalError("repetition")
        return self.next(replace(self, stones=tuple(self.placed(point).items()), passed=()))

    def declare(self, word: str) -> Self:
        """The position after a pass."""
        assert word == "pass"
        after = replace(self, passed=(*self.passed, self.situation))
        # "the last board position consecutively passed by N-1 players": one player has no others.
        others = self.players - 1
        boards = [board for board, _ in after.passed[-others:]] if others else []
        if boards and len(boards) == others and len(set(boards)) == 1:
            after = replace(after, anchor=boards[0])
        return self.next(after)

    def next(self, after: Self) -> Self:
        """ "The resulting board position becomes the board position to play by his/her next
        player." """
        mover = (self.mover + 1) % self.players
        return replace(
            after,
            mover=mover,
            appeared=(*self.appeared, (after.situation, mover)),
            first=self.first or (self.situation, self.mover),
        )

    def end(self) -> int:
        """How many passes in a row it takes to end the game, those up to now included."""
        later = self
        while not later.over:
            later = later.declare("pass")
        return len(later.passed)

    def groups(self) -> set[frozenset[int]]:
        """All groups of all colours."""
        stones = dict(self.stones)
        return {self.chain(stones, p) for p in stones}

    def liberties(self, group: frozenset[int]) -> set[int]:
        """The empty points beside a group."""
        return self.beside(group) - set(dict(self.stones))

    def territories(self) -> set[tuple[frozenset[int], int | None]]:
        """The empty regions, each with the one colour that it touches, if it is one."""
        stones = dict(self.stones)
        found: set[tuple[frozenset[int], int | None]] = set()
        empty = {*range(len(self.board))} - {*stones}
        while empty:
            region = self.chain(stones, min(empty))
            empty -= region
            touched = {stones[q] for q in self.beside(region) if q in stones}
            found.add((region, touched.pop() if len(touched) == 1 else None))
        return found

    def score(self) -> tuple[float, ...]:
        """Stones, points of regions, and komi in the case of the last player."""
        area = [0.0] * (self.players - 1) + [self.komi]
        for _, colour in self.stones:
            area[colour] += 1
        for region, owner in self.territories():
            if owner is not None:
                area[owner] += len(region)
        return tuple(area)
