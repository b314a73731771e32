"""Planned moves on a real database: what can be planned, when it is played, when it fails."""

import asyncio
from datetime import timedelta
from functools import partial
from typing import Any

import pytest
import sqlalchemy as sa

from bot.features.conditional.service import (
    LONGEST_PLAN,
    MOST_VARIATIONS,
    PlanRefusal,
    Plans,
    RefusedVariationError,
    board_of,
    follow,
    read_variations,
    written,
)
from bot.features.conditional.store import Plan, plans
from bot.service.live_match import LiveMatch
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.schema import message
from engine.games import all_games
from engine.position import IllegalMoveError, UnreadableMoveError
from engine.turns import RequestRefusal, RequestRefusedError, Wish
from tests.bot.house import ADA, BO, CY, House, refused

MINUTE = timedelta(minutes=1)
LONG = "pass a3 pass b2 pass c1 pass e1 pass c5 pass d1 pass b4 pass e3 pass a1 pass c4"
"""As many moves as a variation may have."""
OTHER = {ADA: BO, BO: ADA}


@pytest.fixture(autouse=True)
def _follows(house: House) -> None:
    house.service.shown_messages.follows.append(follow)


def planning(house: House) -> Plans:
    return Plans(house.store, house.service.matches.cache)


async def begun(house: House, *moves: str, **options: Any) -> tuple[int, int, int]:
    """A game after some moves: its id, who has just moved, and who is to move."""
    key = await house.match(komi=0, button=False, **options)
    live = await house.play(key, *moves) if moves else await house.service.matches.live(key)
    assert live.to_move is not None
    return key, OTHER[live.to_move], live.to_move


async def plan(house: House, key: int, user: int, typed: str) -> Plan:
    """``user`` plans what is typed."""
    live = await house.service.matches.live(key)
    found = read_variations(live.match, live.players.index(user), typed)
    return await planning(house).plan(key, user, board_of(live), found)


async def planned(house: House, key: int, user: int) -> list[str] | None:
    """What ``user`` has planned, as a process has it that remembers nothing; None: nothing."""
    house.service.matches.cache.clear()
    live = await house.service.matches.live(key)
    found = await planning(house).of(live, user)
    return None if found is None else written(found.variations).splitlines()


def stood(live: LiveMatch) -> list[str]:
    return [turn.text for turn in live.match.turn_log.moves]


async def boards(house: House, key: int) -> list[int | None]:
    """The plies of the boards that are wanted in full."""
    wanted = message.c.match == key, message.c.desired == "full"
    rows = sa.select(message.c.ply).where(*wanted)
    return list(await house.store.read(lambda tx: tx.connection.execute(rows).scalars().all()))


# --- what comes true ---


async def test_the_answer_is_played_with_the_move_that_it_answers(house: House) -> None:
    key, waiting, _ = await begun(house, "c3")
    await plan(house, key, waiting, "d4 b2 e2 a1")
    live = await house.play(key, "d4")
    assert stood(live) == ["c3", "d4", "b2"]
    made, answer = live.match.turn_log.moves[-2:]
    assert (made.planned, answer.planned) == (False, True)
    assert made.at == answer.at
    assert await boards(house, key) == [3], "both are told on one board"
    assert await planned(house, key, waiting) == ["e2 a1"]
    live = await house.play(key, "e2")
    assert stood(live) == ["c3", "d4", "b2", "e2", "a1"]
    assert await planned(house, key, waiting) is None, "all of it has come true"


async def test_of_several_variations_the_one_that_fits_goes_on(house: House) -> None:
    key, waiting, _ = await begun(house, "c3")
    await plan(house, key, waiting, "d4 b2 e2 c1\nd4 b2 c1 e2\na3 e2")
    assert stood(await house.play(key, "d4")) == ["c3", "d4", "b2"]
    assert await planned(house, key, waiting) == ["e2 c1", "c1 e2"]
    assert stood(await house.play(key, "c1"))[-2:] == ["c1", "e2"]


