"""A player leaves a game of three on the page, and the bot plays on: against the whole program."""

import pytest
from playwright.async_api import expect

from bot.playground.driver import Driver
from bot.storage.rows import BOARDS
from tests.bot.says import says
from tests.page.browser import WITH_BROWSER, Tabs
from tests.page.test_practice import behind_more, press, sits
from tests.page.test_threads import SIZES
from tests.page.test_whole_games import look

pytestmark = [pytest.mark.slow, WITH_BROWSER]

COLOURS = ("Black", "White", "Red")


async def begun(people: Driver) -> list[str]:
    """Ada, Bo and Cy begin a small game of Kee; who plays, by seat."""
    options = {"opponent": "Bo", "opponent_2": "Cy", "width": 5, "height": 5, "place": BOARDS}
    await people.slash("Ada", "#games", "challenge kee", options)
    card = await people.wait_for_message("#games", lambda m: "Accept" in str(m["components"]))
    for who in ("Bo", "Cy"):
        await people.click(who, card, "Accept")
    board = await people.wait_for_message(
        "#games",
        lambda m: int(m["id"]) > int(card["id"]) and "begins" in m["content"],
    )
    text, everybody = board["content"], (await people.overview())["people"]
    names = {p["global_name"]: f"<@{p['id']}>" for p in everybody}
    return sorted(("Ada", "Bo", "Cy"), key=lambda name: text.index(f" {names[name]}"))


@SIZES
async def test_the_bot_plays_on_for_somebody_who_leaves(
    players: Tabs, people: Driver, size: tuple[int, int]
) -> None:
    black, white, red = await begun(people)
    await people.slash(black, "#games", "play", {"move": "c3"})
    leaver, other = await sits(players, white, size), await sits(players, red, size)
    await expect(leaver.message("Black played c3")).to_contain_text("move 1")

    # The player to move asks to leave; the others see it, and agree.
    await behind_more(leaver, says("button-takeover", own="yes", seat=""))
    question = leaver.message("you leave game #1")
    await expect(question).to_contain_text("Only you can see this")
    await look(leaver, f"takeover-{size[0]}-question")
    await press(leaver, says("button-takeover-ask", alone="no"))
    await expect(leaver.message(says("private-asked"))).to_be_visible()
    await expect(other.message("White wants to leave")).to_contain_text("at level 3")
    await look(other, f"takeover-{size[0]}-asked")
    await press(other, "Allow")
    await expect(other.message("Red agreed")).to_be_visible()
    board = await people.wait_for_message("#games", lambda m: "agreed" in m["content"])
    await people.click(black, board, "Allow")

    # It says so to everybody, and makes the move that was due.
    done = other.message("From now on I play for White")
    await expect(done).to_contain_text(f"@{white}, you have left the game.")
    await expect(other.message("White played")).to_contain_text("move 2")
    await look(other, f"takeover-{size[0]}-played")
    await people.slash(red, "#games", "play", {"move": "a1"})
    await expect(other.message("Red played a1")).to_contain_text("move 3")

    # A replay names whoever had played until then.
    await behind_more(other, says("button-replay"))
    viewer = other.message("Move 3 of 3")
    await expect(viewer).to_contain_text(f"(level 3) for {white}")
    await press(other, says("button-replay-first"), viewer)
    await expect(other.message("The beginning")).to_contain_text(f"White {white}")
    assert not other.faults and not leaver.faults
