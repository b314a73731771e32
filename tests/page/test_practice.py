"""Playing against the bot on the page, against the whole program: in a channel, and privately."""

import re
from pathlib import Path
from typing import Any

import pytest
from playwright.async_api import Locator, expect

from bot.playground.driver import Driver
from tests.bot.says import says
from tests.page.browser import PHONE, WITH_BROWSER, Tab, Tabs, browsing
from tests.page.program import program
from tests.page.test_threads import SIZES
from tests.page.test_whole_games import look

pytestmark = [pytest.mark.slow, WITH_BROWSER]

TOUCH: dict[str, Any] = {"has_touch": True, "is_mobile": True}
WIDER = "document.scrollingElement.scrollWidth > innerWidth"
BACK, MORE = says("button-solo-back"), says("button-more")
TAKE_BACK = re.compile("^Take back")
CHOICES = ("game", "level", "begins", "where")
"""The selects of the panel, from above."""


async def sits(tabs: Tabs, who: str, size: tuple[int, int]) -> Tab:
    """A tab; on a phone it is touched."""
    return await tabs.open(who, size=size, **(TOUCH if size == PHONE else {}))


async def press(tab: Tab, name: str | re.Pattern[str], message: Locator | None = None) -> None:
    """Press the newest button of that name, of a message or of all, with a finger on a phone."""
    within = message or tab.page.locator("#log")
    button = within.get_by_role("button", name=name, exact=isinstance(name, str)).last
    await expect(button).to_be_enabled()
    await (button.tap() if await tab.page.evaluate("navigator.maxTouchPoints") else button.click())


async def behind_more(tab: Tab, name: str | re.Pattern[str]) -> None:
    """Press an entry behind *More…* under the newest message that has it."""
    await press(tab, MORE)
    await press(tab, name)


async def begin(tab: Tab, name: str, **chosen: str) -> None:
    """``/practice``: what is chosen in its panel, then a small board by its form."""
    await tab.command("practice")
    panel = tab.message("Play against me")
    for each, label in {"begins": "First move: you", **chosen}.items():
        select = panel.get_by_role("combobox").nth(CHOICES.index(each))
        await select.select_option(label=label)
        await expect(select.locator("option:checked")).to_have_text(label)
        await expect(panel).to_contain_text("(edited)")
    await look(tab, f"{name}-panel")
    await press(tab, says("button-practice-terms"))
    form = tab.page.get_by_role("dialog", name=says("title-practice", game="Keil"))
    await form.get_by_label("Size").fill("3")
    await form.get_by_label("Komi").fill("0")
    await look(tab, f"{name}-terms")
    await form.get_by_role("button", name="Submit").click()


async def choose_point(tab: Tab, point: str) -> None:
    """*Move* and a point in its list; the first stones of a person are previewed."""
    await press(tab, "Move")
    panel = tab.message("choose a point")
    await panel.get_by_role("combobox").first.select_option(point)
    done = tab.page.locator("#log").get_by_text(f"played {point}").first
    play = tab.button(says("button-play-it"))
    await expect(done.or_(play).first).to_be_visible()
    if await play.count():
        await press(tab, says("button-play-it"))


def solo(tab: Tab) -> Locator:
    """The private board, or what has taken its place."""
    return tab.page.locator("#log > .message.private").last


@SIZES
async def test_a_game_against_the_bot_and_its_review(players: Tabs, size: tuple[int, int]) -> None:
    ada = await sits(players, "Ada", size)
    await begin(ada, f"play-{size[0]}", level=level(4))
    await expect(ada.message("I play at")).to_contain_text("level 4")
    board = ada.message("begins")
    await expect(board).to_contain_text("Black @Ada, White @Keil (level 4)")
    await expect(board).not_to_contain_text("lot")
    await choose_point(ada, "c3")
    # It answers by itself, and calls.
    await expect(ada.message("White played")).to_contain_text("move 2")
    await expect(ada.message("move 2")).to_have_class(re.compile("calls"))
    await look(ada, f"play-{size[0]}-answered")

    # A hint in two steps.
    await behind_more(ada, says("button-hint"))
    hint = ada.message(says("hinted-region"))
    await expect(hint.get_by_role("img").first).to_have_attribute("alt", re.compile("Points: "))
    await look(ada, f"play-{size[0]}-hint")
    await press(ada, says("button-hint-move"))
    told = ada.message("I would play")
    await expect(told.get_by_role("img").first).to_have_attribute("alt", re.compile("I would play"))
    await look(ada, f"play-{size[0]}-hint-move")

    # Who leads, and why it played so.
    await behind_more(ada, says("button-estimate"))
    estimate = ada.message("positions that may follow")
    await expect(estimate).to_contain_text("after 2 moves")
    await expect(estimate).to_contain_text(re.compile("leads|About even|Too early to say"))
    await expect(estimate.get_by_role("img").first).to_be_visible()
    await look(ada, f"play-{size[0]}-estimate")
    await behind_more(ada, says("button-why-this-move"))
    await expect(ada.message("With it I expect")).to_contain_text("White")
    await look(ada, f"play-{size[0]}-why")

    # Another level, and back to the first move, without asking.
    await press(ada, MORE)
    await expect(ada.message(says("private-menu", match="1", players=1))).to_be_visible()
    await look(ada, f"play-{size[0]}-more")
    await press(ada, says("button-level"))
    levels = ada.message("Choose another level").get_by_role("combobox")
    await look(ada, f"play-{size[0]}-level")
    await levels.select_option("2")
    await expect(ada.message("From my next move on")).to_contain_text("level 2")
    await press(ada, MORE)
    await press(ada, TAKE_BACK)
    await expect(ada.message("Black took back c3 and")).to_be_visible()
    await look(ada, f"play-{size[0]}-back")
    for number, move in ((2, "a1"), (4, "e3")):
        await ada.command("play", move=move)
        await expect(ada.messages.last).to_contain_text("White played")
        await expect(ada.messages.last).to_contain_text(f"move {number}")
    await press(ada, "Resign")
    await look(ada, f"play-{size[0]}-resign")
    await press(ada, "Yes, resign")
    end = ada.message("wins game #1")
    await expect(end).to_contain_text("White (@Keil) wins")

    # The review: a curve, and a button for each mistake that leads into the replay.
    await press(ada, says("button-review"))
    review = ada.message("review of 4 moves")
    curve = review.get_by_role("img").first
    await expect(curve).to_have_attribute("alt", re.compile("A curve with these values"))
    await look(ada, f"play-{size[0]}-review")
    await press(ada, says("button-mistake", ply="1"))
    mistake = ada.message("move 1: Black played a1")
    await expect(mistake.get_by_role("img").first).to_be_visible()
    await look(ada, f"play-{size[0]}-mistake")
    await press(ada, says("button-replay"), mistake)
    await expect(ada.message("Move 1 of 4: Black played a1")).to_be_visible()
    await look(ada, f"play-{size[0]}-replay")
    assert not await ada.page.evaluate(WIDER)


