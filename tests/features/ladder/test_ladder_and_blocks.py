"""The ladder, blocks, and people who take no challenges: no place is won or kept by them."""

from dataclasses import replace
from datetime import timedelta

import pytest

from bot.features.blocking.service import Blocking, BlockRefusal
from bot.features.ladder.rules import STANDS, Outcome
from bot.service.refusals import ServiceRefusal
from tests.bot.house import SERVER, House, refused
from tests.features.ladder.test_service_ladder import ADA, BO, CY, DI, EVERYBODY, HERE, NAMES, Club

pytestmark = pytest.mark.storage


@pytest.fixture
async def club(house: House) -> Club:
    Blocking(house.service).register(house.service)
    club = Club.over(house)
    await club.join(*EVERYBODY)
    return club


async def test_nobody_keeps_the_top_by_blocking_all_those_in_reach(club: Club) -> None:
    blocking = Blocking(club.house.service)
    for user in (BO, CY, DI):
        await blocking.block(ADA, user, NAMES[user])
    found = await club.ladders.candidates(HERE, DI)
    assert [one.why_not for one in found] == [None] * 3, "so nothing tells them of a block"
    key = await club.challenge(DI, ADA)
    club.house.time += STANDS + timedelta(seconds=1)
    await club.house.service.deadlines.tick()
    assert await club.outcome(key) is Outcome.TAKEN
    assert (await club.order())[0] == DI


async def test_whoever_has_blocked_can_accept_as_they_are(club: Club) -> None:
    await Blocking(club.house.service).block(ADA, DI, NAMES[DI])
    key = await club.challenge(DI, ADA)
    await club.resign(await club.accept(key, ADA), DI)
    assert await club.outcome(key) is Outcome.HELD


async def test_nor_does_a_challenger_keep_anybody_from_accepting_by_a_block(club: Club) -> None:
    key = await club.challenge(DI, ADA)
    await Blocking(club.house.service).block(DI, ADA, NAMES[ADA])
    await club.resign(await club.accept(key, ADA), DI)
    assert (await club.order())[0] == ADA


async def test_elsewhere_the_same_block_holds(club: Club) -> None:
    await Blocking(club.house.service).block(ADA, DI, NAMES[DI])
    with refused(BlockRefusal.NOT_NOW):
        await club.house.challenge(ADA, by=DI)


async def test_silence_costs_nothing_if_the_challenger_has_as_many_games_as_the_server_allows(
    club: Club,
) -> None:
    key = await club.challenge(DI, ADA)
    other = await club.house.challenge(BO, by=DI, time="9d")
    await club.house.service.challenges.accept(other, BO, NAMES[BO])
    await club.house.service.servers.change(SERVER, lambda said: replace(said, most_games=1))
    with refused(ServiceRefusal.MANY_GAMES):
        await club.accept(key, ADA)
    club.house.time += STANDS + timedelta(seconds=1)
    await club.house.service.deadlines.tick()
    assert await club.outcome(key) is Outcome.VOID


async def test_on_the_ladder_everybody_takes_challenges(club: Club) -> None:
    """Whoever wants a pause takes a vacation, or leaves."""
    await Blocking(club.house.service).take_challenges(ADA, takes=False)
    key = await club.challenge(DI, ADA)
    assert await club.accept(key, ADA) is not None
