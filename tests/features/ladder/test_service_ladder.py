"""Ladders on a real database: places, challenges and their ends, races, without Discord."""

import asyncio
from collections.abc import AsyncGenerator, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass
from datetime import timedelta
from itertools import count
from pathlib import Path

import pytest

from bot.features.admin.service import Moderation
from bot.features.ladder.rules import AGAIN_AFTER, STANDS, Outcome
from bot.features.ladder.service import ON_A_PAGE, LadderRefusal, Ladders
from bot.features.ladder.store import Asked, LadderQueries, Where
from bot.service.outages import OUTAGE
from bot.service.refusals import RefusedError, ServiceRefusal
from bot.storage.rows import EXPIRED, WITHDRAWN
from engine.rest import Rest, Span
from engine.time_control import TimeControl
from engine.turns import Wish
from tests.bot.house import ADA, BO, CY, KEIL, PLACE, SERVER, House, house_at, refused

pytestmark = pytest.mark.storage

DI, ED, FAY = 4, 5, 6
EVERYBODY = [ADA, BO, CY, DI, ED, FAY]
NAMES = dict(zip(EVERYBODY, ("Ada", "Bo", "Cy", "Di", "Ed", "Fay"), strict=True))
HERE = Where(SERVER, "keil")
HOUR = timedelta(hours=1)


@dataclass
class Club:
    """Six people on a ladder, Ada at the top."""

    house: House
    ladders: Ladders

    @classmethod
    def over(cls, house: House) -> "Club":
        ladders = Ladders(house.service)
        ladders.register()
        return cls(house, ladders)

    async def join(self, *users: int) -> None:
        for user in users:
            await self.ladders.join(HERE, user, NAMES[user])

    async def order(self) -> list[int]:
        page = await self.ladders.page(HERE, ADA, 0)
        assert [one.place for one in page.shown] == [*range(1, len(page.shown) + 1)]
        return [one.user for one in page.shown]

    async def challenge(self, by: int, whom: int, event_id: int | None = None) -> int:
        asked = await self.house.service.challenges.issue(
            game=KEIL,
            options={"size": 3, "komi": 0},
            control=TimeControl.read("1h"),
            challenger=by,
            invited=[whom],
            names=NAMES,
            channel_id=PLACE,
            server=SERVER,
            event_id=event_id or next(self.house.event_ids),
            stands=STANDS,
            fixed=True,
            besides=self.ladders.challenge(HERE, whom),
        )
        return asked.id

    async def accept(self, key: int, user: int) -> int:
        match = await self.house.service.challenges.accept(key, user, NAMES[user])
        assert match is not None
        return match

    async def play(self, by: int, whom: int, loser: int) -> int:
        """A game for the ladder, which ends when ``loser`` resigns; its challenge."""
        key = await self.challenge(by, whom)
        await self.resign(await self.accept(key, whom), loser)
        return key

    async def resign(self, match: int, user: int) -> None:
        await self.house.service.matches.resign(match, user, event_id=next(self.house.event_ids))

    async def miss(self, match: int) -> None:
        """The time runs out of whoever is to move."""
        self.house.time += HOUR
        assert await self.house.service.deadlines.tick()
        assert (await self.house.service.matches.live(match)).match.end is not None

    async def decided(self, key: int) -> Asked:
        found = await self.ladders.asked(key)
        assert found is not None
        return found[0]

    async def outcome(self, key: int) -> Outcome | None:
        return (await self.decided(key)).outcome

    async def goes_away(self, user: int, time: timedelta) -> None:
        rest = Rest(away=Span(self.house.time, self.house.time + time))
        await self.house.store.write(lambda tx: tx.people.keep_rest(user, rest))


@pytest.fixture
async def club(house: House) -> Club:
    made = Club.over(house)
    await made.join(*EVERYBODY)
    return made


@pytest.fixture
async def two(tmp_path: Path) -> AsyncGenerator[tuple[Club, Club]]:
    """The same club in two processes."""
    async with AsyncExitStack() as stack:
        clubs = [Club.over(await stack.enter_async_context(house_at(tmp_path))) for _ in range(2)]
        await clubs[0].join(*EVERYBODY)
        clubs[1].house.event_ids = count(5000)
        yield clubs[0], clubs[1]


# --- places ---


async def test_one_joins_at_the_bottom_once(club: Club) -> None:
    assert await club.order() == EVERYBODY
    assert await club.ladders.join(HERE, CY, "Cy") == 3
    assert await club.order() == EVERYBODY


