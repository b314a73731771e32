"""Every time control, from the challenge to the end of a game, on a real database."""

import asyncio
from datetime import timedelta
from itertools import count
from pathlib import Path
from random import Random

import pytest

from bot.features.admin.service import Moderation
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError, ServiceRefusal
from engine.clock import FOREVER, Clock
from engine.match import Ending
from engine.time_control import Reserve, TimeControl
from engine.turns import Wish
from tests.bot.house import ADA, BO, CY, PLACE, House, house_at

SECOND, MINUTE, HOUR, DAY = (timedelta(seconds=n) for n in (1, 60, 3600, 86400))
FISCHER = "5d + 1d max 7d"
TOO_LATE = (ServiceRefusal.TIME_OVER, ServiceRefusal.MATCH_OVER, ServiceRefusal.TOO_LATE)


async def clock(house: House, key: int) -> Clock:
    """The clock, as a process has it that remembers nothing."""
    house.service.matches.cache.clear()
    found = (await house.service.matches.live(key)).clock
    assert found is not None
    return found


def mains(live: LiveMatch) -> list[timedelta]:
    assert live.clock is not None
    return [reserve.main for reserve in live.clock.reserves]


async def test_what_is_left_goes_from_move_to_move(house: House) -> None:
    key = await house.match(komi=0, time=FISCHER)
    for day, (move, used) in enumerate((("a1", 2 * DAY), ("c3", DAY), ("e1", HOUR))):
        assert (await clock(house, key)).seat == day % 2
        house.time += used
        await house.play(key, move)
    after = await clock(house, key)
    assert after.reserves == (Reserve(5 * DAY - HOUR, 0), Reserve(5 * DAY, 0))
    assert after.deadline == house.time + 5 * DAY
    turns = (await house.service.matches.live(key)).match.turn_log.moves
    assert [turn.left for turn in turns] == [3 * DAY, 4 * DAY, 4 * DAY - HOUR]


@pytest.mark.parametrize(
    ("time", "out"),
    [(FISCHER, 7 * DAY), ("1h total", HOUR), ("10m + 3x30s", 11 * MINUTE + 30 * SECOND)],
)
async def test_who_has_used_up_everything_loses(house: House, time: str, out: timedelta) -> None:
    key = await house.match(komi=0, time=time)
    await house.play(key, "a1", "c3", "e1", "e3")
    house.time += out - SECOND
    await house.service.deadlines.tick()
    assert (await house.service.matches.live(key)).match.end is None
    house.time += SECOND
    assert await house.service.deadlines.tick() == [PLACE]
    end = (await house.service.matches.live(key)).match.end
    assert end is not None
    assert (end.how, end.winners) == (Ending.TIMEOUT, (1,))


async def test_a_game_without_a_limit_waits_for_ever(tmp_path: Path) -> None:
    async with house_at(tmp_path, outage=MINUTE) as house:
        await house.service.outages.catch_up()
        key = await house.match(komi=0, time="none")
        await house.play(key, "a1")
        for _ in range(3):  # each time it was away for a thousand days
            house.time += 1000 * DAY
            assert await house.service.deadlines.tick() == []
        assert (await clock(house, key)).deadline == FOREVER
        live = await house.play(key, "c3")
        assert live.match.turn_log.moves[-1].left is None
        assert live.given == timedelta()
        undone = await house.service.matches.undo(
            key, live.players[1], event_id=next(house.event_ids)
        )
        assert undone.clock is not None
        assert undone.clock.deadline == FOREVER
        await Moderation(house.service).pause(key, CY, "x", event_id=next(house.event_ids))
        house.time += DAY
        await Moderation(house.service).resume(key, CY, "x", event_id=next(house.event_ids))
        assert (await clock(house, key)).deadline == FOREVER


