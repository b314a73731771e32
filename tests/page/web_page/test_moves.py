"""The row of moves, and looking at the board in other ways."""

import pytest
from playwright.async_api import expect

from tests.page.browser import WITH_BROWSER
from tests.page.web_page.seated import PHONE, Room

pytestmark = [pytest.mark.slow, WITH_BROWSER]
GAME = ("c3", "b2", "d3", "c2", "d2")


async def test_an_earlier_move_is_shown_until_one_goes_back_to_the_present(room: Room) -> None:
    match = await room.begun(*GAME)
    mover = await room.open(match, await room.mover(match), PHONE)
    await mover.moves.nth(2).tap()
    count, present = mover.page.locator("#count"), mover.button("Back to the present")
    await expect(count).to_have_text("Move 2 of 5")
    await mover.tap("a1")
    await expect(mover.said).to_contain_text("Go back to the present to play")
    await present.tap()
    await expect(present).to_be_hidden()
    await expect(mover.said).to_be_empty()
    await mover.tap("a1")
    await expect(mover.page.locator("#play")).to_be_visible()


async def test_a_point_touched_before_the_present_board_has_come_is_asked_about(room: Room) -> None:
    seat = await room.open(match := await room.begun(*GAME), await room.mover(match))
    await seat.moves.nth(2).click()
    await expect(seat.page.locator("#count")).to_have_text("Move 2 of 5")
    await seat.page.evaluate(
        """() => {
            document.getElementById("present").click();
            document.querySelector('[data-point="a1"]').click();
        }"""
    )
    await expect(seat.button("Play a1")).to_be_visible()


async def test_a_preview_that_comes_after_one_went_to_an_earlier_move_is_not_shown(
    room: Room,
) -> None:
    seat = await room.open(match := await room.begun(*GAME), await room.mover(match))
    await expect(seat.moves).to_have_count(6)
    await seat.page.evaluate(
        """() => {
            document.querySelector('[data-point="a1"]').click();
            document.querySelectorAll("#moves button")[2].click();
        }"""
    )
    await expect(seat.page.locator("#count")).to_have_text("Move 2 of 5")
    await seat.button("Back to the present").click()
    await expect(seat.page.locator("#count")).to_have_text("Move 5 of 5")
    await expect(seat.page.locator("#play")).to_be_hidden()


async def test_what_is_played_meanwhile_is_told_and_not_jumped_to(room: Room) -> None:
    match = await room.begun(*GAME)
    seat = await room.open(match)
    await expect(seat.moves).to_have_count(6)
    await seat.moves.nth(5).focus()
    await seat.press("ArrowLeft", "ArrowLeft")
    await expect(seat.page.locator("#count")).to_have_text("Move 3 of 5")
    await expect(seat.moves.nth(3)).to_be_focused()
    await room.house.play(match, "a1")
    await expect(seat.said).to_have_text("Meanwhile, move 6 was made: a1.")
    await expect(seat.page.locator("#count")).to_have_text("Move 3 of 6")
    await seat.press("End")
    await expect(seat.button("Back to the present")).to_be_hidden()


async def test_the_slider_goes_to_any_move(room: Room) -> None:
    seat = await room.open(await room.begun(*GAME))
    slider = seat.page.get_by_label("Move shown")
    await slider.fill("0")
    await expect(seat.page.locator("#count")).to_have_text("Move 0 of 5")
    await expect(seat.page.get_by_role("img")).not_to_have_attribute("alt", "")
    await seat.button("One move on").click()
    await expect(seat.page.locator("#count")).to_have_text("Move 1 of 5")


async def test_overlays_are_switched_by_a_press(room: Room) -> None:
    match = await room.begun(*GAME)
    seat = await room.open(match)
    pressed = seat.page.locator('#overlays [aria-pressed="true"]')
    first = await pressed.text_content()
    other = seat.page.locator('#overlays [aria-pressed="false"]').first
    name = await other.text_content()
    await other.click()
    await expect(pressed).to_have_text(name or "")
    await pressed.click()
    await expect(pressed).to_have_text(first or "")
