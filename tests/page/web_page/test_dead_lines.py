"""On a connection that says nothing more, or breaks, people learn what was not done."""

import re
from asyncio import Event

import pytest
from playwright.async_api import WebSocketRoute, expect

from tests.bot.house import ADA
from tests.bot.says import says
from tests.page.browser import WITH_BROWSER
from tests.page.web_page.seated import Room, Seat
from tests.page.web_page.slow_lines import (
    done,
    given_up,
    on_a_lossy_line,
)
from tests.toy_scenes import NAME, ToyScenes

pytestmark = [pytest.mark.slow, WITH_BROWSER]


async def test_after_the_end_nothing_that_waited_is_done_by_whoever_opens_a_new_link(
    room: Room,
) -> None:
    match = await room.begun("c3")
    seat, line = await on_a_lossy_line(room, match)
    await seat.click("b2")
    await expect(seat.button("Play b2")).to_be_visible()
    line.loses = True
    await seat.button("Play b2").click()
    over = {"kind": "closed", "text": "Your session has ended.", "again": False}
    line.say(over)
    await expect(seat.said).to_contain_text("session has ended")
    assert await seat.page.evaluate("page.live.waiting()") is None


async def test_an_act_is_sent_however_long_it_takes_to_connect_again(room: Room) -> None:
    match = await room.begun("c3")
    seat, connections = await room.visit("about:blank"), list[WebSocketRoute]()
    second, free = Event(), Event()

    async def lead(page: WebSocketRoute) -> None:
        connections.append(page)
        if len(connections) > 1:
            second.set()
            await free.wait()
            page.connect_to_server()
            return
        server = page.connect_to_server()  # what is sent after the greeting never arrives
        page.on_message(lambda said: server.send(said) if "hello" in str(said) else None)

    await seat.page.clock.install()
    await seat.page.route_web_socket("**/live/*", lead)
    await seat.page.goto(await room.house.service.web_passes.link(ADA, match))
    await expect(seat.page.locator("#layer")).to_be_visible()
    await seat.page.clock.run_for(1000)  # the buttons have been there for a while
    await seat.button("More …").click()
    await seat.button("Resign").click()
    while not second.is_set():
        await seat.page.clock.run_for(1000)
    await seat.page.clock.run_for(60_000)
    free.set()
    await expect(seat.button("Yes, resign")).to_be_visible()


@pytest.mark.parametrize(("way", "seen"), [("Play b2", "#moves b"), ("Toy", "#scene-title")])
async def test_what_nobody_answers_can_be_tried_again(room: Room, way: str, seen: str) -> None:
    room.stage.add(NAME, ToyScenes(room.stage))
    seat, line = await on_a_lossy_line(room, await room.begun("c3"))
    await seat.click("b2")
    await expect(seat.button("Play b2")).to_be_visible()
    line.loses = True
    await seat.button(way).click()
    await given_up(seat)
    await expect(seat.said).to_have_text(says("web-unanswered"))
    line.loses = False
    await seat.button(way).click()
    await expect(seat.page.locator(seen).last).to_contain_text(re.compile("b2|A toy"))
    await done(seat)
    await seat.page.clock.run_for(60_000)
    await expect(seat.said).not_to_have_text(says("web-unanswered"))


async def out_of_a_scene_without_an_answer(room: Room) -> Seat:
    """Somebody leaves a scene in which they have chosen something, on a line that loses that."""
    room.stage.add(NAME, ToyScenes(room.stage))
    seat, line = await on_a_lossy_line(room, await room.begun("c3"))
    await seat.button("Toy").click()
    mood = seat.page.get_by_label("Mood")
    await expect(mood).to_be_visible()
    line.loses = True
    await mood.select_option(label="Bold")
    await seat.button("Back to the game").click()
    return seat


async def test_that_nobody_answers_is_said_after_a_scene_that_was_left_too(room: Room) -> None:
    seat = await out_of_a_scene_without_an_answer(room)
    await given_up(seat)
    await expect(seat.said).to_be_empty()
    await seat.click("b2")
    await seat.button("Play b2").click()
    await given_up(seat)
    await expect(seat.said).to_have_text(says("web-unanswered"))
    await expect(seat.button("Play b2")).to_have_attribute("aria-disabled", "false")


async def test_that_nobody_answers_is_said_of_what_waited_for_a_scene_that_was_left(
    room: Room,
) -> None:
    seat = await out_of_a_scene_without_an_answer(room)
    await seat.click("b2")
    await seat.button("Play b2").click()
    await given_up(seat)
    await expect(seat.said).to_have_text(says("web-unanswered"))


async def test_a_line_that_dies_after_a_word_is_renewed_and_the_step_is_taken_once(
    room: Room,
) -> None:
    room.stage.add(NAME, toy := ToyScenes(room.stage))
    seat, line = await on_a_lossy_line(room, await room.begun("c3"))
    toy.wait = Event()
    await seat.button("Toy").click()
    await expect(seat.said).to_have_text(says("web-working"))
    line.die()
    toy.wait.set()
    await given_up(seat)
    await expect(seat.page.get_by_role("heading", name="A toy")).to_be_visible()
    assert toy.taken == ["begin"]
