"""On a slow connection nothing comes of a scene or a match that somebody has left."""

from asyncio import Event

import pytest
from playwright.async_api import expect

from bot.web import open_page
from bot.web.scenes import Done
from tests.bot.says import says
from tests.page.browser import WITH_BROWSER
from tests.page.web_page.seated import Room, Seat
from tests.page.web_page.slow_lines import (
    Line,
    a_board_loads,
    came,
    done,
    heard,
    on_a_line,
    pictures_load,
)
from tests.page.web_page.test_scenes import at_the_toy, back_at
from tests.toy_scenes import NAME, ToyScenes

pytestmark = [pytest.mark.slow, WITH_BROWSER]


async def test_a_choice_in_a_scene_that_was_left_is_made_in_no_later_one(room: Room) -> None:
    room.stage.add(NAME, toy := ToyScenes(room.stage))
    seat, line = await on_a_line(room, await room.begun("c3"))
    await at_a_toy_while_resigning(seat, toy, line)
    await seat.page.get_by_label("Mood").select_option(label="Bold")
    await seat.button("Back to the game").click()
    line.release()
    await seat.page.locator("#no").click()
    await seat.button("Toy").click()
    await expect(seat.page.locator("#scene-text")).to_contain_text("begin")
    await done(seat)
    assert toy.taken == ["begin", "begin"]


async def test_a_button_of_a_scene_waits_for_what_was_done_beside_it(room: Room) -> None:
    room.stage.add(NAME, toy := ToyScenes(room.stage))
    seat, line = await on_a_line(room, await room.begun("c3"))
    await at_a_toy_while_resigning(seat, toy, line)
    await seat.button("Again").click()
    line.release()
    await seat.page.locator("#no").click()
    await seat.page.wait_for_function("() => !page.live.waiting() && !page.live.queued()")
    assert toy.taken == ["begin", "begin"]


async def at_a_toy_while_resigning(seat: Seat, toy: ToyScenes, line: Line) -> None:
    """The scene of a toy, while the question is due whether they really resign."""
    toy.wait = Event()
    await seat.button("More …").click()
    await seat.button("Toy").click()
    await seat.button("Resign").click()
    line.hold(lambda facts: facts["kind"] == "ask")
    toy.wait.set()
    await expect(seat.page.get_by_role("heading", name="A toy")).to_be_visible()
    await seat.page.wait_for_function("() => page.live.waiting()?.act === 'resign'")


@pytest.mark.parametrize("press", ["Toy", "Resign"])
async def test_what_comes_of_the_match_one_has_left_is_not_shown(room: Room, press: str) -> None:
    room.stage.add(NAME, ToyScenes(room.stage))
    first, second = await room.begun("c3"), await room.begun("c3")
    seat, _ = await on_a_line(room, first)
    await seat.page.evaluate("(next) => page.got({ kind: 'said', text: '', next })", second)
    await expect(seat.page.locator("#title")).to_contain_text(f"#{second}")
    await seat.button("More …").click()
    if press == "Toy":
        await pictures_load(seat)
    else:
        await a_board_loads(room, seat, second)
    await seat.button(press).click()
    await came(seat, "scene" if press == "Toy" else "ask")
    await seat.page.go_back()
    await seat.page.evaluate("free()")
    await expect(seat.page.locator("#title")).to_contain_text(f"#{first}")
    await expect(seat.page.locator("#scene, #ask")).to_have_count(2)
    assert await seat.page.locator("#scene:visible, #ask:visible").count() == 0


async def test_two_presses_of_back_lead_back_once(room: Room) -> None:
    seat, _ = await at_the_toy(room)
    await seat.page.evaluate(
        """() => {
            const escape = () => new KeyboardEvent("keydown", { key: "Escape" });
            dispatchEvent(escape());
            dispatchEvent(escape());
        }"""
    )
    await back_at(seat, "1 c3")
    assert seat.page.url.endswith("/game/1")


async def test_whoever_left_a_scene_is_not_told_that_it_takes_a_moment(
    room: Room, monkeypatch: pytest.MonkeyPatch
) -> None:
    seat, toy = await at_the_toy(room)
    monkeypatch.setattr(open_page, "WORKING_S", 0.2)
    toy.wait = Event()
    await seat.button("Again").tap()
    await expect(seat.said).to_have_text(says("web-working"))
    await seat.button("Back to the game").tap()
    await heard(seat, "working")
    toy.wait.set()
    await done(seat)
    await back_at(seat, "1 c3")
    await expect(seat.said).to_be_empty()


@pytest.mark.parametrize("done", [None, Done("That cannot be done.", refused=True)])
async def test_whoever_left_a_scene_plays_before_its_answer_has_come(
    room: Room, done: Done | None
) -> None:
    seat, toy = await at_the_toy(room)
    toy.wait, toy.done = Event(), done
    await seat.button("Again").tap()
    await seat.button("Back to the game").tap()
    await back_at(seat, "1 c3")
    await seat.tap("b2")
    toy.wait.set()
    await seat.button("Play b2").tap()
    await expect(seat.moves.last).to_have_text("2 b2")


async def test_the_answer_to_something_else_ends_no_step(room: Room) -> None:
    """It may be dealt with late, as when the board before it is still being loaded."""
    room.stage.add(NAME, toy := ToyScenes(room.stage))
    seat, _ = await on_a_line(room, await room.begun("c3"))
    toy.wait = Event()
    await seat.button("Toy").click()
    await seat.page.evaluate("page.got({ kind: 'said', id: 'another', text: 'Done.', ply: 1 })")
    await expect(seat.said).to_have_text("Done.")
    toy.wait.set()
    await expect(seat.page.get_by_role("heading", name="A toy")).to_be_visible()
