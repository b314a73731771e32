"""Exercises and rules on the page."""

import pytest

from bot.features.learning.asking import answer_of
from bot.messages import exercises
from tests.bot.house import KEIL
from tests.bot.table import Table
from tests.bot.web.reader import opened
from tests.bot.web.test_playing import link_of
from tests.bot.web.test_scenes import scene


async def test_all_exercises_of_a_game_one_after_the_other(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        user = (await page.board())["you"]
        shown = await scene(page, "learn next keil")
        for exercise in exercises.of(KEIL):
            assert exercises.title(KEIL, exercise) in shown["text"]
            answer, _ = answer_of(KEIL, exercise)
            right = await scene(page, f"learn answer keil {exercise.name} {answer}")
            assert "✅" in right["text"]
            shown = await scene(page, right["buttons"][0][1])
        solved = await paged.service.learning.solved(user, "keil")
        assert len(solved) == len(exercises.of(KEIL))
        assert shown["text"].startswith("**Keil puzzle")  # what follows the last one


async def test_a_wrong_answer_and_the_solution(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        user = (await page.board())["you"]
        wrong = await scene(page, "learn answer keil liberty a1")
        assert "❌" in wrong["text"]
        shown = await scene(page, wrong["buttons"][1][1])
        assert "One answer is" in shown["text"]
        assert not await paged.service.learning.solved(user, "keil")


@pytest.mark.parametrize(
    "forged",
    ["learn ask keil nothing", "learn", "learn answer", "rules keil 99", "rules chess", "rules"],
)
async def test_forged_steps_are_refused(paged: Table, forged: str) -> None:
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        await page.board()
        assert (await scene(page, forged))["kind"] == "refused"


async def test_the_rules_lesson_by_lesson(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        (way,) = [step for _, step, *_ in (await page.board())["ways"] if step.startswith("rules")]
        shown = await scene(page, way)
        seen = {shown["text"]}
        while onwards := [step for _, step, style, _ in shown["buttons"] if style == "primary"]:
            shown = await scene(page, onwards[0])
            seen.add(shown["text"])
        assert len(seen) > 2
        assert shown["buttons"][-1][1] == "learn next keil"