@pytest.mark.parametrize("time", [FISCHER, "5d total", "1d + 3x1d"])
async def test_neither_an_outage_nor_a_pause_costs_anything(tmp_path: Path, time: str) -> None:
    async with house_at(tmp_path, outage=MINUTE) as house:
        await house.service.outages.catch_up()
        key = await house.match(komi=0, time=time)
        before = await clock(house, key)
        house.time += 400 * DAY
        assert await house.service.deadlines.tick() == []
        assert (await clock(house, key)).left(house.time) == before.whole
        for ids in (count(1, 2), count(2, 2)):
            await Moderation(house.service).pause(key, CY, "x", event_id=next(ids))
            for _ in range(100):
                house.time += HOUR / 100
                await house.service.outages.catch_up()
            await Moderation(house.service).resume(key, CY, "x", event_id=next(ids))
        assert (await clock(house, key)).left(house.time) == before.whole
        assert (await house.play(key, "a1")).clock == before.press(
            before.deadline - before.whole, 1
        ).begin(house.time, 1)


async def test_what_is_taken_back_gives_nobody_more_time(house: House) -> None:
    key = await house.match(komi=0, time=FISCHER)
    black, white = (await house.service.matches.live(key)).players
    house.time += 2 * DAY
    await house.play(key, "a1")
    house.time += 40 * SECOND
    back = await house.service.matches.undo(key, black, event_id=1)
    assert back.clock is not None
    assert back.clock.deadline == house.time + 3 * DAY - 40 * SECOND
    live = await house.play(key, "a1")
    assert mains(live) == [4 * DAY - 40 * SECOND, 5 * DAY]
    house.time += 2 * DAY
    await house.play(key, "c3")
    house.time += DAY
    await house.service.matches.ask(key, black, Wish.TAKE_BACK, event_id=2)
    house.time += HOUR
    allowed = await house.service.matches.answer(key, white, allow=True, event_id=3)
    assert mains(allowed) == [3 * DAY - 40 * SECOND, 3 * DAY]
    assert (await clock(house, key)) == allowed.clock


async def test_a_rematch_is_played_with_the_same_clock(house: House) -> None:
    key = await house.match(komi=0, time=FISCHER)
    await house.play(key, "a1", "c3")
    await house.service.matches.resign(key, ADA, event_id=1)
    offer, _ = await house.service.challenges.rematch(key, BO, "Bo", event_id=2)
    assert offer.control == TimeControl.read(FISCHER)
    again = await house.service.challenges.accept(offer.id, ADA, "Ada")
    assert again is not None
    assert (await clock(house, again)) == Clock.start(offer.control, house.time)


async def test_of_three_the_others_play_on_with_what_they_have(house: House) -> None:
    """The clock of the one who has run out is not carried on."""
    key = await house.match_of_three("1h + 1m max 1h")
    for move in ("a1", "c3", "e5"):
        house.time += 10 * MINUTE
        await house.play(key, move)
    house.time += 51 * MINUTE
    await house.service.deadlines.tick()
    after = await clock(house, key)
    assert (after.seat, after.deadline) == (1, house.time + 51 * MINUTE)
    house.time += MINUTE
    await house.play(key, "b2")
    house.time += MINUTE
    await house.play(key, "f6")
    after = await clock(house, key)
    assert (after.seat, after.deadline) == (1, house.time + 51 * MINUTE)


class Thinking:
    """The second calculation: what each player has, and has thought about this move."""

    def __init__(self, control: TimeControl) -> None:
        self.control = control
        self.had = [control.main] * 2
        self.thought = timedelta()

    def move(self, seat: int) -> None:
        self.had[seat] -= self.thought
        if self.control.bonus:
            self.had[seat] = min(self.had[seat] + self.control.bonus, self.control.cap)
        self.thought = timedelta()


