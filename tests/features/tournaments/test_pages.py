"""Rounds of many games on a real database, which begin page by page."""

from datetime import timedelta
from random import Random

import pytest

from bot.features.blocking.service import Blocking
from bot.features.privacy.service import Privacy
from bot.features.tournaments import rounds
from bot.features.tournaments.model import Result, System
from bot.features.tournaments.pairing import next_round
from bot.features.tournaments.rounds import A_PAGE, PACE, ROUND
from bot.features.tournaments.service import View
from bot.features.tournaments.store import CANCELLED, OVER, StoredPairing
from bot.shards import WHOLE
from tests.bot.house import PLACE, House
from tests.features.tournaments.club import ORGANISER, Club
from tests.features.tournaments.simulated import check_rounds
from tests.features.tournaments.test_service_tournaments import check_standings, notes


@pytest.fixture
def club(house: House) -> Club:
    return Club(house)


@pytest.fixture
def half(club: Club, monkeypatch: pytest.MonkeyPatch) -> Club:
    """A club in which only one page of a round begins at once."""
    monkeypatch.setattr(rounds, "AT_ONCE", timedelta())
    return club


def begun(view: View) -> list[bool]:
    """By page of the last round: whether all of its pairings have begun, or none."""
    there = view.in_round(view.stored.round)
    pages = [there[first : first + A_PAGE] for first in range(0, len(there), A_PAGE)]
    found = [{one.begun for one in page} for page in pages]
    assert all(len(each) == 1 for each in found)
    return [True in each for each in found]


def on_the_second_page(view: View) -> list[StoredPairing]:
    return view.in_round(view.stored.round)[A_PAGE:]


async def next_page(club: Club) -> None:
    club.house.time += PACE
    await club.rounds.tick(WHOLE)


async def test_five_pages_begin_at_once_and_then_one_every_few_seconds(club: Club) -> None:
    key = await club.started(System.SWISS, range(1, 142))
    for pages in (5, 6, 7):
        view = await club.view(key)
        assert begun(view) == [page < pages for page in range(8)]
        assert len(await notes(club.house, ROUND)) == pages
        await club.rounds.tick(WHOLE)
        assert begun(await club.view(key)) == begun(view), "not before its time"
        await next_page(club)
    view = await club.view(key)
    assert begun(view) == [True] * 8
    assert view.stored.due is None
    assert view.in_round(1)[-1].pairing.result is Result.FIRST, "the bye comes with its page"
    check_rounds(view.whole)


async def test_after_an_hour_away_no_more_begin_at_once_than_else(half: Club) -> None:
    key = await half.started(System.SWISS, range(1, 43))
    half.house.time += timedelta(hours=1)
    await half.rounds.tick(WHOLE)
    assert begun(await half.view(key)) == [True, True, False]


async def test_no_round_follows_before_all_of_it_has_begun(half: Club) -> None:
    key = await half.started(System.SWISS, range(1, 25), rounds=2)
    for one in await half.running(key):
        if one.match is not None:
            await half.resign(one, one.pairing.first)
    await half.rounds.tick(WHOLE)
    view = await half.view(key)
    assert (view.stored.round, begun(view)) == (1, [True, False])
    view = await half.play_on(key, Random(1))
    assert (view.stored.state, view.stored.round) == (OVER, 2)
    check_rounds(view.whole)
    check_standings(view.whole)


async def test_whoever_leaves_between_two_pages_loses_without_a_game(half: Club) -> None:
    """They withdraw, are taken out, or delete their data; of one pairing both go."""
    key = await half.started(System.SWISS, range(1, 25))
    first, second = on_the_second_page(await half.view(key))
    house, ids = half.house, half.house.event_ids
    await half.tournaments.withdraw(key, first.pairing.first, event_id=next(ids))
    out = second.pairing.second
    assert out is not None
    await half.corrections.remove(key, out, ORGANISER, "asked to", event_id=next(ids))
    await Privacy(house.service).delete(second.pairing.first)
    await next_page(half)
    view = await half.view(key)
    assert begun(view) == [True, True]
    found = {one.id: one for one in view.pairings}
    assert found[first.id].pairing.winner == first.pairing.second
    assert found[second.id].pairing.result is Result.NEITHER
    assert [found[one.id].match for one in (first, second)] == [None, None]
    view = await half.play_on(key, Random(1))
    check_rounds(view.whole)
    check_standings(view.whole)


async def test_a_result_that_is_set_before_its_page_begins_that_page(half: Club) -> None:
    """The two need no game then."""
    key = await half.started(System.SWISS, range(1, 25))
    one = on_the_second_page(await half.view(key))[0]
    await half.corrections.correct(one.id, Result.DRAW, ORGANISER, "agreed", event_id=1)
    view = await half.view(key)
    assert begun(view) == [True, True]
    now = {each.id: each for each in view.pairings}[one.id]
    assert (now.pairing.result, now.match) == (Result.DRAW, None)
    await next_page(half)
    assert len(await notes(half.house, ROUND)) == 2
    view = await half.play_on(key, Random(1))
    check_rounds(view.whole)


@pytest.mark.parametrize("how", ["cancelled", "the channel is gone"])
async def test_a_tournament_that_ends_between_two_pages_begins_no_more_games(
    half: Club, how: str
) -> None:
    key = await half.started(System.SWISS, range(1, 25))
    if how == "cancelled":
        await half.corrections.cancel(key, ORGANISER, event_id=next(half.house.event_ids))
    else:
        await half.house.service.matches.close_channel(PLACE)
    await next_page(half)
    view = await half.view(key)
    assert view.stored.state == CANCELLED
    assert begun(view) == [True, False]


async def test_a_round_is_paired_again_if_something_has_changed_meanwhile(club: Club) -> None:
    """Somebody signs up or withdraws, is blocked, or a result is corrected, after it was read."""
    key = await club.create(people=range(1, 7))
    blocking = Blocking(club.house.service)
    blocking.register(club.house.service)
    tournaments, house, ids = club.tournaments, club.house, club.house.event_ids

    async def sign_up() -> None:
        await tournaments.sign_up(key, 7, "Seven")

    async def block() -> None:
        await blocking.block(1, 4, "Four")

    async def withdraw() -> None:
        await tournaments.withdraw(key, 3, event_id=next(ids))

    async def correct() -> None:
        one = (await club.view(key)).pairings[0]
        await club.corrections.correct(one.id, Result.DRAW, ORGANISER, "typo", event_id=next(ids))

    async def due() -> None:
        await house.store.write(lambda tx: rounds.queries_of(tx).change(key, due=house.time))

    for number, changes in enumerate([(sign_up, block), (withdraw, correct)]):
        for change in changes:
            await due()
            step = await house.store.read(lambda tx: club.rounds.step(tx, key))
            assert step is not None
            seen, whole = step
            assert whole is not None
            await change()
            taken = await house.store.write(
                lambda tx, seen=seen, whole=whole: club.rounds.begin_round(
                    tx, seen, whole, next_round(whole)
                )
            )
            assert not taken
            assert (await club.view(key)).stored.round == number
        await club.tick()
        view = await club.view(key)
        assert view.stored.round == number + 1
        check_rounds(view.whole)
        await club.play_round(key, Random(1))
    whole = (await club.view(key)).whole
    assert frozenset((1, 4)) not in {frozenset(one.players) for one in whole.pairings}
