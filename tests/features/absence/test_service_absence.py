"""Nights, weekends and vacation on a real database: whose clock stands still, and what is left."""

import asyncio
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.features.absence.service import AWAY, Absence, AbsenceRefusal, Who, excused
from bot.features.absence.store import AT_FIRST, MOST
from bot.features.admin.service import Moderation
from bot.features.notifications.service import ChosenCalls, Notifications
from bot.service.calls import Where
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.schema import message
from engine.clock import Clock
from engine.games import all_games
from engine.match import Ending
from engine.rest import Night, Rest
from engine.time_control import TimeControl
from tests.bot.house import ADA, BO, CY, NAMES, PLACE, SERVER, House, house_at, refused

SECOND, MINUTE, HOUR, DAY = (timedelta(seconds=n) for n in (1, 60, 3600, 86400))
NOON = datetime(2026, 12, 2, 12, tzinfo=UTC)
"""A Wednesday."""
BERLIN, TOKYO = Who(ADA, "Europe/Berlin"), Who(BO, "Asia/Tokyo")


def absence(house: House) -> Absence:
    return Absence(house.store, lambda: house.time)


async def begun(house: House, time: str, first: int = ADA) -> int:
    """A game in which ``first`` is to move, with both zones known."""
    house.time = NOON
    for who in (BERLIN, TOKYO):
        await absence(house).guess(who)
    while True:
        key = await house.match(komi=0, time=time)
        if (await house.service.matches.live(key)).to_move == first:
            return key


async def clock(house: House, key: int) -> Clock:
    """The clock, as a process has it that remembers nothing."""
    house.service.matches.cache.clear()
    found = (await house.service.matches.live(key)).clock
    assert found is not None
    return found


async def over(house: House, key: int) -> bool:
    await house.service.deadlines.tick()
    return (await house.service.matches.live(key)).match.end is not None


async def test_each_clock_stands_still_in_the_nights_of_its_own_player(house: House) -> None:
    key = await begun(house, "12h no nights")
    assert (await clock(house, key)).deadline == datetime(2026, 12, 3, 8, tzinfo=UTC), (
        "ten hours until 23:00 in Berlin, and two from 7:00 on"
    )
    await house.play(key, "a1")
    assert (await clock(house, key)).deadline == datetime(2026, 12, 3, 8, tzinfo=UTC), (
        "two hours until 23:00 in Tokyo, and ten from 7:00 on"
    )


async def test_on_a_weekend_no_time_passes(house: House) -> None:
    key = await begun(house, "2d no weekends")
    house.time = NOON + 2 * DAY - HOUR  # Friday, in Berlin 12:00
    await house.play(key, "a1")
    saturday, monday = datetime(2026, 12, 4, 15, tzinfo=UTC), datetime(2026, 12, 6, 15, tzinfo=UTC)
    left = 2 * DAY - (saturday - house.time)
    assert (await clock(house, key)).deadline == monday + left
    house.time = monday
    assert (await clock(house, key)).left(house.time) == left


async def test_a_new_zone_counts_from_the_next_turn_on(house: House) -> None:
    key = await begun(house, "12h no nights")
    before = await clock(house, key)
    await absence(house).choose(BERLIN, zone="America/Los_Angeles", night=Night(60, 540))
    assert (await clock(house, key)).deadline == before.deadline
    await absence(house).leave(BERLIN, house.time + HOUR)
    await absence(house).come_back(BERLIN)
    assert (await clock(house, key)).deadline == before.deadline, "nor by going away and back"
    await house.play(key, "a1", "c3")
    rest = (await clock(house, key)).rest
    assert rest == Rest("America/Los_Angeles", Night(60, 540), weekends=False)


async def test_who_has_said_nothing_sleeps_at_the_usual_time_in_utc(house: House) -> None:
    house.time = NOON
    key = await house.match(komi=0, time="12h no nights")
    assert (await clock(house, key)).deadline == datetime(2026, 12, 3, 8, tzinfo=UTC)


