"""Who may look at which match on the page: asked of Discord, as the page knows nothing of it."""

import asyncio
from dataclasses import dataclass, replace
from functools import partial
from typing import Self

import discord
from cachetools import LRUCache, TTLCache

from bot.chat.answers.responses import UNANSWERED
from bot.chat.base.bot import Bot
from bot.chat.common.card_messages import known_as
from bot.chat.common.permissions import channel_in, channel_that_shows, missing_of
from bot.service.beginning import Presence
from bot.service.live_match import LiveMatch
from bot.shared import Shared
from bot.storage.rows import NOWHERE

FOR_S = 60.0
"""Seconds for which an answer holds."""
FOR_ALL_S = 600.0
"""The same where nobody on the server can be excluded: then only leaving it matters."""
PRESENT_S = 5.0
"""Seconds for which it holds what somebody may do: whoever tries it again and again asks once."""
ANSWERED_S = 20.0
"""Seconds after which Discord is asked again for somebody of whom it has not answered."""
PLAYERS_WAIT_S = 5.0
"""Seconds after which players see their own game without Discord's answer."""
REMEMBERED, REMEMBERED_NOW = 10_000, 1_000
"""Answers that hold for a while, and for seconds."""
Question = tuple[int, int, int, bool]
"""A user, a server and a channel of it, or none; and if it is asked since they play."""
NO_MEMBER = (10007, 10013)
"""Discord's codes for somebody who is not on the server, or has no account any more."""


@dataclass(frozen=True, slots=True)
class Audience:
    """What a channel says of everybody on its server at once."""

    known: bool = True
    """False if Discord does not say who sees it, as of a private thread."""
    everyone: bool = False
    """True if ``@everyone`` sees it."""
    without_roles: bool = False
    """True if it is hidden from some role."""
    without: frozenset[int] = frozenset()
    """The users from whom it is hidden by name."""

    @classmethod
    def of(cls, channel: discord.abc.GuildChannel | None) -> Self:
        """Read from the channel's own overwrites: a category's count only as copied there."""
        if channel is None:
            return cls(known=False)
        everyone = channel.guild.default_role
        hidden = [
            target
            for target, overwrite in channel.overwrites.items()
            if overwrite.view_channel is False and target.id != everyone.id
        ]
        roles = [target for target in hidden if isinstance(target, discord.Role)]
        return cls(
            everyone=channel.permissions_for(everyone).view_channel,
            without_roles=bool(roles),
            without=frozenset(target.id for target in hidden if target not in roles),
        )

    def surely_has(self, member: int) -> bool:
        """True if this member sees the channel whatever roles they have."""
        return self.everyone and not self.without_roles and member not in self.without


