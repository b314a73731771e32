"""Bar 7: what is known exactly: the states of Ki 3x3, small boards, solved ends of games."""

import sys
from collections import Counter
from collections.abc import Iterator, Sequence
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
from tests.strength.judge import Judge, TooLongError
from tests.strength.matches import wilson
from tests.strength.plan import Plan, Row

BEST = LEVELS[-1]
STATES = 7759
"""Those of Ki 3x3 that can be reached, known from two programs of others (rules.md)."""
STATES_AT_ONCE = 250
KEPT, KEPT_ENDS = 0.99, 0.98
ENDS, EMPTY, LONGEST, CHUNK = 500, 7, 300, 5
BY_ENGINE, BY_CORE = 30_000, 1_000_000
"""How many positions may be looked at to judge an end."""
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
    yield from ends(plan)


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


@cache
def _states() -> tuple[Position, ...]:
    """Those of Ki 3x3, always in the same order."""
    return tuple(reachable(all_games()["ki"].start_unrestricted({"rows": 3, "cols": 3})))


@cache
def _known() -> dict[object, float]:
    """The values that this process has found."""
    return {}


def kept_in(chosen: Sequence[int]) -> int:
    """In how many of these states the best level keeps the value."""
    kept, known = 0, _known()
    for at in chosen:
        state = _states()[at]
        move = _core().think(state, Effort(BEST.playouts_in(state), 1)).moves[0].move
        kept += _worth(state, move, known) == _values(state, known)
    return kept


def ki(plan: Plan) -> Row:
    states = _states()
    asked = [number for number, state in enumerate(states) if state.to_move is not None]
    asked = asked[:: max(1, len(asked) // plan.games)] if plan.games else asked
    parts = [asked[at : at + STATES_AT_ONCE] for at in range(0, len(asked), STATES_AT_ONCE)]
    kept = sum(plan.each(kept_in, parts))
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
        effort = Effort(BEST.playouts_in(position), 1000 * seed + position.ply)
        position = position.play(_core().think(position, effort).moves[0].move)
    black, white = position.score()
    return black - white


# --- ends of Keil ---


class End(NamedTuple):
    """What came of an end. None: it was too long to be solved."""

    empty: int
    by_engine: bool | None
    """Whether the best level kept the value by the engine's own rules."""
    by_core: bool | None
    """The same by the exact search of the core, if the engine's was too long."""
    agrees: bool | None
    """Whether both say that the end has the same value."""


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


def ask(seeds: range) -> list[End]:
    """Whether the best level keeps the value of ends."""
    return [judged(position, seed) for seed in seeds if (position := an_end(seed)) is not None]


def judged(
    position: Position, seed: int, by_engine: int = BY_ENGINE, by_core: int = BY_CORE
) -> End:
    """A move keeps the value if the player is sure of as much after it."""
    empty = len(position.board) - len(position.stones)
    _core().load(position)
    solved, bounds = _core().bounds(by_core)
    said = max(least for least, _ in bounds.values())
    best = _core().think(position, Effort(BEST.playouts_in(position), seed)).moves[0].move
    low, high = bounds[number(position, best)]
    try:
        judge = Judge(position, by_engine)
        known = judge.value(guess=said)
        kept = judge.reaches(known, best)
    except TooLongError:
        unknown = not solved or low < said <= high
        return End(empty, None, None if unknown else low == said, None)
    return End(empty, kept, None, known == said if solved else None)


def ends(plan: Plan) -> Iterator[Row]:
    """Ends are taken until enough are judged by the engine, or too many were too long."""
    wanted, found = plan.games or ENDS, list[End]()
    parts = plan.each(ask, (range(at, at + CHUNK) for at in range(0, 10 * wanted, CHUNK)))
    for part in parts:
        found += part
        kept = [end.by_engine for end in found if end.by_engine is not None]
        so_far = f"    so far {sum(kept)} of {len(kept)} kept, of {len(found)} ends"
        print(so_far, file=sys.stderr, flush=True)
        if len(kept) >= wanted:
            break
    parts.close()
    yield from of_ends(found, wanted)


def of_ends(found: Sequence[End], wanted: int) -> Iterator[Row]:
    name = f"Level 8 in ends of Keil 3 with at most {EMPTY} empty points"
    kept = [end.by_engine for end in found if end.by_engine is not None]
    low, high = wilson(sum(kept), len(kept))
    sizes = Counter(end.empty for end in found if end.by_engine is not None)
    told = ", ".join(f"{sizes[empty]} with {empty}" for empty in sorted(sizes))
    yield Row(
        f"{name}, judged by the engine's rules",
        f"98 % of {ENDS}",
        f"value kept in {sum(kept)} of {len(kept)} ({low:.1%} to {high:.1%}): {told} empty; "
        f"{len(found) - len(kept)} of {len(found)} were too long for {BY_ENGINE:,} positions",
        sum(kept) >= KEPT_ENDS * len(kept) and len(kept) >= wanted,
    )
    left = [end.by_core for end in found if end.by_engine is None]
    solved = [kept for kept in left if kept is not None]
    low, high = wilson(sum(solved), len(solved))
    yield Row(
        f"{name}, those of them judged by the core's own search",
        "",
        f"value kept in {sum(solved)} of {len(solved)} ({low:.1%} to {high:.1%}); "
        f"{len(left) - len(solved)} were too long for {BY_CORE:,} positions",
    )
    both = [end.agrees for end in found if end.agrees is not None]
    yield Row(
        "Value of an end by the engine's rules and by the core",
        "the same",
        f"the same in {sum(both)} of {len(both)} that both solved",
        all(both),
    )
