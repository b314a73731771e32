"""How matches end is stored with them: never anything else than what a replay says."""

from collections.abc import Awaitable, Callable
from datetime import timedelta
from pathlib import Path

import pytest
import sqlalchemy as sa

from bot.features.admin.service import Moderation
from bot.service import results
from bot.service.process_shards import ProcessShards
from bot.service.refusals import ServiceRefusal
from bot.shards import Shards
from bot.storage.database import Store
from bot.storage.rows import StoredMatch
from bot.storage.schema import match, player
from bot.storage.transaction import Transaction
from engine.match import End, Ending
from engine.turns import Wish
from tests.bot.house import ADA, BO, CY, PLACE, SERVER, House, check_results, refused
from tests.bot.house import KEIL as KEIL_GAME
from tests.bot.storage.test_carried_over import STOPS, fill, make_schema_of_before, rows_at
from tests.bot.table import ADA as ADA_THERE
from tests.bot.table import BO as BO_THERE
from tests.bot.table import Process, match_of
from tests.features.takeovers.test_service_takeovers import KEIL, begin, left_to_a_computer
from tests.stores import url_for_new

pytestmark = pytest.mark.storage

Ranks = tuple[int, ...] | None


async def stored(house: House, key: int) -> StoredMatch:
    found = await house.service.matches.stored(key)
    assert found is not None
    return found


# --- the ways to end ---


async def by_score(house: House, key: int) -> None:
    await house.play(key, "c3", "button", "pass", "pass")


async def by_resignation(house: House, key: int) -> None:
    await house.play(key, "c3")
    white = (await house.service.matches.live(key)).players[1]
    await house.service.matches.resign(key, white, event_id=next(house.event_ids))


async def by_timeout(house: House, key: int) -> None:
    await house.play(key, "c3", "a1", "e1")
    house.time += timedelta(hours=2)
    await house.service.deadlines.tick()


async def by_closing(house: House, _: int) -> None:
    house.time += timedelta(hours=2)
    await house.service.deadlines.tick()


def by_agreement(wish: Wish, winner: int | None = None) -> Callable[[House, int], Awaitable[None]]:
    async def agree(house: House, key: int) -> None:
        await house.play(key, "c3")
        matches = house.service.matches
        await matches.ask(key, ADA, wish, winner=winner, event_id=next(house.event_ids))
        assert (await stored(house, key)).ending is None
        await matches.answer(key, BO, allow=True, event_id=next(house.event_ids))

    return agree


async def by_deletion(house: House, key: int) -> None:
    await house.service.matches.close_channel((await stored(house, key)).channel_id)


async def by_a_moderator(house: House, key: int) -> None:
    await Moderation(house.service).end(key, CY, "spam", event_id=next(house.event_ids))


def by_a_decision(winner: int | None) -> Callable[[House, int], Awaitable[None]]:
    async def decide(house: House, key: int) -> None:
        moderation = Moderation(house.service)
        await moderation.adjudicate(key, CY, "x", winner=winner, event_id=next(house.event_ids))

    return decide


WAYS: list[tuple[Callable[[House, int], Awaitable[None]], Ending, Ranks]] = [
    (by_score, Ending.SCORE, (1, 2)),
    (by_resignation, Ending.RESIGNATION, (1, 2)),
    (by_timeout, Ending.TIMEOUT, (1, 2)),
    (by_closing, Ending.CLOSED, None),
    (by_agreement(Wish.CANCEL), Ending.CANCELLED, None),
    (by_agreement(Wish.DRAW), Ending.AGREEMENT, (1, 1)),
    (by_agreement(Wish.WIN, 1), Ending.AGREEMENT, (2, 1)),
    (by_deletion, Ending.GONE, None),
    (by_a_moderator, Ending.VOID, None),
    (by_a_decision(1), Ending.ADJUDGED, (2, 1)),
    (by_a_decision(None), Ending.ADJUDGED, (1, 1)),
]


def test_these_are_all_the_ways_in_which_a_match_can_end() -> None:
    assert {ending for _, ending, _ in WAYS} == {*Ending}


@pytest.mark.parametrize(("way", "ending", "ranks"), WAYS)
async def test_the_result_is_stored_when_the_match_ends(
    house: House, way: Callable[[House, int], Awaitable[None]], ending: Ending, ranks: Ranks
) -> None:
    key = await house.match(komi=0)
    before = await stored(house, key)
    assert (before.ending, before.ranks) == (None, None)
    await way(house, key)
    after = await stored(house, key)
    assert (after.ending, after.ranks) == (ending, ranks)


async def test_nobody_takes_a_turn_after_the_end(house: House) -> None:
    """So a result that is stored never changes."""
    key = await house.match(komi=0)
    await by_score(house, key)
    for text in ("undo", "back", "ask undo", "resign", "void", "adjudged 1"):
        with refused(ServiceRefusal.MATCH_OVER):
            await house.service.matches.take(key, ADA, text, event_id=next(house.event_ids))


async def test_a_game_of_three_ranks_everybody(house: House) -> None:
    live = await begin(house)
    for user in live.players[:2]:
        await house.service.matches.resign(live.id, user, event_id=next(house.event_ids))
    assert (await stored(house, live.id)).ranks == (3, 2, 1)


