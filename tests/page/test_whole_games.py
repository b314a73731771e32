"""Replays, records, files and one's own view on the page, against the whole program."""

import os
import re
from pathlib import Path

import pytest
from playwright.async_api import FilePayload, expect

from tests.bot.says import says
from tests.page.browser import WITH_BROWSER, Tab, Tabs

pytestmark = [pytest.mark.slow, WITH_BROWSER]

GO = b"(;GM[1]FF[4]SZ[5:4]RU[kee-1]PB[Ann]PW[Ben];B[bc];W[cc];B[cb];W[bb];B[];W[];B[])"


async def look(tab: Tab, name: str) -> None:
    """Keep a picture of the page for whoever wants to look: ``LOOK=folder``."""
    if folder := os.environ.get("LOOK"):
        await tab.page.wait_for_timeout(300)
        await tab.page.screenshot(path=Path(folder) / f"{name}.png")


async def test_a_file_is_looked_at_move_by_move(players: Tabs) -> None:
    ada = await players.open("Ada")
    await ada.box.click()
    await ada.type("/import ")
    line = ada.page.get_by_role("group", name="/import")
    game = FilePayload(name="game.sgf", mimeType="application/x-go-sgf", buffer=GO)
    await line.locator('[data-option="file"] input').set_input_files([game])
    await ada.page.get_by_role("button", name="Send").click()
    viewer = ada.message("Kee Rules Go")
    await expect(viewer).to_contain_text("Move 7 of 7: Black passed.")
    await expect(viewer).to_contain_text("Black Ann, White Ben")
    await look(ada, "import")
    await ada.button("‹ Back").click()
    await expect(viewer).to_contain_text("Move 6 of 7")
    await ada.button(says("button-jump")).click()
    form = ada.page.get_by_role("dialog")
    await form.get_by_label("A whole number from 0 to 7").fill("4")
    await form.get_by_role("button", name="Submit").click()
    await expect(viewer).to_contain_text("Move 4 of 7: White played b3.")
    await viewer.get_by_role("combobox").select_option(label=says("overlay-liberties"))
    picture = viewer.get_by_role("img").first
    await expect(picture).to_have_attribute("alt", re.compile("Shown: liberties"))
    await look(ada, "liberties")
    await viewer.get_by_role("combobox").select_option(label=says("overlay-score"))
    await expect(picture).to_have_attribute("alt", re.compile("Shown: the score"))
    await look(ada, "score")
    await ada.button("Show to the channel").click()
    await expect(picture).to_have_attribute("alt", re.compile("Total: Black 2, White 2"))
    shared = ada.message("shows Kee Rules Go game from a file, move 4 of 7")
    await expect(shared.get_by_role("img").first).to_be_visible()
    await look(ada, "shared")
    await ada.button("Animation…").click()
    form = ada.page.get_by_role("dialog")
    await look(ada, "film-form")
    await form.get_by_role("button", name="Submit").click()
    film = ada.message("Kee Rules Go, moves 0 to 7.")
    await expect(film.get_by_role("img").first).to_be_visible()
    await look(ada, "film")


async def test_one_sees_boards_as_one_likes(players: Tabs) -> None:
    ada = await players.open("Ada")
    await ada.command("view")
    view = ada.message("This is how boards look to you")
    await expect(view.get_by_role("combobox")).to_have_count(4)
    await look(ada, "view")
    before = await view.get_by_role("img").first.get_attribute("src")
    await view.get_by_role("combobox").first.select_option(label="Dark")
    await expect(view.get_by_role("img").first).not_to_have_attribute("src", before or "")
    await ada.button(says("button-view-turn")).click()
    await look(ada, "view-dark")
