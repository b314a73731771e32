"""What owners and moderators of a server do on the page, against the whole program."""

import re
from collections.abc import AsyncGenerator
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from bot.playground.driver import Driver
from bot.service import puzzles
from bot.storage.rows import BOARDS, LIVING
from engine.games import all_games
from tests.bot.says import says
from tests.page.browser import WITH_BROWSER, Tab, Tabs
from tests.page.program import Program, program
from tests.page.test_threads import SIZES, sidebar
from tests.page.test_whole_games import look
from tests.stores import execute

pytestmark = [pytest.mark.slow, WITH_BROWSER]


@pytest.fixture
async def keil(tmp_path: Path) -> AsyncGenerator[Program]:
    """The program on a server whose owners have decided nothing."""
    async with program(tmp_path / "data", place=None) as made:
        yield made


@pytest.fixture(autouse=True)
async def roles(keil: Program, people: Driver) -> None:
    """Cy may manage the server and its messages; Ada is a regular, and owns it."""
    assert keil.url
    await people.create_role("Demo", "Managers", ["Cy"], allow=["manage_guild", "manage_messages"])
    await people.create_role("Demo", "Regulars", ["Ada"])


async def offered(tab: Tab, typed: str) -> Locator:
    """The commands that the list above the message box offers."""
    await tab.box.click()
    await tab.type(typed)
    return tab.suggestions


async def choose(tab: Tab, hint: str, *wanted: str) -> None:
    """Choose in a select of the panel."""
    select = panel(tab).get_by_label(hint, exact=True)
    several = await select.get_attribute("multiple") is not None
    await select.select_option(label=list(wanted))
    if several:
        await panel(tab).get_by_role("button", name="Done").click()


def panel(tab: Tab) -> Locator:
    return tab.message("Settings of this server")


async def page(tab: Tab, name: str) -> None:
    """Another page of the panel."""
    overview = panel(tab).get_by_role("button", name=says("button-config-overview"))
    if await overview.count():
        await overview.click()
    title = says(f"button-config-page-{name}")
    await panel(tab).get_by_role("button", name=title).click()
    head = says("config-page-head", page=title).replace("**", "")
    await expect(panel(tab)).to_contain_text(head)


async def begun(people: Driver) -> tuple[str, str]:
    """Ada and Bo begin a game on the smallest board; who is Black, and who is White."""
    options = {"opponent": "Bo", "size": 3, "komi": 0, "place": BOARDS}
    await people.slash("Ada", "#games", "challenge keil", options)
    card = await people.wait_for_message("#games", lambda m: "Accept" in str(m["components"]))
    await people.click("Bo", card, "Accept")
    board = await people.wait_for_message(
        "#games",
        lambda m: int(m["id"]) > int(card["id"]) and "begins" in m["content"],
    )
    everybody = (await people.overview())["people"]
    ada = next(p["id"] for p in everybody if p["global_name"] == "Ada")
    return ("Ada", "Bo") if f"Black <@{ada}>" in board["content"] else ("Bo", "Ada")


# /config


async def test_only_those_who_manage_the_server_find_its_settings(
    players: Tabs, people: Driver
) -> None:
    bo, cy = await players.open("Bo"), await players.open("Cy")
    await expect(await offered(bo, "/conf")).to_have_count(0)
    await expect(await offered(cy, "/conf")).to_have_count(2)
    await cy.box.fill("")
    await cy.command("config settings")
    await expect(panel(cy)).to_contain_text("Only you can see this")
    await page(cy, "games")
    # Whoever may no longer manage the server changes nothing on a panel that is open still.
    await people.permit("#games", who="Cy", deny=["manage_guild"])
    await choose(cy, says("placeholder-config-place"), says("choice-config-place-living"))
    await expect(cy.message("Manage Server")).to_be_visible()


