"""Blocks on a real database: no game begins between two people, whoever begins it and how."""

import asyncio
from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path

import pytest

from bot.features.blocking import service as blocking
from bot.features.blocking.service import Blocking, BlockRefusal
from bot.features.privacy.service import Privacy
from bot.service.flood_limits import DECLINED_WITHIN, MOST_DECLINED, WINDOW
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.service.terms import Terms
from bot.storage.rows import DELETED_PLAYER
from engine.games import all_games
from engine.time_control import TimeControl
from tests.bot.house import ADA, BO, CY, NAMES, PLACE, SERVER, House, house_at, refused


@pytest.fixture
async def house(tmp_path: Path) -> AsyncGenerator[House]:
    async with house_at(tmp_path) as house:
        Blocking(house.service).register(house.service)
        yield house


async def block(house: House, user: int, other: int) -> None:
    await Blocking(house.service).block(user, other, NAMES[other])


async def accept(house: House, key: int, user: int) -> int | None:
    return await house.service.challenges.accept(key, user, NAMES[user])


async def rematch(house: House, match: int, user: int) -> None:
    event_id = next(house.event_ids)
    await house.service.challenges.rematch(match, user, NAMES[user], event_id=event_id)


async def counter(house: House, key: int, user: int) -> None:
    await house.service.challenges.counter(
        key,
        user,
        NAMES[user],
        options={"size": 4},
        control=TimeControl.read("2h"),
        channel_id=PLACE,
        event_id=next(house.event_ids),
    )


async def for_three(house: House) -> int:
    """A challenge of Cy's with two seats for anybody."""
    game = all_games()["kee"]
    asked = await house.service.challenges.issue(
        game=game,
        options=Terms.usual(game).options,
        control=TimeControl.read("1h"),
        challenger=CY,
        invited=[None, None],
        names=NAMES,
        channel_id=PLACE,
        server=SERVER,
        event_id=next(house.event_ids),
    )
    return asked.id


async def test_a_blocked_person_cannot_challenge_nor_be_challenged(house: House) -> None:
    await block(house, BO, ADA)
    with refused(BlockRefusal.NOT_NOW):
        await house.challenge(BO)
    with refused(BlockRefusal.BLOCKED):
        await house.challenge(ADA, by=BO)
    await house.challenge(CY)
    await house.challenge(CY, by=BO)


async def test_a_blocked_person_takes_no_seat(house: House) -> None:
    theirs, mine = await house.challenge(None, by=BO), await house.challenge(None)
    await block(house, BO, ADA)
    with refused(BlockRefusal.NOT_NOW):
        await accept(house, theirs, ADA)
    with refused(BlockRefusal.BLOCKED):
        await accept(house, mine, BO)
    assert await accept(house, mine, CY) is not None


async def test_in_a_game_of_three_the_seats_that_are_taken_count(house: House) -> None:
    await block(house, BO, ADA)
    key = await for_three(house)
    await accept(house, key, BO)
    with refused(BlockRefusal.NOT_NOW):
        await accept(house, key, ADA)
    with refused(BlockRefusal.NOT_NOW):
        await house.service.challenges.may_change(key, ADA, PLACE)
    again = await for_three(house)
    await accept(house, again, ADA)
    with refused(BlockRefusal.BLOCKED):
        await accept(house, again, BO)


async def test_a_blocked_person_makes_no_counter_offer(house: House) -> None:
    key = await house.challenge(BO)
    await block(house, ADA, BO)
    with refused(BlockRefusal.NOT_NOW):
        await house.service.challenges.may_change(key, BO, PLACE)
    with refused(BlockRefusal.NOT_NOW):
        await counter(house, key, BO)
    await house.service.challenges.decline(key, BO)


async def test_a_running_game_goes_on_and_has_no_rematch(house: House) -> None:
    key = await house.match(komi=0)
    await block(house, BO, ADA)
    await house.play(key, "a1", "b1")
    await house.service.matches.resign(key, ADA, event_id=next(house.event_ids))
    with refused(BlockRefusal.NOT_NOW):
        await rematch(house, key, ADA)
    with refused(BlockRefusal.BLOCKED):
        await rematch(house, key, BO)


async def test_a_rematch_that_is_offered_is_not_accepted(house: House) -> None:
    key = await house.match(komi=0)
    await house.service.matches.resign(key, ADA, event_id=next(house.event_ids))
    await rematch(house, key, BO)
    await block(house, BO, ADA)
    with refused(BlockRefusal.NOT_NOW):
        await rematch(house, key, ADA)


async def test_who_takes_no_challenges_gives_the_same_answer(house: House) -> None:
    """So the answer tells nobody that they are blocked."""
    chosen = await Blocking(house.service).take_challenges(BO, takes=False)
    assert not chosen.takes_challenges
    with pytest.raises(RefusedError) as closed:
        await house.challenge(BO)
    await Blocking(house.service).take_challenges(BO, takes=True)
    await house.challenge(BO)
    await block(house, BO, ADA)
    with pytest.raises(RefusedError) as blocked:
        await house.challenge(BO)
    assert (closed.value.why, closed.value.about) == (blocked.value.why, blocked.value.about)


async def test_who_takes_no_challenges_may_challenge(house: House) -> None:
    await Blocking(house.service).take_challenges(BO, takes=False)
    assert await accept(house, await house.challenge(ADA, by=BO), ADA) is not None
    assert await accept(house, await house.challenge(None, by=BO), CY) is not None


