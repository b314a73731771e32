"""Planned faults: error responses, slow ones, requests that hang or are held, lost responses."""

import asyncio
from dataclasses import dataclass, field
from fnmatch import fnmatchcase
from typing import Literal

from bot.playground.errors import Json

Action = Literal["answer", "hang", "slow", "drop", "drop_after", "hold_before", "hold_after", "cut"]
"""Respond with an error status; never respond; apply it and respond some seconds later; lose the
request; apply it and lose the response; wait before or after applying it; close the connection at
once and apply it when it is released."""


@dataclass
class Fault:
    """One plan for the next ``times`` requests that match."""

    id: int
    route: str
    """``POST /channels/{channel_id}/messages``, or the real path; ``*`` matches anything."""
    action: Action
    times: int = 1
    status: int = 500
    body: Json = field(default_factory=dict[str, object])
    seconds: float = 0.0
    """By which a slow response is late."""
    held: asyncio.Event = field(default_factory=asyncio.Event)
    released: asyncio.Event = field(default_factory=asyncio.Event)
    dropped: bool = False

    def release(self, *, drop: bool) -> None:
        """Let the held request continue; ``drop`` loses it (or its response) instead."""
        self.dropped = drop
        self.released.set()


class Faults:
    """All plans; each matching request uses up one of the oldest."""

    def __init__(self) -> None:
        self._made = 0
        self.plans: dict[int, Fault] = {}

    def plan(
        self,
        route: str,
        action: Action,
        *,
        times: int = 1,
        status: int = 500,
        body: Json | None = None,
        seconds: float = 0.0,
    ) -> Fault:
        """Add a plan."""
        self._made += 1
        made = Fault(self._made, route, action, times, status, body or {}, seconds)
        self.plans[made.id] = made
        return made

    def take(self, method: str, template: str, path: str) -> Fault | None:
        """The plan for this request, or None."""
        for fault in self.plans.values():
            if fault.times > 0 and any(
                fnmatchcase(f"{method} {seen}", fault.route) for seen in (template, path)
            ):
                fault.times -= 1
                return fault
        return None

    def clear(self) -> None:
        """Drop all plans and release all held requests."""
        for fault in self.plans.values():
            fault.times = 0
            fault.released.set()
        self.plans.clear()
