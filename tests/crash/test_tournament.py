"""The bot is killed while a round changes: nobody is paired twice, and everybody plays once."""

from pathlib import Path

import pytest

from bot.features.tournaments.store import RUNNING
from bot.playground.driver import SEND, Driver
from bot.playground.server import Playground
from tests.bot.says import says
from tests.bot.table import ADA, BO, GAMES, labels
from tests.crash.game import points
from tests.crash.table import AtCommit, AtRequest, Table
from tests.crash.test_practice import Json, open_table

pytestmark = [pytest.mark.slow, pytest.mark.storage]

POINTS = points(("challenge",), SEND)
"""The transaction of a round change begins a game, for which nobody had to accept a challenge."""
WHY = says("button-tournament-why")


async def rounds(table: Table) -> list[Json]:
    """The messages of rounds in the channel."""
    return [m for m in await table.public() if WHY in labels(m)]


async def shown(table: Table, number: int) -> None:
    """Wait until so many rounds are told, and everything is sent."""

    async def is_shown() -> bool:
        return len(await rounds(table)) == number and not table.unsent()

    assert await table.until_dead(table.until(is_shown))


async def begun(table: Table) -> str:
    """A double knockout of two begins, which has two rounds at least. Who lost the first one."""
    given = {"name": "Cup", "system": "double", "game": "keil", "size": 3, "place": "living"}
    await table.driver.slash(ADA, GAMES, "tournament create", given)

    async def card() -> bool:
        return bool(await table.public()) and not table.unsent()

    assert await table.until_dead(table.until(card))
    (there,) = await table.public()
    for who in (ADA, BO):
        await table.driver.click(who, there, says("button-tournament-join"))
    await table.driver.click(ADA, there, says("button-tournament-start"))
    await shown(table, 1)
    return BO


@pytest.mark.parametrize(("kind", "what", "when"), POINTS)
async def test_a_round_changes_once(
    kind: type[AtCommit | AtRequest],
    what: str,
    when: str,
    playground: Playground,
    driver: Driver,
    tmp_path: Path,
) -> None:
    async with open_table(playground, driver, tmp_path) as table:
        loser = await begun(table)
        sure = await driver.slash(loser, GAMES, "resign")
        await driver.click(loser, sure.message or {}, "Yes, resign")
        await table.launcher.kill()
        await driver.wait_connected(connected=False)
        point = kind(when, what)
        await point.arm(table)
        await table.launcher.start()  # its first look at the time changes the round
        ended = table.launcher.ended
        assert ended is not None
        assert await ended == -9
        await point.disarm(table)
        await table.bury()
        await table.start()
        await shown(table, 2)
        games = table.rows("SELECT round, board, games, result FROM pairing ORDER BY round")
        assert [row[:3] for row in games] == [(1, 1, 1), (2, 1, 1)]
        assert games[0][3] is not None
        assert games[1][3] is None
        assert table.rows("SELECT state, round, due FROM tournament") == [(RUNNING, 2, None)]
        assert table.rows('SELECT count(*) FROM "match"') == [(2,)]
        assert table.rows("SELECT count(*) FROM challenge") == [(2,)]
        assert len(await rounds(table)) == 2
