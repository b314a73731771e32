"""Two tabs play Keil on the page, against the whole program."""

import re
from pathlib import Path

import pytest
from playwright.async_api import expect

from bot.playground.driver import Driver
from engine.games import all_games
from tests.bot.says import says
from tests.page.browser import PHONE, WIDE, WITH_BROWSER, Tab, Tabs, browsing
from tests.page.program import program

pytestmark = [pytest.mark.slow, WITH_BROWSER]

PRIVATE = ".message.private"


async def begin(ada: Tab, bo: Tab) -> None:
    """Ada challenges Bo by the slash picker, Bo accepts, komi and sides are settled."""
    await ada.box.click()
    await ada.type("/chal")
    await expect(ada.suggestions).to_have_count(len(all_games()))
    await ada.type("lenge keil")
    await expect(ada.suggestions).to_have_count(1)
    await expect(ada.suggestions.first).to_contain_text("/challenge keil")
    await ada.press("Enter")
    await ada.type("opponent:")
    await expect(ada.suggestions).to_have_count(4)
    await ada.type("b")
    await ada.press("ArrowDown", "ArrowUp", "Enter")
    await ada.type("siz")
    await ada.press("Tab")
    await ada.type("3")
    await ada.press("Enter")
    await expect(ada.message("on its way")).to_contain_text("Only you can see this")
    await expect(bo.message("challenges")).to_have_class(re.compile("calls"))
    await bo.button("Accept").click()
    await expect(ada.message("challenges")).to_contain_text("Accepted")
    await ada.button("Name komi").click()
    modal = ada.page.get_by_role("dialog", name="Name komi")
    await modal.get_by_label("A whole number").fill("2")
    await modal.get_by_role("button", name="Submit").click()
    await expect(modal).to_have_count(0)
    await bo.button("Play White (+2)").click()
    await expect(ada.message("move 2")).to_be_visible()


async def typed(tab: Tab, move: str) -> None:
    """The panel under *Move*, its form, and the preview that a first game has."""
    await tab.button("Move").click()
    await tab.button(says("button-type")).click()
    modal = tab.page.get_by_role("dialog", name=re.compile("Keil"))
    await modal.get_by_label("Your move").fill(move)
    await tab.press("Enter")
    await tab.button(says("button-play-it")).click()


async def test_two_tabs_play_a_game_to_the_score(players: Tabs) -> None:
    ada, bo = await players.open("Ada"), await players.open("Bo")
    await begin(ada, bo)
    await typed(ada, "e3")
    turns = [(bo, "b3"), (ada, "e2"), (bo, "c2"), (ada, "d4"), (bo, "a1"), (ada, "b2")]
    for ply, (who, move) in enumerate(turns, start=3):
        await expect(who.message(f"move {ply}")).to_be_visible()
        await who.command("play", move=move)
    board = bo.message("move 9")
    await expect(board).to_contain_text("captured 1")
    picture = board.get_by_role("img")
    alt = await picture.get_attribute("alt")
    assert alt
    assert "Captured: a1" in alt
    assert await picture.get_attribute("title") == alt

    await bo.command("play", move="a1")
    await expect(bo.message("That move is not legal")).to_contain_text("Dismiss message")
    await bo.message("That move is not legal").get_by_role("button", name="Dismiss").click()
    await expect(bo.message("That move is not legal")).to_have_count(0)
    await bo.button("Take the button (+½)").click()
    await bo.button("Yes, take the button").click()
    await expect(ada.message("move 10")).to_be_visible()
    await ada.command("play", move="d2")
    await expect(bo.message("move 11")).to_be_visible()
    await bo.button("Pass").click()
    await bo.button("Yes, pass").click()
    await expect(ada.message("White passed")).to_be_visible()
    await ada.command("pass")
    await ada.button("Yes, pass").click()
    for tab in (ada, bo):
        await expect(tab.message("wins")).to_contain_text("territory")
        # The board of the end has no buttons, and no older one has kept its own.
        await expect(
            tab.page.locator("#log .row").get_by_role("button", name="Move")
        ).to_have_count(0)


