"""What features show on the page: any scene is shown, nobody gets at anything by forging steps."""

import asyncio

import pytest
from sqlalchemy.exc import OperationalError

from bot.messages.refusals import refusal
from bot.web import open_page
from bot.web.scenes import WHOLE, Stage, gone
from tests.bot.says import says
from tests.bot.table import CY, Table
from tests.bot.web.reader import Json, Reader, opened
from tests.bot.web.test_playing import PNG, link_of
from tests.toy_scenes import NAME, ToyScenes


async def scene(page: Reader, step: str, **more: object) -> Json:
    """What comes of a step."""
    return await page.act("scene", step, ply=0, **more)


@pytest.fixture
def toy(paged: Table) -> ToyScenes:
    """A feature with scenes that nobody knows."""
    assert paged.door is not None
    made = ToyScenes(paged.door.stage)
    paged.door.stage.add(NAME, made)
    return made


async def test_a_feature_that_nobody_knows_is_offered_and_shown(
    paged: Table, toy: ToyScenes
) -> None:
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        board = await page.board()
        assert ["Toy", "toy begin", "secondary", 0] in board["ways"]
        assert ["scene", "toy cheer"] in [[one["do"], one["value"]] for one in board["actions"]]
        shown = await scene(page, "toy begin")
        assert (shown["kind"], shown["title"]) == ("scene", "A toy")
        assert page.pictures[-1].startswith(PNG)
        assert [name for name, *_ in shown["points"]] == [name for name, *_ in board["points"]]
        touched = await scene(page, f"{shown['tap']} c3")
        assert touched["text"].endswith("touch c3")
    assert toy.taken


async def test_ways_to_a_feature_that_is_not_there_are_left_out(
    paged: Table, toy: ToyScenes
) -> None:
    del toy
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        assert "Away" not in [label for label, *_ in (await page.board())["ways"]]
        shown = await scene(page, "toy begin")
        assert [label for label, *_ in shown["buttons"]] == ["Again"]


async def test_whose_scene_it_is_says_the_session(paged: Table, toy: ToyScenes) -> None:
    del toy
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, CY)) as page:
        board = await page.board()
        assert "scene" not in [one["do"] for one in board["actions"]]  # Cy only watches
        await page.say("act", act="scene", value="toy begin", ply=0, id="1" * 32, user=black)
        shown = await page.until("scene")
        people = (await paged.driver.overview())["people"]
        (user,) = [one["id"] for one in people if one["global_name"] == CY]
        assert shown["text"].startswith(f"<@{user}>")


@pytest.mark.parametrize(
    "step", ["", "nobody begin", "toy", "toy forged", " toy begin", "toys begin"]
)
async def test_a_forged_step_is_refused_and_the_page_goes_on(
    paged: Table, toy: ToyScenes, step: str
) -> None:
    del toy
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page, paged.nothing_happens():
        refused = await scene(page, step)
        assert (refused["kind"], refused["text"]) == ("refused", refusal(gone()))
        assert (await scene(page, "toy begin"))["kind"] == "scene"


async def test_a_step_that_comes_twice_is_taken_once(paged: Table, toy: ToyScenes) -> None:
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        for _ in range(2):
            assert (await scene(page, "toy begin", id="7" * 32))["kind"] == "scene"
        assert toy.taken == ["begin"]
        await scene(page, "toy begin")
        await scene(page, "toy touch c3", id="7" * 32)
    assert toy.taken == ["begin", "begin", "touch c3"]


async def test_a_fault_of_a_feature_has_a_reference(paged: Table, toy: ToyScenes) -> None:
    del toy
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        refused = await scene(page, "toy broken")
        assert refused["kind"] == "refused"
        assert (await scene(page, "toy begin"))["kind"] == "scene"


