"""Variations: the moves of a game as a tree, with comments and marks on its positions.

The nodes are numbered, parents before their children: 0 is the beginning, the next ones are the
moves of the main line, and after them come those of the variations.
"""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import NamedTuple, Self

from engine.position import MoveError, Position

LONGEST_COMMENT = 4000
"""The most characters of a comment that are kept."""
LONGEST_LABEL = 20
MOST_BRANCHES = 2000
"""The most moves in the variations of a file, which bounds the time that reading takes."""
JOINER = "\u200d"
"""It makes one emoji of several."""


def lines_of(text: str, longest: int = LONGEST_COMMENT, newline: str = "\n") -> str:
    """A text without what some form of file cannot carry, such as tabs; its lines are kept."""
    whole = text.encode("utf-8", "replace").decode().replace("\r\n", "\n").replace("\r", "\n")
    kept = (c if c.isprintable() or c in (JOINER, "\n") else " " for c in whole)
    return "".join(kept).replace("\n", newline)[:longest].strip()


class MarkSign(StrEnum):
    """The marks of SGF on a point, beside letters."""

    TRIANGLE = "triangle"
    SQUARE = "square"
    CIRCLE = "circle"
    CROSS = "cross"


@dataclass(frozen=True, slots=True)
class Note:
    """What is written on a position."""

    comment: str = ""
    marks: Mapping[str, MarkSign] = field(default_factory=dict[str, MarkSign])
    """By the name of the point."""
    labels: Mapping[str, str] = field(default_factory=dict[str, str])
    """Letters or short texts, by the name of the point."""

    def __post_init__(self) -> None:
        """Keep what every form of file can carry."""
        object.__setattr__(self, "comment", lines_of(self.comment))
        labels = {point: lines_of(text, LONGEST_LABEL, " ") for point, text in self.labels.items()}
        object.__setattr__(self, "labels", {point: text for point, text in labels.items() if text})

    @property
    def empty(self) -> bool:
        """True if there is nothing in it."""
        return not (self.comment or self.marks or self.labels)


EMPTY = Note()


class IllegalBranchError(Exception):
    """The move of a ``node`` is illegal in the position ``before`` it."""

    def __init__(self, node: int, before: Position, cause: MoveError) -> None:
        super().__init__(str(cause))
        self.node = node
        self.before = before
        self.cause = cause


class Branch(NamedTuple):
    """A move, and the node of the position in which it is made."""

    parent: int
    move: str
    """As `Position.write` gives it."""


