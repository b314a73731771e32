"""A client for the driver's interface: what people do on the stand-in, for tests and the page.

People are called by name (``"Ada"``), channels ``"#games"``, ``"Server/games"`` or
``"@Ada"`` (direct messages with the bot); numbers work for everything.
"""

import asyncio
import base64
import io
import json
from collections.abc import Callable
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Literal, Self, TypeVar

import aiohttp

from bot.playground.errors import CannotDo, Json, fields, items

Found = TypeVar("Found")
Kind = Literal["message", "deferred", "deferred_update", "update", "modal", "choices", "failed"]

SEND = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"
EDIT_ORIGINAL = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"
FOLLOW_UP = "POST /webhooks/{webhook_id}/{webhook_token}"
"""Routes, for faults and the request log."""


@dataclass(frozen=True, slots=True)
class File:
    """A file that somebody brings: the value of an option, or one of a modal's field."""

    name: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Answer:
    """What a person saw after an interaction, at the moment of its acknowledgement."""

    interaction: str
    """Its number; pass the Answer itself to `submit_modal`, `original`, `followups`."""
    kind: Kind
    ephemeral: bool
    message: Json | None
    """The answering message, or the one that was updated."""
    modal: Json | None
    choices: list[Json] = field(default_factory=list[Json])
    error: str | None = None

    @property
    def text(self) -> str:
        """The message's content; empty without a message."""
        return str((self.message or {}).get("content", ""))


@dataclass(frozen=True, slots=True)
class Held:
    """A request that is held, or will be."""

    driver: "Driver"
    fault: int

    async def wait_until_held(self, timeout: float = 10.0) -> None:  # noqa: ASYNC109
        """Return when a matching request has arrived (before) or was applied (after)."""
        await self.driver.call("wait_held", fault=self.fault, timeout=timeout)

    async def release(self, *, drop: bool = False) -> None:
        """Let it go on; ``drop`` loses the request, or its answer if it was applied."""
        await self.driver.call("release", fault=self.fault, drop=drop)