async def test_on_vacation_the_clock_stands_still_and_goes_on_where_it_was(house: House) -> None:
    key = await begun(house, "2d")
    house.time += DAY
    there = await absence(house).leave(BERLIN, house.time + 3 * DAY)
    assert there.vacation.left == AT_FIRST - 3 * DAY
    assert there.games >= 1
    assert (await clock(house, key)).deadline == NOON + 5 * DAY
    house.time += 2 * DAY
    assert (await clock(house, key)).left(house.time) == DAY
    back = await absence(house).come_back(BERLIN)
    assert back.vacation.left == AT_FIRST - 2 * DAY + 2 * DAY / 12, "a day of it given back"
    assert (await clock(house, key)).deadline == house.time + DAY
    house.time += DAY
    assert await over(house, key)


async def test_a_turn_that_begins_on_vacation_begins_at_its_end(house: House) -> None:
    key = await begun(house, "2d")
    await absence(house).leave(TOKYO, house.time + 3 * DAY)
    house.time += HOUR
    live = await house.play(key, "a1")
    assert live.clock is not None
    assert live.clock.deadline == NOON + 5 * DAY
    assert live.away == {1: NOON + 3 * DAY}
    house.time = NOON + 3 * DAY
    assert (await house.service.matches.live(key)).away == {}


async def test_a_game_that_begins_on_vacation_waits(house: House) -> None:
    house.time = NOON
    await absence(house).leave(BERLIN, NOON + DAY)
    key = await house.match(komi=0, time="2d")
    seat = (await house.service.matches.live(key)).players.index(ADA)
    assert (await clock(house, key)).deadline == NOON + (3 if seat == 0 else 2) * DAY


@pytest.mark.parametrize("time", ["10m + 5x30s", "30m", "1h total", "none"])
async def test_in_a_game_of_minutes_nobody_goes_away(house: House, time: str) -> None:
    key = await begun(house, time)
    before = await clock(house, key)
    there = await absence(house).leave(BERLIN, house.time + DAY)
    assert there.games == 0
    assert (await clock(house, key)).deadline == before.deadline
    assert (await house.service.matches.live(key)).away == {}


async def test_another_end_of_a_vacation_takes_the_place_of_the_first(house: House) -> None:
    key = await begun(house, "2d")
    await absence(house).leave(BERLIN, NOON + 5 * DAY)
    there = await absence(house).leave(BERLIN, NOON + 6 * DAY)
    assert there.vacation.left == AT_FIRST - 6 * DAY
    assert (await clock(house, key)).deadline == NOON + 8 * DAY
    await absence(house).leave(BERLIN, NOON + DAY)
    assert (await clock(house, key)).deadline == NOON + 3 * DAY


async def test_vacation_is_earned_up_to_a_limit(house: House) -> None:
    house.time = NOON
    await absence(house).leave(BERLIN, NOON + 7 * DAY)
    house.time += 12 * DAY
    assert (await absence(house).of(BERLIN)).vacation.left == DAY
    house.time += 1000 * DAY
    assert (await absence(house).of(BERLIN)).vacation.left == MOST


async def test_nobody_takes_more_than_they_have(house: House) -> None:
    house.time = NOON
    with refused(AbsenceRefusal.TOO_LONG):
        await absence(house).leave(BERLIN, NOON + 7 * DAY + 6 * MINUTE)
    with refused(AbsenceRefusal.TOO_SHORT):
        await absence(house).leave(BERLIN, NOON + HOUR - 6 * MINUTE)
    with refused(AbsenceRefusal.NOT_AWAY):
        await absence(house).come_back(BERLIN)
    assert (await absence(house).of(BERLIN)).vacation.left == AT_FIRST


async def test_who_has_no_time_left_moves_before_coming_back(house: House) -> None:
    key = await begun(house, "1d")
    house.time += DAY - 10 * MINUTE
    await absence(house).leave(BERLIN, house.time + 2 * DAY)
    house.time += DAY
    with refused(AbsenceRefusal.NO_TIME):
        await absence(house).come_back(BERLIN)
    await house.play(key, "a1")
    await absence(house).come_back(BERLIN)


async def test_going_away_saves_no_game_that_is_lost(house: House) -> None:
    key = await begun(house, "1d")
    await house.play(key, "a1", "c3", "e1", "e3")
    house.time += DAY
    await absence(house).leave(BERLIN, house.time + DAY)
    assert await over(house, key)


