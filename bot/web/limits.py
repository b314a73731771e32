"""Limits on what one person, one address and everybody together may use."""

import resource
from collections import Counter
from collections.abc import Callable, Generator, Hashable
from contextlib import contextmanager
from time import monotonic

from cachetools import TTLCache

MOST = 2000
"""Pages that are open at this process."""
MOST_ENTERING, MOST_ENTERING_OF_ADDRESS = 500, 200
"""Pages that have not said yet who they are: anybody can open these, so they leave room for the
others. Of an address, since all that is in Discord's window comes from a few."""
MOST_OF_ADDRESS, MOST_OF_PERSON = 64, 12
A_SECOND, AT_ONCE = 8.0, 24.0
"""Messages of a person: in the long run, and in a burst."""


REMEMBERED, FORGOTTEN_S = 10_000, 60.0
"""People whose pace is known, and the seconds after their last message."""


def most_pages() -> int:
    """Pages that may be open at this process.

    Half of the files that it may have open are for the rest of the bot, such as its connections to
    Discord.
    """
    files, _ = resource.getrlimit(resource.RLIMIT_NOFILE)
    return MOST if files == resource.RLIM_INFINITY else min(MOST, files // 2)


class TooManyError(Exception):
    """Somebody has as many pages open as they may have."""


class OpenPages:
    """The pages that are open, by what they count for."""

    def __init__(self) -> None:
        self._open = Counter[Hashable]()
        self._paces: TTLCache[Hashable, Pace] = TTLCache(REMEMBERED, FORGOTTEN_S)

    def pace(self, of: Hashable) -> "Pace":
        """How fast the messages of all pages of somebody may come."""
        self._paces[of] = pace = self._paces.get(of) or Pace()
        return pace

    @contextmanager
    def counted(self, of: Hashable, most: int) -> Generator[None]:
        """Count one more of something. Raises `TooManyError`."""
        if self._open[of] >= most:
            raise TooManyError
        self._open[of] += 1
        try:
            yield
        finally:
            self._open[of] -= 1
            if not self._open[of]:
                del self._open[of]


class Pace:
    """How fast messages may come."""

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._left, self._at = AT_ONCE, now()

    def take(self) -> float:
        """Note a message. Returns the seconds for which the next one has to wait."""
        now = self._now()
        self._left = min(AT_ONCE, self._left + (now - self._at) * A_SECOND) - 1
        self._at = now
        return max(0.0, -self._left / A_SECOND)

    def may(self) -> bool:
        """Note a request, if there may be one now. Those that are refused cost nothing more."""
        now = self._now()
        self._left, self._at = min(AT_ONCE, self._left + (now - self._at) * A_SECOND), now
        if self._left < 1:
            return False
        self._left -= 1
        return True