class Driver:
    """``async with Driver(url, key) as driver``. Every verb raises `CannotDo` with the reason."""

    def __init__(self, url: str, key: str) -> None:
        self.url = url
        self._key = key
        self._session: aiohttp.ClientSession | None = None

    async def __aenter__(self) -> Self:
        """Open the connection pool."""
        self._session = aiohttp.ClientSession(headers={"X-Driver-Key": self._key})
        return self

    async def __aexit__(
        self,
        kind: type[BaseException] | None,
        error: BaseException | None,
        trace: TracebackType | None,
    ) -> None:
        """Close it."""
        del kind, error, trace
        if self._session is not None:
            await self._session.close()

    async def call(self, verb: str, **arguments: Any) -> Any:
        """Any verb by its name; see `control.Control`."""
        if self._session is None:
            raise RuntimeError("use `async with Driver(...)`")
        # Files make it large, and aiohttp wants what is large as a stream.
        body = io.BytesIO(json.dumps(arguments).encode())
        kind = {"Content-Type": "application/json"}
        path = f"{self.url}/driver/{verb}"
        async with self._session.post(path, data=body, headers=kind) as response:
            answer: Json = await response.json()
        if "error" in answer:
            raise CannotDo(answer["error"])
        return answer["result"]

    async def _ask(self, verb: str, **arguments: Any) -> Answer:
        return _answer(await self.call(verb, **arguments))

    # What people do

    async def slash(
        self,
        user: str,
        channel: str,
        command: str,
        options: Json | None = None,
        *,
        twice: bool = False,
    ) -> Answer:
        """Enter ``command`` ("challenge keil"), with a `File` where it takes one.

        ``twice`` delivers it to the bot two times.
        """
        return await self._ask(
            "slash",
            user=user,
            channel=channel,
            command=command,
            options=_sent(options),
            twice=twice,
        )

    async def autocomplete(
        self, user: str, channel: str, command: str, options: Json | None = None, *, focused: str
    ) -> list[Json]:
        """The choices offered while ``focused`` holds ``options[focused]``; CannotDo if none
        came in time."""
        answer = await self._ask(
            "autocomplete",
            user=user,
            channel=channel,
            command=command,
            options=_sent(options),
            focused=focused,
        )
        if answer.kind != "choices":
            raise CannotDo("Loading options failed")
        return answer.choices

    async def context_menu(self, user: str, channel: str, command: str, target: str) -> Answer:
        """Use a menu command on a message's number or a person's name."""
        return await self._ask(
            "context_menu", user=user, channel=channel, command=command, target=target
        )

    async def click(
        self, user: str, message: Json | str, button: str, *, twice: bool = False
    ) -> Answer:
        """Press the button with that custom_id or, if there is none, that label."""
        return await self._ask("click", user=user, message=_id(message), button=button, twice=twice)

    async def select(
        self, user: str, message: Json | str, select: str, values: list[str]
    ) -> Answer:
        """Choose ``values`` (values, labels or names) in the select with that custom_id."""
        return await self._ask(
            "select", user=user, message=_id(message), select=select, values=values
        )

    async def submit_modal(
        self, user: str, modal: Answer, fields: Json, *, twice: bool = False
    ) -> Answer:
        """Send the modal that ``modal`` opened; fields by custom_id, others keep their value."""
        return await self._ask(
            "submit_modal",
            user=user,
            interaction=modal.interaction,
            fields=_sent(fields),
            twice=twice,
        )

    async def say(
        self,
        user: str,
        channel: str,
        text: str,
        *,
        reply_to: Json | str | None = None,
        ping: bool = True,
        files: dict[str, bytes] | None = None,
    ) -> Json:
        """Write a message; the message object."""
        sent = [_sent(File(name, body)) for name, body in (files or {}).items()]
        reply = None if reply_to is None else _id(reply_to)
        return await self.call(
            "say", user=user, channel=channel, text=text, reply_to=reply, ping=ping, files=sent
        )

    async def edit_message(self, user: str, message: Json | str, text: str) -> Json:
        """Change one's own message."""
        return await self.call("edit_message", user=user, message=_id(message), text=text)

    async def delete_message(self, user: str, message: Json | str) -> None:
        """Delete one's own message, or any with the permission for it."""
        await self.call("delete_message", user=user, message=_id(message))

    # Reading

    async def messages(
        self, channel: str, as_user: str | None = None, *, last: int | None = None
    ) -> list[Json]:
        """The ``last`` messages or all, oldest first, as that person sees them; None sees all."""
        return await self.call("messages", channel=channel, as_user=as_user, last=last)

    async def message(self, message: Json | str, as_user: str | None = None) -> Json:
        """One message as it is now."""
        return await self.call("message", message=_id(message), as_user=as_user)

    async def answer(self, answer: Answer) -> Answer:
        """The same interaction as it is now: its message edited, or filled after a deferral."""
        return await self._ask("answer", interaction=answer.interaction)

    async def followups(self, answer: Answer) -> list[Json]:
        """The messages that followed the first answer, oldest first."""
        return (await self.call("answer", interaction=answer.interaction))["followups"]

    async def original(self, answer: Answer, timeout: float = 10.0) -> Json:  # noqa: ASYNC109
        """The answering message, once a deferred one is filled; TimeoutError."""
        waiting = _Waiting(self, timeout)
        while True:
            now = await self.call("answer", interaction=answer.interaction)
            if now["message"] is not None and not now["loading"]:
                return now["message"]
            await waiting.turn()

    async def wait_for(
        self,
        channel: str,
        predicate: Callable[[list[Json]], Found],
        *,
        as_user: str | None = None,
        timeout: float = 10.0,  # noqa: ASYNC109
    ) -> Found:
        """What ``predicate`` makes of the newest 100 messages, once that is true; TimeoutError."""
        waiting = _Waiting(self, timeout)
        while True:
            seen = await self.messages(channel, as_user, last=100)
            if found := predicate(seen):
                return found
            await waiting.turn()

    async def wait_for_message(
        self,
        channel: str,
        matching: Callable[[Json], bool],
        *,
        as_user: str | None = None,
        timeout: float = 10.0,  # noqa: ASYNC109
    ) -> Json:
        """The newest message that matches, once there is one; TimeoutError."""
        found = await self.wait_for(
            channel,
            lambda seen: [message for message in seen if matching(message)],
            as_user=as_user,
            timeout=timeout,
        )
        return found[-1]

    async def file(self, attachment: Json | str) -> bytes:
        """The bytes of an attachment, of an embed's picture or of a component's media."""
        if isinstance(attachment, dict):
            number = attachment.get("attachment_id") or attachment["id"]
        else:
            number = attachment
        return base64.b64decode(await self.call("file", attachment=str(number)))

    async def overview(self) -> Json:
        """Servers with channels and members, direct messages, people."""
        return await self.call("overview")

    async def commands(self, guild: str | None = None) -> list[Json]:
        """The registered commands, global ones or a server's."""
        return await self.call("commands", guild=guild)

    # Making worlds

    async def create_world(self, guilds: list[Json]) -> Json:
        """``[{"name", "channels": [...], "people": [...]}]``, the first person owns it.

        Returns ``{server: {"id", "channels": {name: id}}}``.
        """
        return await self.call("create_world", guilds=guilds)

    async def create_person(
        self,
        name: str,
        guilds: list[str] | None = None,
        *,
        locale: str = "en-US",
        refuses_dms: bool = False,
        nick: str | None = None,
    ) -> Json:
        """A person, in those servers."""
        return await self.call(
            "create_person",
            name=name,
            guilds=guilds,
            locale=locale,
            refuses_dms=refuses_dms,
            nick=nick,
        )

    async def create_guild(
        self, name: str, owner: str, people: list[str] | None = None, *, with_bot: bool = True
    ) -> Json:
        """A server without channels."""
        return await self.call(
            "create_guild", name=name, owner=owner, people=people, with_bot=with_bot
        )

    async def create_channel(self, guild: str, name: str) -> Json:
        """A text channel."""
        return await self.call("create_channel", guild=guild, name=name)

    async def create_thread(
        self,
        channel: str,
        name: str,
        owner: str,
        *,
        private: bool = False,
        message: Json | str | None = None,
    ) -> Json:
        """A thread, on a message or without one."""
        number = None if message is None else _id(message)
        return await self.call(
            "create_thread",
            channel=channel,
            name=name,
            owner=owner,
            private=private,
            message=number,
        )

    async def archive_thread(
        self, thread: str, *, archived: bool = True, locked: bool = False
    ) -> None:
        """Archive it, or wake it."""
        await self.call("archive_thread", thread=thread, archived=archived, locked=locked)

    async def permit(
        self,
        channel: str,
        *,
        who: str | None = None,
        allow: list[str] | None = None,
        deny: list[str] | None = None,
    ) -> None:
        """Grant or take permissions (``"send_messages"``) in a channel; the bot's by default."""
        await self.call("permit", channel=channel, who=who, allow=allow, deny=deny)

    async def join(self, guild: str, who: str | None = None) -> None:
        """Let somebody (the bot by default) into a server."""
        await self.call("join", guild=guild, who=who)

    async def remove_person(self, guild: str, who: str | None = None) -> None:
        """Take somebody (the bot by default) out of a server."""
        await self.call("remove_person", guild=guild, who=who)

    async def remove_channel(self, channel: str) -> None:
        """Delete a channel or thread."""
        await self.call("remove_channel", channel=channel)

    async def remove_guild(self, guild: str) -> None:
        """Delete a server."""
        await self.call("remove_guild", guild=guild)

    async def person(
        self, user: str, *, locale: str | None = None, refuses_dms: bool | None = None
    ) -> None:
        """Change a person's language, or whether they take direct messages."""
        await self.call("person", user=user, locale=locale, refuses_dms=refuses_dms)

    # Time, log, faults, gateway

    async def now(self) -> float:
        """The stand-in's time in seconds since 1970."""
        return await self.call("now")

    async def move_clock(self, seconds: float) -> float:
        """Let that time pass at once."""
        return await self.call("move_clock", seconds=seconds)

    async def rates(self, **rates: Any) -> None:
        """Change `Rates`: ``rates(send=(5, 5.0), overall=50)``."""
        await self.call("rates", **rates)

    async def requests(self, route: str | None = None, *, since: int = 0) -> list[Json]:
        """The log: n, at, method, route, path, body, files, status, code of each request."""
        return await self.call("requests", route=route, since=since)

    async def report(self) -> Json:
        """``unknown`` routes, ``violations`` of the contract, ``connected`` sessions."""
        return await self.call("report")

    async def wait_for_requests(
        self,
        route: str,
        count: int = 1,
        *,
        since: int = 0,
        timeout: float = 10.0,  # noqa: ASYNC109
    ) -> list[Json]:
        """The answered requests of ``METHOD /template``, once there are ``count``; TimeoutError."""
        async with asyncio.timeout(timeout):
            while True:
                found = await self.requests(route, since=since)
                if sum(request["status"] is not None for request in found) >= count:
                    return found
                await asyncio.sleep(0.02)

    async def fail_next(
        self, route: str, status: int, *, times: int = 1, body: Json | None = None
    ) -> None:
        """The next requests of ``METHOD /template`` are not applied and answer ``status``."""
        await self.call(
            "plan_fault", route=route, action="answer", times=times, status=status, body=body
        )

    async def hang_next(self, route: str, *, times: int = 1) -> None:
        """The next requests are not applied and never answered, until `clear_faults`."""
        await self.call("plan_fault", route=route, action="hang", times=times)

    async def drop_next(self, route: str, *, times: int = 1, applied: bool = True) -> None:
        """The connection breaks instead of an answer, after the request was applied or before."""
        action = "drop_after" if applied else "drop"
        await self.call("plan_fault", route=route, action=action, times=times)

    async def hold_before(self, route: str) -> Held:
        """Hold the next such request before it is applied."""
        return Held(self, await self.call("plan_fault", route=route, action="hold_before"))

    async def hold_after(self, route: str) -> Held:
        """Hold the next such request after it is applied, before it is answered."""
        return Held(self, await self.call("plan_fault", route=route, action="hold_after"))

    async def clear_faults(self) -> None:
        """Forget all plans and let go of all that is held."""
        await self.call("clear_faults")

    async def repeat_interaction(self, answer: Answer) -> None:
        """Deliver an interaction to the bot once more."""
        await self.call("repeat_interaction", interaction=answer.interaction)

    async def gateway(
        self,
        action: Literal["reconnect", "invalidate", "invalidate_resumable", "close"],
        code: int = 4000,
    ) -> int:
        """Disturb all connections (op 7, op 9, close with ``code``); how many there were."""
        return await self.call("gateway", action=action, code=code)

    async def wait_connected(
        self,
        connected: bool = True,
        timeout: float = 10.0,  # noqa: ASYNC109
    ) -> None:
        """Return when a bot is connected to the gateway, or when none is; CannotDo if late."""
        await self.call("wait_connected", connected=connected, timeout=timeout)


class _Waiting:
    """Waits for the next change of the world, until a deadline."""

    def __init__(self, driver: Driver, timeout: float) -> None:
        self._driver = driver
        self._time = asyncio.get_running_loop().time
        self._end = self._time() + timeout
        self._since = -1

    async def turn(self) -> None:
        left = self._end - self._time()
        if left <= 0:
            raise TimeoutError("nothing of the kind happened on the stand-in")
        self._since = await self._driver.call("change", since=self._since, timeout=min(left, 5.0))


def _id(message: Json | str) -> str:
    return message if isinstance(message, str) else str(message["id"])


def _sent(value: Any) -> Any:
    """Any value as JSON has it, files with their bytes."""
    if isinstance(value, File):
        return {"filename": value.name, "data": base64.b64encode(value.body).decode()}
    if isinstance(value, list):
        return [_sent(item) for item in items(value)]
    if isinstance(value, dict):
        return {key: _sent(item) for key, item in fields(value).items()}
    return value


def _answer(given: Json) -> Answer:
    return Answer(
        interaction=given["interaction_id"],
        kind=given["kind"],
        ephemeral=given["ephemeral"],
        message=given["message"],
        modal=given["modal"],
        choices=given["choices"] or [],
        error=given["error"],
    )