async def test_a_day_is_taken_before_a_game_is_lost_if_one_wants_that(house: House) -> None:
    house.service.deadlines.excuses.append(excused)
    key = await begun(house, "1d")
    await house.play(key, "a1", "c3", "e1", "e3")
    await absence(house).take_automatically(BERLIN, automatic=True)
    house.time += DAY
    for day in range(7):
        assert not await over(house, key)
        there = await absence(house).of(BERLIN)
        assert there.vacation.left // DAY == 6 - day
        assert (await clock(house, key)).deadline == house.time + DAY
        house.time += DAY
    assert await over(house, key)
    end = (await house.service.matches.live(key)).match.end
    assert end is not None
    assert end.how is Ending.TIMEOUT


async def test_a_move_in_the_second_of_the_deadline_is_played_if_a_day_is_taken(
    house: House,
) -> None:
    house.service.deadlines.excuses.append(excused)
    key = await begun(house, "1d")
    await house.play(key, "a1", "c3", "e1", "e3")
    await absence(house).take_automatically(BERLIN, automatic=True)
    house.time += DAY + SECOND
    await house.play(key, "b2")
    assert (await absence(house).of(BERLIN)).vacation.left // DAY == 6


async def test_the_time_of_a_paused_game_stands_still_twice(house: House) -> None:
    """A moderator has paused it, and then its player goes away: the pause gives the time back."""
    key = await begun(house, "2d")
    rules = Moderation(house.service)
    house.time += DAY
    await rules.pause(key, CY, "x", event_id=next(house.event_ids))
    house.time += DAY
    await absence(house).leave(BERLIN, house.time + 2 * DAY)
    house.time += DAY
    await rules.resume(key, CY, "x", event_id=next(house.event_ids))
    assert (await clock(house, key)).deadline == NOON + 4 * DAY + DAY
    assert not await over(house, key)


async def test_an_outage_gives_back_only_the_time_in_which_a_clock_ran(tmp_path: Path) -> None:
    async with house_at(tmp_path, outage=MINUTE) as house:
        await outages(house)


async def outages(house: House) -> None:
    key = await begun(house, "12h no nights")
    before = await clock(house, key)
    house.time = datetime(2026, 12, 2, 23, tzinfo=UTC)
    await house.service.outages.catch_up()
    house.time += 5 * HOUR
    assert await house.service.outages.catch_up() == 5 * HOUR, "from midnight to 5:00 in Berlin"
    assert (await clock(house, key)).deadline == before.deadline
    house.time += 3 * HOUR
    assert await house.service.outages.catch_up() == 3 * HOUR, "from 5:00 to 8:00"
    assert (await clock(house, key)).deadline == before.deadline + HOUR
    assert not await over(house, key)
    house.time = before.deadline + HOUR
    await house.service.outages.catch_up()
    assert (await clock(house, key)).left(house.time) == 2 * HOUR, "all of it was an outage"


async def test_a_reminder_waits_for_the_morning(house: House) -> None:
    key = await begun(house, "12h no nights")
    stored = await house.store.read(lambda tx: tx.matches.get(key))
    assert stored is not None
    assert stored.remind == datetime(2026, 12, 2, 21, 36, tzinfo=UTC)
    house.time += 4 * HOUR
    await house.play(key, "a1")
    stored = await house.store.read(lambda tx: tx.matches.get(key))
    assert stored is not None
    assert stored.remind == datetime(2026, 12, 3, 7, 36, tzinfo=UTC), "9.6 hours after 22:00 UTC"


@pytest.mark.storage
@pytest.mark.parametrize("first", ["leaves", "ends"])
async def test_going_away_in_the_second_of_the_deadline_either_saves_a_game_or_does_not(
    house: House, first: str
) -> None:
    """Whichever is first: never is a game lost that waits, and never does a lost one wait."""
    key = await begun(house, "1d")
    await house.play(key, "a1", "c3", "e1", "e3")
    house.time += DAY - SECOND

    async def end() -> None:
        house.time += SECOND
        await house.service.deadlines.tick()

    both = (absence(house).leave(BERLIN, house.time + DAY), end())
    await asyncio.gather(*(both if first == "leaves" else both[::-1]))
    live = await house.service.matches.live(key)
    if live.match.end is None:
        assert (await clock(house, key)).deadline > house.time
    else:
        assert live.match.end.how is Ending.TIMEOUT


