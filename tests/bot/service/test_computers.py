"""The service of the computers' seats: what waits, whose turn it is, what is refused."""

import asyncio
import os
import signal
from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from dataclasses import replace
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.features.admin.service import Moderation
from bot.service.bot_player import BotPlayer, question
from bot.service.computers import FIRST_LEVEL
from bot.service.live_match import LiveMatch
from bot.service.practice_limits import MOST_BEGUN, WINDOW
from bot.service.process_shards import ProcessShards
from bot.service.refusals import ServiceRefusal
from bot.service.terms import Terms
from bot.shards import Shards
from bot.storage.rows import Invitation, StoredMatch
from bot.storage.schema import turn
from bot.thinking.answers import answer
from bot.thinking.pool import LONGEST, Pool
from bot.thinking.questions import Question, Reply, Urgency, seed_of
from engine.games import all_games
from engine.match import Ending
from engine.position import IllegalMoveError
from engine.time_control import TimeControl
from engine.turns import Turn, Wish
from tests.bot.house import ADA, BO, CY, PLACE, SERVER, House, house_at, refused

KEIL = 9
"""The bot's own number."""
HOUR = timedelta(hours=1)


async def practise(
    house: House, level: int = 3, by: int = ADA, *, first: bool = True, **options: object
) -> int:
    """A game against a computer; its number."""
    game = all_games()["keil"]
    asked = await house.service.challenges.issue(
        game=game,
        options={**Terms.usual(game).options, "size": 3, "komi": 0, "button": False},
        control=TimeControl(HOUR),
        challenger=by,
        invited=[Invitation(KEIL, accepted=True, level=level)],
        names={},
        channel_id=PLACE,
        server=int(str(options.get("server", SERVER))),
        event_id=next(house.event_ids),
        first=first,
    )
    assert asked.match is not None
    return asked.match


async def stored(house: House, key: int) -> StoredMatch:
    """The header of a match."""
    found = await house.service.matches.stored(key)
    assert found is not None
    return found


async def waiting(house: House) -> list[int]:
    """The matches that wait for a computer."""
    return [match.id for match in await house.service.computers.waiting(10)]


async def test_what_waits_is_a_query(house: House) -> None:
    first, second = await practise(house), await practise(house, first=False)
    assert await waiting(house) == [second]
    await house.play(first, "a1")
    assert await waiting(house) == [first, second]
    assert await house.service.computers.take_turn(first, 1, "b3") is not None
    assert await waiting(house) == [second]
    await house.match()
    assert await waiting(house) == [second]


async def test_a_second_or_a_late_answer_changes_nothing(house: House) -> None:
    key = await practise(house)
    computers = house.service.computers
    assert await computers.take_turn(key, 0, "b3") is None, "it is Ada's turn"
    await house.play(key, "a1")
    assert await computers.take_turn(key, 1, "b3") is not None
    assert await computers.take_turn(key, 1, "c3") is None
    await house.service.matches.undo(key, ADA, event_id=next(house.event_ids))
    assert await computers.take_turn(key, 1, "b3") is None
    assert (await house.service.matches.live(key)).match.ply == 3
    assert await computers.take_turn(10**6, 0, "b3") is None


async def test_an_illegal_answer_is_refused(house: House) -> None:
    key = await practise(house)
    await house.play(key, "a1")
    with pytest.raises(IllegalMoveError):
        await house.service.computers.take_turn(key, 1, "a1")
    assert await waiting(house) == [key]


async def test_a_paused_game_waits_for_no_computer(house: House) -> None:
    key = await practise(house, first=False)
    moderation = Moderation(house.service)
    await moderation.pause(key, BO, "a break", event_id=next(house.event_ids))
    assert await waiting(house) == []
    assert await house.service.computers.take_turn(key, 0, "b3") is None
    await moderation.resume(key, BO, "back", event_id=next(house.event_ids))
    assert await waiting(house) == [key]


async def undecided(house: House) -> tuple[int, int]:
    """A game of three in which a computer is to move and Ada has asked Bo for something.

    Its number, and the computer's seat.
    """
    game = all_games()["kee"]
    asked = await house.service.challenges.issue(
        game=game,
        options=Terms.usual(game).options,
        control=TimeControl(HOUR),
        challenger=ADA,
        invited=[Invitation(KEIL, accepted=True, level=1), Invitation(BO)],
        names={},
        channel_id=PLACE,
        server=SERVER,
        event_id=next(house.event_ids),
    )
    key = await house.service.challenges.accept(asked.id, BO, "Bo")
    assert key is not None
    matches = house.service.matches
    live = await matches.live(key)
    while live.to_move != KEIL:
        assert live.to_move is not None
        free = next(iter(live.match.position.legal_moves()))
        text = live.match.position.write(free)
        live = await matches.play(key, live.to_move, text, event_id=next(house.event_ids))
    assert await waiting(house) == [key]
    await matches.ask(key, ADA, Wish.CANCEL, event_id=next(house.event_ids))
    return key, live.players.index(KEIL)


