"""What the page says on a first visit: all of it while the world is new, one line afterwards."""

import pytest
from playwright.async_api import Locator, expect

from bot.playground.driver import Driver
from bot.playground.server import Playground
from tests.page.browser import PHONE, WIDE, WITH_BROWSER, Tab, Tabs
from tests.page.commands import Asked, asked, commands, message
from tests.playground.plain import Json, Rest

__all__ = ["asked", "commands"]

pytestmark = [pytest.mark.slow, WITH_BROWSER]

SIZES = pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desktop", "phone"])
MOST_OF_A_LINE = 44
"""The height in pixels of a line that can be touched, at most."""


@pytest.fixture(autouse=True)
async def scenes(driver: Driver) -> None:
    await driver.rates(send=[1000, 1.0])
    begin: Json = {"name": "begin", "title": "Begin", "about": "A", "channel": "games"}
    begin |= {"guided": True, "steps": [{"user": "Ada", "command": "plain"}]}
    watch: Json = {"name": "watch", "title": "Watch", "about": "A", "channel": "games", "steps": []}
    await driver.call("offer_scenes", scenes=[begin, watch])


def guide(tab: Tab) -> Locator:
    return tab.page.get_by_role("region", name="What to do here")


@SIZES
async def test_one_line_is_left_once_something_has_begun(
    tabs: Tabs, driver: Driver, rest: Rest, asked: Asked, games: str, size: tuple[int, int]
) -> None:
    for number in range(20):
        await driver.say("Bo", "#games", f"line {number}")
    ada = await tabs.open("Ada", size=size, welcomed=False)
    steps = guide(ada).get_by_role("listitem")
    # What people say begins nothing.
    await expect(ada.message("line 19")).to_be_visible()
    await expect(steps).to_have_count(3)
    await expect(guide(ada).get_by_role("button")).to_have_text(["Begin", "Watch", "Got it"])
    # What the bot says to one person alone is to be read, and something can be begun still.
    await ada.command("plain")
    assert (await rest.callback(await asked(), message("for you", private=True)))[0] == 200
    await expect(ada.message("for you")).to_be_in_viewport(ratio=1)
    await expect(steps).to_have_count(0)
    await guide(ada).get_by_role("button", name="Three steps").click()
    await expect(guide(ada).get_by_role("button", name="Begin")).to_be_visible()
    await guide(ada).get_by_role("button", name="Three steps").click()

    await rest.send(games, "a challenge")
    await expect(ada.message("a challenge")).to_be_in_viewport(ratio=1)
    await expect(guide(ada).get_by_role("button", name="Begin")).to_have_count(0)
    await expect(guide(ada)).to_contain_text("You are Ada")
    await expect(guide(ada).get_by_role("link", name="Second tab as Bo")).to_be_visible()
    box = await guide(ada).bounding_box()
    assert box
    assert box["height"] <= MOST_OF_A_LINE
    for seen in (ada.message("a challenge"), ada.box):
        await expect(seen).to_be_in_viewport(ratio=1)
    assert not await ada.page.evaluate("document.scrollingElement.scrollWidth > innerWidth")


@SIZES
async def test_the_steps_unfold_and_cover_nothing(
    tabs: Tabs, rest: Rest, games: str, size: tuple[int, int]
) -> None:
    for number in range(20):
        await rest.send(games, f"line {number:02}")
    ada = await tabs.open("Ada", size=size, welcomed=False)
    fold = guide(ada).get_by_role("button", name="Three steps")
    steps = guide(ada).get_by_role("listitem")
    await expect(fold).to_have_attribute("aria-expanded", "false")
    await fold.click()
    await expect(steps).to_have_count(3)
    await expect(steps.nth(1)).to_contain_text("Type /plain")
    alone = (
        "On your own? /learn teaches you on the board, and with /practice you play against the bot."
    )
    await expect(steps.nth(1)).to_contain_text(alone)
    # There is something to see still, and nothing more to begin at a click.
    await expect(guide(ada).get_by_role("button", name="Watch")).to_be_visible()
    await expect(guide(ada).get_by_role("button", name="Begin")).to_have_count(0)
    for seen in (ada.message("line 19"), ada.box):
        await expect(seen).to_be_in_viewport(ratio=1)
    await expect(fold).to_be_focused()
    await fold.click()
    await expect(steps).to_have_count(0)


@SIZES
async def test_the_question_mark_brings_the_steps_back(
    tabs: Tabs, rest: Rest, games: str, size: tuple[int, int]
) -> None:
    await rest.send(games, "a challenge")
    ada = await tabs.open("Ada", size=size, welcomed=False)
    await guide(ada).get_by_role("button", name="Got it").click()
    await expect(guide(ada)).to_be_hidden()
    await ada.page.reload()
    await expect(ada.message("a challenge")).to_be_visible()
    await expect(guide(ada)).to_be_hidden()
    mark = ada.page.get_by_role("button", name="What to do here")
    await mark.click()
    await expect(guide(ada).get_by_role("listitem")).to_have_count(3)
    await mark.click()
    await expect(guide(ada)).to_be_hidden()


async def test_subcommands_are_offered_in_the_order_of_the_bot(
    tabs: Tabs, playground: Playground, rest: Rest
) -> None:
    path = f"/applications/{playground.world.app_id}/commands"
    below = [{"type": 1, "name": name, "description": name} for name in ("zebra", "ant")]
    made: list[Json] = [{"name": "teach", "description": "t", "options": below}]
    made.append({"name": "plain", "description": "p"})
    assert (await rest("PUT", path, made))[0] == 200
    ada = await tabs.open("Ada")
    await ada.box.click()
    await ada.type("/")
    await expect(ada.page.locator(".picker-label")).to_have_text(
        ["/plain", "/teach zebra", "/teach ant"]
    )
