"""On a slow connection nothing that somebody does is lost, or done twice."""

from asyncio import Event

import pytest
from playwright.async_api import expect

from bot.web.scenes import Done
from tests.page.browser import WITH_BROWSER
from tests.page.web_page.seated import Room
from tests.page.web_page.slow_lines import (
    a_board_loads,
    came,
    done,
    on_a_line,
)
from tests.page.web_page.test_scenes import at_the_toy
from tests.toy_scenes import NAME, ToyScenes

pytestmark = [pytest.mark.slow, WITH_BROWSER]


async def test_a_button_waits_for_a_choice_that_waits_itself(room: Room) -> None:
    seat, toy = await at_the_toy(room)
    toy.wait = Event()
    await seat.button("Again").tap()
    await seat.page.get_by_label("Mood").select_option(label="Bold")
    await seat.button("Again").tap()
    toy.wait.set()
    await expect(seat.page.locator("#scene")).to_have_attribute("aria-busy", "false")
    assert [one.split()[0] for one in toy.taken] == ["begin", "begin", "touch", "begin"]


async def test_a_button_waits_for_a_choice_while_the_answer_before_it_waits_for_a_board(
    room: Room,
) -> None:
    seat, toy = await at_the_toy(room)
    toy.wait = Event()
    await seat.button("Again").tap()
    await seat.page.get_by_label("Mood").select_option(label="Bold")
    await a_board_loads(room, seat, 1)
    toy.wait.set()
    await came(seat, "scene")
    await seat.button("Again").tap()
    await seat.page.evaluate("free()")
    await done(seat)
    await expect(seat.page.locator("#scene")).to_have_attribute("aria-busy", "false")
    assert [one.split()[0] for one in toy.taken] == ["begin", "begin", "touch", "begin"]


async def test_a_way_that_waits_is_gone_once_although_it_is_pressed_twice(room: Room) -> None:
    room.stage.add(NAME, toy := ToyScenes(room.stage))
    match = await room.begun("c3")
    seat, _ = await on_a_line(room, match)
    toy.wait, toy.done = Event(), Done("Hooray!")
    await seat.button("Cheer").click()
    await seat.button("Toy").click()
    await a_board_loads(room, seat, match)
    toy.wait.set()
    await came(seat, "said")
    await seat.button("Toy").click()
    await seat.page.evaluate("free()")
    await done(seat)
    assert toy.taken == ["cheer", "begin"]


async def test_what_is_being_done_already_does_not_end_what_waits(room: Room) -> None:
    room.stage.add(NAME, toy := ToyScenes(room.stage))
    seat, _ = await on_a_line(room, await room.begun("c3"))
    toy.wait = Event()
    for name in ("Cheer", "Toy", "Cheer"):
        await seat.button(name).click()
    toy.wait.set()
    await expect(seat.page.locator("#scene-text")).to_contain_text("begin")
    assert toy.taken == ["cheer", "begin"]


async def test_a_move_that_waits_can_be_cancelled(room: Room) -> None:
    room.stage.add(NAME, toy := ToyScenes(room.stage))
    match = await room.begun("c3")
    seat, _ = await on_a_line(room, match, await room.mover(match))
    await seat.click("b2")
    toy.wait = Event()
    await seat.button("Toy").click()
    await seat.button("Play b2").click()
    await expect(seat.button("Play b2")).to_have_attribute("aria-disabled", "true")
    await seat.button("Cancel").click()
    toy.wait.set()
    await expect(seat.page.get_by_role("heading", name="A toy")).to_be_visible()
    await done(seat)
    live = await room.house.service.matches.live(match)
    assert live.match.ply == 1


async def test_a_move_that_waits_and_is_replaced_is_not_shown_as_played(room: Room) -> None:
    room.stage.add(NAME, toy := ToyScenes(room.stage))
    match = await room.begun("c3")
    seat, _ = await on_a_line(room, match, await room.mover(match))
    await seat.click("b2")
    toy.wait, toy.done = Event(), Done("Hooray!")
    await seat.button("Toy").click()
    await seat.button("Play b2").click()
    await seat.page.locator("#typed").fill("zz9")
    await seat.page.locator("#typed").press("Enter")
    await expect(seat.button("Play b2")).to_have_attribute("aria-disabled", "false")
    toy.wait.set()
    await expect(seat.said).to_contain_text("zz9")
    await done(seat)
    live = await room.house.service.matches.live(match)
    assert live.match.ply == 1


async def test_what_is_typed_is_not_cancelled_with_a_preview(room: Room) -> None:
    room.stage.add(NAME, toy := ToyScenes(room.stage))
    match = await room.begun("c3")
    seat, _ = await on_a_line(room, match, await room.mover(match))
    await seat.click("b2")
    await expect(seat.button("Play b2")).to_be_visible()
    toy.wait, toy.done = Event(), Done("Hooray!")
    await seat.button("Toy").click()
    await seat.page.locator("#typed").fill("zz9")
    await seat.page.locator("#typed").press("Enter")
    await seat.button("Cancel").click()
    toy.wait.set()
    await expect(seat.said).to_contain_text("zz9")


async def test_what_is_typed_while_an_answer_is_due_stays_there(room: Room) -> None:
    seat, toy = await at_the_toy(room)
    toy.wait = Event()
    await seat.button("Again").tap()
    await seat.page.locator("#answer").fill("b2")
    await seat.press("Enter")
    toy.wait.set()
    await expect(seat.page.locator("#scene")).to_have_attribute("aria-busy", "false")
    await expect(seat.page.locator("#answer")).to_have_value("b2")
    await expect(seat.page.locator("#answer")).to_be_focused()
    await seat.press("Enter")
    await expect(seat.page.locator("#scene-text")).to_contain_text("touch b2")
    await expect(seat.page.locator("#answer")).to_have_value("")


async def test_a_move_that_is_typed_while_an_answer_is_due_stays_there(room: Room) -> None:
    match = await room.begun("c3")
    seat, line = await on_a_line(room, match, await room.mover(match))
    typed = seat.page.locator("#typed")
    line.hold()
    for move in ("zz9", "b2"):
        await typed.fill(move)
        await typed.press("Enter")
    line.release()
    await expect(seat.said).to_contain_text("zz9")
    await expect(typed).to_have_value("b2")
    await typed.press("Enter")
    await expect(seat.button("Play b2")).to_be_visible()


async def test_a_way_that_is_pressed_while_a_move_is_answered_is_gone(room: Room) -> None:
    room.stage.add(NAME, ToyScenes(room.stage))
    match = await room.begun("c3")
    seat, line = await on_a_line(room, match, await room.mover(match))
    await seat.click("b2")
    line.hold(lambda facts: facts["kind"] == "said")
    await seat.button("Play b2").click()
    await seat.button("Toy").click()
    line.release()
    await expect(seat.page.get_by_role("heading", name="A toy")).to_be_visible()


async def test_a_button_that_is_pressed_while_another_is_answered_is_done_after_it(
    room: Room,
) -> None:
    room.stage.add(NAME, toy := ToyScenes(room.stage))
    seat, _ = await on_a_line(room, await room.begun("c3"))
    toy.wait = Event()
    await seat.button("Cheer").click()
    await seat.button("More …").click()
    await seat.button("Resign").click()
    toy.wait.set()
    await expect(seat.button("Yes, resign")).to_be_visible()