async def test_a_fault_ends_the_wait_once_and_a_database_that_is_away_does_not(
    paged: Table, toy: ToyScenes, caplog: pytest.LogCaptureFixture
) -> None:
    away = OperationalError("select", {}, ConnectionError(), connection_invalidated=True)
    toy.faults += [RuntimeError("a fault of the toy"), away]
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        await page.say("await", value="toy wait")
        refused = await page.until("refused")
        assert (refused["for"], refused["id"]) == ("toy wait", "")
        caplog.clear()
        await page.say("await", value="toy wait")
        await page.until("waits")
        assert not [line for line in caplog.records if line.levelname == "ERROR"]


async def test_names_of_scenes_are_their_own(toy: ToyScenes) -> None:
    stage: Stage = toy.stage
    with pytest.raises(ValueError, match="toy"):
        stage.add(NAME, toy)
    with pytest.raises(ValueError, match=WHOLE):
        stage.add(WHOLE, toy)
    with pytest.raises(ValueError, match="two words"):
        stage.add("two words", toy)


async def test_how_boards_look_is_changed_for_oneself_and_seen_at_once(paged: Table) -> None:
    _, black, white = await paged.begin_small()
    async with (
        opened(await link_of(paged, black)) as page,
        opened(await link_of(paged, white)) as other,
    ):
        before, theirs = await page.board(), await other.board()
        own = page.pictures[-1]
        (way,) = [step for _, step, *_ in before["ways"] if step.startswith("view ")]
        shown = await scene(page, way)
        palettes = shown["menus"][0][1]
        (step,) = [step for _, step, *_ in palettes if step.endswith("palette=contrast")]
        shown = await scene(page, step)
        assert [value for _, value, _, chosen in shown["menus"][0][1] if chosen] == [step]
        page.kept.clear()
        await page.board()
        while page.pictures[-1] == own:  # it may have been on its way before the change
            await page.board()
        await other.say("look", at=None, overlay="none")
        await other.board()
        assert other.pictures[-1] == other.pictures[0]
        assert theirs["you"] != before["you"]


@pytest.mark.parametrize("way", ["Rotate the board", "Mirror the board"])
async def test_a_board_is_turned_once_by_a_press_that_comes_twice(paged: Table, way: str) -> None:
    _, black, _ = await paged.begin_small()
    poses = list[object]()
    async with opened(await link_of(paged, black)) as page:
        user = (await page.board())["you"]
        shown = await scene(page, "view keil")
        for key in ("7" * 32, "7" * 32, "8" * 32):  # two are the same; the third is another press
            (step,) = [step for label, step, *_ in shown["buttons"] if label == way]
            again = await scene(page, step, id=key)
            assert paged.door is not None
            paged.door.stage.forget()  # as another process
            poses.append((await paged.service.preferences.of(user)).poses)
            shown = again if poses[1:] else shown
    assert poses[0] == poses[1] != poses[2]


@pytest.mark.parametrize(
    "forged",
    [
        "view",
        "view nobody",
        "view keil palette=<b>",
        "view keil pose=9,0",
        "view keil pose=x",
        "view ki mirror 9",
    ],
)
async def test_a_forged_choice_changes_nothing(paged: Table, forged: str) -> None:
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        user = (await page.board())["you"]
        before = await paged.service.preferences.of(user)
        assert (await scene(page, forged))["kind"] == "scene"
        assert await paged.service.preferences.of(user) == before


async def test_while_an_answer_takes_long_the_page_hears_so(
    paged: Table, toy: ToyScenes, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(open_page, "WORKING_S", 0.0)
    _, black, _ = await paged.begin_small()
    async with opened(await link_of(paged, black)) as page:
        toy.wait = asyncio.Event()
        await page.say("act", act="scene", value="toy begin", ply=0, id="1" * 32)
        working = await page.until("working")
        assert (working["id"], working["text"]) == ("1" * 32, says("web-working"))
        toy.wait.set()
        assert (await page.until("scene"))["id"] == "1" * 32
