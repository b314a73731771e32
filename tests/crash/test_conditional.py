"""The bot is killed while somebody plans, and while the move comes that was planned for.

A plan is stored once or not at all; a move is never stored without its planned answer, both are
told once, on one board; and what else was planned is in no message that others see.
"""

import re
from functools import partial
from pathlib import Path

import pytest

from bot.playground.driver import CALLBACK, EDIT, SEND, Driver
from bot.playground.server import Playground
from tests.bot.says import played, says
from tests.bot.table import GAMES
from tests.crash.game import points
from tests.crash.table import AtCommit, AtRequest, Table
from tests.crash.test_practice import Json, click, done, open_table, select, struck, turns

pytestmark = [pytest.mark.slow, pytest.mark.storage]

LINES = "d4 b2 e2 c1\na3 d1"
SECRETS = ("e2", "c1", "a3", "d1", "planned", "ifmove")


async def moved(table: Table) -> tuple[Json, str, str]:
    """A game of Ada and Bo after a stone: the answer to its player, that player, the other."""
    black, white = await table.begin(komi=0)
    answer = await done(table, await table.driver.slash(black, GAMES, "play", {"move": "c3"}))
    assert await table.until_dead(table.quiet(1))
    return answer, black, white


def plans(table: Table) -> int:
    return len(table.rows("SELECT * FROM plan"))


@pytest.mark.parametrize(("kind", "what", "when"), points(("INSERT INTO plan",), CALLBACK))
async def test_an_answer_is_planned_once_or_not_at_all(
    kind: type[AtCommit | AtRequest],
    what: str,
    when: str,
    playground: Playground,
    driver: Driver,
    tmp_path: Path,
) -> None:
    async with open_table(playground, driver, tmp_path) as table:
        answer, black, white = await moved(table)
        panel = await click(table, black, answer, says("button-conditional"))
        panel = await done(table, await select(table, black, panel, "d4"), str(panel["content"]))
        told = await struck(table, partial(select, table, black, panel, "b2"), kind(when, what))
        if not plans(table):  # it was not stored, and nobody has said that it was
            assert told is None or "b2" not in told.text
            await select(table, black, panel, "b2")
        assert plans(table) == 1
        await table.driver.slash(white, GAMES, "play", {"move": "d4"})
        assert await table.until_dead(table.quiet(3))
        assert turns(table) == ["c3", "d4", "b2"]
        assert plans(table) == 0


@pytest.mark.parametrize(("kind", "what", "when"), points(("turn",), CALLBACK, SEND, EDIT))
async def test_a_move_and_its_planned_answer_are_stored_and_told_once(
    kind: type[AtCommit | AtRequest],
    what: str,
    when: str,
    playground: Playground,
    driver: Driver,
    tmp_path: Path,
) -> None:
    async with open_table(playground, driver, tmp_path) as table:
        answer, black, white = await moved(table)
        panel = await click(table, black, answer, says("button-conditional"))
        form = await driver.click(black, panel, says("button-type"))
        await done(table, await driver.submit_modal(black, form, {"text": LINES}))
        assert plans(table) == 1
        move = partial(driver.slash, white, GAMES, "play", {"move": "d4"})
        told = await struck(table, move, kind(when, what))
        if turns(table) == ["c3"]:  # it was not stored, and nobody has said that it was
            assert told is None or not told.text.startswith("You played")
            await move()
        assert await table.until_dead(table.quiet(3))
        assert turns(table) == ["c3", "d4", "b2"]
        said = [message["content"] for message in await table.public()]
        for sentence in (played("White", "d4"), played("Black", "b2")):
            assert len([content for content in said if sentence in content]) == 1
        shown = str(await driver.messages(GAMES, white))
        assert not [secret for secret in SECRETS if re.search(rf"\b{secret}\b", shown)]
        await table.driver.slash(white, GAMES, "play", {"move": "e2"})
        assert await table.until_dead(table.quiet(5))
        assert turns(table) == ["c3", "d4", "b2", "e2", "c1"]
