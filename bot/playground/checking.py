"""What a contract checker is shown, so that it can stay outside of the product."""

from collections.abc import Callable
from dataclasses import dataclass
from typing import Any, Literal


@dataclass(frozen=True, slots=True)
class Seen:
    """One body that crossed the wire.

    ``route`` is the path as in Discord's OpenAPI document, for an event its name. ``status`` is
    0 unless it is a response.
    """

    kind: Literal["request", "response", "event"]
    method: str
    route: str
    status: int
    body: Any
    multipart: bool = False


Check = Callable[[Seen], list[str]]
"""Readable violations, each with its path; an empty list if there is nothing to say."""


def unchecked(seen: Seen) -> list[str]:
    """No checker."""
    del seen
    return []
