"""Which handicap makes up for the difference of two ratings; who shows no rating gets none."""

import pytest

from bot.features.ratings.arithmetic import Rating
from bot.features.ratings.leader_store import LeaderQueries
from bot.features.ratings.service import Ratings
from bot.features.ratings.store import RatingQueries
from bot.messages import handicaps
from bot.service.handicaps import Proposal, propose
from bot.service.terms import Terms
from engine.games import all_games
from tests.bot.house import ADA, BO, House
from tests.bot.says import says

KEIL = all_games()["keil"]
WORTH = KEIL.handicap_worth(Terms.usual(KEIL).options)


async def rated(house: House, **values: float) -> None:
    """Ada and Bo have these ratings."""
    Ratings(house.service).register(house.service)
    users = {"ada": ADA, "bo": BO}
    for name, value in values.items():
        rating = Rating(value, 60.0, house.time, 30)
        await house.store.write(
            lambda tx, user=users[name], rating=rating: RatingQueries(tx.connection).keep(
                user, "keil", rating
            )
        )


async def proposed(house: House, **options: int) -> Proposal:
    """What is proposed to Ada, who challenges Bo."""
    service, terms = house.service, {**Terms.usual(KEIL).options, **options}
    return await house.store.read(lambda tx: propose(tx, service.strength, KEIL, terms, ADA, BO))


@pytest.mark.parametrize(
    ("difference", "stones"), [(0, 0), (60, 0), (80, 2), (260, 2), (280, 3), (600, 3), (2000, 4)]
)
async def test_the_stones_are_those_that_are_worth_the_difference(
    house: House, difference: int, stones: int
) -> None:
    await rated(house, ada=1500 + difference, bo=1500)
    assert await proposed(house) == Proposal(WORTH, stones)
    await rated(house, ada=1500, bo=1500 + difference)
    assert await proposed(house) == Proposal(WORTH, stones, own=difference > 0)


async def test_on_a_board_that_was_not_measured_nothing_is_proposed(house: House) -> None:
    await rated(house, ada=1900, bo=1500)
    assert await proposed(house, size=8) == Proposal({})


async def test_somebody_without_a_rating_is_said_to_have_none(house: House) -> None:
    assert await proposed(house) == Proposal(WORTH, None, False, True, True)
    await rated(house, ada=1500)
    assert await proposed(house) == Proposal(WORTH, None, False, False, True)


async def test_who_hides_from_the_leaderboards_is_not_given_away(house: House) -> None:
    await rated(house, ada=1500, bo=1900)
    await house.store.write(lambda tx: LeaderQueries(tx.connection).hide(BO, hidden=True))
    assert (await proposed(house)).other_unrated
    await house.store.write(lambda tx: LeaderQueries(tx.connection).hide(BO, hidden=False))
    await house.store.write(lambda tx: LeaderQueries(tx.connection).hide(ADA, hidden=True))
    assert (await proposed(house)).stones == 3, "one's own rating one knows"


@pytest.mark.parametrize(
    ("known", "own", "why"),
    [
        (Proposal(WORTH, 3), False, "fits"),
        (Proposal(WORTH, 3), True, "fits-they"),
        (Proposal(WORTH, 3, own=True), False, "fits-you"),
        (Proposal(WORTH, 3, own=True), True, "fits"),
        (Proposal(WORTH, 0), False, "even"),
        (Proposal(WORTH, None, asker_unrated=True), False, "asker-unrated"),
        (Proposal(WORTH, None, other_unrated=True), False, "other-unrated"),
        (Proposal(WORTH), False, "none"),
    ],
)
def test_the_first_choice_says_why(known: Proposal, own: bool, why: str) -> None:
    said = handicaps.choice(3, known, first=True, own=own)
    assert said == says("choice-stones", stones="3", worth="400", why=why)
    assert len(said) <= 100
    other = handicaps.choice(4, known, first=False, own=own)
    assert other == says("choice-stones", stones="4", worth="830", why="none")
