"""The stand-in's server: REST, gateway, files and the driver's interface on one port.

It does not depend on the bot. Time, rate limits and the contract checker are arguments.
"""

import asyncio
import contextlib
import json
import re
import secrets
import traceback
from collections.abc import Callable
from pathlib import Path
from types import TracebackType
from typing import Self

from aiohttp import BodyPartReader, web

from bot.playground.channel_rest import ChannelRest
from bot.playground.checking import Check, Seen, unchecked
from bot.playground.control import Control
from bot.playground.doors import Doors
from bot.playground.elapsing import elapse
from bot.playground.errors import CannotDo, Json, Problem, Refusal, fields, invalid_form, refuse
from bot.playground.faults import Fault
from bot.playground.poll_rest import PollRest
from bot.playground.ratelimits import Rates
from bot.playground.rest import WITHOUT_TOKEN, Rest
from bot.playground.routing import Answer, Call, Handler
from bot.playground.simulation import Simulation
from bot.playground.thread_rest import ThreadRest
from bot.playground.uploads import Upload
from bot.playground.web_page import WebPage
from bot.playground.world import World

_API = "/api/v10"
_REQUEST_BYTES = 25 * 1024 * 1024
_PICTURES = {
    ".png": "image/png",
    ".jpg": "image/jpeg",
    ".jpeg": "image/jpeg",
    ".gif": "image/gif",
    ".webp": "image/webp",
}


