"""What becomes of posts if channels and servers go away, and if permissions come back."""

import asyncio
from datetime import timedelta
from pathlib import Path
from typing import Any

import pytest

from bot.chat.play.channels import Channels
from bot.playground.driver import EDIT, SEND, Driver
from bot.playground.server import Playground
from bot.storage.database import StorageError
from engine.games import all_games
from engine.match import Ending
from tests.bot.channel_messages import LONG, PAUSE, UNKNOWN_CHANNEL, count
from tests.bot.chat.play.test_departures import how_it_ended, server
from tests.bot.left import left
from tests.bot.pauses import ask_until_gone, pause_for, paused
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, GAMES, Clock, Table, hurry, labels, ply_of, seated

# Most of them wait for what must not happen.
pytestmark = [pytest.mark.slow, pytest.mark.storage]


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
    pause_for(monkeypatch, PAUSE)
    await hurry(driver)
    clock, database = Clock(), tmp_path / "keil.db"
    async with seated(playground, driver, all_games(), database, clock=clock) as table:
        await table.challenge(ADA, BO)
    await driver.remove_channel(GAMES)
    clock.pass_by(timedelta(hours=25))  # the challenge expires
    async with seated(playground, driver, all_games(), database, clock=clock) as table:

        async def let_be() -> bool:
            return not await table.store.read(left)

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


async def test_a_404_that_is_not_discords_own_ends_no_games(soon: Table) -> None:
    """Such as that of a proxy, when the bot asks whether a channel is gone."""
    thread = await soon.driver.create_thread(GAMES, "a game", ADA)
    soon.channel = thread["id"]
    await soon.begin_small()
    await soon.driver.archive_thread(thread["id"])

    async def is_forgotten() -> bool:
        return not any(guild.threads for guild in soon.client.guilds)

    await soon.until(is_forgotten)
    await soon.driver.fail_next(SEND, 404, times=1000, body=UNKNOWN_CHANNEL)
    await soon.driver.fail_next("GET /channels/{channel_id}", 404, times=1000, body={})
    await soon.service.matches.play(
        1, (await soon.service.matches.live(1)).players[0], "c3", event_id=5
    )
    await ask_until_gone(soon)
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
    await ask_until_gone(soon)
    assert await how_it_ended(soon) is None


async def test_a_server_that_left_while_the_bot_was_away_is_not_asked_for_ever(
    playground: Playground, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A server that the bot is not on any more ends its games as if the bot had seen it go."""
    pause_for(monkeypatch, PAUSE)
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
    soon.client.dispatch("channel_gone", await matches.close_channel(channel_id))  # as the delivery
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


async def test_a_channel_that_went_while_the_bot_was_away_ends_its_games_and_players_hear(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    """Nothing is posted there any more, so nothing but the bot's own question shows it."""
    await hurry(driver)
    clock, database = Clock(), tmp_path / "keil.db"
    async with seated(playground, driver, all_games(), database, clock=clock) as table:
        await table.begin_small(time="5d")
        await table.all_posted()
    await driver.remove_channel(GAMES)
    async with seated(playground, driver, all_games(), database, clock=clock) as table:
        await table.until(lambda: _is_gone(table))
        await both_told(table)


async def test_whose_time_ran_out_in_a_deleted_channel_has_not_lost(
    playground: Playground, driver: Driver, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The channel is asked for before a timeout is stored, whatever else has looked for it."""

    async def looks_nowhere(*_: object) -> None:
        """As if the timer came first."""

    await hurry(driver)
    clock, database = Clock(), tmp_path / "keil.db"
    async with seated(playground, driver, all_games(), database, clock=clock) as table:
        _, black, _ = await table.begin_small(time="1h")
        await table.moves((black, "c3"))
        await table.all_posted()
    await driver.remove_channel(GAMES)
    clock.pass_by(timedelta(hours=2))
    monkeypatch.setattr(Channels, "on_guild_available", looks_nowhere)
    async with seated(playground, driver, all_games(), database, clock=clock) as table:
        await table.until(lambda: _has_ended(table))
        assert await _is_gone(table)
        await both_told(table)


async def _has_ended(table: Table) -> bool:
    return await how_it_ended(table) is not None


async def _is_gone(table: Table) -> bool:
    return await how_it_ended(table) is Ending.GONE


async def both_told(table: Table) -> None:
    told = says("private-channel-gone", games=says("board-game", game="Keil", id="1"), number=1)

    async def heard() -> bool:
        bodies = [r["body"]["content"] for r in await table.driver.requests(SEND)]
        return bodies.count(told) == 2

    await table.until(heard)


# --- permissions that come back ---


async def test_a_thread_that_is_opened_again_gets_its_board_at_once(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """discord.py forgets a thread that is archived; only the raw event tells of it."""
    pause_for(monkeypatch, LONG)
    thread = await table.driver.create_thread(GAMES, "a game", ADA)
    table.channel = thread["id"]
    await table.begin_small()
    live = await table.service.matches.live(1)
    await table.driver.archive_thread(thread["id"], locked=True)
    await table.service.matches.play(1, live.players[0], "c3", event_id=5)
    await paused(table)
    await table.driver.archive_thread(thread["id"], archived=False)
    await table.board(1)


async def test_the_last_board_comes_at_once_with_the_permission_too(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The game is over, and its channel waits for nothing else."""
    pause_for(monkeypatch, LONG)
    await table.begin_small()
    live = await table.service.matches.live(1)
    await table.driver.permit(GAMES, deny=["send_messages"])
    await table.service.matches.resign(1, live.players[0], event_id=5)
    await paused(table)
    await table.driver.permit(GAMES, allow=["send_messages"])
    await table.board(1)