async def test_a_list_changes(house: House) -> None:
    blocks = Blocking(house.service)
    with refused(BlockRefusal.YOURSELF):
        await block(house, ADA, ADA)
    await block(house, ADA, BO)
    await block(house, ADA, BO)
    house.time += timedelta(seconds=1)
    await block(house, ADA, CY)
    assert (await blocks.of(ADA)).blocked == (CY, BO)
    assert (await blocks.of(BO)).blocked == ()
    assert await blocks.unblock(ADA, CY)
    assert not await blocks.unblock(ADA, CY)
    assert (await blocks.of(ADA)).blocked == (BO,)
    await house.challenge(CY)


async def test_a_list_has_an_end(house: House, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(blocking, "MOST_BLOCKED", 1)
    await block(house, ADA, BO)
    with refused(BlockRefusal.TOO_MANY):
        await block(house, ADA, CY)


async def test_two_people_are_apart_whichever_of_them_wants_it(house: House) -> None:
    await block(house, ADA, BO)

    async def apart(*users: int) -> frozenset[frozenset[int]]:
        return await house.store.read(lambda tx: house.service.meetings.apart(tx, users))

    assert await apart(ADA, BO, CY) == {frozenset({ADA, BO})}
    assert await apart(BO, ADA) == {frozenset({ADA, BO})}
    assert await apart(ADA, CY) == frozenset()


async def comes_back(house: House, user: int) -> None:
    """Let ``user`` delete their data; whatever they do next, they have come back."""
    await Privacy(house.service).delete(user)


async def test_a_block_holds_against_somebody_who_deletes_their_data_and_comes_back(
    house: House,
) -> None:
    """It is the blocker's, for whose sake it is kept; nothing in it names the blocked person."""
    blocks = Blocking(house.service)
    await block(house, BO, ADA)
    await comes_back(house, ADA)
    (gone,) = (await blocks.of(BO)).blocked
    assert gone < 0
    assert await house.service.matches.names([gone]) == {gone: DELETED_PLAYER}
    with refused(BlockRefusal.NOT_NOW):
        await house.challenge(BO)
    with refused(BlockRefusal.BLOCKED):
        await house.challenge(ADA, by=BO)
    pairs = await house.store.read(lambda tx: house.service.meetings.apart(tx, [ADA, BO, CY]))
    assert pairs == {frozenset({ADA, BO})}
    await house.challenge(CY)


async def test_a_block_of_somebody_who_came_back_is_lifted_as_any(house: House) -> None:
    blocks = Blocking(house.service)
    for again in (False, True):
        await block(house, BO, ADA)
        await comes_back(house, ADA)
        if again:  # by their id, so that they stand once on the list
            await block(house, BO, ADA)
            assert (await blocks.of(BO)).blocked == (ADA,)
        assert await blocks.unblock(BO, ADA)
        assert (await blocks.of(BO)).blocked == ()
    await block(house, BO, ADA)
    await comes_back(house, ADA)
    (gone,) = (await blocks.of(BO)).blocked
    assert await blocks.unblock(BO, gone)
    await house.challenge(BO)


async def test_blocks_go_with_the_person_who_made_them(house: House) -> None:
    await block(house, ADA, BO)
    await comes_back(house, ADA)
    assert (await Blocking(house.service).of(ADA)).blocked == ()
    await house.challenge(BO)


async def test_only_with_the_secret_a_block_names_somebody_who_is_gone(tmp_path: Path) -> None:
    async with house_at(tmp_path) as house:
        Blocking(house.service, "ours").register(house.service)
        await Blocking(house.service, "ours").block(BO, ADA, NAMES[ADA])
        await comes_back(house, ADA)
        assert not await Blocking(house.service, "another").unblock(BO, ADA)
        assert await Blocking(house.service, "ours").unblock(BO, ADA)


async def test_of_a_block_and_an_acceptance_at_once_both_hold_or_the_block(
    tmp_path: Path,
) -> None:
    """Either the game had begun, and goes on, or it does not begin."""
    async with house_at(tmp_path) as one, house_at(tmp_path) as two:
        for house in (one, two):
            Blocking(house.service).register(house.service)
        for _ in range(6):
            key = await one.challenge(BO, by=ADA)
            taken, _ = await asyncio.gather(
                accept(one, key, BO), block(two, ADA, BO), return_exceptions=True
            )
            if isinstance(taken, RefusedError):
                assert taken.why is BlockRefusal.NOT_NOW
                assert not await one.service.matches.headers(user=BO)
                await one.service.challenges.withdraw(key, ADA)
            else:
                assert isinstance(taken, int)
                await one.service.matches.resign(taken, BO, event_id=next(one.event_ids))
            with refused(BlockRefusal.NOT_NOW):
                await one.challenge(ADA, by=BO)
            await Blocking(two.service).unblock(ADA, BO)
            one.time = two.time = one.time + WINDOW


async def test_who_declines_again_and_again_is_left_in_peace(house: House) -> None:
    first = house.time
    for _ in range(MOST_DECLINED):
        await house.service.challenges.decline(await house.challenge(BO), BO)
        house.time += WINDOW
    with pytest.raises(RefusedError, match=ServiceRefusal.DECLINED_OFTEN) as error:
        await house.challenge(BO)
    assert error.value.about["when"] == first + DECLINED_WITHIN
    await house.challenge(CY)
    await house.challenge(BO, by=CY)
    house.time = first + DECLINED_WITHIN
    await house.challenge(BO)


async def test_who_declines_may_challenge_back(house: House) -> None:
    for _ in range(MOST_DECLINED):
        await house.service.challenges.decline(await house.challenge(BO), BO)
        house.time += WINDOW
    await house.challenge(ADA, by=BO)
