"""The gateway: connections that are closed, events that come late, twice or in another order."""

import asyncio
from random import Random

from tests.campaign.faults import fault
from tests.campaign.stage import Stage, between

CODES = (1000, 1001, *range(4000, 4004), *range(4005, 4010), 4099)
FINAL = (4004, *range(4010, 4015))
"""After these a program must not connect again unchanged: it ends, and says so."""
BAD_CONFIGURATION = 78


@fault("gateway closes", quick=True)
async def closes(stage: Stage, chance: Random) -> None:
    """With a code after which the bot connects again."""
    await stage.play(between(chance, 0.1, 1.0))
    for _ in range(chance.randint(1, 3)):
        await stage.driver.gateway("close", chance.choice(CODES))
        await stage.play(between(chance, 0.1, 1.5))


@fault("gateway closes for good", weight=0.7)
async def closes_for_good(stage: Stage, chance: Random) -> None:
    """With a code after which a supervisor must not start the bot again unchanged."""
    await stage.play(between(chance, 0.1, 1.0))
    if not await stage.connected():
        return
    code = chance.choice(FINAL)
    await stage.driver.gateway("close", code)
    status = await stage.expect_end()
    if status != BAD_CONFIGURATION:
        stage.wrong(f"the close code {code} gave the exit status {status}")


@fault("gateway asks to reconnect", quick=True)
async def asks(stage: Stage, chance: Random) -> None:
    """Op 7 and op 9, with and without a session that can be resumed."""
    await stage.play(between(chance, 0.1, 1.0))
    for _ in range(chance.randint(1, 2)):
        asked = chance.choice(("reconnect", "invalidate", "invalidate_resumable"))
        await stage.driver.call("gateway", action=asked)
        await stage.play(between(chance, 0.1, 1.5))


@fault("events late", quick=True)
async def events_late(stage: Stage, chance: Random) -> None:
    """Events are kept back, and come in a burst."""
    await stage.driver.gateway("hold")
    await stage.play(between(chance, 0.5, 5.0))
    await stage.driver.gateway("release")
    await stage.play(0.3)


@fault("events reordered", quick=True)
async def events_reordered(stage: Stage, chance: Random) -> None:
    """Events are kept back, and come with the newest first, each twice."""
    await stage.driver.gateway("hold")
    await stage.play(between(chance, 0.3, 3.0))
    await stage.driver.gateway("release_reordered")
    await stage.play(0.3)


@fault("events twice", quick=True)
async def events_twice(stage: Stage, chance: Random) -> None:
    """Everything that people do comes twice, before and after a kill."""
    stage.crowd.twice = True
    try:
        await stage.play(between(chance, 0.5, 3.0))
        if chance.random() < 0.5:
            await stage.kill()
            await stage.launch()
            await stage.play(between(chance, 0.5, 2.0))
    finally:
        stage.crowd.twice = False


@fault("load")
async def load(stage: Stage, chance: Random) -> None:
    """So many act at once that acknowledgements come too late."""
    stage.crowd.gate.set()
    many = chance.choice((60, 200, 400, 700))
    asked = [
        asyncio.create_task(stage.crowd.one_act(Random(chance.random()), crowded=True))
        for _ in range(many)
    ]
    if chance.random() < 0.3:
        await asyncio.sleep(between(chance, 0.1, 2.0))
        await stage.kill()
        await stage.launch()
    await asyncio.gather(*asked)
