"""The exact value of ends by the engine's own rules: what the core is judged by.

Everything here is `Position`: its legal moves, what they do, when the game is over, its score. For
each goal (a lead that the player to move at the root wants) the search keeps two numbers for each
position: how many positions it takes at least to show that whoever is to move succeeds, and that
the other does. It goes on where the first one is least (proof-number search, depth first).

Nothing is hashed away: positions are one only if all that matters is the same, which is the board,
whose turn it is, passes, the anchor, what can be said, and the set of everything that was there
since the root. So no position recurs, and what was found is exact.
"""

from dataclasses import dataclass, field

from engine.masks import TwoColours
from engine.position import Move, Position

ENDLESS = 10**12
DEEPEST = 300


class TooLongError(Exception):
    """More positions than allowed, or too many turns."""


@dataclass(eq=False, slots=True)
class Node:
    """A position with what was there since the root, and the numbers for one goal."""

    position: Position
    mover: int
    """The seat to move, also when the game is over."""
    history: int
    """As bits: the number of each situation that was there."""
    goal: float | None = None
    effort: int = 1
    against: int = 1
    children: list[tuple[Move, "Node"]] | None = None
    lead: float | None = None
    """That of the first seat, once it was counted, if the game is over."""


@dataclass
class Judge:
    """Solves the end that begins with ``position``, in which two have whole leads."""

    position: Position
    most: int
    """How many positions may be looked at."""
    looked: int = 0
    root: Node = field(init=False)
    _situations: dict[object, int] = field(default_factory=dict[object, int])
    _nodes: dict[object, Node] = field(default_factory=dict[object, Node])

    def __post_init__(self) -> None:
        assert self.position.to_move is not None
        self.root = Node(self.position, self.position.to_move, 0)

    def value(self, guess: float = 0) -> float:
        """The lead of the player to move under best play; a good guess makes it quick.

        Raises `TooLongError`.
        """
        low, high = (sign * len(self.position.board) for sign in (-1, 1))
        goal = max(low + 1, min(high, guess))
        while low < high:
            if self.reaches(goal):
                low, goal = goal, goal + 1
            else:
                high, goal = goal - 1, goal - 1
        return low

    def reaches(self, goal: float, move: Move | None = None) -> bool:
        """Whether the player to move at the root can lead by ``goal``, perhaps by this move.

        Raises `TooLongError`.
        """
        node = self.root
        if move is not None:
            node = next(child for found, child in self._children(node) if found == move)
        self._set(node, goal)
        if node.effort and node.against:
            self._search(node, goal, ENDLESS, ENDLESS, 0)
        return (node.effort == 0) == (node.mover == self.root.mover)

    def _set(self, node: Node, goal: float) -> None:
        """Begin with a goal at this node, unless its numbers are for that already."""
        if node.goal == goal:
            return
        node.goal, node.effort, node.against = goal, 1, 1
        if node.position.to_move is None:
            if node.lead is None:
                first, second = node.position.score()
                node.lead = first - second
            reached = (-node.lead if self.root.mover else node.lead) >= goal
            wins = reached == (node.mover == self.root.mover)
            node.effort, node.against = (0, ENDLESS) if wins else (ENDLESS, 0)

    def _search(
        self, node: Node, goal: float, most_effort: int, most_against: int, depth: int
    ) -> None:
        """Search a position until one of its numbers is as large as these."""
        if depth == DEEPEST:
            raise TooLongError
        children = [child for _, child in self._children(node)]
        for child in children:
            self._set(child, goal)
        while True:
            effort = second = ENDLESS
            total, best = 0, children[0]
            for child in children:
                total += child.effort
                if child.against < effort:
                    effort, second, best = child.against, effort, child
                elif child.against < second:
                    second = child.against
            node.effort = effort
            node.against = ENDLESS if not effort else min(total, ENDLESS)
            if node.effort >= most_effort or node.against >= most_against:
                return
            others = node.against - best.effort
            self._search(best, goal, most_against - others, min(most_effort, second + 1), depth + 1)

    def _children(self, node: Node) -> list[tuple[Move, Node]]:
        if node.children is None:
            node.children = [
                (move, self._after(node, move)) for move in node.position.legal_moves()
            ]
        return node.children

    def _after(self, node: Node, move: Move) -> Node:
        self.looked += 1
        if self.looked > self.most:
            raise TooLongError
        position = node.position.play(move)
        what = _situation(position)
        number = self._situations.setdefault(what, len(self._situations))
        history = node.history | 1 << number
        key = (what, position.passing(), history)
        found = self._nodes.get(key)
        if found is None:
            found = self._nodes[key] = Node(position, 1 - node.mover, history)
        return found


def _situation(position: Position) -> object:
    """The board with all that may be different when it is there again."""
    stones = (
        position.masks if isinstance(position, TwoColours) else frozenset(position.stones.items())
    )
    anchor = position.anchor()
    return (
        stones,
        position.to_move,
        tuple(said.word for said in position.declarations()),
        None if anchor is None else frozenset(anchor.items()),
    )
