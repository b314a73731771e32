"""Channels and threads that go away, and threads that cannot be woken."""

from contextlib import suppress
from itertools import count
from random import Random

from bot.playground.driver import Json
from tests.campaign.faults import fault
from tests.campaign.players import LOST
from tests.campaign.stage import Stage, between

THREAD = "PATCH /channels/{channel_id}"
_numbers = count(1)


@fault("channels deleted", quick=True)
async def channels_deleted(stage: Stage, chance: Random) -> None:
    """A channel in which a game has just begun is deleted, often while the bot is away."""
    made = await stage.driver.create_channel("Campaign", f"short-lived-{next(_numbers)}")
    await _begin_game(stage, chance, made["id"])
    await stage.play(between(chance, 0.0, 0.5))
    away = chance.random() < 0.7
    if away:
        await stage.kill()
    await stage.driver.remove_channel(made["id"])
    if away:
        await stage.launch()
    await stage.play(between(chance, 0.2, 1.0))


async def _begin_game(stage: Stage, chance: Random, channel: str) -> None:
    """Two people begin a game there, whatever keeps them from it."""
    by, whom = chance.sample(list(stage.crowd.people.values()), 2)
    asked: Json = {"opponent": whom, "size": 3, "place": chance.choice(("boards", "living"))}
    with suppress(*LOST):
        await stage.crowd.does(stage.driver.slash(by, channel, "challenge keil", asked))
        card = await stage.driver.wait_for_message(channel, lambda m: bool(_accept(m)), timeout=5)
        press = _accept(card)[0]
        number = int(press.split(":")[2])
        await stage.crowd.does(stage.driver.click(whom, card["id"], press), number)


def _accept(message: Json) -> list[str]:
    """The button of a card that begins its game."""
    buttons: list[Json] = [b for row in message["components"] for b in row.get("components", ())]
    controls = [str(button.get("custom_id", "")) for button in buttons]
    return [control for control in controls if control.startswith("k1:accept:")]


@fault("threads deleted", quick=True)
async def threads_deleted(stage: Stage, chance: Random) -> None:
    """Threads with games are deleted: while the bot runs, or it is away and their time is over.

    At its start the bot does not ask for each thread that may be asleep, but before a timeout.
    """
    await stage.play(between(chance, 0.3, 2.0))
    away = chance.random() < 0.5
    if away:
        await stage.kill()
    stage.pause()
    threads = stage.stored.in_threads()
    for match, thread in chance.sample(threads, min(len(threads), chance.randint(1, 3))):
        with suppress(*LOST):
            await stage.driver.remove_channel(thread)
            stage.counts["threads deleted"] += 1
            if away:
                stage.let_time_run_out(match)
    if away:
        await stage.launch()
    await stage.play(between(chance, 0.2, 1.0))


@fault("threads asleep", quick=True)
async def threads_asleep(stage: Stage, chance: Random) -> None:
    """Threads are closed, and Discord does not let all be opened again: too many are active."""
    await stage.play(between(chance, 0.3, 1.5))
    body: Json = {"message": "Maximum number of active threads reached", "code": 160006}
    if chance.random() < 0.6:
        await stage.driver.fail_next(THREAD, 400, times=chance.randint(1, 4), body=body)
    threads = stage.stored.in_threads()
    for _, thread in chance.sample(threads, min(len(threads), chance.randint(1, 4))):
        with suppress(*LOST):
            await stage.driver.archive_thread(thread)
            stage.counts["threads closed"] += 1
    await stage.play(between(chance, 0.3, 2.0))
    if chance.random() < 0.4:
        await stage.kill()
        await stage.launch()
        await stage.play(between(chance, 0.2, 2.0))
