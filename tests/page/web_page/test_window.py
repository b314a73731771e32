"""A game in Discord's own window, with Discord's own package, before the stand-in."""

import os
from collections.abc import AsyncGenerator
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientSession
from playwright.async_api import FrameLocator, Locator, expect

from bot.playground.driver import Driver
from bot.playground.server import Playground
from engine.games import all_games
from engine.position import Placement
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, Table, answered_first, hurry, seated
from tests.page.browser import WITH_BROWSER, Tab, Tabs, browsing
from tests.sdk import WITH_SDK

pytestmark = [pytest.mark.slow, WITH_BROWSER, WITH_SDK]

PHONE = (360, 740)
TOUCHED = dict[str, Any](has_touch=True, is_mobile=True)


@pytest.fixture
async def table(
    playground: Playground, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Table]:
    """Ada, Bo and Cy in #games with the bot, whose page Discord shows in its window."""
    answered_first(monkeypatch)
    await hurry(driver)
    games, database = all_games(), tmp_path / "keil.db"
    async with seated(playground, driver, games, database, page=True, window=True) as made:
        yield made


@pytest.fixture
async def people(table: Table, playground: Playground) -> AsyncGenerator[Tabs]:
    """Their tabs."""
    del table
    async with browsing(playground.url, playground.driver_key) as made:
        yield made


@dataclass
class Board:
    """A board that somebody can touch, wherever it is shown."""

    tab: Tab
    frame: FrameLocator | None = None

    def find(self, selector: str) -> Locator:
        """A part of the page."""
        return (self.frame or self.tab.page).locator(selector)

    async def touch(self, point: str) -> None:
        """Touch a point: its preview, then its stone."""
        spot = self.find(f'[data-point="{point}"]')
        await expect(spot).to_be_visible()
        for wanted in (f"Play {point}", None):
            box = await spot.bounding_box()
            assert box is not None
            x, y = box["x"] + box["width"] / 2, box["y"] + box["height"] / 2
            await self.tab.page.touchscreen.tap(x, y)
            if wanted is not None:
                await expect(self.find("#play")).to_have_text(wanted)

    async def look(self, name: str) -> None:
        """Keep a picture for whoever wants to look: ``LOOK=folder``."""
        if folder := os.environ.get("LOOK"):
            await self.tab.page.wait_for_timeout(300)
            await self.tab.page.screenshot(path=Path(folder) / f"{name}.png")


async def opens(people: Tabs, who: str, button: str = "button-open-board") -> Board:
    """Press *Open board* on a phone: Discord's window opens, and the board is in it."""
    tab = await people.open(who, size=PHONE, **TOUCHED)
    await tab.button(says(button)).tap()
    return windowed(tab)


def windowed(tab: Tab) -> Board:
    """The page in somebody's window."""
    return Board(tab, tab.page.frame_locator(".activity iframe").frame_locator("iframe"))


