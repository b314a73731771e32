"""Showing things to a channel: not in quick succession."""

from datetime import datetime, timedelta

from bot.service.current_time import Now
from bot.service.refusals import RefusedError, ServiceRefusal

BETWEEN_SHARES = timedelta(seconds=10)
"""After which one person may show something to a channel again."""


class Sharing:
    """When people have shown something to a channel, as long as that counts."""

    def __init__(self, now: Now) -> None:
        self._now = now
        self._shared: dict[int, datetime] = {}

    def check(self, user: int) -> None:
        """Refuse to show things to the channel in quick succession."""
        now = self._now()
        self._shared = {who: at for who, at in self._shared.items() if now - at < BETWEEN_SHARES}
        if user in self._shared:
            when = self._shared[user] + BETWEEN_SHARES
            raise RefusedError(ServiceRefusal.SHARED_JUST_NOW, when=when)
        self._shared[user] = now
