"""What the page says of what has happened: the newest, and never what is no longer so."""

import pytest
from playwright.async_api import expect

from bot.service.player_actions import Act
from engine.turns import Wish
from tests.page.browser import WITH_BROWSER
from tests.page.web_page.seated import Room, Seat

pytestmark = [pytest.mark.slow, WITH_BROWSER]


async def offer_a_draw(seat: Seat) -> None:
    await seat.button("More …").click()
    await seat.button("Offer a draw").click()
    await expect(seat.said).to_contain_text("Request sent")


async def test_the_answer_to_an_act_goes_when_somebody_else_has_moved(room: Room) -> None:
    match = await room.begun()
    mover, other = await room.both(match)
    await mover.click("c3")
    await mover.button("Play c3").click()
    await expect(mover.said).to_have_text("You played c3.")
    await expect(other.page.locator("#turn")).to_have_text("Your turn: White")
    await other.click("b2")
    await other.button("Play b2").click()
    await expect(mover.page.locator("#turn")).to_have_text("Your turn: Black")
    await expect(mover.said).to_be_empty()
    await expect(mover.page.locator("#announced")).to_have_text("White played b2. Your turn: Black")


@pytest.mark.parametrize(
    ("answer", "told"), [(Act.REFUSE, "does not agree"), (Act.ALLOW, "agreed")]
)
async def test_a_request_and_its_answer_are_told_to_the_other(
    room: Room, answer: Act, told: str
) -> None:
    match = await room.begun("c3", "b2")
    mover, other = await room.both(match)
    await offer_a_draw(mover)
    await expect(other.page.locator("#text")).to_contain_text("draw")
    await expect(other.said).to_be_empty()
    service, live = room.house.service, await room.house.service.matches.live(match)
    request = live.match.turn_log.request
    assert request is not None
    assert request.wish is Wish.DRAW
    asked = next(user for seat, user in enumerate(live.players) if seat != request.seat)
    await service.matches.answer(
        match, asked, allow=answer is Act.ALLOW, event_id=99, ply=live.match.ply
    )
    await expect(mover.said).to_contain_text(told)


async def test_without_a_network_the_page_says_so_until_it_is_there_again(room: Room) -> None:
    mover, _ = await room.both(await room.begun())
    lost = mover.page.locator("#lost")
    await expect(lost).to_be_empty()
    await mover.page.context.set_offline(True)
    await expect(lost).to_have_text("Connecting again …")
    await mover.page.context.set_offline(False)
    await expect(lost).to_be_empty()
