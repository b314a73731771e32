"""REST v10 below ``/channels``: channels and messages, with the bot's permissions."""

from bot.playground.descriptions import DM_CHANNEL, THREADS
from bot.playground.errors import Json, invalid_form, refuse
from bot.playground.membership import join
from bot.playground.messages import Messages
from bot.playground.permissions import Permission
from bot.playground.ratelimits import RateLimits
from bot.playground.routing import Answer, Call, Routes
from bot.playground.threads import Threads
from bot.playground.world import World
from bot.playground.writing import may_change, may_delete, may_write

NONCE_REMEMBERED_S = 120.0
OLD_MESSAGE_S = 3600.0


class ChannelRest:
    """The routes of channels, with the permissions that the bot has in them."""

    def __init__(
        self, world: World, messages: Messages, threads: Threads, rates: RateLimits
    ) -> None:
        self.world = world
        self.messages = messages
        self.threads = threads
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
        if any(call.fields.get(name) is not None for name in ("name", "topic")):
            self.rates.take_rename(channel["id"])
        if channel["type"] in THREADS:
            self.threads.change(channel, self.world.app_id, call.fields)
        else:
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
        may_write(self.world, channel, self.world.app_id, call.fields, bool(call.uploads))
        key = (self.world.app_id, str(call.fields.get("nonce")))
        if call.fields.get("enforce_nonce") and call.fields.get("nonce") is not None:
            # The author's message with this nonce is the answer, wherever it is. If it was deleted,
            # it is not sent once more, but is an "Unknown Message" (api-docs pull request 6647).
            moment, where, message_id = self._nonces.get(key, (0.0, "", ""))
            if message_id and self.world.clock.now() - moment < NONCE_REMEMBERED_S:
                return Answer(200, self._shown(self.messages.find(where, message_id)))
        row = self.messages.create(channel, self.world.app_id, call.fields, call.uploads)
        if channel["type"] in THREADS:
            join(self.world, channel, self.world.app_id)
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
        may_change(self.world, channel, self.world.app_id)
        if self.world.clock.now() - row["created"] > OLD_MESSAGE_S:
            self.rates.take_old_edit(channel["id"])
        return Answer(200, self._shown(self.messages.edit(row, call.fields, call.uploads)))

    async def _delete(self, call: Call) -> Answer:
        channel = self._channel(call)
        row = self._message(call, channel)
        if row["author_id"] != self.world.app_id:
            self.world.require(channel, self.world.app_id, Permission.MANAGE_MESSAGES)
        may_delete(self.world, channel, self.world.app_id)
        self.messages.delete(row)
        return Answer(204)
