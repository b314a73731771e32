"""A connection that breaks, and what strangers get to see."""

from asyncio import Event
from collections.abc import Callable
from functools import partial

import pytest
from playwright.async_api import WebSocket, WebSocketRoute, expect

from tests.bot.house import ADA, CY
from tests.bot.says import says
from tests.page.browser import WITH_BROWSER
from tests.page.web_page.seated import PHONE, Room

pytestmark = [pytest.mark.slow, WITH_BROWSER]


async def test_the_page_goes_on_when_the_program_is_there_again(closed_room: Room) -> None:
    room = closed_room
    match = await room.begun()
    async with room.door():
        mover = await room.open(match, await room.mover(match), PHONE)
        await mover.tap("c3")
        await expect(mover.button("Play c3")).to_be_visible()
    lost = mover.page.locator("#lost")
    await expect(lost).to_have_text("Connecting again …")
    await mover.button("Play c3").tap()  # it is sent as soon as somebody is there
    async with room.door():
        await expect(lost).to_be_empty()
        await expect(mover.moves.last).to_have_text("1 c3")


def on_close(then: Callable[[], None], socket: WebSocket) -> None:
    socket.once("close", lambda _: then())


async def test_however_long_the_program_was_away_the_page_goes_on_within_five_seconds(
    closed_room: Room,
) -> None:
    """The page's own clock says how long that is, so a slow machine changes nothing."""
    room = closed_room
    match = await room.begun()
    async with room.door():
        seat = await room.open(match, await room.mover(match), PHONE)
        await expect(seat.page.locator("#layer")).to_be_visible()
        await seat.page.clock.install()
        await seat.page.reload()
        await expect(seat.page.locator("#layer")).to_be_visible()
        await seat.page.clock.pause_at(await seat.page.evaluate("Date.now() + 1000"))
    lost = seat.page.locator("#lost")
    for _ in range(12):  # by then it waits as long as it ever does
        await expect(lost).to_have_text("Connecting again …")
        refused = Event()  # it tries again only after that
        seat.page.once("websocket", partial(on_close, refused.set))
        async with seat.page.expect_event("websocket"):
            await seat.page.clock.run_for(5000)
        await refused.wait()
    async with room.door():
        await seat.page.clock.run_for(5000)
        await expect(lost).to_be_empty()


async def test_what_was_missed_is_shown(closed_room: Room) -> None:
    room = closed_room
    match = await room.begun()
    async with room.door():
        seat = await room.open(match)
        await expect(seat.page.locator("#layer")).to_be_visible()
    await room.house.play(match, "c3", "b2")
    async with room.door():
        await expect(seat.moves).to_have_count(3)


async def test_the_key_stays_in_no_address_and_the_tab_may_be_loaded_again(room: Room) -> None:
    match = await room.begun()
    seat = await room.open(match)
    await expect(seat.page.locator("#layer")).to_be_visible()
    assert seat.page.url == f"{room.url}/game/{match}"
    await seat.page.reload()
    await expect(seat.page.locator("#layer")).to_be_visible()


async def test_a_connection_that_breaks_before_the_first_word_lets_the_page_in(room: Room) -> None:
    """The link is used then, and the page has not heard of that."""
    link = await room.house.service.web_passes.link(ADA, await room.begun())
    seat, connections = await room.visit("about:blank"), list[WebSocketRoute]()

    async def lead(page: WebSocketRoute) -> None:
        connections.append(page)
        if len(connections) > 1:
            page.connect_to_server()
            return
        server = page.connect_to_server()
        server.on_message(lambda _: page.close())

    await seat.page.route_web_socket("**/live/*", lead)
    await seat.page.goto(link)
    await expect(seat.page.locator("#layer")).to_be_visible()
    assert len(connections) > 1


async def test_a_link_that_was_used_says_what_to_do(room: Room) -> None:
    match = await room.begun()
    link = await room.house.service.web_passes.link(await room.mover(match), match)
    await expect((await room.visit(link)).page.locator("#layer")).to_be_visible()
    stranger = await room.visit(link)
    await expect(stranger.page.locator("#loading")).to_contain_text("This link has been used")
    await expect(stranger.page.locator("#layer")).to_be_hidden()


async def test_whoever_may_not_see_a_game_is_told_so(room: Room) -> None:
    stranger = await room.open(await room.begun(), CY)
    await expect(stranger.page.locator("#loading")).to_contain_text(says("web-not-yours"))


async def test_texts_of_people_never_become_markup(room: Room) -> None:
    seat = await room.open(await room.begun())
    await expect(seat.page.locator("#layer")).to_be_visible()
    text = "**<@1>** <b>x</b> [a](javascript:alert) [b](https://example.org/) \\*c\\* <t:0:d>\n-# d"
    name = "<img src=x onerror=alert()>"
    await seat.page.evaluate(
        "([text, name]) => page.got({kind: 'said', text, names: {1: name}})", [text, name]
    )
    await expect(seat.said.locator("strong > .person")).to_have_text(name)
    await expect(seat.said).to_contain_text("<b>x</b> [a](javascript:alert) b *c* 01/01/1970")
    await expect(seat.said.locator(".small")).to_have_text("d")
    await expect(seat.said.locator("img, script")).to_have_count(0)
    (link,) = await seat.said.locator("a").all()
    assert await link.get_attribute("href") == "https://example.org/"
    assert await link.get_attribute("rel") == "noopener noreferrer"
