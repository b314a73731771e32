"""Whoever watches: no control for playing; and captures, which everybody sees."""

import pytest
from playwright.async_api import expect

from bot.web import open_page
from tests.bot.house import BO, CY
from tests.bot.says import says
from tests.page.browser import WITH_BROWSER
from tests.page.web_page.seated import PHONE, Room, Seat

pytestmark = [pytest.mark.slow, WITH_BROWSER]
CONTROLS = "#actions button, #play, #typing, #ask[open], #lens"
"""What one plays with."""


async def test_whoever_watches_has_no_controls_for_playing(room: Room) -> None:
    room.host.watcher = CY
    match = await room.begun("c3")
    seat = await room.open(match, CY, PHONE)
    await expect(seat.page.locator("#spectating")).to_have_text(says("web-spectating"))
    await expect(seat.page.locator("#text")).to_contain_text("Ada")
    await expect(seat.page.locator("#text")).to_contain_text("Bo")
    await expect(seat.page.locator("#watching")).to_have_text("1 here")
    await seat.tap("b2")
    await seat.point("b2").focus()
    await seat.press("Enter")
    await expect(seat.point("b2")).to_have_attribute("aria-disabled", "true")
    for control in await seat.page.locator(CONTROLS).all():
        await expect(control).to_be_hidden()
    player = await room.open(match, BO)
    await expect(player.page.locator("#spectating")).to_be_hidden()
    await expect(seat.page.locator("#watching")).to_have_text("2 here")
    await expect(seat.said).to_be_empty()
    await room.house.play(match, "b2")
    await expect(seat.moves.last).to_have_text("2 b2")
    await seat.page.locator("#slider").fill("1")  # looking back is for everybody
    await expect(seat.page.locator("#count")).to_have_text("Move 1 of 2")


async def test_whoever_loses_the_channel_is_told_so_and_sees_no_more(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_page, "CHECK_EVERY", 0.1)
    room.host.watcher = CY
    match = await room.begun("c3")
    seat = await room.open(match, CY, PHONE)
    await expect(seat.moves).to_have_count(2)
    room.host.watcher = None
    await expect(seat.said).to_have_text(says("web-not-yours"))
    await room.house.play(match, "b2")
    await expect(seat.page.locator("#history")).to_be_hidden()
    await expect(seat.moves).to_have_count(2)


SUNK = """() => {
  window.sunk = 0;
  const seen = (records) => records.forEach(({addedNodes}) => addedNodes.forEach((node) => {
    if (node.className === "captured") window.sunk += 1;
  }));
  new MutationObserver(seen).observe(document.querySelector("#layer"), {childList: true});
}"""
"""Counts the stones that sink."""


async def captured(room: Room, **context: str) -> tuple[Seat, int]:
    """A page whose player has just seen a stone captured, and how many stones sank."""
    match = await room.begun("a1")
    seat = await room.open(match, await room.mover(match), PHONE, **context)
    await expect(seat.moves).to_have_count(2)
    await seat.page.evaluate(SUNK)
    await room.house.play(match, "b2")
    await expect(seat.moves).to_have_count(3)
    return seat, await seat.page.evaluate("window.sunk")


async def test_a_captured_stone_sinks(room: Room) -> None:
    seat, sunk = await captured(room)
    assert sunk == 1
    await expect(seat.page.locator(".captured")).to_have_count(0)  # and is gone


async def test_with_reduced_motion_it_is_just_gone(room: Room) -> None:
    _, sunk = await captured(room, reduced_motion="reduce")
    assert sunk == 0
