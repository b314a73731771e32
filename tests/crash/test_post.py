"""The bot is killed while the post of a tournament is made or changed, or a round is told in it:
there is one post, and each round is told once."""

from pathlib import Path

import pytest

from bot.playground.driver import EDIT, SEND, Driver
from bot.playground.server import Playground
from tests.bot.says import says
from tests.bot.table import ADA, BO, GAMES, PRIVATE, Json, labels
from tests.crash.game import points
from tests.crash.table import AtCommit, AtRequest, Table
from tests.crash.test_event import press, resign, start, struck
from tests.crash.test_practice import open_table

pytestmark = [pytest.mark.slow, pytest.mark.storage]

FORUM, SERVER = "#club", "Demo"
POST = "POST /channels/{channel_id}/threads"
MAKING = points(("begun", "sent"), POST)
TELLING = points(("challenge", "begun", "sent", "edited"), SEND, EDIT)
"""The transaction with the first game wants its round told, too."""
WHY = says("button-tournament-why")


async def post(table: Table) -> list[Json]:
    """The messages of the only post; none if it is not there."""
    channels = (await table.driver.overview())["guilds"][0]["channels"]
    found = [one for one in channels if one.get("parent_id")]
    assert len(found) < 2
    seen = [m for one in found for m in await table.driver.messages(one["id"])]
    return [m for m in seen if not m["flags"] & PRIVATE]


async def shown(table: Table, rounds: int, words: str) -> None:
    """Wait until the post has these words and so many rounds, and nothing waits."""

    async def is_shown() -> bool:
        seen, public = await post(table), await table.public()
        told = [m for m in seen if WHY in labels(m)]
        first = seen[0]["content"] if seen else ""
        assert not [m for m in public if WHY in labels(m)], "the channel has no rounds"
        assert len(told) <= rounds
        waits = table.rows("SELECT id FROM message WHERE shown <> rev AND due IS NULL")
        return len(told) == rounds and words in first and not waits

    assert await table.until_dead(table.until(is_shown))


async def create(table: Table) -> None:
    given = {"name": "Cup", "system": "roundrobin", "game": "keil", "size": 3, "place": "living"}
    await table.driver.slash(ADA, GAMES, "tournament create", given | {"forum": FORUM})


async def opened(table: Table) -> None:
    """There is a forum in which the bot may post."""
    guild = (await table.driver.overview())["guilds"][0]["id"]
    await table.driver.create_channel(guild, "club", forum=True)
    await table.driver.permit(FORUM, allow=["send_messages_in_threads"])


@pytest.mark.parametrize(("kind", "what", "when"), MAKING)
async def test_it_is_made_once(
    kind: type[AtCommit | AtRequest],
    what: str,
    when: str,
    playground: Playground,
    driver: Driver,
    tmp_path: Path,
) -> None:
    async with open_table(playground, driver, tmp_path) as table:
        await opened(table)
        await struck(table, create, kind(when, what), "SELECT id FROM tournament")
        await shown(table, 0, "Who takes part: ")


@pytest.mark.parametrize(("kind", "what", "when"), TELLING)
async def test_a_round_is_told_in_it_once(
    kind: type[AtCommit | AtRequest],
    what: str,
    when: str,
    playground: Playground,
    driver: Driver,
    tmp_path: Path,
) -> None:
    async with open_table(playground, driver, tmp_path) as table:
        await opened(table)
        await create(table)
        await shown(table, 0, "Who takes part: ")
        for who in (ADA, BO):
            await press(table, who, "button-tournament-join")
        begun = "SELECT id FROM tournament WHERE state = 'running'"
        await struck(table, start, kind(when, what), begun)
        await shown(table, 1, "Round 1 of 1")
        await resign(table)
        await shown(table, 1, "final standings")
