"""Processes that start: at the same time, beside each other, and in each other's way."""

import asyncio
from pathlib import Path

import pytest

from bot.shards import Shards
from tests.campaign.processes import PATIENCE
from tests.postgresql import Cluster
from tests.processes.fleet import fleet, split
from tests.stores import ON_A_SERVER

pytestmark = ON_A_SERVER
TRY_AGAIN = 1


async def test_processes_that_start_at_once_make_the_schema_once(
    cluster: Cluster, tmp_path: Path
) -> None:
    """On an empty database each of them would make it."""
    async with fleet(tmp_path, cluster, split(8, 8)) as made:
        await asyncio.gather(*(made.launch(number) for number in range(8)))
        assert await made.connected(), [log.read_text() for log in made.logs]
        made.counts["starts"] = 0
        await made.up()
        assert made.counts["starts"] == 0


@pytest.mark.parametrize("every", ["1.1", "0"], ids=["in turn", "too often"])
async def test_processes_that_start_at_once_identify_one_after_the_other(
    cluster: Cluster, tmp_path: Path, every: str
) -> None:
    """Who does so too often is refused, and tries again; nobody gives up."""
    async with fleet(tmp_path, cluster, split(6, 6)) as made:
        await made.driver.sharding(identify_every=1.0, max_concurrency=2)
        for number in range(6):
            await made.launch(number, IDENTIFY_EVERY=every)
        assert await made.connected()


@pytest.mark.parametrize(
    ("first", "second", "why"),
    [
        ("0-1/4", "1-2/4", " for one of the shards 1,2/4"),
        ("0/4", "1/8", ", with 4 shards in all, not 8"),
        ("0/4", "", ""),
        ("", "0/4", " for all shards"),
    ],
    ids=["a shard twice", "another number of shards", "all beside some", "some beside all"],
)
async def test_who_is_in_the_way_of_another_says_so_and_ends(
    cluster: Cluster, tmp_path: Path, first: str, second: str, why: str
) -> None:
    """It waits first: the other one may be about to end."""
    async with fleet(tmp_path, cluster, [Shards.parse("0-1/4"), Shards.parse("2-3/4")]) as made:
        await made.driver.sharding(count=1)
        one = await made.launch(0, SHARDS=first)
        many = len(Shards.parse(first).ids) if first else 1
        await made.driver.wait_connected(shards=many)
        other = await made.launch(1, SHARDS=second, OVERLAP="1")
        assert await other.status(PATIENCE) == TRY_AGAIN
        said = made.log(1).read_text().splitlines()
        waiting, ended = said
        assert waiting.endswith(f"another process uses this database{why}: waiting for its end")
        assert ended == f"keil: DATABASE_URL: another process uses this database{why}"
        assert one.alive
        made.bots.clear()