async def test_another_move_ends_the_plan_and_its_owner_learns_that_once(house: House) -> None:
    key, waiting, _ = await begun(house, "c3")
    await plan(house, key, waiting, "d4 b2")
    assert stood(await house.play(key, "a1")) == ["c3", "a1"]
    assert await planned(house, key, waiting) == [], "it has failed"
    await house.play(key, "e2")
    assert await planned(house, key, waiting) == []
    await house.play(key, "d4")
    assert await planned(house, key, waiting) is None


async def test_passes_can_be_planned_and_end_the_game(house: House) -> None:
    key, waiting, _ = await begun(house, "c3", "a1", "e2", "d4")
    await plan(house, key, waiting, "pass pass")
    live = await house.play(key, "pass")
    assert live.match.end is not None
    assert stood(live)[-2:] == ["pass", "pass"]
    assert await planned(house, key, waiting) is None


async def test_komi_sides_and_the_button_can_be_planned(house: House) -> None:
    """After White has chosen, Black has two turns in a row: the choice, and the first stone."""
    key = await house.match(button=True)
    live = await house.service.matches.live(key)
    first, second = live.players
    await plan(house, key, second, "komi 6 black c3 button d4")
    live = await house.play(key, "komi 6")
    assert stood(live) == ["komi 6", "black", "c3"]
    assert live.to_move == first
    assert stood(await house.play(key, "button"))[-2:] == ["button", "d4"]


@pytest.mark.parametrize(
    ("planned_by", "moves", "plans", "played"),
    [
        (1, (), "c3 white d4\nb2 black", ["c3", "white", "d4"]),
        (1, (), "c3 black", ["c3", "black"]),
        (0, ("c3",), "black d4\nwhite d4 e5", ["c3", "black", "d4"]),
        (0, ("c3",), "white d4 e5", ["c3", "black"]),
    ],
)
async def test_a_stone_and_the_side_of_the_swap_can_be_planned(
    house: House, planned_by: int, moves: tuple[str, ...], plans: str, played: list[str]
) -> None:
    """Whoever takes White has two turns in a row: the choice, and the next stone."""
    ki = all_games()["ki"]
    options = ki.complete({"size": 5, "swap": True})
    key = await house.match(game=ki, **options)
    live = await house.play(key, *moves)
    user = live.players[planned_by]
    await plan(house, key, user, plans)
    live = await house.play(key, "c3" if not moves else "black")
    assert stood(live) == played
    assert live.match.position.colours == ((0, 1) if "white" in played else (1, 0))


@pytest.mark.parametrize(
    "time",
    ["10m", "1h + 1m max 2h", "10m + 3x30s", "1h total", "none", "3d from first look", "10m soft"],
)
async def test_an_answer_takes_no_time_and_what_was_used_for_the_move_is_used(
    house: House, time: str
) -> None:
    key, waiting, mover = await begun(house, "c3", time=time)
    other, _, rival = await begun(house, "c3", time=time)
    await plan(house, key, waiting, "d4 b2")
    house.time += MINUTE
    by_plan = await house.play(key, "d4")
    by_hand = await house.play(other, "d4", "b2")
    assert by_plan.clock is not None
    assert by_hand.clock is not None
    assert (by_plan.to_move, by_hand.to_move) == (mover, rival)
    assert by_plan.clock.deadline == by_hand.clock.deadline
    assert by_plan.clock.reserve == by_hand.clock.reserve
    lefts = [[turn.left for turn in live.match.turn_log.moves] for live in (by_plan, by_hand)]
    assert lefts[0] == lefts[1]


async def test_records_say_which_moves_were_planned_once_the_game_is_over(house: House) -> None:
    key, waiting, mover = await begun(house, "c3")
    await plan(house, key, waiting, "d4 b2")
    await house.play(key, "d4")
    record = await house.service.matches.record(key)
    assert [turn.planned for turn in record.turns] == [False] * 3, "the game is not over"
    await house.service.matches.resign(key, mover, event_id=next(house.event_ids))
    record = await house.service.matches.record(key)
    assert [turn.planned for turn in record.turns] == [False, False, True, False]


