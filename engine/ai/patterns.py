"""Patterns: what stands around a point, seen by the colour to move, and the weights of each.

A pattern has two bits for each place around a point, in ring order: empty, own, of others, beyond
the edge. Patterns that turn or mirror into each other are one *class*. What was learned of a game
is two whole numbers for each class, in the order of the classes: its weight as an answer to a stone
beside it, and its weight anywhere.
"""

from functools import lru_cache
from itertools import chain
from math import exp
from struct import pack

PATTERNS = 1 << 16
EMPTY, OWN, OTHER, BEYOND = range(4)
SCALE, STRONGEST = 16, 88
"""A weight of `SCALE` makes a point e times as likely; none is beyond `STRONGEST`."""
EVEN = 256
"""The factor of weight 0 in the core."""


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
    """Each pattern after a turn by so many neighbours, and perhaps a reflection before."""
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
def factors(neighbours: int, weights: bytes | None) -> tuple[bytes, bytes]:
    """The factors of all patterns, as answers and anywhere; all even without weights."""
    if weights is None:
        even = pack(f"<{PATTERNS}H", *[EVEN] * PATTERNS)
        return even, even
    size = count(neighbours)
    table = [round(EVEN * exp((weight - 128) / SCALE)) for weight in range(256)]
    table = [min(factor, 0xFFFF) for factor in table]
    both: list[bytes] = []
    for half in (weights[:size], weights[size:]):
        by_class = [*(table[weight] for weight in half), EVEN]
        both.append(pack(f"<{PATTERNS}H", *(by_class[number] for number in classes(neighbours))))
    return both[0], both[1]


def written(answers: list[float], anywhere: list[float]) -> bytes:
    """Weights as they are kept: a byte for each class, `SCALE` steps for a factor of e."""
    rounded = (round(weight * SCALE) for weight in chain(answers, anywhere))
    return bytes(128 + max(-STRONGEST, min(STRONGEST, weight)) for weight in rounded)
