"""Processes that end or stand still."""

import asyncio
import signal
from random import Random

from tests.campaign.faults import fault
from tests.campaign.stage import Stage, between


@fault("kill", quick=True)
async def kill(stage: Stage, chance: Random) -> None:
    """The bot is killed while people play, up to three times before it has caught up."""
    for _ in range(chance.choice((1, 1, 1, 2, 2, 3))):
        await stage.play(between(chance, 0.05, 1.5))
        await stage.kill()
        await stage.launch()
        if chance.random() < 0.3:  # else it dies somewhere in its start
            await stage.connected()


@fault("term", weight=0.5, quick=True)
async def term(stage: Stage, chance: Random) -> None:
    """The bot is asked to end, in the middle of everything."""
    await stage.play(between(chance, 0.05, 1.0))
    status = await stage.kill(chance.choice((signal.SIGTERM, signal.SIGINT)))
    if status != 0:
        stage.wrong(f"a signal to end gave the exit status {status}")


@fault("discord restarts", weight=0.5, quick=True)
async def discord_restarts(stage: Stage, chance: Random) -> None:
    """The stand-in is killed and comes back with everything that it had answered."""
    await stage.play(between(chance, 0.05, 1.0))
    await stage.restart_standin(between(chance, 0.0, 2.0))


@fault("freeze", weight=0.5)
async def freeze(stage: Stage, chance: Random) -> None:
    """The bot stands still, for longer than Discord waits for answers."""
    assert stage.bot is not None
    stage.crowd.gate.set()
    stage.bot.send(signal.SIGSTOP)
    await asyncio.sleep(between(chance, 0.5, 6.0))
    stage.bot.send(signal.SIGCONT)
    await stage.play(0.5)


@fault("discord freezes", weight=0.3)
async def discord_freezes(stage: Stage, chance: Random) -> None:
    """The stand-in stands still."""
    stage.crowd.gate.set()
    stage.standin.send(signal.SIGSTOP)
    await asyncio.sleep(between(chance, 0.5, 6.0))
    stage.standin.send(signal.SIGCONT)
    await stage.play(0.5)
