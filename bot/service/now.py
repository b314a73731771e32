"""The time is an argument of everything here: a function that tests replace."""

from collections.abc import Callable
from datetime import UTC, datetime

Now = Callable[[], datetime]
"""Gives the time, aware and in UTC."""


def utc_now() -> datetime:
    """The time."""
    return datetime.now(UTC)
