"""Leaderboards: who is ranked, on a server and everywhere, and who is not."""

from dataclasses import astuple
from datetime import timedelta
from random import Random

import pytest
import sqlalchemy as sa

from bot.features.ratings.arithmetic import SETTLED, Rating
from bot.features.ratings.leader_store import LeaderQueries
from bot.features.ratings.leaders import (
    LATELY,
    MOST_PROVISIONAL,
    ON_A_PAGE,
    Leaderboards,
    Leaders,
)
from bot.features.ratings.recompute import recompute
from bot.features.ratings.service import Ratings
from bot.features.ratings.store import RatingQueries, rated_on
from bot.storage.transaction import Transaction
from engine.games import all_games
from tests.bot.house import ADA, BO, CY, SERVER, House

pytestmark = pytest.mark.storage

ELSEWHERE = 8
STONES = ("b3", "e2", "c2", "d4", "a1", "b2")
DAY = timedelta(days=1)


def silent(*progress: object) -> None:
    del progress


async def known(
    house: House, user: int, value: float, *servers: int, deviation: float = 60, days: float = 1
) -> None:
    """Somebody has this rating, by games that ended so many ``days`` ago on these servers."""
    rating = Rating(value, deviation, house.time - days * DAY, 9)

    def work(tx: Transaction) -> None:
        RatingQueries(tx.connection).keep(user, "keil", rating)
        for server in servers or (SERVER,):
            LeaderQueries(tx.connection).note(server, "keil", user)

    await house.store.write(work)


async def page(
    house: House, server: int | None = SERVER, number: int = 0, asker: int = CY
) -> Leaders:
    return await Leaderboards(house.service).page("keil", server, number, asker)


def ranks(leaders: Leaders) -> list[tuple[int, int]]:
    return [(row.rank, row.user) for row in leaders.rows]


async def test_the_best_come_first_and_each_server_has_its_own(house: House) -> None:
    await known(house, ADA, 1600)
    await known(house, BO, 1700, ELSEWHERE)
    await known(house, CY, 1500, SERVER, ELSEWHERE)
    assert ranks(await page(house)) == [(1, ADA), (2, CY)]
    assert ranks(await page(house, ELSEWHERE)) == [(1, BO), (2, CY)]
    assert ranks(await page(house, None)) == [(1, BO), (2, ADA), (3, CY)]
    assert (await Leaderboards(house.service).page("ki", None, 0, ADA)).rows == []


async def test_provisional_ratings_stand_apart(house: House) -> None:
    for user in range(10, 20):
        await known(house, user, 2000 + user, deviation=SETTLED + 1)
    await known(house, ADA, 1400, deviation=SETTLED)
    for server in (SERVER, None):
        found = await page(house, server, asker=19)
        assert ranks(found) == [(1, ADA)]
        best = [*range(19, 19 - MOST_PROVISIONAL, -1)]
        assert [user for user, _ in found.provisional] == (best if server else [])
        assert found.own is None


async def test_who_has_not_played_for_long_is_listed_again_after_a_game(house: House) -> None:
    await known(house, ADA, 1600, days=LATELY / DAY - 0.1)
    await known(house, BO, 1700, days=LATELY / DAY + 0.1)
    found = await page(house, asker=BO)
    assert ranks(found) == [(1, ADA)]
    assert found.own is None
    await known(house, BO, 1690, days=0)
    assert ranks(await page(house)) == [(1, BO), (2, ADA)]


async def test_who_hides_is_on_no_leaderboard_and_nobody_else_moves_up_twice(house: House) -> None:
    for user, value in ((ADA, 1600), (BO, 1700), (CY, 1500)):
        await known(house, user, value)
    boards = Leaderboards(house.service)
    for hidden in (True, True):  # twice is once
        await boards.hide(BO, hidden=hidden)
    for server in (SERVER, None):
        found = await page(house, server, asker=BO)
        assert ranks(found) == [(1, ADA), (2, CY)]
        assert found.hidden
        assert found.own is None
    await boards.hide(BO, hidden=False)
    assert ranks(await page(house)) == [(1, BO), (2, ADA), (3, CY)]


async def test_ones_own_row_is_always_known_and_pages_have_all_ranks_once(house: House) -> None:
    """Compared with a plain sorting, with equal ratings too."""
    random, there = Random(3), dict[int, tuple[float, int]]()
    for user in range(100, 135):
        value = float(random.choice([1400, 1500, 1600]) + random.choice([0, 0, 7]))
        server = random.choice([SERVER, ELSEWHERE])
        there[user] = value, server
        await known(house, user, value, server)
    for server in (SERVER, ELSEWHERE, None):
        expected = sorted(
            ((value, user) for user, (value, at) in there.items() if server in (at, None)),
            reverse=True,
        )
        pages = [await page(house, server, n, asker=expected[n][1]) for n in range(5)]
        told = [row for one in pages for row in ranks(one)]
        last = (len(expected) - 1) // ON_A_PAGE
        whole = [(n, user) for n, (_, user) in enumerate(expected, 1)]
        assert told[: len(whole)] == whole
        assert [one.more for one in pages[: last + 1]] == [*[True] * last, False]
        for n, one in enumerate(pages):
            assert one.own is not None
            assert (one.own.rank, one.own.user) == whole[n]
        beyond = await page(house, server, 10**9)
        assert ranks(beyond) == whole[:ON_A_PAGE]


async def test_a_rated_game_puts_people_on_the_leaderboard_of_its_server(house: House) -> None:
    """And computing everything anew finds the same."""
    Ratings(house.service).register(house.service)
    for server in (SERVER, ELSEWHERE):
        key = await house.match(komi=0, button=False, server=server, channel_id=server * 10)
        await house.play(key, *STONES)
        await house.service.matches.resign(key, BO, event_id=next(house.event_ids))
    unrated = await house.match(komi=0, button=False, server=9, channel_id=90)
    await house.service.matches.resign(unrated, BO, event_id=next(house.event_ids))

    def everybody(tx: Transaction) -> set[tuple[object, ...]]:
        rows = tx.connection.execute(sa.select(rated_on)).all()
        return {tuple(row) for row in rows}

    expected = {(server, "keil", user) for server in (SERVER, ELSEWHERE) for user in (ADA, BO)}
    assert await house.store.read(everybody) == expected
    await house.store.write(lambda tx: tx.connection.execute(sa.delete(rated_on)))
    await house.store.write(lambda tx: recompute(tx, all_games(), silent))
    assert await house.store.read(everybody) == expected
    found = await page(house, asker=ADA)
    assert [user for user, _ in found.provisional] == [ADA, BO]
    assert astuple(found.provisional[0][1])[3] == 2
