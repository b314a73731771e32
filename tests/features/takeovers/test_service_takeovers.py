"""The service lets computers take over seats: who is what afterwards, in every process."""

import asyncio
from collections.abc import Awaitable, Callable
from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.admin.service import Moderation
from bot.features.takeovers.service import Takeovers
from bot.service.judge import earlier, move_to_explain
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.terms import Terms
from bot.storage.rows import ESTIMATES
from engine.games import all_games
from engine.match import Ending
from engine.time_control import TimeControl
from engine.turns import RequestRefusal, RequestRefusedError
from tests.bot.house import ADA, BO, CY, NAMES, PLACE, SERVER, House, refused

KEIL = 9
"""The bot's own number."""
HOUR = timedelta(hours=1)


async def begin(house: House, time: str = "1h") -> LiveMatch:
    """Ada, Bo and Cy play Kee."""
    game = all_games()["kee"]
    asked = await house.service.challenges.issue(
        game=game,
        options=Terms.usual(game).options,
        control=TimeControl.read(time),
        challenger=ADA,
        invited=[BO, CY],
        names=NAMES,
        channel_id=PLACE,
        server=SERVER,
        event_id=next(house.event_ids),
    )
    assert await house.service.challenges.accept(asked.id, BO, "Bo") is None
    key = await house.service.challenges.accept(asked.id, CY, "Cy")
    assert key is not None
    return await house.service.matches.live(key)


async def ask(house: House, live: LiveMatch, user: int, seat: int, level: int = 3) -> LiveMatch:
    return await Takeovers(house.service).ask(
        live.id, user, seat, level, computer=KEIL, event_id=next(house.event_ids)
    )


async def allow(house: House, key: int, *users: int) -> LiveMatch:
    for user in users:
        await house.service.matches.answer(
            key, user, allow=True, event_id=next(house.event_ids), computer=KEIL
        )
    return await house.service.matches.live(key)


async def left_to_a_computer(house: House) -> LiveMatch:
    """A game of three that Cy has left to a computer, with the others' consent."""
    live = await begin(house)
    await ask(house, live, CY, live.players.index(CY))
    return await allow(house, live.id, ADA, BO)


async def test_another_process_knows_who_plays(house: House) -> None:
    live = await left_to_a_computer(house)
    seat = live.left_by.index(CY)
    assert CY in live.called, "who asked to leave is told"
    for _ in range(2):
        assert (live.players[seat], live.level_of(seat)) == (KEIL, 3)
        assert {*live.people} == {ADA, BO}
        assert {*live.everybody} == {ADA, BO, CY, KEIL}
        house.service.matches.cache.clear()
        live = await house.service.matches.live(live.id)
    with refused(ServiceRefusal.HAS_LEFT):
        await house.service.matches.resign(live.id, CY, event_id=next(house.event_ids))


async def test_the_same_event_again_changes_nothing(house: House) -> None:
    live, takeovers = await begin(house), Takeovers(house.service)
    seat = live.players.index(CY)
    once = [await takeovers.ask(live.id, CY, seat, 3, computer=KEIL, event_id=1) for _ in range(2)]
    assert once[0].match == once[1].match
    matches = house.service.matches
    for user, event_id in ((ADA, 2), (ADA, 2), (BO, 3), (BO, 3)):
        live = await matches.answer(live.id, user, allow=True, event_id=event_id, computer=KEIL)
    assert live.match.ply == 3
    assert live.left_by.count(CY) == 1


async def test_of_two_who_decide_at_once_one_is_first(house: House) -> None:
    """One agrees, the other leaves: either is stored, never half of both."""
    live = await begin(house)
    await ask(house, live, CY, live.players.index(CY))
    await allow(house, live.id, ADA)
    matches = house.service.matches
    done: list[Callable[[], Awaitable[object]]] = [
        lambda: matches.answer(live.id, BO, allow=True, event_id=501, computer=KEIL),
        lambda: matches.resign(live.id, CY, event_id=502),
    ]
    results = await asyncio.gather(*(each() for each in done), return_exceptions=True)
    now = await matches.live(live.id)
    log = now.match.turn_log
    assert (CY in now.left_by) == (live.players.index(CY) not in log.departed)
    assert sum(isinstance(result, Exception) for result in results) == 1


async def test_the_computer_is_to_move_and_has_its_whole_time(house: House) -> None:
    live = await begin(house)
    seat = live.match.to_move
    assert seat is not None
    leaver, *others = [live.players[seat], *(u for u in live.players if u != live.players[seat])]
    house.time += HOUR - timedelta(seconds=1)
    await ask(house, live, leaver, seat)
    live = await allow(house, live.id, *others)
    assert live.thinking
    assert live.clock is not None
    assert live.clock.deadline == house.time + HOUR
    assert [match.id for match in await house.service.computers.waiting(5)] == [live.id]
    after = await house.service.computers.take_turn(live.id, live.match.ply, "e5")
    assert after is not None
    assert after.match.turn_log.moves[0].seat == seat


