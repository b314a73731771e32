"""Leaderboards on the page."""

import pytest

from bot.chat.gateway import sight
from bot.features.ratings.arithmetic import Rating
from bot.features.ratings.leaders import ON_A_PAGE
from bot.features.ratings.store import RatingQueries
from bot.storage.transaction import Transaction
from tests.bot.says import says
from tests.bot.table import ADA, BO, Table
from tests.bot.web.reader import Json, Reader, opened
from tests.bot.web.test_playing import link_of
from tests.bot.web.test_scenes import scene
from tests.features.practice.test_practice import choose, panel
from tests.features.ratings.test_leaderboard_command import known

ELSEWHERE = 77
"""Somebody who has played on another server only."""


async def stranger(table: Table) -> None:
    """Somebody is the best of all, but not here."""

    def work(tx: Transaction) -> None:
        rating = Rating(1900, 60, table.service.now(), 9)
        RatingQueries(tx.connection).keep(ELSEWHERE, "keil", rating)
        tx.people.remember_names({ELSEWHERE: "Zoe"})

    await table.service.store.write(work)


async def leaders(page: Reader) -> Json:
    """What *Leaderboard* of a board shows."""
    ways = (await page.board())["ways"]
    (way,) = [step for label, step, *_ in ways if label == says("leaders-scenes")]
    return await scene(page, way)


def step(shown: Json, key: str) -> str:
    """The step of a button."""
    return next(step for label, step, *_ in shown["buttons"] if label == says(key))


async def test_first_the_server_then_all_and_oneself_can_hide(paged: Table) -> None:
    await paged.begin_small()
    await known(paged, ADA, 1612)
    await known(paged, BO, 1500)
    await known(paged, "Cy", 1700, deviation=200)
    await stranger(paged)
    async with opened(await link_of(paged, BO)) as page:
        here = await leaders(page)
        assert here["text"].startswith(says("leaders-here", game="Keil"))
        assert here["alt"].index(ADA) < here["alt"].index(BO)
        one = says("leaders-provisional-one", name="Cy", value="1700", deviation="200")
        assert says("leaders-provisional", others=one) in here["text"]
        assert "Zoe" not in here["alt"]
        everywhere = await scene(page, step(here, "button-leaders-everywhere"))
        assert everywhere["text"].startswith(says("leaders-everywhere", game="Keil"))
        assert everywhere["alt"].index("Zoe") < everywhere["alt"].index(ADA)
        hidden = await scene(page, step(here, "button-leaders-hide"))
        assert says("leaders-hidden") in hidden["text"]
        assert hidden["text"].startswith(says("leaders-here", game="Keil"))
        assert BO not in hidden["alt"]
        assert BO not in (await scene(page, step(everywhere, "button-leaders-here")))["alt"]
        again = await scene(page, step(hidden, "button-leaders-show"))
        assert BO in again["alt"]


async def test_page_by_page(paged: Table) -> None:
    await paged.begin_small()
    people = [f"Person {number}" for number in range(ON_A_PAGE)]
    for number, name in enumerate(people):
        await paged.driver.create_person(name, ["Demo"])
        await known(paged, name, 1700 - number)
    await known(paged, ADA, 1600)
    async with opened(await link_of(paged, ADA)) as page:
        first = await leaders(page)
        assert ADA not in first["alt"]
        second = await scene(page, step(first, "button-replay-forward"))
        assert ADA in second["alt"]
        back = await scene(page, step(second, "button-replay-back"))
        assert back["alt"] == first["alt"]


@pytest.fixture
def _asked_each_time(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sight, "FOR_S", 0.0)
    monkeypatch.setattr(sight, "FOR_ALL_S", 0.0)
    monkeypatch.setattr(sight, "PRESENT_S", 0.0)


@pytest.mark.usefixtures("_asked_each_time")
async def test_whoever_has_left_a_server_sees_it_no_more(paged: Table) -> None:
    """Their own games against me are on the page as before."""
    message = await choose(paged, await panel(paged), 3, "solo")
    await paged.driver.click(ADA, message, says("button-practice-begin"))
    await known(paged, BO, 1612)
    await known(paged, ADA, 1500)
    async with opened(await link_of(paged, ADA)) as page:
        assert (await leaders(page))["text"].startswith(says("leaders-here", game="Keil"))
        await paged.driver.remove_person("Demo", ADA)
        left = await scene(page, "leaders here keil")
        assert left["text"].startswith(says("leaders-everywhere", game="Keil"))
        assert says("button-leaders-here") not in [label for label, *_ in left["buttons"]]


async def test_nobody_is_hidden_by_another(paged: Table) -> None:
    await paged.begin_small()
    await known(paged, ADA, 1612)
    async with opened(await link_of(paged, BO)) as page:
        await page.board()
        hidden = await scene(page, "leaders all keil 0 hide")
        assert ADA in hidden["alt"]


@pytest.mark.parametrize(
    "forged",
    ["leaders", "leaders here", "leaders all chess 0", "leaders 1 keil 0", "leaders all keil 0 x"],
)
async def test_forged_steps_are_refused(paged: Table, forged: str) -> None:
    await paged.begin_small()
    async with opened(await link_of(paged, BO)) as page:
        await page.board()
        assert (await scene(page, forged))["kind"] == "refused"
        assert (await scene(page, "leaders all keil 99999"))["kind"] == "scene"
