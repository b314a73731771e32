"""How people are called, on a real database: once, not in vain, and not while they sleep."""

import asyncio
from collections.abc import Sequence
from dataclasses import replace
from datetime import UTC, datetime, timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.features.admin.service import Moderation
from bot.features.notifications.service import CALL, DIRECT, Notifications
from bot.features.notifications.store import Chosen
from bot.service.calls import COLLECTED, Where
from bot.shards import WHOLE, Shards
from bot.storage.rows import DELETED, NO_SERVER, REMINDER, StoredMessage
from engine.clock import Reminder
from engine.rest import Night, Rest
from engine.turns import Wish
from tests.bot.house import ADA, BO, CY, PLACE, House, house_at
from tests.bot.left import left

SECOND, MINUTE, HOUR, DAY = (timedelta(seconds=n) for n in (1, 60, 3600, 86400))
NOON = datetime(2026, 12, 2, 12, tzinfo=UTC)
DM = 71
"""The channel of Ada's direct messages."""


class Called:
    """The house, in which people have chosen how they are called."""

    def __init__(self, house: House) -> None:
        house.time = NOON
        self.house = house
        self.notifications = Notifications(house.service)
        self.notifications.register(house.service)

    async def choose(self, user: int = ADA, **chosen: Any) -> Chosen:
        return await self.notifications.choose(user, "UTC", lambda old: replace(old, **chosen))

    async def direct(self) -> None:
        await self.choose(where=Where.DIRECT, channel_id=DM)

    async def begun(self, time: str = "3d") -> int:
        """A game in which Bo is to move."""
        while True:
            key = await self.house.match(komi=0, time=time)
            if (await self.house.service.matches.live(key)).to_move == BO:
                return key

    async def passes(self, time: timedelta = 2 * COLLECTED) -> list[StoredMessage]:
        """Let time go by. Returns the messages about people's calls that wait to be sent."""
        self.house.time += time
        await self.house.service.deadlines.tick()
        return await self.waiting(DIRECT, CALL)

    async def waiting(self, *kinds: str) -> list[StoredMessage]:
        found = await self.house.store.read(left)
        return [one for one in found if one.kind in kinds and one.message is None]

    async def told(self, one: StoredMessage) -> Sequence[int] | None:
        """The games of which a message tells now."""
        news = await self.notifications.news(one)
        return None if news is None else [game.id for game in (*news.waiting, *news.over)]

    async def sent(self, one: StoredMessage, there: int) -> None:
        """It is on its way, and arrives."""

        def work(tx: Any) -> None:
            begun = tx.messages.begin(one, self.house.time, -1)
            self.house.service.shown_messages.sent(tx, begun, there)

        await self.house.store.write(work)

    async def refused(self, one: StoredMessage) -> None:
        await self.house.store.write(lambda tx: self.notifications.refused(tx, one))
        await self.house.store.write(lambda tx: self.house.service.shown_messages.never(tx, one))


@pytest.fixture
def called(house: House) -> Called:
    return Called(house)


async def test_fifty_games_are_one_message(called: Called) -> None:
    await called.direct()
    keys = [await called.begun() for _ in range(50)]
    for key in keys:
        await called.house.play(key, "c3")
    (call,) = await called.passes()
    assert (call.server, call.channel_id) == (NO_SERVER, DM)
    assert {*keys} <= {*(await called.told(call) or ())}
    assert await called.passes() == [call], "nothing new, so nothing is said again"


async def test_what_is_new_while_a_message_waits_is_told_by_it(called: Called) -> None:
    await called.direct()
    first, second = await called.begun(), await called.begun()
    await called.house.play(first, "c3")
    (call,) = await called.passes()
    await called.house.play(second, "c3")
    assert await called.passes() == [call]
    assert {first, second} <= {*(await called.told(call) or ())}


async def test_one_that_is_on_its_way_is_followed_by_another_which_takes_its_place(
    called: Called,
) -> None:
    await called.direct()
    first, second = await called.begun(), await called.begun()
    await called.house.play(first, "c3")
    (call,) = await called.passes()
    await called.sent(call, 1001)
    await called.house.play(second, "c3")
    (next_call,) = await called.passes()
    old = await called.house.store.read(lambda tx: tx.messages.get(call.id))
    assert old is not None
    assert old.desired == DELETED
    await called.house.store.write(lambda tx: tx.messages.edited(old, None))
    await called.sent(next_call, 1002)
    await called.house.play(second, "a1", "e3")
    await called.passes()
    assert await called.house.store.read(lambda tx: tx.messages.get(call.id)) is None


async def test_nobody_is_called_to_a_game_that_waits_no_more(called: Called) -> None:
    await called.direct()
    old, key = await called.begun(), await called.begun()
    await called.house.play(old, "c3")
    (call,) = await called.passes()
    await called.sent(call, 1001)
    await called.house.play(key, "c3", "a1")
    assert await called.passes() == [], "the other game is no news"
    await called.house.play(key, "e3")
    (call,) = await called.passes()
    await called.house.play(key, "b4")
    assert await called.told(call) is None, "just before it was sent"