# --- what ends a plan ---


async def test_whoever_was_answered_cannot_take_their_move_back_alone(house: House) -> None:
    key, waiting, mover = await begun(house, "c3")
    await plan(house, key, waiting, "d4 b2 e2 a1")
    live = await house.play(key, "d4")
    with pytest.raises(RequestRefusedError, match=RequestRefusal.ANSWERED):
        await house.service.matches.undo(key, mover, event_id=next(house.event_ids))
    matches = house.service.matches
    await matches.ask(key, mover, Wish.TAKE_BACK, event_id=next(house.event_ids))
    assert await planned(house, key, waiting) == ["e2 a1"], "a request changes no board"
    live = await matches.answer(key, waiting, allow=True, event_id=next(house.event_ids))
    assert stood(live) == ["c3"]
    assert await planned(house, key, waiting) == [], "they have gone another way"
    assert stood(await house.play(key, "d4")) == ["c3", "d4"]


async def test_taking_ones_own_move_back_ends_ones_plan(house: House) -> None:
    key, waiting, _ = await begun(house, "c3")
    await plan(house, key, waiting, "d4 b2")
    await house.service.matches.undo(key, waiting, event_id=next(house.event_ids))
    assert await planned(house, key, waiting) == []
    await house.play(key, "e2", "d4")
    assert stood(await house.service.matches.live(key)) == ["e2", "d4"]


async def test_after_the_end_nothing_is_left_of_a_plan(house: House) -> None:
    key, waiting, mover = await begun(house, "c3")
    await plan(house, key, waiting, "d4 b2")
    await house.service.matches.resign(key, mover, event_id=next(house.event_ids))
    left = await house.store.read(lambda tx: tx.connection.execute(sa.select(plans)).all())
    assert left == []


# --- races ---


async def test_a_move_on_time_is_answered_and_one_too_late_is_not(house: House) -> None:
    for late in (False, True):
        key, waiting, _ = await begun(house, "c3", "d4", "e2", time="10m")
        await plan(house, key, waiting, "b2 c1")
        moment = timedelta(microseconds=1)
        house.time += 10 * MINUTE - (-moment if late else moment)
        if late:
            with refused(ServiceRefusal.TIME_OVER):
                await house.play(key, "b2")
            assert stood(await house.service.matches.live(key)) == ["c3", "d4", "e2"]
        else:
            assert stood(await house.play(key, "b2"))[-2:] == ["b2", "c1"]


@pytest.mark.storage
async def test_an_answer_against_an_undo_of_the_move_before_it(house: House) -> None:
    """Either the undo is first and nothing is answered, or the move is, with its answer."""
    seen = set[tuple[str, ...]]()
    for number in range(12):
        key, waiting, mover = await begun(house, "c3")
        await plan(house, key, waiting, "d4 b2")
        matches, event_ids = house.service.matches, house.event_ids
        undo = matches.undo(key, waiting, event_id=next(event_ids), ply=1)
        move = matches.play(key, mover, "d4", event_id=next(event_ids), ply=1)
        both = (undo, move) if number % 2 else (move, undo)
        results = await asyncio.gather(*both, return_exceptions=True)
        failed = [one for one in results if isinstance(one, BaseException)]
        assert len(failed) == 1
        assert isinstance(failed[0], RefusedError)
        seen.add(tuple(stood(await matches.live(key))))
    assert seen <= {(), ("c3", "d4", "b2")}


@pytest.mark.storage
async def test_a_planned_answer_in_the_second_of_the_deadline(house: House) -> None:
    """The move comes in time with its answer, or neither is there and the game is lost."""
    for number in range(12):
        key, waiting, mover = await begun(house, "c3", "d4", "e2", "a1", "c5", time="10m")
        await plan(house, key, waiting, "b2 c1")
        house.time += 10 * MINUTE - timedelta(seconds=1)

        async def end() -> None:
            house.time += timedelta(seconds=1)
            await house.service.deadlines.tick()

        move = house.service.matches.play(key, mover, "b2", event_id=next(house.event_ids))
        both = (end(), move) if number % 2 else (move, end())
        results = await asyncio.gather(*both, return_exceptions=True)
        await house.service.deadlines.tick()
        live = await house.service.matches.live(key)
        played = any(isinstance(one, LiveMatch) for one in results)
        assert stood(live)[5:] == (["b2", "c1"] if played else [])
        assert (live.match.end is None) == played
        assert await planned(house, key, waiting) is None


