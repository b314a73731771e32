"""The connection to the driver's interface: sends a verb and its arguments, returns the result."""

import base64
import io
import json
from dataclasses import dataclass, field
from types import TracebackType
from typing import Any, Literal, Self

import aiohttp

from bot.playground.errors import CannotDo, Json, fields, items

Kind = Literal["message", "deferred", "deferred_update", "update", "modal", "choices", "failed"]


@dataclass(frozen=True, slots=True)
class File:
    """A file to upload: the value of a command's option, or a value of a modal's field."""

    name: str
    body: bytes


@dataclass(frozen=True, slots=True)
class Answer:
    """An acknowledged interaction, as the person sees it."""

    interaction: str
    """Its id; pass the Answer itself to `submit_modal`, `original` and `followups`."""
    kind: Kind
    ephemeral: bool
    message: Json | None
    """The message that was sent or updated."""
    modal: Json | None
    choices: list[Json] = field(default_factory=list[Json])
    error: str | None = None

    @property
    def text(self) -> str:
        """The message's content; empty if there is no message."""
        return str((self.message or {}).get("content", ""))


class Connection:
    """Calls verbs of a running stand-in. Every verb raises `CannotDo` with the reason."""

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
        """Close the connection pool."""
        del kind, error, trace
        if self._session is not None:
            await self._session.close()

    async def call(self, verb: str, **arguments: Any) -> Any:
        """Call any verb of `control.Control` by its name. Returns its result. Raises `CannotDo`."""
        if self._session is None:
            raise RuntimeError("use `async with Driver(...)`")
        # Files make the body large, and aiohttp wants large bodies as a stream.
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


def message_id(message: Json | str) -> str:
    """The id of a message object, or the id itself."""
    return message if isinstance(message, str) else str(message["id"])


def as_json(value: Any) -> Any:
    """A JSON value with every `File` in it encoded."""
    if isinstance(value, File):
        return {"filename": value.name, "data": base64.b64encode(value.body).decode()}
    if isinstance(value, list):
        return [as_json(item) for item in items(value)]
    if isinstance(value, dict):
        return {key: as_json(item) for key, item in fields(value).items()}
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