async def test_of_a_move_that_is_taken_back_nobody_hears(called: Called) -> None:
    await called.direct()
    key = await called.begun()
    await called.house.play(key, "c3")
    await called.house.service.matches.take(key, BO, "undo", event_id=1)
    assert await called.passes() == []


async def test_requests_and_ends_are_told_too(called: Called) -> None:
    await called.direct()
    key = await called.begun()
    await called.house.service.matches.ask(key, BO, Wish.CANCEL, event_id=1)
    (call,) = await called.passes()
    assert await called.told(call) == [key]
    await called.sent(call, 1001)
    await called.house.service.matches.resign(key, BO, event_id=2)
    (call,) = await called.passes()
    assert await called.told(call) == [key]


async def test_who_ends_a_game_is_not_told(called: Called) -> None:
    await called.direct()
    key = await called.begun()
    await called.house.service.matches.resign(key, ADA, event_id=1)
    assert await called.passes() == []


async def test_a_change_of_mind_counts_until_it_is_sent(called: Called) -> None:
    await called.direct()
    key = await called.begun()
    await called.house.play(key, "c3")
    await called.choose(where=Where.NOWHERE, channel_id=None)
    assert await called.passes() == []
    await called.direct()
    await called.house.play(key, "a1", "e3")
    (call,) = await called.passes()
    await called.choose(where=Where.MENTION, channel_id=None)
    assert await called.told(call) is None


async def test_a_call_that_waits_is_made_as_one_wants_it_by_then(called: Called) -> None:
    await called.direct()
    key = await called.begun()
    await called.house.play(key, "c3")
    await called.choose(where=Where.MENTION, channel_id=None)
    (call,) = await called.passes()
    assert (call.kind, call.channel_id) == (CALL, PLACE)
    assert await called.told(call) == [key]


async def test_a_refused_message_is_not_tried_again_and_the_games_mention(called: Called) -> None:
    await called.direct()
    key = await called.begun()
    await called.house.play(key, "c3")
    (call,) = await called.passes()
    await called.refused(call)
    (mention,) = await called.passes(SECOND)
    assert (mention.kind, mention.channel_id) == (CALL, PLACE)
    assert await called.told(mention) == [key]
    chosen = await called.notifications.of(ADA)
    assert (chosen.where, chosen.channel_id, chosen.refused) == (Where.MENTION, None, True)
    await called.refused(call)  # by an attempt that was late
    assert await called.passes() == [mention]


async def test_a_week_later_one_message_says_what_is_left(called: Called) -> None:
    await called.direct()
    lasts, ends = await called.begun("10d"), await called.begun("1d")
    for key in (lasts, ends):
        await called.house.play(key, "c3", "a1", "e3")
    (call,) = await called.passes(7 * DAY)
    told = await called.told(call)
    assert told is not None
    assert {lasts, ends} <= {*told}
    assert not await called.waiting(REMINDER)


async def test_a_reminder_by_direct_message_lists_what_waits(called: Called) -> None:
    await called.direct()
    key = await called.begun("10h")
    await called.house.play(key, "c3")
    (call,) = await called.passes()
    await called.sent(call, 1001)
    assert await called.passes(7 * HOUR) == []
    (call,) = await called.passes(HOUR)
    assert await called.told(call) == [key]
    assert not await called.waiting(REMINDER)


async def test_in_the_second_of_the_deadline_nobody_is_reminded(called: Called) -> None:
    await called.choose(reminders=[Reminder.FIFTH])
    key = await called.begun("10h")
    await called.house.play(key, "c3", "a1", "e3")
    called.house.time += 10 * HOUR
    await called.house.service.deadlines.tick()
    assert not await called.waiting(REMINDER)


async def test_reminders_wait_for_the_morning(called: Called) -> None:
    await called.choose(quiet="1320-480")
    key = await called.begun("14h")
    await called.house.play(key, "c3")  # until 2:00
    assert not await called.waiting(REMINDER)
    for until, number in ((9 * HOUR, 0), (HOUR, 1), (2 * HOUR, 1)):
        await called.passes(until)
        assert len(await called.waiting(REMINDER)) == number, "before going to bed"


async def test_a_zone_that_is_chosen_later_counts_when_a_reminder_is_due(called: Called) -> None:
    await called.choose(quiet="night")
    key = await called.begun("10h")
    await called.house.play(key, "c3")  # a reminder at 20:00 UTC
    tokyo = Rest("Asia/Tokyo", Night(4 * 60, 6 * 60))  # 19:00 to 21:00 UTC
    await called.house.store.write(lambda tx: tx.people.keep_rest(ADA, tokyo))
    await called.passes(8 * HOUR + MINUTE)
    assert not await called.waiting(REMINDER)
    await called.passes(HOUR)
    assert len(await called.waiting(REMINDER)) == 1


async def test_a_paused_game_waits_for_nobody(called: Called) -> None:
    await called.direct()
    key = await called.begun()
    await called.house.play(key, "c3")
    await Moderation(called.house.service).pause(key, CY, "x", event_id=1)
    assert await called.passes() == []