@SIZES
async def test_a_private_board_is_seen_by_one_person(
    players: Tabs, people: Driver, size: tuple[int, int]
) -> None:
    ada, bo = await sits(players, "Ada", size), await players.open("Bo")
    await begin(ada, f"solo-{size[0]}", where=says("practice-where-solo"))
    await expect(solo(ada)).to_contain_text("Black @Ada, White @Keil (level 1)")
    await expect(solo(ada)).to_contain_text("Only you can see this")
    await look(ada, f"solo-{size[0]}-board")
    await choose_point(ada, "c3")
    await expect(solo(ada)).to_contain_text("White played")
    await look(ada, f"solo-{size[0]}-answered")
    # One sees the stones while one chooses.
    await press(ada, "Move")
    await expect(solo(ada)).to_contain_text("choose a point")
    picture = solo(ada).get_by_role("img").and_(ada.page.locator("[alt*='c3']"))
    await expect(picture.first).to_be_in_viewport()
    await look(ada, f"solo-{size[0]}-panel")
    await press(ada, BACK)
    # Whatever takes the place of the board leads back to it.
    await behind_more(ada, says("button-hint"))
    await expect(solo(ada)).to_contain_text(says("hinted-region"))
    await press(ada, says("button-hint-move"))
    await expect(solo(ada)).to_contain_text("I would play")
    await look(ada, f"solo-{size[0]}-hint")
    await press(ada, BACK)
    await behind_more(ada, TAKE_BACK)
    await expect(solo(ada)).not_to_contain_text("played")
    await ada.command("play", move="d4")
    await expect(solo(ada)).to_contain_text("White played")
    await press(ada, "Resign")
    await expect(solo(ada)).to_contain_text("Do you want to resign")
    await look(ada, f"solo-{size[0]}-resign")
    await press(ada, "Yes, resign")
    await expect(solo(ada)).to_contain_text("White (@Keil) wins game #1")
    await look(ada, f"solo-{size[0]}-over")
    await press(ada, says("button-review"))
    await expect(solo(ada)).to_contain_text("review of 2 moves")
    await press(ada, BACK)
    await expect(solo(ada).get_by_role("button", name="Rematch")).to_be_visible()
    # Nobody else has seen anything.
    await bo.say("hello")
    await expect(bo.messages).to_have_count(1)
    assert len(await people.messages("#games", "Bo")) == 1
    assert not await ada.page.evaluate(WIDER)


async def test_after_a_restart_everything_goes_on_by_the_same_controls(tmp_path: Path) -> None:
    async with program(tmp_path) as first, browsing(first.url, first.key) as tabs:
        ada = await tabs.open("Ada")
        away = ada.page.get_by_text("The playground is away")
        await begin(ada, "restart", where=says("practice-where-solo"))
        await choose_point(ada, "c3")
        await expect(solo(ada)).to_contain_text("White played")
        await behind_more(ada, says("button-hint"))
        await expect(solo(ada)).to_contain_text(says("hinted-region"))
        await first.interrupt()
        await expect(away).to_be_visible()
        async with program(tmp_path, port=first.port) as second:
            await expect(away).to_be_hidden()
            await press(ada, says("button-hint-move"))
            await expect(solo(ada)).to_contain_text("I would play")
            await press(ada, BACK)
            await behind_more(ada, TAKE_BACK)
            await expect(solo(ada)).to_contain_text("Black to play")
            await ada.command("play", move="d4")
            await expect(solo(ada)).to_contain_text("White played")
            await press(ada, "Resign")
            await press(ada, "Yes, resign")
            await press(ada, says("button-review"))
            await expect(solo(ada)).to_contain_text("review of 2 moves")
            await second.interrupt()
            await expect(away).to_be_visible()
        async with program(tmp_path, port=first.port):
            await expect(away).to_be_hidden()
            # The panel of the review is there still; its board, too.
            await expect(solo(ada)).to_contain_text("review of 2 moves")
            mistake = solo(ada).get_by_role("button", name=re.compile("^Move [0-9]"))
            if await mistake.count():
                await mistake.first.click()
                await expect(ada.message("was better by about")).to_be_visible()
            await press(ada, BACK)
            await expect(ada.button("Rematch")).to_be_visible()
        ada.faults.clear()  # of the times in which there was nobody


def level(number: int) -> str:
    """A level in the list of the panel."""
    name, told = says(f"level-{number}"), says(f"level-{number}.says")
    return f"{says('level-choice', level=str(number), name=name)} — {told}"
