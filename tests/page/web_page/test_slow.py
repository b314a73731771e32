"""On a slow connection nothing that somebody does is lost, or done twice or to something else."""

import json
import re
from asyncio import Event
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import pytest
from playwright.async_api import WebSocketRoute, expect

from bot.web import open_page
from bot.web.scenes import Done
from tests.bot.house import ADA, BO
from tests.bot.says import says
from tests.page.browser import WITH_BROWSER
from tests.page.web_page.seated import DESKTOP, Room, Seat
from tests.page.web_page.test_scenes import at_the_toy, back_at
from tests.toy_scenes import NAME, ToyScenes

pytestmark = [pytest.mark.slow, WITH_BROWSER]


class Line:
    """The connections of a page, whose answers can be held back."""

    def __init__(self) -> None:
        self._holds: Callable[[dict[str, Any]], bool] | None = None
        self._held = list[tuple[WebSocketRoute, str | bytes]]()

    def hold(self, which: Callable[[dict[str, Any]], bool] = lambda _: True) -> None:
        """Hold the messages of these kinds from now on, and all that come after one of them."""
        self._holds = which

    def release(self) -> None:
        """Let everything come that was held, in its order."""
        self._holds = None
        for page, message in self._held:
            page.send(message)
        self._held.clear()

    def lead(self, page: WebSocketRoute) -> None:
        """Lead a page to the server."""
        server = page.connect_to_server()

        def come(message: str | bytes) -> None:
            if self._held or (self._holds and self._holds(facts_of(message))):
                self._held.append((page, message))
            else:
                page.send(message)

        server.on_message(come)


def facts_of(message: str | bytes) -> dict[str, Any]:
    """What a message says, apart from its picture."""
    if isinstance(message, str):
        return json.loads(message)
    return json.loads(message[4 : 4 + int.from_bytes(message[:4])])


async def on_a_line(
    room: Room, match: int, who: int = ADA, size: tuple[int, int] = DESKTOP
) -> tuple[Seat, Line]:
    """The page of a match, with answers that can be held back."""
    seat, line = await room.visit("about:blank", size), Line()
    await seat.page.route_web_socket("**/live/*", line.lead)
    await seat.page.goto(await room.house.service.web_passes.link(who, match))
    await expect(seat.page.locator("#layer")).to_be_visible()
    return seat, line


@dataclass
class LossyLine:
    """The connections of a page, which may lose what is done on it."""

    loses: bool = False
    _pages: list[WebSocketRoute] = field(default_factory=list[WebSocketRoute])
    _dead: int = 0

    def die(self) -> None:
        """The connection that is there says nothing more, and does not break."""
        self._dead = len(self._pages)

    def say(self, message: dict[str, Any]) -> None:
        """Say something to the page that the server does not."""
        self._pages[-1].send(json.dumps(message))

    def lead(self, page: WebSocketRoute) -> None:
        """Lead a page to the server."""
        self._pages.append(page)
        server, mine = page.connect_to_server(), len(self._pages)
        server.on_message(lambda said: page.send(said) if mine > self._dead else None)

        def go(said: str | bytes) -> None:
            if not (self.loses and facts_of(said)["do"] == "act"):
                server.send(said)

        page.on_message(go)


async def on_a_lossy_line(room: Room, match: int) -> tuple[Seat, LossyLine]:
    """The page of whoever is to move in a match, with a clock of its own."""
    seat, line = await room.visit("about:blank"), LossyLine()
    await seat.page.clock.install()
    await seat.page.route_web_socket("**/live/*", line.lead)
    await seat.page.goto(await room.house.service.web_passes.link(await room.mover(match), match))
    await expect(seat.page.locator("#layer")).to_be_visible()
    await seat.page.clock.run_for(1000)  # the buttons have been there for a while
    return seat, line


async def done(seat: Seat) -> None:
    """No answer is due any more."""
    await seat.page.wait_for_function("() => !page.live.waiting()")


async def given_up(seat: Seat) -> None:
    """No answer is waited for any more, by the page's own clock."""
    while await seat.page.evaluate("page.live.waiting() !== null"):
        await seat.page.clock.run_for(1000)


async def heard(seat: Seat, kind: str) -> None:
    """The next message of this kind has come."""
    await seat.page.evaluate(
        """(kind) => new Promise((come) => {
            const got = page.got;
            page.got = (message, bytes) => {
                got(message, bytes);
                if (message.kind === kind) come();
            };
        })""",
        kind,
    )


async def pictures_load(seat: Seat) -> None:
    """Pictures that come from now on are there at ``window.free()``."""
    await seat.page.evaluate(
        """() => {
            const [got, load] = [page.got, page.board.load];
            const gate = new Promise((free) => (window.free = free));
            window.came = [];
            page.got = (message, bytes) => {
                window.came.push(message.kind);
                got(message, bytes);
            };
            page.board.load = async (...given) => {
                await gate;
                return load(...given);
            };
        }"""
    )


async def a_board_loads(room: Room, seat: Seat, match: int) -> None:
    """A move is made, and what comes waits for its picture until ``window.free()``."""
    await pictures_load(seat)
    await room.house.play(match, "b2")
    await came(seat, "board")


async def came(seat: Seat, kind: str) -> None:
    """A message of this kind has come since a board began to load."""
    await seat.page.wait_for_function("(kind) => window.came.includes(kind)", arg=kind)


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


async def test_that_nobody_answers_is_said_after_a_scene_that_was_left_too(room: Room) -> None:
    room.stage.add(NAME, ToyScenes(room.stage))
    seat, line = await on_a_lossy_line(room, await room.begun("c3"))
    await seat.button("Toy").click()
    mood = seat.page.get_by_label("Mood")
    await expect(mood).to_be_visible()
    line.loses = True
    await mood.select_option(label="Bold")
    await seat.button("Back to the game").click()
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
    room.stage.add(NAME, ToyScenes(room.stage))
    seat, line = await on_a_lossy_line(room, await room.begun("c3"))
    await seat.button("Toy").click()
    mood = seat.page.get_by_label("Mood")
    await expect(mood).to_be_visible()
    line.loses = True
    await mood.select_option(label="Bold")
    await seat.button("Back to the game").click()
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
