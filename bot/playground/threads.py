"""Threads: started, changed, archived when nothing happens in them for long enough.

https://discord.com/developers/docs/topics/threads
"""

from collections.abc import Sequence

from bot.playground.descriptions import PRIVATE_THREAD, PUBLIC_THREAD, THREADS
from bot.playground.errors import Json, Path, invalid_form, refuse
from bot.playground.limits import too_long
from bot.playground.messages import THREAD_STARTER, Messages
from bot.playground.permissions import Permission
from bot.playground.ratelimits import RateLimits
from bot.playground.snowflakes import moment_of
from bot.playground.world import World
from bot.playground.writing import set_archived

NAME_CHANGED, THREAD_CREATED = 4, 18
"""Types of the messages that Discord itself writes about threads."""

MOST_TAGS = 5
MINUTES = (60, 1440, 4320, 10080)
_ORDINARY = (0, 19, 20, 23)
_META = ("archived", "locked", "auto_archive_duration", "invitable")


class Threads:
    """All threads of the world."""

    def __init__(self, world: World, messages: Messages, rates: RateLimits) -> None:
        self.world = world
        self.messages = messages
        self.rates = rates

    def start(
        self,
        parent: Json,
        name: str,
        owner_id: str,
        *,
        private: bool = False,
        minutes: int | None = None,
        source: Json | None = None,
        tags: Sequence[str] | None = None,
    ) -> Json:
        """Create a thread; one that starts from the message ``source`` has the message's id.

        Then Discord writes nothing in the channel, and in the thread what points to the message.
        ``tags``: those of a post in a forum, about which it writes nothing either.
        Raises `Refusal` 50035, 50021, 160004 or 160006.
        """
        self._check(name, minutes)
        known = [tag["id"] for tag in parent.get("tags", [])]
        if tags and (len(tags) > MOST_TAGS or {*tags} - {*known}):
            raise invalid_form([(("applied_tags",), "FORUM_TAGS", "Unknown or too many tags")])
        if source is not None and source["type"] not in _ORDINARY:
            raise refuse(50021)
        if source is not None and source["id"] in self.world.state.channels.rows:
            raise refuse(160004)
        if len(self.active(parent["guild_id"])) >= self.rates.rates.active_threads:
            raise refuse(160006)
        now = self.world.clock.stamp()
        metadata: Json = {
            "archived": False,
            "archive_timestamp": now,
            "auto_archive_duration": minutes or 4320,
            "locked": False,
            "create_timestamp": now,
        }
        thread = self.world.state.channels.put(
            {
                "id": source["id"] if source else self.world.ids.next(),
                "type": PRIVATE_THREAD if private else PUBLIC_THREAD,
                "guild_id": parent["guild_id"],
                "parent_id": parent["id"],
                "name": name,
                "owner_id": owner_id,
                "last_message_id": None,
                "message_count": 0,
                "total_message_sent": 0,
                "members": {owner_id: now},
                "active": self.world.clock.now(),
                "thread_metadata": metadata | ({"invitable": True} if private else {}),
            }
            | ({} if tags is None else {"applied_tags": [*tags]})
        )
        view = self.world.channel_view(thread["id"]) | {"newly_created": True}
        self.world.tell("THREAD_CREATE", view, guild_id=parent["guild_id"])
        about: Json = {"type": 0, "guild_id": parent["guild_id"]}
        if source is not None:
            self.messages.has_thread(source)
            about |= {"channel_id": parent["id"], "message_id": source["id"]}
            self.messages.system(thread, source["author_id"], THREAD_STARTER, about=about)
        elif not private and tags is None:
            about["channel_id"] = thread["id"]
            self.messages.system(parent, owner_id, THREAD_CREATED, name, about=about)
        return thread

    def change(self, thread: Json, user_id: str, given: Json) -> None:
        """PATCH. Its maker names and archives a thread, but does not lock it; whoever may write
        unarchives it unless it is locked. Raises `Refusal` 50013, 50035 or 50083.
        """
        wanted = {key: value for key, value in given.items() if value is not None}
        metadata, opens = thread["thread_metadata"], wanted.get("archived") is False
        if not self.world.permissions(thread, user_id) & Permission.MANAGE_THREADS:
            own = thread["owner_id"] == user_id or (opens and len(wanted) == 1)
            if metadata["locked"] or "locked" in wanted or not own:
                raise refuse(50013)
            self.world.require(thread, user_id, Permission.SEND_MESSAGES_IN_THREADS)
        if metadata["archived"] and not opens:
            raise refuse(50083)
        self._check(wanted.get("name", thread["name"]), wanted.get("auto_archive_duration"))
        if wanted.get("name", thread["name"]) != thread["name"]:
            thread["name"] = wanted["name"]
            self.messages.system(thread, user_id, NAME_CHANGED, thread["name"])
        if "auto_archive_duration" in wanted:
            thread["active"] = self.world.clock.now()
        metadata |= {key: wanted[key] for key in _META if key in wanted}
        if "archived" in wanted:
            set_archived(self.world, thread, wanted["archived"])
        self.world.change_channel(thread)

    @staticmethod
    def _check(name: str, minutes: int | None) -> None:
        path: Path = ("auto_archive_duration",)
        problems = list(too_long(("name",), name, 100, 1))
        if minutes is not None and minutes not in MINUTES:
            problems.append((path, "BASE_TYPE_CHOICES", f"Value must be one of {MINUTES}."))
        if problems:
            raise invalid_form(problems)

    def active(self, guild_id: str) -> list[Json]:
        """The threads of a server that are not archived."""
        found = self.world.channels_of(guild_id, threads=True)
        return [thread for thread in found if not thread["thread_metadata"]["archived"]]

    def archived(self, parent_id: str, kind: int) -> list[Json]:
        """The archived threads of a channel, those first that were archived last."""
        found = [
            channel
            for channel in self.world.state.channels.rows.values()
            if channel.get("parent_id") == parent_id
            and channel["type"] == kind
            and channel["thread_metadata"]["archived"]
        ]
        return sorted(found, key=lambda t: t["thread_metadata"]["archive_timestamp"], reverse=True)

    def appeared(self, channel: Json) -> None:
        """Tell the bot of the threads of a channel that it can see from now on."""
        mine = self.world.app_id
        found = [t for t in self.active(channel["guild_id"]) if t["parent_id"] == channel["id"]]
        data: Json = {
            "guild_id": channel["guild_id"],
            "channel_ids": [channel["id"]],
            "threads": [self.world.channel_view(thread["id"]) for thread in found],
            "members": [
                self.world.thread_member_view(thread, mine)
                for thread in found
                if mine in thread["members"]
            ],
        }
        self.world.tell("THREAD_LIST_SYNC", data, guild_id=channel["guild_id"])

    # Time

    def next_end(self) -> float | None:
        """When the next thread is archived if nothing happens in it."""
        ends = [self._end(channel) for channel in self.world.state.channels.rows.values()]
        return min((end for end in ends if end is not None), default=None)

    def elapse(self) -> None:
        """Archive the threads in which nothing has happened for their time."""
        now = self.world.clock.now()
        for channel in list(self.world.state.channels.rows.values()):
            end = self._end(channel)
            if end is not None and end <= now:
                set_archived(self.world, channel, True)
                self.world.change_channel(channel)

    @staticmethod
    def _end(channel: Json) -> float | None:
        if channel["type"] not in THREADS or channel["thread_metadata"]["archived"]:
            return None
        since = channel.get("active") or moment_of(channel["last_message_id"] or channel["id"])
        return since + 60.0 * channel["thread_metadata"]["auto_archive_duration"]
