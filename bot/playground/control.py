"""The driver's interface: builds worlds, acts for people, moves the clock, causes faults.

``POST /driver/<verb>`` with a JSON object of arguments; `driver.Driver` is the client for it.
"""

import asyncio
import base64
from collections.abc import Awaitable, Callable, Iterable
from dataclasses import replace
from typing import Any, get_args
from urllib.parse import urlsplit

from bot.playground.descriptions import DM_CHANNEL
from bot.playground.doors import HOSTS
from bot.playground.errors import CannotDo, Json
from bot.playground.faults import Action
from bot.playground.home import Home
from bot.playground.simulation import Simulation

Verb = Callable[..., Awaitable[Any]]


class Control:
    """The verbs. Each takes JSON values and returns a JSON value."""

    def __init__(self, simulation: Simulation) -> None:
        self.simulation = simulation
        self.world = simulation.world
        self.names = simulation.names
        people, scenes, making = simulation.people, simulation.scenes, simulation.making
        home = Home(self.world, self.names, simulation)
        self._verbs: dict[str, Verb] = {
            "slash": people.slash,
            "autocomplete": people.autocomplete,
            "context_menu": people.context_menu,
            "click": people.click,
            "select": people.select,
            "submit_modal": people.submit_modal,
            "say": people.say,
            "vote": simulation.polls.vote,
            "edit_message": people.edit_message,
            "delete_message": people.delete_message,
            "messages": people.seen_messages,
            "message": self._message,
            "answer": self._answer,
            "file": self._file,
            "change": self._change,
            "overview": self._overview,
            "events": self._events,
            "remove_event": self._remove_event,
            "commands": self._commands,
            "enable_activities": self._enable_activities,
            "map_activity": self._map_activity,
            "enter_activity": simulation.activities.enter,
            "leave_activity": simulation.activities.leave,
            "authorize": simulation.activities.authorize,
            "authenticate": simulation.activities.authenticate,
            "participants": simulation.activities.participants,
            "home": home.home,
            "offer_scenes": scenes.offer_scenes,
            "scenes": scenes.scenes,
            "play_scene": scenes.play_scene,
            "create_world": making.create_world,
            "create_person": making.create_person,
            "create_guild": making.create_guild,
            "create_channel": making.create_channel,
            "create_thread": making.create_thread,
            "archive_thread": making.archive_thread,
            "permit": making.permit,
            "permit_all": making.permit_all,
            "create_role": making.create_role,
            "join": making.join,
            "remove_person": making.remove_person,
            "remove_channel": making.remove_channel,
            "remove_guild": making.remove_guild,
            "person": making.person,
            "now": self._now,
            "move_clock": self._move_clock,
            "rates": self._rates,
            "patience": self._patience,
            "requests": self._requests,
            "report": self._report,
            "plan_fault": self._plan_fault,
            "wait_held": self._wait_held,
            "release": self._release,
            "clear_faults": self._clear_faults,
            "repeat_interaction": self._repeat_interaction,
            "forge": people.forge,
            "gateway": self._gateway,
            "wait_connected": self._wait_connected,
            "sharding": self._sharding,
        }

    async def run(self, verb: str, arguments: Json) -> Any:
        """Run a verb. Raises `CannotDo`, also for a verb that does not exist."""
        if verb not in self._verbs:
            raise CannotDo(f"the driver has no verb {verb}")
        return await self._verbs[verb](**arguments)

    # Reading

    async def _message(self, message: str, as_user: str | None = None) -> Json:
        row = self.names.message(message)
        reader = self.names.user(as_user)["id"] if as_user else None
        if reader is not None and not self.simulation.messages.visible(row, reader):
            raise CannotDo(f"{as_user} does not see that message")
        return self.simulation.messages.view(row, reader=reader)

    async def _answer(self, interaction: str) -> Json:
        row = self.world.state.interactions.rows[interaction]
        answer = self.simulation.interactions.seen(row)
        messages = self.simulation.messages

        def followups(rows: Iterable[Json]) -> list[Json]:
            return [
                messages.view(message, reader=row["user_id"])
                for message in rows
                if message["extra"].get("interaction_metadata", {}).get("id") == interaction
                and message["id"] != row["original_id"]
            ]

        answer["followups"] = followups(messages.of(row["channel_id"]))
        answer["deleted"] = followups(messages.gone)
        original = (m for m in messages.gone if m["id"] == row["original_id"] is not None)
        answer["gone"] = next((messages.view(m, reader=row["user_id"]) for m in original), None)
        return answer

    async def _file(self, attachment: str) -> str:
        body = self.world.state.file(attachment)
        if body is None:
            raise CannotDo(f"there is no file {attachment}")
        return base64.b64encode(body).decode()

    async def _change(self, since: int = 0, timeout: float = 10.0) -> int:  # noqa: ASYNC109
        """Wait until the revision is beyond ``since``, or time is up. Returns the revision."""
        if self.world.revision <= since:
            try:
                async with asyncio.timeout(timeout):
                    await self.world.changed.wait()
            except TimeoutError:
                pass
        return self.world.revision

    async def _overview(self) -> Json:
        """The servers with their channels, threads and members, for a page or a test."""
        state = self.world.state
        return {
            "application": self.world.app_id,
            "revision": self.world.revision,
            "guilds": [
                {
                    "id": guild["id"],
                    "name": guild["name"],
                    "channels": [
                        self.world.channel_view(channel["id"])
                        for channel in self.world.channels_of(guild["id"], threads=None)
                    ],
                    "members": [
                        self.world.member_view(guild["id"], member["user_id"])
                        for member in state.members.rows.values()
                        if member["guild_id"] == guild["id"]
                    ],
                }
                for guild in state.guilds.rows.values()
            ],
            "direct": [
                self.world.channel_view(channel["id"])
                for channel in state.channels.rows.values()
                if channel["type"] == DM_CHANNEL
            ],
            "people": [self.world.user_view(u["id"]) for u in state.users.rows.values()],
        }

    async def _events(self, guild: str) -> list[Json]:
        """All events of a server, also those that are over."""
        events, guild_id = self.simulation.events, self.names.guild(guild)["id"]
        found = [row for row in events.rows.rows.values() if row["guild_id"] == guild_id]
        return [events.view(row) for row in found]

    async def _remove_event(self, event: str) -> None:
        self.simulation.events.remove(event)

    async def _commands(self, guild: str | None = None) -> list[Json]:
        guild_id = self.names.guild(guild)["id"] if guild else None
        return self.simulation.commands.of(guild_id)

    async def _enable_activities(self) -> Json:
        return self.simulation.commands.enable_activities()

    async def _map_activity(self, target: str) -> Json:
        """Enable Activities and map them to an application's address, as its owner does."""
        port = urlsplit(self.simulation.messages.addresses.base).port
        discord = " ".join(f"http://{host}:{port}" for host in HOSTS)
        self.simulation.commands.enable_activities()
        url = await self.simulation.windows.map(target, discord)
        return {"url": url, "secret": self.simulation.activities.secret}

    # Time, log, faults

    async def _now(self) -> float:
        return self.world.clock.now()

    async def _move_clock(self, seconds: float) -> float:
        self.world.clock.move(seconds)
        return self.world.clock.now()

    async def _rates(self, **rates: Any) -> None:
        """Set some of the `Rates`: ``overall`` is a number, all others are [requests, seconds]."""
        given = {k: tuple(v) if isinstance(v, list) else v for k, v in rates.items()}  # pyright: ignore[reportUnknownArgumentType, reportUnknownVariableType]
        self.simulation.rates.rates = replace(self.simulation.rates.rates, **given)

    async def _patience(self, seconds: float) -> None:
        """Let people wait ``seconds`` for an answer, instead of Discord's 3."""
        self.simulation.interactions.answered_within = seconds

    async def _requests(self, since: int = 0, route: str | None = None) -> list[Json]:
        return [
            entry
            for entry in self.simulation.requests
            if entry["n"] >= since and route in (None, f"{entry['method']} {entry['route']}")
        ]

    async def _report(self) -> Json:
        return {
            "unknown": self.simulation.unknown,
            "violations": self.simulation.violations,
            "requests": self.simulation.requests[-1]["n"] + 1 if self.simulation.requests else 0,
            "connected": len(self.simulation.gateway.connected()),
            "refused_overall": self.simulation.rates.refused_overall,
            "identified_twice": self.simulation.gateway.identified_twice,
            "identified_too_often": self.simulation.gateway.too_often,
        }

    async def _plan_fault(
        self,
        route: str,
        action: str,
        times: int = 1,
        status: int = 500,
        body: Json | None = None,
        seconds: float = 0.0,
    ) -> int:
        for known in (actions := get_args(Action)):
            if action == known:
                made = self.simulation.faults.plan(
                    route, known, times=times, status=status, body=body, seconds=seconds
                )
                return made.id
        raise CannotDo(f"no fault is called {action}; there are {actions}")

    async def _wait_held(self, fault: int, timeout: float = 10.0) -> None:  # noqa: ASYNC109
        async with asyncio.timeout(timeout):
            await self.simulation.faults.plans[fault].held.wait()

    async def _release(self, fault: int, drop: bool = False) -> None:
        self.simulation.faults.plans[fault].release(drop=drop)

    async def _clear_faults(self) -> None:
        self.simulation.faults.clear()

    async def _repeat_interaction(self, interaction: str) -> None:
        self.simulation.interactions.repeat(interaction)

    async def _gateway(self, action: str, code: int = 4000) -> int:
        """Disturb all connections. Returns how many there were.

        ``reconnect`` is op 7, ``invalidate`` and ``invalidate_resumable`` are op 9; ``hold`` keeps
        events back until ``release``; ``release_reordered`` sends the newest first, and each twice.
        ``forget`` ends the sessions that nobody is connected to.
        """
        gateway = self.simulation.gateway
        if action == "reconnect":
            return gateway.reconnect()
        if action in ("invalidate", "invalidate_resumable"):
            return gateway.invalidate(resumable=action == "invalidate_resumable")
        if action == "close":
            return gateway.close(code)
        if action == "hold":
            return gateway.hold()
        if action in ("release", "release_reordered"):
            return gateway.release(reordered=action == "release_reordered")
        if action == "forget":
            return gateway.forget()
        raise CannotDo(f"the gateway has no action {action}")

    async def _sharding(self, **sharding: Any) -> None:
        """Set some of the `Sharding`, for the next requests and sessions."""
        gateway = self.simulation.gateway
        gateway.sharding = replace(gateway.sharding, **sharding)

    async def _wait_connected(
        self,
        connected: bool = True,
        timeout: float = 10.0,  # noqa: ASYNC109
        shards: int | None = None,
    ) -> None:
        """Wait until a bot is identified and connected, or until none is. Raises `TimeoutError`.

        ``shards``: wait instead until this number of different shards are connected.
        """
        async with asyncio.timeout(timeout):
            await self.simulation.gateway.wait_connected(connected, shards)
