"""The current time, as a function that the services take, so that tests can replace it."""

from collections.abc import Callable
from datetime import UTC, datetime

Now = Callable[[], datetime]
"""Returns the current time, aware and in UTC."""


def utc_now() -> datetime:
    """The current time."""
    return datetime.now(UTC)
