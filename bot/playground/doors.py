"""Who may come in where a key is needed: this machine by its own name, our own page, the key."""

import secrets

from aiohttp import web

_HOSTS = ("127.0.0.1", "localhost")


class Doors:
    """``port`` is set when the server listens; ``key`` opens the driver's interface and the page.

    A page of somebody else in the same browser has another Origin; a name that somebody else made
    point at 127.0.0.1 is another Host.
    """

    def __init__(self, key: str) -> None:
        self.key = key
        self.port = 0

    def by_own_name(self, request: web.Request) -> bool:
        """Whether the address that was asked is ours."""
        return request.headers.get("Host") in [f"{host}:{self.port}" for host in _HOSTS]

    def from_own_page(self, request: web.Request) -> bool:
        """The same, and whoever asks is our page or no page at all."""
        origin = request.headers.get("Origin")
        ours = [f"http://{host}:{self.port}" for host in _HOSTS]
        return self.by_own_name(request) and (origin is None or origin in ours)

    def opens(self, given: object) -> bool:
        """Whether that is the key."""
        return isinstance(given, str) and secrets.compare_digest(
            given.encode(errors="replace"), self.key.encode()
        )
