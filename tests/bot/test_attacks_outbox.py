"""What Discord, operators and time do to the outbox, to late answers and to channels that go."""

import asyncio
import fcntl
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE
from collections.abc import AsyncGenerator
from datetime import timedelta
from pathlib import Path
from time import monotonic
from typing import Any
from unittest.mock import Mock

import discord
import pytest
from discord import app_commands

from bot.chat import outbox, pauses, responses
from bot.chat.gone_channels import GONE_AFTER
from bot.chat.waiting import DISCORD_WAITS
from bot.cli.log import _one_line_for_a_lost_connection
from bot.playground.driver import CALLBACK, EDIT, FOLLOW_UP, SEND, Driver
from bot.playground.server import Playground
from bot.storage.database import StorageError
from engine.games import all_games
from engine.match import Ending
from tests.bot.table import ADA, BO, CY, GAMES, Clock, Json, Table, hurry, labels, ply_of, seated
from tests.bot.test_attacks import sql
from tests.bot.test_departures import how_it_ended, server
from tests.bot.test_stopping import LONG_ENOUGH, ended, program
from tests.contract import ROOT
from tests.crash.table import NONCE_FORGOTTEN
from tests.stores import ONLY_SQLITE

# Most of them wait for what must not happen.
pytestmark = [pytest.mark.slow, pytest.mark.storage]

PAUSE = 0.1
LONG = 300.0
"""Seconds: longer than any test."""
OTHER = "#general"
UNKNOWN_CHANNEL: Json = {"message": "Unknown Channel", "code": 10003}


