"""What the slow second implementations of the games have in common, for `test_against_naive`."""

from typing import Protocol, Self

Stones = dict[int, int]
"""Colours by points."""


class NaiveRefusalError(ValueError):
    """A move that the rules forbid; the text is the `engine.position.IllegalReason`."""


class Naive(Protocol):
    """A position of a naive implementation. A move makes a new one."""

    @property
    def stones(self) -> tuple[tuple[int, int], ...]:
        """The points with stones and their colours."""
        ...

    @property
    def mover(self) -> int:
        """The colour to move."""
        ...

    @property
    def over(self) -> bool: ...

    @property
    def unsettled(self) -> bool:
        """Whether there are stones that play would not have left: some set-ups have them."""
        ...

    def play(self, point: int) -> Self:
        """The position after a placement. Raises `NaiveRefusalError`."""
        ...

    def declare(self, word: str) -> Self:
        """The position after a word of the game. Raises `NaiveRefusalError`."""
        ...

    def score(self) -> tuple[float, ...]: ...