@SIZES
async def test_a_manager_decides_and_the_next_challenge_follows(
    players: Tabs, people: Driver, size: tuple[int, int]
) -> None:
    cy = await players.open("Cy", size=size)
    await cy.command("config settings")
    told = panel(cy)
    await expect(told).to_contain_text("threads where I may create them")
    await look(cy, f"config-{size[0]}")
    await page(cy, "games")
    await look(cy, f"config-games-{size[0]}")
    await choose(cy, says("placeholder-config-place"), says("choice-config-place-living"))
    await expect(told).to_contain_text(f"Where games live: {says('config-place', place=LIVING)}")
    await choose(cy, says("placeholder-config-game"), "Ki")
    await expect(told).to_contain_text("Usual game: Ki")
    await choose(cy, says("placeholder-config-time"), "1 day a move")
    await expect(told).to_contain_text("Time: 1 day a move")
    await panel(cy).get_by_role("button", name=says("button-config-terms", game="Keil")).click()
    form = cy.page.get_by_role("dialog", name=says("title-config-terms", game="Keil"))
    await look(cy, f"config-form-{size[0]}")
    await form.get_by_label("Size").fill("99")
    await form.get_by_role("button", name="Submit").click()
    await cy.button("Try again…").click()
    await expect(form.get_by_label("Size")).to_have_value("99")
    await form.get_by_label("Size").fill("3")
    await form.get_by_role("button", name="Submit").click()
    await expect(told).to_contain_text("Usual Keil: size 3")

    await page(cy, "people")
    await choose(cy, says("placeholder-config-challengers"), "@Regulars")
    await expect(told).to_contain_text("Who may challenge: members with @Regulars")
    await choose(cy, says("placeholder-config-most-games"), says("choice-config-most", number=1))
    await expect(told).to_contain_text("Open games for each member: 1 at most")
    await look(cy, f"config-people-{size[0]}")
    await page(cy, "channels")
    await choose(cy, says("placeholder-config-channels"), "#games")
    await expect(told).to_contain_text("Channels for games: only #games")
    await choose(cy, says("placeholder-config-showcase"), "#general")
    await expect(told).to_contain_text("10 moves or more go to #general")
    await look(cy, f"config-channels-{size[0]}")
    assert not await cy.page.evaluate("document.scrollingElement.scrollWidth > innerWidth")

    # All of it holds for the next challenge.
    ada, bo = await players.open("Ada"), await players.open("Bo", size=size)
    await bo.command("keil", opponent="Ada")
    await expect(bo.message("members with the role @Regulars may challenge")).to_be_visible()
    await ada.open_channel("general")
    await ada.command("keil", opponent="Bo")
    await expect(ada.message("games begin only in #games")).to_be_visible()
    await ada.open_channel("games")
    members = ada.page.get_by_role("complementary", name="Members")
    await members.get_by_role("button", name="Bo").click(button="right")
    await ada.menu("Challenge…")
    offers = ada.message("Challenge @Bo").locator(".row .button")
    await expect(offers.first).to_have_text("Ki")
    await ada.command("keil", opponent="Bo")
    card = bo.message("challenges")
    await expect(card).to_contain_text("size 3 · ")
    await expect(card).to_contain_text("1 day a move")
    await bo.button("Accept").click()
    await expect(bo.message("begins").get_by_role("img")).to_be_visible()
    await expect(bo.page.locator("#log .thread-card")).to_have_count(0)
    await ada.command("keil", opponent="Cy")
    refused = says("refusal-many-games", who="you", most=1, link="").strip()
    await expect(ada.message(refused)).to_be_visible()

    # A finished game of ten moves is shown where that was decided.
    turns = ["Ada", "Bo"]
    for move in ("c3", "a1", "e1", "a3", "c1", "e3", "b1", "d1", "b2", "d2"):
        answer = await people.slash(turns[0], "#games", "play", {"move": move})
        if not answer.text.startswith("You "):  # the lot has given Bo the first move
            turns.reverse()
            await people.slash(turns[0], "#games", "play", {"move": move})
        turns.reverse()
    await ada.command("resign")
    await ada.button("Yes, resign").click()
    await panel(cy).get_by_role("button", name="Dismiss").click()
    await sidebar(cy, size)
    await cy.open_channel("general")
    await expect(cy.message("Keil #1").get_by_role("img").first).to_be_visible()
    await look(cy, f"showcase-{size[0]}")


@SIZES
async def test_the_check_says_what_is_missing_and_what_it_breaks(
    players: Tabs, people: Driver, size: tuple[int, int]
) -> None:
    await people.permit("#games", deny=["attach_files"])
    cy = await players.open("Cy", size=size)
    await cy.command("config check")
    table = cy.message("What I may do in the channels for games")
    await expect(table).to_contain_text(re.compile("Attach Files is missing in #games"))
    await expect(table).to_contain_text(says("config-breaks-attach-files"))
    await look(cy, f"check-{size[0]}")
    assert not await cy.page.evaluate("document.scrollingElement.scrollWidth > innerWidth")
    await table.get_by_role("button", name=says("button-config-back")).click()
    await panel(cy).get_by_role("button", name=says("button-config-check")).click()
    await expect(table).to_be_visible()


# /admin


