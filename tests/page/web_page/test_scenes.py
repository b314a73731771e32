"""What features show on the page, by touch and by keyboard."""

from asyncio import Event

import pytest
from playwright.async_api import expect

from bot.web.scenes import Done
from tests.page.browser import WITH_BROWSER
from tests.page.web_page.seated import DESKTOP, PHONE, Room, Seat
from tests.toy_scenes import NAME, ToyScenes

pytestmark = [pytest.mark.slow, WITH_BROWSER]


async def with_toy(room: Room, size: tuple[int, int] = PHONE) -> Seat:
    """The page of somebody who is to move, with a feature that nobody knows."""
    room.stage.add(NAME, ToyScenes(room.stage))
    match = await room.begun("c3")
    seat = await room.open(match, await room.mover(match), size)
    await expect(seat.page.locator("#layer")).to_be_visible()
    return seat


async def at_the_toy(room: Room) -> tuple[Seat, ToyScenes]:
    """The same, and its scene is open."""
    seat = await with_toy(room)
    toy = room.stage.scenes[NAME]
    assert isinstance(toy, ToyScenes)
    await seat.button("Toy").tap()
    await expect(seat.page.get_by_label("Pick")).to_be_visible()
    return seat, toy


async def back_at(seat: Seat, move: str) -> None:
    """The board is there again, after this move, and no scene any more."""
    await expect(seat.page.locator("#scene")).to_be_hidden()
    await expect(seat.moves.last).to_have_text(move)


async def test_any_scene_is_answered_by_touch_and_left_for_the_game(room: Room) -> None:
    seat = await with_toy(room)
    said = seat.page.locator("#scene-text")
    await seat.button("Toy").tap()
    await expect(seat.page.get_by_role("heading", name="A toy")).to_be_visible()
    await expect(seat.moves.first).to_be_hidden()
    await seat.tap("b2")
    await expect(seat.button("Play b2")).to_be_visible()
    await seat.tap("d3")
    await seat.tap("d3")
    await expect(said).to_contain_text("touch d3")
    assert await seat.page.evaluate("document.documentElement.scrollWidth") <= PHONE[0]
    await seat.page.get_by_label("Pick").select_option(index=1)
    await expect(said).not_to_contain_text("touch d3")
    await seat.button("Back to the game").tap()
    await back_at(seat, "1 c3")
    await seat.tap("b2")  # that is a move again
    await expect(seat.page.locator("#play")).to_be_visible()


async def test_the_way_back_of_the_browser_leads_to_the_game(room: Room) -> None:
    seat = await with_toy(room)
    await seat.button("Cheer").tap()
    await expect(seat.page.locator("#scene-text")).to_contain_text("cheer")
    await seat.page.go_back()
    await back_at(seat, "1 c3")


async def test_a_move_that_is_made_meanwhile_is_announced_and_there_on_return(room: Room) -> None:
    seat = await with_toy(room)
    await seat.button("Toy").tap()
    await expect(seat.page.locator("#scene-title")).to_be_focused()
    await room.house.play(1, "b2")
    await expect(seat.page.locator("#announced")).to_contain_text("b2")
    await expect(seat.page.locator("#turn")).not_to_have_class("pill mine")
    await expect(seat.page.locator("#scene-title")).to_be_visible()
    await seat.button("Back to the game").tap()
    await back_at(seat, "2 b2")


async def test_a_refusal_is_said_and_the_scene_stays(room: Room) -> None:
    seat = await with_toy(room)
    await seat.button("Toy").tap()
    await expect(seat.page.locator("#scene-title")).to_be_visible()
    await seat.page.evaluate("page.scene.choose({name: 'x'}), page.scene.choose({name: 'x'})")
    await expect(seat.page.locator("#scene-text")).to_contain_text("begin")
    await seat.page.evaluate("page.live.perform({act: 'scene', value: 'toy forged', ply: 0})")
    await expect(seat.said).not_to_be_empty()
    await expect(seat.page.locator("#scene-title")).to_be_visible()


