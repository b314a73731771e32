"""Everybody who looks at a match sees it as it is now."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

from bot.service.live_match import LiveMatch
from bot.web.scenes import Afterwards
from bot.web.watched import Watched
from tests.bot.house import ADA, BO, house_at


async def nothing(live: LiveMatch) -> list[Afterwards]:
    """Nothing has come of it."""
    del live
    return []


class Page:
    """Hears how the match is."""

    def __init__(self) -> None:
        self.heard = asyncio.Queue[LiveMatch]()

    def changed(self, live: LiveMatch, after: Sequence[Afterwards]) -> None:
        """It is like this now."""
        del after
        self.heard.put_nowait(live)

    def counted(self, number: int) -> None:
        """How many watch is of no interest here."""


async def test_whoever_comes_with_an_older_board_hears_of_the_newer_one(tmp_path: Path) -> None:
    async with house_at(tmp_path) as house:
        older = await house.service.matches.live(await house.match(komi=2.5))
        newer = await house.play(older.id, "a1")
        for first, second in ((newer, older), (older, newer)):
            watched, pages = Watched(house.service.matches, nothing), (Page(), Page())
            watched.add(first, (), pages[0], ADA)
            watched.add(second, (), pages[1], BO)
            late = pages[(first, second).index(older)]
            running = asyncio.create_task(watched.run())
            try:
                async with asyncio.timeout(30):  # it would wait for ever
                    assert (await late.heard.get()).match.ply == newer.match.ply
            finally:
                running.cancel()
