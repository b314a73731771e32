"""Clocks that wait for the first look, and time that is lost only if claimed, in the database."""

import asyncio
from datetime import timedelta
from pathlib import Path

import pytest

from bot.features.admin.service import Moderation
from bot.messages import boards, claims
from bot.service.live_match import LiveMatch
from bot.service.refusals import ServiceRefusal
from engine.clock import FOREVER, Clock
from engine.match import Ending
from engine.turns import GIVE, OVERDUE, RequestRefusal, RequestRefusedError, Wish
from tests.bot.house import CY, PLACE, House, house_at, refused
from tests.bot.says import says

SECOND, MINUTE, HOUR, DAY = (timedelta(seconds=n) for n in (1, 60, 3600, 86400))
MOVES = ("a1", "c3", "e1", "e3")


async def fresh(house: House, key: int) -> LiveMatch:
    """The match, as a process has it that remembers nothing."""
    house.service.matches.cache.clear()
    return await house.service.matches.live(key)


async def clock(house: House, key: int) -> Clock:
    found = (await fresh(house, key)).clock
    assert found is not None
    return found


async def late(house: House, time: str = "3d soft") -> tuple[int, int, int]:
    """A game in which somebody has run out of time: its number, that player, and the other."""
    key = await house.match(komi=0, time=time)
    live = await house.play(key, *MOVES)
    assert live.clock is not None and live.to_move is not None
    house.time = live.clock.deadline
    assert PLACE in await house.service.deadlines.tick()
    (other,) = {*live.players} - {live.to_move}
    return key, live.to_move, other


async def looks(house: House, key: int, user: int | None) -> LiveMatch:
    """The match, when ``user`` has looked at it."""
    matches = house.service.matches
    return await matches.look(await matches.live(key), user or 0)


# --- the first look ---


async def test_whoever_looks_starts_their_clock_and_nobody_else_does(house: House) -> None:
    key = await house.match(komi=0, time="3d from first look")
    live = await fresh(house, key)
    player = live.to_move
    assert player is not None
    (other,) = {*live.players} - {player}
    house.time += HOUR
    for user in (other, CY):
        await looks(house, key, user)
    assert (await clock(house, key)).deadline == house.time - HOUR + 4 * DAY
    looked = await looks(house, key, player)
    assert looked.clock is not None
    assert looked.clock.deadline == house.time + 3 * DAY
    house.time += HOUR
    await house.service.matches.may_play(key, player)
    assert (await clock(house, key)).deadline == house.time - HOUR + 3 * DAY


async def test_a_look_at_a_paused_game_waits_with_it(house: House) -> None:
    key = await house.match(komi=0, time="3d from first look")
    player = (await fresh(house, key)).to_move
    house.time += HOUR
    await Moderation(house.service).pause(key, CY, "x", event_id=1)
    house.time += 10 * DAY
    await looks(house, key, player)
    await Moderation(house.service).resume(key, CY, "x", event_id=2)
    assert (await clock(house, key)).deadline == house.time + 3 * DAY


async def test_an_outage_gives_back_the_time_to_look(tmp_path: Path) -> None:
    async with house_at(tmp_path, outage=MINUTE) as house:
        await house.service.outages.catch_up()
        key = await house.match(komi=0, time="3d from first look")
        house.time += 12 * HOUR
        await house.service.outages.catch_up()
        found = await clock(house, key)
        assert found.starts == house.time + DAY
        assert found.deadline == house.time + 4 * DAY


async def test_a_reminder_comes_when_a_fifth_is_left_from_the_look_on(house: House) -> None:
    key = await house.match(komi=0, time="5d from first look")
    await looks(house, key, (await fresh(house, key)).to_move)
    assert await house.service.deadlines.next_due() == house.time + 4 * DAY


# --- time that is lost only if claimed ---


async def test_time_that_is_up_ends_nothing_and_is_told_once(house: House) -> None:
    key, player, _ = await late(house)
    live = await fresh(house, key)
    assert live.match.end is None
    assert live.match.last is not None and live.match.last.text == OVERDUE
    assert (live.to_move, live.clock and live.clock.deadline) == (player, FOREVER)
    house.time += 100 * DAY
    assert await house.service.deadlines.tick() == []
    assert await house.service.deadlines.next_due() is None
    after = await house.play(key, "c5")
    assert after.clock is not None
    assert after.clock.deadline == house.time + 3 * DAY


async def test_a_move_when_time_is_up_is_played_all_the_same(house: House) -> None:
    """Nothing has looked at the deadlines yet."""
    key = await house.match(komi=0, time="3d soft")
    await house.play(key, *MOVES)
    house.time += 3 * DAY
    live = await house.play(key, "c5")
    assert live.match.position.ply == 5
    assert live.match.end is None


async def test_the_other_claims_the_win(house: House) -> None:
    key, player, other = await late(house)
    matches, ply = house.service.matches, (await fresh(house, key)).match.ply
    with pytest.raises(RequestRefusedError, match=f"^{RequestRefusal.OWN_TIME}$"):
        await matches.claim(key, player, event_id=1, ply=ply)
    with refused(ServiceRefusal.NOT_A_PLAYER):
        await matches.claim(key, CY, event_id=1, ply=ply)
    over = await matches.claim(key, other, event_id=2, ply=ply)
    assert over.match.end is not None
    assert over.match.end.how is Ending.TIMEOUT
    assert over.players[over.match.end.winners[0]] == other
    again = await matches.claim(key, other, event_id=2, ply=ply)
    assert again.match.ply == over.match.ply, "the same press, delivered twice"


