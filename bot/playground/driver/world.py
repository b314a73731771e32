"""Servers, channels, threads, people and their permissions on the stand-in."""

from bot.playground.driver.connection import Connection, message_id
from bot.playground.errors import Json


class WorldVerbs(Connection):
    """Builds and changes the world that the bot lives in."""

    async def create_world(self, guilds: list[Json]) -> Json:
        """Create servers from ``[{"name", "channels": [...], "people": [...]}]``.

        The first person owns the server. ``"shard": 1`` puts it on that shard. Returns
        ``{server: {"id", "channels": {name: id}}}``.
        """
        return await self.call("create_world", guilds=guilds)

    async def create_person(
        self,
        name: str,
        guilds: list[str] | None = None,
        *,
        locale: str = "en-US",
        refuses_dms: bool = False,
        nick: str | None = None,
    ) -> Json:
        """Create a person who is a member of these servers."""
        return await self.call(
            "create_person",
            name=name,
            guilds=guilds,
            locale=locale,
            refuses_dms=refuses_dms,
            nick=nick,
        )

    async def create_guild(
        self,
        name: str,
        owner: str,
        people: list[str] | None = None,
        *,
        with_bot: bool = True,
        shard: int | None = None,
    ) -> Json:
        """Create a server without channels; ``shard``: of as many as `sharding` says."""
        return await self.call(
            "create_guild", name=name, owner=owner, people=people, with_bot=with_bot, shard=shard
        )

    async def create_channel(
        self,
        guild: str,
        name: str,
        *,
        forum: bool = False,
        tags: list[str] | None = None,
        tagged: bool = False,
    ) -> Json:
        """Create a text channel, or a forum whose posts can have these tags; ``tagged``: and need
        one."""
        about = {"name": name, "forum": forum, "tags": tags, "tagged": tagged}
        return await self.call("create_channel", guild=guild, **about)

    async def create_thread(
        self,
        channel: str,
        name: str,
        owner: str,
        *,
        private: bool = False,
        message: Json | str | None = None,
    ) -> Json:
        """Create a thread, on a message or without one."""
        number = None if message is None else message_id(message)
        return await self.call(
            "create_thread",
            channel=channel,
            name=name,
            owner=owner,
            private=private,
            message=number,
        )

    async def archive_thread(
        self, thread: str, *, archived: bool = True, locked: bool = False
    ) -> None:
        """Archive a thread, or unarchive it."""
        await self.call("archive_thread", thread=thread, archived=archived, locked=locked)

    async def permit(
        self,
        channel: str,
        *,
        who: str | None = None,
        allow: list[str] | None = None,
        deny: list[str] | None = None,
    ) -> None:
        """Allow or deny permissions (``"send_messages"``) in a channel (default: the bot's).

        ``who`` is a person, ``"@everyone"`` or the id of a role.
        """
        await self.call("permit", channel=channel, who=who, allow=allow, deny=deny)

    async def permit_all(
        self, guild: str, *, allow: list[str] | None = None, deny: list[str] | None = None
    ) -> None:
        """Change what everyone in a server, and so the bot, may do."""
        await self.call("permit_all", guild=guild, allow=allow, deny=deny)

    async def create_role(
        self,
        guild: str,
        name: str,
        people: list[str] | None = None,
        *,
        allow: list[str] | None = None,
        mentionable: bool = False,
    ) -> Json:
        """Create a role with these permissions and give it to these people."""
        return await self.call(
            "create_role",
            guild=guild,
            name=name,
            people=people,
            allow=allow,
            mentionable=mentionable,
        )

    async def enable_activities(self) -> Json:
        """Enable Activities for the bot. Returns the command that Discord creates for them."""
        return await self.call("enable_activities")

    async def map_activity(self, target: str) -> Json:
        """Enable Activities for the bot and map them to its page at ``target``, as in Discord's
        portal. Returns ``{"url", "secret"}``: where its windows are, the application's secret."""
        return await self.call("map_activity", target=target)

    async def join(self, guild: str, who: str | None = None) -> None:
        """Add somebody (default: the bot) to a server."""
        await self.call("join", guild=guild, who=who)

    async def remove_person(self, guild: str, who: str | None = None) -> None:
        """Remove somebody (default: the bot) from a server."""
        await self.call("remove_person", guild=guild, who=who)

    async def remove_channel(self, channel: str) -> None:
        """Delete a channel or a thread."""
        await self.call("remove_channel", channel=channel)

    async def remove_event(self, event: str) -> None:
        """Delete a scheduled event, as a moderator does."""
        await self.call("remove_event", event=event)

    async def remove_guild(self, guild: str) -> None:
        """Delete a server."""
        await self.call("remove_guild", guild=guild)

    async def person(
        self, user: str, *, locale: str | None = None, refuses_dms: bool | None = None
    ) -> None:
        """Change a person's language, or whether they accept direct messages."""
        await self.call("person", user=user, locale=locale, refuses_dms=refuses_dms)
