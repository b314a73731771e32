"""Hints on the page, for those who play against the bot."""

import pytest

from tests.bot.says import says
from tests.bot.table import ADA, CY, Json, Table
from tests.bot.web.reader import opened
from tests.bot.web.test_playing import PNG, link_of
from tests.bot.web.test_scenes import scene
from tests.features.estimates.test_estimates import against_bot

HINT = says("button-hint")


def hints(board: Json) -> list[Json]:
    """What the page has for hints."""
    return [each for each in board["actions"] if each["label"] == HINT]


async def test_a_hint_shows_the_region_first_then_the_move(paged: Table) -> None:
    await against_bot(paged, "c3")
    async with opened(await link_of(paged, ADA)) as page, paged.nothing_happens():
        board = await page.until("board", lambda facts: bool(hints(facts)))
        (hint,) = hints(board)
        assert hint["more"]
        first = await page.act(hint["do"], hint["value"], ply=board["ply"])
        assert (first["title"], first["text"].split("\n")[0]) == (HINT, says("hinted-region"))
        assert page.pictures[-1].startswith(PNG)
        assert "Points: " in first["alt"]
        ((label, step, *_),) = first["buttons"]
        assert label == says("button-hint-move")
        second = await scene(page, step)
        assert second["text"].startswith("I would play")
        assert second["buttons"] == []
        assert "Point: " in second["alt"]


async def test_nobody_else_gets_one(paged: Table) -> None:
    board = await against_bot(paged, "c3")
    del board
    async with opened(await link_of(paged, CY)) as page:
        shown = await page.board()
        assert not hints(shown)
        refused = await scene(page, f"hint {shown['ply']}")
        assert (refused["kind"], "size" in refused) == ("refused", False)


async def test_between_people_there_is_none(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        assert not hints(await page.board())
        assert (await scene(page, "hint 0"))["text"] == says("refusal-no-hints")


async def test_an_old_boards_hint_is_not_that_of_the_new_one(paged: Table) -> None:
    await against_bot(paged, "c3")
    async with opened(await link_of(paged, ADA)) as page:
        await page.board()
        assert (await scene(page, "hint 0"))["kind"] == "refused"


@pytest.mark.parametrize("forged", ["hint", "hint x", "hint 0 all", "hint 99999999", "hint ²"])
async def test_a_forged_step_is_refused(paged: Table, forged: str) -> None:
    await against_bot(paged, "c3")
    async with opened(await link_of(paged, ADA)) as page:
        await page.board()
        assert (await scene(page, forged))["text"] == says("refusal-no-such-control")
