"""A client of the real discord.py that notes what it hears."""

import asyncio
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from typing import Any

import discord

from tests.playground.client import pointed_at


class Listener(discord.Client):
    """It notes every event, and tests wait for them."""

    def __init__(self, intents: discord.Intents) -> None:
        super().__init__(intents=intents, chunk_guilds_at_startup=False)
        self._connection.guild_ready_timeout = 0.05  # pyright: ignore[reportAttributeAccessIssue]
        self.tree = discord.app_commands.CommandTree(self)
        self.heard: list[tuple[str, tuple[Any, ...]]] = []
        self._news = asyncio.Event()

    def dispatch(self, event: str, /, *arguments: Any, **more: Any) -> None:
        self.heard.append((event, arguments))
        self._news.set()
        super().dispatch(event, *arguments, **more)

    def all(self, event: str) -> list[tuple[Any, ...]]:
        """What was heard with every such event."""
        return [arguments for name, arguments in self.heard if name == event]

    async def hears(self, event: str, count: int = 1) -> tuple[Any, ...]:
        """What comes with that event, the ``count``-th one."""
        async with asyncio.timeout(60):
            while len(found := self.all(event)) < count:
                self._news.clear()
                await self._news.wait()
        return found[count - 1]

    def channel(self, name: str) -> discord.TextChannel:
        """The text channel of that name."""
        found = discord.utils.get(self.get_all_channels(), name=name)
        assert isinstance(found, discord.TextChannel)
        return found


@asynccontextmanager
async def listening(url: str, **intents: bool) -> AsyncGenerator[Listener]:
    """Logged in to the stand-in, with the intents of the game bot and these."""
    wanted = discord.Intents(guilds=True, guild_messages=True, dm_messages=True)
    for name, value in intents.items():
        setattr(wanted, name, value)
    async with pointed_at(url, Listener(wanted)) as client:
        yield client
