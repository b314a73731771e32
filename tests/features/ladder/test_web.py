"""The ladder on the page, from a game for a place on it."""

import pytest

from bot.chat.gateway import sight
from bot.features.ladder.service import ON_A_PAGE, Ladders
from bot.features.ladder.store import Where
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, Table
from tests.bot.web.reader import opened
from tests.bot.web.test_playing import link_of
from tests.bot.web.test_scenes import scene
from tests.features.ladder.test_ladder import JOIN, accept, challenge, message, server
from tests.features.tournaments.test_web import standings


@pytest.fixture
def _asked_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "FOR_S", 0.0)
    monkeypatch.setattr(sight, "FOR_ALL_S", 0.0)
    monkeypatch.setattr(sight, "PRESENT_S", 0.0)


async def game(table: Table) -> None:
    """Bo plays Ada, who is at the top, for her place."""
    for who in (ADA, BO):
        shown = await table.command(who, "ladder")
        await table.driver.click(who, message(shown), JOIN)
    assert await accept(table, ADA, await challenge(table, BO, ADA)) == 1


async def test_its_game_leads_to_the_ladder(paged: Table) -> None:
    await game(paged)
    async with opened(await link_of(paged, BO)) as page:
        shown = await standings(page)
        line = says("ladder-plays", other=await paged.mention(BO), match="1")
        assert line in shown["text"]
        assert says("ladder-you", place="2", number="2") in shown["text"]
        assert shown["alt"].index(ADA) < shown["alt"].index(BO)
        assert not shown["buttons"]
    async with opened(await link_of(paged, CY)) as page:
        assert says("ladder-outside") in (await standings(page))["text"]


async def test_page_by_page(paged: Table) -> None:
    await game(paged)
    ladders, where = Ladders(paged.service), Where(await server(paged), "keil")
    for number in range(ON_A_PAGE):
        await ladders.join(where, 1000 + number, f"Person {number}")
    async with opened(await link_of(paged, BO)) as page:
        first = await standings(page)
        ((label, step, *_),) = first["buttons"]
        assert label == says("button-replay-forward")
        second = await scene(page, step)
        assert "Person 9" in second["alt"]
        assert "Person 9" not in first["alt"]
        assert [label for label, *_ in second["buttons"]] == [says("button-replay-back")]
        assert (await scene(page, "ladder x"))["kind"] == "refused"


@pytest.mark.usefixtures("_asked_each_time")
async def test_whoever_has_left_the_server_does_not_see_it(paged: Table) -> None:
    await game(paged)
    async with opened(await link_of(paged, BO)) as page:
        await page.board()
        await paged.driver.remove_person("Demo", BO)
        assert (await scene(page, "whole"))["text"] == says("ladder-hidden")