async def test_what_was_chosen_for_a_paused_game_holds_when_it_goes_on(called: Called) -> None:
    key, rules = await called.begun("10h"), Moderation(called.house.service)
    await called.house.play(key, "c3")
    await rules.pause(key, CY, "x", event_id=1)
    await called.choose(reminders=[Reminder.HALF])
    called.house.time += DAY
    await rules.resume(key, CY, "x", event_id=2)
    await called.passes(5 * HOUR - SECOND)
    assert not await called.waiting(REMINDER)
    await called.passes(SECOND)
    assert len(await called.waiting(REMINDER)) == 1


async def test_an_outage_brings_no_reminder_twice(tmp_path: Path) -> None:
    async with house_at(tmp_path, outage=MINUTE) as house:
        called = Called(house)
        await called.choose(reminders=[*Reminder])
        await house.service.outages.catch_up()
        key = await called.begun("20h")
        await house.play(key, "c3")
        for _ in range(11):  # each an outage of all but its first and its last moments
            house.time += HOUR
            await house.service.deadlines.tick()
        assert not await called.waiting(REMINDER)
        for _ in range(2 * 60 * 19):
            house.time += MINUTE / 2
            await house.service.deadlines.tick()
        assert len(await called.waiting(REMINDER)) == 3


async def test_only_the_process_of_the_first_shard_calls(called: Called) -> None:
    await called.direct()
    key = await called.begun()
    await called.house.play(key, "c3")
    called.house.time += 2 * COLLECTED
    assert await called.notifications.tick(Shards((1,), 2)) == []
    assert await called.notifications.tick(Shards((0,), 2)) == [DM]


async def test_a_press_in_another_process_leaves_in_peace_too(called: Called) -> None:
    await called.direct()
    key = await called.begun()
    await called.house.play(key, "c3")
    called.house.time += COLLECTED * 0.9
    other, there = Notifications(called.house.service), Shards((1,), 2)
    other.seen(ADA)
    assert await other.tick(there) == []
    assert await called.passes(COLLECTED * 0.9) == []
    assert await other.tick(there) == [], "the press is told once"
    assert len(await called.passes(COLLECTED * 0.2)) == 1


@pytest.mark.storage
async def test_two_processes_at_once_send_one_message(called: Called) -> None:
    await called.direct()
    key = await called.begun()
    await called.house.play(key, "c3")
    called.house.time += 2 * COLLECTED
    await asyncio.gather(*(called.notifications.tick(WHOLE) for _ in range(5)))
    assert len(await called.waiting(DIRECT)) == 1


@pytest.mark.storage
async def test_turns_in_many_games_at_once_are_one_call(called: Called) -> None:
    await called.direct()
    keys = [await called.begun() for _ in range(5)]
    await asyncio.gather(*(called.house.play(key, "c3") for key in keys))
    (call,) = await called.passes()
    assert {*keys} <= {*(await called.told(call) or ())}


async def test_a_press_leaves_in_peace_only_for_a_while(called: Called) -> None:
    await called.direct()
    key = await called.begun()
    await called.house.play(key, "c3")
    for _ in range(5):
        assert await called.passes(COLLECTED * 0.9) == []
        called.notifications.seen(ADA)
    called.notifications.seen(BO)  # of whom nothing is known
    assert len(await called.passes()) == 1


async def test_in_a_quick_game_nobody_waits_a_minute_for_a_call(called: Called) -> None:
    await called.direct()
    key = await called.begun("2m")
    await called.house.play(key, "c3")
    assert len(await called.passes(6 * SECOND)) == 1


async def test_a_press_does_not_put_off_what_comes_after_it(called: Called) -> None:
    await called.direct()
    key = await called.begun("2m")
    called.notifications.seen(ADA)
    called.house.time += SECOND
    await called.house.play(key, "c3")
    assert len(await called.passes(6 * SECOND)) == 1


async def test_an_overdue_game_is_told_and_brings_no_more_reminders(called: Called) -> None:
    await called.direct()
    key = await called.begun("10h soft")
    await called.house.play(key, "c3", "a1", "e3")
    called.house.time += 10 * HOUR
    await called.house.service.deadlines.tick()
    (call,) = await called.passes()
    assert await called.told(call) == [key]
    await called.choose(reminders=[*Reminder])
    stored = await called.house.store.read(lambda tx: tx.matches.get(key))
    assert stored is not None
    assert stored.remind is None


async def test_whoever_presses_something_while_a_round_goes_on_is_not_called(
    called: Called,
) -> None:
    await called.direct()
    await called.house.play(await called.begun(), "c3")
    called.notifications.seen(CY)

    async def presses() -> None:
        called.house.time += 2 * COLLECTED
        called.notifications.seen(ADA)

    await asyncio.gather(called.notifications.tick(WHOLE), presses())
    assert await called.waiting(DIRECT) == []
    assert await called.passes(timedelta()) == [], "they are here"
    assert len(await called.passes()) == 1, "they have gone away"