async def test_each_game_and_each_server_has_a_ladder_of_its_own(club: Club) -> None:
    for other in (Where(SERVER, "kee"), Where(SERVER + 1, "keil")):
        assert (await club.ladders.page(other, ADA, 0)).number == 0
        assert await club.ladders.join(other, CY, "Cy") == 1
    assert await club.order() == EVERYBODY


async def test_whoever_leaves_leaves_no_gap_and_returns_at_the_bottom(club: Club) -> None:
    assert await club.ladders.leave(HERE, CY)
    assert not await club.ladders.leave(HERE, CY)
    assert await club.order() == [ADA, BO, DI, ED, FAY]
    await club.join(CY)
    assert await club.order() == [ADA, BO, DI, ED, FAY, CY]


async def test_a_moderator_takes_somebody_off_once_with_a_reason(club: Club) -> None:
    with refused(LadderRefusal.NO_REASON):
        await club.ladders.remove(HERE, BO, ADA, " ", event_id=1)
    for _ in range(2):
        await club.ladders.remove(HERE, BO, ADA, "never answers", event_id=2)
        await club.join(BO)
    assert (await club.order())[-1] == BO, "the same interaction again changes nothing"
    with refused(LadderRefusal.NOT_ON_IT):
        await club.ladders.remove(HERE, 77, ADA, "never answers", event_id=3)


async def test_pages_show_ten_and_oneself_with_those_within_reach(club: Club) -> None:
    for user in range(7, 31):
        await club.ladders.join(HERE, user, f"Member {user}")
    first = await club.ladders.page(HERE, 25, 0)
    assert [one.place for one in first.shown] == [*range(1, ON_A_PAGE + 1)]
    assert [one.place for one in first.around] == [22, 23, 24, 25, 26]
    assert (first.number, first.own) == (30, 25)
    third = await club.ladders.page(HERE, 25, 2)
    assert (third.begin, third.around) == (20, [])
    assert (await club.ladders.page(HERE, 99, 99)).begin == 20, "the last page"


# --- who may challenge whom ---


async def test_one_challenges_up_to_three_places_above(club: Club) -> None:
    with refused(LadderRefusal.OUT_OF_REACH):
        await club.challenge(FAY, BO)
    with refused(LadderRefusal.OUT_OF_REACH):
        await club.challenge(BO, CY)
    found = await club.ladders.candidates(HERE, FAY)
    assert [(one.user, one.place, one.why_not) for one in found] == [
        (CY, 3, None),
        (DI, 4, None),
        (ED, 5, None),
    ]
    assert await club.ladders.candidates(HERE, ADA) == []


async def test_both_are_on_the_ladder(club: Club) -> None:
    await club.ladders.leave(HERE, CY)
    with refused(LadderRefusal.NOT_ON):
        await club.challenge(CY, ADA)
    with refused(LadderRefusal.NOT_ON):
        await club.ladders.candidates(HERE, CY)
    with refused(LadderRefusal.NOT_THERE):
        await club.challenge(DI, CY)


async def test_one_at_a_time(club: Club) -> None:
    key = await club.challenge(DI, BO)
    with refused(LadderRefusal.CHALLENGING):
        await club.challenge(DI, CY)
    with refused(LadderRefusal.CHALLENGED):
        await club.challenge(ED, BO)
    await club.challenge(BO, ADA)
    await club.challenge(ED, DI)
    match = await club.accept(key, BO)
    with refused(LadderRefusal.CHALLENGED):
        await club.challenge(CY, BO)
    await club.resign(match, DI)
    await club.challenge(CY, BO)


async def test_a_refused_challenge_leaves_nothing_behind(club: Club) -> None:
    with refused(LadderRefusal.OUT_OF_REACH):
        await club.challenge(FAY, BO)
    store = club.house.store
    assert await store.read(lambda tx: LadderQueries(tx.connection).open(HERE)) == []
    assert await store.read(lambda tx: tx.challenges.count_open(FAY, PLACE, club.house.time)) == 0


async def test_nobody_challenges_people_on_vacation(club: Club) -> None:
    await club.goes_away(BO, 5 * HOUR)
    with refused(LadderRefusal.AWAY):
        await club.challenge(CY, BO)
    found = await club.ladders.candidates(HERE, CY)
    assert [one.user for one in found if one.why_not is None] == [ADA]
    club.house.time += 5 * HOUR
    await club.challenge(CY, BO)


