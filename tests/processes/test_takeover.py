"""A process dies or stands still, and another one goes on; the first one comes back."""

import asyncio
import signal
from collections.abc import AsyncGenerator, Callable
from pathlib import Path
from typing import Any

import pytest
import sqlalchemy as sa

from bot.playground.driver import Driver, Held
from tests.bot.table import ply_of
from tests.campaign.processes import PATIENCE
from tests.postgresql import Cluster
from tests.processes.fleet import Fleet, fleet, split
from tests.stores import ON_A_SERVER

pytestmark = ON_A_SERVER

FIRST, SECOND = 0, 1
"""Two processes, with one of two shards each; server S0 is on the shard of the first."""
HERE, ELSEWHERE = "S0/games", "S1/games"
ADA, BO = "Ada", "Bo"


@pytest.fixture
async def both(cluster: Cluster, tmp_path: Path) -> AsyncGenerator[Fleet]:
    """Two processes that are connected."""
    async with fleet(tmp_path, cluster, split(2, 2)) as made:
        await made.driver.patience(60)
        await made.up()
        yield made


async def until(holds: Callable[[], Any]) -> None:
    """Wait until something holds."""
    async with asyncio.timeout(PATIENCE):
        while not holds():  # noqa: ASYNC110 - has no single event
            await asyncio.sleep(0.02)


async def begun(made: Fleet, channel: str = HERE) -> tuple[int, list[str]]:
    """A game of Ada and Bo on the smallest board: its number, and who moves first and second."""
    driver = made.driver
    options = {"opponent": BO, "size": 3, "komi": 0}
    await driver.slash(ADA, channel, "challenge keil", options)
    card = await driver.wait_for_message(channel, lambda m: "challenges" in m["content"])
    await driver.click(BO, card, "Accept")
    board = await driver.wait_for_message(channel, lambda m: bool(ply_of(m)))
    match, ply = ply_of(board) or (0, 0)
    assert ply == 0
    first = board["mentions"][0]["global_name"]
    return match, [first, BO if first == ADA else ADA]


async def play(made: Fleet, who: str, move: str, channel: str = HERE, **options: str) -> str:
    """What the player is told."""
    answer = await made.driver.slash(who, channel, "play", {"move": move, **options})
    if answer.kind == "deferred":
        return str((await made.driver.original(answer))["content"])
    return answer.text


async def reply(made: Fleet, who: str, move: str) -> None:
    """A move whose board is a message of the bot's own: it answers no interaction."""
    board = await made.driver.wait_for_message(HERE, lambda m: bool(ply_of(m)))
    await made.driver.say(who, HERE, f"<@{made.shown.bot}> {move}", reply_to=board)


async def shown(made: Fleet, channel: str = HERE) -> list[tuple[int, bool]]:
    """The boards in the channel: after how many turns, and whether they have buttons."""
    found = [(ply_of(m), bool(m["components"])) for m in await made.driver.messages(channel)]
    return [(board[1], buttons) for board, buttons in found if board]


async def until_shown(made: Fleet, *plies: int, channel: str = HERE) -> None:
    """Wait until these boards are in the channel, each once, and only the newest has buttons."""
    wanted = [(ply, ply == plies[-1]) for ply in plies]
    async with asyncio.timeout(PATIENCE):
        while (now := await shown(made, channel)) != wanted:
            assert [ply for ply, _ in now] == sorted({ply for ply, _ in now}), now
            await asyncio.sleep(0.05)


async def held_board(made: Fleet, *, applied: bool) -> Held:
    """Hold the next post on S0, before or after Discord has it."""
    driver: Driver = made.driver
    overview = await driver.overview()
    (here,) = (guild for guild in overview["guilds"] if guild["name"] == "S0")
    (channel,) = (c["id"] for c in here["channels"] if c["name"] == "games")
    route = f"POST /channels/{channel}/messages"
    return await (driver.hold_after(route) if applied else driver.hold_before(route))


def holder(made: Fleet) -> str:
    """Which process sends the posts of the first shard."""
    rows = made.stored.run("SELECT holder FROM shard WHERE number = 0 AND count = 2")
    return str(rows[0][0])


