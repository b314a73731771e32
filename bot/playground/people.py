"""Actions of people in their Discord clients: commands, clicks, modals, messages."""

import base64
from typing import Any

from bot.playground import interactions as kinds
from bot.playground import limits
from bot.playground.commands import CHAT_INPUT, MESSAGE_MENU, USER_MENU, Commands
from bot.playground.descriptions import THREADS
from bot.playground.errors import CannotDo, Json, Refusal
from bot.playground.forms import Forms
from bot.playground.interactions import Interactions
from bot.playground.membership import join
from bot.playground.messages import Messages
from bot.playground.names import Names
from bot.playground.permissions import Permission
from bot.playground.uploads import Upload
from bot.playground.world import World
from bot.playground.writing import is_archived, may_change, may_write, wake


class People:
    """Acts for people. Raises `CannotDo` for actions that their client would refuse."""

    def __init__(
        self,
        world: World,
        names: Names,
        messages: Messages,
        commands: Commands,
        interactions: Interactions,
    ) -> None:
        self.world = world
        self.names = names
        self.messages = messages
        self.commands = commands
        self.interactions = interactions

    def _forms(self, person: Json) -> Forms:
        return Forms(self.world, self.names, person)

    async def slash(
        self,
        user: str,
        channel: str,
        command: str,
        options: Json | None = None,
        *,
        twice: bool = False,
    ) -> Json:
        """Enter a command; ``twice`` delivers it to the bot twice."""
        person, place = self._there(user, channel)
        row, way = self._command(person, place, command, CHAT_INPUT)
        resolved: Json = {}
        made = self._forms(person).options(way, row, options or {}, place, resolved)
        data = self._data(row, made, resolved)
        name = " ".join([row["name"], *(step["name"] for step in way)])
        return await self.interactions.ask(
            kinds.COMMAND, person, place, data, command_name=name, twice=twice
        )

    async def autocomplete(
        self, user: str, channel: str, command: str, options: Json | None = None, *, focused: str
    ) -> Json:
        """The choices while the option ``focused`` is typed."""
        person, place = self._there(user, channel)
        row, way = self._command(person, place, command, CHAT_INPUT)
        made = self._forms(person).typing(way, row, options or {}, focused, place)
        return await self.interactions.ask(
            kinds.AUTOCOMPLETE, person, place, self._data(row, made, {})
        )

    async def context_menu(self, user: str, channel: str, command: str, target: str) -> Json:
        """Use a menu command on a message (its id) or on a person."""
        person, place = self._there(user, channel)
        resolved: Json = {}
        message = self.world.state.messages.get(target)
        if message is not None:
            self._reads(person, message)
            row, _ = self._command(person, place, command, MESSAGE_MENU)
            shown = self.messages.view(message, reader=None)
            resolved["messages"] = {target: shown}
        else:
            row, _ = self._command(person, place, command, USER_MENU)
            target = self._forms(person).entity(6, target, place, resolved)
        data = self._data(row, [], resolved) | {"target_id": target}
        return await self.interactions.ask(
            kinds.COMMAND, person, place, data, command_name=row["name"]
        )

    async def click(self, user: str, message: str, button: str, *, twice: bool = False) -> Json:
        """Press the button with this custom_id or label."""
        person, row, component = self._component(user, message, button)
        if component["type"] != limits.BUTTON or "custom_id" not in component:
            raise CannotDo(f"{button} is not a button that can be pressed")
        data: Json = {
            "component_type": limits.BUTTON,
            "custom_id": component["custom_id"],
            "id": component["id"],
        }
        place = self.world.channel(row["channel_id"])
        return await self.interactions.ask(
            kinds.COMPONENT, person, place, data, message=row, twice=twice
        )

    async def select(self, user: str, message: str, select: str, values: list[str]) -> Json:
        """Choose in the select with this custom_id; ``values`` are values or labels."""
        person, row, component = self._component(user, message, select)
        if component["type"] not in limits.SELECTS:
            raise CannotDo(f"{select} is not a select")
        place = self.world.channel(row["channel_id"])
        resolved: Json = {}
        chosen = self._forms(person).selected(component, values, place, resolved)
        data: Json = {
            "component_type": component["type"],
            "custom_id": component["custom_id"],
            "id": component["id"],
            "values": chosen,
        }
        if resolved:
            data["resolved"] = resolved
        return await self.interactions.ask(kinds.COMPONENT, person, place, data, message=row)

    async def submit_modal(
        self, user: str, interaction: str, fields: Json, *, twice: bool = False
    ) -> Json:
        """Submit the modal that ``interaction`` opened; ``fields`` by custom_id."""
        parent = self.world.state.interactions.get(interaction)
        person = self.names.user(user)
        if parent is None or not parent["modal"] or parent["user_id"] != person["id"]:
            raise CannotDo("no such modal is open for that person")
        place = self.world.channel(parent["channel_id"])
        resolved: Json = {}
        filled = self._forms(person).modal(parent["modal"], fields, place, resolved)
        data: Json = {"custom_id": parent["modal"]["custom_id"], "components": filled}
        if resolved:
            data["resolved"] = self._signed(resolved)
        source = self.world.state.messages.get(parent["source_id"] or "")
        return await self.interactions.ask(
            kinds.MODAL, person, place, data, message=source, parent=parent, twice=twice
        )

    async def forge(
        self, user: str, channel: str, kind: int, data: Json, message: str | None = None
    ) -> Json:
        """Use the API itself in a client's place: an interaction with any ``data`` at all.

        ``kind`` is its type on Discord. ``message`` seems to have the component that ``data`` is
        about. A form seems to have been opened by the last thing that the person did.
        """
        person, place = self._there(user, channel)
        source, parent = None if message is None else self.names.message(message), None
        if source is not None and kind == kinds.COMPONENT:
            part = {"type": data["component_type"], "custom_id": data["custom_id"], "id": 2}
            chosen: list[Json] = [{"label": "…", "value": v} for v in data.get("values", ["x"])]
            part |= {"style": 1} if part["type"] == limits.BUTTON else {"options": chosen}
            row: Json = {"type": 1, "id": 1, "components": [part]}
            source = source | {"components": [row]}
        if kind == kinds.MODAL:
            parent = self.interactions.last_of(person["id"])
        return await self.interactions.ask(
            kind, person, place, data, message=source, parent=parent, forged=True
        )

    async def say(
        self,
        user: str,
        channel: str,
        text: str,
        *,
        reply_to: str | None = None,
        ping: bool = True,
        files: list[Json] | None = None,
    ) -> Json:
        """Send a message, or a reply with or without ping. Each file has a filename and data."""
        person, place = self._there(user, channel)
        body: Json = {"content": text}
        if reply_to is not None:
            self._reads(person, self.names.message(reply_to))
            body["message_reference"] = {"message_id": reply_to}
            body["allowed_mentions"] = {
                "parse": ["users", "roles", "everyone"],
                "replied_user": ping,
            }
        uploads = {
            n: Upload(f["filename"], base64.b64decode(f["data"]), "application/octet-stream")
            for n, f in enumerate(files or [])
        }
        try:
            may_write(self.world, place, person["id"], body, bool(uploads))
            row = self.messages.create(place, person["id"], body, uploads)
            if place["type"] in THREADS:
                join(self.world, place, person["id"])
        except Refusal as refusal:
            raise CannotDo(str(refusal)) from None
        return self.messages.view(row, reader=person["id"])

    async def edit_message(self, user: str, message: str, text: str) -> Json:
        """Edit the person's own message."""
        person, row = self.names.user(user), self.names.message(message)
        if row["author_id"] != person["id"]:
            raise CannotDo("that is somebody else's message")
        try:
            may_change(self.world, self.world.channel(row["channel_id"]), person["id"])
            changed = self.messages.edit(row, {"content": text}, {})
        except Refusal as refusal:
            raise CannotDo(str(refusal)) from None
        return self.messages.view(changed, reader=person["id"])

    async def delete_message(self, user: str, message: str) -> None:
        """Delete the person's own message, or any as a moderator; dismiss an ephemeral one."""
        person, row = self.names.user(user), self.names.message(message)
        self._reads(person, row)
        own = person["id"] in (row["author_id"], row["viewer"])
        place = self.world.channel(row["channel_id"])
        if not own and not self.world.permissions(place, person["id"]) & (
            Permission.MANAGE_MESSAGES
        ):
            raise CannotDo("that is somebody else's message")
        self.messages.delete(row)

    async def seen_messages(
        self, channel: str, as_user: str | None = None, last: int | None = None
    ) -> list[Json]:
        """A channel's messages, oldest first, as this person sees them; None sees everything."""
        place = self.names.channel(channel)
        rows, reader = self.messages.of(place["id"]), None
        if as_user is not None:
            reader = self._there(as_user, channel)[0]["id"]
            rows = [row for row in rows if self.messages.visible(row, reader)]
        shown = rows if last is None else rows[-last:]
        return [self.messages.view(row, reader=reader) for row in shown]

    def _there(self, user: str, channel: str) -> tuple[Json, Json]:
        person, place = self.names.user(user), self.names.channel(channel)
        if not self.world.permissions(place, person["id"]) & Permission.VIEW_CHANNEL:
            raise CannotDo(f"{user} does not see {channel}")
        return person, place

    def _reads(self, person: Json, row: Json) -> None:
        place = self.world.channel(row["channel_id"])
        sees = self.world.permissions(place, person["id"]) & Permission.VIEW_CHANNEL
        if not sees or not self.messages.visible(row, person["id"]):
            raise CannotDo(f"{person['username']} does not see that message")

    def _command(self, person: Json, place: Json, path: str, kind: int) -> tuple[Json, list[Json]]:
        if not self.interactions.may_use_commands(person, place):
            raise CannotDo(f"{person['username']} may not use commands there")
        row, way = self.commands.typed(place, path, kind)
        needed = row["default_member_permissions"]
        has = self.world.permissions(place, person["id"])
        if needed is not None and place.get("guild_id") and (has & int(needed)) != int(needed):
            raise CannotDo(f"{person['username']} lacks the permissions for /{path}")
        if needed == "0" and not has & Permission.ADMINISTRATOR:
            raise CannotDo(f"/{path} is for administrators")
        moderator = has & Permission.MANAGE_THREADS
        if place["type"] in THREADS and place["thread_metadata"]["locked"] and not moderator:
            raise CannotDo("the thread is locked")
        self._wake(person, place)
        return row, way

    def _component(self, user: str, message: str, wanted: str) -> tuple[Json, Json, Json]:
        person, row = self.names.user(user), self.names.message(message)
        self._reads(person, row)
        found = [c for _, c in limits.every_component(row["components"], ())]
        fitting = [c for c in found if c.get("custom_id") == wanted]
        fitting = fitting or [c for c in found if c.get("label") == wanted]
        if len(fitting) != 1:
            there = [c["custom_id"] for c in found if "custom_id" in c]
            raise CannotDo(f"{len(fitting)} of that message's components are {wanted}: {there}")
        if fitting[0].get("disabled"):
            raise CannotDo(f"{wanted} is disabled")
        place = self.world.channel(row["channel_id"])
        if place["type"] in THREADS and place["thread_metadata"]["locked"]:
            # not even for those who may write there (api-docs issue 7900)
            raise CannotDo("the thread is locked: its buttons and selects cannot be used")
        self._wake(person, place)
        return person, row, fitting[0]

    def _wake(self, person: Json, place: Json) -> None:
        """A client unarchives a thread before it sends an interaction (api-docs issue 8474)."""
        if is_archived(place):
            sends = Permission.SEND_MESSAGES_IN_THREADS
            if not self.world.permissions(place, person["id"]) & sends:
                raise CannotDo("the thread is archived")
            wake(self.world, place)

    def _data(self, row: Json, options: list[Json], resolved: Json) -> Json:
        data: Json = {"id": row["id"], "name": row["name"], "type": row["type"]}
        if options:
            data["options"] = options
        if row.get("guild_id"):
            data["guild_id"] = row["guild_id"]
        if resolved:
            data["resolved"] = self._signed(resolved)
        return data

    def _signed(self, value: Json) -> Any:
        return self.messages.addresses.signed(value, self.world.clock.now())
