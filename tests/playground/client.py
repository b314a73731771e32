"""discord.py, unmodified, pointed at the stand-in."""

import asyncio
from collections.abc import AsyncGenerator, Generator
from contextlib import asynccontextmanager, contextmanager
from typing import TypeVar

import discord
import yarl
from discord.gateway import DiscordWebSocket
from discord.http import Route

from tests.playground.plain import TOKEN

AnyClient = TypeVar("AnyClient", bound=discord.Client)


@contextmanager
def discord_at(url: str) -> Generator[None]:
    """Let discord.py in this process talk to the stand-in at ``url``."""
    kept = Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.Asset.BASE
    Route.BASE = f"{url}/api/v10"
    DiscordWebSocket.DEFAULT_GATEWAY = yarl.URL(f"{url}/gateway").with_scheme("ws")
    discord.Asset.BASE = url  # pyright: ignore[reportAttributeAccessIssue]
    try:
        yield
    finally:
        Route.BASE, DiscordWebSocket.DEFAULT_GATEWAY, discord.Asset.BASE = kept


@asynccontextmanager
async def pointed_at(url: str, client: AnyClient, token: str = TOKEN) -> AsyncGenerator[AnyClient]:
    """The client, logged in and ready."""
    with discord_at(url):
        running = asyncio.create_task(client.start(token))
        ready = asyncio.create_task(client.wait_until_ready())
        try:
            await asyncio.wait((running, ready), timeout=60, return_when=asyncio.FIRST_COMPLETED)
            if running.done():
                running.result()
            yield client
        finally:
            await client.close()
            ready.cancel()
            await asyncio.gather(running, ready, return_exceptions=True)