async def test_a_computer_waits_while_people_decide_about_a_request(house: House) -> None:
    """Its move would end the request. Of three, it agrees once all people have."""
    key, _ = await undecided(house)
    matches = house.service.matches
    ply = (await matches.live(key)).match.ply
    assert await waiting(house) == []
    assert await house.service.computers.take_turn(key, ply, "e5") is None
    await matches.answer(key, BO, allow=False, event_id=next(house.event_ids))
    assert await waiting(house) == [key]


async def test_a_computer_that_waits_for_people_never_loses_on_time(house: House) -> None:
    """When its time is over, the request lapses; then it has the whole time to think."""
    key, seat = await undecided(house)
    house.time += HOUR + timedelta(seconds=1)
    assert await house.service.deadlines.tick() == [PLACE]
    live = await house.service.matches.live(key)
    assert live.match.end is None
    assert (live.match.turn_log.departed, live.match.turn_log.request) == ((), None)
    assert live.match.last == Turn(seat, "refuse", house.time)
    assert (await stored(house, key)).deadline == house.time + HOUR
    assert await waiting(house) == [key]
    assert await house.service.computers.take_turn(key, live.match.ply, "e5") is not None


async def test_it_has_the_whole_time_once_people_have_decided(house: House) -> None:
    key, _ = await undecided(house)
    house.time += HOUR - timedelta(seconds=1)
    await house.service.matches.answer(key, BO, allow=False, event_id=next(house.event_ids))
    assert (await stored(house, key)).deadline == house.time + HOUR


async def test_people_may_decide_until_the_request_has_lapsed(house: House) -> None:
    """The computer's time is not theirs."""
    key, _ = await undecided(house)
    house.time += 2 * HOUR
    live = await house.service.matches.answer(key, BO, allow=True, event_id=next(house.event_ids))
    assert live.match.end is not None
    assert live.match.end.how is Ending.CANCELLED


async def test_each_process_thinks_for_its_own_shards(tmp_path: Path) -> None:
    even, odd = 0 << 22, 1 << 22
    async with house_at(tmp_path, process_shards=ProcessShards(Shards((0,), 2))) as first:
        second = House(first.store, process_shards=ProcessShards(Shards((1,), 2)))
        second.event_ids = first.event_ids
        here = await practise(first, first=False, server=even)
        there = await practise(second, first=False, server=odd)
        assert (await waiting(first), await waiting(second)) == ([here], [there])
        second.service.process_shards.adopted = {0}  # the other process has gone
        assert await waiting(second) == [here, there]


async def test_a_computer_is_not_reminded_and_its_clock_runs(house: House) -> None:
    key = await practise(house, first=False)
    assert (await stored(house, key)).remind is None
    house.time += timedelta(minutes=50)
    await house.service.computers.take_turn(key, 0, "b3")
    now = await stored(house, key)
    assert now.remind is not None
    assert now.deadline == house.time + HOUR
    await house.play(key, "a1")
    assert (await stored(house, key)).remind is None
    house.time += 2 * HOUR
    assert await house.service.computers.take_turn(key, 2, "c3") is not None
    end = (await house.service.matches.live(key)).match.end
    assert end is not None
    assert (end.how, end.seat) == (Ending.CLOSED, 0), "nobody had placed two stones"


async def test_an_outage_costs_a_computer_no_time(tmp_path: Path) -> None:
    """Such as of a machine that slept while the computer thought: its answer comes first."""
    async with house_at(tmp_path, outage=timedelta(minutes=1)) as house:
        await house.service.outages.catch_up()
        key = await practise(house, first=False)
        house.time += 2 * HOUR
        ended = await house.service.computers.take_turn(key, 0, "b3")
        assert ended is None
        assert (await house.service.matches.live(key)).match.end is None
        assert await house.service.computers.take_turn(key, 0, "b3") is not None


async def test_a_game_against_people_counts_for_no_limit(house: House) -> None:
    for _ in range(3):
        await practise(house)
    with refused(ServiceRefusal.MANY_PRACTICE):
        await practise(house)
    await house.match()
    await practise(house, by=BO)


