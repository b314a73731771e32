"""Estimates: the expected owner of each point, as an overlay draws it."""

from collections.abc import Sequence
from dataclasses import dataclass

from engine.position import Position

UNSURE = 0.2
"""Below this certainty, nothing is drawn: anybody may get the point."""
SURE = 0.6
"""From this certainty on, the point has its owner's colour in full."""
STEPS = 4
"""The sizes of the dots between the two."""


@dataclass(frozen=True, slots=True)
class Expected:
    """The expected owner of a point at the end."""

    owner: int
    """A colour."""
    certainty: float
    """`UNSURE` to 1."""

    @property
    def sure(self) -> bool:
        """True if there is little doubt."""
        return self.certainty >= SURE

    @property
    def size(self) -> float:
        """The radius of the dot, 0 to 1, in `STEPS`."""
        return (1 + round((STEPS - 1) * (self.certainty - UNSURE) / (1 - UNSURE))) / STEPS


def expected_owners(position: Position, owners: Sequence[Sequence[float]]) -> dict[int, Expected]:
    """The points with an expected owner; ``owners``: by point, the share of each colour.

    The certainty is 0 if all colours have equal shares, and 1 if one has everything.
    """
    found: dict[int, Expected] = {}
    for point in range(min(len(owners), len(position.board))):
        shares = owners[point]
        owner = max(range(len(shares)), key=lambda colour: shares[colour])
        even = 1 / len(shares)
        certainty = 1.0 if even == 1 else (shares[owner] - even) / (1 - even)
        if certainty >= UNSURE:
            found[point] = Expected(owner, certainty)
    return found


def doomed(position: Position, owners: Sequence[Sequence[float]]) -> list[int]:
    """The points of the stones that somebody else is expected to capture."""
    expected = expected_owners(position, owners)
    stones = position.stones.items()
    return [p for p, colour in stones if p in expected and expected[p].owner != colour]