@pytest.fixture
async def soon(
    playground: Playground, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> AsyncGenerator[Table]:
    """A table whose outbox tries again soon, and sends channel messages only."""
    for name in ("SHORTEST_PAUSE", "LONGEST_PAUSE", "LONGEST_AFTER_REFUSAL"):
        monkeypatch.setattr(pauses, name, PAUSE)
    await hurry(driver)
    database = tmp_path / "keil.db"
    async with seated(playground, driver, all_games(), database, follow_ups=False) as made:
        yield made


async def boards(table: Table) -> list[int]:
    """The plies of all boards in the channel."""
    return [ply[1] for m in await table.driver.messages(table.channel) if (ply := ply_of(m))]


async def count(table: Table, route: str, channel: str) -> int:
    """How many requests there have been for this channel."""
    return len([r for r in await table.driver.requests(route) if channel in r["path"]])


def beside(table: Table) -> Table:
    """The same bot in another channel."""
    return Table(table.driver, table.client, table.service, table.store, table.clock, OTHER)


# --- channels that go away ---


async def test_the_buttons_in_a_deleted_channel_are_let_be(soon: Table) -> None:
    """Nothing is asked of a channel that is known to be deleted."""
    card = await soon.challenge(ADA, BO)
    await soon.driver.remove_channel(GAMES)

    async def expired() -> bool:
        found = await soon.service.challenges.stored(1)
        return found is not None and found.state == "expired"

    await soon.until(expired)
    await asyncio.sleep(5 * PAUSE)
    before = await count(soon, EDIT, card["channel_id"])
    await asyncio.sleep(20 * PAUSE)
    assert await count(soon, EDIT, card["channel_id"]) - before <= 1


async def test_the_posts_of_a_deleted_channel_are_given_up(soon: Table) -> None:
    """A channel whose deletion Discord has announced gets no more requests."""
    _, black, _ = await soon.begin_small()
    channel = str((await soon.service.matches.live(1)).channel_id)
    await soon.driver.permit(GAMES, deny=["send_messages"])
    await soon.play(black, "c3")
    await soon.driver.remove_channel(GAMES)

    async def over() -> bool:
        return await how_it_ended(soon) is Ending.GONE

    await soon.until(over)
    await asyncio.sleep(5 * PAUSE)
    before = await count(soon, SEND, channel)
    await asyncio.sleep(20 * PAUSE)
    assert await count(soon, SEND, channel) - before <= 1


async def test_the_buttons_in_a_channel_that_went_while_the_bot_was_away_are_let_be(
    playground: Playground, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nothing is to be posted there, so that only the buttons show that the channel is gone."""
    for name in ("SHORTEST_PAUSE", "LONGEST_PAUSE", "LONGEST_AFTER_REFUSAL"):
        monkeypatch.setattr(pauses, name, PAUSE)
    await hurry(driver)
    clock, database = Clock(), tmp_path / "keil.db"
    async with seated(playground, driver, all_games(), database, clock=clock) as table:
        await table.challenge(ADA, BO)
    await driver.remove_channel(GAMES)
    clock.pass_by(timedelta(hours=25))  # the challenge expires
    since = (await driver.requests())[-1]["n"] + 1
    async with seated(playground, driver, all_games(), database, clock=clock) as table:
        await driver.wait_for_requests(EDIT, since=since)
        clock.pass_by(2 * GONE_AFTER)

        async def let_be() -> bool:
            return not await table.store.read(lambda tx: tx.posts.channels_to_serve())

        await table.until(let_be)


async def test_a_board_that_waited_on_a_server_that_left_does_not_call_for_a_move_later(
    soon: Table,
) -> None:
    """The match has ended as gone, so its waiting board is not posted when we return."""
    _, black, _ = await soon.begin_small()
    guild = await server(soon)
    await soon.driver.permit(GAMES, deny=["send_messages"])
    await soon.play(black, "c3")
    await soon.driver.remove_person(guild)

    async def over() -> bool:
        return await how_it_ended(soon) is Ending.GONE

    await soon.until(over)
    await soon.driver.permit(GAMES, allow=["send_messages"])
    await soon.driver.join(guild)
    await asyncio.sleep(20 * PAUSE)
    late = [m for m in await soon.driver.messages(GAMES) if ply_of(m) == (1, 1)]
    assert not [m for m in late if labels(m) or m["mentions"]]


async def test_a_channel_that_was_found_in_between_is_not_gone(
    soon: Table,
) -> None:
    """The ten minutes begin anew after an answer that shows that the channel exists."""
    thread = await soon.driver.create_thread(GAMES, "a game", ADA)
    soon.channel = thread["id"]
    _, black, white = await soon.begin_small()
    await soon.driver.fail_next(SEND, 404, body=UNKNOWN_CHANNEL)
    await soon.driver.drop_next(SEND, applied=True)
    since = len(await soon.driver.requests(SEND))
    await soon.play(black, "c3")
    await soon.board(1)

    async def stored() -> bool:
        return await soon.service.matches.newest_board(1) is not None and bool(
            await soon.driver.requests(SEND)
        )

    await soon.until(stored)
    assert len(await soon.driver.requests(SEND)) - since == 2  # found, not sent again
    await asyncio.sleep(5 * PAUSE)
    soon.clock.pass_by(timedelta(hours=5))
    await soon.driver.archive_thread(thread["id"])

    async def is_forgotten() -> bool:
        return not any(guild.threads for guild in soon.client.guilds)

    await soon.until(is_forgotten)
    await soon.driver.fail_next(SEND, 404, body=UNKNOWN_CHANNEL)
    await soon.driver.fail_next("GET /channels/{channel_id}", 404, body=UNKNOWN_CHANNEL)
    await soon.play(white, "a1")
    await asyncio.sleep(10 * PAUSE)
    assert await how_it_ended(soon) is None


async def test_an_outage_that_hides_the_whole_server_ends_no_games(soon: Table) -> None:
    """While Discord calls a server unavailable, none of its channels is gone."""
    await soon.begin_small()
    guild = await server(soon)
    state = soon.client._connection
    state._remove_guild(soon.client.guilds[0])
    state._add_guild_from_data({"id": guild, "unavailable": True})  # pyright: ignore[reportArgumentType]
    assert soon.client.guilds[0].unavailable
    await soon.driver.fail_next(SEND, 404, times=1000, body=UNKNOWN_CHANNEL)
    await soon.driver.fail_next("GET /channels/{channel_id}", 404, times=1000, body=UNKNOWN_CHANNEL)
    await soon.service.matches.play(
        1, (await soon.service.matches.live(1)).players[0], "c3", event_id=5
    )
    soon.client.notify_outbox((await soon.service.matches.live(1)).channel_id)
    for _ in range(2):
        await soon.time_passes(GONE_AFTER)
        await asyncio.sleep(3 * PAUSE)
    assert await how_it_ended(soon) is None


async def test_a_server_that_left_while_the_bot_was_away_is_not_asked_for_ever(
    playground: Playground, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that the bot is not on any more ends its games as if the bot had seen it go."""
    for name in ("SHORTEST_PAUSE", "LONGEST_PAUSE", "LONGEST_AFTER_REFUSAL"):
        monkeypatch.setattr(pauses, name, PAUSE)
    await hurry(driver)
    clock, database = Clock(), tmp_path / "keil.db"
    async with seated(playground, driver, all_games(), database, clock=clock) as table:
        _, black, _ = await table.begin_small(time="1h")
        await table.moves((black, "c3"))
        guild = await server(table)
    await driver.remove_person(guild)
    async with seated(playground, driver, all_games(), database, clock=clock) as table:

        async def over() -> bool:
            return await how_it_ended(table) is not None

        await table.until(over)
        assert await how_it_ended(table) is Ending.GONE


async def test_players_hear_of_games_that_ended_before_a_fault(
    soon: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Every game that has ended with its channel is told to its players."""
    channel_id = int((await soon.begin(ADA, BO, size=3))["channel_id"])
    await soon.begin(ADA, BO, size=3)
    matches = soon.service.matches
    usual, calls = matches._close, list[int]()

    async def fails_once(match_id: int) -> Any:
        calls.append(match_id)
        if len(calls) == 2:
            raise StorageError("disk is full")
        return await usual(match_id)

    monkeypatch.setattr(matches, "_close", fails_once)
    told: list[int] = []

    async def on_channel_gone(ended: list[Any]) -> None:
        told.extend(live.id for live in ended)

    soon.client.add_listener(on_channel_gone)
    await soon.driver.remove_channel(GAMES)

    async def failed() -> bool:
        return len(calls) >= 2

    await soon.until(failed)
    soon.client.dispatch("channel_gone", await matches.close_channel(channel_id))  # as the outbox
    await asyncio.sleep(3 * PAUSE)
    assert sorted(told) == [1, 2]


async def test_players_of_many_games_hear_of_their_end_and_keep_nobody_from_it(
    table: Table,
) -> None:
    """Everybody is told, in messages that Discord takes."""
    await table.begin(ADA, BO, size=3)
    await table.begin(BO, CY, size=3)
    many, one = [await table.service.matches.live(match) for match in (1, 2)]
    channel = str(many.channel_id)
    table.client.dispatch("channel_gone", [*[many] * 400, one])

    async def all_told() -> bool:
        sends = await table.driver.requests(SEND)
        return len([r for r in sends if channel not in r["path"] and r["status"] == 200]) >= 3

    await table.until(all_told)


# --- permissions that come back ---


async def test_a_thread_that_is_opened_again_gets_its_board_at_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py forgets a thread that is archived; only the raw event tells of it."""
    for name in ("SHORTEST_PAUSE", "LONGEST_PAUSE", "LONGEST_AFTER_REFUSAL"):
        monkeypatch.setattr(pauses, name, LONG)
    thread = await table.driver.create_thread(GAMES, "a game", ADA)
    table.channel = thread["id"]
    await table.begin_small()
    live = await table.service.matches.live(1)
    await table.driver.archive_thread(thread["id"], locked=True)
    since = (await table.driver.requests())[-1]["n"] + 1
    await table.service.matches.play(1, live.players[0], "c3", event_id=5)
    table.client.notify_outbox(live.channel_id)

    async def refused() -> bool:
        sends = await table.driver.requests(SEND, since=since)
        return bool(sends) and sends[0]["status"] in (400, 403)

    await table.until(refused)
    await asyncio.sleep(0.2)
    await table.driver.archive_thread(thread["id"], archived=False)
    await table.board(1)


async def test_the_last_board_comes_at_once_with_the_permission_too(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game is over, and its channel waits for nothing else."""
    for name in ("SHORTEST_PAUSE", "LONGEST_PAUSE", "LONGEST_AFTER_REFUSAL"):
        monkeypatch.setattr(pauses, name, LONG)
    await table.begin_small()
    live = await table.service.matches.live(1)
    await table.driver.permit(GAMES, deny=["send_messages"])
    since = (await table.driver.requests())[-1]["n"] + 1
    await table.service.matches.resign(1, live.players[0], event_id=5)
    table.client.notify_outbox(live.channel_id)

    async def refused() -> bool:
        sends = await table.driver.requests(SEND, since=since)
        return bool(sends) and sends[0]["status"] == 403

    await table.until(refused)
    await asyncio.sleep(0.2)
    await table.driver.permit(GAMES, allow=["send_messages"])
    await table.board(1)


# --- exactly once ---


async def test_a_board_is_not_doubled_where_the_history_may_not_be_read(soon: Table) -> None:
    """Wait, or post once."""
    await soon.begin_small()
    live = await soon.service.matches.live(1)
    held = await soon.driver.hold_after(SEND)
    await soon.service.matches.play(1, live.players[0], "c3", event_id=5)
    soon.client.notify_outbox(live.channel_id)
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
    soon.client.notify_outbox(live.channel_id)
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
    soon.client.notify_outbox(live.channel_id)
    await soon.board(1)


async def test_a_search_that_hangs_is_given_up_like_any_request(
    soon: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After `LONGEST_REQUEST`."""
    monkeypatch.setattr(outbox, "LONGEST_REQUEST", 0.5)
    await soon.begin_small()
    live = await soon.service.matches.live(1)
    await soon.driver.drop_next(SEND, applied=False)
    await soon.driver.hang_next("GET /channels/{channel_id}/messages")
    await soon.service.matches.play(1, live.players[0], "c3", event_id=5)
    soon.client.notify_outbox(live.channel_id)
    await soon.board(1)


async def test_a_board_that_arrives_after_the_search_for_it_keeps_no_buttons(
    soon: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Nobody knows how late a request that was given up is carried out. Its nonce is known then."""
    monkeypatch.setattr(outbox, "LONGEST_REQUEST", 0.5)
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
    for name in ("SHORTEST_PAUSE", "LONGEST_PAUSE"):
        monkeypatch.setattr(pauses, name, PAUSE)
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
    monkeypatch.setattr(pauses, "SHORTEST_PAUSE", LONG)
    monkeypatch.setattr(pauses, "LONGEST_PAUSE", LONG)
    await table.begin_small()
    other = beside(table)
    await other.begin(ADA, BO, size=3)
    there = (await table.service.matches.live(2)).channel_id
    await sql(
        tmp_path,
        "UPDATE match SET ruleset = 'forgotten' WHERE id = 2",
        "UPDATE post SET state = 'waiting', message = NULL WHERE match = 2",
    )
    table.service.matches.cache.clear()  # as after an update with other rules
    table.client.notify_outbox(there)

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
    monkeypatch.setattr(pauses, "SHORTEST_PAUSE", LONG)
    monkeypatch.setattr(pauses, "LONGEST_PAUSE", LONG)
    await table.begin_small()
    live = await table.service.matches.live(1)
    usual, attempts = table.client.outbox._send, list[float]()

    async def slow(claim: Any) -> Any:
        del claim
        attempts.append(monotonic())
        await asyncio.sleep(0.5)  # ten rounds of this timer
        raise OSError("away")

    monkeypatch.setattr(table.client.outbox, "_send", slow)
    await table.service.matches.play(1, live.players[0], "c3", event_id=5)
    table.client.notify_outbox(live.channel_id)
    await asyncio.sleep(2.4)
    monkeypatch.setattr(table.client.outbox, "_send", usual)
    warnings = [r for r in caplog.records if "fails, again in" in r.getMessage()]
    assert warnings
    assert len(attempts) <= 2


# --- late answers ---


async def test_forms_still_open_after_a_clock_was_corrected(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """An acknowledgement that Discord accepts shows that the interaction was in time, so the next
    form opens.
    """
    card = await table.challenge(ADA, BO)
    table.driver.patient = False
    opened = await table.driver.click(BO, card, "Change…")
    assert opened.kind == "modal", opened.text
    monkeypatch.setattr(
        table.client.waiting.delays, "_now", lambda: monotonic() + DISCORD_WAITS + 1
    )
    await table.driver.click(BO, card, "Change…")
    opened = await table.driver.click(BO, card, "Change…")
    assert opened.kind == "modal", opened.text


async def test_an_answer_for_all_whose_answer_is_lost_comes_once(table: Table) -> None:
    """Discord may have posted it, although its answer was lost."""
    _, black, white = await table.begin_small()
    await table.moves((black, "c3"), (white, "a1"))
    shown = await table.command(ADA, "replay", game="1")
    assert shown.message is not None
    monkey = responses.PATIENCE
    responses.PATIENCE = 0.0  # acknowledged first, so that the answer is a follow-up
    try:
        await table.driver.drop_next(FOLLOW_UP, applied=True)
        before = len(await table.public())
        await table.driver.click(ADA, shown.message, "Show to the channel")
        await asyncio.sleep(1.5)
    finally:
        responses.PATIENCE = monkey
    assert len(await table.public()) - before == 1


@pytest.mark.parametrize("applied", [False, True])
async def test_an_acknowledgement_that_is_lost_loses_no_answer(
    table: Table, monkeypatch: pytest.MonkeyPatch, applied: bool
) -> None:
    """The answer comes."""
    monkeypatch.setattr(responses, "PATIENCE", 0.0)
    table.driver.patient = False
    await table.driver.drop_next(CALLBACK, applied=applied)
    answer = await table.command(ADA, "games")

    async def answered() -> bool:
        row = await table.driver.answer(answer)
        return bool(row.text) or bool(await table.driver.followups(answer))

    await table.until(answered)


# --- the program ---


async def test_a_program_that_is_stopped_while_it_waits_leaves_the_database_alone(
    playground: Playground, tmp_path: Path
) -> None:
    """Whoever does not hold the database does not open it."""
    folder = tmp_path / "data"
    folder.mkdir()
    database = folder / "keil.db"
    with database.open("wb") as other:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        async with program(playground, tmp_path) as running:
            assert running.stderr is not None
            async with asyncio.timeout(LONG_ENOUGH):
                while b"waiting for its end" not in await running.stderr.readline():
                    pass
            running.send_signal(signal.SIGTERM)
            await ended(running)
        assert database.stat().st_size == 0


async def test_a_signal_while_it_waits_for_the_database_is_no_failure(
    playground: Playground, tmp_path: Path
) -> None:
    """Exit status 0, like after every signal."""
    folder = tmp_path / "data"
    folder.mkdir()
    with (folder / "keil.db").open("wb") as other:
        fcntl.flock(other, fcntl.LOCK_EX | fcntl.LOCK_NB)
        async with program(playground, tmp_path) as running:
            assert running.stderr is not None
            async with asyncio.timeout(LONG_ENOUGH):
                while b"waiting for its end" not in await running.stderr.readline():
                    pass
            running.send_signal(signal.SIGTERM)
            status, said = await ended(running)
    assert status == 0, said


async def test_ctrl_c_ends_the_referee_without_a_traceback() -> None:
    running = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "bot", "referee"),
        env={**os.environ, "PYTHONPATH": str(ROOT)},
        stdin=PIPE,
        stdout=PIPE,
        stderr=PIPE,
        preexec_fn=lambda: signal.signal(signal.SIGINT, signal.SIG_DFL),  # CI may ignore it
    )
    assert running.stdin is not None
    assert running.stdout is not None
    running.stdin.write(b"{}\n")
    await running.stdin.drain()
    await running.stdout.readline()  # it has begun
    running.send_signal(signal.SIGINT)
    async with asyncio.timeout(LONG_ENOUGH):
        assert running.stderr is not None
        said = await running.stderr.read()
        await running.wait()
    assert b"Traceback" not in said


def test_a_fault_of_ours_in_discord_py_keeps_its_traceback() -> None:
    """Only a lost connection is one line."""
    error = app_commands.CommandInvokeError(Mock(), ZeroDivisionError("a bug"))
    level, text = logging.ERROR, "Ignoring exception in command"
    info = (type(error), error, None)
    record = logging.LogRecord("discord.app_commands.tree", level, "", 1, text, (), info)
    _one_line_for_a_lost_connection(record)
    assert record.exc_info


@pytest.mark.parametrize("code", [10062, 40060])
def test_suggestions_that_come_too_late_or_twice_are_one_line(code: int) -> None:
    """The person types on, so nothing is wrong."""
    response = Mock(status=400, reason="Bad Request")
    error = discord.HTTPException(response, {"code": code, "message": "Unknown interaction"})
    level, text = logging.ERROR, "Ignoring exception in autocomplete for %r"
    info = (type(error), error, None)
    record = logging.LogRecord("discord.app_commands.tree", level, "", 1, text, ("play",), info)
    _one_line_for_a_lost_connection(record)
    assert not record.exc_info
    assert "'play'" in record.getMessage()
    assert str(code) in record.getMessage()


async def test_events_that_are_held_back_survive_a_new_connection_once(
    table: Table, driver: Driver
) -> None:
    """What is held comes after `release`, once."""
    frames: list[str] = []

    async def on_message(message: Any) -> None:
        frames.append(message.content)

    table.client.add_listener(on_message)
    await driver.gateway("hold")
    await driver.say(ADA, GAMES, "one")
    await driver.gateway("reconnect")
    await asyncio.sleep(1.5)
    early = len(frames)
    await driver.gateway("release")
    await asyncio.sleep(1.0)
    assert (early, len(frames)) == (0, 1)