async def test_the_terms_stand(club: Club) -> None:
    key = await club.challenge(CY, BO)
    with refused(ServiceRefusal.FIXED_TERMS):
        await club.house.service.challenges.may_change(key, BO, PLACE)


async def test_the_same_interaction_challenges_once(club: Club) -> None:
    key = await club.challenge(CY, BO, event_id=5)
    assert await club.challenge(CY, BO, event_id=5) == key


# --- what comes of it ---


async def test_a_challenger_who_wins_takes_the_place(club: Club) -> None:
    key = await club.play(ED, BO, loser=BO)
    assert await club.order() == [ADA, ED, BO, CY, DI, FAY]
    done = await club.decided(key)
    assert (done.outcome, done.place) == (Outcome.TAKEN, 2)


async def test_a_challenger_who_loses_waits_a_week_for_the_same_challenge(club: Club) -> None:
    key = await club.play(DI, BO, loser=DI)
    assert await club.order() == EVERYBODY
    assert await club.outcome(key) is Outcome.HELD
    with refused(LadderRefusal.AGAIN):
        await club.challenge(DI, BO)
    await club.play(DI, CY, loser=CY)
    club.house.time += AGAIN_AFTER
    await club.play(DI, BO, loser=BO)
    assert await club.order() == [ADA, DI, BO, CY, ED, FAY]


async def test_a_draw_changes_nothing(club: Club) -> None:
    key = await club.challenge(DI, BO)
    match = await club.accept(key, BO)
    matches = club.house.service.matches
    await club.house.play(match, "b3", "c2")
    await matches.ask(match, DI, Wish.DRAW, event_id=1)
    await matches.answer(match, BO, allow=True, event_id=2)
    assert await club.outcome(key) is Outcome.DRAWN
    assert await club.order() == EVERYBODY
    await club.challenge(DI, BO)


async def test_a_cancelled_game_and_one_that_a_moderator_ends_change_nothing(club: Club) -> None:
    key = await club.challenge(DI, BO)
    match, matches = await club.accept(key, BO), club.house.service.matches
    await matches.ask(match, DI, Wish.CANCEL, event_id=1)
    await matches.answer(match, BO, allow=True, event_id=2)
    assert await club.outcome(key) is Outcome.VOID
    other = await club.challenge(DI, BO)
    ended = await club.accept(other, BO)
    await Moderation(club.house.service).end(ended, 8, "x", event_id=3)
    assert await club.outcome(other) is Outcome.VOID
    assert await club.order() == EVERYBODY


async def test_whoever_declines_loses_the_place(club: Club) -> None:
    key = await club.challenge(DI, BO)
    await club.house.service.challenges.decline(key, BO)
    assert await club.order() == [ADA, DI, BO, CY, ED, FAY]
    assert await club.outcome(key) is Outcome.TAKEN


async def test_silence_of_three_days_loses_the_place(club: Club) -> None:
    key = await club.challenge(DI, BO)
    club.house.time += STANDS - HOUR
    await club.house.service.deadlines.tick()
    assert await club.order() == EVERYBODY
    club.house.time += HOUR
    await club.house.service.deadlines.tick()
    assert await club.order() == [ADA, DI, BO, CY, ED, FAY]
    assert await club.outcome(key) is Outcome.TAKEN


async def test_nobody_loses_by_silence_while_on_vacation(club: Club) -> None:
    key = await club.challenge(DI, BO)
    await club.goes_away(BO, 2 * STANDS)
    club.house.time += STANDS
    await club.house.service.deadlines.tick()
    assert await club.order() == EVERYBODY
    assert await club.outcome(key) is Outcome.VOID


async def test_a_challenge_that_is_withdrawn_changes_nothing(club: Club) -> None:
    key = await club.challenge(DI, BO)
    await club.house.service.challenges.withdraw(key, DI)
    assert await club.outcome(key) is Outcome.VOID
    assert await club.order() == EVERYBODY
    await club.challenge(DI, CY)


async def test_a_channel_that_is_gone_takes_its_challenges_and_games_with_it(club: Club) -> None:
    asked = await club.challenge(DI, BO)
    played = await club.challenge(ED, CY)
    await club.accept(played, CY)
    await club.house.service.matches.close_channel(PLACE)
    assert [await club.outcome(key) for key in (asked, played)] == [Outcome.VOID, Outcome.VOID]
    assert await club.order() == EVERYBODY