@pytest.mark.storage
async def test_two_vacations_at_once_are_one(house: House) -> None:
    await begun(house, "1d")
    both = (absence(house).leave(BERLIN, NOON + days * DAY) for days in (4, 5))
    await asyncio.gather(*both)
    there = await absence(house).of(BERLIN)
    assert there.rest.away is not None
    assert there.vacation.left == AT_FIRST - (there.rest.away.ends - NOON)


async def test_a_move_that_is_too_late_is_refused_as_ever(house: House) -> None:
    key = await begun(house, "1d")
    await house.play(key, "a1", "c3", "e1", "e3")
    house.time += DAY
    with pytest.raises(RefusedError) as error:
        await house.play(key, "b2")
    assert error.value.why is ServiceRefusal.TIME_OVER


async def test_an_outage_over_a_deadline_does_not_hide_an_absence(tmp_path: Path) -> None:
    """The clock seemed to have run out when its player went away; the outage gave the time back."""
    async with house_at(tmp_path, outage=MINUTE) as house:
        key = await begun(house, "1h")
        await house.play(key, "a1", "c3", "e1", "e3")
        for _ in range(119):
            await house.service.outages.catch_up()
            house.time += 30 * SECOND
        house.time += HOUR
        gone = await absence(house).leave(BERLIN, house.time + 3 * DAY)
        assert gone.rest.away is not None
        for _ in range(5):
            assert not await over(house, key)
            house.time += 30 * SECOND
        own = (await clock(house, key)).deadline - gone.rest.away.ends
        assert own == MINUTE, "half a minute, and that since the last sign of life"


async def test_a_day_that_is_taken_does_not_end_a_longer_vacation(house: House) -> None:
    key = await begun(house, "1d")
    house.service.deadlines.excuses.append(excused)
    await house.play(key, "a1", "c3", "e1", "e3")
    await absence(house).take_automatically(BERLIN, automatic=True)
    house.time += DAY + SECOND
    gone = await absence(house).leave(BERLIN, house.time + 6 * DAY)
    assert not await over(house, key)
    there = await absence(house).of(BERLIN)
    assert there.rest.away == gone.rest.away
    assert there.vacation.left == gone.vacation.left, "and costs nothing"


async def test_an_undo_brings_no_night_that_was_chosen_since(house: House) -> None:
    key = await begun(house, "12h no nights")
    house.time = datetime(2026, 12, 3, 6, tzinfo=UTC)
    before = await clock(house, key)
    await absence(house).choose(BERLIN, zone="America/New_York", night=Night(60, 780))
    await house.play(key, "a1")
    await house.service.matches.undo(key, ADA, event_id=next(house.event_ids))
    after = await clock(house, key)
    assert (after.deadline, after.rest) == (before.deadline, before.rest)


async def test_an_undo_on_vacation_keeps_the_vacation(house: House) -> None:
    key = await begun(house, "2d")
    await house.play(key, "a1")
    await absence(house).leave(BERLIN, house.time + 3 * DAY)
    await house.service.matches.undo(key, ADA, event_id=next(house.event_ids))
    assert (await clock(house, key)).deadline == NOON + 5 * DAY


async def test_a_day_that_is_taken_chooses_no_zone(house: House) -> None:
    house.service.deadlines.excuses.append(excused)
    house.time = NOON
    key = await house.match(komi=0, time="1d")
    await house.play(key, "a1", "c3", "e1", "e3")
    user = (await house.service.matches.live(key)).to_move
    assert user is not None
    who = Who(user, "Asia/Tokyo")
    await absence(house).take_automatically(who, automatic=True)
    house.time += DAY
    assert not await over(house, key)
    guess = await absence(house).guess(who)
    assert guess is not None
    assert guess.rest.zone == "Asia/Tokyo"
    assert guess.rest.away is not None, "and keeps the day"
    assert await absence(house).guess(who) is None


