"""Puzzles on the page: the same questions, verdicts and streak as in the chat."""

import pytest

from bot.service.puzzles import of
from tests.bot.house import KEIL
from tests.bot.table import Table
from tests.bot.web.reader import Reader, opened
from tests.bot.web.test_playing import link_of
from tests.bot.web.test_scenes import scene


async def asked(page: Reader) -> tuple[str, str, str]:
    """A puzzle: the step of an answer, the best move, and another one that can be answered."""
    (way,) = [step for _, step, *_ in (await page.board())["ways"] if step.startswith("puzzle")]
    shown = await scene(page, way)
    name = shown["tap"].split(" ")[-1]
    (puzzle,) = [one for one in of(KEIL) if one.name == name]
    return shown["tap"], puzzle.best, next(move for move in puzzle.wrong if move != "pass")


async def test_a_puzzle_is_solved_and_counts_once(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        tap, best, _ = await asked(page)
        for _ in range(2):
            solved = await scene(page, f"{tap} {best}")
            assert "✅" in solved["text"]
            assert solved["tap"] is None
        user = next(facts["you"] for facts in page.heard if "you" in facts)
        assert [*(await paged.service.learning.puzzles(user)).values()] == [True]


async def test_a_wrong_answer_says_what_it_loses_and_another_does_not_count(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        tap, best, wrong = await asked(page)
        shown = await scene(page, f"{tap} {wrong}")
        assert "❌" in shown["text"]
        labels = [label for label, *_ in shown["buttons"]]
        assert labels == ["Try again", "Show me", "Next puzzle"]
        solution = await scene(page, shown["buttons"][1][1])
        assert best in solution["text"]
        follows = [label for label, *_ in solution["buttons"]]
        assert follows == ["What follows?", "Next puzzle"]
        first = await scene(page, solution["buttons"][0][1])
        assert first["buttons"][0][0] == "‹ Back"
        assert first["text"] != solution["text"]
        user = next(facts["you"] for facts in page.heard if "you" in facts)
        assert [*(await paged.service.learning.puzzles(user)).values()] == [False]


async def test_only_legal_points_can_be_touched(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        (way,) = [step for _, step, *_ in (await page.board())["ways"] if step.startswith("puzzle")]
        shown = await scene(page, way)
        name = shown["tap"].split(" ")[-1]
        position = next(one for one in of(KEIL) if one.name == name).start(KEIL).position
        legal = {*map(position.write, position.legal_moves())} & {*position.board.names}
        assert {point[0] for point in shown["points"] if point[3]} == legal


async def test_nonsense_is_no_answer(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        tap, _, _ = await asked(page)
        shown = await scene(page, f"{tap} zz99")
        assert shown["tap"] == tap
        assert "zz99" in shown["text"]
        user = next(facts["you"] for facts in page.heard if "you" in facts)
        assert not await paged.service.learning.puzzles(user)


@pytest.mark.parametrize("forged", ["ask keil nobody", "next chess", "answer keil", "forged keil"])
async def test_forged_steps_are_refused(paged: Table, forged: str) -> None:
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        await page.board()
        assert (await scene(page, f"puzzle {forged}"))["kind"] == "refused"
        assert (await scene(page, "puzzle today"))["kind"] == "scene"