async def taken_over(made: Fleet, since: str) -> None:
    """Wait until another process sends the posts of the first shard."""
    await until(lambda: holder(made) != since)


async def test_a_board_of_a_process_that_died_before_it_sent_it(both: Fleet) -> None:
    _, (first, second) = await begun(both)
    held = await held_board(both, applied=False)
    await reply(both, first, "c3")
    await held.wait_until_held()
    await both.end(FIRST)
    await held.release(drop=True)
    await until_shown(both, 0, 1)
    await both.up()
    assert (await play(both, second, "b2")).startswith("You played b2.")
    await until_shown(both, 0, 1, 2)


async def test_a_board_of_a_process_that_died_before_it_heard_that_it_was_sent(both: Fleet) -> None:
    _, (first, second) = await begun(both)
    held = await held_board(both, applied=True)
    await reply(both, first, "c3")
    await held.wait_until_held()
    await both.end(FIRST)
    before = holder(both)
    await held.release()
    await taken_over(both, before)
    await until_shown(both, 0, 1)
    await both.up()
    await play(both, second, "b2")
    await until_shown(both, 0, 1, 2)


async def test_a_board_whose_request_comes_through_after_another_process_has_sent_it(
    both: Fleet,
) -> None:
    """Both requests have the same nonce."""
    _, (first, second) = await begun(both)
    held = await held_board(both, applied=False)
    await reply(both, first, "c3")
    await held.wait_until_held()
    await both.end(FIRST)
    await until_shown(both, 0, 1)
    await held.release()
    await both.up()
    await play(both, second, "b2")
    await until_shown(both, 0, 1, 2)


async def test_a_process_that_comes_back_while_another_one_sends_its_board(both: Fleet) -> None:
    _, (first, second) = await begun(both)
    lost = await held_board(both, applied=False)
    await reply(both, first, "c3")
    await lost.wait_until_held()
    await both.end(FIRST)
    held = await held_board(both, applied=False)
    await lost.release(drop=True)
    await held.wait_until_held()  # the second one sends it
    before = holder(both)
    await both.launch(FIRST)
    await taken_over(both, before)
    assert await both.connected()
    await until_shown(both, 0, 1)
    await held.release()
    await play(both, second, "b2")
    await until_shown(both, 0, 1, 2)


async def test_a_process_that_stood_still_wakes_up_after_its_lease(both: Fleet) -> None:
    _, (first, second) = await begun(both)
    held = await held_board(both, applied=False)
    await reply(both, first, "c3")
    await held.wait_until_held()
    before = holder(both)
    both.bots[FIRST].send(signal.SIGSTOP)
    await taken_over(both, before)
    await until_shown(both, 0, 1)
    both.bots[FIRST].send(signal.SIGCONT)
    await held.release()
    await until(lambda: holder(both) == before)  # it takes its shard back
    await play(both, second, "b2")
    await until_shown(both, 0, 1, 2)


async def test_a_process_that_stands_still_in_the_middle_of_a_transaction_is_replaced(
    both: Fleet,
) -> None:
    """It has just changed the row with its lease, which nobody else can change until that ends."""
    row = sa.text("SELECT 1 FROM shard WHERE number = 0 FOR UPDATE")
    waits = sa.text("SELECT count(*) FROM pg_stat_activity WHERE wait_event_type = 'Lock'")
    _, (first, second) = await begun(both)
    before = holder(both)
    engine = sa.create_engine(both.url.replace("postgresql:", "postgresql+psycopg:"))
    with engine.connect() as ours, engine.connect() as other:
        other.execution_options(isolation_level="AUTOCOMMIT")
        ours.execute(row)  # the next renewal waits for us
        await until(lambda: other.execute(waits).scalar_one())
        both.bots[FIRST].send(signal.SIGSTOP)
        ours.rollback()
    engine.dispose()
    await taken_over(both, before)
    both.bots[FIRST].send(signal.SIGCONT)
    await until(lambda: holder(both) == before)
    await play(both, first, "c3")
    await play(both, second, "b2")
    await until_shown(both, 0, 1, 2)


