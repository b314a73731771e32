"""``keil admin prune``: what goes, and that nobody misses it."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from tests.bot.administration import admin, house_in, new_database, on_both, played
from tests.bot.house import ADA, BO, CY
from tests.stores import WHATEVER_IS_CHOSEN, execute

pytestmark = WHATEVER_IS_CHOSEN


async def aged(url: str) -> None:
    """All messages are sent, those of old turns have no buttons, and everything is a year old."""
    year = int(timedelta(days=365) / timedelta(microseconds=1))
    for statement in (
        "UPDATE message SET shown = rev, message = 1000 + id",
        "UPDATE message SET look = 'bare' WHERE kind = 'board' AND ply < 2",
        f"UPDATE message SET wanted = wanted - {year}",
        f"UPDATE challenge SET expires = expires - {year}, opened = opened - {year}",
    ):
        await asyncio.to_thread(execute, url, statement)


async def rows(url: str, table: str) -> int:
    (found,) = await asyncio.to_thread(execute, url, f"SELECT count(*) FROM {table}")
    return int(found[0])


@on_both
async def test_messages_without_buttons_of_finished_games_go(kind: str, tmp_path: Path) -> None:
    await played(url := new_database(kind, tmp_path))  # one of three games is over
    await aged(url)
    done = await asyncio.to_thread(admin, "prune", url=url)
    assert (done.returncode, done.stdout) == (0, "pruned: 3 messages, 0 challenges\n"), done
    left = await asyncio.to_thread(
        execute, url, "SELECT ply FROM message WHERE kind = 'board' AND match = 2"
    )
    assert [row[0] for row in left] == [3]  # the last one, with its buttons
    checked = await asyncio.to_thread(admin, "check", url=url)
    assert checked.returncode == 0, checked.stdout
    again = await asyncio.to_thread(admin, "prune", url=url)
    assert again.stdout == "pruned: 0 messages, 0 challenges\n"
    async with house_in(url) as house:  # the games are as they were
        assert (await house.service.matches.live(2)).match.end is not None
        live = await house.play(1, "b2")
        assert live.match.ply == 3


@on_both
async def test_challenges_that_became_no_games_go_but_not_the_last_one(
    kind: str, tmp_path: Path
) -> None:
    await played(url := new_database(kind, tmp_path), 1)
    async with house_in(url) as house:
        for whom in (BO, 1001):
            await house.service.challenges.withdraw(await house.challenge(whom), ADA)
        await house.service.challenges.withdraw(await house.challenge(BO, by=CY), CY)
    await aged(url)
    number = await rows(url, "challenge")
    done = await asyncio.to_thread(admin, "prune", url=url)
    assert done.returncode == 0, done
    gone = number - await rows(url, "challenge")
    assert done.stdout == f"pruned: 0 messages, {gone} challenges\n"
    assert gone == 1  # Ada's first one: her other one and Cy's are their last
    assert (await asyncio.to_thread(admin, "check", url=url)).returncode == 0


async def test_the_last_challenge_on_each_server_stays(tmp_path: Path) -> None:
    """The next one there begins with its terms."""
    url = new_database("sqlite", tmp_path)
    async with house_in(url) as house:
        for server in (7, 8):
            await house.service.challenges.withdraw(await house.challenge(BO, server=server), ADA)
    await aged(url)
    done = await asyncio.to_thread(admin, "prune", url=url)
    assert (done.returncode, done.stdout) == (0, "pruned: 0 messages, 0 challenges\n"), done


async def test_what_is_younger_stays(tmp_path: Path) -> None:
    await played(url := new_database("sqlite", tmp_path))
    await aged(url)
    done = await asyncio.to_thread(admin, "prune", "--days", "400", url=url)
    assert done.stdout == "pruned: 0 messages, 0 challenges\n"


@pytest.mark.parametrize("days", ["0", "6", "-1", "x", "1e9"])
def test_days_are_checked(days: str, tmp_path: Path) -> None:
    done = admin("prune", "--days", days, url=new_database("sqlite", tmp_path))
    assert done.returncode == 2
    assert "a number of days, at least 7" in done.stderr
