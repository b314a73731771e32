"""A table of routes whose templates are those of Discord's OpenAPI document."""

import re
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from typing import Any

from bot.playground.errors import Json, fields
from bot.playground.uploads import Upload


@dataclass
class Call:
    """One parsed request."""

    method: str
    template: str
    path: str
    params: dict[str, str]
    query: dict[str, str]
    body: Any = None
    """The JSON body, or the ``payload_json`` of a multipart request; None if there is none."""
    uploads: dict[int, Upload] = field(default_factory=dict[int, Upload])
    multipart: bool = False

    @property
    def fields(self) -> Json:
        """The body, for routes that take an object."""
        return fields(self.body) if isinstance(self.body, dict) else {}

    @property
    def route(self) -> str:
        """``METHOD /template``."""
        return f"{self.method} {self.template}"


@dataclass(frozen=True, slots=True)
class Answer:
    """Status and JSON body; None stands for an empty body."""

    status: int
    body: Any = None


Handler = Callable[[Call], Awaitable[Answer]]


class Routes:
    """The handlers by method and template. Literal parts take precedence over parameters."""

    def __init__(self) -> None:
        self._routes: list[tuple[str, str, re.Pattern[str], Handler]] = []

    def add(self, method: str, template: str, handler: Handler) -> None:
        """Serve ``template`` (``/channels/{channel_id}``) with ``handler``."""
        pattern = re.sub(r"\\\{(\w+)\\\}", r"(?P<\1>[^/]+)", re.escape(template))
        self._routes.append((method, template, re.compile(pattern + r"\Z"), handler))
        self._routes.sort(key=lambda route: route[1].count("{"))

    def find(self, method: str, path: str) -> tuple[str, dict[str, str], Handler] | None:
        """The template, parameters and handler; None if no route matches."""
        for made_for, template, pattern, handler in self._routes:
            if made_for == method and (match := pattern.match(path)):
                return template, match.groupdict(), handler
        return None

    def all(self) -> list[tuple[str, str]]:
        """The method and template of each route."""
        return [(method, template) for method, template, _, _ in self._routes]
