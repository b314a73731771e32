"""The bot is killed while somebody is forgotten: the next process does the rest, and only once."""

from pathlib import Path

import pytest

from bot.playground.driver import CALLBACK, Driver
from bot.playground.server import Playground
from tests.bot.says import says
from tests.bot.table import GAMES
from tests.crash.game import points
from tests.crash.table import AtCommit, AtRequest, Table
from tests.crash.test_practice import open_table, struck

pytestmark = [pytest.mark.slow, pytest.mark.storage]

POINTS = points(("INSERT INTO deletion", "turn", "DELETE FROM deletion"), CALLBACK)
"""The wish is stored, the game ends, everything is erased."""


def people(table: Table) -> list[int]:
    """Who plays; who is gone has a negative number."""
    return [user for (user,) in table.rows('SELECT "user" FROM player ORDER BY "user"')]


@pytest.mark.parametrize(("kind", "what", "when"), POINTS)
async def test_somebody_is_forgotten_whole_or_not_at_all(
    kind: type[AtCommit | AtRequest],
    what: str,
    when: str,
    playground: Playground,
    driver: Driver,
    tmp_path: Path,
) -> None:
    async with open_table(playground, driver, tmp_path) as table:
        who, _ = await table.begin(komi=0, time="3d")
        before = people(table)
        panel = await driver.slash(who, GAMES, "privacy", {})
        assert panel.message is not None
        asked = await driver.click(who, panel.message, says("button-privacy-delete"))
        message, yes = asked.message, says("button-privacy-yes")
        assert message is not None
        await struck(table, lambda: driver.click(who, message, yes), kind(when, what))
        if people(table) == before and not table.rows("SELECT at FROM deletion"):
            assert table.rows("SELECT text FROM turn") == []  # nothing was stored: they ask again
            await driver.click(who, message, yes)

        async def gone() -> bool:
            return people(table)[0] < 0 and not table.rows("SELECT at FROM deletion")

        await table.until(gone)
        assert people(table)[1:] == [user for user in before if user in people(table)]
        assert [text for (text,) in table.rows("SELECT text FROM turn")] == ["resign"]
        assert table.rows("SELECT name FROM person") == [
            (name,) for (name,) in table.rows("SELECT name FROM person") if name != who
        ]
