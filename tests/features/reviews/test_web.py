"""The review of a game on the page."""

import pytest

from tests.bot.table import CY, Table
from tests.bot.web.reader import opened
from tests.bot.web.test_playing import link_of
from tests.bot.web.test_scenes import scene


async def over(table: Table) -> None:
    """A short game that somebody has resigned."""
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "b2"), (black, "d3"))
    live = await table.service.matches.live(1)
    await table.service.matches.resign(1, live.to_move or 0, event_id=-1)


async def test_every_move_on_the_curve_leads_to_its_board(paged: Table) -> None:
    await over(paged)
    async with opened(await link_of(paged, CY)) as page:
        board = await page.board()
        (step,) = [one["value"] for one in board["actions"] if one["do"] == "scene"][:1]
        shown = await scene(page, step)
        assert [point[0] for point in shown["points"]] == ["1", "2", "3"]
        assert all(0 < x < shown["size"][0] for _, x, *_ in shown["points"])
        assert all(0 < y < shown["size"][1] for _, _, y, *_ in shown["points"])
        seen = set[str]()
        for number in ("1", "2", "3"):
            move = await scene(page, f"{shown['tap']} {number}")
            seen.add(move["text"])
            assert page.pictures[-1] != page.pictures[-2]
        assert len(seen) == 3
        assert (await scene(page, move["buttons"][-1][1]))["text"] == shown["text"]


@pytest.mark.parametrize(
    "forged", ["review 0", "review 9", "review 1 2", "review -1", "review x", "review 0000019999"]
)
async def test_a_move_that_there_is_not_is_refused(paged: Table, forged: str) -> None:
    await over(paged)
    async with opened(await link_of(paged, CY)) as page:
        await page.board()
        assert (await scene(page, forged))["kind"] == "refused"


async def test_a_game_that_is_not_over_has_none(paged: Table) -> None:
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        board = await page.board()
        assert "review" not in [one["value"] for one in board["actions"]]
        assert (await scene(page, "review"))["kind"] == "refused"
