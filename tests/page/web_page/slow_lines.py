"""A page whose answers are late, or never come."""

import json
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

from playwright.async_api import WebSocketRoute, expect

from tests.bot.house import ADA
from tests.page.web_page.seated import DESKTOP, Room, Seat


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
