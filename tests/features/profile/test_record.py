"""Profiles count finished games, by the results that are stored with them."""

from datetime import timedelta

import pytest

from bot.features.admin.service import Moderation
from bot.features.profile.service import Profiles, Record, Tally
from bot.features.profile.store import ProfileQueries
from bot.shards import WHOLE
from bot.storage.transaction import Transaction
from engine.turns import Wish
from tests.bot.house import ADA, BO, CY, House
from tests.bot.service.test_computers import practise
from tests.features.takeovers.test_service_takeovers import KEIL, begin, left_to_a_computer

pytestmark = pytest.mark.storage


NONE = Tally()


async def record(house: House, user: int, game: str = "keil") -> Record:
    return (await Profiles(house.service).of(user, user)).records.get(game, Record())


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
    ada, bo = await record(house, ADA), await record(house, BO)
    assert (ada.people, ada.computer) == (Tally(won=2, drawn=1, lost=1), NONE)
    assert (bo.people, bo.computer) == (Tally(won=1, drawn=1, lost=2), NONE)
    assert ada.others == {BO: ada.people}
    assert await record(house, CY) == Record()


async def test_of_a_private_profile_nothing_is_looked_up_but_the_games_of_both(
    house: House,
) -> None:
    profiles, asked = Profiles(house.service), list[Transaction]()
    await resign(house, await house.match(komi=0), BO)
    with_cy = await house.service.challenges.accept(await house.challenge(CY, komi=0), CY, "Cy")
    assert with_cy is not None
    await resign(house, with_cy, CY)
    live = await begin(house)
    await decide(house, live.id, live.players.index(ADA))
    hers = await profiles.of(ADA, BO, asked.append)
    assert not hers.shared and not asked
    assert hers.records["keil"].others == {BO: Tally(won=1)}
    assert hers.records["kee"].others == {}
    assert hers.firsts == {} and hers.exercises == {}
    assert (await profiles.of(ADA, ADA, asked.append)).records["keil"].people == Tally(won=2)
    await profiles.share(ADA, shared=True)
    assert (await profiles.of(ADA, BO, asked.append)).records["keil"].people == Tally(won=2)
    assert len(asked) == 2


async def test_a_game_that_nobody_has_lost_does_not_count(house: House) -> None:
    key, matches = await house.match(komi=0), house.service.matches
    await matches.ask(key, ADA, Wish.CANCEL, event_id=1)
    await matches.answer(key, BO, allow=True, event_id=2)
    assert await record(house, ADA) == Record()


async def test_games_against_computers_are_counted_for_themselves(house: House) -> None:
    await resign(house, await practise(house), ADA)
    await resign(house, await house.match(komi=0), BO)
    ada = await record(house, ADA)
    assert (ada.people, ada.computer) == (Tally(won=1), Tally(lost=1))
    assert (ada.row, ada.best_row) == (1, 1)


async def test_of_three_one_wins_and_those_who_tie_for_it_draw(house: House) -> None:
    live = await begin(house)
    first, second, third = live.players
    await resign(house, live.id, third)
    await decide(house, live.id, None)
    for user, expected in (
        (first, Tally(drawn=1)),
        (second, Tally(drawn=1)),
        (third, Tally(lost=1)),
    ):
        found = await record(house, user, "kee")
        assert (found.people, found.others) == (expected, {})
    live = await begin(house)
    await decide(house, live.id, live.players.index(ADA))
    won, lost = await record(house, ADA, "kee"), await record(house, BO, "kee")
    assert (won.people.won, lost.people.won) == (1, 0)


async def test_a_game_that_somebody_has_left_to_a_computer_is_not_theirs(house: House) -> None:
    live = await left_to_a_computer(house)
    await decide(house, live.id, live.players.index(KEIL))
    assert await record(house, CY, "kee") == Record()
    assert (await record(house, ADA, "kee")).computer == Tally(lost=1)


async def test_rows_of_wins_follow_the_ends_of_games(house: House) -> None:
    """The game that began first ends last."""
    profiles, keys = Profiles(house.service), [await house.match(komi=0) for _ in range(4)]
    profiles.register(house.service)
    for key, loser in zip(keys[::-1], (BO, BO, ADA, BO), strict=True):
        house.time += timedelta(hours=0.1)
        await resign(house, key, loser)
    await profiles.tick(WHOLE)
    ada = await record(house, ADA)
    assert (ada.row, ada.best_row) == (1, 2)


async def test_colours_are_those_at_the_end(house: House) -> None:
    """Whoever chooses a side has that colour."""
    profiles = Profiles(house.service)
    profiles.register(house.service)
    key = await house.match(komi_by="cut")
    live = await house.play(key, "komi 3", "white")
    await resign(house, key, live.players[1])
    await profiles.tick(WHOLE)
    black, white = [await record(house, user) for user in live.players]
    assert (black.colours, white.colours) == ({"B": Tally(won=1)}, {"W": Tally(lost=1)})
    assert await house.store.read(lambda tx: ProfileQueries(tx.connection).due(9, WHOLE)) == []
