"""Bar 7: what is known exactly: the states of Ki 3x3, small boards, solved ends of games."""

from collections import Counter
from collections.abc import Iterator
from functools import cache
from random import Random
from typing import NamedTuple

from bot.core_files import machine
from engine.ai import LEVELS, Effort, Machine
from engine.game import OptionValue
from engine.games import all_games
from engine.masks import TwoColours
from engine.position import Move, Placement, Position
from tests.core.agreement import number
from tests.strength.matches import wilson
from tests.strength.plan import Plan, Row

BEST = LEVELS[-1]
STATES = 7759
"""Those of Ki 3x3 that can be reached, known from two programs of others (rules.md)."""
KEPT, KEPT_ENDS = 0.99, 0.98
ENDS, EMPTY, MOST_POSITIONS, LONGEST, CHUNK = 500, 7, 1_000_000, 300, 25
SEEDS = 20
KNOWN: tuple[tuple[str, dict[str, OptionValue], float], ...] = (
    ("kee", {"rows": 2, "cols": 1}, 0),
    ("kee", {"rows": 1, "cols": 3}, 3),
    ("kee", {"rows": 1, "cols": 4}, 4),
    ("kee", {"rows": 2, "cols": 2}, 0),
    ("keil", {"size": 2, "button": False}, 7),
)
"""Boards with the lead of the first player under best play."""


def rows(plan: Plan) -> Iterator[Row]:
    yield ki(plan)
    for key, options, known in KNOWN:
        leads = Counter(ends_with(key, options, seed) for seed in range(SEEDS))
        told = ", ".join(f"{lead:+g} in {times} of {SEEDS}" for lead, times in leads.items())
        yield Row(
            f"Level 8 with itself, {key} {options}", f"{known:+g}", told, set(leads) == {known}
        )
    yield ends(plan)


# --- Ki 3x3 ---


def value(position: Position) -> float:
    """The lead of the player to move under best play, by the engine's own rules."""
    return _values(position, {})


def _values(position: Position, known: dict[object, float]) -> float:
    key = _key(position)
    if key not in known:
        known[key] = max(_worth(position, move, known) for move in position.legal_moves())
    return known[key]


def _key(position: Position) -> object:
    assert isinstance(position, TwoColours)
    return position.masks, position.mover


def _worth(position: Position, move: Move, known: dict[object, float]) -> float:
    after = position.play(move)
    if after.to_move is None:
        black, white = after.score()
        return black - white if position.to_move == 0 else white - black
    return -_values(after, known)


def reachable(position: Position) -> list[Position]:
    """Every position that can be reached, one for each board and player to move."""
    found, left = dict[object, Position](), [position]
    while left:
        here = left.pop()
        key = _key(here)
        if key not in found:
            found[key] = here
            left += [here.play(move) for move in here.legal_moves()]
    return list(found.values())


def ki(plan: Plan) -> Row:
    first = all_games()["ki"].start_unrestricted({"rows": 3, "cols": 3})
    states = reachable(first)
    asked = [state for state in states if state.to_move is not None]
    asked = asked[:: max(1, len(asked) // plan.games)] if plan.games else asked
    core, known, kept = machine(), dict[object, float](), 0
    for state in asked:
        move = core.think(state, Effort(BEST.playouts, 1)).moves[0].move
        kept += _worth(state, move, known) == _values(state, known)
    low, high = wilson(kept, len(asked))
    return Row(
        "Level 8 in Ki 3x3",
        f"99 % of all {STATES:,} states",
        f"{len(states):,} states, value kept in {kept:,} of {len(asked):,} that are not over "
        f"({kept / len(asked):.1%}, {low:.1%} to {high:.1%})",
        kept >= KEPT * len(asked) and len(states) == STATES,
    )


# --- whole games ---


def ends_with(key: str, options: dict[str, OptionValue], seed: int) -> float:
    """The first player's lead after a game of the best level with itself."""
    position = all_games()[key].start_unrestricted(options)
    while position.to_move is not None:
        effort = Effort(BEST.playouts, 1000 * seed + position.ply)
        position = position.play(_core().think(position, effort).moves[0].move)
    black, white = position.score()
    return black - white


# --- ends of Keil ---


class Kept(NamedTuple):
    kept: int
    asked: int
    too_long: int


@cache
def _core() -> Machine:
    return machine()


def an_end(seed: int) -> Position | None:
    """A position with few empty points, reached by random stones; the button is out of use."""
    random = Random(f"end {seed}")
    position = all_games()["keil"].start_unrestricted({"size": 3, "button": False, "komi": 0})
    while position.ply < LONGEST:
        if position.ply > 6 and len(position.board) - len(position.stones) <= EMPTY - seed % 3:
            return position
        stones = [move for move in position.legal_moves() if isinstance(move, Placement)]
        if not stones:
            break
        position = position.play(random.choice(stones))
    return None


def ask(seeds: range) -> Kept:
    """Whether the best level keeps the value of ends that an exact search of the core solves.

    That the core keeps the rules is bar 1. A move keeps the value if it is sure of as much.
    """
    kept = asked = too_long = 0
    for seed in seeds:
        position = an_end(seed)
        if position is None:
            continue
        _core().load(position)
        solved, bounds = _core().bounds(MOST_POSITIONS)
        if not solved:
            too_long += 1
            continue
        move = _core().think(position, Effort(BEST.playouts, seed)).moves[0].move
        low, high = bounds[number(position, move)]
        best = max(least for least, _ in bounds.values())
        if low < best <= high:
            too_long += 1
            continue
        asked, kept = asked + 1, kept + (low == best)
    return Kept(kept, asked, too_long)


def ends(plan: Plan) -> Row:
    wanted, kept, asked, too_long, first = plan.games or ENDS, 0, 0, 0, 0
    while asked < wanted and first < 40 * wanted:
        starts = range(first, first + 4 * CHUNK * plan.processes, CHUNK)
        for part in plan.each(ask, [range(begin, begin + CHUNK) for begin in starts]):
            kept, asked, too_long = kept + part.kept, asked + part.asked, too_long + part.too_long
        first += 4 * CHUNK * plan.processes
    low, high = wilson(kept, asked)
    return Row(
        f"Level 8 in ends of Keil with at most {EMPTY} empty points",
        "98 % of 500",
        f"value kept in {kept} of {asked} ({low:.1%} to {high:.1%}); {too_long} were too long to "
        "be solved",
        kept >= KEPT_ENDS * asked and asked >= wanted,
    )
