"""What the page and the server say to each other over the socket.

To the page: text frames are JSON; a binary frame has a picture: the length of the JSON in four
bytes (big endian), the JSON, the PNG. From the page: text frames with JSON, at most `LONGEST`
bytes.

| to the page | what it says |
|---|---|
| ``welcome`` | the link is used, and the session holds |
| ``board`` | everything that there is to see (`bot.web.viewing`); replaces the one before |
| ``preview``, ``refused`` | a stone that is not played yet; why something is refused |
| ``ask`` | a question; *yes* sends its ``act`` |
| ``said`` | what came of an act; ``next``: the match to which the page goes |
| ``scene`` | what a feature shows in place of the board (`bot.web.scenes`) |
| ``waits`` | what a scene waits for has not come yet |
| ``working`` | an answer takes a while |
| ``watching`` | how many look at the match |
| ``closed`` | no more comes; ``again``: the page may connect again |

| from the page | what it wants |
|---|---|
| ``hello`` | to come in: with the ``key`` of a link and the secret of a session that is to begin, |
| | ``fresh``, which a tab keeps until it is closed; later, with that as its ``session`` |
| ``visible`` | whether anybody can see the page: a clock may wait for their first look |
| ``look`` | to see the match ``at`` a number of moves, with an ``overlay`` |
| ``preview`` | to see a stone on ``point`` before it is played |
| ``await`` | to know whether what a scene waits for has come |
| ``act`` | to do something, see `bot.web.acting.Deed`; if no answer came, again with its ``id`` |
"""

import asyncio
import json
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any, cast

from aiohttp import WSMsgType, web

from engine.position import visible

LONGEST = 2048
"""Bytes of what a page may send at once."""
LONGEST_TEXT = 200
"""Characters of any text in it."""


class FrameError(ValueError):
    """What came is nothing that the page says."""


@dataclass(frozen=True, slots=True)
class Frame:
    """A message from the page. Raises `FrameError` for a field that is not as it must be."""

    fields: Mapping[str, Any]

    @classmethod
    def read(cls, text: str) -> "Frame":
        """The message that a text frame has. Raises `FrameError`."""
        try:
            fields = json.loads(text)
        except (ValueError, RecursionError) as error:
            raise FrameError("no JSON") from error
        if not isinstance(fields, dict):
            raise FrameError("no object")
        return cls(cast(dict[str, Any], fields))

    def text(self, name: str) -> str:
        """A text, empty if it is not there. It can be what somebody has typed."""
        value = self.fields.get(name)
        if value is None:
            return ""
        if not isinstance(value, str) or len(value) > LONGEST_TEXT:
            raise FrameError(name)
        return visible(value)

    def number(self, name: str) -> int | None:
        """A whole number from 0 on, if it is there."""
        value = self.fields.get(name)
        if value is None:
            return None
        if type(value) is not int or not 0 <= value < 1 << 31:
            raise FrameError(name)
        return value

    def flag(self, name: str) -> bool:
        """True if it is there and true."""
        return self.fields.get(name) is True


def with_picture(facts: Mapping[str, Any], picture: bytes) -> bytes:
    """A binary frame."""
    header = json.dumps(facts, ensure_ascii=False, separators=(",", ":")).encode()
    return len(header).to_bytes(4) + header + picture


async def open_socket(
    request: web.Request, heartbeat: float | None = None
) -> web.WebSocketResponse | None:
    """The socket that is asked for, to be read by `next_text`; None if whoever asked has gone."""
    socket = web.WebSocketResponse(  # pictures are compressed already
        heartbeat=heartbeat, max_msg_size=LONGEST, compress=False, autoping=False
    )
    try:
        await socket.prepare(request)
    except ConnectionError:
        return None
    return socket


async def next_text(socket: web.WebSocketResponse, pace: Callable[[], float]) -> str | None:
    """The next text frame of a socket; None once it is closed.

    ``pace`` notes a frame and says for how many seconds the next one has to wait: a ping counts as
    any other. aiohttp would answer them by itself, and a flood of them would leave the program no
    time for anything else. Raises `FrameError` for what is neither.
    """
    while True:
        frame = await socket.receive()
        await asyncio.sleep(pace())
        match frame.type:
            case WSMsgType.TEXT:
                return str(frame.data)
            case WSMsgType.PING:
                await socket.pong(frame.data)
            case WSMsgType.PONG:
                pass
            case WSMsgType.CLOSE | WSMsgType.CLOSING | WSMsgType.CLOSED:
                return None
            case _:
                raise FrameError("no text")