async def test_a_challenge_from_the_menu_is_changed_and_accepted(players: Tabs) -> None:
    ada, bo = await players.open("Ada"), await players.open("Bo")
    members = ada.page.get_by_role("complementary", name="Members")
    await members.get_by_role("button", name="Bo").click(button="right")
    await ada.menu("Challenge…")
    await ada.button(says("button-own-terms", game="Keil")).click()
    form = ada.page.get_by_role("dialog", name="Challenge to Keil")
    await expect(form.get_by_label("Size")).to_be_focused()
    await expect(form.get_by_label("Size")).to_have_value("5")
    await expect(form.get_by_label("Komi")).to_have_value("")
    handicaps = form.get_by_label("Handicap").locator("option")
    await expect(handicaps.first).to_have_text(says("choice-handicap", who="even", stones=0))
    await form.get_by_label("Size").fill("3")
    # However low the window, the title and the buttons of a long form stay in sight.
    await ada.page.set_viewport_size({"width": PHONE[0], "height": 400})
    for shown in (form.get_by_role("heading"), form.get_by_role("button", name="Submit")):
        await expect(shown).to_be_in_viewport(ratio=1)
    await form.get_by_role("button", name="Submit").click()
    await expect(form).to_have_count(0)
    await expect(ada.message("on its way")).to_contain_text("Only you can see this")
    card = bo.message("challenges")
    await expect(card).to_have_class(re.compile("calls"))
    await expect(card).to_contain_text(
        f"size 3 · {says('setting-button.on')} · {says('setting-komi_by.cut')}"
    )
    for number, label in enumerate(("Accept", "Decline", "Change…", "Withdraw")):
        await expect(card.locator(".row .button").nth(number)).to_have_text(label)

    await bo.button("Change…").click()
    form = bo.page.get_by_role("dialog", name="Other terms for Keil")
    await expect(form.get_by_label("Size")).to_have_value("3")
    await expect(form.get_by_label("Button")).to_have_value("yes")
    await expect(form.get_by_label("Time")).to_have_value("3d+1d max 1w")
    await form.get_by_label("Komi").fill("2.3")
    await form.get_by_label("Button").select_option("No")
    await form.get_by_role("button", name="Submit").click()
    await expect(bo.message("Komi must be a whole number or a half")).to_be_visible()
    await bo.button("Try again…").click()
    await expect(form.get_by_label("Komi")).to_have_value("2.3")
    await expect(form.get_by_label("Button")).to_have_value("no")
    await form.get_by_label("Komi").fill("2½")
    await bo.press("Enter")
    await expect(form).to_have_count(0)
    await expect(bo.message("Your counter-offer is on its way")).to_be_visible()

    await expect(ada.message("Changed by")).to_contain_text("the new card follows")
    card = ada.message("The challenge expires")
    await expect(card).to_have_class(re.compile("calls"))
    await expect(card).to_contain_text("size 3 · komi 2½ · no button")
    await ada.button("Accept").click()
    for tab in (ada, bo):
        await expect(tab.message("Keil #1 begins").get_by_role("img")).to_be_visible()


async def test_moves_are_suggested(players: Tabs) -> None:
    ada, bo = await players.open("Ada"), await players.open("Bo")
    await begin(ada, bo)
    await ada.box.click()
    await ada.type("/play ")
    await expect(ada.suggestions).not_to_have_count(0)
    await ada.type("e")
    await expect(ada.suggestions.first).to_have_attribute("aria-selected", "true")
    for offer in await ada.suggestions.all():
        await expect(offer).to_have_text(re.compile("^e"))
    # Typed in full it is sent at once; what the list marks is not put in its place.
    await ada.type("2")
    await expect(ada.suggestions).to_have_count(1)
    await ada.press("Enter")
    await expect(bo.message("Black played e2")).to_be_visible()
    # Escape gives the command up, an empty required option is named.
    await bo.box.click()
    await bo.type("/play ")
    await bo.press("Enter")
    await expect(bo.page.get_by_text("This option is required.")).to_be_visible()
    await bo.press("Escape", "Escape")
    await expect(bo.box).to_be_focused()