async def test_a_game_that_is_for_no_ladder_changes_none(club: Club) -> None:
    await club.resign(await club.house.match(komi=0), ADA)
    key = await club.house.challenge(ADA, by=BO)
    await club.house.service.challenges.decline(key, ADA)
    assert await club.order() == EVERYBODY


async def test_places_are_those_at_the_end_of_the_game(club: Club) -> None:
    """Meanwhile Ada has left."""
    key = await club.challenge(DI, BO)
    match = await club.accept(key, BO)
    await club.ladders.leave(HERE, ADA)
    await club.resign(match, BO)
    assert await club.order() == [DI, BO, CY, ED, FAY]
    assert (await club.decided(key)).place == 1


# --- people who never move ---


async def test_whoever_never_moves_loses_the_place(club: Club) -> None:
    key = await club.challenge(DI, BO)
    match = await club.accept(key, BO)
    live = await club.house.service.matches.live(match)
    await club.miss(match)
    taken = live.to_move == BO
    assert await club.outcome(key) is (Outcome.TAKEN if taken else Outcome.HELD)
    assert await club.order() == ([ADA, DI, BO, CY, ED, FAY] if taken else EVERYBODY)


async def missed_by(club: Club, user: int, other: int) -> int:
    """A game for the ladder in which the time of ``user`` runs out without a move of theirs."""
    key = await club.challenge(*sorted((user, other), key=(await club.order()).index)[::-1])
    found = await club.decided(key)
    match = await club.accept(key, found.challenged)
    if (await club.house.service.matches.live(match)).to_move != user:
        await club.house.play(match, "b3")
    await club.miss(match)
    return key


async def test_whoever_never_moves_twice_in_a_row_leaves_the_ladder(club: Club) -> None:
    first = await missed_by(club, BO, CY)
    assert await club.order() == [ADA, CY, BO, DI, ED, FAY]
    assert not (await club.decided(first)).gone
    waits = await club.challenge(BO, ADA)
    second = await missed_by(club, BO, DI)
    assert await club.order() == [ADA, CY, DI, ED, FAY]
    assert (await club.decided(second)).gone
    assert await club.outcome(waits) is Outcome.VOID
    closed = await club.house.service.challenges.stored(waits)
    assert closed is not None
    assert closed.state == WITHDRAWN


async def test_a_game_in_between_is_forgiveness(club: Club) -> None:
    await missed_by(club, BO, CY)
    await club.play(DI, BO, loser=DI)
    key = await missed_by(club, BO, ED)
    assert not (await club.decided(key)).gone
    assert BO in await club.order()


# --- leaving with challenges ---


async def test_challenges_of_somebody_who_leaves_are_closed(club: Club) -> None:
    mine, theirs = await club.challenge(DI, BO), await club.challenge(ED, DI)
    await club.ladders.leave(HERE, DI)
    states = [await club.house.service.challenges.stored(key) for key in (mine, theirs)]
    assert [one and one.state for one in states] == ["withdrawn", "declined"]
    assert await club.outcome(mine) is await club.outcome(theirs) is Outcome.VOID
    assert await club.order() == [ADA, BO, CY, ED, FAY]


async def test_a_game_of_somebody_who_has_left_goes_on_without_the_ladder(club: Club) -> None:
    key = await club.challenge(DI, BO)
    match = await club.accept(key, BO)
    await club.ladders.leave(HERE, BO)
    await club.join(BO)
    await club.resign(match, BO)
    assert await club.outcome(key) is Outcome.VOID
    assert await club.order() == [ADA, CY, DI, ED, FAY, BO]


# --- interrupted in the middle ---


class CutOffError(Exception):
    """What a transaction is interrupted by."""


def interrupt(*about: object) -> None:
    raise CutOffError(about)


async def test_an_end_that_is_interrupted_changes_nothing(club: Club) -> None:
    key, shown = await club.challenge(DI, BO), club.house.service.shown_messages
    shown.at_close.append(interrupt)
    with pytest.raises(CutOffError):
        await club.house.service.challenges.decline(key, BO)
    assert await club.outcome(key) is None
    match = await club.accept(key, BO)
    shown.at_end.append(interrupt)
    with pytest.raises(CutOffError):
        await club.resign(match, BO)
    assert await club.outcome(key) is None
    assert await club.order() == EVERYBODY
    shown.at_end.pop()
    await club.resign(match, BO)
    assert await club.order() == [ADA, DI, BO, CY, ED, FAY]


