"""Ratings at the service: what counts, what does not, and that all can be computed anew."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from itertools import pairwise

import pytest

from bot.features.admin.service import Moderation
from bot.features.ratings.arithmetic import SETTLED, START, UNKNOWN, Rating
from bot.features.ratings.rules import UNRATED, WINDOW, Why, can_be_rated
from bot.features.ratings.service import Outcome, Ratings
from bot.storage.rows import SOLO
from engine.games import all_games
from engine.turns import Wish
from tests.bot.house import ADA, BO, CY, House
from tests.bot.service.test_computers import KEIL as COMPUTER
from tests.features.ratings.rated_games import (
    STONES,
    against,
    anew,
    begun,
    rating,
    reached,
    resign,
    steps,
    stones,
    timeout,
    void,
    won,
)

pytestmark = pytest.mark.storage


@pytest.fixture(autouse=True)
def _rates(rates: Ratings) -> None:
    """Every game is rated."""
    del rates


# --- what a game changes ---


async def test_the_winner_gains_what_the_loser_loses(house: House, rates: Ratings) -> None:
    key = await won(house)
    ada, bo = await rating(house, ADA), await rating(house, BO)
    assert ada is not None and bo is not None
    assert ada.value - START == pytest.approx(START - bo.value)
    assert ada.value > START and ada.deviation < UNKNOWN and ada.games == 1
    live = await house.service.matches.live(key)
    outcome = await rates.outcome(live)
    assert [event.user for event in outcome.events] == [*live.players]
    assert not outcome.withdrawn
    assert await house.store.read(lambda tx: house.service.strength(tx, "keil", ADA)) == ada.value
    assert await house.store.read(lambda tx: house.service.strength(tx, "kee", ADA)) is None
    assert (await anew(house)).rated == 1


async def test_the_end_carries_what_it_changed(house: House, rates: Ratings) -> None:
    """So the last board needs no reading."""
    key = await begun(house)
    await house.play(key, *STONES)
    ended = await resign(house, key, BO)
    assert ended.read[Outcome] == await rates.outcome(ended)


async def test_ratings_are_of_each_game_and_the_same_on_all_servers(house: House) -> None:
    await won(house)
    await won(house, server=8, channel_id=80)
    ada = await rating(house, ADA)
    assert ada is not None and ada.games == 2
    assert await rating(house, ADA, "kee") is None


async def test_a_rating_is_provisional_until_enough_games_are_known(house: House) -> None:
    games, found = 0, Rating()
    while found.deviation > SETTLED:
        assert found.provisional
        await won(house, loser=(ADA, BO)[games % 2])
        games += 1
        found = await rating(house, ADA) or found
    assert 7 <= games <= 20
    assert not found.provisional
    await anew(house)


async def test_three_are_rated_by_their_ranks(house: House) -> None:
    key = await house.match_of_three("1h")
    live = await house.service.matches.live(key)
    moves = [f"{column}{row}" for row in (1, 3, 5) for column in "ace"]
    live = await house.play(key, *moves)
    first, second, third = live.players
    await resign(house, key, third)
    await resign(house, key, second)
    values = [(await rating(house, user, "kee") or Rating()).value for user in live.players]
    assert values[0] > values[1] > values[2]
    assert sum(values) == pytest.approx(3 * START)
    assert first != second
    await anew(house)


# --- levels ---


async def test_a_game_against_a_level_moves_the_person_only(house: House) -> None:
    await against(house, 3)
    ada = await rating(house, ADA)
    assert ada is not None and ada.value < START
    assert await rating(house, COMPUTER) is None
    await anew(house)


async def test_a_level_is_as_strong_as_it_was_measured(house: House) -> None:
    await against(house, 8)
    ada = await rating(house, ADA)
    assert ada is not None and START - ada.value < 1, "to lose against level 8 says nothing"


async def test_no_private_game_against_a_computer_is_rated(house: House) -> None:
    await against(house, 3, place=SOLO)
    assert await rating(house, ADA) is None


async def test_who_takes_back_against_a_computer_is_told_once(house: House, rates: Ratings) -> None:
    key = await against(house, 3, resigns=False)
    live = await house.play(key, "b3")
    assert not await rates.newly_unrated(live, ADA)
    undo = house.service.matches.undo
    live = await undo(key, ADA, event_id=next(house.event_ids))
    assert await rates.newly_unrated(live, ADA)
    await house.play(key, "b3")
    await house.service.computers.take_turn(key, (await reached(house, key)).match.ply, "e2")
    live = await undo(key, ADA, event_id=next(house.event_ids))
    assert not await rates.newly_unrated(live, ADA)
    await stones(house, key)
    ended = await resign(house, key, ADA)
    assert ended.read[Outcome].why is Why.HELPED
    assert await rating(house, ADA) is None
    await anew(house)


async def test_who_was_helped_is_told_once(house: House, rates: Ratings) -> None:
    key = await against(house, 3, resigns=False)
    await house.service.computers.helps(key, BO)  # a spectator
    assert not await rates.newly_unrated(await reached(house, key), ADA)
    await house.service.computers.helps(key, ADA)
    assert await rates.newly_unrated(await reached(house, key), ADA)
    await house.service.computers.helps(key, ADA)
    assert not await rates.newly_unrated(await reached(house, key), ADA)
    await stones(house, key)
    await resign(house, key, ADA)
    assert await rating(house, ADA) is None


async def test_another_level_is_help_too(house: House) -> None:
    key = await against(house, 3, resigns=False)
    await stones(house, key)
    await house.service.computers.set_level(key, ADA, 8)
    await resign(house, key, ADA)
    assert await rating(house, ADA) is None


async def test_help_after_the_end_changes_nothing(house: House) -> None:
    key = await against(house, 3)
    await house.service.computers.helps(key, ADA)
    assert await rating(house, ADA) is not None
    await anew(house)


# --- what does not count ---


async def by_agreement(house: House) -> int:
    key = await begun(house)
    await house.play(key, *STONES)
    matches = house.service.matches
    await matches.ask(key, ADA, Wish.CANCEL, event_id=next(house.event_ids))
    await matches.answer(key, BO, allow=True, event_id=next(house.event_ids))
    return key


async def by_a_moderator(house: House) -> int:
    key = await begun(house)
    await house.play(key, *STONES)
    decide, event_id = Moderation(house.service).adjudicate, next(house.event_ids)
    await decide(key, CY, "x", winner=0, event_id=event_id)
    return key


async def too_early(house: House) -> int:
    key = await begun(house)
    await house.play(key, *STONES[:5])
    await resign(house, key, BO)
    return key


async def with_much_komi(house: House) -> int:
    key = await house.match(komi=8, button=False)
    await house.play(key, *STONES)
    await resign(house, key, BO)
    return key


async def with_a_handicap(house: House) -> int:
    key = await house.match(size=5, handicap=2, button=False)
    await resign(house, key, BO)
    return key


@pytest.mark.parametrize(
    ("way", "why"),
    [
        (by_agreement, Why.NO_RESULT),
        (void, Why.NO_RESULT),
        (by_a_moderator, Why.RULED),
        (with_much_komi, Why.HANDICAP),
        (with_a_handicap, Why.HANDICAP),
    ],
)
async def test_these_games_are_not_rated(
    house: House, way: Callable[[House], Awaitable[int]], why: Why
) -> None:
    key = await way(house)
    assert await steps(house, ADA) == []
    assert await rating(house, ADA) is None
    found = await anew(house)
    assert (found.games, found.rated) == (1, 0)
    assert why in Why and key


async def test_a_game_given_up_at_once_does_not_count(house: House, rates: Ratings) -> None:
    key = await too_early(house)
    (step,) = await steps(house, ADA)
    assert step.why is Why.SHORT and step.value == step.before
    assert await rating(house, ADA) is None
    assert not (await rates.outcome(await reached(house, key))).events[0].counts
    await anew(house)


@pytest.mark.parametrize("said", [UNRATED, "estimates", "analysis"])
async def test_what_the_challenge_says_can_keep_a_game_unrated(house: House, said: str) -> None:
    asked = await house.service.challenges.issue(
        game=house.service.matches.games["keil"],
        options={"size": 3, "komi": 0, "button": False},
        control=(await reached(house, await begun(house))).control,
        challenger=ADA,
        invited=[BO],
        names={ADA: "Ada", BO: "Bo"},
        channel_id=70,
        server=7,
        allowed=frozenset({said}),
        event_id=next(house.event_ids),
    )
    key = await house.service.challenges.accept(asked.id, BO, "Bo")
    assert key is not None
    await house.play(key, *STONES)
    await resign(house, key, BO)
    assert await rating(house, ADA) is None


async def test_of_losses_on_time_in_a_row_the_first_counts(house: House) -> None:
    last = dict[int, bool]()
    for _ in range(6):
        late = await timeout(house)
        other = BO if late == ADA else ADA
        (*_, step), (*_, theirs) = await steps(house, late), await steps(house, other)
        expected = Why.SERIES if last.get(late) else None
        assert (step.why, theirs.why) == (expected, expected)
        last[late], last[other] = True, False
    await won(house)
    late = await timeout(house)
    (*_, step) = await steps(house, late)
    assert step.why is None, "a game in between was played to its end"
    await anew(house)


async def test_many_games_of_the_same_two_count_less_and_less(house: House) -> None:
    for _ in range(25):
        await won(house)
    gained = [step.value - step.before for step in await steps(house, ADA)]
    assert all(later < earlier for earlier, later in pairwise(gained))
    house.time += WINDOW + timedelta(days=1)
    await won(house)
    (*_, step) = await steps(house, ADA)
    assert step.value - step.before > 3 * gained[-1], "after a month they count again"
    await anew(house)


def test_where_the_first_move_decides_games_are_not_rated() -> None:
    """In Ki on side 5; not if the other player picks a side, and not on larger boards."""
    for size, swap, counts in ((5, False, False), (5, True, True), (7, False, True)):
        game = all_games()["ki"]
        options = game.complete({"size": size, "swap": swap})
        assert (
            can_be_rated(
                game, options, solo=False, allowed=(), players=(1, 2), levels=(), left_by=()
            )
            is counts
        )
