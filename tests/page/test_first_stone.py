"""From the message box to the first stone, and the panel under *Move*, with the whole program."""

import re
from collections.abc import AsyncGenerator
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import expect

from tests.bot.says import says
from tests.page.browser import PHONE, WITH_BROWSER, Tab, Tabs
from tests.page.program import Program, program
from tests.page.test_game import calls
from tests.page.test_threads import SIZES
from tests.page.test_whole_games import look

pytestmark = [pytest.mark.slow, WITH_BROWSER]

COUNT = """
  window.presses = [];
  addEventListener("click", ({ target }) => {
    const button = target.closest("button");
    if (button) presses.push(button.textContent);
  }, true);
  addEventListener("change", ({ target }) => {
    if (target.matches("select")) presses.push(target.value);
  }, true);
"""
"""Keeps what is pressed and chosen; typing is none of it."""


HEIGHT = """start => {
  const rest = document.createRange();
  rest.selectNode(start.nextSibling);
  const parts = [start, rest].flatMap((part) => [...part.getClientRects()]);
  return Math.max(...parts.map((part) => part.bottom)) - Math.min(...parts.map((part) => part.top));
}"""
"""The pixels from top to bottom of words in italics and the rest of their sentence."""
ONE_LINE = 25


@pytest.fixture
async def keil(tmp_path: Path) -> AsyncGenerator[Program]:
    """The program on a server whose owners have decided nothing."""
    async with program(tmp_path / "data", place=None) as made:
        yield made


async def press(tab: Tab, name: str) -> None:
    """Press the newest button of that name, with a finger on a phone."""
    button = tab.button(name)
    await expect(button).to_be_enabled()
    await (button.tap() if await tab.page.evaluate("navigator.maxTouchPoints") else button.click())


async def pressed(tab: Tab) -> list[str]:
    """Everything that was pressed and chosen in a tab."""
    return await tab.page.evaluate("presses")


@SIZES
async def test_from_typing_to_the_first_stone_in_five_presses(
    players: Tabs, size: tuple[int, int]
) -> None:
    touch: dict[str, Any] = {"has_touch": True, "is_mobile": True} if size == PHONE else {}
    ada = await players.open("Ada", size=size, **touch)
    bo = await players.open("Bo", size=size, **touch)
    for tab in (ada, bo):
        await tab.page.evaluate(COUNT)
    await ada.box.focus()
    await ada.type("/keil")
    await expect(ada.suggestions.first).to_contain_text("/keil")
    await ada.press("Enter")
    await ada.type("opponent:bo")
    await expect(ada.suggestions).to_have_count(1)
    await ada.press("Enter")
    await look(ada, f"quick-{size[0]}")
    await ada.press("Enter")
    card = bo.message("challenges")
    await expect(card).to_contain_text("size 5 · komi 4")
    await press(bo, "Accept")
    for tab in (ada, bo):
        await expect(tab.message("Black to play")).to_be_visible()
    black = ada if await calls(ada) or await _plays_black(ada) else bo
    other = bo if black is ada else ada
    await press(black, says("button-open-thread"))
    await expect(black.message("begins").get_by_role("img")).to_be_visible()
    how = black.message("begins").locator("em", has_text=says("button-move"))
    assert await how.evaluate(HEIGHT) < ONE_LINE, "on a phone, too"
    await look(black, f"first-board-{size[0]}")
    await press(black, says("button-move"))
    middle = black.page.get_by_label(says("placeholder-handy", stone="none"))
    await look(black, f"first-panel-{size[0]}")
    await middle.select_option("e5")
    await expect(black.message("e5: ").get_by_role("img")).to_be_visible()
    await press(black, says("button-play-it"))
    await expect(black.message("Black played e5")).to_be_visible()
    assert len(await pressed(black) + await pressed(other)) == 5
    await look(black, f"first-stone-{size[0]}")
    assert not await black.page.evaluate("document.scrollingElement.scrollWidth > innerWidth")


async def _plays_black(tab: Tab) -> bool:
    return f"Black @{tab.who}" in (await tab.message("Black to play").text_content() or "")


@SIZES
async def test_a_move_by_row_and_point_with_its_preview(
    players: Tabs, size: tuple[int, int]
) -> None:
    ada, bo = await players.open("Ada", size=size), await players.open("Bo", size=size)
    await ada.command("challenge keil", opponent="Bo", komi="5", place=says("place-choice-boards"))
    await bo.button("Accept").click()
    for tab in (ada, bo):
        await expect(tab.message("begins").get_by_role("img")).to_be_visible()
    black, white = (ada, bo) if await calls(ada) else (bo, ada)
    await black.command("play", move="e5")
    await expect(white.message("move 1")).to_have_class(re.compile("calls"))
    await white.page.evaluate(COUNT)
    await white.button(says("button-move")).click()
    # The points around the last move are at hand; the row comes first for every other one.
    handy = white.page.get_by_label(says("placeholder-handy", stone="last"))
    await expect(handy.locator('[value="e6"]')).to_have_count(1)
    rows = white.page.get_by_label(says("placeholder-other-row"))
    await expect(rows).to_be_in_viewport()
    await look(white, f"panel-{size[0]}")
    await rows.select_option(label="Row c — 7 points: c1 to c7")
    points = white.page.get_by_label(says("placeholder-point"))
    await look(white, f"panel-row-{size[0]}")
    await points.select_option("c3")
    preview = white.message("c3: no links, cuts or captures.")
    await expect(preview.get_by_role("img")).to_have_attribute("alt", re.compile("Preview of"))
    await expect(white.button(says("button-play-it"))).to_be_in_viewport()
    await look(white, f"preview-{size[0]}")
    assert await white.messages.filter(has_text="White played").count() == 0
    # Another point, from the panel as it was; then it is played.
    await white.button(says("button-another")).click()
    await handy.select_option("e6")
    await expect(white.message("e6: ").get_by_role("img")).to_be_visible()
    await white.button(says("button-play-it")).click()
    await expect(black.message("White played e6")).to_be_visible()
    await expect(white.button(says("button-play-it"))).to_have_count(0)
    await look(white, f"played-{size[0]}")
    assert (await pressed(white))[-3:] == ["Another point", "e6", "Play it"]