@SIZES
async def test_a_moderator_pauses_resumes_and_decides_games(
    players: Tabs, people: Driver, size: tuple[int, int]
) -> None:
    black, white = await begun(people)
    cy = await players.open("Cy", size=size)
    first, second = await players.open(black), await players.open(white)
    await cy.command("config settings")
    await page(cy, "channels")
    await choose(cy, says("placeholder-config-audit"), "#general")
    await expect(panel(cy)).to_contain_text("acts of moderators and reports go to #general")
    await panel(cy).get_by_role("button", name="Dismiss").click()

    # The game is chosen from the list, which says who plays.
    await cy.box.click()
    await cy.type("/admin pause ")
    await expect(cy.suggestions).to_have_count(1)
    await expect(cy.suggestions.first).to_contain_text(black)
    await cy.suggestions.first.click()
    await cy.type("lunch for *all*")
    await look(cy, f"admin-command-{size[0]}")
    await cy.press("Enter")
    await expect(cy.message("is paused")).to_contain_text("Only you can see this")
    for tab in (first, second):
        note = tab.message("has paused")
        await expect(note).to_contain_text("Reason: lunch for all")
        await expect(note).to_have_class(re.compile("calls"))
    await first.command("play", move="c3")
    await expect(first.message(says("refusal-paused"))).to_be_visible()
    await look(first, "admin-paused")
    await cy.command("admin resume", game="1", reason="back")
    await expect(first.message("goes on")).to_contain_text("Reason: back")
    await first.command("play", move="c3")
    await expect(second.message("move 1")).to_be_visible()

    # Nobody decides a game of their own, and nobody does without the permission.
    ada, bo = (first, second) if black == "Ada" else (second, first)
    await ada.command("admin end", game="1", reason="I am losing")
    await expect(ada.message(says("refusal-own-game"))).to_be_visible()
    await bo.command("admin end", game="1", reason="I am losing")
    refused = bo.message("You need the permission Manage Messages")
    await expect(refused).to_contain_text("Only you can see this")

    await cy.command("admin adjudicate", game="1", winner="White", reason="agreed by voice")
    asks = cy.page.get_by_role("dialog", name=says("title-adjudicate", id="1", result="White won"))
    await look(cy, f"admin-asks-{size[0]}")
    await asks.get_by_role("button", name="Submit").click()
    for tab in (first, second):
        last = tab.message("Ended by a moderator: agreed by voice")
        await expect(last).to_contain_text(f"White (@{white}) wins game #1")
    await look(cy, f"admin-decided-{size[0]}")
    await begun(people)
    await cy.command("admin end", game="2", reason="a test")
    await expect(bo.message("Ended by a moderator: a test")).to_contain_text("#2")

    await sidebar(cy, size)
    await cy.open_channel("general")
    for line in ("paused", "resumed", "decided", "ended"):
        await expect(cy.messages.filter(has_text=f"@Cy {line} Keil")).to_have_count(1)
    await look(cy, f"audit-{size[0]}")
    await cy.button(says("button-show-board")).click()
    await expect(cy.messages.last.get_by_role("img").first).to_be_visible()


# the daily puzzle


@SIZES
async def test_a_daily_puzzle_is_posted_and_everybody_answers_privately(
    players: Tabs, keil: Program, tmp_path: Path, size: tuple[int, int]
) -> None:
    assert keil.url
    cy, bo = await players.open("Cy", size=size), await players.open("Bo", size=size)
    await cy.command("config settings")
    await page(cy, "puzzle")
    await choose(cy, says("placeholder-config-daily"), "#general")
    await expect(panel(cy)).to_contain_text("one each day in #general")
    now = says("daily-hour", hour=f"{datetime.now(UTC).hour:02}")
    await choose(cy, says("placeholder-config-daily-hour"), now)
    await expect(panel(cy)).to_contain_text(f"Its hour: {now}")
    await choose(cy, says("placeholder-config-daily-game"), "Ki")
    await expect(panel(cy)).to_contain_text("Its game: Ki")
    await look(cy, f"config-puzzle-{size[0]}")

    # It would come tomorrow: the test lets it come now.
    database = tmp_path / "data" / "playground-keil.db"
    execute(f"sqlite:///{database}", "UPDATE configured SET daily_due = 1 WHERE daily_due > 1")
    await sidebar(bo, size)
    await bo.open_channel("general")
    daily = bo.message("Puzzle of the day")
    await expect(daily.get_by_role("img").first).to_be_visible()
    await look(bo, f"daily-{size[0]}")
    text = await daily.inner_text()
    ki = all_games()["ki"]
    puzzle = next(one for one in puzzles.of(ki) if f"puzzle {puzzles.title(ki, one.name)}:" in text)
    await daily.get_by_role("button", name=says("button-daily")).click()
    private = bo.messages.last
    await expect(private).to_contain_text("Only you can see this")
    await private.get_by_role("button", name=says("button-exercise-type")).click()
    form = bo.page.get_by_role("dialog")
    await form.get_by_role("textbox").fill(puzzle.best)
    await form.get_by_role("button", name="Submit").click()
    await expect(private).to_contain_text("Right.")
    await expect(private).to_contain_text("In a row: 1")
    await look(bo, f"daily-answered-{size[0]}")
    assert not await bo.page.evaluate("document.scrollingElement.scrollWidth > innerWidth")

    # Nobody else sees that.
    await sidebar(cy, size)
    await cy.open_channel("general")
    await expect(cy.message("Puzzle of the day")).to_have_count(1)
    await expect(cy.message("Right.")).to_have_count(0)
