"""A browser with tabs for people, and what they do on the page with mouse and keyboard.

Debian's Chromium is driven by Playwright. Whatever a page says in its console as an error, throws,
or asks of another machine fails the test.
"""

import shutil
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.async_api import Browser, Locator, Page, async_playwright, expect

CHROMIUM = shutil.which("chromium") or shutil.which("chromium-browser")
FLAGS = (
    "--no-sandbox",
    "--disable-gpu",
    "--disable-quic",
    "--no-first-run",
    "--disable-background-networking",
    "--disable-component-update",
    "--disable-sync",
)
WITH_BROWSER = pytest.mark.skipif(
    CHROMIUM is None,
    reason="NOT TESTED: the page. There is no browser: apt-get install chromium",
)
PATIENCE_MS = 60_000  # other tests run beside these, and no machine is too slow
expect.set_options(timeout=PATIENCE_MS)
WIDE, PHONE = (1280, 800), (390, 844)


@dataclass
class Tab:
    """One person's tab."""

    page: Page
    who: str
    faults: list[str] = field(default_factory=list[str])

    @property
    def messages(self) -> Locator:
        """Every message in the open channel."""
        return self.page.locator("#log > .message")

    def message(self, text: str) -> Locator:
        """The newest message with that text."""
        return self.messages.filter(has_text=text).last

    def button(self, name: str) -> Locator:
        """The newest button of that name in a message."""
        return self.page.locator("#log").get_by_role("button", name=name, exact=True).last

    @property
    def box(self) -> Locator:
        """The message box."""
        return self.page.locator("#write")

    @property
    def suggestions(self) -> Locator:
        """What the list above the message box offers."""
        return self.page.get_by_role("listbox", name="Suggestions").get_by_role("option")

    async def type(self, text: str) -> None:
        """On the keyboard, wherever the focus is."""
        await self.page.keyboard.type(text)

    async def press(self, *keys: str) -> None:
        """Keys, one after another."""
        for key in keys:
            await self.page.keyboard.press(key)

    async def say(self, text: str) -> None:
        """Write a message and see it arrive."""
        await self.box.click()
        await self.type(text)
        await self.press("Enter")
        await expect(self.message(text)).to_be_visible()

    async def reply_to(self, message: Locator) -> None:
        """Begin a reply; the list may move while it is begun."""
        await message.focus()
        await message.get_by_role("button", name="Reply: message of").click()

    async def command(self, path: str, **options: str) -> None:
        """Fill in a slash command by keyboard and send it."""
        await self.box.click()
        await self.type(f"/{path} ")
        line = self.page.get_by_role("group", name=f"/{path}")
        await expect(line).to_be_visible()
        for name, value in options.items():
            pill = line.locator(f'[data-option="{name}"] input')
            if not await pill.count():
                await line.locator(".more").click()
                await self.type(f"{name}:")
            await pill.fill(value)
        await line.locator(".more").click()
        await self.press("Enter")
        await expect(line).to_have_count(0)

    async def open_channel(self, name: str) -> None:
        """Press a channel in the list on the left."""
        await self.page.locator(f'[data-channel="{name}"]').click()
        await expect(self.page.locator("#head h1 span")).to_have_text(name)

    async def menu(self, name: str) -> None:
        """Press an entry of the open menu."""
        await self.page.get_by_role("menu").get_by_text(name, exact=True).click()


@dataclass
class Tabs:
    """Opens tabs, each in a browser profile of its own."""

    browser: Browser
    url: str
    key: str
    opened: list[Tab] = field(default_factory=list[Tab])

    async def open(
        self,
        who: str,
        *,
        size: tuple[int, int] = WIDE,
        welcomed: bool = True,
        key: str | None = None,
        **context: Any,
    ) -> Tab:
        """A tab that is ``who``."""
        width, height = size
        made = await self.browser.new_context(
            viewport={"width": width, "height": height}, locale="en-GB", **context
        )
        page = await made.new_page()
        page.set_default_timeout(PATIENCE_MS)
        tab = Tab(page, who)
        page.on("pageerror", lambda error: tab.faults.append(str(error)))
        page.on(
            "console",
            lambda said: tab.faults.append(said.text) if said.type == "error" else None,
        )
        page.on(
            "request",
            lambda asked: (
                None
                if urlsplit(asked.url).hostname in ("127.0.0.1", None)
                else tab.faults.append(f"asked {asked.url}")
            ),
        )
        if welcomed:
            await page.add_init_script(  # a frame without an origin has no storage
                "if (self.origin !== 'null') localStorage.setItem('welcomed', 'yes')"
            )
        await page.goto(f"{self.url}/?as={who}#key={key or self.key}")
        await page.locator("#app, #closed").and_(page.locator(":not([hidden])")).wait_for()
        self.opened.append(tab)
        return tab

    def check(self) -> None:
        """Nothing went wrong in any of them."""
        for tab in self.opened:
            assert not tab.faults, (tab.who, tab.faults)


@asynccontextmanager
async def browsing(url: str, key: str) -> AsyncGenerator[Tabs]:
    """A browser for the page on ``url``."""
    assert CHROMIUM is not None
    async with async_playwright() as playwright:
        browser = await playwright.chromium.launch(executable_path=CHROMIUM, args=list(FLAGS))
        try:
            tabs = Tabs(browser, url, key)
            yield tabs
            tabs.check()
        finally:
            await browser.close()
