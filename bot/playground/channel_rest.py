"""REST v10 below ``/channels``: messages and threads, with the bot's permissions."""

from bot.playground.descriptions import DM_CHANNEL, PRIVATE_THREAD, THREADS
from bot.playground.errors import Json, Path, invalid_form, refuse
from bot.playground.messages import Messages
from bot.playground.permissions import Permission
from bot.playground.ratelimits import RateLimits
from bot.playground.routing import Answer, Call, Routes
from bot.playground.world import World

NONCE_REMEMBERED_S = 120.0
OLD_MESSAGE_S = 3600.0


class ChannelRest:
    """The routes of channels, with the permissions that the bot has in them."""

    def __init__(self, world: World, messages: Messages, rates: RateLimits) -> None:
        self.world = world
        self.messages = messages
        self.rates = rates
        self._nonces: dict[tuple[str, str], tuple[float, str, str]] = {
            (row["author_id"], str(row["nonce"])): (row["created"], row["channel_id"], row["id"])
            for row in world.state.messages.rows.values()
            if row["nonce"] is not None
        }

    def add_to(self, routes: Routes) -> None:
        """Register every route."""
        add = routes.add
        channel = "/channels/{channel_id}"
        message = channel + "/messages/{message_id}"
        add("GET", channel, self._get_channel)
        add("PATCH", channel, self._change_channel)
        add("DELETE", channel, self._delete_channel)
        add("POST", channel + "/typing", self._typing)
        add("GET", channel + "/messages", self._list)
        add("POST", channel + "/messages", self._send)
        add("GET", message, self._get)
        add("PATCH", message, self._edit)
        add("DELETE", message, self._delete)
        add("POST", message + "/threads", self._thread_from_message)
        add("POST", channel + "/threads", self._thread)
        add("GET", channel + "/thread-members", self._thread_members)
        add("GET", channel + "/thread-members/{user_id}", self._thread_member)
        for who in ("@me", "{user_id}"):
            add("PUT", f"{channel}/thread-members/{who}", self._join)
            add("DELETE", f"{channel}/thread-members/{who}", self._leave)

    def _channel(self, call: Call, *needed: Permission) -> Json:
        channel = self.world.channel(call.params["channel_id"])
        self.world.require(channel, self.world.app_id, *needed)
        return channel

    def _message(self, call: Call, channel: Json) -> Json:
        message_id = call.params["message_id"]
        return self.messages.find(channel["id"], message_id, self.world.app_id)

    def _shown(self, row: Json) -> Json:
        return self.messages.view(row, reader=self.world.app_id)

    # Channels

    async def _get_channel(self, call: Call) -> Answer:
        return Answer(200, self.world.channel_view(self._channel(call)["id"]))

    async def _change_channel(self, call: Call) -> Answer:
        channel = self._channel(call)
        if channel["type"] not in THREADS:
            self.world.require(channel, self.world.app_id, Permission.MANAGE_CHANNELS)
        else:
            # The thread's maker may name and archive it, but not lock it.
            own = channel["owner_id"] == self.world.app_id
            if not own or "locked" in call.fields:
                self.world.require(channel, self.world.app_id, Permission.MANAGE_THREADS)
            for name in ("archived", "locked", "auto_archive_duration", "invitable"):
                if call.fields.get(name) is not None:
                    channel["thread_metadata"][name] = call.fields[name]
            if "archived" in call.fields:
                channel["thread_metadata"]["archive_timestamp"] = self.world.clock.stamp()
        if call.fields.get("name"):
            channel["name"] = call.fields["name"]
        self.world.change_channel(channel)
        return Answer(200, self.world.channel_view(channel["id"]))

    async def _delete_channel(self, call: Call) -> Answer:
        channel = self._channel(call)
        if channel["type"] != DM_CHANNEL:
            thread = channel["type"] in THREADS
            needed = Permission.MANAGE_THREADS if thread else Permission.MANAGE_CHANNELS
            self.world.require(channel, self.world.app_id, needed)
        view = self.world.channel_view(channel["id"])
        if channel["type"] != DM_CHANNEL:
            self.world.remove_channel(channel["id"])
        return Answer(200, view)

    async def _typing(self, call: Call) -> Answer:
        self._channel(call, Permission.SEND_MESSAGES)
        return Answer(204)

    # Messages

    async def _list(self, call: Call) -> Answer:
        channel = self._channel(call)
        query, path = call.query, ("limit",)
        wanted = int(query.get("limit", "50"))
        if not 1 <= wanted <= 100:
            raise invalid_form([(path, "NUMBER_TYPE_MAX", "Must be between 1 and 100")])
        has = self.world.permissions(channel, self.world.app_id)
        if not has & Permission.READ_MESSAGE_HISTORY:
            return Answer(200, [])
        rows = [
            row
            for row in self.messages.of(channel["id"])
            if self.messages.visible(row, self.world.app_id)
        ]
        if "around" in query:
            middle = int(query["around"])
            before = [r for r in rows if int(r["id"]) < middle][-(wanted // 2) :]
            after = [r for r in rows if int(r["id"]) >= middle]
            rows = before + after[: wanted - len(before)]
        elif "after" in query:
            rows = [r for r in rows if int(r["id"]) > int(query["after"])][:wanted]
        else:
            before_id = query.get("before")
            rows = [r for r in rows if before_id is None or int(r["id"]) < int(before_id)]
            rows = rows[-wanted:]
        return Answer(200, [self._shown(row) for row in reversed(rows)])

    async def _get(self, call: Call) -> Answer:
        channel = self._channel(call, Permission.READ_MESSAGE_HISTORY)
        return Answer(200, self._shown(self._message(call, channel)))

    async def _send(self, call: Call) -> Answer:
        channel = self._channel(call)
        self.messages.may_write(channel, self.world.app_id, call.fields, bool(call.uploads))
        key = (self.world.app_id, str(call.fields.get("nonce")))
        if call.fields.get("enforce_nonce") and call.fields.get("nonce") is not None:
            # The author's message with this nonce is the answer, wherever it is. If it was deleted,
            # it is not sent once more, but is an "Unknown Message" (api-docs pull request 6647).
            moment, where, message_id = self._nonces.get(key, (0.0, "", ""))
            if message_id and self.world.clock.now() - moment < NONCE_REMEMBERED_S:
                return Answer(200, self._shown(self.messages.find(where, message_id)))
        row = self.messages.create(channel, self.world.app_id, call.fields, call.uploads)
        if call.fields.get("nonce") is not None:
            self._nonces[key] = (self.world.clock.now(), channel["id"], row["id"])
        return Answer(200, self._shown(row))

    async def _edit(self, call: Call) -> Answer:
        channel = self._channel(call)
        row = self._message(call, channel)
        if row["author_id"] != self.world.app_id:
            raise refuse(50005)
        if call.uploads:
            self.world.require(channel, self.world.app_id, Permission.ATTACH_FILES)
        self.messages.may_change(channel, self.world.app_id)
        if self.world.clock.now() - row["created"] > OLD_MESSAGE_S:
            self.rates.take_old_edit(channel["id"])
        return Answer(200, self._shown(self.messages.edit(row, call.fields, call.uploads)))

    async def _delete(self, call: Call) -> Answer:
        channel = self._channel(call)
        row = self._message(call, channel)
        if row["author_id"] != self.world.app_id:
            self.world.require(channel, self.world.app_id, Permission.MANAGE_MESSAGES)
        self.messages.may_delete(channel, self.world.app_id)
        self.messages.delete(row)
        return Answer(204)

    # Threads

    async def _thread_from_message(self, call: Call) -> Answer:
        channel = self._channel(call, Permission.CREATE_PUBLIC_THREADS)
        row = self._message(call, channel)
        if channel["type"] in (*THREADS, DM_CHANNEL):
            raise refuse(50024)
        if self.world.state.channels.get(row["id"]):
            raise refuse(160004)
        return self._made(call, private=False, message_id=row["id"])

    async def _thread(self, call: Call) -> Answer:
        private = call.fields.get("type", PRIVATE_THREAD) == PRIVATE_THREAD
        needed = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
        channel = self._channel(call, needed)
        if channel["type"] in (*THREADS, DM_CHANNEL):
            raise refuse(50024)
        return self._made(call, private=private)

    def _made(self, call: Call, *, private: bool, message_id: str | None = None) -> Answer:
        name: str = call.fields.get("name") or ""
        if not 1 <= len(name) <= 100:
            path: Path = ("name",)
            raise invalid_form([(path, "BASE_TYPE_BAD_LENGTH", "Must be between 1 and 100")])
        thread = self.world.add_thread(
            call.params["channel_id"],
            name,
            self.world.app_id,
            private=private,
            minutes=call.fields.get("auto_archive_duration") or 4320,
            message_id=message_id,
        )
        return Answer(201, self.world.channel_view(thread["id"]))

    def _own_thread(self, call: Call) -> Json:
        thread = self._channel(call)
        if thread["type"] not in THREADS:
            raise refuse(50024)
        return thread

    async def _thread_members(self, call: Call) -> Answer:
        thread = self._own_thread(call)
        views = [self.world.thread_member_view(thread, user) for user in thread["members"]]
        return Answer(200, views)

    async def _thread_member(self, call: Call) -> Answer:
        thread = self._own_thread(call)
        return Answer(200, self.world.thread_member_view(thread, call.params["user_id"]))

    async def _join(self, call: Call) -> Answer:
        thread = self._own_thread(call)
        if thread["thread_metadata"]["archived"]:
            raise refuse(50083)
        user_id = call.params.get("user_id", self.world.app_id)
        self.world.member(thread["guild_id"], user_id)
        if "user_id" in call.params:
            self.world.require(thread, self.world.app_id, Permission.SEND_MESSAGES_IN_THREADS)
        thread["members"].setdefault(user_id, self.world.clock.stamp())
        self._members_changed(thread, added=[user_id])
        return Answer(204)

    async def _leave(self, call: Call) -> Answer:
        thread = self._own_thread(call)
        user_id = call.params.get("user_id", self.world.app_id)
        if user_id != self.world.app_id and thread["owner_id"] != self.world.app_id:
            self.world.require(thread, self.world.app_id, Permission.MANAGE_THREADS)
        thread["members"].pop(user_id, None)
        self._members_changed(thread, removed=[user_id])
        return Answer(204)

    def _members_changed(
        self, thread: Json, *, added: list[str] | None = None, removed: list[str] | None = None
    ) -> None:
        self.world.state.channels.put(thread)
        data: Json = {
            "id": thread["id"],
            "guild_id": thread["guild_id"],
            "member_count": len(thread["members"]),
            "added_members": [self.world.thread_member_view(thread, u) for u in added or []],
            "removed_member_ids": removed or [],
        }
        self.world.tell("THREAD_MEMBERS_UPDATE", data, guild_id=thread["guild_id"])
