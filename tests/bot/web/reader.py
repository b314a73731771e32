"""A page without a browser: it says what the real page says, and reads what that reads."""

import asyncio
import json
import secrets
from collections import deque
from collections.abc import AsyncGenerator, Callable, Mapping
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

from aiohttp import ClientSession, ClientWebSocketResponse, WSMsgType

Json = dict[str, Any]
NO_HEADERS: Mapping[str, str] = {}


@dataclass
class Reader:
    """An open page."""

    socket: ClientWebSocketResponse
    session: str = ""
    heard: list[Json] = field(default_factory=list[Json])
    pictures: list[bytes] = field(default_factory=list[bytes])
    """The pictures that came, in order."""
    kept: deque[Json] = field(default_factory=deque[Json])
    """What came while something else was waited for."""

    async def say(self, do: str, **fields: Any) -> None:
        """Send a message."""
        await self.socket.send_str(json.dumps({"do": do, **fields}))

    async def next(self) -> Json:
        """The next message, whatever it is. Raises `EOFError` once there are no more."""
        if self.kept:
            return self.kept.popleft()
        async with asyncio.timeout(60):
            came = await self.socket.receive()
        if came.type is WSMsgType.TEXT:
            facts = json.loads(came.data)
        elif came.type is WSMsgType.BINARY:
            length = int.from_bytes(came.data[:4])
            facts = json.loads(came.data[4 : 4 + length])
            self.pictures.append(came.data[4 + length :])
        else:
            raise EOFError(came.type)
        self.heard.append(facts)
        return facts

    async def until(self, kind: str, fits: Callable[[Json], bool] = lambda _: True) -> Json:
        """The next message of a kind that fits; others are passed over."""
        while True:
            facts = await self.next()
            if facts["kind"] == kind and fits(facts):
                return facts

    async def entered(self) -> str:
        """The session, once the link has begun it."""
        await self.until("welcome")
        return self.session

    async def board(self, ply: int | None = None) -> Json:
        """The next board, or the one with so many turns."""
        return await self.until("board", lambda facts: ply is None or facts["ply"] == ply)

    async def act(self, act: str, value: str = "", *, ply: int, **more: Any) -> Json:
        """Do something; what comes of it."""
        key = more.pop("id", secrets.token_hex(16))
        await self.say("act", act=act, value=value, ply=ply, id=key, **more)
        answers = ("said", "ask", "refused", "scene")
        before = list[Json]()  # the new board may come first
        while True:
            facts = await self.next()
            if facts["kind"] in answers and facts["id"] == key:
                self.kept.extend(before)
                return facts
            before.append(facts)


@asynccontextmanager
async def opened(
    link: str,
    *,
    session: str = "",
    fresh: str = "",
    via: str = "",
    visible: bool = True,
    headers: Mapping[str, str] = NO_HEADERS,
) -> AsyncGenerator[Reader]:
    """The page behind a ``link``, or, with a ``session``, at its address without the secret.

    ``fresh``: the session that the link is to begin; by default one that nobody else has.

    ``via``: the process to which a proxy leads, such as ``127.0.0.1:8780``.
    """
    at = urlsplit(link)
    origin = f"{at.scheme}://{at.netloc}"
    match_id = at.path.rpartition("/")[2]
    key = None if session else at.fragment.removeprefix("key=")
    fresh = fresh or secrets.token_urlsafe(24)
    async with ClientSession() as http:
        headers = {"Origin": origin, "Host": at.netloc, **headers}
        url = f"http://{via or at.netloc}/live/{match_id}"
        async with http.ws_connect(url, headers=headers, max_msg_size=0) as socket:
            reader = Reader(socket, session or fresh)
            said = {"key": key, "fresh": fresh, "session": session or None}
            await reader.say("hello", **said, visible=visible)
            yield reader
