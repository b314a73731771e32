"""Ratings that are taken away, and everything computed anew: the same as it was, to the bit."""

from collections.abc import AsyncGenerator
from contextlib import asynccontextmanager
from datetime import timedelta
from random import Random

import pytest
import sqlalchemy as sa

from bot.features.admin.service import Moderation
from bot.features.ratings.arithmetic import START, Rating
from bot.features.ratings.recompute import recompute
from bot.features.ratings.service import BY_DEFAULT, RatingRefusal, Ratings
from bot.features.ratings.store import RatingQueries, events, ratings
from bot.service.refusals import RefusedError
from bot.storage.schema import match
from tests.bot.house import ADA, BO, CY, House, refused
from tests.features.ratings.rated_games import (
    STONES,
    against,
    anew,
    begun,
    everything,
    quietly,
    rating,
    reached,
    resign,
    steps,
    timeout,
    void,
    won,
)

pytestmark = pytest.mark.storage


@pytest.fixture(autouse=True)
def _rates(rates: Ratings) -> None:
    """Every game is rated."""
    del rates


# --- taken away ---


async def test_a_rating_can_be_taken_away_once(house: House, rates: Ratings) -> None:
    first, second = await won(house), await won(house, loser=ADA)
    before = await rating(house, ADA)
    done = await rates.unrate(first, CY, "a farm")
    assert {event.user for event in done} == {ADA, BO}
    assert all(event.by == CY and event.reason == "a farm" for event in done)
    after = await rating(house, ADA)
    assert before is not None and after is not None
    assert after.value < before.value and after.games == 1
    assert after.deviation > before.deviation
    assert (await rates.outcome(await reached(house, first))).withdrawn
    assert not (await rates.outcome(await reached(house, second))).withdrawn
    with refused(RatingRefusal.NOT_RATED):
        await rates.unrate(first, CY, "again")
    await won(house)
    await anew(house)


async def test_what_cannot_be_taken_away_is_refused(house: House, rates: Ratings) -> None:
    key = await begun(house)
    with refused(RatingRefusal.RUNS):
        await rates.unrate(key, CY, "x")
    with refused(RatingRefusal.RUNS):
        await rates.unrate(99, CY, "x")
    await house.play(key, *STONES)
    await resign(house, key, BO)
    with refused(RatingRefusal.OWN_GAME):
        await rates.unrate(key, ADA, "x")
    with refused(RatingRefusal.NO_REASON):
        await rates.unrate(key, CY, " ")
    with refused(RatingRefusal.NOT_RATED):
        await rates.unrate(await void(house), CY, "x")


# --- computed anew ---


async def test_games_of_before_there_were_ratings_get_theirs(house: House) -> None:
    """In the order in which they ended, and before those that were rated since."""
    house.service.shown_messages.at_end.clear()
    for number in range(3):
        house.time += timedelta(hours=1)
        await won(house, loser=(ADA, BO)[number % 2])
    assert await steps(house, ADA) == []
    Ratings(house.service).register(house.service)
    house.time += timedelta(hours=1)
    last = await won(house)
    games = house.service.matches.games
    found = await house.store.write(lambda tx: recompute(tx, games, quietly))
    assert (found.games, found.rated, found.people, found.changed) == (4, 4, 2, 2)
    assert [step.match for step in await steps(house, ADA)][-1] == last
    assert len(await steps(house, ADA)) == 4
    await anew(house)


async def unrated_somehow(house: House, random: Random, key: int, rates: Ratings) -> None:
    """A game that has begun ends in one of the ways in which nobody wins by playing."""
    if random.random() < 0.3:
        await house.service.matches.close_channel(70)  # it is deleted, with all its games
    elif random.random() < 0.5:
        decide = Moderation(house.service).adjudicate
        await decide(key, CY, "x", winner=0, event_id=next(house.event_ids))
    else:
        await Moderation(house.service).end(key, CY, "x", event_id=next(house.event_ids))
    with pytest.raises(RefusedError):
        await rates.unrate(key, 99, "x")