class Playground(Simulation):
    """``async with Playground(database=…) as playground``: it listens on ``playground.url``."""

    def __init__(
        self,
        *,
        database: Path,
        token: str | None = None,
        port: int = 0,
        rates: Rates | None = None,
        check: Check = unchecked,
        now: Callable[[], float] | None = None,
        message_content: bool = False,
        heartbeat_ms: int = 41_250,
        driver_key: str | None = None,
        bot_name: str = "games",
    ) -> None:
        super().__init__(
            World(database, token or secrets.token_urlsafe(24), now, bot_name),
            rates=rates or Rates(),
            check=check,
            message_content=message_content,
            heartbeat_ms=heartbeat_ms,
        )
        self._port = port
        self.driver_key = driver_key or secrets.token_urlsafe(24)
        self._doors = Doors(self.driver_key)
        self._rest = Rest(
            self.world,
            self.messages,
            self.commands,
            self.interactions,
            self.gateway,
            self.rates,
            ChannelRest(self.world, self.messages, self.threads, self.rates),
            ThreadRest(self.threads),
            PollRest(self.polls),
            self.events,
            self.activities,
        )
        self._page = WebPage(self.world, self._doors, self.windows)
        self._control = Control(self)
        if not self.world.state.guilds.rows:
            self.making.demo()
        self.world.commit()
        self._runner: web.AppRunner | None = None
        self._elapsing: asyncio.Task[None] | None = None
        self.url = ""
        """``http://127.0.0.1:port``; the REST interface is below ``/api/v10``."""

    @property
    def gateway_url(self) -> str:
        """``ws://127.0.0.1:port/gateway``."""
        return self.gateway.address

    def served(self) -> list[tuple[str, str]]:
        """The method and template of every route below ``/api/v10``."""
        return self._rest.routes.all()

    async def __aenter__(self) -> Self:
        """Start to listen."""
        app = web.Application(client_max_size=_REQUEST_BYTES, middlewares=[self._doors.keep_out])
        app.router.add_get("/gateway", self.gateway.serve)
        app.router.add_get("/gateway/", self.gateway.serve)
        app.router.add_get("/attachments/{channel_id}/{file_id}/{name}", self._file)
        app.router.add_route("*", "/driver/{verb}", self._driver)
        app.router.add_post(_API + "/oauth2/token", self.activities.token)
        self._page.serve_on(app)
        app.router.add_route("*", "/{path:.*}", self._request)
        self._runner = web.AppRunner(app, access_log=None, shutdown_timeout=1.0)
        await self._runner.setup()
        site = web.TCPSite(self._runner, "127.0.0.1", self._port)
        await site.start()
        address: tuple[str, int] = self._runner.addresses[0]
        self._port = self._doors.port = address[1]
        self.url = f"http://127.0.0.1:{self._port}"
        self.gateway.address = f"ws://127.0.0.1:{self._port}/gateway"
        self.messages.addresses.base = self.url
        self._elapsing = asyncio.create_task(
            elapse(self.world, self.threads, self.polls, self.events)
        )
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Stop listening and close the database."""
        del kind, error, trace
        self.faults.clear()
        if self._elapsing is not None:
            self._elapsing.cancel()
            await asyncio.gather(self._elapsing, return_exceptions=True)
        await self.scenes.stop()
        await self.gateway.stop()
        await self.windows.stop()
        if self._runner is not None:
            await self._runner.cleanup()
        self.world.commit()
        self.world.state.close()

    # REST

    async def _request(self, request: web.Request) -> web.StreamResponse:
        path = request.path.removeprefix(_API)
        route = self._rest.routes.find(request.method, path)
        if not request.path.startswith(_API + "/") or route is None:
            self.unknown.append(f"{request.method} {request.path}")
            return _response(Answer(501, {"message": "501: Not Implemented", "code": 0}), {})
        template, params, handler = route
        call = Call(request.method, template, path, params, dict(request.query))
        entry: Json = {
            "n": len(self.requests) and self.requests[-1]["n"] + 1,
            "at": self.world.clock.now(),
            "method": call.method,
            "route": template,
            "path": path,
            "body": None,
            "files": [],
            "status": None,
            "code": None,
        }
        self.requests.append(entry)
        refusal = await self._read(request, call)
        entry["body"] = call.body
        entry["files"] = [upload.filename for _, upload in sorted(call.uploads.items())]
        fault = self.faults.take(call.method, template, path)
        if fault is not None:
            if fault.action == "answer":
                entry["status"] = fault.status
                headers = {"Via": "1.1 google"} if fault.status == 429 else {}
                return _response(Answer(fault.status, fault.body), headers)
            if fault.action == "cut" and request.transport is not None:
                request.transport.abort()
            if fault.action in ("hang", "hold_before", "cut"):
                await _hold(fault)
            if fault.action in ("drop", "hang") or (
                fault.action == "hold_before" and fault.dropped
            ):
                return _lost(request)
        if refusal is not None:
            answer, headers = Answer(refusal.status, refusal.body), refusal.headers
        else:
            answer, headers = await self._answer(request, call, handler)
        self.world.commit()
        entry["status"] = answer.status
        if answer.status >= 400:
            entry["code"] = fields(answer.body).get("code")
        self.examine(Seen("response", call.method, template, answer.status, answer.body))
        if fault is not None and fault.action == "hold_after":
            await _hold(fault)
        if fault is not None and fault.action == "slow":
            await _late(fault)
        if fault is not None and (fault.action in ("drop_after", "cut") or fault.dropped):
            return _lost(request)
        return _response(answer, headers)

    async def _read(self, request: web.Request, call: Call) -> Refusal | None:
        try:
            if request.content_type == "multipart/form-data":
                call.multipart = True
                await _read_parts(request, call)
            elif raw := await request.read():
                call.body = json.loads(raw)
        except web.HTTPRequestEntityTooLarge:
            return refuse(40005)
        except ValueError:
            return refuse(50109)
        return None

    async def _answer(
        self, request: web.Request, call: Call, handler: Handler
    ) -> tuple[Answer, dict[str, str]]:
        headers: dict[str, str] = {}
        given = request.headers.get("Authorization", "")
        try:
            if call.route == "GET /users/@me" and given.startswith("Bearer "):
                return self.activities.owner(given.removeprefix("Bearer ")), {}
            if not call.template.startswith(WITHOUT_TOKEN):
                if given != f"Bot {self.world.token}":
                    raise Refusal(401, 0, "401: Unauthorized")
                major = call.params.get("channel_id") or call.params.get("guild_id") or ""
                headers = self.rates.take(call.route, major)
            elif token := call.params.get("webhook_token"):
                headers = self.rates.take_webhook(token)
            self._check_request(call)
            return await handler(call), headers
        except Refusal as refusal:
            if refusal.code == 50035:
                words = json.dumps(refusal.body.get("errors"))
                self.violations.append(f"request {call.route} was refused: {words}")
            return Answer(refusal.status, refusal.body), headers | refusal.headers
        except Exception:
            self.violations.append(f"{call.route} broke the stand-in:\n{traceback.format_exc()}")
            raise

    def _check_request(self, call: Call) -> None:
        for name, value in call.params.items():
            number = name.endswith("_id") and name != "instance_id"
            if number and not value.isdigit():
                path = (name,)
                words = f'Value "{value}" is not snowflake.'
                raise invalid_form([(path, "NUMBER_TYPE_COERCE", words)])
        if call.body is None:
            return
        seen = Seen("request", call.method, call.template, 0, call.body, call.multipart)
        problems: list[Problem] = []
        for words in self.check(seen):
            path, _, what = words.partition(": ")
            problems.append((tuple(path.strip("/").split("/")), "DOCUMENT", what))
        if problems:
            raise invalid_form(problems)

    # Files

    async def _file(self, request: web.Request) -> web.StreamResponse:
        if not self.messages.addresses.valid(
            request.path, dict(request.query), self.world.clock.now()
        ):
            return web.Response(status=404, text="This content is no longer available.")
        body = self.world.state.file(request.match_info["file_id"])
        if body is None:
            return web.Response(status=404)
        # A browser shows only pictures; it downloads all other uploads.
        kind = _PICTURES.get(Path(request.path).suffix.lower(), "application/octet-stream")
        guards = {"X-Content-Type-Options": "nosniff", "Content-Security-Policy": "sandbox"}
        return web.Response(body=body, headers={"Content-Type": kind} | guards)

    # The driver

    async def _driver(self, request: web.Request) -> web.StreamResponse:
        given = request.headers.get("X-Driver-Key")
        if not (self._doors.from_own_page(request) and self._doors.opens(given)):
            return _response(Answer(403, {"error": "not the driver"}), {})
        try:
            arguments = fields(await request.json() if request.can_read_body else None)
            result = await self._control.run(request.match_info["verb"], arguments)
        except web.HTTPRequestEntityTooLarge:
            return _response(Answer(413, {"error": "that is too large to be sent at once"}), {})
        except (CannotDo, Refusal, ValueError, TypeError, KeyError, TimeoutError) as error:
            words = str(error) if isinstance(error, CannotDo) else repr(error)
            return _response(Answer(400, {"error": words}), {})
        finally:
            self.world.commit()
        return _response(Answer(200, {"result": result}), {})


async def _read_parts(request: web.Request, call: Call) -> None:
    """Read a multipart body, in memory: aiohttp's own files stay open if the upload breaks off."""
    size = 0
    async for part in await request.multipart():
        if not isinstance(part, BodyPartReader):
            raise ValueError("parts in a part")
        body = bytearray()
        while chunk := await part.read_chunk():
            body += chunk
            size += len(chunk)
            if size > _REQUEST_BYTES:
                raise web.HTTPRequestEntityTooLarge(_REQUEST_BYTES, size)
        if part.name == "payload_json" and part.filename is None:
            call.body = json.loads(body)
        elif part.filename and (match := re.fullmatch(r"files\[(\d+)\]", part.name or "")):
            kind = part.headers.get("Content-Type", "application/octet-stream")
            call.uploads[int(match[1])] = Upload(part.filename, bytes(body), kind)


async def _hold(fault: Fault) -> None:
    fault.held.set()
    await fault.released.wait()


async def _late(fault: Fault) -> None:
    """Wait for the fault's seconds, or until all faults are cleared."""
    with contextlib.suppress(TimeoutError):
        async with asyncio.timeout(fault.seconds):
            await fault.released.wait()


def _lost(request: web.Request) -> web.StreamResponse:
    if request.transport is not None:
        request.transport.abort()
    return web.Response()


def _response(answer: Answer, headers: dict[str, str]) -> web.Response:
    if answer.body is None:
        return web.Response(status=answer.status, headers=headers)
    # discord.py parses only exactly this content type, without a charset.
    return web.Response(
        status=answer.status,
        body=json.dumps(answer.body).encode(),
        headers=headers | {"Content-Type": "application/json"},
    )


async def run_until(stop: asyncio.Event, playground: Playground, ready: Callable[[], None]) -> None:
    """Serve until ``stop``; ``ready`` is called when it listens."""
    async with playground:
        ready()
        await stop.wait()
