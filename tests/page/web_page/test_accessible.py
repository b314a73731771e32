"""axe-core finds nothing wrong with the page, in each of its states."""

import json

import pytest
from playwright.async_api import expect

from tests.bot.house import CY
from tests.others.programs import FOLDER, WITH_OTHERS
from tests.page.browser import WITH_BROWSER
from tests.page.web_page.seated import DESKTOP, PHONE, Room, Seat

pytestmark = [pytest.mark.slow, WITH_BROWSER, WITH_OTHERS]
SIZES = {"phone": PHONE, "desktop": DESKTOP}


async def violations(seat: Seat) -> str:
    """What axe-core finds, for a reader."""
    axe = FOLDER / "node_modules" / "axe-core" / "axe.min.js"
    await seat.page.evaluate(axe.read_text())
    found = (await seat.page.evaluate("axe.run()"))["violations"]
    brief = [(one["id"], one["help"], [node["target"] for node in one["nodes"]]) for one in found]
    return json.dumps(brief, indent=1) if brief else ""


async def untouched(seat: Seat) -> None:
    await expect(seat.page.locator("#layer")).to_be_visible()


async def previewed(seat: Seat) -> None:
    await seat.click("c2")
    await expect(seat.button("Play c2")).to_be_visible()


async def refused(seat: Seat) -> None:
    await seat.press("Escape")
    await seat.click("c3")
    await expect(seat.said).not_to_be_empty()


async def asked(seat: Seat) -> None:
    await seat.moves.last.click()
    await seat.button("More …").click()
    await seat.button("Resign").click()
    await expect(seat.page.locator("#question")).to_be_visible()


async def in_the_past(seat: Seat) -> None:
    await seat.press("Escape")
    await seat.moves.nth(1).click()
    await expect(seat.moves.nth(1)).to_have_attribute("aria-current", "true")


async def over(seat: Seat) -> None:
    await seat.page.locator("#yes").click()
    await expect(seat.page.locator("#typing")).to_be_hidden()


@pytest.mark.parametrize("scheme", ["light", "dark"])
@pytest.mark.parametrize("size", SIZES)
async def test_a_player_finds_no_barrier(room: Room, size: str, scheme: str) -> None:
    match = await room.begun("c3", "d3")
    seat = await room.open(match, await room.mover(match), SIZES[size], color_scheme=scheme)
    for reach in (untouched, previewed, refused, in_the_past, asked, over):
        await reach(seat)
        assert not await violations(seat), reach.__name__


async def test_whoever_may_not_come_in_finds_no_barrier(room: Room) -> None:
    seat = await room.open(await room.begun(), CY, PHONE)
    await expect(seat.page.get_by_role("heading")).to_be_visible()
    assert not await violations(seat)
