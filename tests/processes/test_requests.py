"""All processes of a bot together send no more requests in a second than Discord allows."""

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path
from random import Random

import pytest

from bot.chat.gateway.request_budget import ALLOWED
from tests.postgresql import Cluster
from tests.processes.fleet import Fleet, fleet, split
from tests.stores import ON_A_SERVER

pytestmark = ON_A_SERVER
Harm = Callable[[Fleet], Awaitable[None]]


async def rush(made: Fleet, acts: int, chance: Random) -> None:
    """Let so many people act at once, whoever's turn it is."""
    asked = [made.crowd.one_act(Random(chance.random()), crowded=True) for _ in range(acts)]
    await asyncio.gather(*asked)


async def nothing(made: Fleet) -> None:
    """All processes go on."""
    del made


async def a_process_dies(made: Fleet) -> None:
    await made.end(0)
    await made.launch(0)


async def the_database_crashes(made: Fleet) -> None:
    await made.restart_server(0.0)


@pytest.mark.parametrize("harm", [nothing, a_process_dies, the_database_crashes])
async def test_all_processes_together_send_no_more_than_one_may(
    cluster: Cluster, tmp_path: Path, harm: Harm
) -> None:
    """However much there is to send. On a slow machine requests arrive in bursts; so this counts
    over many seconds, in which four processes that do not share would send four times as many."""
    chance = Random(3)
    async with fleet(tmp_path, cluster, split(4, 4), tables=60, checked=False) as made:
        driver = made.driver
        await driver.rates(send=(1000, 1.0), edit=(1000, 1.0), overall=1000)
        await driver.patience(60)
        await made.up()
        for _ in range(4):
            await rush(made, 40, chance)
        begun = (await driver.report())["requests"]
        rushing = asyncio.create_task(rush(made, 120, chance))
        await asyncio.sleep(0.5)
        await harm(made)
        await rushing
        async with asyncio.timeout(300):
            while made.stored.unsent():
                await made.up()
                await asyncio.sleep(0.2)
        log = await driver.requests(since=begun)
        sent = [r["at"] for r in log if not r["route"].startswith(("/interactions", "/webhooks"))]
        assert len(sent) > 50  # the slower the machine, the more boards are folded
        assert len(sent) <= ALLOWED * (max(sent) - min(sent) + 1)
