"""By keyboard alone, and what screen readers say."""

import re

import pytest
from playwright.async_api import expect

from tests.bot.house import ADA, BO
from tests.page.browser import WITH_BROWSER
from tests.page.web_page.seated import Room, Seat

pytestmark = [pytest.mark.slow, WITH_BROWSER]


async def to_the_board(seat: Seat) -> None:
    """From the top of the page, with the Tab key."""
    await expect(seat.page.locator("#layer")).to_be_visible()
    while not await seat.focused():
        await seat.press("Tab")


async def test_arrow_keys_go_from_point_to_point_and_enter_plays(room: Room) -> None:
    match = await room.begun()
    mover = await room.open(match, await room.mover(match))
    await to_the_board(mover)
    assert await mover.focused() == "c3"
    for key, name in (("Up", "d2"), ("Right", "d3"), ("Down", "c3"), ("Left", "c2")):
        await mover.press(f"Arrow{key}")
        assert await mover.focused() == name
    await mover.press("Enter")
    await expect(mover.button("Play c2")).to_be_visible()
    await mover.press("Escape")
    await expect(mover.page.locator("#play")).to_be_hidden()
    await mover.press("Enter")
    await expect(mover.button("Play c2")).to_be_visible()
    await mover.press("Enter")
    await expect(mover.moves.last).to_have_text("1 c2")
    assert await mover.focused() == "c2"


async def test_a_point_that_is_typed_is_played(room: Room) -> None:
    match = await room.begun()
    mover = await room.open(match, await room.mover(match))
    await mover.page.get_by_label("Or type a point").fill("C3")
    await mover.press("Enter")
    await expect(mover.button("Play c3")).to_be_visible()
    await mover.press("Enter")
    await expect(mover.moves.last).to_have_text("1 c3")


async def test_nonsense_that_is_typed_is_refused_in_words(room: Room) -> None:
    match = await room.begun()
    mover = await room.open(match, await room.mover(match))
    await mover.page.get_by_label("Or type a point").fill("zz9")
    await mover.press("Enter")
    await expect(mover.said).to_contain_text("zz9")
    await expect(mover.moves).to_have_count(1)


async def test_each_move_of_the_other_is_announced(room: Room) -> None:
    match = await room.begun()
    mover = await room.mover(match)
    other = await room.open(match, BO if mover == ADA else ADA)
    await expect(other.page.locator("#layer")).to_be_visible()
    await room.house.play(match, "c3")
    await expect(other.page.locator("#announced")).to_contain_text("c3")
    await expect(other.page.get_by_role("img")).to_have_attribute("alt", re.compile(r"\bc3\b"))


async def test_points_say_what_stands_there(room: Room) -> None:
    match = await room.begun("c3")
    mover = await room.open(match, await room.mover(match))
    await expect(mover.button("b2")).to_have_count(1)
    await expect(mover.button("c3, Black")).to_have_count(1)


async def test_a_whole_game_by_keyboard(room: Room) -> None:
    match = await room.begun()
    seats = {user: await room.open(match, user) for user in (ADA, BO)}
    for seat in seats.values():
        await to_the_board(seat)
    for number, move in enumerate(("a1", "e3", "c5", "c1", "b3", "d2"), 1):
        seat = seats[await room.mover(match)]
        await seat.walk(move)
        await seat.press("Enter")
        await expect(seat.button(f"Play {move}")).to_be_visible()
        await seat.press("Enter")
        for one in seats.values():
            await expect(one.moves.last).to_have_text(f"{number} {move}")
    seat = seats[await room.mover(match)]
    more, resign = seat.button("More …"), seat.button("Resign")
    while not await more.evaluate("button => button === document.activeElement"):
        await seat.press("Tab")
    await seat.press("Enter")
    await expect(resign).to_be_visible()
    while not await resign.evaluate("button => button === document.activeElement"):
        await seat.press("Tab")
    await seat.press("Enter")
    await expect(seat.page.get_by_role("dialog")).to_contain_text("resign")
    await seat.press("Escape")
    await expect(resign).to_be_focused()
    await seat.press("Enter")
    await expect(seat.page.get_by_role("dialog")).to_be_visible()
    await seat.press("Shift+Tab", "Enter")
    for one in seats.values():
        await expect(one.page.locator("#typing")).to_be_hidden()
