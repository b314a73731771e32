"""Exercises and puzzles on the page, against the whole program, also across a restart."""

import re
from pathlib import Path

import pytest
from playwright.async_api import Locator, expect

from bot.messages import exercises
from bot.service import puzzles
from bot.service.puzzles import Puzzle
from engine.games import all_games
from tests.bot.says import says
from tests.page.browser import WITH_BROWSER, Tab, Tabs, browsing
from tests.page.program import program
from tests.page.test_practice import WIDER, press, sits
from tests.page.test_threads import SIZES
from tests.page.test_whole_games import look

pytestmark = [pytest.mark.slow, WITH_BROWSER]

KEIL, KI = all_games()["keil"], all_games()["ki"]
EVERY = exercises.of(KEIL)
AGAIN, SHOW = says("button-exercise-again"), says("button-exercise-solution")
NEXT, NEXT_PUZZLE = says("button-exercise-next"), says("button-puzzle-next")


def card(tab: Tab) -> Locator:
    """The private message in which one learns."""
    return tab.page.locator("#log > .message.private").last


async def answer(tab: Tab, move: str) -> None:
    """Choose a point in the first list; on large boards, whose points come row by row, type it."""
    points = card(tab).get_by_role("combobox").first
    if await points.locator(f'option[value="{move}"]').count():
        await points.select_option(move)
        return
    await press(tab, says("button-exercise-type"))
    form = tab.page.get_by_role("dialog")
    await form.get_by_role("textbox").fill(move)
    await form.get_by_role("button", name="Submit").click()


async def title(tab: Tab, name: str) -> None:
    """See which exercise is asked."""
    (exercise,) = [each for each in exercises.of(KEIL) if each.name == name]
    await expect(card(tab)).to_contain_text(exercises.title(KEIL, exercise))


async def asked(tab: Tab) -> Puzzle:
    """The puzzle that is asked."""
    await expect(card(tab)).to_contain_text("One move is best")
    said = await card(tab).text_content() or ""
    (puzzle,) = [each for each in puzzles.of(KI) if f"{shown(each)}:" in said]
    return puzzle


def shown(puzzle: Puzzle) -> str:
    """What the puzzle is called."""
    return f"puzzle {puzzles.title(KI, puzzle.name)}"


def missed(puzzle: Puzzle) -> str:
    """A point that is not the best."""
    return next(move for move in puzzle.wrong if move not in ("pass", "button"))


def streak(now: int, best: int, solved: int, answered: int) -> str:
    return says("puzzle-streak", now=now, best=best, solved=solved, answered=answered)


@SIZES
async def test_a_wrong_answer_then_the_right_one_then_the_next(
    players: Tabs, size: tuple[int, int]
) -> None:
    ada = await sits(players, "Ada", size)
    await ada.command("learn keil")
    await title(ada, "liberty")
    await expect(card(ada).get_by_role("img").first).to_be_visible()
    # What answers it comes first, then the list of all exercises.
    lists = card(ada).get_by_role("combobox")
    words = await card(ada).get_by_role("button", name="Pass").bounding_box()
    every = await lists.last.bounding_box()
    assert words and every and words["y"] < every["y"]
    await look(ada, f"learn-{size[0]}-question")
    await answer(ada, "a1")
    told = says("finding-not-beside", move="a1", stones="c3")
    await expect(card(ada)).to_contain_text(told)
    await expect(card(ada).get_by_role("img").first).to_be_visible()
    await look(ada, f"learn-{size[0]}-wrong")
    await press(ada, AGAIN)
    await answer(ada, "d3")
    await expect(card(ada)).to_contain_text("Right.")
    await expect(card(ada)).to_contain_text(f"solved 1 of {len(EVERY)}")
    await look(ada, f"learn-{size[0]}-right")
    await press(ada, NEXT)
    await title(ada, "capture")
    await answer(ada, "b2")
    await expect(card(ada)).to_contain_text("Not yet.")
    await press(ada, SHOW)
    await expect(card(ada)).to_contain_text("One answer is")
    await look(ada, f"learn-{size[0]}-shown")
    # Another one, from the list.
    await press(ada, AGAIN)
    await lists.last.select_option("count")
    await title(ada, "count")
    await press(ada, "9")
    await expect(card(ada)).to_contain_text(f"solved 2 of {len(EVERY)}")
    await look(ada, f"learn-{size[0]}-count")
    assert not await ada.page.evaluate(WIDER)


