"""Makes and changes servers, channels, threads, people and permissions, for the driver."""

from bot.playground.descriptions import role_object
from bot.playground.errors import Json
from bot.playground.gateway import Gateway
from bot.playground.names import Names
from bot.playground.permissions import named
from bot.playground.threads import Threads
from bot.playground.world import World
from bot.playground.writing import set_archived

DEMO_PEOPLE = ("Ada", "Bo", "Cy")
DEMO_CHANNELS = ("games", "general")
EVERYONE = "@everyone"
"""Whose overwrite `permit` sets for all members."""


class Making:
    """The verbs. Each takes JSON values and returns a JSON value."""

    def __init__(self, world: World, names: Names, threads: Threads, gateway: Gateway) -> None:
        self.world = world
        self.names = names
        self.threads = threads
        self.gateway = gateway

    def demo(self) -> None:
        """Create one server with three people; Ada owns it."""
        people = [self.world.add_person(name) for name in DEMO_PEOPLE]
        guild = self.world.add_guild("Demo", people[0]["id"])
        for person in people[1:]:
            self.world.add_member(guild["id"], person["id"])
        for name in DEMO_CHANNELS:
            self.world.add_channel(guild["id"], name)

    async def create_world(self, guilds: list[Json]) -> Json:
        """Create servers, each with people and channels."""
        made: Json = {}
        for spec in guilds:
            for name in spec["people"]:
                known = [u["global_name"] for u in self.world.state.users.rows.values()]
                if name not in known:
                    self.world.add_person(name)
            guild = await self.create_guild(
                spec["name"],
                owner=spec["people"][0],
                people=spec["people"][1:],
                with_bot=spec.get("with_bot", True),
                shard=spec.get("shard"),
            )
            channels = [self.world.add_channel(guild["id"], name) for name in spec["channels"]]
            made[spec["name"]] = {
                "id": guild["id"],
                "channels": {channel["name"]: channel["id"] for channel in channels},
            }
        return made

    async def create_person(
        self,
        name: str,
        guilds: list[str] | None = None,
        locale: str = "en-US",
        refuses_dms: bool = False,
        nick: str | None = None,
    ) -> Json:
        """Create a person who is a member of these servers."""
        person = self.world.add_person(name, locale=locale, refuses_dms=refuses_dms)
        for guild in guilds or []:
            self.world.add_member(self.names.guild(guild)["id"], person["id"], nick)
        return self.world.user_view(person["id"])

    async def create_guild(
        self,
        name: str,
        owner: str,
        people: list[str] | None = None,
        with_bot: bool = True,
        shard: int | None = None,
    ) -> Json:
        """Create a server without channels."""
        on = None if shard is None else (shard, self.gateway.sharding.count)
        owner_id = self.names.user(owner)["id"]
        guild = self.world.add_guild(name, owner_id, with_bot=with_bot, shard=on)
        for person in people or []:
            self.world.add_member(guild["id"], self.names.user(person)["id"])
        return self.world.guild_view(guild["id"])

    async def create_channel(
        self,
        guild: str,
        name: str,
        forum: bool = False,
        tags: list[str] | None = None,
        tagged: bool = False,
    ) -> Json:
        """Create a text channel or a forum."""
        guild_id = self.names.guild(guild)["id"]
        channel = self.world.add_channel(
            guild_id, name, forum=forum, tags=tags or [], tagged=tagged
        )
        return self.world.channel_view(channel["id"])

    async def create_thread(
        self,
        channel: str,
        name: str,
        owner: str,
        private: bool = False,
        message: str | None = None,
    ) -> Json:
        """Create a thread, on a message or without one."""
        thread = self.threads.start(
            self.names.channel(channel),
            name,
            self.names.user(owner)["id"],
            private=private,
            source=self.names.message(message) if message else None,
        )
        return self.world.channel_view(thread["id"])

    async def archive_thread(
        self, thread: str, archived: bool = True, locked: bool = False
    ) -> None:
        """Archive, unarchive or lock a thread as a moderator does."""
        row = self.names.channel(thread)
        row["thread_metadata"]["locked"] = locked
        set_archived(self.world, row, archived)
        self.world.change_channel(row)

    async def permit(
        self,
        channel: str,
        who: str | None = None,
        allow: list[str] | None = None,
        deny: list[str] | None = None,
    ) -> None:
        """Set an overwrite for a member (default: the bot), a role or all, on top of the existing
        one."""
        row = self.names.channel(channel)
        roles = {role["id"] for role in self.world.guild(row["guild_id"])["roles"]}
        if who == EVERYONE:
            whose = row["guild_id"]
        elif who in roles:
            whose = who
        else:
            whose = self.names.user(who)["id"] if who else self.world.app_id
        kept = [o for o in row["permission_overwrites"] if o["id"] != whose]
        old = [o for o in row["permission_overwrites"] if o["id"] == whose]
        allows, denies = named(allow or []), named(deny or [])
        allowed = (int(old[0]["allow"]) if old else 0) & ~int(denies) | int(allows)
        denied = (int(old[0]["deny"]) if old else 0) & ~int(allows) | int(denies)
        kind = 0 if whose in roles else 1
        overwrite = {"id": whose, "type": kind, "allow": str(allowed), "deny": str(denied)}
        hidden = not self.world.permissions(row, self.world.app_id)
        row["permission_overwrites"] = [*kept, overwrite]
        self.world.change_channel(row)
        if hidden and self.world.permissions(row, self.world.app_id):
            self.threads.appeared(row)

    async def permit_all(
        self, guild: str, allow: list[str] | None = None, deny: list[str] | None = None
    ) -> None:
        """Change what everyone in a server may do."""
        row = self.names.guild(guild)
        everyone = next(role for role in row["roles"] if role["id"] == row["id"])
        bits = int(everyone["permissions"]) | int(named(allow or []))
        everyone["permissions"] = str(bits & ~int(named(deny or [])))
        self.world.change_role(row, everyone, "GUILD_ROLE_UPDATE")

    async def create_role(
        self,
        guild: str,
        name: str,
        people: list[str] | None = None,
        allow: list[str] | None = None,
        *,
        mentionable: bool = False,
    ) -> Json:
        """Create a role with these permissions for these people."""
        row = self.names.guild(guild)
        role = role_object(self.world.ids.next(), name, named(allow or []))
        role["mentionable"] = mentionable
        row["roles"].append(role | {"position": len(row["roles"])})
        self.world.change_role(row, row["roles"][-1], "GUILD_ROLE_CREATE")
        for person in people or []:
            member = self.world.member(row["id"], self.names.user(person)["id"])
            member["roles"].append(role["id"])
            self.world.state.members.put(member)
        return row["roles"][-1]

    async def join(self, guild: str, who: str | None = None) -> None:
        """Add somebody (default: the bot) to a server."""
        user_id = self.names.user(who)["id"] if who else self.world.app_id
        self.world.add_member(self.names.guild(guild)["id"], user_id)

    async def remove_person(self, guild: str, who: str | None = None) -> None:
        """Remove somebody (default: the bot) from a server."""
        user_id = self.names.user(who)["id"] if who else self.world.app_id
        self.world.remove_member(self.names.guild(guild)["id"], user_id)

    async def remove_channel(self, channel: str) -> None:
        """Delete a channel or a thread."""
        self.world.remove_channel(self.names.channel(channel)["id"])

    async def remove_guild(self, guild: str) -> None:
        """Delete a server."""
        self.world.remove_guild(self.names.guild(guild)["id"])

    async def person(
        self, user: str, locale: str | None = None, refuses_dms: bool | None = None
    ) -> None:
        """Change a person's language, or whether they accept direct messages."""
        row = self.names.user(user)
        if locale is not None:
            row["locale"] = locale
        if refuses_dms is not None:
            row["refuses_dms"] = refuses_dms
        self.world.state.users.put(row)
