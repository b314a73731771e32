"""Sealed bids on a real database: kept until both are in, then opened; equal ones by lot."""

import asyncio
from datetime import timedelta
from pathlib import Path
from random import Random

import pytest
import sqlalchemy as sa

from bot.features.conditional.service import follow as planned_answer
from bot.features.sealed.service import Sealed, SealedRefusal
from bot.features.sealed.store import sealed
from bot.service.live_match import LiveMatch
from bot.service.move_errors import RefusedMoveError
from bot.service.refusals import RefusedError
from engine.record import FORMS
from engine.turns import Wish
from tests.bot.house import ADA, BO, House, house_at, refused
from tests.features.conditional.test_service_conditional import plan

SECRET = "what only the bot knows"


def seals(house: House, secret: str = SECRET, seed: int = 1) -> None:
    """Bids are sealed from now on, with this secret."""
    shown, keeper = house.service.shown_messages, Sealed(secret, Random(seed))
    shown.instead[:], shown.follows[:] = [keeper.instead], [planned_answer, keeper.follow]


@pytest.fixture(autouse=True)
def _seals(house: House) -> None:
    seals(house)


def turns(live: LiveMatch) -> list[tuple[int, str]]:
    return [(turn.seat, turn.text) for turn in live.match.turn_log.moves]


async def kept(house: House) -> list[str]:
    """The rows with what is sealed, as text."""
    rows = await house.store.read(lambda tx: list(tx.connection.execute(sa.select(sealed))))
    return [str(row) for row in rows]


async def begun(house: House, **options: object) -> int:
    return await house.match(komi_by="sealed", **options)


@pytest.mark.parametrize(("first", "second", "black"), [(5, 7, 1), (7, 5, 0)])
async def test_the_first_bid_is_opened_by_the_second(
    house: House, first: int, second: int, black: int
) -> None:
    key = await begun(house)
    live = await house.play(key, f"bid {first}")
    assert turns(live) == [(0, "sealed")] and live.to_move == BO
    (row,) = await kept(house)
    record = await house.service.matches.record(key)
    assert all(b"bid" not in write(record) for write in FORMS.values())
    live = await house.play(key, f"bid {second}")
    assert turns(live) == [(0, "sealed"), (1, f"bid {second}"), (0, f"bid {first}")]
    assert live.match.position.score() == (0, 7)
    assert live.match.position.colours == ((1, 0) if black else (0, 1))
    assert await kept(house) == []
    assert "bid" not in row


async def test_what_is_stored_has_the_same_length_whatever_was_bid(house: House) -> None:
    lengths = set[int]()
    for bid in ("bid 0", "bid 18.5"):
        key = await begun(house, button=False)
        await house.play(key, bid)
        lengths.add(len((await kept(house))[-1]))
    assert len(lengths) == 1


async def test_equal_bids_are_decided_by_lot_and_the_record_says_how(house: House) -> None:
    seen = set[str]()
    for seed in range(8):
        seals(house, seed=seed)
        key = await begun(house)
        live = await house.play(key, "bid 6", "bid 6")
        *bids, (seat, lot) = turns(live)
        assert bids == [(0, "sealed"), (1, "bid 6"), (0, "bid 6")] and seat == 1
        assert live.match.position.colours == ((1, 0) if lot == "lot black" else (0, 1))
        record = await house.service.matches.record(key)
        assert record.match().position.colours == live.match.position.colours
        seen.add(lot)
    assert seen == {"lot black", "lot white"}
    assert await kept(house) == []


async def test_a_restart_between_the_bids_loses_nothing(house: House) -> None:
    key = await begun(house)
    await house.play(key, "bid 5")
    seals(house)
    live = await house.play(key, "bid 4")
    assert turns(live)[-1] == (0, "bid 5")


async def test_with_another_secret_the_first_bid_has_to_be_made_again(house: House) -> None:
    """As after a new token. Nobody else's number is taken for it."""
    key = await begun(house)
    await house.play(key, "bid 5")
    seals(house, "another one")
    live = await house.play(key, "bid 4")
    assert turns(live) == [(0, "sealed"), (1, "bid 4")] and live.to_move == ADA
    assert turns(await house.play(key, "bid 6"))[-1] == (0, "bid 6")


