"""On a slow connection each question gets its own answer, and keeps nothing from being done."""

import pytest
from playwright.async_api import expect

from tests.bot.house import BO
from tests.bot.says import says
from tests.page.browser import WITH_BROWSER
from tests.page.web_page.seated import DESKTOP, Room, Seat
from tests.page.web_page.slow_lines import (
    Line,
    done,
    on_a_line,
)

pytestmark = [pytest.mark.slow, WITH_BROWSER]


async def naming_komi_while_resigning(room: Room) -> tuple[int, Seat, Line]:
    """A komi is typed, while the question is held back whether they really resign."""
    match = await room.house.match()
    seat, line = await on_a_line(room, match, await room.mover(match))
    line.hold(lambda facts: facts["kind"] == "ask")
    await seat.button("More …").click()
    await seat.button("Resign").click()
    await seat.button("Name komi").click()
    await seat.page.locator("#number").fill("3")
    return match, seat, line


async def komi_is_named(room: Room, match: int, seat: Seat) -> None:
    """It is, and nobody has resigned."""
    await expect(seat.page.locator("#turn")).not_to_have_class("pill mine")
    live = await room.house.service.matches.live(match)
    assert live.match.end is None and live.match.ply == 1


async def test_what_waits_is_done_after_a_question_to_which_they_say_no(room: Room) -> None:
    match, seat, line = await naming_komi_while_resigning(room)
    await seat.page.locator("#yes").click()
    line.release()
    await expect(seat.button("Yes, resign")).to_be_visible()
    await seat.page.locator("#no").click()
    await komi_is_named(room, match, seat)


async def test_a_question_that_comes_in_the_moment_of_a_yes_does_not_undo_it(room: Room) -> None:
    match = await room.house.match()
    seat = await room.open(match, await room.mover(match), DESKTOP)
    await seat.button("Name komi").click()
    await seat.page.locator("#number").fill("3")
    resign = {"act": "resign", "value": "", "ply": 0}
    ask = {"kind": "ask", "text": "Really?", "yes": "Yes, resign", "act": resign}
    await seat.page.evaluate(
        "(ask) => { document.getElementById('yes').click(); page.got(ask); }", ask
    )
    await seat.button("Yes, resign").wait_for()
    await seat.page.locator("#no").click()
    await komi_is_named(room, match, seat)


async def test_a_question_takes_the_place_of_the_word_that_it_takes_a_moment(
    room: Room,
) -> None:
    match = await room.begun("c3")
    seat, line = await on_a_line(room, match)
    line.hold(lambda facts: facts["kind"] == "ask")
    await seat.button("More …").click()
    await seat.button("Resign").click()
    working = {"kind": "working", "text": says("web-working")}
    await seat.page.evaluate("(said) => page.got({...said, id: page.live.waiting().id})", working)
    await expect(seat.said).to_have_text(says("web-working"))
    line.release()
    await seat.button("Cancel").click()
    await expect(seat.said).to_be_empty()


async def test_a_question_that_comes_late_takes_no_other_ones_place(room: Room) -> None:
    """Whoever types a number and presses the button below it does not resign."""
    match, seat, line = await naming_komi_while_resigning(room)
    line.release()
    await done(seat)
    await seat.page.locator("#yes").click()
    await komi_is_named(room, match, seat)


async def test_what_had_the_focus_and_is_gone_leaves_it_to_the_board(room: Room) -> None:
    seat = await room.open(match := await room.begun("c3"))
    await expect(seat.page.locator("#layer")).to_be_visible()
    await seat.page.locator("#typed").focus()
    await expect(seat.page.locator("#typed")).to_be_focused()
    await room.house.service.matches.resign(match, BO, event_id=8)
    await expect(seat.page.locator("#typed")).to_be_hidden()
    await expect(seat.page.locator("#points button:focus")).to_be_visible()


async def test_a_question_that_the_end_of_the_game_closes_leaves_the_focus_to_the_board(
    room: Room,
) -> None:
    seat = await room.open(match := await room.begun("c3"))
    await seat.button("More …").click()
    await seat.button("Resign").click()
    await expect(seat.button("Yes, resign")).to_be_visible()
    await room.house.service.matches.resign(match, BO, event_id=8)
    await expect(seat.button("Yes, resign")).to_be_hidden()
    await expect(seat.page.locator("#points button:focus")).to_be_visible()