@pytest.mark.storage
async def test_a_plan_against_the_move_that_it_answers(house: House) -> None:
    """What is planned is played, or refused since the move was first: never only stored."""
    for number in range(12):
        key, waiting, mover = await begun(house, "c3")
        move = house.service.matches.play(key, mover, "d4", event_id=next(house.event_ids))
        plans_it = plan(house, key, waiting, "d4 b2")
        both = (plans_it, move) if number % 2 else (move, plans_it)
        results = await asyncio.gather(*both, return_exceptions=True)
        if isinstance(results[0 if number % 2 else 1], BaseException):
            assert stood(await house.service.matches.live(key)) == ["c3", "d4"]
        else:
            assert stood(await house.service.matches.live(key)) == ["c3", "d4", "b2"]
        assert await planned(house, key, waiting) is None


async def test_the_same_interaction_again_answers_nothing_twice(house: House) -> None:
    key, waiting, mover = await begun(house, "c3")
    await plan(house, key, waiting, "d4 b2 e2 c1")
    event_id = next(house.event_ids)
    for _ in range(2):
        await house.service.matches.play(key, mover, "d4", event_id=event_id)
    assert stood(await house.service.matches.live(key)) == ["c3", "d4", "b2"]


# --- who may plan, and what ---


async def test_only_who_waits_in_a_game_of_two_people_can_plan(house: House) -> None:
    key, waiting, mover = await begun(house, "c3")
    with refused(PlanRefusal.YOUR_TURN):
        await planning(house).plan(key, mover, 1, [("d4", "b2")])
    with refused(ServiceRefusal.NOT_A_PLAYER):
        await planning(house).plan(key, CY, 1, [("d4", "b2")])
    with refused(ServiceRefusal.OLD_BOARD):
        await planning(house).plan(key, waiting, 0, [("d4", "b2")])
    with refused(ServiceRefusal.NO_SUCH_MATCH):
        await planning(house).plan(key + 1, waiting, 1, [("d4", "b2")])
    await house.service.matches.resign(key, mover, event_id=next(house.event_ids))
    with refused(ServiceRefusal.MATCH_OVER):
        await planning(house).plan(key, waiting, 1, [("d4", "b2")])


async def test_what_one_player_plans_the_other_does_not_find(house: House) -> None:
    key, waiting, mover = await begun(house, "c3")
    await plan(house, key, waiting, "d4 b2")
    assert await planned(house, key, mover) is None
    assert await planned(house, key, CY) is None


async def test_a_plan_takes_the_place_of_the_last_and_can_be_withdrawn(house: House) -> None:
    key, waiting, _ = await begun(house, "c3")
    await plan(house, key, waiting, "d4 b2")
    await plan(house, key, waiting, "a1 e2")
    assert await planned(house, key, waiting) == ["a1 e2"]
    await plan(house, key, waiting, "")
    assert await planned(house, key, waiting) is None
    assert stood(await house.play(key, "a1")) == ["c3", "a1"]


async def test_what_is_added_stands_besides_but_for_another_answer_to_the_same(
    house: House,
) -> None:
    key, waiting, _ = await begun(house, "c3")
    for entered in (("d4", "b2"), ("a3", "e2"), ("d4", "b2", "c1", "e2"), ("a3", "d4")):
        await planning(house).add(key, waiting, 1, entered)
    assert await planned(house, key, waiting) == ["d4 b2 c1 e2", "a3 d4"]


