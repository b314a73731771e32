"""A move is a plain reply to what calls the next player, wherever a game lives."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from bot.playground.driver import Driver
from bot.service.places import choices, place_named
from tests.page.browser import WITH_BROWSER, Tab, browsing
from tests.page.program import program

pytestmark = [pytest.mark.slow, WITH_BROWSER]
SETTLED = {"opponent": "Bo", "size": 4, "komi": 0, "button": False}


def newest_board(tab: Tab) -> Locator:
    """The newest board of the channel that is open."""
    return tab.messages.filter(has=tab.page.get_by_role("button", name="Resign")).last


def newest_call(tab: Tab) -> Locator:
    """The message that calls the next player: the newest board, or the line under a living one."""
    return tab.messages.filter(has_text=" to play ").last


@pytest.mark.parametrize("place", choices())
async def test_a_plain_reply_is_a_move_the_first_time(place: str, tmp_path: Path) -> None:
    async with (
        program(tmp_path, place=place) as keil,
        browsing(keil.url, keil.key) as tabs,
        Driver(keil.url, keil.key) as driver,
    ):
        tab = {name: await tabs.open(name) for name in ("Ada", "Bo")}
        await driver.slash("Ada", "#games", "challenge keil", SETTLED)
        await tab["Bo"].button("Accept").click()
        if place_named(place).threads:
            for each in tab.values():
                await each.page.get_by_role("button", name=re.compile("›")).first.click()
        order = ["Ada", "Bo"]
        await expect(newest_board(tab["Ada"])).to_be_visible()
        if "@Bo ·" in await newest_board(tab["Ada"]).inner_text():
            order.reverse()
        for number, move in enumerate(("d5", "c3", "d4", "b2")):
            mover = tab[order[number % 2]]
            await mover.reply_to((newest_call if number % 2 else newest_board)(mover))
            await mover.type(move)
            await mover.press("Enter")
            for each in tab.values():  # the next player replies to what both see
                await expect(each.message(f"played {move}").last).to_be_visible()
        for each in tab.values():
            await expect(each.page.get_by_text("Original message was deleted")).to_have_count(0)
            await expect(each.message("You played")).to_have_count(0)
