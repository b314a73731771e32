"""The page on which boards can be touched, beside the bot on Discord."""

import os
from collections.abc import AsyncGenerator
from contextlib import AsyncExitStack, asynccontextmanager

from bot.chat.gateway.client import KeilClient
from bot.chat.gateway.sight import Sight
from bot.cli.health import AddressInUseError
from bot.cli.window import DiscordWindow
from bot.features import all_scenes
from bot.settings import Settings, host_and_port
from bot.web.door import Door
from bot.web.scenes import Stage


@asynccontextmanager
async def page_served(settings: Settings, client: KeilClient) -> AsyncGenerator[Door]:
    """Serve the page, which hears of what any process stores. Raises `AddressInUseError`."""
    address, secret, window = settings.web_address, settings.client_secret(), None
    if secret:
        window = DiscordWindow(client, secret, settings.discord_activity_url)
    stage = Stage(client.service, client.pictures, client.judge)
    for setup in all_scenes():
        setup(stage)
    door = Door(stage, Sight(client), settings.web_url, window)

    client.heard.append(door.watched.heard)
    async with AsyncExitStack() as stack:
        try:
            await stack.enter_async_context(door.open(*host_and_port(address)))
        except OSError as error:
            reason = f"WEB_ADDRESS: cannot listen at {address}: {os.strerror(error.errno or 0)}"
            raise AddressInUseError(reason) from error
        yield door
