"""The clock of the bot's host, which jumps, and those of games, which run out."""

from random import Random

from tests.campaign.faults import fault
from tests.campaign.stage import Stage, between


@fault("clock jumps", quick=True)
async def clock_jumps(stage: Stage, chance: Random) -> None:
    """By seconds to hours, forwards or back, with or without a kill; later it is right again.

    Whoever puts a clock right that was ahead starts the bot anew: what was to wait for a minute by
    the wrong time would wait until then.
    """
    ahead = False
    for _ in range(chance.randint(1, 2)):
        far = chance.choice((5, 70, 700, 3600, 3 * 3600)) * chance.choice((1, -1))
        ahead |= far > 0
        stage.set_host_clock(far + chance.random())
        await stage.play(between(chance, 0.3, 2.0))
        if chance.random() < 0.5:
            await stage.kill()
            await stage.launch()
            await stage.play(between(chance, 0.3, 2.0))
    stage.set_host_clock(0)
    if ahead:
        await stage.kill()
        await stage.launch()
    await stage.play(0.3)


@fault("time is up", quick=True)
async def time_is_up(stage: Stage, chance: Random) -> None:
    """Players are late in games in which nobody loses by that alone; the others claim, or give."""
    await stage.play(between(chance, 0.3, 2.0))
    await stage.kill()
    stage.pause()
    for match in stage.stored.soft():
        if chance.random() < 0.5:
            stage.ledger.runs_out(match)
            stage.let_time_run_out(match)
            stage.counts["times that ran out"] += 1
    await stage.launch()
    await stage.play(between(chance, 0.5, 3.0))
