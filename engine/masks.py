"""Sets of points as integers (*masks*), and positions of two colours made of them.

A mask has the bit ``1 << point`` set for each of its points.
"""

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from types import MappingProxyType

from engine.position import Position

BLACK, WHITE = 0, 1
PIE = ("black", "white")
"""The words by which a player chooses a side: that of each colour."""


def mask_of(points: Iterable[int]) -> int:
    """The mask of ``points``."""
    mask = 0
    for point in points:
        mask |= 1 << point
    return mask


def points_of(mask: int) -> tuple[int, ...]:
    """The points of ``mask``, ascending."""
    return tuple(p for p in range(mask.bit_length()) if mask >> p & 1)


def full_mask(points: int) -> int:
    """The mask of all points of a board that has this many."""
    return (1 << points) - 1


@lru_cache(256)
def _stones(masks: tuple[int, int]) -> Mapping[int, int]:
    colours = {p: colour for colour in (BLACK, WHITE) for p in points_of(masks[colour])}
    return MappingProxyType(colours)


@dataclass(frozen=True, slots=True)
class TwoColours(Position):
    """Black and white stones as masks. A move removes stones of the opponent only."""

    masks: tuple[int, int]
    """The black and the white stones."""
    mover: int
    """The colour to move next."""
    removed: int
    """The stones that the last move removed, of the colour to move next."""

    @property
    def stones(self) -> Mapping[int, int]:
        """The colour of the stone on each occupied point, Black's first."""
        return _stones(self.masks)

    @property
    def captured(self) -> Mapping[int, int]:
        """The colours of the stones that the last move removed, by point."""
        return dict.fromkeys(points_of(self.removed), self.mover)

    def occupied(self, point: int) -> bool:
        """True if a stone stands on ``point``."""
        black, white = self.masks
        return (black | white) >> point & 1 == 1

    @property
    def own_and_enemy(self) -> tuple[int, int]:
        """The stones of the colour to move, and those of the other."""
        black, white = self.masks
        return (black, white) if self.mover == BLACK else (white, black)

    def masks_with(self, own: int, enemy: int) -> tuple[int, int]:
        """`masks` with these stones of the colour to move and of the other."""
        return (own, enemy) if self.mover == BLACK else (enemy, own)

    @property
    def empty(self) -> int:
        """The points without a stone."""
        return full_mask(len(self.board)) ^ self.masks[BLACK] ^ self.masks[WHITE]