async def test_the_rank_of_a_seat_is_that_of_the_computer_that_took_it_over(house: House) -> None:
    live = await left_to_a_computer(house)
    seat = live.left_by.index(CY)
    moderation, event_id = Moderation(house.service), next(house.event_ids)
    await moderation.adjudicate(live.id, 8, "x", winner=seat, event_id=event_id)
    after = await stored(house, live.id)
    assert (after.players[seat], after.left_by[seat]) == (KEIL, CY)
    assert after.ranks is not None
    assert after.ranks[seat] == 1


# --- matches that ended before results were stored ---


def forget(tx: Transaction) -> None:
    """Leave the database as a migration does."""
    tx.connection.execute(sa.update(match).where(match.c.id > 0).values(ending=None))
    tx.connection.execute(sa.update(player).where(player.c.match > 0).values(rank=None))


async def unresolved(house: House) -> list[int]:
    shards = house.service.process_shards.assigned
    return await house.store.read(lambda tx: tx.matches.unresolved(shards))


async def ended_in_all_ways(house: House) -> dict[int, tuple[Ending, Ranks]]:
    """A match for each of `WAYS`, and one that runs, in a database as a migration leaves it."""
    made: dict[int, tuple[Ending, Ranks]] = {}
    for way, ending, ranks in WAYS:
        key = await house.match(komi=0, channel_id=PLACE + len(made))
        await way(house, key)
        made[key] = ending, ranks
    await house.match(komi=0, channel_id=1)
    await house.store.write(forget)
    house.service.matches.cache.clear()
    assert sorted(await unresolved(house)) == [*made]
    return made


async def test_missing_results_are_worked_out(house: House) -> None:
    made = await ended_in_all_ways(house)
    await house.service.results.work_out()
    found = {key: await stored(house, key) for key in made}
    assert {key: (one.ending, one.ranks) for key, one in found.items()} == made
    assert await unresolved(house) == []


async def test_broken_off_it_goes_on_at_the_next_start(
    house: House, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    made = await ended_in_all_ways(house)
    monkeypatch.setattr(results, "BATCH", 4)
    *_, late, _ = reversed(made)  # the newest come first

    def end_of(tx: Transaction, one: StoredMatch) -> End | None:
        if one.id == late:
            raise OSError("the disk is full")
        return replay(tx, one)

    replay = house.service.matches.cache.end_of
    with monkeypatch.context() as patched:
        patched.setattr(house.service.matches.cache, "end_of", end_of)
        await house.service.results.work_out()
    assert "the disk is full" in caplog.text
    assert sorted(await unresolved(house)) == [*made][:3]
    await house.service.results.work_out()
    assert await unresolved(house) == []


async def test_a_match_that_cannot_be_read_holds_up_no_other(house: House) -> None:
    made = await ended_in_all_ways(house)
    unknown = next(iter(made))
    rules = sa.update(match).where(match.c.id == unknown)
    await house.store.write(lambda tx: tx.connection.execute(rules.values(ruleset="of 2030")))
    await house.service.results.work_out()
    assert await unresolved(house) == [unknown]
    await house.store.write(
        lambda tx: tx.connection.execute(rules.values(ruleset=KEIL_GAME.ruleset))
    )
    await house.service.results.work_out()
    assert await unresolved(house) == []


async def test_processes_share_the_work_by_their_shards(house: House) -> None:
    await ended_in_all_ways(house)
    mine, other = (
        House(house.store, process_shards=ProcessShards(Shards((number,), 2))) for number in (0, 1)
    )
    assert Shards((0,), 2).cover(SERVER)
    await other.service.results.work_out()
    assert len(await unresolved(house)) == len(WAYS)
    await mine.service.results.work_out()
    assert await unresolved(house) == []


OVER = [
    (run, stop)
    for run, stop in STOPS
    if any(row["deadline"] is None for row in rows_at(run, stop).get("match", ()))
]


@pytest.mark.parametrize(("run", "stop"), OVER)
async def test_a_database_that_is_carried_over_gets_the_results(
    run: str, stop: str, tmp_path: Path
) -> None:
    url = url_for_new(tmp_path / "keil.db")
    engine = sa.create_engine(url.replace("+aiosqlite", ""), poolclass=sa.NullPool)
    make_schema_of_before(engine)
    with engine.begin() as connection:
        fill(connection, rows_at(run, stop))
    async with Store.open(url) as store:
        house = House(store)
        assert await unresolved(house) != []
        await house.service.results.work_out()
        assert await unresolved(house) == []
        await store.read(lambda tx: check_results(tx, house))


async def test_the_bot_does_that_after_its_start(process: Process) -> None:
    async with process() as table:
        live = await table.service.matches.live(
            match_of(await table.begin(ADA_THERE, BO_THERE, komi=0))
        )
        await table.service.matches.resign(live.id, live.players[0], event_id=1)
        await table.store.write(forget)
    async with process() as table:

        async def is_there() -> bool:
            found = await table.service.matches.stored(live.id)
            return found is not None and found.ranks == (2, 1)

        await table.until(is_there)
