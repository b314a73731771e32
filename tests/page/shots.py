"""Pictures of one short game on the page, in each way that a game can live in its channel.

``python -m tests.page.shots FOLDER``. Ada plays on a wide screen, Bo on a phone. Each picture is
called after the way, the moment, the place and the screen.
"""

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from playwright.async_api import expect

from bot.service.places import choices
from bot.storage.rows import THREAD
from tests.bot.says import says
from tests.page.browser import PHONE, WIDE, Tab, browsing
from tests.page.program import program

_OPENING = ("komi 2", "white", "e3", "b3", "e2", "c2")
_CAPTURE = ("d4", "a1", "b2", "button", "d2")
"""Ada and Bo in turn; then both pass."""
_ALL = "document.querySelector('#scroller').scrollHeight"
_AROUND = 120
"""The pixels above and below the messages, at least."""


async def take(folder: Path) -> None:
    """Play the game once in each way, and write the pictures into ``folder``."""
    for way in choices():
        with TemporaryDirectory() as data:
            async with (
                program(Path(data), place=None) as keil,
                browsing(keil.url, keil.key) as tabs,
            ):
                ada = await tabs.open("Ada")
                bo = await tabs.open("Bo", size=PHONE, has_touch=True, is_mobile=True)
                await _Game(way, folder, ada, bo).play()


class _Game:
    def __init__(self, way: str, folder: Path, ada: Tab, bo: Tab) -> None:
        self._way = way
        self._folder = folder
        self._tabs = {"wide": ada, "phone": bo}
        self._ada, self._bo = ada, bo
        self._ply = 0

    async def play(self) -> None:
        """From the challenge to the result."""
        ada, bo = self._ada, self._bo
        place = says(f"place-choice-{self._way}")
        await ada.command("challenge keil", opponent="Bo", size="3", place=place)
        await expect(bo.button("Accept")).to_be_visible()
        await self._look("1-challenge", threads=False)
        await bo.button("Accept").click()
        await expect(bo.message("challenges" if self._way != THREAD else "Keil")).to_be_visible()
        for tab in self._tabs.values():
            await self._enter(tab)
            await expect(tab.message("begins")).to_be_visible()
        await self._look("2-start")
        await self._turns(_OPENING)
        await self._look("3-middle")
        await self._ada.button("Move").click()
        await expect(self._ada.button(says("button-type"))).to_be_visible()
        await self._look("4-panel")
        await self._turns(_CAPTURE)
        await self._look("5-capture")
        for tab in (bo, ada):
            await tab.button("Pass").click()
            await tab.button("Yes, pass").click()
            self._ply += 1
            await expect(ada.message("White passed")).to_be_visible()
        for tab in self._tabs.values():
            await expect(tab.message("wins")).to_contain_text("territory")
        await self._look("6-end")
        # How much of the channel it has taken.
        if self._way == THREAD:
            await ada.page.get_by_role("button", name="Back to #games").click()
        height = await ada.page.evaluate(_ALL) + _AROUND
        await ada.page.set_viewport_size({"width": WIDE[0], "height": height})
        await self._take(ada, f"{self._way}-7-whole-wide")

    async def _turns(self, moves: tuple[str, ...]) -> None:
        for move in moves:
            tab = (self._ada, self._bo)[self._ply % 2]
            await tab.command("play", move=move)
            self._ply += 1
            for other in self._tabs.values():
                await expect(other.message(f"move {self._ply}")).to_be_visible()

    async def _enter(self, tab: Tab) -> None:
        """To the thread of the game, from its card."""
        if self._way == THREAD:
            await tab.button(says("button-open-thread")).click()

    async def _look(self, moment: str, *, threads: bool = True) -> None:
        for screen, tab in self._tabs.items():
            await self._take(tab, f"{self._way}-{moment}-{screen}")
            if self._way == THREAD and threads:
                await tab.page.get_by_role("button", name="Back to #games").click()
                if 0 < self._ply < len(_OPENING + _CAPTURE):  # the card follows every half minute
                    await expect(tab.message(f"move {self._ply}")).to_be_visible()
                await self._take(tab, f"{self._way}-{moment}-channel-{screen}")
                await self._enter(tab)

    async def _take(self, tab: Tab, name: str) -> None:
        await tab.page.wait_for_timeout(1500)  # pictures are being loaded
        await tab.page.screenshot(path=self._folder / f"{name}.png")


if __name__ == "__main__":
    if len(sys.argv) != 2:
        sys.exit("usage: python -m tests.page.shots FOLDER")
    Path(sys.argv[1]).mkdir(parents=True, exist_ok=True)
    asyncio.run(take(Path(sys.argv[1])))
