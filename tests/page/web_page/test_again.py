"""The next game begins on the page itself."""

import pytest
from playwright.async_api import expect

from tests.bot.house import ADA, BO, NAMES, SERVER
from tests.bot.says import says
from tests.page.browser import WITH_BROWSER
from tests.page.web_page.seated import PHONE, Room, Seat

pytestmark = [pytest.mark.slow, WITH_BROWSER]


async def placed(seat: Seat, point: str) -> None:
    """A stone, by two taps."""
    await seat.tap(point)
    await expect(seat.button(f"Play {point}")).to_be_visible()
    await seat.tap(point)


async def test_two_people_end_a_game_and_begin_the_next_one_by_touch(room: Room) -> None:
    match = await room.begun()
    black, white = await room.mover(match), BO if await room.mover(match) == ADA else ADA
    one, other = [await room.open(match, user, PHONE) for user in (black, white)]
    await placed(one, "c3")
    await expect(other.moves.last).to_have_text("1 c3")
    await other.button("More …").tap()
    await other.button("Resign").tap()
    await other.button("Yes, resign").tap()
    await one.button("Rematch").tap()
    await expect(one.button("Withdraw")).to_be_visible()
    await expect(one.page.locator("#text")).to_contain_text("As soon as it is accepted")
    await expect(other.page.locator("#text")).to_contain_text("offers you a rematch")
    await other.button("Accept").tap()
    for seat in (one, other):  # both are there without another press
        await expect(seat.page.locator("#title")).to_have_text("Keil #2")
        await expect(seat.moves).to_have_count(1)
    await expect(other.page.locator("#turn")).to_have_text("Your turn: Black")  # swapped
    await expect(other.said).to_have_text(says("challenge-accepted"))
    await placed(other, "b2")  # two taps after *Accept*
    for seat in (one, other):
        await expect(seat.moves.last).to_have_text("1 b2")
    await placed(one, "d3")
    await expect(other.said).to_be_empty()
    await expect(other.moves.last).to_have_text("2 d3")
    for seat in (one, other):
        assert seat.page.url.endswith("/game/2")
        await seat.page.reload()
        await expect(seat.moves.last).to_have_text("2 d3")


async def test_whoever_comes_later_finds_the_way_to_the_rematch(room: Room) -> None:
    match = await room.begun("c3")
    await room.house.service.matches.resign(match, ADA, event_id=8)
    for user in (ADA, BO):
        await room.house.service.challenges.rematch(match, user, NAMES[user], event_id=user)
    seat = await room.open(match, BO, PHONE)
    await expect(seat.page.locator("#title")).to_have_text("Keil #1")
    await seat.button("To game #2").tap()
    await expect(seat.page.locator("#title")).to_have_text("Keil #2")


async def test_a_scene_that_is_open_is_left_for_the_rematch(room: Room) -> None:
    match = await room.begun("c3", "b2", "d3")
    await room.house.service.matches.resign(match, ADA, event_id=8)
    seat = await room.open(match, ADA)
    await seat.button("Rematch").click()
    await expect(seat.button("Withdraw")).to_be_visible()
    await expect(seat.said).not_to_be_empty()
    await seat.button("How boards look").click()
    await expect(seat.page.locator("#scene-title")).to_be_visible()
    await room.house.service.challenges.rematch(match, BO, "Bo", event_id=9)
    await expect(seat.page.locator("#title")).to_have_text("Keil #2")
    await expect(seat.page.locator("#scene-title")).to_be_hidden()


async def test_a_challenge_that_somebody_accepts_takes_the_page_along(room: Room) -> None:
    match = await room.begun("c3")
    await room.house.service.matches.resign(match, ADA, event_id=8)
    seat = await room.open(match, ADA, PHONE)
    await seat.button("Challenge somebody").tap()
    await seat.button("Send the challenge").tap()
    await expect(seat.page.locator("#scene-text")).to_contain_text("As soon as it is accepted")
    challenge = await room.house.service.challenges.last_of(ADA, "keil", SERVER)
    assert challenge is not None
    await seat.page.reload()  # whoever comes back finds it again
    await seat.button("Challenge somebody").tap()
    await expect(seat.button("Withdraw")).to_be_visible()
    await room.house.service.challenges.accept(challenge.id, BO, "Bo")
    await expect(seat.page.locator("#title")).to_have_text("Keil #2")
    await expect(seat.page.locator("#scene-title")).to_be_hidden()


