"""Finds the people, servers and channels that the driver names, by name or id."""

from bot.playground.errors import CannotDo, Json
from bot.playground.world import World


class Names:
    """Lookups for the driver. Raise `CannotDo` if there is no match or more than one."""

    def __init__(self, world: World) -> None:
        self.world = world

    def user(self, name: str) -> Json:
        """The record of a user, by id, display name or user name."""
        users = self.world.state.users.rows
        if name in users:
            return users[name]
        wanted = name.removeprefix("@")
        return self._one(
            "person",
            name,
            [u for u in users.values() if wanted in (u["global_name"], u["username"])],
        )

    def guild(self, name: str) -> Json:
        """The record of a server, by id or name."""
        guilds = self.world.state.guilds.rows
        if name in guilds:
            return guilds[name]
        return self._one("server", name, [g for g in guilds.values() if g["name"] == name])

    def channel(self, name: str) -> Json:
        """The record of a channel: id, ``#name``, ``Server/name``, ``@person`` (for a DM)."""
        channels = self.world.state.channels.rows
        if name in channels:
            return channels[name]
        if name.startswith("@"):
            return self.world.add_dm(self.user(name)["id"])
        guild_name, _, channel_name = name.rpartition("/")
        wanted = channel_name.removeprefix("#")
        found = [c for c in channels.values() if c.get("name") == wanted]
        if guild_name:
            guild_id = self.guild(guild_name)["id"]
            found = [c for c in found if c["guild_id"] == guild_id]
        return self._one("channel", name, found)

    def message(self, message_id: str) -> Json:
        """The record of a message, by id."""
        found = self.world.state.messages.get(message_id)
        return self._one("message", message_id, [found] if found else [])

    @staticmethod
    def _one(what: str, name: str, found: list[Json]) -> Json:
        if len(found) != 1:
            raise CannotDo(f"{len(found) or 'no'} {what} named {name}")
        return found[0]
