"""Spectators, and the way to the first stone, on the page against the whole program."""

import re

import pytest
from playwright.async_api import Locator, expect

from bot.playground.driver import Driver
from tests.bot.says import says
from tests.page.browser import WITH_BROWSER, Tab, Tabs
from tests.page.test_servers import begun
from tests.page.test_threads import SIZES
from tests.page.test_whole_games import look

pytestmark = [pytest.mark.slow, WITH_BROWSER]

MOVES = ("c3", "b2", "d4", "a1", "a2", "d1", "c2", "d3", "c5", "e2")
"""Ten moves on the smallest board that capture nothing."""


async def play(people: Driver, players: tuple[str, str], first: int, last: int) -> None:
    """The moves of `MOVES` from one number to another."""
    for number in range(first, last + 1):
        await people.slash(players[(number - 1) % 2], "#games", "play", {"move": MOVES[number - 1]})
        await people.wait_for_message(
            "#games", lambda m, ply=number: f"move {ply} " in m["content"] + " "
        )


async def more(tab: Tab, board: str, name: str) -> None:
    """Press an entry behind *More…* under a board."""
    await tab.message(board).get_by_role("button", name=says("button-more")).click()
    await tab.button(name).click()


def stop(tab: Tab) -> Locator:
    return tab.button(says("button-stop-following"))


@SIZES
async def test_a_spectator_follows_a_game(
    players: Tabs, people: Driver, size: tuple[int, int]
) -> None:
    two = await begun(people)
    cy = await players.open("Cy", size=size)
    await play(people, two, 1, 1)
    await more(cy, "move 1", says("button-follow"))
    await expect(cy.message("I mention you when it ends")).to_contain_text("Only you can see this")
    await look(cy, f"follow-{size[0]}")
    await cy.button(says("button-follow-every", every=5)).click()
    await expect(cy.message("every 5 moves")).to_be_visible()
    await play(people, two, 2, 4)
    await expect(cy.message("move 4")).not_to_have_class(re.compile("calls"))
    await play(people, two, 5, 5)
    await expect(cy.message("move 5")).to_have_class(re.compile("calls"))
    await expect(cy.message("move 5")).to_contain_text(says("followers-called", followers="@Cy"))
    await look(cy, f"followed-{size[0]}")
    # The same button leads to the end of it.
    await more(cy, "move 5", says("button-follow"))
    await expect(cy.message("You follow")).to_contain_text("every 5 moves")
    await stop(cy).click()
    await expect(cy.message("You no longer follow")).to_be_visible()
    await play(people, two, 6, 10)
    await expect(cy.message("move 10")).to_be_visible()
    await expect(cy.message("move 10")).not_to_have_class(re.compile("calls"))
    # Those who play are called anyway.
    ada = await players.open("Ada", size=size)
    await ada.message("move 10").get_by_role("button", name=says("button-more")).click()
    await look(ada, f"more-{size[0]}")
    assert not await cy.page.evaluate("document.scrollingElement.scrollWidth > innerWidth")


@SIZES
async def test_watch_lists_the_games_to_peek_at_and_to_follow(
    players: Tabs, people: Driver, size: tuple[int, int]
) -> None:
    cy = await players.open("Cy", size=size)
    await cy.command("watch")
    await expect(cy.message(says("watch-none"))).to_be_visible()
    two = await begun(people)
    await play(people, two, 1, 2)
    await cy.command("watch")
    follow = cy.page.get_by_label(says("placeholder-follow"))
    listed = cy.messages.filter(has=follow)
    await expect(listed).to_contain_text("move 2 ·")
    await listed.get_by_label(says("placeholder-peek")).select_option(index=1)
    peeked = cy.messages.last
    await expect(peeked.get_by_role("img")).to_be_visible()
    await expect(peeked).to_contain_text("Only you can see this")
    await look(cy, f"watch-{size[0]}")
    await follow.select_option(index=1)
    await expect(cy.message("You follow")).to_contain_text("when it ends")
    resigner = await players.open(two[0])
    await resigner.command("resign")
    await resigner.button("Yes, resign").click()
    last = cy.message("wins game #1")
    await expect(last).to_have_class(re.compile("calls"))
    await cy.command("watch")
    await expect(cy.messages.last).to_contain_text(says("watch-none"))


@SIZES
async def test_who_is_ahead_is_asked_once(
    players: Tabs, people: Driver, size: tuple[int, int]
) -> None:
    two = await begun(people)
    await play(people, two, 1, 5)
    cy = await players.open("Cy", size=size)
    await cy.message("move 5").get_by_role("button", name=says("button-more")).click()
    await expect(cy.button(says("button-follow"))).to_be_visible()
    await expect(cy.button(says("button-poll"))).to_have_count(0)
    await play(people, two, 6, 6)
    await more(cy, "move 6", says("button-poll"))
    poll = cy.page.get_by_role("region", name="Poll: Keil #1: who is ahead?")
    await expect(poll.locator(".answer")).to_have_text(
        [f"Black: {two[0]}", f"White: {two[1]}", says("poll-even")]
    )
    await poll.get_by_label(two[0]).check()
    await poll.get_by_role("button", name="Vote", exact=True).click()
    await expect(poll.locator(".mine")).to_contain_text(f"Black: {two[0]}")
    await look(cy, f"poll-{size[0]}")
    await people.vote("Bo", await _poll(people), 3)
    await expect(poll).to_contain_text("2 votes ·")

    # A second one is refused, with the way to the first.
    ada = await players.open("Ada", size=size)
    await more(ada, "move 6", says("button-poll"))
    refused = ada.message("This game has its poll already")
    await expect(refused).to_contain_text("Only you can see this")
    await refused.get_by_role("button", name="#games › message").click()
    polls = ada.page.get_by_role("region", name="Poll: Keil #1: who is ahead?")
    await expect(polls).to_have_count(1)
    await expect(polls).to_be_in_viewport()


async def _poll(people: Driver) -> str:
    message = await people.wait_for_message("#games", lambda m: bool(m.get("poll")))
    return str(message["id"])