async def test_a_bid_that_is_made_again_draws_the_lot_too(house: House) -> None:
    key = await begun(house)
    await house.play(key, "bid 5")
    seals(house, "another one")
    live = await house.play(key, "bid 4", "bid 4")
    assert turns(live)[-1] in ((1, "lot black"), (1, "lot white"))


async def test_a_bid_that_is_none_is_refused_and_not_kept(house: House) -> None:
    key = await begun(house)
    for text in ("bid 20", "bid 6.5", "bid x", "bid", "komi 6", "c3"):
        with pytest.raises(RefusedMoveError):
            await house.play(key, text)
    with refused(SealedRefusal.NO_NUMBER):
        await house.play(key, "sealed")
    assert await kept(house) == []


async def test_a_sealed_bid_can_be_taken_back_until_the_other_is_there(house: House) -> None:
    key = await begun(house)
    await house.play(key, "bid 5")
    undone = await house.service.matches.undo(key, ADA, event_id=1)
    assert undone.to_move == ADA and await kept(house) == []
    assert turns(await house.play(key, "bid 3", "bid 2"))[-1] == (0, "bid 3")


@pytest.mark.parametrize("second", ["bid 4", "bid 5"])
async def test_bids_that_were_opened_stay(house: House, second: str) -> None:
    """Else who has seen the other's bid could change their own, or have the lot drawn again."""
    key = await begun(house)
    live = await house.play(key, "bid 5", second)
    with refused(SealedRefusal.OPENED):
        last = live.match.turn_log.moves[-1].seat
        await house.service.matches.undo(key, live.players[last], event_id=1)
    assert turns(await house.service.matches.live(key)) == turns(live)


async def test_no_talk_in_between_lets_an_opened_bid_be_taken_back(house: House) -> None:
    """Not by a request that makes the bid the last turn no more, nor with the other's leave."""
    key, matches = await begun(house), house.service.matches
    await house.play(key, "bid 5", "bid 4")
    await matches.ask(key, ADA, Wish.CANCEL, event_id=next(house.event_ids))
    with refused(SealedRefusal.OPENED):
        await matches.undo(key, ADA, event_id=next(house.event_ids))
    await matches.answer(key, BO, allow=False, event_id=next(house.event_ids))
    for user in (ADA, BO):
        with refused(SealedRefusal.OPENED):
            await matches.undo(key, user, event_id=next(house.event_ids))
        with refused(SealedRefusal.OPENED):
            await matches.ask(key, user, Wish.TAKE_BACK, event_id=next(house.event_ids))
    assert turns(await matches.live(key)) == [(0, "sealed"), (1, "bid 4"), (0, "bid 5")]


async def test_stones_are_taken_back_as_ever_and_no_bids_with_them(house: House) -> None:
    key, matches = await begun(house), house.service.matches
    await house.play(key, "bid 5", "bid 4", "c3")
    with refused(SealedRefusal.OPENED):  # the last move of White is the bid
        await matches.ask(key, BO, Wish.TAKE_BACK, event_id=next(house.event_ids))
    await matches.undo(key, ADA, event_id=next(house.event_ids))
    await house.play(key, "d4", "a1", "b2")
    await matches.ask(key, BO, Wish.TAKE_BACK, event_id=next(house.event_ids))
    live = await matches.answer(key, ADA, allow=True, event_id=next(house.event_ids))
    assert [text for _, text in turns(live)] == ["sealed", "bid 4", "bid 5", "d4"]


async def test_nobody_can_plan_to_outbid_what_they_have_sealed(house: House) -> None:
    key = await begun(house)
    await house.play(key, "bid 5")
    await plan(house, key, ADA, "bid 7 bid 8")
    live = await house.play(key, "bid 7")
    assert turns(live)[-1] == (0, "bid 5")