async def test_the_operator_says_how_many(tmp_path: Path) -> None:
    async with house_at(tmp_path, most_practice=0) as house:
        with refused(ServiceRefusal.MANY_PRACTICE):
            await practise(house)


async def test_not_too_many_are_begun_at_once(house: House) -> None:
    for _ in range(MOST_BEGUN):
        key = await practise(house)
        await house.service.matches.resign(key, ADA, event_id=next(house.event_ids))
    with refused(ServiceRefusal.CHALLENGED_OFTEN):
        await practise(house)
    house.time += WINDOW + timedelta(seconds=1)
    await practise(house)


async def test_the_limit_of_a_server_leaves_out_practice(house: House) -> None:
    """Also of somebody who has as many games with people as they may."""
    await house.service.servers.change(SERVER, lambda said: replace(said, most_games=1))
    await practise(house)
    await practise(house, by=BO)
    await house.match()
    await practise(house)
    with refused(ServiceRefusal.MANY_GAMES):
        await house.challenge(CY)


async def test_its_level_is_for_whoever_plays_it(house: House) -> None:
    key = await practise(house)
    computers = house.service.computers
    await computers.set_level(key, ADA, 8)
    assert (await stored(house, key)).levels == (None, 8)
    with refused(ServiceRefusal.NOT_A_PLAYER):
        await computers.set_level(key, BO, 1)
    with refused(ServiceRefusal.NO_SUCH_MATCH):
        await computers.with_level(10**6, ADA)
    people = await house.match()
    with refused(ServiceRefusal.NO_COMPUTER):
        await computers.set_level(people, ADA, 1)


async def test_the_level_of_the_last_game_is_the_usual_one(house: House) -> None:
    computers = house.service.computers
    assert await computers.last_level(ADA) == FIRST_LEVEL
    await practise(house, level=4)
    await practise(house, level=6)
    assert (await computers.last_level(ADA), await computers.last_level(BO)) == (6, FIRST_LEVEL)


async def test_a_challenge_to_a_computer_is_no_usual_challenge(house: House) -> None:
    """Its terms are not those of the next challenge to people."""
    await house.challenge(BO, size=5)
    await practise(house)
    terms = await house.service.usual_terms.of(all_games()["keil"], SERVER, ADA, shown=True)
    assert terms.options["size"] == 5


@pytest.mark.parametrize("wish", [Wish.DRAW, Wish.WIN])
async def test_no_result_is_agreed_on_with_a_computer(house: House, wish: Wish) -> None:
    key = await practise(house)
    await house.play(key, "a1")
    winner = 0 if wish is Wish.WIN else None
    with refused(ServiceRefusal.COMPUTERS_ONLY):
        await house.service.matches.ask(
            key, ADA, wish, winner=winner, event_id=next(house.event_ids)
        )


async def test_a_stale_undo_takes_nothing_more_back(house: House) -> None:
    key = await practise(house)
    await house.play(key, "a1")
    await house.service.computers.take_turn(key, 1, "b3")
    await house.play(key, "c3")
    matches, ids = house.service.matches, house.event_ids
    with refused(ServiceRefusal.OLD_BOARD):
        await matches.undo(key, ADA, ply=1, event_id=next(ids))
    back = await matches.undo(key, ADA, ply=3, event_id=next(ids))
    assert [one.text for one in back.match.turn_log.moves] == ["a1", "b3"]
    with refused(ServiceRefusal.OLD_BOARD):
        await matches.undo(key, ADA, ply=3, event_id=next(ids))


# --- who plays for them ---


class NotingPool(Pool):
    """One worker, and the seeds of what it was asked, in order."""

    def __init__(self) -> None:
        super().__init__(all_games(), workers=1)
        self.asked = list[int]()

    async def ask(self, question: Question, urgency: Urgency = Urgency.MOVE) -> Reply:
        self.asked.append(question.seed)
        return await super().ask(question, urgency)


@asynccontextmanager
async def playing(
    house: House, longest: float = LONGEST, *, fails: bool = False, pool: Pool | None = None
) -> AsyncGenerator[list[int]]:
    """The opponent at work; the matches in which it has taken turns, in order.

    ``fails``: the turns cannot be shown to anybody. ``pool``: what it asks, if not its own.
    """
    done: list[int] = []

    async def notify(live: LiveMatch) -> None:
        done.append(live.id)
        if fails:
            raise RuntimeError("no picture")

    service = house.service
    pool = pool or Pool(all_games(), workers=1, longest=longest)
    bot_player = BotPlayer(
        service.computers, service.matches, pool, notify, pause=timedelta(), look_every=0.05
    )
    task = asyncio.create_task(bot_player.run())
    try:
        yield done
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def until(done: list[int], number: int) -> None:
    """Wait until so many turns have been taken."""
    async with asyncio.timeout(60):
        while len(done) < number:  # noqa: ASYNC110 (the opponent tells nobody else)
            await asyncio.sleep(0.01)


