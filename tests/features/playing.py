"""A program: the bot starts without some features, and plays a game to its score.

It is run on copies of the bot, so it relies on no feature.
"""

import asyncio
import sys
from pathlib import Path
from tempfile import TemporaryDirectory

from bot.features import all_features
from bot.playground.driver import Driver
from bot.playground.server import Playground
from engine.games import all_games
from tests.bot.table import hurry, seated

MOVES = ["b3", "e2", "c2", "d4", "a1", "b2", "pass", "pass"]


async def main(missing: list[str]) -> None:
    """Play without the features ``missing``. Raises `AssertionError`."""
    assert not {f"bot.features.{one}.chat" for one in missing} & {*all_features()}
    with TemporaryDirectory() as name:
        folder = Path(name)
        async with (
            Playground(token="token", database=folder / "playground.db") as playground,
            Driver(playground.url, playground.driver_key) as driver,
        ):
            await hurry(driver)
            database = folder / "keil.db"
            async with seated(playground, driver, all_games(), database, page=True) as table:
                _, black, white = await table.begin_small()
                refused = await table.play(white, "b3")
                assert "turn" in refused.text, refused.text
                turns = ((white if n % 2 else black, move) for n, move in enumerate(MOVES))
                board = await table.moves(*turns)
                assert "wins" in board["content"], board["content"]


asyncio.run(main(sys.argv[1:]))
