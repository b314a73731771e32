"""The site of the windows, as discordsays.com is one: it shows an application's page in a frame.

Its own page is between Discord's, which plays the client's part, and the application's: Discord's
package hears only of a few origins, of which one is the page's own.
"""

import asyncio
import contextlib
from pathlib import Path
from urllib.parse import urlsplit

import aiohttp
from aiohttp import WSMsgType, web

FILES = Path(__file__).parent / "page"
_PASSED_ON = ("Origin", "User-Agent")
_KEPT = ("Content-Type", "Content-Security-Policy", "Referrer-Policy", "X-Content-Type-Options")


class Windows:
    """Serves on a port of its own, and passes on everything but its page to the application."""

    def __init__(self) -> None:
        self.url = ""
        """``http://127.0.0.1:port``; empty before an application is mapped."""
        self._target = ""
        self._client: aiohttp.ClientSession | None = None
        self._runner: web.AppRunner | None = None
        self._discord = ""

    async def map(self, target: str, discord: str) -> str:
        """Map the root to an application's address. Returns where the windows are.

        ``discord``: the origins of Discord's own page.
        """
        self._target, self._discord = target, discord
        if self._runner is None:
            app = web.Application()
            app.router.add_get("/.window", self._window)
            app.router.add_get("/.window.js", self._script)
            app.router.add_get("/{path:.*}", self._pass_on)
            self._client = aiohttp.ClientSession(auto_decompress=False)
            self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
            await self._runner.setup()
            await web.TCPSite(self._runner, "127.0.0.1", 0).start()
            self.url = f"http://127.0.0.1:{self._runner.addresses[0][1]}"
        return self.url

    async def stop(self) -> None:
        """Stop to serve."""
        if self._runner is not None and self._client is not None:
            await self._client.close()
            await self._runner.cleanup()

    async def _window(self, request: web.Request) -> web.StreamResponse:
        del request
        html = (FILES / "window.html").read_text("utf-8").replace("$DISCORD", self._discord)
        rules = ("default-src 'none'", "script-src 'self'", "style-src 'unsafe-inline'")
        policy = "; ".join((*rules, "frame-src 'self'", f"frame-ancestors {self._discord}"))
        return web.Response(
            text=html, content_type="text/html", headers={"Content-Security-Policy": policy}
        )

    async def _script(self, request: web.Request) -> web.StreamResponse:
        del request
        return web.Response(body=(FILES / "window.js").read_bytes(), content_type="text/javascript")

    async def _pass_on(self, request: web.Request) -> web.StreamResponse:
        assert self._client is not None
        if request.host != urlsplit(self.url).netloc:
            return web.Response(status=403)
        headers = {name: request.headers[name] for name in _PASSED_ON if name in request.headers}
        headers["X-Forwarded-For"] = request.remote or ""
        url = self._target + request.path_qs
        try:
            if request.headers.get("Upgrade", "").lower() == "websocket":
                return await self._socket(request, url, headers)
            async with self._client.get(url, headers=headers) as answer:
                kept = {name: answer.headers[name] for name in _KEPT if name in answer.headers}
                return web.Response(body=await answer.read(), status=answer.status, headers=kept)
        except aiohttp.WSServerHandshakeError as error:
            return web.Response(status=error.status)
        except aiohttp.ClientError:
            return web.Response(status=502)

    async def _socket(
        self, request: web.Request, url: str, headers: dict[str, str]
    ) -> web.StreamResponse:
        assert self._client is not None
        async with self._client.ws_connect(url, headers=headers, max_msg_size=0) as theirs:
            ours = web.WebSocketResponse(max_msg_size=0, compress=False)
            await ours.prepare(request)
            ways = {
                asyncio.create_task(_pour(ours, theirs)),
                asyncio.create_task(_pour(theirs, ours)),
            }
            await asyncio.wait(ways, return_when=asyncio.FIRST_COMPLETED)
            with contextlib.suppress(ConnectionError):
                await ours.close()
            await theirs.close()
            for way in ways:
                way.cancel()
            await asyncio.gather(*ways, return_exceptions=True)
            return ours


Socket = web.WebSocketResponse | aiohttp.ClientWebSocketResponse


async def _pour(source: Socket, target: Socket) -> None:
    async for message in source:
        if message.type is WSMsgType.TEXT:
            await target.send_str(message.data)
        elif message.type is WSMsgType.BINARY:
            await target.send_bytes(message.data)