async def challenged(room: Room, seat: Seat) -> int:
    """A challenge to anybody, sent on the page; then back to the board."""
    await seat.button("Challenge somebody").tap()
    await seat.button("Send the challenge").tap()
    await expect(seat.button("Withdraw")).to_be_visible()
    await seat.button("Back to the game").tap()
    await expect(seat.page.locator("#scene-title")).to_be_hidden()
    challenge = await room.house.service.challenges.last_of(ADA, "keil", SERVER)
    assert challenge is not None
    return challenge.id


@pytest.mark.parametrize("way", ["nowhere", "How boards look", "reload"])
async def test_whoever_is_elsewhere_meanwhile_is_taken_along_too(room: Room, way: str) -> None:
    match = await room.begun("c3")
    await room.house.service.matches.resign(match, ADA, event_id=8)
    seat = await room.open(match, ADA, PHONE)
    challenge = await challenged(room, seat)
    if way == "reload":
        await seat.page.reload()
    elif way != "nowhere":
        await seat.button(way).tap()
        await expect(seat.page.locator("#scene-title")).to_be_visible()
    await room.house.service.challenges.accept(challenge, BO, "Bo")
    await expect(seat.page.locator("#title")).to_have_text("Keil #2")
    await expect(seat.page.locator("#scene-title")).to_be_hidden()
    await expect(seat.said).to_have_text(says("challenge-taken"))


async def test_from_a_game_that_is_played_nobody_is_taken_away(room: Room) -> None:
    match = await room.begun("c3")
    service = room.house.service
    await service.matches.resign(match, ADA, event_id=8)
    seat = await room.open(match, ADA, PHONE)
    challenge = await challenged(room, seat)
    for user in (BO, ADA):
        await service.challenges.rematch(match, user, NAMES[user], event_id=user)
    await expect(seat.page.locator("#title")).to_have_text("Keil #2")
    await service.challenges.accept(challenge, BO, "Bo")
    told = seat.page.locator("#elsewhere")
    await expect(told).to_contain_text(says("challenge-taken"))
    await expect(seat.page.locator("#title")).to_have_text("Keil #2")
    await seat.page.reload()  # nothing of it is forgotten
    await seat.button("How boards look").tap()
    await expect(told).to_be_visible()
    await seat.button("Open the game").tap()
    await expect(seat.page.locator("#title")).to_have_text("Keil #3")
    await expect(told).to_be_hidden()
    await seat.page.reload()
    await expect(seat.page.locator("#title")).to_have_text("Keil #3")
    await expect(told).to_be_hidden()


async def test_a_challenge_that_was_withdrawn_leads_nowhere(room: Room) -> None:
    match = await room.begun("c3")
    await room.house.service.matches.resign(match, ADA, event_id=8)
    seat = await room.open(match, ADA, PHONE)
    await challenged(room, seat)
    await seat.button("Challenge somebody").tap()
    await seat.button("Withdraw").tap()
    await expect(seat.said).to_have_text(says("challenge-withdrawn"))
    assert await seat.page.evaluate("sessionStorage.getItem('keil-waits')") is None


@pytest.mark.parametrize("way", ["nowhere", "How boards look"])
async def test_whoever_is_elsewhere_hears_that_their_challenge_is_over(
    room: Room, way: str
) -> None:
    match = await room.begun("c3")
    await room.house.service.matches.resign(match, ADA, event_id=8)
    seat = await room.open(match, ADA, PHONE)
    challenge = await challenged(room, seat)
    if way != "nowhere":
        await seat.button(way).tap()
        await expect(seat.page.locator("#scene-title")).to_be_visible()
    await room.house.service.challenges.withdraw(challenge, ADA)
    await expect(seat.said).to_have_text(says("challenge-not-taken", state="withdrawn"))
    assert await seat.page.evaluate("sessionStorage.getItem('keil-waits')") is None
    if way != "nowhere":
        await expect(
            seat.page.get_by_role("heading", name="How boards look to you")
        ).to_be_visible()


