"""The interface of a contract checker: the checker itself is part of the tests."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Seen:
    """One body that was sent or received.

    ``route`` is the path as in Discord's OpenAPI document, or the name of an event. ``status`` is 0
    except for responses.
    """

    kind: Literal["request", "response", "event"]
    method: str
    route: str
    status: int
    body: Any
    multipart: bool = False


Check = Callable[[Seen], list[str]]
"""Readable violations, each with its path; an empty list if there are none."""


def unchecked(seen: Seen) -> list[str]:
    """Check nothing."""
    del seen
    return []
