"""The bot is killed while a game ends: it is rated once, as if computed anew, and told once."""

from functools import partial
from pathlib import Path

import pytest

from bot.features.ratings import cli
from bot.playground.driver import CALLBACK, EDIT, SEND, Driver
from bot.playground.server import Playground
from engine.games import all_games
from tests.bot.says import says
from tests.bot.table import GAMES
from tests.crash.game import points
from tests.crash.table import AtCommit, AtRequest, laid
from tests.crash.test_practice import struck, turns
from tests.stores import quiet

pytestmark = [pytest.mark.slow, pytest.mark.storage]

STONES = ("b3", "e2", "c2", "d4", "a1", "b2")


@pytest.mark.parametrize(("kind", "what", "when"), points(("turn",), CALLBACK, SEND, EDIT))
async def test_a_game_is_rated_once(
    kind: type[AtCommit | AtRequest],
    what: str,
    when: str,
    playground: Playground,
    driver: Driver,
    tmp_path: Path,
) -> None:
    async with laid(playground, driver, tmp_path) as table:
        await table.start()
        black, white = await table.begin(komi=0, button=False)
        for number, move in enumerate(STONES, 1):
            await driver.slash((black, white)[(number - 1) % 2], GAMES, "play", {"move": move})
            assert await table.until_dead(table.quiet(number))
        asked = await driver.slash(white, GAMES, "resign", {})
        assert asked.message is not None
        sure = partial(driver.click, white, asked.message, says("button-yes", action="resign"))
        await struck(table, sure, kind(when, what))
        if len(turns(table)) < 7:  # it was not stored
            assert table.rows("SELECT * FROM rating") == []
            await sure()
        assert await table.until_dead(table.quiet(7))
        ends = [one["content"] for one in await table.public() if "→" in one["content"]]
        assert len(ends) == 1 and ends[0].count("1500 → ") == 2
        before = [table.rows(f"SELECT * FROM {name}") for name in ("rating", "rated")]
        assert [len(rows) for rows in before] == [2, 2]
        await table.launcher.kill()
        said = cli.run(table.url, all_games(), quiet)
        assert said == "ratings: 1 games, 1 rated, 2 ratings, 0 changed, 0 steps changed"
        assert [table.rows(f"SELECT * FROM {name}") for name in ("rating", "rated")] == before
