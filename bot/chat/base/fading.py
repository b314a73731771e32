"""What is known for a while only, and may be forgotten at any time."""

from collections.abc import Hashable
from time import monotonic
from typing import Generic, TypeVar

FRESH = 12 * 60.0
"""Seconds for which the token of an interaction is used: well below Discord's 15 minutes."""

K = TypeVar("K", bound=Hashable)
V = TypeVar("V")


class Fading(Generic[K, V]):
    """Values by key, which are forgotten after some seconds. All threads may read."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._until: dict[K, tuple[float, V]] = {}

    def put(self, key: K, value: V, seconds: float | None = None) -> None:
        """``seconds``: fewer than usual."""
        now = monotonic()
        while self._until:
            oldest = next(iter(self._until))
            if self._until[oldest][0] > now:
                break
            del self._until[oldest]
        self._until.pop(key, None)
        self._until[key] = now + (self._seconds if seconds is None else seconds), value

    def get(self, key: K) -> V | None:
        """The value, None if it is forgotten."""
        until, value = self._until.get(key, (0.0, None))
        return value if monotonic() < until else None

    def known(self) -> list[K]:
        """The keys; the values of some may be forgotten."""
        return [*self._until]

    def pop(self, key: K) -> V | None:
        """The value, which is forgotten now."""
        value = self.get(key)
        self._until.pop(key, None)
        return value
