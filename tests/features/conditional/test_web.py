"""Planned moves on the page: the same plans as in the channel, and seen by nobody else."""

import pytest

from bot.features.conditional.service import MOST_MOVES, Plans, written
from bot.messages.refusals import refusal
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.web.scenes import gone
from tests.bot.says import says
from tests.bot.table import CY, Table
from tests.bot.web.reader import Json, opened
from tests.bot.web.test_playing import PNG, link_of
from tests.bot.web.test_scenes import scene
from tests.features.conditional.test_conditional import head, step

IF = ["scene", "plan"]


def acts(board: Json) -> list[list[str]]:
    return [[one["do"], one["value"]] for one in board["actions"]]


def button(shown: Json, key: str) -> str:
    return next(step for label, step, *_ in shown["buttons"] if label == says(key))


async def planned(table: Table, who: str) -> list[str]:
    """What somebody has planned."""
    user = int((await table.mention(who)).strip("<@!>"))
    live = await table.service.matches.live(1)
    found = await Plans(table.service.store, table.service.matches.cache).of(live, user)
    return [] if found is None else written(found.variations).splitlines()


async def begun(table: Table) -> tuple[str, str]:
    """Black has moved and waits; Black and White."""
    _, black, white = await table.begin_small()
    await table.play(black, "c3")
    await table.board(1)
    return black, white


async def test_an_answer_is_planned_by_touch_and_played_when_its_move_comes(paged: Table) -> None:
    black, white = await begun(paged)
    async with opened(await link_of(paged, black)) as page:
        board = await page.board()
        assert IF in acts(board)
        theirs = await scene(page, "plan")
        assert theirs["text"] == says("conditional-choose", game="Keil", match="1")
        assert not theirs["twice"]
        mine = await scene(page, f"{theirs['tap']} d4")
        assert says("conditional-choose-answer", moves="d4") in mine["text"]
        assert mine["twice"]
        whole = await scene(page, f"{mine['tap']} b2")
        said = [head(), step("d4", "b2"), says("conditional-tells")]
        assert whole["text"] == "\n".join(said)
        assert says("conditional-alt", variation="If d4, then b2") in whole["alt"]
        assert page.pictures[-1].startswith(PNG)
        assert await planned(paged, black) == ["d4 b2"]
        await paged.play(white, "d4")
        assert (await page.board(3))["moves"] == ["c3", "d4", "b2"]


async def test_a_plan_grows_is_looked_at_and_taken_back_in_parts(paged: Table) -> None:
    black, _ = await begun(paged)
    async with opened(await link_of(paged, black)) as page:
        await page.board()
        first = await scene(page, "plan move 1 d4 b2")
        on = await scene(page, button(first, "button-conditional-on"))
        assert says("conditional-choose-on", moves=step("d4", "b2")) in on["text"]
        whole = await scene(page, f"{on['tap']} e1 a3")  # typed: several at once
        assert whole["tap"] is None, whole["text"]
        assert await planned(paged, black) == ["d4 b2 e1 a3"]
        another = await scene(page, button(first, "button-conditional-another"))
        both = await scene(page, f"{another['tap']} e3 b2")
        assert await planned(paged, black) == ["d4 b2 e1 a3", "e3 b2"]
        ((label, choices),) = both["menus"]
        assert label == says("conditional-all")
        assert [chosen for *_, chosen in choices] == [0, 1]
        other = await scene(page, choices[0][1])
        for _ in range(2):  # at another process it may come twice
            await page.act("scene", button(other, "button-conditional-leave-out"), ply=0)
            assert await planned(paged, black) == ["e3 b2"]
        opened_again = await scene(page, "plan")
        assert opened_again["text"].startswith(head())
        gone_now = await scene(page, button(opened_again, "button-withdraw"))
        assert gone_now["text"] == says("conditional-withdrawn", game="Keil", match="1")
        assert await planned(paged, black) == []


async def test_a_move_that_cannot_be_says_why_and_loses_nothing(paged: Table) -> None:
    black, _ = await begun(paged)
    async with opened(await link_of(paged, black)) as page:
        await page.board()
        mine = await scene(page, "plan move 1 d4")
        refused = await scene(page, f"{mine['tap']} d4")
        assert refused["kind"] == "scene"
        assert refused["text"].endswith(mine["text"].splitlines()[-1])
        assert refused["text"] != mine["text"]
        assert refused["tap"] == mine["tap"]
        unread = await scene(page, f"{mine['tap']} nowhere")
        assert unread["tap"] == mine["tap"]
        long = await scene(page, "plan move 1" + " d4 b2" * MOST_MOVES)
        assert long["kind"] == "scene"  # the third of these is refused
        assert await planned(paged, black) == []


async def test_only_whoever_waits_plans_and_nobody_else_sees_it(paged: Table) -> None:
    black, white = await begun(paged)
    async with opened(await link_of(paged, black)) as page:
        await scene(page, "plan move 1 d4 b2")
        for who, why in (
            (white, says("conditional-your-turn")),
            (CY, None),
        ):
            async with opened(await link_of(paged, who)) as other:
                board = await other.board()
                assert IF not in acts(board)
                assert "b2" not in board["text"]
                for forged in ("plan", "plan move 1 d4 a1", "plan drop 1", "plan show 1 d4 b2"):
                    refused = await scene(other, forged)
                    assert refused["kind"] == "refused"
                    assert why is None or refused["text"] == why
        assert await planned(paged, black) == ["d4 b2"]


async def test_a_step_for_a_board_that_has_changed_plans_nothing(paged: Table) -> None:
    black, white = await begun(paged)
    async with opened(await link_of(paged, black)) as page:
        await page.board()
        await paged.play(white, "d4")
        await paged.play(black, "b2")
        await page.board(3)
        refused = await scene(page, "plan move 1 e3 a1")
        live = await paged.service.matches.live(1)
        assert refused["text"] == refusal(RefusedError(ServiceRefusal.OLD_BOARD, live=live))
        assert await planned(paged, black) == []


@pytest.mark.parametrize(
    "forged",
    ["plan move", "plan move x d4", "plan sing 1 d4", "plan show 1 d4 b2", "plan without 1"],
)
async def test_forged_steps_are_refused(paged: Table, forged: str) -> None:
    black, _ = await begun(paged)
    async with opened(await link_of(paged, black)) as page:
        await page.board()
        refused = await scene(page, forged)
        assert (refused["kind"], refused["text"]) == ("refused", refusal(gone()))
