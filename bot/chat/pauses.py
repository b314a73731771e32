"""How long to wait before trying again what has failed."""

import asyncio
from collections.abc import Callable
from dataclasses import dataclass, field
from time import monotonic

import aiohttp
import discord

from bot.service.refusals import RefusedError
from bot.storage.database import StorageError

SHORTEST_PAUSE = 1.0
LONGEST_PAUSE = 30.0
"""Seconds; so the last channel notices this long after Discord is well again."""
LONGEST_AFTER_REFUSAL = 600.0
"""Seconds, if Discord has refused: it blocks programs that ask too often."""

CLOSED_THREAD = (50083, 160005)
"""Discord's codes for a thread that is archived or locked: it may be opened again."""


class HistoryHiddenError(Exception):
    """The bot may not read a channel's history, so it cannot know what it has sent there."""


def is_refusal(error: BaseException) -> bool:
    """Whether Discord or our service has refused, so that trying again soon does not help."""
    if isinstance(error, discord.Forbidden | HistoryHiddenError | RefusedError):
        return True
    return isinstance(error, discord.HTTPException) and error.code in CLOSED_THREAD


ON_THE_WAY = (
    discord.DiscordException,
    aiohttp.ClientError,
    OSError,
    StorageError,
    HistoryHiddenError,
)
"""What fails on the way to Discord or to the database, for all posts of a channel alike."""


def may_pass(error: BaseException) -> bool:
    """Whether the network, Discord or the disk was in the way.

    Where one request gets through then, others may. It does not help after a refusal, nor if the
    fault is ours.
    """
    return isinstance(error, ON_THE_WAY) and not is_refusal(error)


@dataclass(frozen=True, slots=True)
class Pause:
    """A queue that waits before it tries again."""

    passing: bool
    """Whether what has failed may pass: see `may_pass`."""
    over: asyncio.Event = field(default_factory=asyncio.Event)


class Pauses:
    """The pauses of one queue. They grow with the time that it has been failing.

    They do not grow with the number of attempts: everything new in the queue is tried at once, so
    a lively channel would then wait the longest.
    """

    def __init__(self, now: Callable[[], float] = monotonic) -> None:
        self._now = now
        self._failing_since: float | None = None

    def after(self, error: BaseException) -> float:
        """The seconds to wait after one more failure."""
        if self._failing_since is None:
            self._failing_since = self._now()
        longest = LONGEST_AFTER_REFUSAL if is_refusal(error) else LONGEST_PAUSE
        return min(longest, max(SHORTEST_PAUSE, self._now() - self._failing_since))

    def reset(self) -> None:
        """Begin with short pauses again, after a success."""
        self._failing_since = None
