"""The HTTP server of the page: which addresses there are, and who may ask for them."""

import asyncio
import contextlib
from collections.abc import AsyncGenerator, Awaitable, Callable
from contextlib import asynccontextmanager
from urllib.parse import urlsplit

from aiohttp import web

from bot import metrics
from bot.web import frames
from bot.web.acting import Acting
from bot.web.activity import Entrance, Window
from bot.web.addresses import address_of
from bot.web.finished import FinishedPages
from bot.web.host import Host
from bot.web.limits import (
    MOST_ENTERING,
    MOST_ENTERING_OF_ADDRESS,
    MOST_OF_ADDRESS,
    OpenPages,
    TooManyError,
    most_pages,
)
from bot.web.open_page import OpenPage
from bot.web.page_file import page_file
from bot.web.scenes import Stage
from bot.web.viewing import Viewing
from bot.web.watched import Watched

Handler = Callable[[web.Request], Awaitable[web.StreamResponse]]
HEARTBEAT_S = 20.0
"""Seconds between two signs of life on a socket."""
WITHIN_S = 2.0
"""Seconds that open pages have to hear that the program ends."""
EVERYBODY, ENTERING = "everybody", "entering the board"
GUARDS = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
}


class Door:
    """The page of one process. Everything that it shows or does is the service's."""

    def __init__(self, stage: Stage, host: Host, url: str, window: Window | None = None) -> None:
        """``url``: under which people reach it, such as ``https://keil.example``. ``window``:
        Discord's, if that shows it, too."""
        self.stage = stage
        """What features show."""
        self._service = stage.service
        self._host = host
        self._viewing = Viewing(stage)
        self._acting = Acting(stage, host)
        self.watched = Watched(stage.service.matches, stage.after)
        self._counts = OpenPages()
        self.pages = set[OpenPage]()
        """Those that are open at this process."""
        at = urlsplit(url)
        self._name, self._origin = at.netloc, f"{at.scheme}://{at.netloc}"
        self._secure = at.scheme == "https"
        self._finished = FinishedPages(
            stage.service, stage.pictures, host, self._origin, self._counts
        )
        self._entrance = (
            None
            if window is None
            else Entrance(stage.service, window, self._counts, lambda: host.ready)
        )

    @asynccontextmanager
    async def open(self, host: str, port: int) -> AsyncGenerator[None]:
        """Serve it at this address of the machine. Raises `OSError` if that is in use."""
        app = web.Application(middlewares=[self._keep_out], client_max_size=frames.LONGEST)
        app.router.add_get("/game/{match:[0-9]{1,15}}", self._page)
        app.router.add_get("/live/{match:[0-9]{1,15}}", self._live)
        self._finished.add_to(app.router)
        if self._entrance is not None:
            self._entrance.add_to(app)
        runner = web.AppRunner(app, access_log=None, shutdown_timeout=WITHIN_S)
        await runner.setup()
        watching = asyncio.create_task(self.watched.run())
        woken = self._service.store.woken
        woken.append(self.watched.left)
        try:
            await web.TCPSite(runner, host, port).start()
            yield
        finally:
            woken.remove(self.watched.left)
            watching.cancel()
            with contextlib.suppress(TimeoutError):
                async with asyncio.timeout(WITHIN_S):
                    await asyncio.gather(
                        *(page.go_away() for page in self.pages), return_exceptions=True
                    )
            await runner.cleanup()

    @web.middleware
    async def _keep_out(self, request: web.Request, handler: Handler) -> web.StreamResponse:
        """Answer only to our own name: another one that leads here is somebody's trick."""
        in_window = self._entrance is not None and self._entrance.is_called(request.host)
        if request.host != self._name and not in_window:
            return web.Response(status=421, headers=GUARDS)
        try:
            response = await handler(request)
        except web.HTTPException as error:
            response = web.Response(status=error.status, text=error.text)
        if not response.prepared:
            for name, value in GUARDS.items():
                response.headers.setdefault(name, value)
            if self._secure:
                response.headers["Strict-Transport-Security"] = "max-age=31536000"
        return response

    async def _page(self, request: web.Request) -> web.StreamResponse:
        """The page, the same for every match: it says nothing of any."""
        del request
        page = page_file()
        return web.Response(
            body=page.html,
            content_type="text/html",
            charset="utf-8",
            headers={"Content-Security-Policy": page.policy},
        )

    async def _live(self, request: web.Request) -> web.StreamResponse:
        """A socket with what a page shows. The page sends who it is, not the browser: no other
        page can use it in somebody's name."""
        origin, entrance = request.headers.get("Origin"), self._entrance
        framed = entrance is not None and entrance.shows(origin)
        if origin != self._origin and not framed:
            return web.Response(status=403)
        address, counted = address_of(request), self._counts.counted
        with contextlib.ExitStack() as open_, contextlib.ExitStack() as entering:
            try:
                open_.enter_context(counted(EVERYBODY, most_pages()))
                if not framed:  # all windows come through Discord's own proxy, which is one address
                    open_.enter_context(counted(address, MOST_OF_ADDRESS))
                entering.enter_context(counted(ENTERING, MOST_ENTERING))
                entering.enter_context(counted((ENTERING, address), MOST_ENTERING_OF_ADDRESS))
            except TooManyError:
                return web.Response(status=429)
            socket = await frames.open_socket(request, HEARTBEAT_S)
            if socket is None:
                return web.Response()
            page = OpenPage(
                socket,
                request.transport,
                int(request.match_info["match"]),
                self._service,
                self._viewing,
                self._acting,
                self.watched,
                self._host,
                self._counts,
            )
            self.pages.add(page)
            metrics.web_pages(len(self.pages))
            try:
                await page.serve(entering.close)
            finally:
                self.pages.discard(page)
                metrics.web_pages(len(self.pages))
            return socket
