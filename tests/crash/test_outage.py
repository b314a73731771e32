"""Turns are played while nothing can be posted, and the bot is killed in the middle of it."""

from pathlib import Path

import pytest

from bot.playground.driver import SEND, Driver
from bot.playground.server import Playground
from tests.bot.table import ADA, BO, GAMES, PRIVATE, labels, ply_of
from tests.crash.table import GAME, AtRequest, Step, Story, Table, laid, play

pytestmark = [pytest.mark.slow, pytest.mark.storage]

HISTORY = "GET /channels/{channel_id}/messages"
BEGIN = GAME[:5]
REST = GAME[[step.ply for step in GAME].index(5) + 1 :]
"""Until the first stone may be played, and after three stones."""
PLAYED = (Step(play(ADA, "b1"), 3), Step(play(BO, "a1"), 4), Step(play(ADA, "a2"), 5))


async def outage(table: Table, when: str) -> Story:
    """Three turns are answered while the first one's board is held; then the bot is killed."""
    story = Story(table)
    await story.begin()
    for step in BEGIN:
        await story.step(step)
    held = AtRequest(when, SEND)
    await held.arm(table, strikes=False)
    for step in PLAYED:
        assert await story.do(step)
        await held.reached()
    await table.launcher.kill()
    await held.disarm(table)
    assert table.ply() == 5
    return story


async def boards_since_the_outage(driver: Driver) -> list[tuple[int, list[str], bool]]:
    """Ply, who was called and whether there were buttons, of each board as it was sent."""
    seen = await driver.messages(GAMES)
    names = {user["id"]: user["global_name"] for m in seen for user in m["mentions"]}
    sent: list[tuple[int, list[str], bool]] = []
    for request in await driver.requests(SEND):
        for name in request["files"]:
            ply = int(name.split("-")[3].removesuffix(".png"))
            if ply >= 3 and request["status"] == 200:
                body = request["body"]
                called = [names[str(user)] for user in body["allowed_mentions"].get("users", ())]
                sent.append((ply, called, bool(body.get("components"))))
    return sent


@pytest.mark.parametrize("when", ["before", "after"])
async def test_only_the_newest_board_calls_and_has_buttons_after_an_outage(
    when: str, playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    async with laid(playground, driver, tmp_path) as table:
        story = await outage(table, when)
        await story.recover()
        nobody: list[str] = []
        first = (3, [BO], True) if when == "after" else (3, nobody, False)
        expected = [first, (5, [BO], True)]
        assert await boards_since_the_outage(driver) == expected
        public = [m for m in await driver.messages(GAMES) if not m["flags"] & PRIVATE]
        assert [ply_of(m) for m in public if labels(m)] == [(1, 5)]
        for step in REST:
            await story.step(step)
        await story.check()


@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("route", [SEND, HISTORY])
async def test_a_bot_killed_again_and_again_while_it_catches_up_repeats_no_post(
    when: str, route: str, playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    async with laid(playground, driver, tmp_path) as table:
        story = await outage(table, "after")
        once = (route, when) == (SEND, "after")  # one board tells the rest, and then it is there
        for _ in range(1 if once else 2):
            await table.bury()
            again = AtRequest(when, route)
            await again.arm(table)
            await table.launcher.start()  # it may be dead before it is connected
            assert not await table.until_dead(table.quiet())
            await again.disarm(table)
        await story.recover()
        assert [m[0] for m in await boards_since_the_outage(driver)] == [3, 5]
        for step in REST:
            await story.step(step)
        await story.check()
