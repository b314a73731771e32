"""What Discord and clocks do to the outbox: no post is doubled or lost."""

import asyncio
from datetime import timedelta
from pathlib import Path
from time import monotonic
from typing import Any

import pytest

from bot.chat.delivery import sending_attempts
from bot.playground.driver import SEND, Driver
from bot.playground.server import Playground
from engine.games import all_games
from tests.bot.channel_messages import LONG, PAUSE, beside, boards
from tests.bot.chat.play.test_attacks import sql
from tests.bot.pauses import pause_for
from tests.bot.posted_boards import HISTORY, next_request, only_the_newest_has_buttons
from tests.bot.table import ADA, BO, GAMES, Clock, Table, hurry, labels, ply_of, seated
from tests.crash.table import NONCE_FORGOTTEN
from tests.stores import ONLY_SQLITE

# Most of them wait for what must not happen.
pytestmark = [pytest.mark.slow, pytest.mark.storage]


# --- exactly once ---


async def test_a_board_is_not_doubled_where_the_history_may_not_be_read(soon: Table) -> None:
    """Wait, or post once."""
    await soon.begin_small()
    live = await soon.service.matches.live(1)
    held = await soon.driver.hold_after(SEND)
    await soon.service.matches.play(1, live.players[0], "c3", event_id=5)
    await held.wait_until_held()
    await soon.driver.permit(GAMES, deny=["read_message_history"])
    await soon.driver.move_clock(NONCE_FORGOTTEN)
    await held.release(drop=True)
    await asyncio.sleep(20 * PAUSE)
    assert await boards(soon) == [0, 1]


async def test_a_wrong_clock_doubles_no_first_card(soon: Table) -> None:
    """Also the first post of a channel is found."""
    soon.clock.pass_by(timedelta(hours=1))
    held = await soon.driver.hold_after(SEND)
    await soon.driver.slash(ADA, GAMES, "challenge keil", {"opponent": BO})
    await held.wait_until_held()
    await soon.driver.move_clock(NONCE_FORGOTTEN)
    await held.release(drop=True)
    await asyncio.sleep(20 * PAUSE)
    cards = [m for m in await soon.driver.messages(GAMES) if "challenges" in m["content"]]
    assert len(cards) == 1


async def test_a_board_is_found_although_newer_messages_are_in_other_channels(soon: Table) -> None:
    """A search goes back to the newest message that is known in the channel itself."""
    await soon.begin_small()
    live = await soon.service.matches.live(1)
    held = await soon.driver.hold_after(SEND)
    await soon.service.matches.play(1, live.players[0], "c3", event_id=5)
    await held.wait_until_held()
    await beside(soon).begin(ADA, BO, size=3)
    await soon.driver.move_clock(NONCE_FORGOTTEN)
    await held.release(drop=True)
    await soon.all_posted()
    assert await boards(soon) == [0, 1]


async def test_a_search_reads_no_more_than_it_must(soon: Table) -> None:
    """Few requests, from the newest message back."""
    await soon.begin_small()
    live = await soon.service.matches.live(1)
    for number in range(450):
        await soon.driver.say(ADA, GAMES, f"talk {number}")
    await soon.driver.move_clock(1000.0)
    soon.clock.pass_by(timedelta(seconds=1000))
    route = "GET /channels/{channel_id}/messages"
    before = len(await soon.driver.requests(route))
    await soon.driver.drop_next(SEND, applied=True)
    await soon.service.matches.play(1, live.players[0], "c3", event_id=5)
    await soon.board(1)
    await asyncio.sleep(10 * PAUSE)
    assert await boards(soon) == [0, 1]
    assert len(await soon.driver.requests(route)) - before <= 2


async def test_a_bad_request_of_a_proxy_loses_no_board(soon: Table) -> None:
    """A 400 that is not Discord's JSON is tried again, like a proxy's 404."""
    await soon.begin_small()
    live = await soon.service.matches.live(1)
    await soon.driver.fail_next(SEND, 400, body={})
    await soon.service.matches.play(1, live.players[0], "c3", event_id=5)
    await soon.board(1)


