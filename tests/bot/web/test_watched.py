"""Everybody who looks at a match sees it as it is now."""

import asyncio
from collections.abc import Sequence
from pathlib import Path

import pytest

from bot.service.live_match import LiveMatch
from bot.web import watched
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


async def test_what_has_come_of_a_match_is_asked_only_if_something_may_have(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(watched, "LOOK_EVERY", 0.0)
    asked = list[int]()

    async def after(live: LiveMatch) -> list[Afterwards]:
        asked.append(live.id)
        return []

    async with house_at(tmp_path) as house:
        over, other = [
            await house.service.matches.live(await house.match(komi=2.5)) for _ in range(2)
        ]
        over = await house.service.matches.resign(over.id, ADA, event_id=1)
        looking, pages = Watched(house.service.matches, after), (Page(), Page())
        looking.add(over, [], pages[0], ADA)
        looking.add(other, [], pages[1], ADA)
        running = asyncio.create_task(looking.run())

        async def move(name: str) -> None:
            """A move of which nobody tells us; once the next is seen, both have been looked at."""
            await house.play(other.id, name)
            assert (await pages[1].heard.get()).match.turn_log.moves[-1].text == name

        try:
            async with asyncio.timeout(60):
                for name in ("c3", "b2"):
                    await move(name)
                asked.clear()
                for name in ("d3", "a1", "c2"):
                    await move(name)
                assert over.id not in asked
                await house.service.challenges.rematch(over.id, ADA, "Ada", event_id=2)
                looking.heard(over.channel_id)
                for name in ("b1", "d2"):
                    await move(name)
                assert over.id in asked
        finally:
            running.cancel()


async def test_whoever_comes_with_an_older_board_hears_of_the_newer_one(tmp_path: Path) -> None:
    async with house_at(tmp_path) as house:
        older = await house.service.matches.live(await house.match(komi=2.5))
        newer = await house.play(older.id, "a1")
        for first, second in ((newer, older), (older, newer)):
            looking, pages = Watched(house.service.matches, nothing), (Page(), Page())
            looking.add(first, (), pages[0], ADA)
            looking.add(second, (), pages[1], BO)
            late = pages[(first, second).index(older)]
            running = asyncio.create_task(looking.run())
            try:
                async with asyncio.timeout(30):  # it would wait for ever
                    assert (await late.heard.get()).match.ply == newer.match.ply
            finally:
                running.cancel()
