"""Scenes: short scripts that people of the stand-in play at a click, such as a game in progress.

The stand-in does not know the bot, so the program that starts it supplies the scenes. A scene is
an object with ``name``, ``title``, ``about``, ``channel``, ``once``, ``steps``, maybe ``cast``, the
people who join the server for it, and ``guided``: what to do next stays on the page. A step has a
``user`` and either a ``command`` with ``options`` or the label of a ``button``, which is pressed on
the newest message that has it.
"""

import asyncio
import contextlib

from bot.playground import limits
from bot.playground.errors import CannotDo, Json, items
from bot.playground.messages import Messages
from bot.playground.names import Names
from bot.playground.people import People
from bot.playground.world import World

_PATIENCE_S = 10.0
"""How long a step waits for what the bot shows to all."""
_EDITED_S = 1.0
"""How long it waits for a new message once others were edited."""


class Scenes:
    """The available scenes, and those that are running."""

    def __init__(self, world: World, names: Names, messages: Messages, people: People) -> None:
        self.world = world
        self.names = names
        self.messages = messages
        self.people = people
        self._scenes: dict[str, Json] = {}
        self._acting: dict[str, asyncio.Task[None]] = {}
        self._failed: dict[str, str] = {}

    async def offer_scenes(self, scenes: list[Json]) -> None:
        """Replace the available scenes."""
        self._scenes = {scene["name"]: scene for scene in scenes}

    async def scenes(self) -> list[Json]:
        """The available scenes, whether each is running, and why its last run stopped early."""
        return [
            {key: scene[key] for key in ("name", "title", "about", "channel")}
            | {"guided": bool(scene.get("guided")), "command": _first_command(scene)}
            | {"runs": name in self._acting, "failed": self._failed.get(name)}
            for name, scene in self._scenes.items()
        ]

    async def play_scene(self, name: str, guild: str) -> Json:
        """Start a scene unless it is running, or has run and is to run only once.

        Returns ``channel`` and ``begun``.
        """
        if name not in self._scenes:
            raise CannotDo(f"no scene is called {name}")
        scene, guild_id = self._scenes[name], self.names.guild(guild)["id"]
        found = [c for c in self.world.channels_of(guild_id) if c["name"] == scene["channel"]]
        place = found[0] if found else self.world.add_channel(guild_id, scene["channel"])
        there = scene.get("once") and self.messages.of(place["id"])
        if name in self._acting or there:
            return {"channel": place["id"], "begun": False}
        for person in scene.get("cast", []):
            self._join(person, guild_id)
        self._failed.pop(name, None)
        acting = asyncio.create_task(self._act(name, scene["steps"], place["id"]))
        self._acting[name] = acting
        acting.add_done_callback(lambda _: self._acting.pop(name, None))
        return {"channel": place["id"], "begun": True}

    def _join(self, person: str, guild_id: str) -> None:
        """Let somebody of the cast be in the server; they are made when they are first needed."""
        known = [u for u in self.world.state.users.rows.values() if u["global_name"] == person]
        user = known[0] if known else self.world.add_person(person)
        if not self.world.is_member(guild_id, user["id"]):
            self.world.add_member(guild_id, user["id"])

    async def stop(self) -> None:
        """Stop the running scenes."""
        for acting in list(self._acting.values()):
            acting.cancel()
            await asyncio.gather(acting, return_exceptions=True)

    async def _act(self, name: str, steps: list[Json], channel: str) -> None:
        before = self._threads(channel)
        try:
            for step in steps:
                # Once there is a thread of its own, the scene goes on in it.
                own = [thread for thread in self._threads(channel) if thread not in before]
                await self._step(step, channel, own[-1] if own else channel)
        except (CannotDo, TimeoutError) as reason:
            self._failed[name] = str(reason) or "the application showed nothing in time"
            self.world.state.set("scene_failed", name)  # a change, so that tabs refresh
            self.world.commit()

    async def _step(self, step: Json, channel: str, place: str) -> None:
        before = self._public(channel)
        if "button" in step:
            message = self._with_button((channel, *self._threads(channel)), step["button"])
            answer = await self.people.click(step["user"], message, step["button"])
        else:
            options = step.get("options")
            answer = await self.people.slash(step["user"], place, step["command"], options)
        if answer["error"]:
            raise CannotDo(answer["error"])
        await self._shown(channel, before)
        if answer["ephemeral"] and answer["message"] is not None:
            await self.people.delete_message(step["user"], answer["message"]["id"])
        self.world.commit()

    def _threads(self, channel: str) -> list[str]:
        """The threads of a channel, the newest last."""
        found = self.world.state.channels.rows.values()
        return [thread["id"] for thread in found if thread.get("parent_id") == channel]

    def _public(self, channel: str) -> dict[str, str | None]:
        """The messages that all see in a channel and in its threads, and when they were edited."""
        places = (channel, *self._threads(channel))
        return {
            row["id"]: row["edited_timestamp"]
            for row in self.world.state.messages.rows.values()
            if row["channel_id"] in places and row["viewer"] is None
        }

    async def _shown(self, channel: str, before: dict[str, str | None]) -> None:
        """Wait for a new message; one that is only edited is enough if none comes after it.

        Raises `TimeoutError`.
        """
        async with asyncio.timeout(_PATIENCE_S):
            while (now := self._public(channel)) == before:
                await self.world.changed.wait()
        with contextlib.suppress(TimeoutError):
            async with asyncio.timeout(_EDITED_S):
                while now.keys() <= before.keys():
                    await self.world.changed.wait()
                    now = self._public(channel)

    def _with_button(self, places: tuple[str, ...], label: str) -> str:
        found = [row for place in places for row in self.messages.of(place)]
        for row in sorted(found, key=lambda row: int(row["id"]), reverse=True):
            shown = limits.every_component(items(row["components"]), ())
            if any(c.get("label") == label and not c.get("disabled") for _, c in shown):
                return row["id"]
        raise CannotDo(f"no message has a button {label}")


def _first_command(scene: Json) -> str | None:
    """The command with which a scene begins: the page names it to those who do without scenes."""
    return next((step["command"] for step in scene["steps"] if "command" in step), None)
