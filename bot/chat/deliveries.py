"""What Discord delivers a second time, which happens when its gateway resumes."""

from collections import deque
from collections.abc import Generator
from contextlib import contextmanager

REMEMBERED = 1000
"""Refused interactions that are remembered."""


class Deliveries:
    """Which interactions are being handled, and which ones were refused lately.

    Neither is handled again: a second refusal could come before the first answer, and what was
    refused may be possible by now, although somebody was told that it was not done. What was stored
    is protected by its event id, also after a restart.
    """

    def __init__(self) -> None:
        self._under_way = set[int]()
        self._refused = deque[int](maxlen=REMEMBERED)

    def is_repeated(self, interaction: int) -> bool:
        """Whether there is nothing left to do for the interaction of this id."""
        return interaction in self._under_way or interaction in self._refused

    @contextmanager
    def handling(self, interaction: int) -> Generator[None]:
        """While it is being handled."""
        self._under_way.add(interaction)
        try:
            yield
        finally:
            self._under_way.discard(interaction)

    def refuse(self, interaction: int) -> None:
        """Remember that it was refused."""
        self._refused.append(interaction)
