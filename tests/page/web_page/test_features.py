"""What features show on the page, in a browser: profiles, and answers that are planned."""

import pytest
from playwright.async_api import expect

from bot.features.conditional.service import follow
from tests.bot.house import ADA, BO
from tests.page.browser import WITH_BROWSER
from tests.page.web_page.seated import PHONE, Room

pytestmark = [pytest.mark.slow, WITH_BROWSER]


async def test_an_answer_is_planned_by_touch_and_a_profile_is_read(room: Room) -> None:
    room.house.service.shown_messages.follows.append(follow)
    match = await room.begun("c3")
    mover = await room.mover(match)
    waits = BO if mover == ADA else ADA
    seat = await room.open(match, waits, PHONE)
    await seat.button("If…").tap()
    await expect(seat.page.locator("#scene-text")).to_contain_text("if your opponent plays …")
    await seat.tap("d4")
    await expect(seat.page.locator("#scene-text")).to_contain_text("you answer …")
    await seat.tap("b2")
    await seat.button("Play b2").tap()
    await expect(seat.page.locator("#scene-text")).to_contain_text("If d4, then b2")
    await seat.button("Back to the game").tap()
    await room.house.play(match, "d4")
    await expect(seat.moves).to_have_text(["Start", "1 c3", "2 d4", "3 b2"])
    await seat.button("Profile").tap()
    await expect(seat.page.locator("#scene-text")).to_contain_text("Only you see this page.")
    await seat.page.get_by_label("Whose profile").select_option(index=1)
    await expect(seat.page.locator("#scene-text")).to_contain_text("keeps their profile private.")
    await seat.page.get_by_label("Whose profile").select_option(label="You")
    await seat.button("Let everybody see it").tap()
    await expect(seat.page.locator("#scene-text")).to_contain_text("Everybody can see this page.")
    await seat.button("Back to the game").tap()
    await seat.button("Leaderboard").tap()
    await expect(seat.page.locator("#scene-text")).to_contain_text("the best on this server")
