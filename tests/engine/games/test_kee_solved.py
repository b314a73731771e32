"""Small boards of the Kee Rules of Go, solved: what is published of them comes out of our rules.

"The player who plays first shall not win the game" on boards of two rows. The 2x3 board, published
as a draw too, takes millions of positions and is left out.
"""

import json
from dataclasses import dataclass, field
from itertools import permutations
from pathlib import Path
from typing import Any, cast

import pytest

from engine.games.kee import GAME, Kee, Situation
from tests.engine.games.helpers import play

State = tuple[bytes, bytes | None, int, int, int]
"""Board, anchor, mover, passes in a row, and the set of the situations that have appeared."""
ENDLESS = 1 << 60
FEW = 6
"""So many situations are laid on each other in every way; below, the games are different anyway."""

FACTS: list[dict[str, Any]] = json.loads(
    (Path(__file__).parents[1] / "cases" / "kee.json").read_text("utf-8")
)["solver_facts"]


def start(rows: int, cols: int) -> Kee:
    return cast(Kee, GAME.start_unrestricted({"rows": rows, "cols": cols}))


def difference(position: Kee) -> float:
    black, white = position.score()
    return black - white


@dataclass
class Numbered:
    """Sets of situations as numbers: exact, and small enough for a million of them."""

    numbers: dict[Situation, int] = field(default_factory=dict[Situation, int])

    def state(self, position: Kee, appeared: int) -> State:
        """The state of a position before which these situations have appeared."""
        now = position.placed, position.anchored
        appeared |= 1 << self.numbers.setdefault(now, len(self.numbers))
        return (*now, position.mover, position.passes, appeared)


def symmetries(position: Kee) -> list[tuple[int, ...]]:
    """Each way to lay the board on itself: for each point, the one that comes to lie there."""
    beside = position.board.neighbours
    points = range(len(beside))
    return [
        ways
        for ways in permutations(points)
        if all({ways[q] for q in beside[p]} == {*beside[ways[p]]} for p in points)
    ]


@dataclass
class Proof:
    """Depth-first proof-number search: whether Black can be ahead by ``target`` or more.

    Each state has the number of leaves that would still have to be won to prove it for its mover,
    and to disprove it. Games cannot repeat a state, so that is all there is to it.
    """

    target: float
    ways: list[tuple[int, ...]]
    numbered: Numbered = field(default_factory=Numbered)
    table: dict[State, tuple[int, int]] = field(default_factory=dict[State, tuple[int, int]])

    def holds(self, position: Kee) -> bool:
        state = self.numbered.state(position, 0)
        self.search(position, state, state, ENDLESS, ENDLESS)
        return (self.table[state][0] == 0) == (position.mover == 0)

    def search(self, position: Kee, state: State, key: State, proof: int, disproof: int) -> None:
        """Search below ``position`` until its numbers, which are under ``key``, reach these."""
        followers = [self.follower(position.play(m), state) for m in position.legal_moves()]
        while True:
            numbers = [self.table[each] for _, _, each in followers]
            order = sorted(range(len(numbers)), key=lambda i: numbers[i][1])
            best = order[0]
            own = numbers[best][1], min(ENDLESS, sum(number for number, _ in numbers))
            self.table[key] = own
            if own[0] >= proof or own[1] >= disproof:
                return
            second = numbers[order[1]][1] if len(order) > 1 else ENDLESS
            rest = disproof + numbers[best][0] - own[1]
            self.search(*followers[best], rest, min(proof, second + 1))

    def follower(self, position: Kee, before: State) -> tuple[Kee, State, State]:
        state = self.numbered.state(position, before[-1])
        key = self.key(state)
        if key not in self.table:
            reached = (difference(position) >= self.target) == (position.mover == 0)
            ended = (0, ENDLESS) if reached else (ENDLESS, 0)
            self.table[key] = (1, 1) if position.to_move is not None else ended
        return position, state, key

    def key(self, state: State) -> State:
        """The same for all states that are the same board, laid on itself in another way."""
        *_, mover, passes, appeared = state
        if appeared.bit_count() > FEW:
            return state
        known = list(self.numbered.numbers)
        before = [known[i] for i in range(appeared.bit_length()) if appeared >> i & 1]
        laid = list[State]()
        for ways in self.ways:
            now = _laid(state[:2], ways)
            numbers = self.numbered.numbers
            there = (_laid(each, ways) for each in before)
            bits = sum(1 << numbers.setdefault(each, len(numbers)) for each in there)
            laid.append((*now, mover, passes, bits))
        return min(laid, key=lambda state: (state[-1], state[0], state[1] or b""))


def _laid(situation: Situation, ways: tuple[int, ...]) -> tuple[bytes, bytes | None]:
    """A situation after the board was laid on itself."""
    board, anchor, *_ = situation
    after = bytes(board[p] for p in ways)
    return after, None if anchor is None else bytes(anchor[p] for p in ways)


def black_can_be_ahead_by(target: float, position: Kee) -> bool:
    return Proof(target, symmetries(position)).holds(position)


@dataclass(frozen=True)
class Tree:
    """All games from a position on."""

    value: float
    """Black's points less White's if both play as well as can be."""
    games: int
    shortest: int
    longest: int


def grown(position: Kee, before: int, numbered: Numbered, known: dict[State, Tree]) -> Tree:
    """The tree of a position, all of it."""
    state = numbered.state(position, before)
    if state not in known:
        if position.to_move is None:
            known[state] = Tree(difference(position), 1, 0, 0)
        else:
            moves = position.legal_moves()
            after = [grown(position.play(m), state[-1], numbered, known) for m in moves]
            values = [tree.value for tree in after]
            known[state] = Tree(
                max(values) if position.to_move == 0 else min(values),
                sum(tree.games for tree in after),
                1 + min(tree.shortest for tree in after),
                1 + max(tree.longest for tree in after),
            )
    return known[state]


def test_the_facts_are_those_that_are_tried_here():
    told = {(fact["opts"]["rows"], fact["opts"]["cols"]): fact["fact"] for fact in FACTS}
    assert told.keys() == {(1, 2), (2, 2), (2, 3), (1, 3)}
    assert told[1, 2].startswith("optimal area difference B-W is 0")
    assert told[2, 2] == "optimal B-W is 0" and told[1, 3] == "optimal B-W is +3"


def test_on_two_points_black_cannot_win_and_loses_with_a_stone():
    assert black_can_be_ahead_by(0, start(1, 2))
    assert not black_can_be_ahead_by(1, start(1, 2))
    for move in ("a1", "b1"):
        assert black_can_be_ahead_by(-2, play(start(1, 2), move))
        assert not black_can_be_ahead_by(-1, play(start(1, 2), move))


def test_on_three_points_in_a_row_black_owns_the_board():
    assert black_can_be_ahead_by(3, start(1, 3))
    assert not black_can_be_ahead_by(4, start(1, 3))


@pytest.mark.slow
def test_all_games_on_two_points():
    numbered, known = Numbered(), dict[State, Tree]()
    assert grown(start(1, 2), 0, numbered, known) == Tree(0, 203_029, 3, 37)
    first = {
        move: grown(play(start(1, 2), move), 1, numbered, known).value
        for move in ("pass", "a1", "b1")
    }
    assert first == {"pass": 0, "a1": -2, "b1": -2}


@pytest.mark.slow
def test_on_two_by_two_points_black_cannot_win_but_need_not_lose():
    assert black_can_be_ahead_by(0, start(2, 2))
    assert not black_can_be_ahead_by(1, start(2, 2))
