"""A position that is only looked at: stones where a test wants them, and no rules."""

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from random import Random
from typing import Self

from engine.board import Board
from engine.position import (
    Declaration,
    Link,
    Position,
    Result,
    ScoreLine,
    Territory,
)


@dataclass(frozen=True, slots=True)
class Still(Position):
    """Whatever it is given; ``relations`` by board edge, None for a game without links."""

    ply: int = field(default=0, kw_only=True)
    last: int | None = field(default=None, kw_only=True)
    placed: Mapping[int, int] = field(default_factory=dict[int, int])
    relations: Mapping[tuple[int, int], Link] | None = None
    removed: Mapping[int, int] = field(default_factory=dict[int, int])
    parts: tuple[Territory, ...] = ()
    controlled: Mapping[int, int] = field(default_factory=dict[int, int])
    anchored: Mapping[int, int] | None = None
    seats: int = 2
    grouped: tuple[tuple[int, ...], ...] = ()
    """Groups, for games that know such a thing."""
    breaths: Mapping[int, tuple[int, ...]] | None = None
    """The liberties of each group by its first point, for games that know such a thing."""

    @property
    def stones(self) -> Mapping[int, int]:
        return self.placed

    @property
    def captured(self) -> Mapping[int, int]:
        return self.removed

    @property
    def to_move(self) -> int | None:
        return None

    @property
    def colours(self) -> tuple[int, ...] | None:
        return tuple(range(self.seats))

    def links(self) -> Mapping[tuple[int, int], Link] | None:
        return self.relations

    def groups(self) -> tuple[tuple[int, ...], ...]:
        return self.grouped or tuple((point,) for point in sorted(self.placed))

    def liberties(self, group: Iterable[int]) -> tuple[int, ...] | None:
        return None if self.breaths is None else self.breaths.get(min(group), ())

    def controllers(self) -> Mapping[int, int]:
        return self.controlled

    def anchor(self) -> Mapping[int, int] | None:
        return self.anchored

    def territories(self) -> tuple[Territory, ...]:
        return self.parts

    def _place(self, point: int) -> Self:
        raise NotImplementedError(point)

    def declarations(self) -> tuple[Declaration, ...]:
        return ()

    def result(self) -> Result | None:
        return None

    def score_lines(self) -> tuple[tuple[ScoreLine, ...], ...]:
        return ()

    def is_declaration(self, word: str) -> bool:
        return word == "pass"


def related(board: Board, stones: Mapping[int, int]) -> dict[tuple[int, int], Link]:
    """The relation of all neighbours of one colour, by the definition in `Link`."""
    found: dict[tuple[int, int], Link] = {}
    for p, q in board.edges:
        if p in stones and stones[p] == stones.get(q):
            witnesses = {stones.get(w) for w in board.neighbours[p] if w in board.neighbours[q]}
            if stones[p] in witnesses:
                found[p, q] = Link.LINKED
            else:
                found[p, q] = Link.OPEN if None in witnesses else Link.CUT
    return found


def scattered(
    board: Board, seed: int, colours: Sequence[int] = (0, 1), filled: float = 0.8
) -> dict[int, int]:
    """Stones on about a part ``filled`` of the points, neighbours often of one colour."""
    random = Random(seed)
    stones: dict[int, int] = {}
    for p, near in enumerate(board.neighbours):
        if random.random() < filled:
            like = [stones[q] for q in near if q in stones]
            stones[p] = random.choice(like if like and random.random() < 0.55 else colours)
    return stones


def parts_of(board: Board, owners: Mapping[int, int | None]) -> tuple[Territory, ...]:
    """One territory for each owner, of the points given for it."""
    by_owner: dict[int | None, list[int]] = {}
    for point, owner in sorted(owners.items()):
        assert 0 <= point < len(board)
        by_owner.setdefault(owner, []).append(point)
    return tuple(Territory(tuple(points), owner) for owner, points in by_owner.items())
