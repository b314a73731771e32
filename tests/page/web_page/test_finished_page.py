"""The page of a finished game in a browser without scripts."""

import pytest
from playwright.async_api import expect

from tests.page.browser import WITH_BROWSER
from tests.page.web_page.seated import PHONE, Room

pytestmark = [pytest.mark.slow, WITH_BROWSER]


async def test_a_finished_game_is_read_move_by_move(room: Room) -> None:
    match = await room.begun("c3", "b2", "c4")
    service = room.house.service
    await service.matches.resign(match, await room.mover(match), event_id=99)
    seat = await room.visit(
        await service.finished_links.link(match), PHONE, java_script_enabled=False
    )
    page = seat.page
    await expect(page.locator("#text")).to_contain_text("by resignation")
    board = page.locator("img")
    await expect(board).to_have_attribute(
        "alt", "Keil, 19 points, move 3. Last move c4. Black: c3 c4. White: b2."
    )
    await page.get_by_role("link", name="One move back").tap()
    await expect(page.locator("[aria-current]")).to_have_text("2 b2")
    await page.get_by_role("link", name="Start").focus()
    await seat.press("Enter")
    await expect(page.locator("[aria-current]")).to_have_text("Start")
    await expect(board).to_have_js_property("complete", value=True)
    assert await page.evaluate("document.documentElement.scrollWidth <= innerWidth")