async def test_by_keyboard_alone(room: Room) -> None:
    seat = await with_toy(room, DESKTOP)
    toy = seat.button("Toy")
    while not await toy.evaluate("button => button === document.activeElement"):
        await seat.press("Tab")
    await seat.press("Enter")
    await expect(seat.page.locator("#scene-title")).to_be_focused()
    while not await seat.focused():
        await seat.press("Shift+Tab")
    await seat.walk("b2")
    await seat.press("Enter")
    await expect(seat.button("Play b2")).to_be_visible()
    await seat.press("Escape")
    await expect(seat.button("Play b2")).to_be_hidden()
    await seat.press("Enter", "Enter")
    await expect(seat.page.locator("#announced")).to_contain_text("touch b2")
    assert await seat.focused() == "b2"
    await seat.page.locator("#answer").fill("d3")
    await seat.press("Enter")
    await expect(seat.page.locator("#scene-text")).to_contain_text("touch d3")
    await seat.press("Escape")
    await back_at(seat, "1 c3")
    assert await seat.focused()


async def test_colours_are_chosen_by_touch(room: Room) -> None:
    match = await room.begun("c3")
    seat = await room.open(match, await room.mover(match), PHONE)
    shown = seat.page.locator("#pictures img:not(.leaving)")
    before = await shown.get_attribute("src") or ""
    await seat.button("How boards look").tap()
    for palette in ("High contrast", "A shape on every stone"):
        await seat.page.get_by_label("Colours").select_option(label=palette)
        await expect(seat.page.get_by_label("Colours").locator("option:checked")).to_have_text(
            palette
        )
    await seat.button("Back to the game").tap()
    await back_at(seat, "1 c3")
    await expect(shown).not_to_have_attribute("src", before)


async def test_what_is_chosen_while_an_answer_is_due_is_done_after_it(room: Room) -> None:
    seat, toy = await at_the_toy(room)
    pick = seat.page.get_by_label("Pick")
    toy.wait = Event()
    names = await pick.locator("option").all_text_contents()
    for name in reversed(names):  # the one in the middle is not wanted any more
        await pick.select_option(label=name)
    toy.wait.set()
    await expect(seat.page.locator("#scene-text")).to_contain_text(f"touch {names[0]}")
    assert toy.taken == ["begin", f"touch {names[-1]}", f"touch {names[0]}"]
    await expect(seat.page.locator("#scene")).to_have_attribute("aria-busy", "false")


async def test_a_button_waits_for_what_was_chosen_before(room: Room) -> None:
    """Whoever chooses who moves first and presses *Begin* at once begins that game."""
    seat, toy = await at_the_toy(room)
    toy.wait = Event()
    await seat.page.get_by_label("Mood").select_option(label="Bold")
    for _ in range(2):  # a second press of a button is none
        await seat.button("Again").tap()
    toy.wait.set()
    await expect(seat.page.locator("#scene-text")).to_contain_text("begin")
    await expect(seat.page.locator("#scene")).to_have_attribute("aria-busy", "false")
    chosen = toy.taken[1]
    assert toy.taken == ["begin", chosen, "begin"] and "bold" in chosen


async def test_a_second_press_of_a_button_is_none(room: Room) -> None:
    seat, toy = await at_the_toy(room)
    toy.wait = Event()
    for _ in range(2):
        await seat.button("Again").tap()
    toy.wait.set()
    await expect(seat.page.locator("#scene")).to_have_attribute("aria-busy", "false")
    assert toy.taken == ["begin", "begin"]


async def test_whoever_leaves_before_a_button_could_be_done_has_not_pressed_it(room: Room) -> None:
    seat, toy = await at_the_toy(room)
    toy.wait = Event()
    await seat.page.get_by_label("Mood").select_option(label="Bold")
    await seat.button("Again").tap()
    await seat.button("Back to the game").tap()
    toy.wait.set()
    await seat.page.wait_for_function("() => !page.live.waiting()")
    await back_at(seat, "1 c3")
    assert len(toy.taken) == 2


