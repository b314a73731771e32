"""Faults of ours: a line in the log, and a reference to it for the person who met the fault."""

import logging
from collections.abc import Callable
from math import inf
from time import monotonic

from bot import metrics
from bot.messages import refusals
from bot.references import new_reference
from bot.storage.database import is_damage, is_passing

log = logging.getLogger(__name__)


def excuse(error: Exception, where: str, **cause: int) -> str:
    """The player's sentence about something that failed on our side, which is logged.

    ``cause``: the id of what we failed to answer.
    """
    if is_damage(error):
        return refusals.damaged(logged(error, where, **cause))
    if not is_passing(error):
        return refusals.our_fault(logged(error, where, **cause))
    return refusals.not_stored(_storage_log.reference(error))


class Rarely:
    """Lets something happen at most once in ``seconds``."""

    def __init__(self, seconds: float, now: Callable[[], float] = monotonic) -> None:
        self._seconds = seconds
        self._now = now
        self._last = -inf

    def due(self) -> bool:
        """True if the seconds have passed since this was last True."""
        now = self._now()
        if now - self._last < self._seconds:
            return False
        self._last = now
        return True


class StorageLog:
    """On a full disk everybody fails who presses something; the operator needs a line a minute."""

    def __init__(self) -> None:
        self._line = Rarely(60.0)
        self._reference = ""

    def reference(self, error: Exception) -> str:
        """The reference of the newest line."""
        if self._line.due():
            self._reference = new_reference()
            reason = getattr(error, "orig", error)
            fields = {"reference": self._reference}
            log.error("nothing can be stored, and players hear so: %s", reason, extra=fields)
        return self._reference


_storage_log = StorageLog()


def logged(error: BaseException, where: str, **cause: int) -> str:
    """Log a fault of ours. Returns the reference that finds the log line.

    ``where``: what was being done; ``cause``: the id of what came in, if anything did.
    """
    reference = new_reference()
    fields = {"reference": reference, **cause}
    log.error("fault %s in %s", reference, where, exc_info=error, extra=fields)
    metrics.fault()
    return reference
