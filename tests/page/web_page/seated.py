"""People with the page of their match open, before the real door over the real service."""

import socket
from collections.abc import AsyncGenerator, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

from playwright.async_api import Browser, CDPSession, Locator, Page, async_playwright

from bot.features import all_scenes
from bot.pictures import Pictures
from bot.service.beginning import Presence
from bot.service.judge import Judge
from bot.service.live_match import LiveMatch
from bot.thinking.pool import Pool
from bot.web.door import Door
from bot.web.scenes import Stage
from tests.bot.house import ADA, BO, NAMES, House, house_at
from tests.page.browser import CHROMIUM, FLAGS, PATIENCE_MS

PHONE, DESKTOP = (360, 740), (1280, 800)


class Players:
    """Where the games are played: only those who play in a match see it, and one who watches."""

    me = 99
    my_name = "Keil"
    ready = True
    watcher: int | None = None

    async def may_see(self, user: int, live: LiveMatch) -> bool:
        """True if ``user`` plays in it, or watches."""
        return user in live.players or user == self.watcher

    async def begins(self, live: LiveMatch) -> bool:
        """True: games can begin everywhere."""
        del live
        return True

    async def presence(self, user: int, live: LiveMatch) -> Presence:
        """All of them may begin games."""
        return Presence(user, NAMES[user], live.server, frozenset({live.card_channel_id}))

    async def sees(self, user: int, server: int, channel_id: int = 0) -> bool:
        """True: all of them are members."""
        del user, server, channel_id
        return True

    async def is_open(self, live: LiveMatch) -> bool:
        """True: the games may be shown to everybody, once they are over."""
        del live
        return True

    async def privately(self, user: int, live: LiveMatch) -> str:
        """Nothing."""
        del user, live
        return ""


@dataclass
class Seat:
    """One person's page."""

    page: Page
    faults: list[str] = field(default_factory=list[str])

    @property
    def said(self) -> Locator:
        """What is said about what one does."""
        return self.page.locator("#said")

    @property
    def moves(self) -> Locator:
        """The row of moves; the first entry is the start."""
        return self.page.locator("#moves button")

    def point(self, name: str) -> Locator:
        """A point of the board, for keyboards and screen readers."""
        return self.page.locator(f'[data-point="{name}"]')

    def button(self, name: str) -> Locator:
        """A button that can be seen."""
        return self.page.get_by_role("button", name=name, exact=True)

    async def pixel(self, name: str) -> tuple[float, float]:
        """Where a point is on the screen."""
        box = await self.point(name).bounding_box()
        assert box is not None
        return box["x"] + box["width"] / 2, box["y"] + box["height"] / 2

    async def tap(self, name: str) -> None:
        """Tap a point with a finger."""
        await self.page.touchscreen.tap(*await self.pixel(name))

    async def click(self, name: str) -> None:
        """Click a point."""
        await self.page.mouse.click(*await self.pixel(name))

    async def press(self, *keys: str) -> None:
        """Keys, one after another."""
        for key in keys:
            await self.page.keyboard.press(key)

    async def focused(self) -> str:
        """The point that has the focus."""
        return await self.page.evaluate("document.activeElement.dataset.point || ''")

    async def walk(self, name: str) -> None:
        """Go to a point with the arrow keys, from the one that has the focus."""
        x, y = await self.pixel(name)
        seen = set[tuple[str, str]]()
        while (here := await self.focused()) != name:
            u, v = await self.pixel(here)
            right, down = x - u, y - v
            across = "ArrowRight" if right > 0 else "ArrowLeft"
            along = "ArrowDown" if down > 0 else "ArrowUp"
            first = (along, across) if abs(down) > 4 else (across, along)
            key = next(key for key in first if (here, key) not in seen)
            seen.add((here, key))
            await self.press(key)

    async def finger(self) -> "Finger":
        """A finger that can slide."""
        return Finger(await self.page.context.new_cdp_session(self.page))


