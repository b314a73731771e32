"""``keil admin ratings``, as the operator runs it."""

import asyncio
from pathlib import Path

from bot.cli.exits import TRY_AGAIN
from bot.storage.single_instance import single_instance
from tests.bot.administration import SQLITE, admin, house_in, new_database, on_both
from tests.bot.house import BO
from tests.features.ratings.rated_games import STONES
from tests.stores import WHATEVER_IS_CHOSEN

pytestmark = WHATEVER_IS_CHOSEN

SAID = "ratings: 1 games, 1 rated, 2 ratings, {0} changed, {0} steps changed\n"


async def finished(kind: str, folder: Path) -> str:
    """A database with a finished game that nobody has rated."""
    url = new_database(kind, folder)
    async with house_in(url) as house:
        key = await house.match(komi=0, button=False)
        await house.play(key, *STONES)
        await house.service.matches.resign(key, BO, event_id=1)
    return url


@on_both
async def test_it_rates_what_is_over_and_then_changes_nothing(kind: str, tmp_path: Path) -> None:
    url = await finished(kind, tmp_path)
    for changed in (2, 0):
        done = await asyncio.to_thread(admin, "ratings", url=url)
        assert (done.returncode, done.stderr) == (0, "")
        assert done.stdout == SAID.format(changed)
    assert (await asyncio.to_thread(admin, "check", url=url)).returncode == 0


async def test_no_bot_may_be_playing_meanwhile(tmp_path: Path) -> None:
    url = await finished(SQLITE, tmp_path)
    async with single_instance(url, asyncio.Event()):
        done = await asyncio.to_thread(admin, "ratings", url=url)
    assert done.returncode == TRY_AGAIN and "stop it first" in done.stderr
