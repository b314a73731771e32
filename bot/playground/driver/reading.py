"""Reading the stand-in as people see it, at once or as soon as something appears."""

import asyncio
import base64
from collections.abc import Callable
from typing import TypeVar

from bot.playground.driver.connection import Answer, Connection, message_id
from bot.playground.errors import Json
from bot.playground.limits import EPHEMERAL

Found = TypeVar("Found")


class ReadingVerbs(Connection):
    """Reads messages, answers, files and commands, and waits for them."""

    async def messages(
        self, channel: str, as_user: str | None = None, *, last: int | None = None
    ) -> list[Json]:
        """The ``last`` messages or all, oldest first, as that person sees them; None sees all."""
        return await self.call("messages", channel=channel, as_user=as_user, last=last)

    async def message(self, message: Json | str, as_user: str | None = None) -> Json:
        """One message as it is now."""
        return await self.call("message", message=message_id(message), as_user=as_user)

    async def answer(self, answer: Answer) -> Answer:
        """The interaction as it is now, with edits and the message that followed a deferral."""
        return await self._ask("answer", interaction=answer.interaction)

    async def followups(self, answer: Answer) -> list[Json]:
        """The follow-up messages, oldest first."""
        return (await self.call("answer", interaction=answer.interaction))["followups"]

    async def receipt(self, answer: Answer, timeout: float = 60.0) -> Json:  # noqa: ASYNC109
        """The private message that follows where the answer has changed a public one.

        It may be deleted already, as that about the last turn of a game is at once.
        Raises `TimeoutError`.
        """
        waiting = Waiting(self, timeout)
        while True:
            now = await self.call("answer", interaction=answer.interaction)
            for message in now["followups"] + now["deleted"]:
                if message["flags"] & EPHEMERAL:
                    return message
            await waiting.turn()

    async def original(self, answer: Answer, timeout: float = 60.0) -> Json:  # noqa: ASYNC109
        """The response message; waits while it is deferred. Raises `TimeoutError`."""
        waiting = Waiting(self, timeout)
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
        timeout: float = 60.0,  # noqa: ASYNC109
    ) -> Found:
        """Wait until ``predicate`` of the newest 100 messages is true. Returns its result.

        Raises `TimeoutError`.
        """
        waiting = Waiting(self, timeout)
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
        timeout: float = 60.0,  # noqa: ASYNC109
    ) -> Json:
        """Wait for a message that matches. Returns the newest. Raises `TimeoutError`."""
        found = await self.wait_for(
            channel,
            lambda seen: [message for message in seen if matching(message)],
            as_user=as_user,
            timeout=timeout,
        )
        return found[-1]

    async def file(self, attachment: Json | str) -> bytes:
        """The bytes of an attachment, an embed's picture or a component's media."""
        if isinstance(attachment, dict):
            number = attachment.get("attachment_id") or attachment["id"]
        else:
            number = attachment
        return base64.b64decode(await self.call("file", attachment=str(number)))

    async def overview(self) -> Json:
        """The servers with channels and members, the direct messages, the people."""
        return await self.call("overview")

    async def events(self, guild: str) -> list[Json]:
        """All scheduled events of a server, also those that are over."""
        return await self.call("events", guild=guild)

    async def commands(self, guild: str | None = None) -> list[Json]:
        """The registered commands of a server, or the global ones."""
        return await self.call("commands", guild=guild)


class Waiting:
    """Waits for the next change of the world, until a deadline."""

    def __init__(self, driver: Connection, timeout: float) -> None:
        self._driver = driver
        self._time = asyncio.get_running_loop().time
        self._end = self._time() + timeout
        self._since = -1

    async def turn(self) -> None:
        """Return after the next change, the first time at once. Raises `TimeoutError`."""
        left = self._end - self._time()
        if left <= 0:
            raise TimeoutError("nothing of the kind happened on the stand-in")
        self._since = await self._driver.call("change", since=self._since, timeout=min(left, 5.0))
