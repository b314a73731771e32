"""*Hint* and *Why this move?* on the page."""

import pytest

from engine.position import Placement
from tests.bot.says import says
from tests.bot.table import ADA, CY, Table
from tests.bot.web.reader import Json, opened
from tests.bot.web.test_playing import PNG, link_of
from tests.bot.web.test_scenes import scene
from tests.features.estimates.test_estimates import against_bot


def offered(board: Json) -> dict[str, str]:
    """The steps that are offered beside a board, by their labels."""
    return {one["label"]: one["value"] for one in board["actions"] if one["do"] == "scene"}


def buttons(shown: Json) -> dict[str, str]:
    return {label: step for label, step, *_ in shown["buttons"]}


async def test_a_hint_tells_the_region_then_the_move_and_what_follows_on_boards(
    paged: Table,
) -> None:
    await against_bot(paged, "c3")
    async with opened(await link_of(paged, ADA)) as page:
        board = await page.board()
        region = await scene(page, offered(board)[says("button-hint")])
        assert region["text"].startswith(says("hinted-region"))
        assert page.pictures[-1].startswith(PNG)
        move = await scene(page, buttons(region)[says("button-hint-move")])
        assert says("line-expected", moves="") in move["text"]
        seen = {page.pictures[-1]}
        while step := buttons(move).get(
            says("button-line-follow"), buttons(move).get(says("button-replay-forward"))
        ):
            move = await scene(page, step)
            assert move["text"].count("**") >= 2
            seen.add(page.pictures[-1])
        assert len(seen) > 2
        assert says("button-replay-back") in buttons(move)


async def test_the_bots_move_is_explained_and_followed(paged: Table) -> None:
    await against_bot(paged, "c3")
    last = (await paged.service.matches.live(1)).match.turn_log.moves[-1].text
    async with opened(await link_of(paged, ADA)) as page:
        why = await scene(page, offered(await page.board())[says("button-why-this-move")])
        assert last in why["text"].splitlines()[0]
        first = page.pictures[-1]
        on = await scene(page, buttons(why)[says("button-line-follow")])
        assert page.pictures[-1] != first
        back = await scene(page, buttons(on)[says("button-replay-back")])
        assert page.pictures[-1] == first
        assert back["text"].splitlines()[:2] == why["text"].splitlines()[:2]


async def test_who_asks_for_help_is_told_on_the_page_that_the_game_is_not_rated(
    paged: Table,
) -> None:
    """Once."""
    await against_bot(paged, "c3")
    async with opened(await link_of(paged, ADA)) as page:
        step = offered(await page.board())[says("button-hint")]
        told = [(await scene(page, step))["text"] for _ in range(2)]
    assert [says("ratings-unrated-now") in each for each in told] == [True, False]


async def test_nobody_else_is_offered_any(paged: Table) -> None:
    await against_bot(paged, "c3")
    async with opened(await link_of(paged, CY)) as page:
        assert says("button-hint") not in offered(await page.board())
        assert (await scene(page, "hint region 2"))["kind"] == "refused"
    await paged.begin_small()
    live = await paged.service.matches.live(2)
    black = await paged.name(live.to_move or 0)
    async with opened(await link_of(paged, black, 2)) as page:
        assert says("button-hint") not in offered(await page.board())
        assert (await scene(page, f"hint region {live.match.ply}"))["kind"] == "refused"


@pytest.mark.parametrize(
    "forged",
    [
        *("hint", "hint x", "hint region", "hint region -1", "hint region 2 3 4", "hint why 99"),
        *("hint why 1 x", "hint why", "hint move 99", "hint region 1111111111"),
    ],
)
async def test_a_forged_step_is_refused(paged: Table, forged: str) -> None:
    await against_bot(paged, "c3")
    async with opened(await link_of(paged, ADA)) as page:
        await page.board()
        assert (await scene(page, forged))["kind"] == "refused"


async def test_ones_own_moves_are_not_explained(paged: Table) -> None:
    await against_bot(paged, "c3")
    moves = (await paged.service.matches.live(1)).match.turn_log.moves
    (own,) = [plies for plies, turn in enumerate(moves) if turn.text == "c3"]
    async with opened(await link_of(paged, ADA)) as page:
        await page.board()
        told = await scene(page, f"hint why {own}")
        assert told["text"] == says("refusal-nothing-to-explain")


async def test_a_hint_for_a_board_that_is_not_the_newest_is_refused(paged: Table) -> None:
    await against_bot(paged, "c3")
    live = await paged.service.matches.live(1)
    free = next(one for one in live.match.position.legal_moves() if isinstance(one, Placement))
    async with opened(await link_of(paged, ADA)) as page:
        step = offered(await page.board())[says("button-hint")]
        await paged.play(ADA, free.point)
        await paged.board(live.match.ply + 2)
        assert (await scene(page, step))["text"] == says("refusal-old-board")