async def test_its_moves_are_explained_on_earlier_boards_too(house: House) -> None:
    live = replace(await left_to_a_computer(house), allowed=frozenset({ESTIMATES}))
    points = iter(("e5", "c3", "g7"))
    while live.match.to_move != live.left_by.index(CY):
        live = await house.play(live.id, next(points))
    plies = len(live.match.turn_log.moves)
    await house.service.computers.take_turn(live.id, live.match.ply, next(points))
    live = replace(await house.play(live.id, "c7"), allowed=frozenset({ESTIMATES}))
    then = earlier(live, live.match.after_moves(plies + 1))
    assert move_to_explain(then) == plies
    before = earlier(live, live.match.after_moves(plies))
    assert move_to_explain(before) is None, "nobody but people had moved"


async def test_who_left_counts_as_such(house: House) -> None:
    """The game is no longer one of theirs that runs, but stays among those that they played."""
    await house.service.servers.change(SERVER, lambda said: replace(said, most_games=1))
    live = await left_to_a_computer(house)
    await house.challenge(None, by=CY)
    with refused(ServiceRefusal.MANY_GAMES):
        await house.challenge(None, by=ADA)
    moderation = Moderation(house.service)
    with refused(ServiceRefusal.OWN_GAME):
        await moderation.pause(live.id, CY, "mine", event_id=next(house.event_ids))
    assert await house.service.matches.headers(user=CY) == []
    for user in (ADA, BO):
        live = await house.service.matches.resign(live.id, user, event_id=next(house.event_ids))
    assert live.match.end is not None
    assert (live.match.end.how, live.match.end.winners) == (
        Ending.RESIGNATION,
        (live.left_by.index(CY),),
    )
    assert [match.id for match in await house.service.matches.finished(None, CY)] == [live.id]


async def test_a_computer_that_has_run_out_of_time_is_not_replaced(house: House) -> None:
    live = await begin(house)
    seat = live.match.to_move
    assert seat is not None
    leaver = live.players[seat]
    ada, bo = (user for user in live.players if user != leaver)
    await ask(house, live, leaver, seat)
    live = await allow(house, live.id, ada, bo)
    house.time += HOUR
    await house.service.deadlines.tick()
    live = await house.service.matches.live(live.id)
    assert live.match.turn_log.departed == (seat,)
    assert Takeovers(house.service).may_be_asked_for(live) == ()
    with pytest.raises(RequestRefusedError) as error:
        await ask(house, live, ada, seat)
    assert error.value.why is RequestRefusal.NOT_LEFT


async def test_a_level_or_a_seat_that_is_not_there(house: House) -> None:
    live = await begin(house)
    own = live.players.index(ADA)
    for level in (0, 9):
        with pytest.raises(RefusedError, match=f"^{ServiceRefusal.NO_SUCH_CONTROL}$"):
            await ask(house, live, ADA, own, level)
    for seat in (-1, 3, 99, live.players.index(BO)):
        with pytest.raises(RequestRefusedError):
            await ask(house, live, ADA, seat)


@pytest.mark.parametrize("time", ["1h total", "59m + 3x20s", "1h + 1m max 1h"])
async def test_a_computer_has_as_much_time_as_at_the_beginning(house: House, time: str) -> None:
    """Whatever the one whose seat it is had left: here, nothing."""
    live = await begin(house, time)
    matches, (_, second, third) = house.service.matches, live.players
    house.time += HOUR
    await house.service.deadlines.tick()
    await house.play(live.id, "c3")  # after this the pass of the first seat is answered
    await ask(house, live, third, 0)
    await allow(house, live.id, second)
    live = await house.play(live.id, "e5")
    assert live.thinking
    assert live.clock is not None
    assert live.clock.left(house.time) == HOUR
    assert await house.service.computers.take_turn(live.id, live.match.ply, "a1") is not None
    assert (await matches.live(live.id)).match.end is None


async def test_what_a_computer_thinks_costs_it_no_time(house: House) -> None:
    live = await begin(house, "1h total")
    await house.service.matches.resign(live.id, live.players[0], event_id=next(house.event_ids))
    await ask(house, live, live.players[1], 0)
    await allow(house, live.id, live.players[2])
    for _ in range(3):
        live = await house.service.matches.live(live.id)
        assert live.thinking
        house.time += HOUR / 2
        free = next(iter(live.match.position.legal_moves()))
        text = live.match.position.write(free)
        await house.service.computers.take_turn(live.id, live.match.ply, text)
        for _ in range(2):
            live = await house.service.matches.live(live.id)
            text = live.match.position.write(next(iter(live.match.position.legal_moves())))
            await house.play(live.id, text)
    assert live.match.end is None
