"""Asking the others for something, and what its board shows."""

from datetime import timedelta

from bot.chat.base.custom_id import Control
from bot.chat.controls.components import ControlButton, view_of
from bot.playground.driver import Answer
from tests.bot.says import says
from tests.bot.table import (
    Json,
    Table,
    ply_of,
)

MINUTE = timedelta(minutes=1)


async def more(table: Table, who: str, board: Json, what: str) -> Answer:
    """``who`` presses *More…* under a board, then ``what``."""
    menu = await table.driver.click(who, board, "More…")
    assert menu.ephemeral
    assert menu.message is not None
    return await table.driver.click(who, menu.message, what)


def first_row(menu: Json) -> list[str]:
    """What a player can do behind *More…*; below it is what everybody can."""
    return [button["label"] for button in menu["components"][0]["components"]]


def request(key: str, *, wish: str, moves: str = "", winner: str = "", **names: str) -> str:
    """A sentence about a request."""
    number = len(moves.split(" and "))
    return says(key, wish=wish, moves=moves, number=number, winner=winner, **names)


async def ask_back(table: Table, who: str, board: Json, moves: str = "c3") -> Json:
    """``who`` asks to take ``moves`` back, too late to just undo; the board that asks it."""
    table.clock.pass_by(2 * MINUTE)
    there = {message["id"] for message in await table.public()}
    asked = await more(table, who, board, f"Ask to take back {moves}")
    assert asked.text == says("private-asked")
    return await table.message(lambda m: m["id"] not in there and ply_of(m) is not None)


def called(message: Json) -> list[str]:
    """Who is notified by a message."""
    return [person["global_name"] for person in message["mentions"]]


async def old_button(table: Table, board: Json, name: str, ply: int, text: str = "") -> Json:
    """A message with a button that should long be gone, or that never was."""
    control = Control(name, 1, ply, text)
    channel_id = table.client.get_partial_messageable(int(board["channel_id"]))
    sent = await channel_id.send("old", view=view_of([ControlButton(control, "old")]))
    return await table.driver.message(str(sent.id))