@SIZES
async def test_a_streak_of_puzzles(players: Tabs, size: tuple[int, int]) -> None:
    ada = await sits(players, "Ada", size)
    await ada.command("puzzle", game="ki")
    first = await asked(ada)
    await look(ada, f"puzzle-{size[0]}-question")
    await answer(ada, first.best)
    await expect(card(ada)).to_contain_text("Right.")
    await expect(card(ada)).to_contain_text(streak(1, 1, 1, 1))
    await look(ada, f"puzzle-{size[0]}-right")
    await press(ada, NEXT_PUZZLE)
    await expect(card(ada)).not_to_contain_text(f"{shown(first)}:")
    second = await asked(ada)
    await answer(ada, missed(second))
    await expect(card(ada)).to_contain_text("Not the best.")
    await expect(card(ada)).to_contain_text(streak(0, 1, 1, 2))
    await expect(card(ada).get_by_role("img").first).to_be_visible()
    await look(ada, f"puzzle-{size[0]}-wrong")
    await press(ada, AGAIN)
    await answer(ada, second.best)
    await expect(card(ada)).to_contain_text(says("puzzle-again"))
    await expect(card(ada)).to_contain_text(streak(0, 1, 1, 2))
    await look(ada, f"puzzle-{size[0]}-again")
    assert not await ada.page.evaluate(WIDER)


async def test_after_a_restart_exercises_and_puzzles_go_on_by_the_same_controls(
    tmp_path: Path,
) -> None:
    async with program(tmp_path) as first, browsing(first.url, first.key) as tabs:
        ada = await tabs.open("Ada")
        away = ada.page.get_by_text("The playground is away")
        await ada.command("learn keil")
        await title(ada, "liberty")
        await first.interrupt()
        await expect(away).to_be_visible()
        async with program(tmp_path, port=first.port) as second:
            await expect(away).to_be_hidden()
            await answer(ada, "a1")
            await expect(card(ada)).to_contain_text("Not yet.")
            await second.interrupt()
            await expect(away).to_be_visible()
        async with program(tmp_path, port=first.port) as third:
            await expect(away).to_be_hidden()
            await press(ada, AGAIN)
            await answer(ada, "d3")
            await expect(card(ada)).to_contain_text(f"solved 1 of {len(EVERY)}")
            await press(ada, NEXT)
            await title(ada, "capture")
            await ada.command("puzzle", game="ki")
            puzzle = await asked(ada)
            await third.interrupt()
            await expect(away).to_be_visible()
        async with program(tmp_path, port=first.port) as fourth:
            await expect(away).to_be_hidden()
            await answer(ada, puzzle.best)
            await expect(card(ada)).to_contain_text(streak(1, 1, 1, 1))
            await fourth.interrupt()
            await expect(away).to_be_visible()
        async with program(tmp_path, port=first.port):
            await expect(away).to_be_hidden()
            await press(ada, NEXT_PUZZLE)
            await expect(card(ada)).not_to_contain_text(f"{shown(puzzle)}:")
            await expect(card(ada)).to_contain_text(streak(1, 1, 1, 1))
            # The old message of the exercise, too.
            lesson = ada.message(f"exercise 2 of {len(EVERY)}")
            await lesson.get_by_role("combobox").last.select_option("edge")
            await expect(ada.message(f"exercise 4 of {len(EVERY)}")).to_have_text(
                re.compile(f"solved 1 of {len(EVERY)}")
            )
        ada.faults.clear()  # of the times in which there was nobody
