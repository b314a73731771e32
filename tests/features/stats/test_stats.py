"""/stats counts one's own finished games, by the results that are stored with them."""

import pytest

from bot.features.admin.service import Moderation
from bot.features.stats.store import ResultQueries, Tally
from engine.turns import Wish
from tests.bot.house import ADA, BO, CY, House
from tests.bot.says import says
from tests.bot.service.test_computers import practise
from tests.bot.table import ADA as HERE
from tests.bot.table import PRIVATE, Table
from tests.features.takeovers.test_service_takeovers import KEIL, begin, left_to_a_computer

pytestmark = pytest.mark.storage


async def tallies(house: House, user: int) -> list[Tally]:
    return await house.store.read(lambda tx: ResultQueries(tx.connection).of(user))


async def resign(house: House, key: int, user: int) -> None:
    await house.service.matches.resign(key, user, event_id=next(house.event_ids))


async def decide(house: House, key: int, winner: int | None) -> None:
    """A moderator ends a game."""
    moderation, event_id = Moderation(house.service), next(house.event_ids)
    await moderation.adjudicate(key, 8, "x", winner=winner, event_id=event_id)


async def test_games_are_counted_as_won_drawn_and_lost(house: House) -> None:
    for user in (ADA, BO, BO):
        await resign(house, await house.match(komi=0), user)
    await decide(house, await house.match(komi=0), None)
    await house.match(komi=0)  # still running
    assert await tallies(house, ADA) == [Tally("keil", False, won=2, drawn=1, lost=1)]
    assert await tallies(house, BO) == [Tally("keil", False, won=1, drawn=1, lost=2)]
    assert await tallies(house, CY) == []


async def test_a_game_that_nobody_has_lost_does_not_count(house: House) -> None:
    key, matches = await house.match(komi=0), house.service.matches
    await matches.ask(key, ADA, Wish.CANCEL, event_id=1)
    await matches.answer(key, BO, allow=True, event_id=2)
    assert await tallies(house, ADA) == []


async def test_games_against_computers_are_counted_for_themselves(house: House) -> None:
    await resign(house, await practise(house), ADA)
    await resign(house, await house.match(komi=0), BO)
    expected = [Tally("keil", False, won=1, drawn=0, lost=0)]
    expected += [Tally("keil", True, won=0, drawn=0, lost=1)]
    assert sorted(await tallies(house, ADA), key=lambda one: one.with_computer) == expected


async def test_of_three_one_wins_and_those_who_tie_for_it_draw(house: House) -> None:
    live = await begin(house)
    first, second, third = live.players
    await resign(house, live.id, third)
    await decide(house, live.id, None)
    assert await tallies(house, first) == [Tally("kee", False, won=0, drawn=1, lost=0)]
    assert await tallies(house, second) == [Tally("kee", False, won=0, drawn=1, lost=0)]
    assert await tallies(house, third) == [Tally("kee", False, won=0, drawn=0, lost=1)]
    live = await begin(house)
    await decide(house, live.id, live.players.index(ADA))
    won, lost = await tallies(house, ADA), await tallies(house, BO)
    assert (won[0].won, lost[0].won) == (1, 0)


async def test_a_game_that_somebody_has_left_to_a_computer_is_not_theirs(house: House) -> None:
    live = await left_to_a_computer(house)
    await decide(house, live.id, live.players.index(KEIL))
    assert await tallies(house, CY) == []
    assert await tallies(house, ADA) == [Tally("kee", True, won=0, drawn=0, lost=1)]


async def test_the_command_tells_its_asker_alone(table: Table) -> None:
    assert (await table.command(HERE, "stats")).text == says("stats-none")
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "pass"), (black, "pass"))
    for asker, won in ((black, 1), (white, 0)):
        counted = {"game": "Keil", "against": "people", "won": won, "drawn": 0, "lost": 1 - won}
        told = await table.command(asker, "stats")
        assert told.text == f"{says('stats')}\n{says('stats-game', **counted)}"
        assert told.message is not None
        assert told.message["flags"] & PRIVATE
    direct = await table.driver.slash(black, f"@{black}", "stats", {})
    assert direct.text.startswith(says("stats"))