async def test_a_whole_game_of_ki_by_two_in_the_window_and_one_by_a_link(
    table: Table, people: Tabs
) -> None:
    await table.begin(ADA, BO, game="ki", size=5)
    boards = {who: await opens(people, who) for who in (ADA, BO)}
    cy = await people.open(CY, size=PHONE, **TOUCHED)
    everybody = (await table.driver.overview())["people"]
    user = next(int(one["id"]) for one in everybody if one["global_name"] == CY)
    await cy.page.goto(await table.service.web_passes.link(user, 1))
    boards[CY] = Board(cy)
    for who, board in boards.items():
        await expect(board.find("#title")).to_contain_text("Ki")
        await board.look(f"begun-{who}")
    while True:
        live = await table.service.matches.live(1)
        if live.match.end is not None:
            break
        mover = boards[await table.name(live.to_move or 0)]
        moves = list(live.match.position.legal_moves())
        points = [move.point for move in moves if isinstance(move, Placement)]
        if points:
            await mover.touch(points[len(points) // 2])
        else:
            await mover.find("#actions").get_by_role("button", name="Pass").tap()
        number = len(live.match.turn_log.moves) + 1
        for board in boards.values():  # the start is the first of the row
            await expect(board.find("#moves button")).to_have_count(number + 1)
    resign = says("button-resign")
    for who, board in boards.items():
        await expect(board.find("#typing")).to_be_hidden()
        await expect(board.find("#actions button").filter(has_text=resign)).to_have_count(0)
        await board.look(f"over-{who}")


async def entered(people: Tabs, who: str, channel: str) -> Board:
    """Launch the Activity as *Launch* does, without the bot."""
    tab = await people.open(who, size=PHONE, **TOUCHED)
    await tab.page.evaluate(
        """async (channel) => {
          const { launch } = await import("/page/activity.js");
          await launch(channel);
        }""",
        channel,
    )
    return windowed(tab)


async def test_launch_offers_ones_games(table: Table, people: Tabs) -> None:
    await table.begin(ADA, BO, game="ki", size=5)
    await table.begin(ADA, CY, size=3)
    ada = await entered(people, ADA, table.channel)
    await expect(ada.find("#loading h1")).to_have_text(says("web-activity-which"))
    await ada.look("which")
    await ada.find("#loading button").filter(has_text="Ki").tap()
    await expect(ada.find("#title")).to_contain_text("Ki #1")
    bo = await entered(people, BO, table.channel)  # who has one game needs not choose
    await expect(bo.find("#title")).to_contain_text("Ki #1")


async def test_whoever_does_not_say_who_they_are_reads_what_to_do(
    table: Table, people: Tabs
) -> None:
    await table.begin_small()
    tab = await people.open(ADA, size=PHONE, **TOUCHED)
    await tab.page.route(
        "**/driver/authorize", lambda route: route.fulfill(json={"error": "they refuse"})
    )
    await tab.button(says("button-open-board")).tap()
    ada = windowed(tab)
    await expect(ada.find("#loading h1")).to_contain_text("The board has to know who you are.")
    await ada.look("refused")


async def test_outside_of_discord_the_window_says_so(table: Table, people: Tabs) -> None:
    await table.begin_small()
    tab = await people.open(CY)
    home = await table.driver.call("home", user=CY)
    await tab.page.goto(home["windows"] + "/")
    await expect(tab.page.locator("#loading h1")).to_contain_text(
        says("web-activity-outside").split(".")[0]
    )


async def test_the_window_goes_on_by_itself_after_a_break(table: Table, people: Tabs) -> None:
    _, black, white = await table.begin_small()
    board = await opens(people, white)
    await expect(board.find("#title")).to_be_visible()
    assert table.door is not None
    for page in tuple(table.door.pages):
        await page.go_away()
    await table.play(black, "c3")
    await expect(board.find("#moves button")).to_have_count(2)


async def test_a_page_without_an_origin_plays_too(table: Table, people: Tabs) -> None:
    """As in Discord's windows on iOS: it may load no script, and its sockets have no origin."""
    _, black, _ = await table.begin_small()
    tab = await people.open(black, size=PHONE, **TOUCHED)
    await tab.page.add_init_script(
        """if (location.pathname === "/.window") addEventListener("DOMContentLoaded", () => {
          document.querySelector("iframe").sandbox = "allow-scripts";
        });"""
    )
    await tab.button(says("button-open-board")).tap()
    board = windowed(tab)
    await board.touch("c3")
    await expect(board.find("#moves button")).to_have_count(2)
    assert await board.find("body").evaluate("() => self.origin") == "null"


async def test_discords_package_understands_what_the_stand_in_says(
    table: Table, people: Tabs, playground: Playground
) -> None:
    """Also what the page does not ask: a token in a page could be taken from it."""
    _, black, _ = await table.begin_small()
    board = await opens(people, black)
    await expect(board.find("#title")).to_be_visible()
    app = playground.world.app_id
    code = await playground.activities.authorize(black, app, ["identify"])
    asked = {"client_id": app, "client_secret": playground.activities.secret, "code": code}
    async with ClientSession() as http:
        url = f"{playground.url}/api/v10/oauth2/token"
        asked["grant_type"] = "authorization_code"
        token = (await (await http.post(url, data=asked)).json())["access_token"]
    said = await board.find("body").evaluate(
        """async (_, token) => {
          const asks = new discord.DiscordSDK("1", { disableConsoleLogOverride: true });
          await asks.ready();
          const { user, scopes } = await asks.commands.authenticate({ access_token: token });
          const { participants } = await asks.commands.getActivityInstanceConnectedParticipants();
          return [user.global_name, scopes, participants.map((each) => each.global_name)];
        }""",
        token,
    )
    assert said == [black, ["identify"], [black]]