class Sight:
    """What the page has to know of where the games are played."""

    def __init__(self, bot: Bot) -> None:
        self._bot = bot
        self._seen: LRUCache[Question, bool] = LRUCache(REMEMBERED)
        """What Discord said last."""
        self._asked_lately: TTLCache[Question, bool] = TTLCache(REMEMBERED, FOR_S)
        self._audiences = Shared[Audience](REMEMBERED, FOR_S)
        """By server and channel."""
        self._presences = Shared[Presence](REMEMBERED_NOW, PRESENT_S)
        """By user, server and channel."""
        self._fetched = Shared[discord.Member](REMEMBERED_NOW, PRESENT_S)
        """By user and server."""
        self._members: TTLCache[tuple[int, int], bool] = TTLCache(REMEMBERED, FOR_ALL_S)

    @property
    def me(self) -> int | None:
        """The bot's own user, which plays for computers."""
        return None if self._bot.user is None else self._bot.user.id

    @property
    def my_name(self) -> str:
        """The name of that user."""
        return "" if self._bot.user is None else self._bot.user.name

    @property
    def ready(self) -> bool:
        """True once the bot has been connected, until it leaves Discord."""
        return self._bot.is_ready() and not self._bot.is_closed()

    async def may_see(self, user: int, live: LiveMatch) -> bool:
        """True if ``user`` is on the server of a match, and plays in it or sees its channel.

        Raises `ConnectionError` if Discord, which knows, cannot be reached; players see their game.
        """
        plays = user in live.everybody
        if live.solo:
            return plays
        channel_id = NOWHERE if plays else live.card_channel_id
        return await self._known(user, live.server, channel_id, plays=plays)

    async def sees(self, user: int, server: int, channel_id: int = NOWHERE) -> bool:
        """True if ``user`` is on a server, and sees this channel of it.

        Raises `ConnectionError` if Discord cannot be reached, and has not said so before.
        """
        return await self._known(user, server, channel_id, plays=False)

    async def privately(self, user: int, live: LiveMatch) -> str:
        """What the features say to ``user`` alone, such as that a game is not rated any more."""
        return await self._bot.privately(live, user)

    async def _known(self, user: int, server: int, channel_id: int, *, plays: bool) -> bool:
        key = user, server, channel_id, plays
        known = self._seen.get(key)
        if known is not None and key in self._asked_lately:
            return known
        try:
            async with asyncio.timeout(PLAYERS_WAIT_S if plays else None):
                asked = self._is_member if channel_id == NOWHERE else partial(self._ask, channel_id)
                sees = await asked(user, server)
        except (discord.NotFound, discord.Forbidden) as error:
            # If it is the bot that is not there any more, nobody says that a player has left.
            sees = plays and error.code not in NO_MEMBER
        except UNANSWERED as error:
            if known is None and not plays:
                raise ConnectionError("Discord does not answer") from error
            return known is not False
        self._seen[key], self._asked_lately[key] = sees, True
        return sees

    async def is_open(self, live: LiveMatch) -> bool:
        """True if ``@everyone`` on its server sees the channel of a match.

        Raises `ConnectionError` if Discord cannot be reached: then nobody knows.
        """
        try:
            return (await self._audience(live.server, live.card_channel_id)).everyone
        except (discord.NotFound, discord.Forbidden):  # the bot is not on that server any more
            return False
        except UNANSWERED as error:
            raise ConnectionError("Discord does not answer") from error

    async def begins(self, live: LiveMatch) -> bool:
        """False if no game can be begun on the page where a match is: in a private thread, of
        which Discord does not say who sees it.

        Raises `ConnectionError` if Discord cannot be reached: then nobody knows.
        """
        if live.solo:
            return True
        try:
            async with asyncio.timeout(PLAYERS_WAIT_S):
                return (await self._audience(live.server, live.card_channel_id)).known
        except (discord.NotFound, discord.Forbidden):
            return False
        except UNANSWERED as error:
            raise ConnectionError("Discord does not answer") from error

    async def presence(self, user: int, live: LiveMatch) -> Presence:
        """What Discord says of ``user`` where a match is, for the rules about beginning a game.

        Raises `ConnectionError` if Discord does not say.
        """
        where = user, live.server, live.card_channel_id
        try:
            async with asyncio.timeout(PLAYERS_WAIT_S):
                return await self._presences.get(where, lambda: self._presence(user, live))
        except UNANSWERED as error:
            raise ConnectionError("Discord does not answer") from error

    async def _presence(self, user: int, live: LiveMatch) -> Presence:
        channels = frozenset({live.card_channel_id})
        found = Presence(user, "", live.server, channels, uses_bot=False)
        try:
            return await self._present(found, live)
        except (discord.NotFound, discord.Forbidden):  # one of the two is not there any more
            return found

    async def _present(self, found: Presence, live: LiveMatch) -> Presence:
        guild = await self._guild(live.server)
        person = await self._member(found.user, live.server)
        roles = frozenset(role.id for role in person.roles)
        found = replace(found, name=known_as(person), roles=roles)
        if person.pending or person.is_timed_out():
            return found
        if live.solo:  # it is in no channel, and needs none
            may_use = person.guild_permissions.use_application_commands
            return replace(found, channels=frozenset(), uses_bot=may_use)
        channel = await channel_in(guild, live.card_channel_id)
        if isinstance(channel, discord.Thread) and channel.is_private():
            return replace(found, unseen=True)
        over = await channel_that_shows(self._bot, live.server, live.card_channel_id)
        if channel is None or over is None:
            return found
        may = over.permissions_for(person)
        if isinstance(channel, discord.Thread) and channel.locked and not may.manage_threads:
            return found
        # A server of another process does not come with its members.
        me = over.permissions_for(guild.me or await self._member(self.me or 0, live.server))
        return replace(
            found,
            channels=frozenset({channel.id, over.id}),
            uses_bot=may.view_channel and may.use_application_commands,
            missing=tuple(missing_of(me, channel)),
        )

    async def _audience(self, server: int, channel_id: int) -> Audience:
        async def ask() -> Audience:
            return Audience.of(await channel_that_shows(self._bot, server, channel_id))

        return await self._audiences.get((server, channel_id), ask)

    async def _ask(self, channel_id: int, user: int, server: int) -> bool:
        if (await self._audience(server, channel_id)).surely_has(user):
            return await self._is_member(user, server)
        channel = await channel_that_shows(self._bot, server, channel_id)
        if channel is None:
            return False
        return channel.permissions_for(await self._member(user, server)).view_channel

    async def _is_member(self, user: int, server: int) -> bool:
        """Return True. Raises `discord.NotFound` if there is no such member."""
        person = user, server
        if person not in self._members:
            await self._member(user, server)
            self._members[person] = True
        return True

    async def _member(self, user: int, server: int) -> discord.Member:
        """Somebody on a server. Raises as above."""

        async def fetch() -> discord.Member:
            async with asyncio.timeout(ANSWERED_S):
                return await (await self._guild(server)).fetch_member(user)

        return await self._fetched.get((user, server), fetch)

    async def _guild(self, server: int) -> discord.Guild:
        return self._bot.get_guild(server) or await self._bot.fetch_guild(server)