@dataclass
class Finger:
    """A finger on the glass."""

    session: CDPSession

    async def down(self, x: float, y: float) -> None:
        """Put it there."""
        await self._touch("touchStart", x, y)

    async def slide(self, x: float, y: float) -> None:
        """Move it there."""
        await self._touch("touchMove", x, y)

    async def lift(self) -> None:
        """Take it off."""
        await self._touch("touchEnd")

    async def _touch(self, kind: str, *at: float) -> None:
        points = [{"x": at[0], "y": at[1]}] if at else []
        await self.session.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": points})


@dataclass
class Room:
    """The door and a browser."""

    house: House
    stage: Stage
    browser: Browser
    url: str
    seats: list[Seat] = field(default_factory=list[Seat])
    host: Players = field(default_factory=Players)

    async def begun(self, *moves: str) -> int:
        """A match on a board of 19 points, in which so much was played."""
        match = await self.house.match(komi=2.5)
        await self.house.play(match, *moves)
        return match

    async def mover(self, match: int) -> int:
        """The user who is to move."""
        user = (await self.house.service.matches.live(match)).to_move
        assert user is not None
        return user

    @asynccontextmanager
    async def door(self) -> AsyncGenerator[Door]:
        """Let people in."""
        await self.house.service.outages.catch_up()  # nobody plays while Discord is out of reach
        door = Door(self.stage, self.host, self.url)
        async with door.open("127.0.0.1", urlsplit(self.url).port or 0):
            yield door

    async def open(
        self, match: int, who: int = ADA, size: tuple[int, int] = DESKTOP, **context: Any
    ) -> Seat:
        """The page of a match, opened with a link."""
        link = await self.house.service.web_passes.link(who, match)
        return await self.visit(link, size, **context)

    async def visit(self, link: str, size: tuple[int, int] = DESKTOP, **context: Any) -> Seat:
        """A page; on a phone it is touched."""
        width, height = size
        phone: Mapping[str, Any] = {"has_touch": True, "is_mobile": True} if size == PHONE else {}
        made = await self.browser.new_context(
            viewport={"width": width, "height": height}, locale="en-GB", **phone, **context
        )
        page = await made.new_page()
        page.set_default_timeout(PATIENCE_MS)
        seat = Seat(page)
        page.on("pageerror", lambda error: seat.faults.append(str(error)))
        page.on(
            "console",
            lambda said: (
                seat.faults.append(said.text)
                if said.type == "error" and "ERR_CONNECTION_REFUSED" not in said.text
                else None
            ),
        )
        page.on(
            "request",
            lambda asked: (
                None
                if asked.url.startswith((f"{self.url}/", "blob:", "data:"))
                else seat.faults.append(f"asked {asked.url}")
            ),
        )
        self.seats.append(seat)
        await page.goto(link)
        return seat

    async def both(self, match: int) -> tuple[Seat, Seat]:
        """Who is to move, with a phone, and the other one, at a desk."""
        mover = await self.mover(match)
        other = BO if mover == ADA else ADA
        return await self.open(match, mover, PHONE), await self.open(match, other)


@asynccontextmanager
async def room_at(folder: Path, **arguments: Any) -> AsyncGenerator[Room]:
    """The page at a free port of this machine."""
    assert CHROMIUM is not None
    with socket.socket() as free:
        free.bind(("127.0.0.1", 0))
        url = f"http://127.0.0.1:{free.getsockname()[1]}"
    async with (
        house_at(folder, web_url=url, **arguments) as house,
        async_playwright() as playwright,
    ):
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        with ThreadPoolExecutor(2) as painters:
            pool = Pool(house.service.matches.games, workers=1)
            stage = Stage(house.service, Pictures(painters, painters), Judge(pool))
            for setup in all_scenes():
                setup(stage)
            room = Room(house, stage, browser, url)
            try:
                yield room
                for seat in room.seats:
                    assert not seat.faults, seat.faults
            finally:
                await pool.close()
                await browser.close()
