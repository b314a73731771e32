"""Moves on the page, whose process may be killed at any moment; a proxy leads to any of them."""

import asyncio
import secrets
from dataclasses import dataclass
from random import Random

import aiohttp

from bot.web.acting import Deed
from tests.bot.table import free_port
from tests.bot.web.reader import Reader, opened

TRIES = 20
AGAIN_S = 0.5
"""Seconds until the page connects again; a real one waits longer and longer."""
BROKEN = (aiohttp.ClientError, OSError, EOFError, TimeoutError)


@dataclass(frozen=True)
class Pages:
    """The addresses at which the processes serve the page, and the one that people know."""

    url: str
    addresses: tuple[str, ...]

    @classmethod
    def of(cls, processes: int = 1) -> "Pages":
        """Addresses for so many processes."""
        addresses = tuple(f"127.0.0.1:{free_port()}" for _ in range(processes))
        return cls(f"http://{addresses[0]}", addresses)

    def environment(self, process: int) -> dict[str, str]:
        """The settings of a process."""
        return {"WEB_URL": self.url, "WEB_ADDRESS": self.addresses[process]}

    async def does(self, link: str, deed: Deed, chance: Random) -> str | None:
        """Do something, again and again until there is an answer, as the page does.

        Returns the answer; None: the page was never to be reached.
        """
        fresh = secrets.token_urlsafe(24)
        for _ in range(TRIES):
            try:
                via = chance.choice(self.addresses)
                async with asyncio.timeout(20), opened(link, fresh=fresh, via=via) as page:
                    while (came := await page.next())["kind"] != "board":
                        if came["kind"] == "closed" and not came["again"]:
                            return None  # the game is seen by nobody any more
                    return await _said(page, deed)
            except BROKEN:
                await asyncio.sleep(AGAIN_S)
        return None


async def _said(page: Reader, deed: Deed) -> str:
    answer = await page.act(deed.act, deed.value, ply=deed.ply, id=deed.key)
    if answer["kind"] == "ask":
        answer = await page.act(deed.act, deed.value, ply=deed.ply, id=deed.key, sure=True)
    return str(answer["text"])
