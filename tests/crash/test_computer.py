"""The bot is killed while it thinks, and at the commit of its own turn: the game goes on."""

from itertools import pairwise
from pathlib import Path

import pytest

from bot.playground.driver import Driver
from bot.playground.server import Playground
from bot.storage.admin_connection import connected
from bot.storage.checking import check
from engine.games import all_games
from tests.bot.table import ADA, GAMES, ply_of
from tests.crash.table import FOLDED, Table, laid
from tests.stores import quiet

PAUSE = "2"
"""Seconds in which a computer's turn can be interrupted."""
MOVES = ("a1", "c3", "e5")


async def play(table: Table, move: str) -> None:
    """Ada plays a point, or another one if it is taken."""
    for text in (move, "b2", "d4", "b3", "c4", "a2"):
        answer = await table.driver.slash(ADA, GAMES, "play", {"move": text})
        if answer.text.startswith("You "):
            return
    raise AssertionError(answer.text)


async def settled(table: Table, ply: int) -> None:
    """Wait until there are so many turns, and all of them are posted."""
    assert await table.until_dead(table.quiet(ply))


async def look(table: Table) -> None:
    """Every turn is there once, in order, and has been told once."""
    with connected(table.url) as connection:
        assert check(connection, all_games(), quiet).lines == []
    seats = [seat for (seat,) in table.rows("SELECT seat FROM turn ORDER BY ply")]
    assert len(seats) == 2 * len(MOVES)
    assert all(one != other for one, other in pairwise(seats))
    folded = {ply for (ply,) in table.rows(FOLDED)}
    boards = filter(None, map(ply_of, await table.public()))
    assert [ply for _, ply in boards] == [n for n in range(len(seats) + 1) if n not in folded]


@pytest.mark.slow
@pytest.mark.parametrize("when", ["before", "after"])
async def test_a_bot_killed_while_it_thinks_and_at_its_turn_plays_on(
    when: str, playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    async with laid(playground, driver, tmp_path, ANSWER_PAUSE=PAUSE) as table:
        await table.start()
        given = {"game": "keil", "begins": "you"}
        answer = await table.driver.slash(ADA, GAMES, "practice", given)
        assert "The game begins" in answer.text
        await settled(table, 0)
        for number, move in enumerate(MOVES):
            await play(table, move)
            await table.bury()  # it thinks, or waits to be seen
            table.launcher.plan(f"{when} turn")
            await table.launcher.start()
            assert table.launcher.ended is not None
            await table.launcher.ended
            await table.bury()
            await table.start()
            await settled(table, 2 * number + 2)
        await look(table)
