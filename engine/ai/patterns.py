"""Patterns: what stands around a point, seen by the colour to move, and the weights of each.

A pattern has two bits for each place around a point, in ring order: empty, own, of others, beyond
the edge. Patterns that turn or mirror into each other are one *class*. Beside its pattern a point
has *traits*, small numbers such as the steps from the last stone: ``core/looks.c`` says which.

What was learned of a game is a byte for each weight: of each class, in their order, as an answer
to a stone beside it; of each class anywhere; and of each value of each trait. A point anywhere
weighs as much as its class and its traits together.
"""

from collections.abc import Iterable
from functools import lru_cache
from itertools import chain
from math import exp
from struct import pack
from typing import NamedTuple

PATTERNS = 1 << 16
EMPTY, OWN, OTHER, BEYOND = range(4)
SCALE, STRONGEST = 16, 88
"""A weight of `SCALE` makes a point e times as likely; none is beyond `STRONGEST`."""
EVEN = 256
"""The factor of weight 0 in the core."""
TRAITS, VALUES = 7, 16
"""How many traits there are, and how many values there is room for in each."""
STEPS = 0
"""The trait that says how far the last stone is: 1 beside it."""


class Look(NamedTuple):
    """How a legal point looks to the colour to move."""

    pattern: int
    traits: tuple[int, ...]


class Factors(NamedTuple):
    """Weights as the core reads them."""

    answers: bytes
    """How much more likely than others each pattern is, as an answer."""
    priors: bytes
    """The same anywhere."""
    leans: bytes
    """The logarithms of ``priors``."""
    traits: bytes
    """How much more likely each value of each trait makes a point."""


@lru_cache(maxsize=4)
def classes(neighbours: int) -> tuple[int, ...]:
    """The class of each pattern; patterns that no board can have are in no class, -1."""
    turned = [_turned(neighbours, turn, mirror) for turn in range(neighbours) for mirror in (0, 1)]
    least = [min(row) for row in zip(*turned, strict=True)]
    real = _possible(neighbours)
    numbers = {pattern: n for n, pattern in enumerate(sorted({*map(least.__getitem__, real)}))}
    found = [-1] * PATTERNS
    for pattern in real:
        found[pattern] = numbers[least[pattern]]
    return tuple(found)


def count(neighbours: int) -> int:
    """The number of classes."""
    return max(classes(neighbours)) + 1


def _turned(neighbours: int, turn: int, mirror: int) -> list[int]:
    """Each pattern after a turn by ``turn`` neighbours, reflected before if ``mirror`` is set."""
    places = [(turn + (-n if mirror else n)) % neighbours for n in range(neighbours)]
    if neighbours == 4:
        places += [4 + (turn + (-n - 1 if mirror else n)) % 4 for n in range(4)]
    found = [0]
    for place in places:
        found = [rest | state << 2 * place for state in range(4) for rest in found]
    return found


def _possible(neighbours: int) -> list[int]:
    """All patterns that a board can have. A diagonal is beyond the edge if a place beside it is."""
    if neighbours != 4:
        return list(range(1 << 2 * neighbours))
    found: list[int] = []
    for beside in range(1 << 8):
        states = [beside >> 2 * place & 3 for place in range(4)]
        corners = [0]
        for place in range(4):
            edge = BEYOND in (states[place], states[(place + 1) % 4])
            there = (BEYOND,) if edge else (EMPTY, OWN, OTHER)
            corners = [rest | state << 2 * place for state in there for rest in corners]
        found += [beside | corner << 8 for corner in corners]
    return found


@lru_cache(maxsize=8)
def factors(neighbours: int, weights: bytes | None) -> Factors:
    """The factors of all patterns and traits; all even without weights.

    If what was learned is about another grid, its patterns mean nothing here, but its traits do.
    """
    size, traits = count(neighbours), TRAITS * VALUES
    if weights is None or len(weights) != 2 * size + traits:
        weights = bytes([128]) * 2 * size + (weights or bytes([128]) * traits)[-traits:]
    unpacked = [(weight - 128) / SCALE for weight in weights]
    # Patterns that are in no class, -1, are even.
    answers, anywhere = [*unpacked[:size], 0.0], [*unpacked[size : 2 * size], 0.0]
    return Factors(
        _of_patterns("H", neighbours, map(_whole, answers)),
        _of_patterns("H", neighbours, map(_whole, anywhere)),
        _of_patterns("f", neighbours, anywhere),
        pack(f"<{TRAITS * VALUES}f", *map(exp, unpacked[2 * size :])),
    )


def _whole(weight: float) -> int:
    return min(round(EVEN * exp(weight)), 0xFFFF)


def _of_patterns(form: str, neighbours: int, by_class: Iterable[float]) -> bytes:
    of = list(by_class)
    return pack(f"<{PATTERNS}{form}", *(of[number] for number in classes(neighbours)))


def written(*weights: Iterable[float]) -> bytes:
    """Weights as they are kept: a byte for each, `SCALE` steps for a factor of e."""
    rounded = (round(weight * SCALE) for weight in chain(*weights))
    return bytes(128 + max(-STRONGEST, min(STRONGEST, weight)) for weight in rounded)