async def test_what_is_too_late_for_another_attempt_may_have_been_sent_by_the_first(
    soon: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord may have carried out what it answered with an error: it is looked for."""
    _, black, _ = await soon.begin_small()
    # discord.py waits for a second
    monkeypatch.setattr(sending_attempts, "FRESH", timedelta(seconds=0.5))
    since = await next_request(soon)
    await soon.driver.fail_next(SEND, 502)
    await soon.play(black, "c3")
    await soon.board(1)
    await only_the_newest_has_buttons(soon)
    assert await soon.driver.requests(HISTORY, since=since)
    assert await boards(soon) == [0, 1]


async def test_a_search_that_hangs_is_given_up_like_any_request(
    soon: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After `LONGEST`."""
    monkeypatch.setattr(sending_attempts, "LONGEST", 0.5)
    await soon.begin_small()
    live = await soon.service.matches.live(1)
    await soon.driver.drop_next(SEND, applied=False)
    await soon.driver.hang_next("GET /channels/{channel_id}/messages")
    await soon.service.matches.play(1, live.players[0], "c3", event_id=5)
    await soon.board(1)


async def test_a_board_that_arrives_after_the_search_for_it_keeps_no_buttons(
    soon: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows how late a request that was given up is carried out. Its nonce is known then."""
    monkeypatch.setattr(sending_attempts, "LONGEST", 0.5)
    _, black, white = await soon.begin_small()
    held = await soon.driver.hold_before(SEND)
    await soon.play(black, "c3")
    await held.wait_until_held()
    await soon.play(white, "b2")
    newest = await soon.board(2)
    await held.release()
    sends = await soon.driver.requests(SEND)
    await soon.until(lambda: _answered(soon, len(sends)))
    shown = [m for m in await soon.public() if ply_of(m) is not None]
    assert [ply_of(message) for message in shown] == [(1, 0), (1, 1), (1, 2)]
    assert [bool(labels(message)) for message in shown[1:]] == [False, True]
    assert shown[-1]["id"] == newest["id"]


async def _answered(table: Table, count: int) -> bool:
    """Whether this many posts have an answer, given up or not."""
    sends = await table.driver.requests(SEND)
    return sum(send["status"] is not None for send in sends) >= count


@ONLY_SQLITE
async def test_a_message_from_before_a_backup_was_restored_is_not_taken_for_a_new_board(
    playground: Playground, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only messages since the post was stored can be it."""
    pause_for(monkeypatch, PAUSE)
    await hurry(driver)
    clock, database = Clock(), tmp_path / "keil.db"
    async with seated(playground, driver, all_games(), database, clock=clock) as table:
        _, black, _ = await table.begin_small(time="30d")
    backup = await asyncio.to_thread(database.read_bytes)
    async with seated(playground, driver, all_games(), database, clock=clock) as table:
        await table.moves((black, "c3"))
    await asyncio.to_thread(database.write_bytes, backup)
    day = timedelta(days=1)
    await driver.move_clock(day.total_seconds())
    clock.pass_by(day)
    async with seated(playground, driver, all_games(), database, clock=clock) as table:
        await driver.drop_next(SEND, applied=False)
        assert (await table.play(black, "b1")).text.startswith("You played b1")
        await asyncio.sleep(20 * PAUSE)
        newest = [m["content"] for m in await table.public() if ply_of(m) == (1, 1)]
        assert len(newest) == 2


# --- pauses ---


async def test_a_post_that_cannot_be_made_is_not_tried_after_every_post_elsewhere(
    table: Table, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """What our own code cannot make waits for its own pause."""
    pause_for(monkeypatch, LONG)
    await table.begin_small()
    other = beside(table)
    await other.begin(ADA, BO, size=3)
    await sql(
        tmp_path,
        "UPDATE match SET ruleset = 'forgotten' WHERE id = 2",
        "UPDATE message SET shown = 0, begun = 0, message = NULL WHERE match = 2",
    )
    table.service.matches.cache.clear()  # as after an update with other rules

    def tried() -> int:
        return sum("cannot be made" in record.getMessage() for record in caplog.records)

    async def once() -> bool:
        return tried() >= 1

    await table.until(once)
    await asyncio.sleep(0.2)
    before = tried()
    black, white = await table.players(1)
    await table.moves((black, "b1"), (white, "a1"), match=1)
    await asyncio.sleep(0.5)
    assert tried() == before


async def test_an_attempt_that_fails_slowly_is_followed_by_a_pause_and_a_warning(
    table: Table, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """The timer's rounds are no news."""
    pause_for(monkeypatch, LONG)
    await table.begin_small()
    live = await table.service.matches.live(1)
    sender = table.client.delivery._sender
    usual, attempts = sender._prepared, list[float]()

    async def slow(one: Any) -> Any:
        del one
        attempts.append(monotonic())
        await asyncio.sleep(0.5)  # ten rounds of this timer
        raise OSError("away")

    monkeypatch.setattr(sender, "_prepared", slow)
    await table.service.matches.play(1, live.players[0], "c3", event_id=5)
    await asyncio.sleep(2.4)
    monkeypatch.setattr(sender, "_prepared", usual)
    warnings = [r for r in caplog.records if "cannot be made" in r.getMessage()]
    assert warnings
    assert len(attempts) <= 2