async def test_the_other_gives_time_and_it_runs_out_again(house: House) -> None:
    key, _, other = await late(house)
    matches = house.service.matches
    given = await matches.give(key, other, event_id=1, ply=(await fresh(house, key)).match.ply)
    assert (await clock(house, key)).deadline == house.time + DAY
    assert given.match.last is not None and given.match.last.text == GIVE
    with pytest.raises(RequestRefusedError, match=f"^{RequestRefusal.NOT_OVERDUE}$"):
        await matches.claim(key, other, event_id=2, ply=given.match.ply)
    house.time += DAY
    assert await house.service.deadlines.tick() == [PLACE]
    assert (await fresh(house, key)).match.turn_log.overdue is not None


async def test_before_time_is_up_nothing_can_be_claimed(house: House) -> None:
    key = await house.match(komi=0, time="3d soft")
    live = await house.play(key, *MOVES)
    (other,) = {*live.players} - {live.to_move}
    with pytest.raises(RequestRefusedError, match=f"^{RequestRefusal.NOT_OVERDUE}$"):
        await house.service.matches.claim(key, other, event_id=1, ply=live.match.ply)


async def test_a_claim_and_a_move_at_once_are_one_of_both(house: House) -> None:
    for first in range(6):
        key, player, other = await late(house)
        ply = (await fresh(house, key)).match.ply
        work = [
            house.service.matches.claim(key, other, event_id=100 * key, ply=ply),
            house.service.matches.play(key, player, "c5", event_id=100 * key + 1, ply=ply),
        ]
        done = await asyncio.gather(*(work if first % 2 else work[::-1]), return_exceptions=True)
        assert sum(isinstance(one, LiveMatch) for one in done) == 1, done
        live = await fresh(house, key)
        assert (live.match.end is None) == (live.match.position.ply == 5)


async def test_a_paused_game_is_not_claimed_and_an_outage_changes_nothing(tmp_path: Path) -> None:
    async with house_at(tmp_path, outage=MINUTE) as house:
        await house.service.outages.catch_up()
        key = await house.match(komi=0, time="1m soft")
        await house.play(key, *MOVES)
        for _ in range(8):
            house.time += 10 * SECOND
            await house.service.deadlines.tick()
        live = await fresh(house, key)
        (other,) = {*live.players} - {live.to_move}
        await Moderation(house.service).pause(key, CY, "x", event_id=1)
        with refused(ServiceRefusal.PAUSED):
            await house.service.matches.claim(key, other, event_id=2, ply=live.match.ply)
        house.time += DAY
        await house.service.outages.catch_up()
        await Moderation(house.service).resume(key, CY, "x", event_id=3)
        assert (await clock(house, key)).overdue
        await house.service.matches.claim(key, other, event_id=4, ply=None)


async def test_hardly_begun_it_is_annulled_as_ever(house: House) -> None:
    key = await house.match(komi=0, time="3d soft")
    house.time += 3 * DAY
    await house.service.deadlines.tick()
    end = (await fresh(house, key)).match.end
    assert end is not None and end.how is Ending.CLOSED


async def test_of_three_the_late_one_is_out_and_the_others_play_on(house: House) -> None:
    key = await house.match_of_three("3d soft")
    live = await house.play(key, "a1", "c3", "e5")
    house.time += 3 * DAY
    await house.service.deadlines.tick()
    without = await house.service.matches.claim(key, live.players[2], event_id=1, ply=None)
    assert without.match.end is None
    assert without.to_move == live.players[1]
    assert (await clock(house, key)).deadline == house.time + 3 * DAY


@pytest.mark.parametrize("ends", ["draw", "moderator", "gone"])
async def test_a_late_game_that_ends_otherwise_offers_no_claim(house: House, ends: str) -> None:
    key, player, other = await late(house)
    matches, events = house.service.matches, house.event_ids
    if ends == "draw":
        await matches.ask(key, player, Wish.DRAW, event_id=next(events))
        await matches.answer(key, other, allow=True, event_id=next(events))
    elif ends == "moderator":
        await Moderation(house.service).end(key, CY, "x", event_id=next(events))
    else:
        await matches.close_channel(PLACE)
    live = await fresh(house, key)
    assert live.match.end is not None
    assert claims.claimants(live) == []


async def test_a_request_is_still_told_when_time_runs_out(house: House) -> None:
    key = await house.match(komi=0, time="3d soft")
    live = await house.play(key, *MOVES)
    (other,) = {*live.players} - {live.to_move}
    await house.service.matches.ask(key, other, Wish.CANCEL, event_id=next(house.event_ids))
    house.time += 3 * DAY
    await house.service.deadlines.tick()
    live = await fresh(house, key)
    asks = boards.board(live, live.match.game)
    assert claims.overdue(live, answered=False) in asks
    assert says("board-asks", who="White", wish="cancel", moves="", winner="") in asks


async def test_two_who_act_at_the_deadline_meet_no_fault(house: House) -> None:
    key = await house.match(komi=0, time="3d soft")
    live = await house.play(key, *MOVES)
    assert live.to_move is not None
    house.time += 3 * DAY
    done = await asyncio.gather(
        house.service.deadlines.tick(),
        house.service.matches.play(key, live.to_move, "c5", event_id=next(house.event_ids)),
        house.service.deadlines.run_out(key),
        return_exceptions=True,
    )
    assert not [one for one in done if isinstance(one, Exception)]
    assert (await fresh(house, key)).match.position.ply == 5