async def test_a_private_answer_is_for_one_person(players: Tabs) -> None:
    ada, bo = await players.open("Ada"), await players.open("Bo")
    await ada.command("games")
    await expect(ada.page.locator(PRIVATE)).to_contain_text("No game is running here")
    await expect(ada.page.locator(PRIVATE)).to_contain_text("Ada used /games")
    await bo.say("anybody here?")
    await expect(ada.message("anybody here?")).to_be_visible()
    await expect(bo.page.locator(PRIVATE)).to_have_count(0)
    await ada.page.locator(".myself").click()
    await ada.page.get_by_role("menuitemradio", name="Cy").click()
    await expect(ada.page.locator(PRIVATE)).to_have_count(0)
    await expect(ada.page).to_have_url(re.compile("as=Cy"))
    await ada.page.reload()
    await expect(ada.page.locator(".myself")).to_contain_text("Cy")


async def test_reload_in_the_middle(players: Tabs) -> None:
    ada, bo = await players.open("Ada"), await players.open("Bo")
    await begin(ada, bo)
    await bo.page.reload()
    await expect(bo.message("move 2")).to_be_visible()
    await ada.command("play", move="c3")
    await ada.page.reload()
    await expect(bo.message("move 3")).to_have_class(re.compile("calls"))
    await typed(bo, "b2")
    await expect(ada.message("move 4").get_by_role("img")).to_be_visible()
    await expect(ada.button("Move")).to_be_enabled()


async def test_a_tab_goes_on_after_a_restart(tmp_path: Path) -> None:
    async with program(tmp_path) as first, browsing(first.url, first.key) as tabs:
        ada = await tabs.open("Ada")
        await ada.say("before")
        await first.interrupt()
        await expect(ada.page.get_by_text("The playground is away")).to_be_visible()
        async with program(tmp_path, port=first.port):
            await expect(ada.page.get_by_text("The playground is away")).to_be_hidden()
            await ada.say("after")
            await ada.command("games")
            await expect(ada.page.locator(PRIVATE)).to_contain_text("No game is running")
        ada.faults.clear()  # of the time in which there was nobody


async def test_a_first_visit_on_a_phone(players: Tabs, people: Driver) -> None:
    tab = await players.open("Cy", size=PHONE, welcomed=False, has_touch=True, is_mobile=True)
    steps = tab.page.get_by_role("region", name="What to do here").get_by_role("listitem")
    await expect(steps).to_have_count(3)
    await tab.page.get_by_role("button", name="Watch a half-played game").tap()
    await expect(tab.message("move 22")).to_be_visible()
    board = await people.wait_for_message("#half-played", lambda m: "move 22" in m["content"])
    assert board["attachments"][0]["description"]
    assert not [m for m in await people.messages("#half-played") if m["flags"] & 64]
    await expect(steps).to_have_count(0)
    # Nothing is wider than the phone, and what can be touched is large enough.
    wide = "document.scrollingElement.scrollWidth > innerWidth"
    assert not await tab.page.evaluate(wide)
    # In one look: the buttons of older boards are just being taken away.
    small = await tab.page.locator("#head button, .row button, #composer button").evaluate_all(
        "all => all.map(b => [b.textContent, b.offsetWidth, b.offsetHeight])"
        ".filter(([, width, height]) => width && Math.min(width, height) < 40)"
    )
    assert small == []
    picture = await tab.message("move 22").get_by_role("img").bounding_box()
    assert picture
    assert picture["x"] + picture["width"] <= PHONE[0]
    # The channels are in a drawer.
    await expect(tab.page.get_by_role("navigation", name="Channels")).to_be_hidden()
    await tab.page.locator("#head").get_by_role("button", name="Channels").tap()
    await tab.open_channel("games")
    await expect(tab.page.get_by_role("navigation", name="Channels")).to_be_hidden()


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desktop", "phone"])
async def test_whoever_watches_the_demo_is_taken_to_its_thread(
    tmp_path: Path, size: tuple[int, int]
) -> None:
    async with program(tmp_path, place=None) as keil, browsing(keil.url, keil.key) as tabs:
        cy = await tabs.open("Cy", size=size, welcomed=False)
        await cy.page.get_by_role("button", name="Watch a half-played game").click()
        title = cy.page.locator("#head h1 span").first
        await expect(title).to_have_text(re.compile("^Keil #[0-9]+: Mia – Noa$"))
        await expect(cy.message("move 22").get_by_role("img")).to_be_visible()
        # In the channel there is only the card, and nothing takes one away from it again.
        await cy.page.get_by_role("button", name="Back to #half-played").click()
        await expect(cy.messages).to_have_count(1)
        await expect(cy.button("Open")).to_be_in_viewport()
        await expect(title).to_have_text("half-played")
        # A second visitor finds the game as it is.
        bo = await tabs.open("Bo", size=size, welcomed=False)
        await bo.page.get_by_role("button", name="Three steps").click()
        await bo.page.get_by_role("button", name="Watch a half-played game").click()
        await expect(bo.message("move 22").get_by_role("img")).to_be_visible()


