"""REST v10: threads and who is in them, with the bot's permissions."""

from datetime import datetime

from bot.playground.descriptions import (
    DM_CHANNEL,
    FORUM,
    PRIVATE_THREAD,
    PUBLIC_THREAD,
    REQUIRE_TAG,
    THREADS,
)
from bot.playground.errors import Json, fields, invalid_form, refuse
from bot.playground.membership import join, leave
from bot.playground.permissions import Permission
from bot.playground.routing import Answer, Call, Routes
from bot.playground.threads import Threads


class ThreadRest:
    """The routes of threads."""

    def __init__(self, threads: Threads) -> None:
        self.threads = threads
        self.world = threads.world

    def add_to(self, routes: Routes) -> None:
        """Register every route."""
        add, channel = routes.add, "/channels/{channel_id}"
        add("POST", channel + "/messages/{message_id}/threads", self._start_from_message)
        add("POST", channel + "/threads", self._start)
        add("GET", "/guilds/{guild_id}/threads/active", self._active)
        add("GET", channel + "/threads/archived/public", self._archived_public)
        add("GET", channel + "/threads/archived/private", self._archived_private)
        add("GET", channel + "/thread-members", self._members)
        add("GET", channel + "/thread-members/{user_id}", self._member)
        for who in ("@me", "{user_id}"):
            add("PUT", f"{channel}/thread-members/{who}", self._join)
            add("DELETE", f"{channel}/thread-members/{who}", self._leave)

    def _channel(self, call: Call, *needed: Permission) -> Json:
        channel = self.world.channel(call.params["channel_id"])
        self.world.require(channel, self.world.app_id, *needed)
        return channel

    def _parent(self, call: Call, *needed: Permission) -> Json:
        channel = self._channel(call, *needed)
        if channel["type"] in (*THREADS, DM_CHANNEL):
            raise refuse(50024)
        return channel

    # Starting

    async def _start_from_message(self, call: Call) -> Answer:
        parent = self._parent(call, Permission.CREATE_PUBLIC_THREADS)
        message_id = call.params["message_id"]
        source = self.threads.messages.find(parent["id"], message_id, self.world.app_id)
        return self._made(call, parent, private=False, source=source)

    async def _start(self, call: Call) -> Answer:
        parent = self.world.channel(call.params["channel_id"])
        if parent["type"] == FORUM:
            return self._post(call, self._parent(call, Permission.SEND_MESSAGES))
        private = call.fields.get("type", PRIVATE_THREAD) == PRIVATE_THREAD
        needed = Permission.CREATE_PRIVATE_THREADS if private else Permission.CREATE_PUBLIC_THREADS
        return self._made(call, self._parent(call, needed), private=private)

    def _post(self, call: Call, forum: Json) -> Answer:
        """A thread of a forum and its first message, which has the same id, at once."""
        first, me = fields(call.fields.get("message")), self.world.app_id
        if not first:
            path, words = ("message",), "This field is required"
            raise invalid_form([(path, "BASE_TYPE_REQUIRED", words)])
        if call.uploads:
            self.world.require(forum, me, Permission.ATTACH_FILES)
        if forum["flags"] & REQUIRE_TAG and not call.fields.get("applied_tags"):
            raise refuse(40067)
        self.threads.messages.check(first, call.uploads)
        thread = self.threads.start(
            forum,
            call.fields.get("name") or "",
            me,
            minutes=call.fields.get("auto_archive_duration"),
            tags=[str(tag) for tag in call.fields.get("applied_tags") or ()],
        )
        messages = self.threads.messages
        row = messages.create(thread, me, first, call.uploads, number=thread["id"])
        view = self.world.channel_view(thread["id"])
        return Answer(201, view | {"message": messages.view(row, reader=me)})

    def _made(
        self, call: Call, parent: Json, *, private: bool, source: Json | None = None
    ) -> Answer:
        thread = self.threads.start(
            parent,
            call.fields.get("name") or "",
            self.world.app_id,
            private=private,
            minutes=call.fields.get("auto_archive_duration"),
            source=source,
        )
        return Answer(201, self.world.channel_view(thread["id"]))

    # Lists

    def _listed(self, found: list[Json], more: bool = False) -> Answer:
        me = self.world.app_id
        mine = [thread for thread in found if me in thread["members"]]
        return Answer(
            200,
            {
                "threads": [self.world.channel_view(thread["id"]) for thread in found],
                "members": [self.world.thread_member_view(thread, me) for thread in mine],
                "has_more": more,
            },
        )

    async def _active(self, call: Call) -> Answer:
        guild_id, me = call.params["guild_id"], self.world.app_id
        self.world.guild(guild_id)
        if not self.world.is_member(guild_id, me):
            raise refuse(50001)
        found = self.threads.active(guild_id)
        return self._listed([thread for thread in found if self.world.permissions(thread, me)])

    async def _archived_public(self, call: Call) -> Answer:
        parent = self._parent(call, Permission.READ_MESSAGE_HISTORY)
        return self._archived(call, parent, PUBLIC_THREAD)

    async def _archived_private(self, call: Call) -> Answer:
        needed = (Permission.READ_MESSAGE_HISTORY, Permission.MANAGE_THREADS)
        return self._archived(call, self._parent(call, *needed), PRIVATE_THREAD)

    def _archived(self, call: Call, parent: Json, kind: int) -> Answer:
        most = int(call.query.get("limit", "50"))
        if not 2 <= most <= 100:
            raise invalid_form([(("limit",), "NUMBER_TYPE_MAX", "Must be between 2 and 100")])
        before = call.query.get("before")
        found = [
            thread
            for thread in self.threads.archived(parent["id"], kind)
            if before is None
            or _moment(thread["thread_metadata"]["archive_timestamp"]) < _moment(before)
        ]
        return self._listed(found[:most], more=len(found) > most)

    # Members

    def _thread(self, call: Call) -> Json:
        thread = self._channel(call)
        if thread["type"] not in THREADS:
            raise refuse(50024)
        return thread

    async def _members(self, call: Call) -> Answer:
        thread = self._thread(call)
        views = [self.world.thread_member_view(thread, user) for user in thread["members"]]
        return Answer(200, views)

    async def _member(self, call: Call) -> Answer:
        thread = self._thread(call)
        return Answer(200, self.world.thread_member_view(thread, call.params["user_id"]))

    async def _join(self, call: Call) -> Answer:
        thread = self._thread(call)
        if thread["thread_metadata"]["archived"]:
            raise refuse(50083)
        user_id = call.params.get("user_id", self.world.app_id)
        self.world.member(thread["guild_id"], user_id)
        if "user_id" in call.params:
            self.world.require(thread, self.world.app_id, Permission.SEND_MESSAGES_IN_THREADS)
        join(self.world, thread, user_id)
        return Answer(204)

    async def _leave(self, call: Call) -> Answer:
        thread = self._thread(call)
        if thread["thread_metadata"]["archived"]:
            raise refuse(50083)
        user_id = call.params.get("user_id", self.world.app_id)
        private_own = thread["type"] == PRIVATE_THREAD and thread["owner_id"] == self.world.app_id
        if user_id != self.world.app_id and not private_own:
            self.world.require(thread, self.world.app_id, Permission.MANAGE_THREADS)
        leave(self.world, thread, user_id)
        return Answer(204)


def _moment(stamp: str) -> datetime:
    return datetime.fromisoformat(stamp)
