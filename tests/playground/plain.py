"""Plain HTTP and WebSocket clients of the stand-in, which know no library for Discord."""

import io
import json
import zlib
from types import TracebackType
from typing import Any, Self

import aiohttp
import yarl

Json = dict[str, Any]
GUILDS_AND_MESSAGES = 1 | 1 << 9


TOKEN = "a-token-of-the-tests"
"""Of the bot; without one, every stand-in has a new one."""


class Rest:
    """Plain HTTP with the bot's token; answers are (status, body)."""

    def __init__(self, url: str, token: str = TOKEN) -> None:
        self.url = url
        self._session = aiohttp.ClientSession(headers={"Authorization": f"Bot {token}"})
        self.headers: dict[str, str] = {}
        """Of the last answer."""

    async def __aenter__(self) -> Self:
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self._session.close()

    async def __call__(
        self,
        method: str,
        path: str,
        body: Any = None,
        files: dict[str, bytes] | None = None,
    ) -> tuple[int, Any]:
        """``files`` are sent as files[0], files[1], … beside the body as payload_json."""
        sent: dict[str, Any] = {} if body is None else {"json": body}
        if files:
            form = aiohttp.FormData(quote_fields=False)
            form.add_field("payload_json", json.dumps(body or {}))
            for number, (name, content) in enumerate(files.items()):
                form.add_field(f"files[{number}]", io.BytesIO(content), filename=name)
            sent = {"data": form}
        async with self._session.request(method, f"{self.url}/api/v10{path}", **sent) as response:
            self.headers = dict(response.headers)
            text = await response.text()
            return response.status, json.loads(text) if text else None

    async def send(self, channel_id: str, content: str = "hello", **body: Any) -> Json:
        """A message that must succeed."""
        status, sent = await self(
            "POST", f"/channels/{channel_id}/messages", {"content": content, **body}
        )
        assert status == 200, sent
        return sent

    async def callback(self, interaction: Json, body: Json) -> tuple[int, Any]:
        """Acknowledge; with_response."""
        path = f"/interactions/{interaction['id']}/{interaction['token']}/callback"
        return await self("POST", path + "?with_response=1", body)


class Gateway:
    """Plain WebSocket; ``async with Gateway(url) as gateway`` has read HELLO."""

    def __init__(self, url: str, *, compress: bool = False) -> None:
        query = "?v=10&encoding=json" + ("&compress=zlib-stream" if compress else "")
        self._url = yarl.URL(f"{url}/gateway{query}").with_scheme("ws")
        self._session = aiohttp.ClientSession()
        self._socket: aiohttp.ClientWebSocketResponse | None = None
        self._zlib = zlib.decompressobj() if compress else None
        self.sequence = 0
        self.session_id = ""

    @property
    def socket(self) -> aiohttp.ClientWebSocketResponse:
        assert self._socket is not None
        return self._socket

    async def __aenter__(self) -> Self:
        self._socket = await self._session.ws_connect(self._url)
        hello = await self.frame()
        assert (hello["op"], hello["d"]["heartbeat_interval"]) == (10, 41_250)
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        await self.socket.close(code=4000)
        await self._session.close()

    async def send(self, op: int, data: Any) -> None:
        await self.socket.send_str(json.dumps({"op": op, "d": data}))

    async def frame(self) -> Json:
        """The next frame."""
        message = await self.socket.receive(timeout=60)
        if message.type is aiohttp.WSMsgType.BINARY:
            assert self._zlib is not None
            assert message.data.endswith(b"\x00\x00\xff\xff")
            frame: Json = json.loads(self._zlib.decompress(message.data))
        else:
            assert message.type is aiohttp.WSMsgType.TEXT, message
            frame = json.loads(message.data)
        self.sequence = frame.get("s") or self.sequence
        return frame

    async def closed(self) -> int:
        """The code that the other side closes with, after whatever it still sends."""
        while (message := await self.socket.receive(timeout=60)).type in (
            aiohttp.WSMsgType.TEXT,
            aiohttp.WSMsgType.BINARY,
        ):
            pass
        assert message.type is aiohttp.WSMsgType.CLOSE, message
        return int(message.data)

    async def event(self, name: str) -> Json:
        """The data of the next event of that name; others are passed over."""
        while True:
            frame = await self.frame()
            if frame.get("t") == name:
                return frame["d"]

    async def identify(
        self, token: str = TOKEN, intents: int = GUILDS_AND_MESSAGES, **more: Any
    ) -> Json:
        """READY's data, after every GUILD_CREATE has come."""
        await self.send(2, {"token": token, "intents": intents, "properties": {}} | more)
        ready = await self.event("READY")
        self.session_id = ready["session_id"]
        if intents & 1:
            for _ in ready["guilds"]:
                await self.event("GUILD_CREATE")
        return ready

    async def resume(self, session_id: str, sequence: int) -> None:
        await self.send(6, {"token": TOKEN, "session_id": session_id, "seq": sequence})
