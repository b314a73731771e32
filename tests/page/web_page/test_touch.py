"""A move by finger and by mouse, with and without a preview."""

import re

import pytest
from playwright.async_api import expect

from bot.service.preferences import Entering
from tests.bot.house import ADA, BO
from tests.page.browser import WITH_BROWSER
from tests.page.web_page.seated import PHONE, Room

pytestmark = [pytest.mark.slow, WITH_BROWSER]


async def test_two_taps_place_a_stone_and_the_other_player_sees_it(room: Room) -> None:
    match = await room.begun()
    mover, other = await room.both(match)
    await expect(mover.page.locator("#turn")).to_have_text("Your turn: Black")
    await expect(other.page.locator("#turn")).to_have_text("You are White. Black is to move")
    await expect(mover.said).to_contain_text("Touch a point")
    await expect(other.said).to_be_empty()
    await mover.tap("c3")
    await expect(mover.button("Play c3")).to_be_visible()
    await expect(mover.said).to_contain_text("c3")
    await expect(mover.moves).to_have_count(1)
    await mover.tap("c3")
    for seat in (mover, other):
        await expect(seat.moves.last).to_have_text("1 c3")
        await expect(seat.page.locator("#pictures img:not(.leaving)")).to_have_attribute(
            "alt", re.compile(r"\bc3\b")
        )
    await expect(other.page.locator("#turn")).to_have_text("Your turn: White")


async def test_another_tap_previews_that_point_and_one_beside_goes_back(room: Room) -> None:
    mover, _ = await room.both(await room.begun())
    await mover.tap("c3")
    await expect(mover.button("Play c3")).to_be_visible()
    await mover.tap("b2")
    await expect(mover.button("Play b2")).to_be_visible()
    box = await mover.page.locator("#layer").bounding_box()
    assert box is not None
    await mover.page.touchscreen.tap(box["x"] + 3, box["y"] + 3)
    await expect(mover.page.locator("#play")).to_be_hidden()
    await expect(mover.moves).to_have_count(1)


async def test_whoever_wants_no_preview_plays_with_one_tap(room: Room) -> None:
    match = await room.begun()
    for user in (ADA, BO):
        await room.house.service.preferences.change(
            user, lambda now: now.chosen("entering", Entering.ONCE)
        )
    mover, _ = await room.both(match)
    await mover.tap("c3")
    await expect(mover.moves.last).to_have_text("1 c3")


async def test_a_point_that_is_taken_says_why(room: Room) -> None:
    mover, _ = await room.both(await room.begun("c3"))
    await mover.tap("c3")
    await expect(mover.said).to_contain_text("there is already a stone there")
    await mover.tap("c3")
    await expect(mover.said).to_be_empty()
    await expect(mover.moves).to_have_count(2)


async def test_a_finger_slides_to_a_point_under_the_lens(room: Room) -> None:
    mover, _ = await room.both(await room.begun())
    finger, lens = await mover.finger(), mover.page.locator("#lens")
    await finger.down(*await mover.pixel("c2"))
    await expect(lens).to_have_attribute("data-name", "c2")
    await finger.slide(*await mover.pixel("d3"))
    await expect(lens).to_have_attribute("data-name", "d3")
    await finger.lift()
    await expect(mover.button("Play d3")).to_be_visible()
    await expect(lens).to_be_hidden()


async def test_a_finger_that_slides_off_the_board_chooses_nothing(room: Room) -> None:
    mover, _ = await room.both(await room.begun())
    finger, lens = await mover.finger(), mover.page.locator("#lens")
    await finger.down(*await mover.pixel("c2"))
    await expect(lens).to_be_visible()
    await finger.slide(180, PHONE[1] - 40)
    await expect(lens).to_be_hidden()
    await finger.lift()
    await mover.tap("c3")  # whatever was asked before would have been answered before
    await expect(mover.button("Play c3")).to_be_visible()


async def test_a_mouse_sees_where_a_stone_can_go(room: Room) -> None:
    match = await room.begun("c3")
    mover = await room.open(match, await room.mover(match))
    ring = mover.page.locator("#ring")
    await mover.page.mouse.move(*await mover.pixel("b2"))
    await expect(ring).to_be_visible()
    await mover.page.mouse.move(*await mover.pixel("c3"))
    await expect(ring).to_be_hidden()


async def test_nothing_is_wider_than_a_phone(room: Room) -> None:
    mover, _ = await room.both(await room.begun("c3", "b2"))
    await expect(mover.moves).to_have_count(3)
    wide = await mover.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= PHONE[0]


async def test_the_board_stays_in_view_while_what_is_below_it_is_used(room: Room) -> None:
    match = await room.begun("c3", "b2", "d3", "a1")
    await room.house.service.matches.resign(match, ADA, event_id=8)
    seat = await room.open(match, ADA, PHONE)
    layer = seat.page.locator("#layer")
    await expect(seat.page.locator("#turn")).to_have_text("You lost by resignation")
    for below in (seat.page.locator("#earlier"), seat.page.locator("#overlays button").last):
        await below.tap()
        board, button = await layer.bounding_box(), await below.bounding_box()
        assert board is not None
        assert button is not None
        assert board["y"] >= 0
        assert board["y"] + board["height"] <= button["y"]
        assert button["y"] + button["height"] <= PHONE[1]
    await expect(seat.page.locator("#count")).to_have_text("Move 3 of 4")


@pytest.mark.parametrize("size", [PHONE, (720, 600)], ids=["phone", "small window"])
async def test_the_score_fits_with_its_total(room: Room, size: tuple[int, int]) -> None:
    match = await room.begun("c3", "button", "pass", "pass")
    seat = await room.open(match, ADA, size)
    score = seat.page.locator("#text pre")
    await expect(score).to_contain_text("total")
    assert await score.evaluate("each => each.scrollWidth <= each.clientWidth")
