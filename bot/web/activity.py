"""The same page in Discord's own window, an Activity: the way in.

Nothing is believed that the page says. Discord says who somebody is, for a code that only they can
get, and who is in which window; which game that shows, we have noted when it was opened.
"""

import asyncio
import contextlib
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, Protocol
from urllib.parse import urlsplit

from aiohttp import web

from bot.faults import excuse
from bot.messages.catalogue import text
from bot.service.service import Service
from bot.storage.database import is_passing
from bot.web.addresses import address_of
from bot.web.frames import Frame, FrameError, next_text, open_socket
from bot.web.limits import OpenPages, Pace, TooManyError
from bot.web.page_file import Framed, page_file

WAITING, AT_ONCE = 500, 4
"""How many may be on their way in, and for how many of them Discord is asked at the same time."""
ASKS_WITHIN_S, PATIENCE_S = 5.0, 30.0
"""Seconds in which somebody has to ask, and then to be in."""
TRIES_S = (0.0, 0.5, 1.5)
"""Seconds before each look whether somebody is in a window: Discord may hear of it after us."""
ENTERING = "entering"


@dataclass(frozen=True, slots=True)
class Instance:
    """A window with the page, in which several people may be."""

    channel: int
    users: frozenset[int]


class Window(Protocol):
    """What the page has to know of Discord to be shown in its window."""

    @property
    def framed(self) -> Framed | None:
        """Where Discord shows the page; None before that is known."""
        ...

    async def user_of(self, code: str) -> int | None:
        """Who has let us know by a code who they are; None if it is none, or was used.

        Raises `ConnectionError` if Discord does not say.
        """
        ...

    async def instance(self, name: str) -> Instance | None:
        """One of our windows; None if there is none of this name. Raises `ConnectionError`."""
        ...


class NoEntryError(Exception):
    """Somebody is not let in. ``again``: they may try again."""

    def __init__(self, said: str, *, again: bool = False) -> None:
        super().__init__(said)
        self.said = said
        self.again = again


class Entrance:
    """Lets people in who open the page in Discord's window."""

    def __init__(
        self, service: Service, window: Window, counts: OpenPages, ready: Callable[[], bool]
    ) -> None:
        """``ready``: see `bot.web.acting.Host`."""
        self._service = service
        self._window = window
        self._counts = counts
        self._ready = ready
        self._asking = asyncio.Semaphore(AT_ONCE)

    def shows(self, origin: str | None) -> bool:
        """True if a page of this origin may be ours in the window.

        On iOS it has none, and neither has a part of anybody's page that is locked in. Such a page
        has no code and no session of anybody, so it gets no further than the first question.
        """
        framed = self._window.framed
        return framed is not None and origin in (framed.origin, "null")

    def is_called(self, name: str) -> bool:
        """True if this is the name by which Discord's proxy knows the page."""
        framed = self._window.framed
        return framed is not None and name == urlsplit(framed.origin).netloc

    def add_to(self, app: web.Application) -> None:
        """Add its addresses."""
        app.router.add_get("/", self._page)
        app.router.add_get("/enter", self._enter)

    async def _page(self, request: web.Request) -> web.StreamResponse:
        del request
        framed = self._window.framed
        if framed is None:
            return web.Response(status=503, headers={"Retry-After": "5"})
        page = page_file(framed)
        return web.Response(
            body=page.html,
            content_type="text/html",
            charset="utf-8",
            headers={"Content-Security-Policy": page.policy},
        )

    async def _enter(self, request: web.Request) -> web.StreamResponse:
        """A socket with one question and one answer.

        It is no form: where the window is a page without an origin, as on iOS, those cannot be
        sent to their own server.
        """
        if not self.shows(request.headers.get("Origin")):
            return web.Response(status=403)
        # Each code that somebody makes up is a request to Discord, which blocks who fails often.
        if not self._counts.pace((ENTERING, address_of(request))).may():
            return web.Response(status=429)
        try:
            with self._counts.counted(ENTERING, WAITING):
                socket = await open_socket(request)
                if socket is None:
                    return web.Response()
                with contextlib.suppress(TimeoutError, ConnectionError, FrameError):
                    async with asyncio.timeout(ASKS_WITHIN_S):
                        asked = await next_text(socket, Pace().take)
                    async with asyncio.timeout(PATIENCE_S):
                        if asked is not None:
                            answer = await self._answer(asked)
                            await socket.send_str(json.dumps(answer, ensure_ascii=False))
                        await socket.close()
        except TooManyError:
            return web.Response(status=429)
        return socket

    async def _answer(self, asked: str) -> Mapping[str, Any]:
        try:
            return await self._entered(Frame.read(asked))
        except NoEntryError as error:
            return {"kind": "closed", "text": error.said, "again": error.again}
        except FrameError:
            return {"kind": "closed", "text": text("web-not-understood"), "again": False}
        except ConnectionError:
            return {"kind": "closed", "text": text("web-activity-silent"), "again": False}
        except Exception as error:  # the person gets a reference, and we get a log line
            said = excuse(error, "the entrance of the page")
            return {"kind": "closed", "text": said, "again": is_passing(error)}

    async def _entered(self, frame: Frame) -> Mapping[str, Any]:
        """Who somebody is, as a session, and what the window shows. Raises `NoEntryError`."""
        if not self._ready():
            raise NoEntryError(text("web-restarts"), again=True)
        code, name = frame.text("code"), frame.text("instance")
        async with self._asking:
            user = await self._window.user_of(code)  # first: it costs the bot no request
        if user is None:
            raise NoEntryError(text("web-activity-code"))
        channel = await self._channel(name, user)
        passes = self._service.web_passes
        match = await passes.shown(channel, user) or await passes.shown(name)
        said: dict[str, Any] = {"kind": "entered", "session": await passes.session(user)}
        games = [] if match is not None else await self._service.matches.headers(user=user)
        if len(games) == 1:
            match = games[0].id
        if match is not None:
            return said | {"match": match}
        known = self._service.matches.games
        titles = [
            [game.id, text("web-title", game=known[game.game].name, id=str(game.id))]
            for game in games
        ]
        asks = text("web-activity-which") if games else text("web-activity-none")
        return said | {"games": titles, "text": asks}

    async def _channel(self, name: str, user: int) -> int:
        """The channel of the window that somebody is in. Raises `NoEntryError`."""
        for wait in TRIES_S:
            await asyncio.sleep(wait)
            async with self._asking:
                instance = await self._window.instance(name)
            if instance is None:
                break
            if user in instance.users:
                return instance.channel
        raise NoEntryError(text("web-activity-elsewhere"))