# --- time ---


async def test_an_outage_gives_a_challenge_no_less_than_its_own_time(tmp_path: Path) -> None:
    async with house_at(tmp_path, outage=OUTAGE) as house:
        club = Club.over(house)
        await club.join(*EVERYBODY)
        await house.service.outages.catch_up()
        key = await club.challenge(DI, BO)
        before = (await club.decided(key)).expires
        house.time += 2 * HOUR
        await house.service.outages.catch_up()
        assert (await club.decided(key)).expires == before + 2 * HOUR


# --- several processes at once ---


def failures(done: Sequence[object]) -> list[object]:
    return [one.why for one in done if isinstance(one, RefusedError)]


async def test_of_two_who_challenge_the_same_one_at_once_one_does(two: tuple[Club, Club]) -> None:
    one, other = two
    done = await asyncio.gather(
        one.challenge(DI, BO), other.challenge(ED, BO), return_exceptions=True
    )
    assert failures(done) == [LadderRefusal.CHALLENGED]
    (standing,) = await one.house.store.read(lambda tx: LadderQueries(tx.connection).open(HERE))
    assert standing.challenge == next(key for key in done if isinstance(key, int))


async def test_of_two_challenges_of_one_person_at_once_one_stands(two: tuple[Club, Club]) -> None:
    one, other = two
    done = await asyncio.gather(
        one.challenge(ED, BO), other.challenge(ED, CY), return_exceptions=True
    )
    assert failures(done) == [LadderRefusal.CHALLENGING]


async def test_people_who_join_at_once_have_places_of_their_own(two: tuple[Club, Club]) -> None:
    one, other = two
    places = await asyncio.gather(
        *(club.ladders.join(HERE, user, "X") for user in range(7, 13) for club in (one, other))
    )
    assert {*places} == {*range(7, 13)}
    rungs = await one.house.store.read(
        lambda tx: LadderQueries(tx.connection).top(HERE, 0, 99),
    )
    assert len({rung.position for rung in rungs}) == len(rungs) == 12


async def test_acceptance_against_expiry(two: tuple[Club, Club]) -> None:
    """Either there is a game and nothing is decided, or the place is lost and there is none."""
    one, other = two
    key = await one.challenge(DI, BO)
    one.house.time += STANDS
    other.house.time = one.house.time - HOUR / 60  # the clock of one machine is late
    done = await asyncio.gather(
        other.house.service.challenges.accept(key, BO, "Bo"),
        one.house.service.deadlines.tick(),
        return_exceptions=True,
    )
    asked = await one.house.service.challenges.stored(key)
    assert asked is not None
    if failures(done):
        assert failures(done) == [ServiceRefusal.CHALLENGE_OVER]
        assert (asked.state, asked.match) == (EXPIRED, None)
        assert await one.order() == [ADA, DI, BO, CY, ED, FAY]
    else:
        assert asked.match is not None
        assert await one.outcome(key) is None
        assert await one.order() == EVERYBODY
        await one.resign(asked.match, DI)
        assert await other.outcome(key) is Outcome.HELD


@pytest.mark.parametrize("leaver", [DI, BO])
async def test_the_end_of_a_game_against_leaving(two: tuple[Club, Club], leaver: int) -> None:
    """Whichever comes first, nobody is twice on the ladder and whoever leaves is off."""
    one, other = two
    key = await one.challenge(DI, BO)
    match = await one.accept(key, BO)
    await asyncio.gather(one.resign(match, BO), other.ladders.leave(HERE, leaver))
    outcome = await one.outcome(key)
    assert outcome in (Outcome.TAKEN, Outcome.VOID)
    expected = [ADA, DI, BO, CY, ED, FAY] if outcome is Outcome.TAKEN else EVERYBODY
    assert await one.order() == [user for user in expected if user != leaver]


async def test_two_ends_at_once_both_count(two: tuple[Club, Club]) -> None:
    one, other = two
    keys = await one.challenge(DI, BO), await one.challenge(FAY, CY)
    matches = await one.accept(keys[0], BO), await one.accept(keys[1], CY)
    await asyncio.gather(one.resign(matches[0], BO), other.resign(matches[1], CY))
    assert [await one.outcome(key) for key in keys] == [Outcome.TAKEN, Outcome.TAKEN]
    assert await one.order() == [ADA, DI, BO, FAY, CY, ED], "the same in either order"