async def test_after_a_game_the_computer_is_one_way_away(room: Room) -> None:
    match = await room.begun("c3")
    await room.house.service.matches.resign(match, ADA, event_id=8)
    seat = await room.open(match, ADA, PHONE)
    await seat.button("Play the bot").tap()
    await seat.page.get_by_label("First move").select_option(label="First move: you")
    await expect(seat.page.get_by_label("First move").locator("option:checked")).to_have_text(
        "First move: you"
    )
    await seat.button("Begin").tap()
    await expect(seat.page.locator("#title")).to_have_text("Keil #2")
    await expect(seat.page.locator("#turn")).to_be_visible()
    await placed(seat, "b2")
    await expect(seat.moves.last).to_have_text("1 b2")


async def test_a_question_about_the_last_game_is_not_asked_about_the_next_one(room: Room) -> None:
    match = await room.begun("c3")
    service = room.house.service
    seat = await room.open(match, ADA)
    await seat.button("More …").click()
    await seat.button("Resign").click()
    await expect(seat.button("Yes, resign")).to_be_visible()
    await service.matches.resign(match, BO, event_id=8)
    await expect(seat.page.get_by_role("dialog")).to_be_hidden()
    for user in (BO, ADA):
        await service.challenges.rematch(match, user, NAMES[user], event_id=user)
    await expect(seat.page.locator("#title")).to_have_text("Keil #2")
    await expect(seat.page.get_by_role("dialog")).to_be_hidden()


@pytest.mark.parametrize("in_scene", [False, True])
async def test_back_from_the_next_game_leads_to_the_one_before(room: Room, in_scene: bool) -> None:
    match = await room.begun("c3")
    service = room.house.service
    await service.matches.resign(match, ADA, event_id=8)
    seat = await room.open(match, ADA)
    title = seat.page.locator("#title")
    await expect(title).to_have_text("Keil #1")
    if in_scene:
        await seat.button("How boards look").click()
        await expect(seat.page.locator("#scene-title")).to_be_visible()
    for user in (BO, ADA):
        await service.challenges.rematch(match, user, NAMES[user], event_id=user)
    await expect(title).to_have_text("Keil #2")
    assert seat.page.url.endswith("/game/2")
    await seat.page.go_back()
    await expect(title).to_have_text("Keil #1")
    assert seat.page.url.endswith("/game/1")
    await expect(seat.button("To game #2")).to_be_visible()  # nobody is taken along again
    await seat.page.go_forward()
    await expect(title).to_have_text("Keil #2")
    assert seat.page.url.endswith("/game/2")
    await seat.button("How boards look").click()
    await seat.button("Back to the game").click()
    await expect(seat.page.locator("#scene-title")).to_be_hidden()
    await expect(title).to_have_text("Keil #2")
    assert seat.page.url.endswith("/game/2")


async def test_what_is_typed_before_the_other_board_has_come_is_no_move_there(room: Room) -> None:
    match = await room.begun("c3")
    service = room.house.service
    await service.matches.resign(match, ADA, event_id=8)
    seat = await room.open(match, ADA)
    title = seat.page.locator("#title")
    await expect(title).to_have_text("Keil #1")
    for user in (BO, ADA):
        await service.challenges.rematch(match, user, NAMES[user], event_id=user)
    await expect(title).to_have_text("Keil #2")
    await seat.page.evaluate(
        """() => {
            addEventListener("popstate", () => {
                document.getElementById("typed").value = "pass";
                document.getElementById("typing").requestSubmit();
            }, { once: true });
            history.back();
        }"""
    )
    await expect(title).to_have_text("Keil #1")
    await expect(seat.page.locator("#turn")).to_be_visible()
    await expect(seat.button("To game #2")).to_be_visible()
    assert not (await service.matches.live(2)).match.turn_log.moves
