"""The page around the messages for one person: servers, channels, members, unread counts."""

from bot.playground.descriptions import DM_CHANNEL, PRIVATE_THREAD, THREADS
from bot.playground.errors import Json
from bot.playground.names import Names
from bot.playground.permissions import Permission
from bot.playground.scheduled_events import ACTIVE, GOES_TO
from bot.playground.simulation import Simulation
from bot.playground.world import World
from bot.playground.writing import is_locked


class Home:
    """Everything except the messages, in one answer for the page."""

    def __init__(self, world: World, names: Names, simulation: Simulation) -> None:
        self.world = world
        self.names = names
        self.messages = simulation.messages
        self.commands = simulation.commands
        self.windows = simulation.windows

    async def home(self, user: str, read: dict[str, str] | None = None) -> Json:
        """The page's data for one person. ``read``: the newest message they saw in each channel."""
        me = self.names.user(user)["id"]
        news = self._news(me, read or {})
        state = self.world.state
        return {
            "revision": self.world.revision,
            "now": self.world.clock.now(),
            "me": self.world.user_view(me),
            "application": self.world.user_view(self.world.app_id),
            "people": [self.world.user_view(u["id"]) for u in state.users.rows.values()],
            "guilds": [
                self._guild(guild, me, news)
                for guild in state.guilds.rows.values()
                if self.world.is_member(guild["id"], me)
            ],
            "direct": [
                self._channel(channel, me, news)
                for channel in state.channels.rows.values()
                if channel["type"] == DM_CHANNEL and channel["recipient_id"] == me
            ],
            "commands": self.commands.of(None),
            "begun": self._begun(),
            "windows": self.windows.url,
        }

    def _begun(self) -> bool:
        """True if the bot has written a public message on a server: the world is no longer new."""
        rows, app = self.world.state.messages.rows.values(), self.world.app_id
        return any(
            row["author_id"] == app and row["viewer"] is None and self._on_server(row)
            for row in rows
        )

    def _on_server(self, row: Json) -> bool:
        return self.world.state.channels.rows[row["channel_id"]]["type"] != DM_CHANNEL

    def _guild(self, guild: Json, me: str, news: dict[str, Json]) -> Json:
        members = [
            m for m in self.world.state.members.rows.values() if m["guild_id"] == guild["id"]
        ]
        return {
            "id": guild["id"],
            "name": guild["name"],
            "owner_id": guild["owner_id"],
            "channels": [
                self._channel(channel, me, news)
                for channel in self.world.channels_of(guild["id"], threads=None)
                if self.world.permissions(channel, me) & Permission.VIEW_CHANNEL
            ],
            "members": [self.world.user_view(m["user_id"]) | {"nick": m["nick"]} for m in members],
            "roles": [
                {"id": role["id"], "name": role["name"]}
                for role in guild["roles"]
                if role["id"] != guild["id"]
            ],
            "commands": self.commands.of(guild["id"]),
            "events": [
                {key: row[key] for key in ("id", "name", "description", "scheduled_start_time")}
                | {"now": row["status"] == ACTIVE}
                for row in self.world.state.events.rows.values()
                if row["guild_id"] == guild["id"] and row["status"] in GOES_TO
            ],
        }

    def _channel(self, channel: Json, me: str, news: dict[str, Json]) -> Json:
        may = self.world.permissions(channel, me)
        thread = channel["type"] in THREADS
        sends = Permission.SEND_MESSAGES_IN_THREADS if thread else Permission.SEND_MESSAGES
        new = news.get(channel["id"], {})
        return {
            "id": channel["id"],
            "type": channel["type"],
            "guild_id": channel.get("guild_id"),
            "parent_id": channel.get("parent_id"),
            "name": channel.get("name") or self.world.bot["username"],
            "private": channel["type"] == PRIVATE_THREAD,
            "archived": thread and channel["thread_metadata"]["archived"],
            "locked": thread and channel["thread_metadata"]["locked"],
            "sends": bool(may & sends) and not is_locked(self.world, channel, me),
            "attaches": bool(may & Permission.ATTACH_FILES),
            "moderates": bool(may & Permission.MANAGE_MESSAGES),
            "permissions": str(int(may)),
            "count": channel.get("message_count"),
            "last": new.get("last"),
            "unread": new.get("unread", 0),
            "mentions": new.get("mentions", 0),
        }

    def _news(self, me: str, read: dict[str, str]) -> dict[str, Json]:
        """For each channel: its last message, the unread messages, and the unread pings."""
        found: dict[str, Json] = {}
        for row in self.world.state.messages.rows.values():
            if not self.messages.visible(row, me):
                continue
            new = found.setdefault(row["channel_id"], {"unread": 0, "mentions": 0})
            new["last"] = row["id"]
            seen = int(read.get(row["channel_id"]) or 0)
            if int(row["id"]) > seen and row["author_id"] != me:
                new["unread"] += 1
                new["mentions"] += me in row["mentions"] or row["mention_everyone"]
        return found
