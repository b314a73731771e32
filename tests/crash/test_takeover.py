"""The bot is killed at each commit of a takeover: the seat is left to the computer once, or not."""

import asyncio
from pathlib import Path

import pytest

from bot.playground.driver import Driver
from bot.playground.server import Playground
from bot.storage.admin_connection import connected
from bot.storage.checking import check
from engine.games import all_games
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, GAMES, Json, labels
from tests.crash.table import Table, laid
from tests.stores import quiet

PAUSE = "2"
"""Seconds in which a computer's turn can be interrupted."""
TURNS = ["resign", "pass", "ask computer", "allow"]


async def press(table: Table, who: str, message: Json, label: str) -> Json | None:
    """Press a button; the message that answers, None if the bot has died."""
    pressed = asyncio.ensure_future(table.driver.click(who, message, label))
    if not await table.until_dead(pressed):
        return None
    return pressed.result().message


async def killed_at(table: Table, when: str, who: str, message: Json, label: str) -> None:
    """Press a button whose turn the bot does not survive; it is started again."""
    table.launcher.plan(f"{when} turn")
    pressed = asyncio.ensure_future(table.driver.click(who, message, label))
    assert table.launcher.ended is not None
    await table.launcher.ended
    pressed.cancel()
    await asyncio.gather(pressed, return_exceptions=True)
    await table.bury()
    await table.start()
    await table.until_dead(table.quiet())


def stored(table: Table) -> list[str]:
    """All turns so far, without numbers."""
    turns = [str(text) for (text,) in table.rows("SELECT text FROM turn ORDER BY ply")]
    return [text.rstrip(" 0123456789") for text in turns]


@pytest.mark.slow
@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_bot_killed_at_each_turn_of_a_takeover_plays_on(
    when: str, playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    async with laid(playground, driver, tmp_path, ANSWER_PAUSE=PAUSE) as table:
        await table.start()
        given = {"opponent": BO, "opponent_2": CY, "width": 5, "height": 5}
        await table.driver.slash(ADA, GAMES, "challenge kee", given)
        assert await table.until_dead(table.quiet())
        card = (await table.public())[-1]
        for who in (BO, CY):
            await table.driver.click(who, card, "Accept")
        assert await table.until_dead(table.quiet(0))
        board = await table.newest()
        ((first,),) = table.rows('SELECT "user" FROM player WHERE seat = 0')
        everybody = (await table.driver.overview())["people"]
        leaver = next(p["global_name"] for p in everybody if p["id"] == str(first))
        asker, other = (name for name in (ADA, BO, CY) if name != leaver)
        question = await press(table, leaver, board, "Resign")
        assert question is not None
        await press(table, leaver, question, "Yes, resign")
        assert await table.until_dead(table.quiet(2))
        question = await press(
            table,
            asker,
            await table.newest(),
            says("button-takeover", own="no", seat="Black"),
        )
        assert question is not None
        asks = says("button-takeover-ask", alone="no")
        await killed_at(table, when, asker, question, asks)
        assert stored(table) == TURNS[: 2 + (when == "after")]
        if when == "before":
            await press(table, asker, question, asks)
        assert await table.until_dead(table.quiet(3))
        board = (await table.public())[-1]
        assert "Allow" in labels(board)
        await killed_at(table, when, other, board, "Allow")
        assert stored(table)[:4] == TURNS[: 3 + (when == "after")]
        if when == "before":
            await press(table, other, board, "Allow")
        assert await table.until_dead(table.quiet(5))
        with connected(table.url) as connection:
            assert check(connection, all_games(), quiet).lines == []
        assert stored(table)[:4] == TURNS
        ((level, left_by),) = table.rows("SELECT level, left_by FROM player WHERE seat = 0")
        assert (level, left_by) == (3, first)
        assert table.rows("SELECT seat FROM turn WHERE ply = 5") == [(0,)]