async def test_a_match_that_another_process_has_ended_is_over_for_the_first_one(
    both: Fleet,
) -> None:
    """It was in the memory of the first one, which stood still when the time was over."""
    match, (first, second) = await begun(both)
    await play(both, first, "c3")
    await until_shown(both, 0, 1)
    both.bots[FIRST].send(signal.SIGSTOP)
    now_us = "CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)"
    both.stored.run(f'UPDATE "match" SET deadline = {now_us} WHERE id = ?', (match,))
    await until_shown(both, 0, 1, 2)  # with buttons for another game
    both.bots[FIRST].send(signal.SIGCONT)
    assert "over" in await play(both, second, "b2", game=str(match))
    assert both.stored.plies()[match] == 2


async def test_a_time_that_is_over_when_its_process_has_died_waits_for_the_lease_only(
    cluster: Cluster, tmp_path: Path
) -> None:
    """Whoever takes over looks at once, not in its next round."""
    async with fleet(tmp_path, cluster, split(2, 2)) as made:
        await made.driver.patience(60)
        for number in (FIRST, SECOND):
            await made.launch(number, ROUND="600")
        assert await made.connected()
        match, (first, _) = await begun(made)
        await play(made, first, "c3")
        await until_shown(made, 0, 1)
        await made.end(FIRST)
        now_us = "CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)"
        made.stored.run(f'UPDATE "match" SET deadline = {now_us} WHERE id = ?', (match,))
        await until_shown(made, 0, 1, 2)


async def test_a_start_ends_no_game_of_servers_on_the_shards_of_others(both: Fleet) -> None:
    await begun(both, HERE)
    match, (first, _) = await begun(both, ELSEWHERE)
    await both.end(FIRST)
    await both.launch(FIRST)
    assert await both.connected()
    assert (await play(both, first, "c3", ELSEWHERE)).startswith("You played c3.")
    await until_shown(both, 0, 1, channel=ELSEWHERE)
    assert both.stored.plies()[match] == 1


async def test_time_is_given_back_only_where_people_could_not_play(both: Fleet) -> None:
    here, _ = await begun(both, HERE)
    elsewhere, _ = await begun(both, ELSEWHERE)
    hour = 3_600_000_000
    now_us = "CAST(extract(epoch FROM clock_timestamp()) * 1000000 AS bigint)"
    both.stored.run(f'UPDATE "match" SET deadline = {now_us} + {hour}')
    await both.end(FIRST)
    both.stored.run("UPDATE shard SET seen = seen - 1000000000 WHERE number = 0")
    both.stored.run('UPDATE "match" SET remind = NULL')
    before = dict(both.stored.run('SELECT id, deadline FROM "match"'))
    await both.launch(FIRST)
    assert await both.connected()
    after = dict(both.stored.run('SELECT id, deadline FROM "match"'))
    assert after[elsewhere] == before[elsewhere]
    assert after[here] - before[here] >= 1_000_000_000


async def test_of_two_processes_for_a_shard_one_goes_on_when_its_lock_is_lost(
    cluster: Cluster, tmp_path: Path
) -> None:
    """The second one waits for the end of the first, and may be faster when the lock is free."""
    locks = "pg_locks WHERE locktype = 'advisory' AND granted AND database ="
    locks += " (SELECT oid FROM pg_database WHERE datname = current_database())"
    async with fleet(tmp_path, cluster, split(1, 1) * 2, checked=False) as made:
        one = await made.launch(0)
        assert await made.connected()
        other = await made.launch(1)
        await until(lambda: "waiting for its end" in made.logged(1))
        made.stored.run(
            f"SELECT pg_terminate_backend(pid) FROM (SELECT DISTINCT pid FROM {locks}) AS a"
        )
        await until(lambda: made.stored.run(f"SELECT count(*) FROM {locks}")[0][0] >= 3)
        if "ready" in made.logged(1) or not one.alive:
            assert await one.status() == 0
        await made.driver.wait_connected(shards=1)
        await until(lambda: one.alive != (other.alive and "ready" in made.logged(1)))
