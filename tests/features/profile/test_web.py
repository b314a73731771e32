"""Profiles on the page, under the rules of ``/profile``."""

from typing import Any

import pytest

from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, Table
from tests.bot.web.reader import Reader, opened
from tests.bot.web.test_playing import PNG, link_of
from tests.bot.web.test_scenes import scene
from tests.features.practice.test_practice import panel
from tests.features.profile.test_profile import played, results


def menu(shown: dict[str, Any], label: str) -> dict[str, str]:
    """The steps of a menu by the words of its choices."""
    (choices,) = [choices for name, choices in shown["menus"] if name == label]
    return {name: step for name, step, *_ in choices}


async def way(page: Reader) -> str:
    """The step that a board offers."""
    ways = (await page.board())["ways"]
    return next(step for label, step, *_ in ways if label == says("menu-profile"))


async def test_ones_own_is_shown_and_its_owner_decides_who_sees_it(paged: Table) -> None:
    black, white = await played(paged)
    async with (
        opened(await link_of(paged, black)) as page,
        opened(await link_of(paged, white)) as other,
    ):
        own = await scene(page, await way(page))
        assert own["text"].startswith(says("profile-yours", game="Keil"))
        assert says("profile-people", results=results(1, 0)) in own["text"]
        assert says("profile-unseen") in own["text"]
        whose = menu(await scene(other, await way(other)), says("profile-whose"))
        assert list(whose) == [says("profile-you"), black]
        private = await scene(other, whose[black])
        between = says("profile-between", results=results(0, 1))
        assert private["text"] == f"{says('profile-private', name=black)}\n**Keil** · {between}"
        assert not private["buttons"]
        ((label, share, *_),) = own["buttons"]
        assert label == says("button-profile-share")
        shared = await scene(page, share)
        assert says("profile-seen") in shared["text"]
        seen = await scene(other, whose[black])
        assert seen["text"].startswith(says("profile-theirs", name=black, game="Keil"))
        assert not seen["buttons"]  # it is not theirs to hide
        ((_, keep, *_),) = shared["buttons"]
        await scene(page, keep)
        assert (await scene(other, whose[black]))["text"] == private["text"]


async def test_whoever_watches_sees_what_the_players_show(paged: Table) -> None:
    black, white = await played(paged)
    (third,) = {ADA, BO, CY} - {black, white}
    async with opened(await link_of(paged, third)) as page:
        whose = menu(await scene(page, await way(page)), says("profile-whose"))
        assert set(whose) == {says("profile-you"), black, white}
        assert (await scene(page, whose[white]))["text"] == says("profile-private", name=white)


async def test_the_course_of_a_rating_is_a_picture(paged: Table) -> None:
    _, black, white = await paged.begin_small()
    stones = ((black, "b3"), (white, "e2"), (black, "c2"), (white, "d4"), (black, "a1"))
    await paged.moves(*stones, (white, "b2"), (black, "pass"), (white, "pass"))
    async with opened(await link_of(paged, black)) as page:
        shown = await scene(page, await way(page))
        assert "Rating " in shown["text"]
        assert f"Rating of {black} in Keil" in shown["alt"]
        assert page.pictures[-1].startswith(PNG)


async def test_a_computer_has_no_profile(paged: Table) -> None:
    await paged.driver.click(ADA, await panel(paged), says("button-practice-begin"))
    async with opened(await link_of(paged, ADA)) as page:
        shown = await scene(page, await way(page))
        assert says("profile-whose") not in [label for label, _ in shown["menus"]]


@pytest.mark.parametrize(
    "forged", ["", "chess", "keil {stranger}", "keil all", "keil  share", "keil share 1"]
)
async def test_forged_steps_are_refused(paged: Table, forged: str) -> None:
    black, white = await played(paged)
    (third,) = {ADA, BO, CY} - {black, white}
    stranger = (await paged.mention(third)).strip("<@!>")
    async with opened(await link_of(paged, black)) as page:
        await page.board()
        refused = await scene(page, f"profile {forged.format(stranger=stranger)}".strip())
        assert refused["kind"] == "refused"
        assert says("profile-unseen") in (await scene(page, "profile keil"))["text"]
