"""The bot is killed while a game is in a thread or on a living board; it loses and repeats nothing.

As in `test_crash`, a kind of point has a game of its own: the bot dies wherever the point comes.
"""

from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pytest

from bot.playground.driver import EDIT, SEND, Driver
from bot.playground.server import Playground
from bot.storage.rows import LIVING, THREAD
from tests.bot.table import ADA, AT_THE_END, BO, GAMES, PRIVATE, labels
from tests.crash.table import GAME, TURNS, AtCommit, AtRequest, Point, Step, Story, laid, play

Json = dict[str, Any]
MAKE = "POST /channels/{channel_id}/messages/{message_id}/threads"
CLOSE = "PATCH /channels/{channel_id}"
DELETE = "DELETE /channels/{channel_id}/messages/{message_id}"
LEFT = (
    "SELECT * FROM message WHERE shown <> rev "
    "AND (message IS NULL OR kind IN ('card', 'living', 'thread'))"
)
"""What is left to be done, apart from edits whose reports may wait."""
OF_THREADS = (4, 21)
"""The types of Discord's own messages in a thread: it has another name, and how it began."""
BY_COMMAND: Sequence[Step] = (
    *GAME[:2],
    *(Step(play((ADA, BO)[n % 2], text), n + 1) for n, text in enumerate(TURNS[:6])),
    *GAME[-4:],
)
"""The game of `test_crash`, by commands in the channel of the card."""


@dataclass
class AtHome(Story):
    """A game that lives in a place of its own."""

    place: str = THREAD

    async def recover(self) -> None:
        """Another bot takes over where one has died."""
        self.kills += 1
        await self.table.bury()
        await self.table.start()
        assert await self.table.until_dead(self._quiet(None))

    async def _settled(self, step: Step) -> None:
        await self._quiet(step.ply)

    async def _seen(self) -> int | None:
        return self.table.ply()

    async def _called(self, step: Step) -> None:
        """Whom a message has called is looked at in `tests.bot`."""

    async def _quiet(self, ply: int | None) -> None:
        """Wait until there is nothing to do any more, after ``ply`` turns."""
        table = self.table

        async def is_quiet() -> bool:
            return (
                (ply is None or table.ply() == ply)
                and not table.rows(LEFT)
                and not table.committing()
                and await self._as_it_should_be()
            )

        await table.until(is_quiet)

    async def _as_it_should_be(self) -> bool:
        table = self.table
        matches = table.rows('SELECT channel_id, deadline FROM "match"')
        if not matches:
            return True
        ((channel, deadline),) = matches
        if self.place == LIVING:
            return len(await self._posts()) <= (1 if deadline is None else 2)
        boards = await self.boards(str(channel))
        return [m for m in boards if labels(m)] in ([], boards[-1:])

    async def _posts(self) -> list[Json]:
        """What the bot has posted for everybody in the channel, apart from the card."""
        seen = await self.table.driver.messages(GAMES)
        mine = [m for m in seen if m["author"].get("bot") and not m["flags"] & PRIVATE]
        return [m for m in mine if "challenges" not in m["content"]]

    async def boards(self, thread: str) -> list[Json]:
        """What the bot has posted in the thread."""
        seen = await self.table.driver.messages(thread)
        own = [m for m in seen if m["author"].get("bot") and m["type"] not in OF_THREADS]
        return [m for m in own if not m["flags"] & PRIVATE]

    async def check(self) -> None:
        """Everything is there exactly once."""
        table = self.table
        turns = [text for (text,) in table.rows("SELECT text FROM turn ORDER BY ply")]
        assert tuple(turns) == TURNS
        assert table.rows("SELECT count(*) FROM challenge") == [(1,)]
        await (self._check_thread() if self.place == THREAD else self._check_living())

    async def _check_living(self) -> None:
        (end,) = await self._posts()
        assert labels(end) == AT_THE_END
        assert "wins" in end["content"]

    async def _check_thread(self) -> None:
        table = self.table
        ((thread,),) = table.rows('SELECT channel_id FROM "match"')
        card, line = [m for m in await table.driver.messages(GAMES) if not m["flags"] & PRIVATE]
        assert card["id"] == str(thread) and "wins" in card["content"]
        assert "wins" in line["content"] and not line["attachments"]
        sent = "SELECT count(*) FROM message WHERE kind = 'board' AND message IS NOT NULL"
        ((number,),) = table.rows(sent)
        boards = await self.boards(str(thread))
        assert len(boards) == number
        assert labels(boards[-1]) == AT_THE_END
        channels = [c for g in (await table.driver.overview())["guilds"] for c in g["channels"]]
        (made,) = [c for c in channels if c["id"] == str(thread)]
        assert made["thread_metadata"]["archived"] and "wins" in made["name"]


async def survive(
    place: str,
    point: Point | None,
    playground: Playground,
    driver: Driver,
    folder: Path,
) -> AtHome:
    """A whole game in which the bot dies wherever that point comes."""
    await driver.permit(GAMES, allow=["create_public_threads"])
    async with laid(playground, driver, folder, PLACE=place) as table:
        story = AtHome(table, point, BY_COMMAND, place=place)
        await story.tell()
    return story


@pytest.mark.parametrize("place", [THREAD, LIVING])
async def test_a_whole_game_without_interruption(
    place: str, playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    await survive(place, None, playground, driver, tmp_path)


@pytest.mark.slow
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("what", [MAKE, EDIT, SEND, CLOSE, "match", "turn", "sent", "edited"])
async def test_a_bot_killed_while_a_game_is_in_a_thread_loses_and_repeats_nothing(
    when: str, what: str, playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    point = AtRequest(when, what) if " /" in what else AtCommit(when, what)
    story = await survive(THREAD, point, playground, driver, tmp_path)
    assert story.kills >= 1


@pytest.mark.slow
@pytest.mark.parametrize("when", ["before", "after"])
@pytest.mark.parametrize("what", [EDIT, SEND, DELETE, "match", "turn", "sent", "edited"])
async def test_a_bot_killed_while_a_board_lives_loses_and_repeats_nothing(
    when: str, what: str, playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    point = AtRequest(when, what) if " /" in what else AtCommit(when, what)
    story = await survive(LIVING, point, playground, driver, tmp_path)
    assert story.kills >= 1