async def test_a_challenge_at_one_click_leads_both_into_the_thread(tmp_path: Path) -> None:
    async with program(tmp_path, place=None) as keil, browsing(keil.url, keil.key) as tabs:
        ada = await tabs.open("Ada", welcomed=False)
        bo = await tabs.open("Bo", size=PHONE, has_touch=True, is_mobile=True)
        await ada.page.get_by_role("button", name="Start a challenge between Ada and Bo").click()
        await expect(ada.message("challenges")).to_contain_text(says("place-thread"))
        await bo.button("Accept").tap()
        await expect(bo.message(says("challenge-accepted-thread"))).to_be_visible()
        for tab in (ada, bo):
            await expect(tab.button("Open")).to_be_in_viewport()
            await tab.button("Open").click()
            await expect(tab.page.locator("#head h1 span").first).to_have_text(
                re.compile("^Keil #[0-9]+: ")
            )
            await expect(tab.message("begins").get_by_role("img")).to_be_visible()
        # Nothing is left to settle: whoever has drawn Black plays.
        first, second = (ada, bo) if await calls(ada) else (bo, ada)
        await typed(first, "c3")
        await expect(second.message("move 1")).to_contain_text("Black played c3")
        await second.command("play", move="d4")
        await expect(first.message("move 2")).to_have_class(re.compile("calls"))
        for tab in (ada, bo):
            await tab.page.get_by_role("button", name="Back to #games").click()
            await expect(tab.messages.filter(has_text="Black played")).to_have_count(0)


async def calls(tab: Tab) -> bool:
    """Whether the newest message calls that person."""
    return "calls" in (await tab.messages.last.get_attribute("class") or "")


@pytest.mark.parametrize("size", [WIDE, PHONE], ids=["desktop", "phone"])
async def test_a_challenge_at_one_click(
    players: Tabs, people: Driver, size: tuple[int, int]
) -> None:
    for number in range(20):
        await people.say("Cy", "#games", f"line {number}")
    tab = await players.open("Bo", size=size, welcomed=False)
    guide = tab.page.get_by_role("region", name="What to do here")
    await tab.page.get_by_role("button", name="Start a challenge between Ada and Bo").click()
    # The new card is in sight, and so is the line with the three steps that say how to go on.
    await expect(tab.message("challenges")).to_contain_text("size 5")
    await expect(tab.button("Accept")).to_be_in_viewport()
    await expect(guide.get_by_role("listitem")).to_have_count(0)
    await guide.get_by_role("button", name="Three steps").click()
    await expect(guide.get_by_role("listitem")).to_have_count(3)
    await expect(guide.get_by_role("listitem").nth(1)).to_contain_text("Type /keil")
    await tab.button("Accept").click()
    await expect(tab.message("begins")).to_be_visible()
    await tab.page.reload()
    await expect(guide).to_be_hidden()


async def test_each_game_is_still_new_after_the_demo(players: Tabs, people: Driver) -> None:
    tab = await players.open("Ada", welcomed=False)
    await tab.page.get_by_role("button", name="Watch a half-played game").click()
    await expect(tab.message("move 22")).to_be_visible()
    await people.slash("Bo", "#games", "challenge keil", {"opponent": "Ada"})
    card = await people.wait_for_message("#games", lambda m: "challenges" in m["content"])
    labels = [c.get("label") for row in card["components"] for c in row["components"]]
    assert "New to Keil?" in labels
    # Whoever plays in the demo can be taken over.
    await tab.page.locator(".myself").click()
    await tab.menu("Mia")
    await expect(tab.page.locator(".myself")).to_contain_text("Mia")