@pytest.mark.slow
@pytest.mark.storage
async def test_everybody_gets_a_turn_before_anybody_gets_two(house: House) -> None:
    ada = [await practise(house, first=False) for _ in range(3)]
    bo = await practise(house, by=BO, first=False)
    pool = NotingPool()
    async with playing(house, pool=pool) as done:
        await until(done, 4)
    assert {*pool.asked[:2]} == {seed_of(ada[0], 0), seed_of(bo, 0)}
    assert pool.asked[2:] == [seed_of(key, 0) for key in ada[1:]]
    assert await waiting(house) == []


async def test_a_move_wakes_it(house: House) -> None:
    key = await practise(house)
    async with playing(house) as done:
        for number in range(1, 4):
            live = await house.service.matches.live(key)
            move = next(move for move in live.match.position.legal_moves())
            await house.play(key, live.match.position.write(move))
            await until(done, number)
    assert (await house.service.matches.live(key)).match.ply == 6


async def test_the_same_game_gets_the_same_move_in_every_process(house: House) -> None:
    key = await practise(house, first=False)
    async with playing(house) as done:
        await until(done, 1)
    first = (await house.service.matches.live(key)).match.turn_log.moves[0].text
    asked = question(key, (await house.service.matches.live(key, 0)).match, 3)
    assert answer(asked, all_games()).text == first


async def test_a_level_that_is_changed_while_it_thinks_counts_from_this_move_on(
    house: House,
) -> None:
    key = await practise(house, level=8, first=False)
    service, games = house.service, all_games()
    match = (await service.matches.live(key)).match
    strong, weak = (answer(question(key, match, level), games).text for level in (8, 1))
    assert strong != weak
    pool, done = Pool(games, workers=1, silent=600.0), list[int]()

    async def notify(live: LiveMatch) -> None:
        done.append(live.id)

    bot_player = BotPlayer(
        service.computers, service.matches, pool, notify, pause=timedelta(), look_every=0.05
    )
    await pool.ask(question(key, match, 1))
    pid = pool.workers[0].pid
    assert pid is not None
    os.kill(pid, signal.SIGSTOP)
    before = asyncio.create_task(pool.ask(question(key, match, 1)))
    task = asyncio.create_task(bot_player.run())
    try:
        async with asyncio.timeout(60):
            while not pool.waiting:  # noqa: ASYNC110 (the opponent tells nobody that it asks)
                await asyncio.sleep(0.01)
        await service.computers.set_level(key, ADA, 1)
        os.kill(pid, signal.SIGCONT)
        await before
        await until(done, 1)
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        await pool.close()
    assert (await service.matches.live(key)).match.turn_log.moves[0].text == weak


async def test_it_knows_who_has_left(house: House) -> None:
    """Whoever has left passes from then on, which a search has to know."""
    key, seat = await undecided(house)
    await house.service.matches.resign(key, BO, event_id=next(house.event_ids))
    match = (await house.service.matches.live(key)).match
    left = match.turn_log.departed
    assert left and seat not in left
    assert question(key, match, 1).departed == left


async def test_a_game_that_cannot_be_read_holds_up_no_other(house: House) -> None:
    broken = await practise(house)
    await house.play(broken, "a1")
    spoil = sa.update(turn).where(turn.c.match == broken).values(text="z99")
    await house.store.write(lambda tx: tx.connection.execute(spoil))
    house.service.matches.cache.clear()
    other = await practise(house, by=BO, first=False)
    async with playing(house) as done:
        await until(done, 1)
    assert done == [other]


async def test_what_cannot_be_shown_stops_no_game(house: House) -> None:
    """The turn is stored: whoever is told of it may fail without harm."""
    key = await practise(house)
    async with playing(house, fails=True) as done:
        for number in (1, 2):
            live = await house.service.matches.live(key)
            move = next(iter(live.match.position.legal_moves()))
            await house.play(key, live.match.position.write(move))
            await until(done, number)


async def test_workers_that_never_answer_stop_no_game(house: House) -> None:
    key = await practise(house, first=False)
    async with playing(house, longest=0.0) as done:
        await until(done, 1)
    assert done == [key]