@dataclass(frozen=True, slots=True)
class Tree:
    """The moves of a game with variations. Every change makes a new tree."""

    moves: tuple[Branch, ...] = ()
    """Those of node 1, 2 and so on."""
    main: int = 0
    """How many of them are the main line."""
    notes: Mapping[int, Note] = field(default_factory=dict[int, Note])
    """By node; no empty ones."""

    @classmethod
    def of(cls, line: Iterable[str]) -> Self:
        """The tree that is only a main line."""
        moves = tuple(Branch(*numbered) for numbered in enumerate(line))
        return cls(moves, len(moves))

    @property
    def bare(self) -> bool:
        """True if it has neither variations nor notes."""
        return len(self.moves) == self.main and not self.notes

    def __contains__(self, node: int) -> bool:
        """True if there is a node of this number."""
        return 0 <= node <= len(self.moves)

    def children(self) -> list[list[int]]:
        """By node, the nodes after it, that of the main line first."""
        after: list[list[int]] = [[] for _ in range(len(self.moves) + 1)]
        for node, branch in enumerate(self.moves, start=1):
            after[branch.parent].append(node)
        return after

    def parent(self, node: int) -> int:
        """The node before ``node``; the beginning comes before itself."""
        return self.moves[node - 1].parent if node else 0

    def path(self, node: int) -> list[int]:
        """The nodes from the beginning, which is not among them, to ``node``."""
        found = list[int]()
        while node:
            found.append(node)
            node = self.parent(node)
        return found[::-1]

    def line(self, node: int) -> list[str]:
        """The moves from the beginning to ``node``."""
        return [self.moves[step - 1].move for step in self.path(node)]

    def note(self, node: int) -> Note:
        """What is written on a position."""
        return self.notes.get(node, EMPTY)

    def noted(self, node: int, note: Note) -> Self:
        """The tree with ``note`` on a position, in place of what was written there."""
        notes = {n: known for n, known in self.notes.items() if n != node}
        return replace(self, notes=notes if note.empty else {**notes, node: note})

    def play(self, node: int, move: str) -> tuple[Self, int]:
        """The tree with a move after ``node``, and the node of that move, which may be known."""
        branch = Branch(node, move)
        if branch in self.moves:
            return self, self.moves.index(branch) + 1
        return replace(self, moves=(*self.moves, branch)), len(self.moves) + 1

    def without(self, node: int) -> Self:
        """The tree without a move of a variation and what follows it."""
        gone = {node}
        for number, branch in enumerate(self.moves, start=1):
            if branch.parent in gone:
                gone.add(number)
        return self._only([n for n in range(len(self.moves) + 1) if n not in gone])

    def with_all_of(self, other: Self) -> Self:
        """The tree with the variations and notes of another tree of the same game."""
        known = {branch: node for node, branch in enumerate(self.moves, start=1)}
        moves, here = list(self.moves), {0: 0}
        for node, (parent, move) in enumerate(other.moves, start=1):
            branch = Branch(here[parent], move)
            if branch not in known:
                moves.append(branch)
                known[branch] = len(moves)
            here[node] = known[branch]
        notes = {here[node]: note for node, note in other.notes.items()}
        return replace(self, moves=tuple(moves), notes={**notes, **self.notes})

    def in_order(self) -> Self:
        """The same tree, numbered as files have it: each variation in one piece."""
        children, order, left = self.children(), list[int](), [0]
        while left:
            order.append(left.pop())
            left += reversed(children[order[-1]])
        return self._only(order)

    def positions(self, first: Position) -> Iterator[tuple[int, Position, Position]]:
        """Each node but 0 with the positions before and after its move, parents before children.

        ``first``: the position at the beginning. Raises `IllegalBranchError` about one of the moves
        that are illegal.
        """
        children = largest_first([0, *(branch.parent for branch in self.moves)])
        left = [(child, first) for child in children[0]]
        while left:
            node, before = left.pop()
            try:
                after = before.play(before.read(self.moves[node - 1].move))
            except MoveError as error:
                raise IllegalBranchError(node, before, error) from error
            yield node, before, after
            left += [(child, after) for child in children[node]]

    def _only(self, kept: Sequence[int]) -> Self:
        """The tree of some nodes, numbered anew."""
        new = {node: number for number, node in enumerate(kept)}
        branches = [self.moves[node - 1] for node in kept[1:]]
        moves = tuple(Branch(new[parent], move) for parent, move in branches)
        notes = {new[node]: note for node, note in self.notes.items() if node in new}
        return replace(self, moves=moves, notes=notes)


def largest_first(parents: Sequence[int]) -> list[list[int]]:
    """By node, the nodes after it, those with the most nodes behind them first.

    ``parents``: the node before each, which has a smaller number; that of 0 does not matter. So a
    walk that always goes on with the last node on its list holds the positions of a dozen nodes,
    not of thousands: each one that waits has at least as much behind it as what comes before it.
    """
    after: list[list[int]] = [[] for _ in parents]
    sizes = [1] * len(parents)
    for node in range(len(parents) - 1, 0, -1):
        sizes[parents[node]] += sizes[node]
        after[parents[node]].append(node)
    for nodes in after:
        nodes.sort(key=sizes.__getitem__, reverse=True)
    return after