@pytest.mark.parametrize(
    ("typed", "lines"),
    [
        ("D4, B-2", ["d4 b2"]),
        ("d 4: b 2", ["d4 b2"]),
        ("ｄ４ b2; a1 e2", ["d4 b2", "a1 e2"]),
        ("\n d4 b2 \n\n d4 b2\n", ["d4 b2"]),
        ("d4 b2\nd4 b2 e2 a1", ["d4 b2 e2 a1"]),
        ("pass a1", ["pass a1"]),
        ("", []),
        (" \n;\n", []),
    ],
)
async def test_plans_can_be_typed_as_people_type(
    house: House, typed: str, lines: list[str]
) -> None:
    key, waiting, _ = await begun(house, "c3")
    live = await house.service.matches.live(key)
    found = read_variations(live.match, live.players.index(waiting), typed)
    assert written(found).splitlines() == lines
    again = read_variations(live.match, live.players.index(waiting), written(found))
    assert again == found


@pytest.mark.parametrize(
    ("typed", "number", "cause"),
    [
        ("c3 b2", 1, IllegalMoveError),
        ("d4 c3", 1, IllegalMoveError),
        ("a1 e2\nd4 d4", 2, IllegalMoveError),
        ("d4 z9", 1, IllegalMoveError),
        ("d4 resign", 1, UnreadableMoveError),
        ("undo b2", 1, UnreadableMoveError),
        ("allow", 1, UnreadableMoveError),
        ("d4 \N{PILE OF POO}", 1, UnreadableMoveError),
        ("d4 b2 pass pass a1", 1, IllegalMoveError),
        ("a1' DROP TABLE plan", 1, UnreadableMoveError),
    ],
)
async def test_each_move_of_a_plan_is_judged(
    house: House, typed: str, number: int, cause: type[Exception]
) -> None:
    key, waiting, _ = await begun(house, "c3")
    live = await house.service.matches.live(key)
    with pytest.raises(RefusedVariationError) as caught:
        read_variations(live.match, live.players.index(waiting), typed)
    assert caught.value.number == number
    assert isinstance(caught.value.cause, cause)


@pytest.mark.parametrize(
    ("typed", "why"),
    [
        ("d4", PlanRefusal.UNANSWERED),
        ("d4 b2 c1", PlanRefusal.UNANSWERED),
        (":", PlanRefusal.UNANSWERED),
        ("d4 b2\nd4 a1", PlanRefusal.CONTRADICTION),
        ("d4 b2 e2 c1\nd4 b2 e2 d1", PlanRefusal.CONTRADICTION),
        ("x" * (LONGEST_PLAN + 1), PlanRefusal.TOO_LONG),
        ("d4 b2\n" * (MOST_VARIATIONS + 1), PlanRefusal.TOO_MANY),
        (f"{LONG} pass d2", PlanRefusal.TOO_DEEP),
    ],
)
async def test_what_is_no_plan_is_refused_in_a_sentence(
    house: House, typed: str, why: PlanRefusal
) -> None:
    key, waiting, _ = await begun(house, "c3")
    live = await house.service.matches.live(key)
    with refused(why):
        read_variations(live.match, live.players.index(waiting), typed)


async def test_what_is_added_has_the_same_limits(house: House) -> None:
    key, waiting, _ = await begun(house, "c3", size=4)
    live = await house.service.matches.live(key)
    add = partial(planning(house).add, key, waiting, 1)
    names = [name for name in live.match.position.board.names if name not in ("c3", "d4")]
    for name in names[:MOST_VARIATIONS]:
        await add((name, "d4"))
    with refused(PlanRefusal.TOO_MANY):
        await add((names[MOST_VARIATIONS], "d4"))
    await add((*names[:1], "d4", "pass", "c4"))
    assert len(await planned(house, key, waiting) or []) == MOST_VARIATIONS


async def test_a_variation_grows_up_to_its_limit(house: House) -> None:
    key, waiting, _ = await begun(house, "c3")
    add = partial(planning(house).add, key, waiting, 1)
    await add(tuple(LONG.split()))
    with refused(PlanRefusal.TOO_DEEP):
        await add((*LONG.split(), "pass", "d2"))
    assert await planned(house, key, waiting) == [LONG]