async def test_an_absence_of_an_hour_is_not_too_short_since_reading_takes_time(
    house: House,
) -> None:
    house.time = NOON
    until = NOON + HOUR
    house.time += SECOND
    await absence(house).leave(BERLIN, until)
    await absence(house).come_back(BERLIN)
    gone = await absence(house).leave(BERLIN, house.time + 7 * DAY)
    assert gone.vacation.left == timedelta()


async def test_a_vacation_is_never_given_back_twice_when_our_clock_is_set_back(
    house: House,
) -> None:
    house.time = NOON
    await absence(house).leave(BERLIN, NOON + 3 * DAY)
    house.time -= 10 * DAY
    assert (await absence(house).come_back(BERLIN)).vacation.left == AT_FIRST


async def test_every_game_waits_however_many_there_are(house: House) -> None:
    """Lists end after 200."""
    house.time = NOON
    keys = [await house.match(komi=0, time="1d") for _ in range(12)]
    some = await house.store.read(lambda tx: tx.matches.running(user=ADA, most=5))
    every = await house.store.read(lambda tx: tx.matches.running(user=ADA, most=None))
    assert (len(some), len(every)) == (5, len(keys))
    assert (await absence(house).leave(BERLIN, NOON + DAY)).games == len(keys)


async def test_a_notice_mentions_whoever_wants_that_in_one_channel_only(house: House) -> None:
    house.time = NOON
    for channel_id, opponent in ((PLACE, BO), (PLACE + 1, BO), (PLACE + 1, CY)):
        key = await house.challenge(opponent, channel_id=channel_id, komi=0, time="1d")
        await house.service.challenges.accept(key, opponent, NAMES[opponent])
    calls = ChosenCalls()

    async def notices() -> list[tuple[set[int], set[int]]]:
        kept = sa.select(message.c.note).where(message.c.kind == AWAY).order_by(message.c.id)
        notes = await house.store.read(lambda tx: tx.connection.execute(kept).scalars().all())
        said = [await absence(house).waiting(note or "", calls) for note in notes]
        return sorted(({*one.told}, {*one.called}) for one in said)

    await absence(house).leave(BERLIN, NOON + DAY)
    assert await notices() == [({BO}, {BO}), ({BO, CY}, {CY})]
    notifications = Notifications(house.service)
    await notifications.choose(CY, "UTC", lambda old: replace(old, where=Where.DIRECT))
    assert await notices() == [({BO}, {BO}), ({BO, CY}, set())]


async def test_others_are_called_once_a_day_however_often_somebody_leaves(house: House) -> None:
    await begun(house, "1d")
    for _ in range(4):
        await absence(house).leave(BERLIN, house.time + 2 * HOUR)
        await absence(house).come_back(BERLIN)
    kept = sa.select(message.c.note).where(message.c.kind == AWAY)
    found = await house.store.read(lambda tx: tx.connection.execute(kept).scalars().all())
    assert len(found) == 1


async def test_who_has_left_a_game_of_three_is_not_missed_in_it(house: House) -> None:
    house.time = NOON
    asked = await house.service.challenges.issue(
        game=all_games()["kee"],
        options={"width": 4, "height": 4},
        control=TimeControl.read("1d"),
        challenger=ADA,
        invited=(BO, CY),
        names=NAMES,
        channel_id=PLACE,
        server=SERVER,
        event_id=next(house.event_ids),
    )
    await house.service.challenges.accept(asked.id, BO, "Bo")
    key = await house.service.challenges.accept(asked.id, CY, "Cy")
    assert key is not None
    await house.service.matches.resign(key, ADA, event_id=next(house.event_ids))
    assert (await absence(house).leave(BERLIN, NOON + DAY)).games == 0
    assert (await absence(house).leave(TOKYO, NOON + DAY)).games == 1


async def test_a_moderator_may_pause_in_the_second_in_which_a_day_is_taken(house: House) -> None:
    house.service.deadlines.excuses.append(excused)
    key = await begun(house, "1d")
    await house.play(key, "a1", "c3", "e1", "e3")
    await absence(house).take_automatically(BERLIN, automatic=True)
    house.time += DAY
    ruled = await Moderation(house.service).pause(key, CY, "x", event_id=next(house.event_ids))
    assert ruled.live.paused == house.time
