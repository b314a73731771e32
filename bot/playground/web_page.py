"""Serves the page in ``page/`` and notifies open tabs of changes over a WebSocket.

The page uses the driver's interface for everything else.
"""

import asyncio
import contextlib
import json
import secrets
from pathlib import Path

from aiohttp import WSCloseCode, web

from bot.playground.doors import Doors
from bot.playground.errors import fields
from bot.playground.window import Windows
from bot.playground.world import World

FILES = Path(__file__).parent / "page"
_TYPES = {
    ".html": "text/html; charset=utf-8",
    ".css": "text/css; charset=utf-8",
    ".js": "text/javascript; charset=utf-8",
    ".svg": "image/svg+xml",
}
_PATIENCE_S = 5.0
"""The time that a tab has to send the key, which is its first message."""


class WebPage:
    """The page's files, read at each request, and the open tabs."""

    def __init__(self, world: World, doors: Doors, windows: Windows) -> None:
        self.world = world
        self.windows = windows
        self.doors = doors
        self._run = secrets.token_hex(4)
        """Shows a tab that the stand-in was restarted and revisions count from 0 again."""
        self._tabs: set[web.WebSocketResponse] = set()

    def serve_on(self, app: web.Application) -> None:
        """Add the routes."""
        app.router.add_get("/", self._index)
        app.router.add_get("/page/{name}", self._file)
        app.router.add_get("/live", self._live)
        app.on_shutdown.append(self._close_tabs)

    async def _index(self, request: web.Request) -> web.StreamResponse:
        return self._send(request, "index.html")

    async def _file(self, request: web.Request) -> web.StreamResponse:
        return self._send(request, request.match_info["name"])

    def _send(self, request: web.Request, name: str) -> web.StreamResponse:
        if not self.doors.from_own_page(request):
            return web.Response(status=403, text="This page answers to 127.0.0.1 only.")
        path = FILES / name
        if path.parent != FILES or path.suffix not in _TYPES or not path.is_file():
            return web.Response(status=404)
        kind = {"Content-Type": _TYPES[path.suffix], "Cache-Control": "no-cache"}
        return web.Response(body=path.read_bytes(), headers=self._guards() | kind)

    def _guards(self) -> dict[str, str]:
        """The page can load from and send to this server only; text cannot run as code."""
        sockets = " ".join(f"ws://{h}:{self.doors.port}" for h in ("127.0.0.1", "localhost"))
        rules = (
            "default-src 'self'",
            "img-src 'self' blob: data:",
            f"connect-src 'self' {sockets}",
            f"frame-src {self.windows.url}" if self.windows.url else "frame-src 'none'",
            "object-src 'none'",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
        )
        return {
            "Content-Security-Policy": "; ".join(rules),
            "Cross-Origin-Opener-Policy": "same-origin",
            "Cross-Origin-Resource-Policy": "same-origin",
            "Referrer-Policy": "no-referrer",
            "X-Content-Type-Options": "nosniff",
        }

    # Open tabs

    async def _live(self, request: web.Request) -> web.StreamResponse:
        """Read the tab's key, then send ``{"run", "revision"}`` at once and after every change.

        It is a socket because a browser keeps at most six waiting requests for all tabs together.
        """
        if not self.doors.from_own_page(request):
            return web.Response(status=403)
        socket = web.WebSocketResponse(heartbeat=20.0)
        await socket.prepare(request)
        if not await self._has_key(socket):
            await socket.close(code=WSCloseCode.POLICY_VIOLATION, message=b"wrong key")
            return socket
        self._tabs.add(socket)
        telling = asyncio.create_task(self._tell(socket))
        try:
            async for _ in socket:
                pass
        finally:
            self._tabs.discard(socket)
            telling.cancel()
            with contextlib.suppress(asyncio.CancelledError, ConnectionError):
                await telling
        return socket

    async def _has_key(self, socket: web.WebSocketResponse) -> bool:
        try:
            return self.doors.opens(
                fields(json.loads(await socket.receive_str(timeout=_PATIENCE_S))).get("key")
            )
        except (TimeoutError, TypeError, ValueError, AttributeError):
            return False

    async def _tell(self, socket: web.WebSocketResponse) -> None:
        while not socket.closed:
            changed = self.world.changed
            await socket.send_json({"run": self._run, "revision": self.world.revision})
            await changed.wait()

    async def _close_tabs(self, app: web.Application) -> None:
        del app
        for socket in list(self._tabs):
            await socket.close(code=WSCloseCode.GOING_AWAY)