async def test_what_is_sealed_in_a_game_that_ends_is_forgotten(house: House) -> None:
    for ends in ("resign", "cancel", "time"):
        key, matches = await begun(house), house.service.matches
        await house.play(key, "bid 5")
        assert len(await kept(house)) == 1
        if ends == "resign":
            await matches.resign(key, BO, event_id=next(house.event_ids))
        elif ends == "cancel":
            await matches.ask(key, ADA, Wish.CANCEL, event_id=next(house.event_ids))
            await matches.answer(key, BO, allow=True, event_id=next(house.event_ids))
        else:
            house.time += timedelta(hours=2)
            await house.service.deadlines.run_out(key)
        assert (await matches.live(key)).match.end is not None
        assert await kept(house) == []


@pytest.mark.storage
async def test_two_bids_at_once_are_one_after_the_other_or_one_is_refused(house: House) -> None:
    """Neither is lost, and neither is opened alone."""
    for number in range(12):
        key, play = await begun(house), house.service.matches.play
        ada = play(key, ADA, "bid 5", event_id=next(house.event_ids))
        bo = play(key, BO, "bid 4", event_id=next(house.event_ids))
        both = (bo, ada) if number % 2 else (ada, bo)
        results = await asyncio.gather(*both, return_exceptions=True)
        failed = [one for one in results if isinstance(one, BaseException)]
        live = await house.service.matches.live(key)
        if failed:
            assert [type(one) for one in failed] == [RefusedError]
            assert turns(live) == [(0, "sealed")]
        else:
            assert turns(live) == [(0, "sealed"), (1, "bid 4"), (0, "bid 5")]


@pytest.mark.storage
async def test_the_same_bid_twice_at_once_is_one(house: House) -> None:
    for _ in range(8):
        key, play = await begun(house), house.service.matches.play
        bids = [play(key, ADA, f"bid {n}", event_id=next(house.event_ids)) for n in (5, 6)]
        results = await asyncio.gather(*bids, return_exceptions=True)
        assert len([one for one in results if isinstance(one, BaseException)]) == 1
        made = next(n for n, one in zip((5, 6), results, strict=True) if isinstance(one, LiveMatch))
        assert turns(await house.play(key, "bid 1"))[-1] == (0, f"bid {made}")


@pytest.mark.storage
async def test_a_sealed_bid_is_taken_back_or_opened_and_never_both(house: House) -> None:
    for number in range(12):
        key, matches = await begun(house), house.service.matches
        await house.play(key, "bid 5")
        undo = matches.undo(key, ADA, event_id=next(house.event_ids))
        bid = matches.play(key, BO, "bid 4", event_id=next(house.event_ids))
        both = (bid, undo) if number % 2 else (undo, bid)
        results = await asyncio.gather(*both, return_exceptions=True)
        failed = [one for one in results if isinstance(one, BaseException)]
        assert [type(one) for one in failed] == [RefusedError]
        live = await matches.live(key)
        assert turns(live) in ([], [(0, "sealed"), (1, "bid 4"), (0, "bid 5")])
        assert await kept(house) == []


@pytest.mark.storage
async def test_what_one_process_has_sealed_the_next_one_opens(tmp_path: Path) -> None:
    """Both bids come at once, after a restart, and one of them a second time."""
    async with house_at(tmp_path) as before:
        seals(before)
        key = await begun(before)
        await before.play(key, "bid 5")
    async with house_at(tmp_path) as house:
        seals(house)
        house.event_ids = before.event_ids
        play = house.service.matches.play
        bids = [
            play(key, user, bid, event_id=next(house.event_ids))
            for user, bid in ((ADA, "bid 7"), (BO, "bid 4"), (BO, "bid 6"))
        ]
        results = await asyncio.gather(*bids, return_exceptions=True)
        (live,) = [one for one in results if isinstance(one, LiveMatch)]
        made = "bid 4" if live is results[1] else "bid 6"
        assert turns(await house.service.matches.live(key)) == [
            *((0, "sealed"), (1, made), (0, "bid 5"))
        ]
        assert await kept(house) == []


async def test_the_clock_runs_for_who_has_not_bid(house: House) -> None:
    key = await begun(house)
    live = await house.play(key, "bid 5")
    assert live.clock is not None and live.clock.seat == 1
    house.time += timedelta(minutes=10)
    live = await house.play(key, "bid 4")
    assert live.clock is not None and live.clock.seat == 0
    assert live.clock.deadline == house.time + timedelta(hours=1)
