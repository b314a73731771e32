"""What the page says of ratings during a game."""

from tests.bot.says import says
from tests.bot.table import ADA, Table
from tests.bot.web.reader import opened
from tests.bot.web.test_playing import link_of
from tests.bot.web.test_scenes import scene
from tests.features.estimates.test_estimates import against_bot

NOW = says("ratings-unrated-now")


async def test_who_asks_for_a_hint_is_told_once_that_the_game_is_not_rated(paged: Table) -> None:
    await against_bot(paged, "c3")
    async with opened(await link_of(paged, ADA)) as page:
        ply = (await page.board())["ply"]
        assert (await scene(page, f"hint region {ply}"))["text"].endswith(NOW)
        assert NOW not in (await scene(page, f"hint move {ply}"))["text"]


async def test_who_takes_a_move_back_is_told_too(paged: Table) -> None:
    await against_bot(paged, "c3")
    async with opened(await link_of(paged, ADA)) as page:
        board = await page.board()
        assert NOW in (await page.act("undo", ply=board["ply"]))["text"]
