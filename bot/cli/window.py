"""Discord's own window, in which it shows the page, an Activity: what Discord says of it.

https://discord.com/developers/docs/activities/building-an-activity
"""

import logging
import re
from http import HTTPStatus
from typing import Any

import aiohttp
import discord
from discord.http import Route

from bot.chat.answers.responses import UNANSWERED
from bot.chat.base.bot import Bot
from bot.settings import DISCORD_API
from bot.web.activity import Instance
from bot.web.page_file import Framed

log = logging.getLogger(__name__)

CLIENTS = (DISCORD_API, "https://ptb.discord.com", "https://canary.discord.com")
"""The origins of Discord's pages."""
WITHIN = aiohttp.ClientTimeout(total=10.0)
CODE, INSTANCE = re.compile(r"[\w.-]{1,200}", re.ASCII), re.compile(r"[\w-]{1,200}", re.ASCII)
NO_CODE = "invalid_grant"
"""What Discord calls a code that is none, or is no longer one."""


class DiscordWindow:
    """What the page has to know of Discord to be shown in its window."""

    def __init__(self, bot: Bot, secret: str, url: str) -> None:
        """``secret``: the application's. ``url``: of the page in the window, with
        ``{application}`` for the number of the application."""
        self._bot = bot
        self._secret = secret
        self._url = url

    @property
    def framed(self) -> Framed | None:
        """Where Discord shows the page; None before the bot has logged in."""
        application = self._bot.application_id
        if application is None:
            return None
        discords = Route.BASE.removesuffix("/api/v10")
        ancestors = CLIENTS if discords == DISCORD_API else (discords,)
        return Framed(application, self._url.format(application=application), ancestors)

    async def user_of(self, code: str) -> int | None:
        """Who has let us know by a code who they are; None if it is none, or was used.

        Discord's token for it is asked once, and kept nowhere. Raises `ConnectionError`.
        """
        if not CODE.fullmatch(code):
            return None
        asked = {
            "client_id": str(self._bot.application_id),
            "client_secret": self._secret,
            "grant_type": "authorization_code",
            "code": code,
        }
        try:
            async with aiohttp.ClientSession(timeout=WITHIN, raise_for_status=True) as http:
                token = await self._token(http, asked)
                if token is None:
                    return None
                bearer = {"Authorization": f"Bearer {token}"}
                async with http.get(f"{Route.BASE}/users/@me", headers=bearer) as answer:
                    return int((await answer.json())["id"])
        except (*UNANSWERED, ValueError, KeyError) as error:
            raise ConnectionError("Discord does not say who somebody is") from error

    async def _token(self, http: aiohttp.ClientSession, asked: dict[str, str]) -> str | None:
        async with http.post(
            f"{Route.BASE}/oauth2/token", data=asked, raise_for_status=False
        ) as answer:
            if answer.status in (HTTPStatus.BAD_REQUEST, HTTPStatus.UNAUTHORIZED):
                error = (await answer.json(content_type=None)).get("error")
                if error == NO_CODE:
                    return None
                log.error("Discord refuses DISCORD_CLIENT_SECRET: %s", error)
            answer.raise_for_status()
            return (await answer.json())["access_token"]

    async def instance(self, name: str) -> Instance | None:
        """One of our windows; None if there is none of this name. Raises `ConnectionError`."""
        application = self._bot.application_id
        if application is None or not INSTANCE.fullmatch(name):
            return None
        route = Route(
            "GET",
            "/applications/{application_id}/activity-instances/{instance_id}",
            application_id=application,
            instance_id=name,
        )
        try:
            found: dict[str, Any] = await self._bot.http.request(route)
        except discord.NotFound:
            return None
        except UNANSWERED as error:
            raise ConnectionError("Discord does not say who is in a window") from error
        channel = int(found["location"]["channel_id"])
        return Instance(channel, frozenset(map(int, found["users"])))
