"""Access control: requests must come from this machine and from our own page, and have the key."""

import secrets
from collections.abc import Awaitable, Callable

from aiohttp import web

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]

HOSTS = ("127.0.0.1", "localhost")


class Doors:
    """``port`` is set when the server listens; the driver's interface and the page need ``key``.

    A foreign page in the same browser has another Origin. A foreign domain name that points to
    127.0.0.1 is another Host.
    """

    def __init__(self, key: str) -> None:
        self.key = key
        self.port = 0

    def by_own_name(self, request: web.Request) -> bool:
        """True if the Host of the request is our address."""
        return request.headers.get("Host") in [f"{host}:{self.port}" for host in HOSTS]

    def from_own_page(self, request: web.Request) -> bool:
        """True if the Host is ours, and the Origin is our page or missing."""
        origin = request.headers.get("Origin")
        ours = [f"http://{host}:{self.port}" for host in HOSTS]
        return self.by_own_name(request) and (origin is None or origin in ours)

    @web.middleware
    async def keep_out(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Refuse every request that another page in the same browser sends to any address here."""
        if not self.from_own_page(request):
            return web.Response(status=403, text="This address is for its own page and the bot.")
        return await handler(request)

    def opens(self, given: object) -> bool:
        """True if ``given`` is the key; compared in constant time."""
        return isinstance(given, str) and secrets.compare_digest(
            given.encode(errors="replace"), self.key.encode()
        )
