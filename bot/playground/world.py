"""The servers, channels, threads and people, and the objects with which Discord describes them.

Every change calls ``tell`` (the gateway). Messages and interactions have modules of their own.
"""

import asyncio
import secrets
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Protocol

from bot.playground.descriptions import (
    DM_CHANNEL,
    FORUM,
    PRIVATE_THREAD,
    REQUIRE_TAG,
    TEXT_CHANNEL,
    THREADS,
    channel_object,
    dm_object,
    guild_object,
    member_object,
    role_object,
    thread_member_object,
    user_object,
)
from bot.playground.errors import Json, fields, refuse
from bot.playground.permissions import DM, LEAST, Permission, permissions_in
from bot.playground.snowflakes import Clock, Snowflakes
from bot.playground.state import State


class Tell(Protocol):
    """How an event reaches the listeners."""

    def __call__(self, event: str, data: Json, *, guild_id: str | None = None) -> None:
        """``data`` is the payload's ``d``; direct messages have no server."""
        ...


def _nobody(event: str, data: Json, *, guild_id: str | None = None) -> None:
    del event, data, guild_id


class World:
    """Everything that exists. A lookup that fails raises the `Refusal` that a request would get."""

    def __init__(
        self,
        database: Path,
        token: str,
        now: Callable[[], float] | None = None,
        bot_name: str = "games",
    ) -> None:
        self.state = State(database)
        offset = float(self.state.setting("clock_offset") or 0)
        self.clock = Clock(now, offset) if now else Clock(offset=offset)
        self.ids = Snowflakes(self.clock, int(self.state.setting("last_id") or 0))
        self.tell: Tell = _nobody
        self.revision = 0
        """Grows with every change; `changed` wakes the tasks that wait for the next one."""
        self.changed = asyncio.Event()
        self.token = token
        if self.state.setting("app_id") is None:
            self._begin(bot_name)
        self.app_id = self.state.setting("app_id") or ""
        self.secret = bytes.fromhex(self.state.setting("secret") or "")

    def _begin(self, bot_name: str) -> None:
        app_id = self.ids.next()
        self.state.set("app_id", app_id)
        self.state.set("secret", secrets.token_hex(32))
        # As for every newer application, the bot's user has the application's id.
        self.state.users.put(self._user(app_id, bot_name, bot=True) | {"username": bot_name})

    def commit(self) -> None:
        """Make all changes durable, and the highest identifier that was given out."""
        for name, value in (("last_id", self.ids.last), ("clock_offset", self.clock.offset)):
            if self.state.setting(name) != str(value):
                self.state.set(name, str(value))
        if self.state.commit():
            self.revision += 1
            self.changed.set()
            self.changed = asyncio.Event()

    # People

    @property
    def bot(self) -> Json:
        """The bot's user."""
        return self.state.users.rows[self.app_id]

    def _user(self, user_id: str, name: str, *, bot: bool = False) -> Json:
        return {
            "id": user_id,
            "username": "".join(name.lower().split()),
            "global_name": None if bot else name,
            "bot": bot,
            "locale": "en-US",
            "refuses_dms": False,
        }

    def add_person(self, name: str, *, locale: str = "en-US", refuses_dms: bool = False) -> Json:
        """Create a user who is in no server yet."""
        user = self._user(self.ids.next(), name)
        return self.state.users.put(user | {"locale": locale, "refuses_dms": refuses_dms})

    def user(self, user_id: str) -> Json:
        """The record of a user. Raises `Refusal` 10013."""
        if (found := self.state.users.get(user_id)) is None:
            raise refuse(10013)
        return found

    def user_view(self, user_id: str) -> Json:
        """A user object. Raises `Refusal` 10013."""
        return user_object(self.user(user_id))

    def add_member(self, guild_id: str, user_id: str, nick: str | None = None) -> Json:
        """Add a user to a server; for the bot the event is GUILD_CREATE."""
        member = self.state.members.put(
            {
                "id": f"{guild_id}:{user_id}",
                "guild_id": guild_id,
                "user_id": user_id,
                "nick": nick,
                "roles": [],
                "joined_at": self.clock.stamp(),
            }
        )
        if user_id == self.app_id:
            guild = self.guild(guild_id)
            role = role_object(self.ids.next(), self.bot["username"], LEAST)
            role |= {"managed": True, "position": 1, "tags": {"bot_id": user_id}}
            guild["roles"].append(role)
            self.state.guilds.put(guild)
            member["roles"] = [role["id"]]
            self.state.members.put(member)
            self.tell("GUILD_CREATE", self.guild_create(guild_id), guild_id=guild_id)
        else:
            joined = {"guild_id": guild_id} | self.member_view(guild_id, user_id)
            self.tell("GUILD_MEMBER_ADD", joined, guild_id=guild_id)
        return member

    def remove_member(self, guild_id: str, user_id: str) -> None:
        """Remove a user from a server; for the bot the event is GUILD_DELETE."""
        self.member(guild_id, user_id)
        self.state.members.drop(f"{guild_id}:{user_id}")
        if user_id == self.app_id:
            guild = self.guild(guild_id)
            guild["roles"] = [
                role for role in guild["roles"] if fields(role.get("tags")).get("bot_id") != user_id
            ]
            self.state.guilds.put(guild)
            self.tell("GUILD_DELETE", {"id": guild_id}, guild_id=guild_id)
        else:
            left = {"guild_id": guild_id, "user": self.user_view(user_id)}
            self.tell("GUILD_MEMBER_REMOVE", left, guild_id=guild_id)

    def member(self, guild_id: str, user_id: str) -> Json:
        """The record of a member. Raises `Refusal` 10004 or 10007."""
        self.guild(guild_id)
        if (found := self.state.members.get(f"{guild_id}:{user_id}")) is None:
            raise refuse(10007)
        return found

    def is_member(self, guild_id: str, user_id: str) -> bool:
        """True if the user is a member of the server."""
        return f"{guild_id}:{user_id}" in self.state.members.rows

    def member_view(self, guild_id: str, user_id: str, *, user: bool = True) -> Json:
        """A member object; in messages without its user. Raises `Refusal` 10004 or 10007."""
        view = member_object(self.member(guild_id, user_id))
        return view | ({"user": self.user_view(user_id)} if user else {})

    # Servers

    def add_guild(
        self,
        name: str,
        owner_id: str,
        *,
        with_bot: bool = True,
        shard: tuple[int, int] | None = None,
    ) -> Json:
        """Create a server with its owner and, by default, the bot in it.

        ``shard``: the number of its shard, and of how many; by default as it happens.
        """
        guild_id = self.ids.next() if shard is None else self.ids.on_shard(*shard)
        guild = self.state.guilds.put(
            {
                "id": guild_id,
                "name": name,
                "owner_id": owner_id,
                "preferred_locale": "en-US",
                "roles": [role_object(guild_id, "@everyone", LEAST)],
            }
        )
        self.add_member(guild_id, owner_id)
        if with_bot:
            self.add_member(guild_id, self.app_id)
        return guild

    def remove_guild(self, guild_id: str) -> None:
        """Delete a server with everything in it."""
        self.guild(guild_id)
        for channel in self.channels_of(guild_id, threads=None):
            self.state.channels.drop(channel["id"])
        for member in [m for m in self.state.members.rows.values() if m["guild_id"] == guild_id]:
            self.state.members.drop(member["id"])
        for event in [e for e in self.state.events.rows.values() if e["guild_id"] == guild_id]:
            self.state.events.drop(event["id"])
        self.state.guilds.drop(guild_id)
        self.tell("GUILD_DELETE", {"id": guild_id}, guild_id=guild_id)

    def guild(self, guild_id: str) -> Json:
        """The record of a server. Raises `Refusal` 10004."""
        if (found := self.state.guilds.get(guild_id)) is None:
            raise refuse(10004)
        return found

    def change_role(self, guild: Json, role: Json, event: str) -> None:
        """Store a server whose role is new or changed, and send the event."""
        self.state.guilds.put(guild)
        self.tell(event, {"guild_id": guild["id"], "role": role}, guild_id=guild["id"])

    def guild_view(self, guild_id: str) -> Json:
        """A guild object as REST returns it. Raises `Refusal` 10004."""
        return guild_object(self.guild(guild_id))

    def guild_create(self, guild_id: str) -> Json:
        """The payload of GUILD_CREATE; its only member is the bot (no members intent)."""
        count = sum(m["guild_id"] == guild_id for m in self.state.members.rows.values())
        mine = self.member(guild_id, self.app_id)
        return self.guild_view(guild_id) | {
            "joined_at": mine["joined_at"],
            "large": False,
            "unavailable": False,
            "member_count": count,
            "members": [self.member_view(guild_id, self.app_id)],
            "channels": [self.channel_view(c["id"]) for c in self.channels_of(guild_id)],
            "threads": [
                self.channel_view(c["id"])
                for c in self.channels_of(guild_id, threads=True)
                if not c["thread_metadata"]["archived"] and self.permissions(c, self.app_id)
            ],
            "voice_states": [],
            "presences": [],
            "stage_instances": [],
            "guild_scheduled_events": [],
            "soundboard_sounds": [],
        }

    def bot_guilds(self) -> list[str]:
        """The records of the servers that the bot is in."""
        return [g for g in self.state.guilds.rows if self.is_member(g, self.app_id)]

    # Channels and threads

    def channels_of(self, guild_id: str, *, threads: bool | None = False) -> list[Json]:
        """The records of a server's channels, of its threads, or (None) of both."""
        return [
            channel
            for channel in self.state.channels.rows.values()
            if channel.get("guild_id") == guild_id
            and (threads is None or (channel["type"] in THREADS) == threads)
        ]

    def add_channel(
        self,
        guild_id: str,
        name: str,
        *,
        forum: bool = False,
        tags: Sequence[str] = (),
        tagged: bool = False,
    ) -> Json:
        """Create a text channel, or a ``forum`` with these ``tags``, of which each post needs one
        if it is ``tagged``."""
        self.guild(guild_id)
        channel: Json = {
            "id": self.ids.next(),
            "type": FORUM if forum else TEXT_CHANNEL,
            "guild_id": guild_id,
            "name": name,
            "position": len(self.channels_of(guild_id)),
            "permission_overwrites": [],
            "last_message_id": None,
        }
        if forum:
            plain: Json = {"moderated": False, "emoji_id": None, "emoji_name": None}
            channel["flags"] = REQUIRE_TAG if tagged else 0
            channel["tags"] = [{"id": self.ids.next(), "name": tag} | plain for tag in tags]
        self.state.channels.put(channel)
        self.tell("CHANNEL_CREATE", self.channel_view(channel["id"]), guild_id=guild_id)
        return channel

    def add_dm(self, user_id: str) -> Json:
        """The channel for direct messages between the bot and this person; created if missing."""
        self.user(user_id)
        for channel in self.state.channels.rows.values():
            if channel["type"] == DM_CHANNEL and channel["recipient_id"] == user_id:
                return channel
        return self.state.channels.put(
            {
                "id": self.ids.next(),
                "type": DM_CHANNEL,
                "recipient_id": user_id,
                "last_message_id": None,
            }
        )

    def change_channel(self, channel: Json) -> None:
        """Store a changed channel or thread and send the event."""
        self.state.channels.put(channel)
        event = "THREAD_UPDATE" if channel["type"] in THREADS else "CHANNEL_UPDATE"
        self.tell(event, self.channel_view(channel["id"]), guild_id=channel.get("guild_id"))

    def remove_channel(self, channel_id: str) -> None:
        """Delete a channel with its threads and messages, or a thread."""
        channel = self.channel(channel_id)
        view = self.channel_view(channel_id)
        gone = [c["id"] for c in self.state.channels.rows.values()]
        gone = [c for c in gone if self.state.channels.rows[c].get("parent_id") == channel_id]
        for message in list(self.state.messages.rows.values()):
            if message["channel_id"] in (channel_id, *gone):
                self.state.messages.drop(message["id"])
        for thread_id in gone:
            self.state.channels.drop(thread_id)
        self.state.channels.drop(channel_id)
        event = "THREAD_DELETE" if channel["type"] in THREADS else "CHANNEL_DELETE"
        if channel["type"] in THREADS:
            view = {key: view[key] for key in ("id", "guild_id", "parent_id", "type")}
        self.tell(event, view, guild_id=channel.get("guild_id"))

    def channel(self, channel_id: str) -> Json:
        """The record of a channel. Raises `Refusal` 10003."""
        if (found := self.state.channels.get(channel_id)) is None:
            raise refuse(10003)
        return found

    def channel_view(self, channel_id: str) -> Json:
        """The channel object of a channel, thread or direct messages, as the bot sees it.

        Raises `Refusal` 10003.
        """
        channel = self.channel(channel_id)
        if channel["type"] == DM_CHANNEL:
            return dm_object(channel, self.user(channel["recipient_id"]))
        return channel_object(channel, self.app_id)

    @staticmethod
    def thread_member_view(thread: Json, user_id: str) -> Json:
        """A thread member object. Raises `Refusal` 10007."""
        if user_id not in thread["members"]:
            raise refuse(10007)
        return thread_member_object(thread, user_id)

    def permissions(self, channel: Json, user_id: str) -> Permission:
        """The permissions of a user in a channel, a thread or direct messages."""
        if channel["type"] == DM_CHANNEL:
            return DM if user_id in (self.app_id, channel["recipient_id"]) else Permission(0)
        if not self.is_member(channel["guild_id"], user_id):
            return Permission(0)
        parent = self.channel(channel["parent_id"]) if channel["type"] in THREADS else channel
        guild = self.guild(channel["guild_id"])
        bits = permissions_in(guild, parent, self.member(channel["guild_id"], user_id))
        hidden = channel["type"] == PRIVATE_THREAD and user_id not in channel["members"]
        return Permission(0) if hidden and not bits & Permission.MANAGE_THREADS else bits

    def require(self, channel: Json, user_id: str, *needed: Permission) -> None:
        """Raise `Refusal` 50001 without access to the channel, 50013 without all of ``needed``."""
        has = self.permissions(channel, user_id)
        if not has & Permission.VIEW_CHANNEL:
            raise refuse(50001)
        for permission in needed:
            if not has & permission:
                raise refuse(50013)