@pytest.mark.parametrize("seed", range(30))
async def test_every_sum_is_right_whatever_happens(tmp_path: Path, seed: int) -> None:
    """Moves, undos, outages and pauses in games of months."""
    random, events = Random(seed), count(1)
    control = TimeControl.read(random.choice((FISCHER, "30d total", "20d + 1h max 20d")))
    async with house_at(tmp_path, outage=13 * HOUR) as house:
        await house.service.outages.catch_up()
        key = await house.match(komi=0, time=control.write(), size=5)
        naive, undone = Thinking(control), 0
        live = await house.service.matches.live(key)
        for _ in range(40):
            seat = live.match.to_move
            assert seat is not None
            what = random.choice(("move", "undo", "outage", "pause"))
            if what == "outage":
                house.time += random.randrange(1, 99) * DAY
                await house.service.outages.catch_up()
            elif what == "pause":
                moderation = Moderation(house.service)
                await moderation.pause(key, CY, "x", event_id=next(events))
                house.time += random.randrange(1, 30_000) * SECOND
                await house.service.outages.catch_up()
                await moderation.resume(key, CY, "x", event_id=next(events))
            else:
                used = random.randrange(1, 30_000) * SECOND
                house.time, naive.thought = house.time + used, naive.thought + used
                await house.service.outages.catch_up()
                text = live.match.position.write(
                    random.choice([*live.match.position.legal_moves()])
                )
                live = await house.service.matches.play(
                    key, live.players[seat], text, event_id=next(events), confirmed=True
                )
                if live.match.end:
                    return
                had, thought = naive.had[seat], naive.thought
                naive.move(seat)
                plies = len(live.match.turn_log.moves)
                if what == "undo" and plies > undone:  # each move once
                    undone = plies
                    wait = random.randrange(1, 60) * SECOND
                    house.time += wait
                    user = live.players[seat]
                    live = await house.service.matches.undo(key, user, event_id=next(events))
                    naive.had[seat], naive.thought = had, thought + wait
            now = await clock(house, key)
            assert now.left(house.time) == naive.had[now.seat] - naive.thought
            assert now.reserves[1 - now.seat].main == naive.had[1 - now.seat]


async def test_a_period_is_not_lost_by_rounding(house: House) -> None:
    """What was left is stored in whole seconds; every process takes back to the same periods."""
    key = await house.match(komi=0, time="1m + 3x30s")
    black, white = (await house.service.matches.live(key)).players
    house.time += timedelta(seconds=89.2)
    await house.play(key, "a1", "c3")
    await house.service.matches.ask(key, black, Wish.TAKE_BACK, event_id=1)
    house.service.matches.cache.clear()
    back = await house.service.matches.answer(key, white, allow=True, event_id=2)
    assert back.clock is not None
    assert back.clock.reserves[0] == Reserve(timedelta(), 3)


async def test_a_clock_that_is_set_back_gives_no_time_by_an_undo(house: House) -> None:
    key = await house.match(komi=0, time="1h total")
    house.time += 50 * MINUTE
    live = await house.play(key, "a1")
    house.time -= 2 * HOUR
    back = await house.service.matches.undo(key, live.players[0], event_id=1)
    assert back.clock is not None
    assert back.clock.left(house.time) == 10 * MINUTE


@pytest.mark.storage
async def test_a_move_in_the_second_of_the_deadline_is_played_or_too_late(house: House) -> None:
    """Whichever is first: never is a move lost that was answered, nor a game that went on."""
    for number in range(12):
        key = await house.match(komi=0, time="1h")
        mover = (await house.play(key, "a1", "c3", "e1", "e3")).to_move
        assert mover is not None
        house.time += HOUR - SECOND

        async def end() -> None:
            house.time += SECOND
            await house.service.deadlines.tick()

        move = house.service.matches.play(key, mover, "b2", event_id=next(house.event_ids))
        both = (end(), move) if number % 2 else (move, end())
        results = await asyncio.gather(*both, return_exceptions=True)
        live = await house.service.matches.live(key)
        if played := [one for one in results if isinstance(one, LiveMatch)]:
            assert live.match.end is None
            assert live.match.turn_log == played[0].match.turn_log
            assert (await clock(house, key)).deadline >= house.time + HOUR - SECOND
        else:
            (failed,) = [one for one in results if one is not None]
            assert isinstance(failed, RefusedError)
            assert failed.why in TOO_LATE
            await house.service.deadlines.tick()
            end_of = (await house.service.matches.live(key)).match.end
            assert end_of is not None
            assert end_of.how is Ending.TIMEOUT