async def test_what_is_chosen_meanwhile_changes_nothing_of_what_was_chosen_before(
    room: Room,
) -> None:
    """A choice of one menu may say what the others hold, as where one plays the bot."""
    seat, toy = await at_the_toy(room)
    toy.wait = Event()
    await seat.page.get_by_label("Pick").select_option(index=1)
    await seat.page.get_by_label("Mood").select_option(label="Bold")
    toy.wait.set()
    name = await seat.page.get_by_label("Pick").locator("option").nth(1).text_content()
    await expect(seat.page.locator("#scene-text")).to_contain_text(f"touch {name} bold")
    for menu, option in (("Pick", name or ""), ("Mood", "Bold")):
        await expect(seat.page.get_by_label(menu).locator("option:checked")).to_have_text(option)


async def test_a_choice_that_led_away_leaves_none_behind(room: Room) -> None:
    """What was chosen while the next game began is not chosen there."""
    seat, toy = await at_the_toy(room)
    toy.wait, toy.done = Event(), Done("done")
    await seat.button("Again").tap()
    await seat.page.get_by_label("Mood").select_option(label="Bold")
    toy.wait.set()
    await back_at(seat, "1 c3")
    toy.done = None
    await seat.button("Toy").tap()
    await expect(seat.page.get_by_role("heading", name="A toy")).to_be_visible()
    await expect(seat.page.locator("#scene")).to_have_attribute("aria-busy", "false")
    assert toy.taken == ["begin", "begin", "begin"]


async def test_whoever_comes_back_before_the_answer_is_led_there_after_it(room: Room) -> None:
    seat, toy = await at_the_toy(room)
    toy.wait = Event()
    await seat.page.get_by_label("Pick").select_option(index=1)
    await seat.button("Back to the game").tap()
    await back_at(seat, "1 c3")
    await seat.button("Toy").tap()
    toy.wait.set()
    await expect(seat.page.get_by_role("heading", name="A toy")).to_be_visible()
    await expect(seat.page.locator("#scene-text")).to_contain_text("begin")
    assert toy.taken[0] == toy.taken[2] == "begin"


async def test_an_answer_leads_nobody_back_to_the_scene_that_they_have_left(room: Room) -> None:
    seat, toy = await at_the_toy(room)
    pick = seat.page.get_by_label("Pick")
    toy.wait, toy.awaits = Event(), f"{NAME} wait"
    names = await pick.locator("option").all_text_contents()
    for name in names[:2]:
        await pick.select_option(label=name)
    await seat.button("Back to the game").tap()
    await back_at(seat, "1 c3")
    toy.wait.set()
    # What it waits for is kept with the first answer, when the second choice is on its way.
    await seat.page.wait_for_function(f"() => page.live.keep('waits') === '{toy.awaits}'")
    await seat.page.wait_for_function("() => !page.live.waiting()")
    assert toy.taken == ["begin", *(f"touch {name}" for name in names[:2])]
    await back_at(seat, "1 c3")
    await seat.button("Toy").tap()  # and whoever wants to be there again is
    await expect(seat.page.get_by_role("heading", name="A toy")).to_be_visible()


async def test_a_move_on_the_curve_of_a_review_is_touched(room: Room) -> None:
    match = await room.begun("c3", "b2", "d3")
    mover = await room.mover(match)
    await room.house.service.matches.resign(match, mover, event_id=9)
    seat = await room.open(match, mover, PHONE)
    await seat.button("Review").tap()
    await expect(seat.page.locator("#scene-text")).to_contain_text("review of 3 moves")
    x, _ = await seat.pixel("2")
    box = await seat.page.locator("#layer").bounding_box()
    assert box is not None
    await seat.page.touchscreen.tap(x, box["y"] + box["height"] - 3)  # far below the curve
    await expect(seat.page.locator("#scene-text")).to_contain_text("b2")
    await seat.button("One move on").tap()
    await expect(seat.page.locator("#scene-text")).to_contain_text("d3")
    await seat.button("The curve").tap()
    await expect(seat.point("3")).to_have_attribute("aria-label", "3, d3")
