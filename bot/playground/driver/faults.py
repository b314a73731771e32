"""The stand-in's clock, its log of requests, its faults, and disturbances of the gateway."""

import asyncio
from dataclasses import asdict, dataclass
from typing import Any, Literal

from bot.playground.driver.connection import Answer, Connection
from bot.playground.errors import Json
from bot.playground.ratelimits import FREE

SEND = "POST /channels/{channel_id}/messages"
EDIT = "PATCH /channels/{channel_id}/messages/{message_id}"
CALLBACK = "POST /interactions/{interaction_id}/{interaction_token}/callback"
EDIT_ORIGINAL = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/@original"
EDIT_SENT = "PATCH /webhooks/{webhook_id}/{webhook_token}/messages/{message_id}"
FOLLOW_UP = "POST /webhooks/{webhook_id}/{webhook_token}"
"""Routes, for faults and the request log."""


@dataclass(frozen=True, slots=True)
class Held:
    """A planned hold of one request."""

    driver: Connection
    fault: int

    async def wait_until_held(self, timeout: float = 60.0) -> None:  # noqa: ASYNC109
        """Wait until the request has arrived (`hold_before`) or was applied (`hold_after`)."""
        await self.driver.call("wait_held", fault=self.fault, timeout=timeout)

    async def release(self, *, drop: bool = False) -> None:
        """Let the request continue; ``drop`` loses it, or its answer if it was applied."""
        await self.driver.call("release", fault=self.fault, drop=drop)


class FaultVerbs(Connection):
    """Moves the clock, reads the log, and makes requests and connections fail."""

    async def now(self) -> float:
        """The stand-in's time in seconds since 1970."""
        return await self.call("now")

    async def move_clock(self, seconds: float) -> float:
        """Move the stand-in's clock forward. Returns its new time."""
        return await self.call("move_clock", seconds=seconds)

    async def rates(self, **rates: Any) -> None:
        """Change `Rates`: ``rates(send=(5, 5.0), overall=50)``."""
        await self.call("rates", **rates)

    async def no_rates(self) -> None:
        """Lift every limit of requests: a bot that keeps to them costs a test minutes."""
        await self.rates(**asdict(FREE))

    async def patience(self, seconds: float) -> None:
        """Let people wait longer for an answer than Discord does: not every machine is fast."""
        await self.call("patience", seconds=seconds)

    async def requests(self, route: str | None = None, *, since: int = 0) -> list[Json]:
        """The log: the n, at, method, route, path, body, files, status and code of each request."""
        return await self.call("requests", route=route, since=since)

    async def report(self) -> Json:
        """``unknown`` routes, ``violations``, and the numbers ``connected`` and ``requests``.

        ``identified_twice`` and ``identified_too_often`` list shards, such as ``"1/4"``;
        ``refused_overall`` counts requests beyond the limit for the bot.
        """
        return await self.call("report")

    async def wait_for_requests(
        self,
        route: str,
        count: int = 1,
        *,
        since: int = 0,
        timeout: float = 60.0,  # noqa: ASYNC109
    ) -> list[Json]:
        """Wait for ``count`` answered requests of ``METHOD /template``. Raises `TimeoutError`."""
        async with asyncio.timeout(timeout):
            while True:
                found = await self.requests(route, since=since)
                if sum(request["status"] is not None for request in found) >= count:
                    return found
                await asyncio.sleep(0.02)

    async def fail_next(
        self, route: str, status: int, *, times: int = 1, body: Json | None = None
    ) -> None:
        """Answer the next requests of ``METHOD /template`` with ``status``; do not apply them."""
        await self.call(
            "plan_fault", route=route, action="answer", times=times, status=status, body=body
        )

    async def hang_next(self, route: str, *, times: int = 1) -> None:
        """Neither apply nor answer the next requests, until `clear_faults`."""
        await self.call("plan_fault", route=route, action="hang", times=times)

    async def slow_next(self, route: str, seconds: float, *, times: int = 1) -> None:
        """Apply the next requests and answer them ``seconds`` later, or at `clear_faults`."""
        await self.call("plan_fault", route=route, action="slow", times=times, seconds=seconds)

    async def drop_next(self, route: str, *, times: int = 1, applied: bool = True) -> None:
        """Close the connection instead of answering, with or without applying the request."""
        action = "drop_after" if applied else "drop"
        await self.call("plan_fault", route=route, action=action, times=times)

    async def hold_before(self, route: str) -> Held:
        """Hold the next request of this route before it is applied."""
        return Held(self, await self.call("plan_fault", route=route, action="hold_before"))

    async def hold_after(self, route: str) -> Held:
        """Hold the next request of this route after it is applied and before it is answered."""
        return Held(self, await self.call("plan_fault", route=route, action="hold_after"))

    async def cut_next(self, route: str) -> Held:
        """Close the connection of the next request, and apply it only when it is released."""
        return Held(self, await self.call("plan_fault", route=route, action="cut"))

    async def clear_faults(self) -> None:
        """Drop all planned faults and release all held requests."""
        await self.call("clear_faults")

    async def repeat_interaction(self, answer: Answer) -> None:
        """Deliver an interaction to the bot once more."""
        await self.call("repeat_interaction", interaction=answer.interaction)

    async def gateway(
        self,
        action: Literal[
            "reconnect",
            "invalidate",
            "invalidate_resumable",
            "close",
            "hold",
            "release",
            "release_reordered",
            "forget",
        ],
        code: int = 4000,
    ) -> int:
        """Disturb all connections (op 7, op 9, close with ``code``). Returns how many.

        ``hold`` keeps events back until ``release``, which returns how many there were;
        ``release_reordered`` sends the newest first, and each twice. ``forget`` ends the sessions
        that nobody is connected to.
        """
        return await self.call("gateway", action=action, code=code)

    async def wait_connected(
        self,
        connected: bool = True,
        timeout: float = 60.0,  # noqa: ASYNC109
        *,
        shards: int | None = None,
    ) -> None:
        """Wait until a bot is connected to the gateway, or until none is. Raises `CannotDo`.

        ``shards``: wait instead until all processes together have this number of shards connected.
        """
        await self.call("wait_connected", connected=connected, timeout=timeout, shards=shards)

    async def sharding(self, **sharding: Any) -> None:
        """Change `Sharding`: ``sharding(count=4, max_concurrency=1, identify_every=5.0)``.

        ``count`` is what Discord recommends. A bot that identifies more often gets op 9.
        """
        await self.call("sharding", **sharding)
