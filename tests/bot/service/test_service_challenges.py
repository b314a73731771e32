"""Challenges: who may answer, counter-offers, limits, on a real database, without Discord."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.service.flood_limits import MOST_CALLED, MOST_CALLS, MOST_CHALLENGES, WINDOW
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.rows import CHANGED, EXPIRED, StoredChallenge
from engine.game import OptionError
from engine.time_control import TimeControl
from tests.bot.house import ADA, BO, CY, NAMES, PLACE, House, house_at, refused


async def test_a_challenge_needs_somebody_else(house: House) -> None:
    with refused(ServiceRefusal.ALONE):
        await house.challenge(ADA)
    with refused(ServiceRefusal.TWICE):
        await house.challenge(BO, BO)
    with pytest.raises(OptionError, match="size: value"):
        await house.challenge(BO, size=9)
    with pytest.raises(OptionError, match="komi: value"):
        await house.challenge(BO, komi=20)


async def test_only_who_is_asked_may_answer(house: House) -> None:
    key = await house.challenge(BO)
    with refused(ServiceRefusal.NOT_ASKED):
        await house.service.challenges.accept(key, CY, "Cy")
    with refused(ServiceRefusal.OWN_CHALLENGE):
        await house.service.challenges.accept(key, ADA, "Ada")
    with refused(ServiceRefusal.NOT_ASKED):
        await house.service.challenges.decline(key, CY)
    with refused(ServiceRefusal.NOT_THE_CHALLENGER):
        await house.service.challenges.withdraw(key, BO)
    await house.service.challenges.decline(key, BO)
    with refused(ServiceRefusal.CHALLENGE_OVER):
        await house.service.challenges.accept(key, BO, "Bo")
    with refused(ServiceRefusal.NO_SUCH_CHALLENGE):
        await house.service.challenges.accept(99, BO, "Bo")


async def test_an_open_seat_is_for_anybody_else(house: House) -> None:
    key = await house.challenge(None)
    with refused(ServiceRefusal.OWN_CHALLENGE):
        await house.service.challenges.accept(key, ADA, "Ada")
    match = await house.service.challenges.accept(key, CY, "Cy")
    assert match is not None
    assert (await house.service.matches.live(match)).players in ((ADA, CY), (CY, ADA))


async def test_of_two_who_take_one_seat_at_once_one_gets_it(house: House) -> None:
    key = await house.challenge(None)
    both = await asyncio.gather(
        house.service.challenges.accept(key, BO, "Bo"),
        house.service.challenges.accept(key, CY, "Cy"),
        return_exceptions=True,
    )
    assert sorted(type(one).__name__ for one in both) == ["RefusedError", "int"]
    assert len(await house.service.matches.headers(channel_id=PLACE)) == 1


async def test_a_challenge_expires_after_a_day(house: House) -> None:
    key = await house.challenge(BO)
    house.time += timedelta(hours=24)
    with refused(ServiceRefusal.CHALLENGE_OVER):
        await house.service.challenges.accept(key, BO, "Bo")
    assert await house.service.deadlines.tick() == [PLACE]
    stored = await house.service.challenges.stored(key)
    assert stored is not None
    assert stored.state == EXPIRED
    assert await house.service.deadlines.tick() == []


async def counter(house: House, key: int, user: int = BO, **more: Any) -> StoredChallenge:
    """``user`` offers other terms."""
    given: dict[str, Any] = {"options": {"size": 4}, "channel_id": PLACE} | more
    given.setdefault("event_id", next(house.event_ids))
    time = TimeControl.read("2h")
    return await house.service.challenges.counter(key, user, NAMES[user], control=time, **given)


async def test_a_counter_offer_is_a_challenge_of_whoever_was_asked(house: House) -> None:
    key = await house.challenge(BO, komi=6)
    house.time += timedelta(hours=23)
    new = await counter(house, key)
    assert (new.challenger, [seat.user for seat in new.invitations]) == (BO, [ADA])
    assert (new.options["size"], new.options["komi"]) == (4, None)
    assert new.control == TimeControl(timedelta(hours=2))
    assert new.expires == house.time + timedelta(hours=24)
    assert await house.service.challenges.stored(new.id) == new
    old = await house.service.challenges.stored(key)
    assert old is not None
    assert (old.state, old.closed_by, old.match) == (CHANGED, BO, None)
    with refused(ServiceRefusal.CHALLENGE_OVER):
        await house.service.challenges.accept(key, BO, "Bo")
    with refused(ServiceRefusal.NOT_THE_CHALLENGER):
        await house.service.challenges.withdraw(new.id, ADA)
    match = await house.service.challenges.accept(new.id, ADA, "Ada")
    assert match is not None
    assert (await house.service.matches.live(match)).players == (BO, ADA)


async def test_the_same_interaction_makes_one_counter_offer(house: House) -> None:
    key = await house.challenge(BO)
    new = await counter(house, key, event_id=5)
    assert await counter(house, key, event_id=5) == new
    assert await counter(house, new.id, ADA, event_id=5) == new
    with refused(ServiceRefusal.CHALLENGE_OVER):
        await counter(house, key, event_id=6)


async def test_a_refused_counter_offer_changes_nothing(house: House) -> None:
    key = await house.challenge(BO)
    before = await house.service.challenges.stored(key)
    with refused(ServiceRefusal.OWN_TERMS):
        await counter(house, key, ADA)
    with refused(ServiceRefusal.NOT_ASKED):
        await counter(house, key, CY)
    with refused(ServiceRefusal.NO_SUCH_CHALLENGE):
        await counter(house, key, channel_id=PLACE + 1)
    with refused(ServiceRefusal.NO_SUCH_CHALLENGE):
        await counter(house, 99)
    with pytest.raises(OptionError, match="komi: value"):
        await counter(house, key, options={"size": 3, "komi": 20})
    with refused(ServiceRefusal.OWN_TERMS):
        await house.service.challenges.may_change(key, ADA, PLACE)
    house.time += timedelta(hours=1)
    assert await house.service.challenges.may_change(key, BO, PLACE) == before
    house.time += timedelta(hours=23)
    with refused(ServiceRefusal.CHALLENGE_OVER):
        await counter(house, key)


async def test_of_a_counter_offer_and_an_acceptance_at_once_one_holds(tmp_path: Path) -> None:
    async with house_at(tmp_path) as one, house_at(tmp_path) as two:
        for _ in range(6):
            one.time = two.time = one.time + WINDOW
            key = await one.challenge(BO)
            both = await asyncio.gather(
                counter(one, key),
                two.service.challenges.accept(key, BO, "Bo"),
                return_exceptions=True,
            )
            assert [e.why for e in both if isinstance(e, RefusedError)] == [
                ServiceRefusal.CHALLENGE_OVER
            ]
            assert sum(isinstance(outcome, Exception) for outcome in both) == 1


async def test_one_rematch_stands_however_often_it_is_changed(house: House) -> None:
    played = await house.match(komi=0)
    await house.service.matches.resign(played, ADA, event_id=next(house.event_ids))
    first, _ = await house.service.challenges.rematch(
        played, ADA, "Ada", event_id=next(house.event_ids)
    )
    second = await counter(house, first.id)
    third = await counter(house, second.id, ADA, options={"size": 5})
    assert third.rematch_of == played
    with refused(ServiceRefusal.REMATCH_CHANGED):
        await house.service.challenges.rematch(played, BO, "Bo", event_id=next(house.event_ids))
    again = await house.service.challenges.accept(third.id, BO, "Bo")
    assert again is not None
    seats = (await house.service.matches.live(played)).players
    assert (await house.service.matches.live(again)).players == seats[::-1]


async def test_a_rematch_with_another_time_is_not_accepted_by_the_button_of_the_old_terms(
    house: House,
) -> None:
    played = await house.match(komi=0)
    await house.service.matches.resign(played, ADA, event_id=next(house.event_ids))
    first, _ = await house.service.challenges.rematch(
        played, ADA, "Ada", event_id=next(house.event_ids)
    )
    second = await counter(house, first.id, options=first.options)
    assert (second.options, second.control) == (first.options, TimeControl(timedelta(hours=2)))
    with refused(ServiceRefusal.REMATCH_CHANGED):
        await house.service.challenges.rematch(played, ADA, "Ada", event_id=next(house.event_ids))


async def test_colours_are_drawn_where_komi_is_fixed(house: House) -> None:
    firsts = {
        (await house.service.matches.live(await house.match(komi=0))).players for _ in range(12)
    }
    assert firsts == {(ADA, BO), (BO, ADA)}


async def test_the_same_interaction_makes_one_challenge(house: House) -> None:
    house.event_ids = iter([5, 5])  # pyright: ignore[reportAttributeAccessIssue]
    assert await house.challenge(BO) == await house.challenge(BO)


async def test_one_challenge_to_the_same_person_and_game_stands(house: House) -> None:
    first = await house.challenge(BO)
    with refused(ServiceRefusal.CHALLENGE_STANDS):
        await house.challenge(BO, size=5)
    await house.challenge(CY)
    await house.challenge(None)
    await house.challenge(ADA, by=BO)
    await house.service.challenges.withdraw(first, ADA)
    again = await house.challenge(BO)
    house.time += timedelta(days=1)  # it expires, whether or not the timer has looked
    assert await house.challenge(BO) > again


async def test_nobody_fills_a_place_with_challenges(house: House) -> None:
    last = [await house.challenge(whom) for whom in (None, None, None, BO, CY)][-1]
    with refused(ServiceRefusal.TOO_MANY):
        await house.challenge(None)
    await house.service.challenges.withdraw(last, ADA)
    await house.challenge(CY)
    await house.challenge(ADA, by=BO)


async def test_nobody_calls_the_same_person_again_and_again(house: House) -> None:
    for _ in range(MOST_CALLS):
        await house.service.challenges.withdraw(await house.challenge(BO), ADA)
    with refused(ServiceRefusal.CALLED_OFTEN) as error:
        await house.challenge(BO)
    assert error.value.about == {"user": BO, "when": house.time + WINDOW}
    await house.challenge(CY)  # others may still be challenged, and Bo by others
    await house.challenge(BO, by=CY)
    house.time += WINDOW
    await house.challenge(BO)


async def test_challenges_that_become_games_do_not_count_as_calls(house: House) -> None:
    for _ in range(2 * MOST_CALLS):
        await house.match(komi=0)
    await house.challenge(BO)


async def test_nobody_calls_one_person_after_the_other(house: House) -> None:
    for number in range(MOST_CHALLENGES):
        await house.service.challenges.withdraw(await house.challenge(1000 + number), ADA)
    with refused(ServiceRefusal.CHALLENGED_OFTEN):
        await house.challenge(BO)


async def calls(house: House, key: int, *users: int) -> bool:
    """True if the card of a challenge calls all of these people; False if none of them."""
    asked = await house.service.challenges.stored(key)
    assert asked is not None
    often = await house.service.challenges.called_often(asked)
    assert often in ({*users}, set[int]())
    return not often


async def test_many_can_neither_call_one_person_again_and_again_nor_shut_them_off(
    house: House,
) -> None:
    """Further challenges are quiet, and can be accepted."""
    for number in range(MOST_CALLED):
        by = 1000 + number
        key = await house.challenge(BO, by=by)
        assert await calls(house, key, BO)
        await house.service.challenges.withdraw(key, by)
    key = await house.challenge(BO)
    assert not await calls(house, key, BO)
    assert await house.service.challenges.accept(key, BO, "Bo") is not None
    assert await calls(house, await house.challenge(CY, by=BO), CY)  # Bo may still challenge
    house.time += WINDOW
    assert await calls(house, await house.challenge(BO, by=CY), BO)


async def test_one_alone_never_makes_the_challenges_of_others_quiet(house: House) -> None:
    assert MOST_CALLS < MOST_CALLED
    for _ in range(MOST_CALLS):
        await house.service.challenges.withdraw(await house.challenge(BO), ADA)
    with refused(ServiceRefusal.CALLED_OFTEN):
        await house.challenge(BO)
    assert await calls(house, await house.challenge(BO, by=CY), BO)