@pytest.mark.parametrize("seed", [1, 2])
async def test_whatever_happens_computed_anew_it_is_the_same_to_the_bit(
    house: House, rates: Ratings, seed: int
) -> None:
    random, ended = Random(seed), list[int]()
    for _ in range(40):
        house.time += timedelta(days=random.expovariate(0.3))
        what, loser = random.random(), random.choice((ADA, BO))
        if what < 0.4:
            ended.append(await won(house, loser))
        elif what < 0.55:
            await timeout(house)
        elif what < 0.7:
            await against(house, random.randint(1, 8))
        elif what < 0.8:
            key = await begun(house)
            live = await house.play(key, *STONES)
            undo = house.service.matches.undo
            await undo(key, live.players[1], event_id=next(house.event_ids))
            await house.play(key, STONES[-1])
            await resign(house, key, loser)
            ended.append(key)
        elif what < 0.9 and ended:
            await rates.unrate(ended.pop(random.randrange(len(ended))), CY, "x")
        else:
            key = await begun(house)
            await house.play(key, *STONES)
            await unrated_somehow(house, random, key, rates)
    found = await anew(house)
    assert found.rated > 15
    assert any(step.by for step in await steps(house, ADA))


async def test_what_was_damaged_is_mended(house: House) -> None:
    await won(house)
    await won(house, loser=ADA)
    kept = await house.store.read(everything)
    wrong = sa.update(ratings).where(ratings.c.user == ADA).values(value=2500.0)
    await house.store.write(lambda tx: tx.connection.execute(wrong))
    gone = sa.delete(events).where(events.c.user == BO)
    await house.store.write(lambda tx: tx.connection.execute(gone))
    more = RatingQueries.keep
    await house.store.write(lambda tx: more(RatingQueries(tx.connection), CY, "keil", _new(house)))
    games = house.service.matches.games
    found = await house.store.write(lambda tx: recompute(tx, games, quietly))
    assert (found.changed, found.events) == (2, 2)
    assert await house.store.read(everything) == kept
    await anew(house)


def _new(house: House) -> Rating:
    return Rating(1500, 100, house.time, 1)


@asynccontextmanager
async def under_older_rules(house: House, *keys: int) -> AsyncGenerator[None]:
    """As if these games had been played before the rules of their game changed."""
    of_these = sa.update(match).where(match.c.id.in_(keys))
    older = of_these.values(ruleset="older")
    today = of_these.values(ruleset=house.service.matches.games["keil"].ruleset)
    await house.store.write(lambda tx: tx.connection.execute(older))
    yield
    await house.store.write(lambda tx: tx.connection.execute(today))


async def test_a_game_under_older_rules_keeps_what_it_did(house: House, rates: Ratings) -> None:
    """Nobody can replay it, but it was rated by the rules of its day."""
    games = [await won(house, loser) for loser in (ADA, BO, ADA)]
    await rates.unrate(games[1], CY, "x")
    house.time += timedelta(days=3)
    await won(house)
    async with under_older_rules(house, games[0], games[1]):
        found = await anew(house)
    assert (found.games, found.rated) == (4, 4)


async def test_a_game_under_older_rules_moves_people_as_far_after_other_games(
    house: House,
) -> None:
    first, old = await won(house), await won(house, loser=ADA)
    (_, was) = await steps(house, ADA)
    gone, games = sa.delete(events).where(events.c.match == first), house.service.matches.games
    await house.store.write(lambda tx: tx.connection.execute(gone))
    async with under_older_rules(house, first, old):
        await house.store.write(lambda tx: recompute(tx, games, quietly))
        await anew(house)
    (now,) = await steps(house, ADA)
    assert now.before == START
    assert now.value - now.before == pytest.approx(was.value - was.before)
    assert now.deviation < now.deviation_before


async def test_a_server_can_decide_that_games_are_unrated(house: House) -> None:
    settings = await house.service.servers.change(7, lambda old: BY_DEFAULT.chosen(old, False))
    assert BY_DEFAULT.of(settings) is False
    again = await house.service.servers.settings(7)
    assert BY_DEFAULT.of(again) is False
