"""What nasty players and unlucky operators do: broken rows, games that are gone, clicks at once."""

import asyncio
import os
import re
import sqlite3
from collections.abc import Callable
from datetime import timedelta
from pathlib import Path

import pytest

from bot.playground.driver import Driver
from bot.playground.server import Playground
from bot.storage import predecessor
from bot.storage.database import Store
from bot.storage.predecessor import InUseError
from bot.storage.single_instance import single_instance
from engine.games import all_games
from tests.bot.says import says
from tests.bot.table import ADA, BO, CY, Clock, Table, hurry, labels, match_of, ply_of, seated
from tests.stores import execute, url_for
from tests.toy import TOYS


async def sql(folder: Path, *statements: str) -> None:
    """Do something to the database behind the bot's back."""

    url = url_for(folder / "keil.db")
    await asyncio.to_thread(execute, url, *statements)  # the bot may be in a transaction right now


# --- rows that cannot be read, games that are gone ---


async def test_a_game_whose_file_is_gone_stops_no_other(
    playground: Playground, driver: Driver, tmp_path: Path
) -> None:
    """Its board is still to be posted and its time runs out; games of Keil go on beside it."""
    await hurry(driver)
    database, clock = tmp_path / "keil.db", Clock()
    async with seated(playground, driver, {**TOYS, **all_games()}, database, clock=clock) as table:
        card = await table.challenge(ADA, BO, game="trio", opponent_2=CY)
        for who in (BO, CY):
            await driver.click(who, card, "Accept")
        await table.board(0, 1)
        await table.challenge(ADA, BO, game="trio", opponent_2=CY)
        await table.begin(ADA, BO, size=3, komi=0, button=False, time="1h")
    await sql(
        tmp_path,
        "UPDATE message SET shown = 0, begun = 0, message = NULL WHERE match = 1",
        "UPDATE message SET shown = 0, message = NULL WHERE challenge = 2",
        "UPDATE match SET deadline = 0 WHERE id = 1",
    )
    async with seated(playground, driver, all_games(), database, clock=clock) as table:
        black, white = await table.players(2)
        assert (await table.play(black, "c3")).text.startswith("You played c3.")
        await table.board(1, 2)
        listed = await table.command(ADA, "games")
        assert "#2 **Keil**" in listed.text
        assert "#1" not in listed.text
        seen = await table.command(white, "board", **{"as": "text"})
        assert "#2" in seen.text
        offered = await driver.autocomplete(
            white, table.channel, "play", {"game": ""}, focused="game"
        )
        assert [choice["value"] for choice in offered] == ["2"]
        gone = await table.play(ADA, "a1", 1)
        assert gone.text == says("refusal-unknown-rules")
        await table.time_passes(timedelta(hours=1))
        assert (await table.board(2, 2))["content"].startswith("⌛ **White ran out of time.**")


async def test_a_game_with_a_broken_turn_stops_no_other(table: Table, tmp_path: Path) -> None:
    _, black, _ = await table.begin_small()
    await table.moves((black, "c3"))
    await table.begin(ADA, BO, size=3, komi=0, button=False)
    await sql(
        tmp_path, "UPDATE turn SET text = 'nonsense'", "UPDATE match SET deadline = 1 WHERE id = 1"
    )
    table.service.matches.cache.clear()  # as after a restart
    black, white = await table.players(2)
    await table.moves((black, "c3"), (white, "b2"), match=2)
    await table.time_passes(timedelta(days=4))
    assert (await table.board(3, 2))["content"].startswith("⌛ **Black ran out of time.**")


# --- many at once ---


async def test_many_games_in_one_channel_and_everybody_moves_at_once(table: Table) -> None:
    """Each turn is told once, in the order of its game; only the newest boards have buttons."""
    games = [match_of(await table.begin(ADA, BO, size=3, komi=0, button=False)) for _ in range(5)]
    points = [("a1", "a1"), ("c3", "b2"), ("e5", "c3")]
    asked = [
        table.play(who, point, game)
        for pair in points
        for game in games
        for who, point in zip(await table.players(game), pair, strict=True)
    ]
    told = await asyncio.gather(*asked)
    # A refusal goes with the next answer, so some are gone already.
    answers = [answer.text for answer in told if answer.message is not None]
    assert all(re.match("You played|It is not your turn|That move is not", a) for a in answers)
    plies = {game: await table.ply(game) for game in games}
    assert sum(plies.values()) == sum(answer.startswith("You played") for answer in answers)

    async def settled() -> bool:
        shown = [ply_of(message) for message in await table.public() if labels(message)]
        return sorted(ply for ply in shown if ply) == sorted(plies.items())

    await table.until(settled)
    posted = [ply for message in await table.public() if (ply := ply_of(message))]
    for game, ply in plies.items():
        shown = [p for g, p in posted if g == game]
        assert shown == sorted(set(shown))
        told = [m["content"] for m in await table.public() if (ply_of(m) or (0,))[0] == game]
        assert sum(text.count(" played ") for text in told) == ply


async def test_everything_at_once_to_one_challenge_has_one_outcome(table: Table) -> None:
    """Accepted twice, declined and withdrawn at its last moment, again and again."""
    for number in range(1, 6):
        card = await table.challenge(ADA, BO, size=3)
        table.clock.pass_by(timedelta(hours=24, seconds=-1))
        clicks = [(BO, "Accept"), (ADA, "Withdraw"), (BO, "Decline"), (BO, "Accept")]
        if number % 2:
            table.clock.pass_by(timedelta(seconds=1))
        await asyncio.gather(*(table.driver.click(who, card, what) for who, what in clicks))
        await table.without_buttons(card)
        stored = await table.service.challenges.stored(number)
        assert stored is not None
        assert stored.state != "open"
        assert (stored.state == "accepted") == (stored.match is not None)
        if stored.match is not None:
            assert len(await table.service.matches.headers()) == 1
            # both give up at once
            asked = [await table.play(who, "resign", stored.match) for who in (ADA, BO)]
            table.clock.pass_by(timedelta(days=3, seconds=-1))
            yes = [
                table.driver.click(who, question.message, "Yes, resign")
                for who, question in zip((ADA, BO), asked, strict=True)
                if question.message is not None
            ]
            await asyncio.gather(*yes)
            assert await table.ply(stored.match) == 1
            await table.board(1, stored.match)
        assert not await table.service.matches.headers()


async def test_a_second_process_on_the_same_database_waits_for_the_first(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Both would post: each board would come twice."""
    monkeypatch.setattr(predecessor, "OVERLAP", 0.1)
    database, stop = tmp_path / "data" / "keil.db", asyncio.Event()
    async with single_instance(f"sqlite:///{database}", stop):
        with pytest.raises(InUseError, match="another process uses this database"):
            async with single_instance(f"sqlite:///{database}", stop):
                pass
        monkeypatch.setattr(predecessor, "OVERLAP", 30)

        async def second() -> bool:
            async with single_instance(f"sqlite:///{database}", stop):
                return True

        waiting = asyncio.create_task(second())
        await asyncio.sleep(0)
        assert not waiting.done()
    async with asyncio.timeout(60):
        assert await waiting


@pytest.mark.parametrize("link", [os.symlink, os.link], ids=lambda made: made.__name__)
async def test_another_name_of_the_file_is_the_same_database(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, link: Callable[[Path, Path], None]
) -> None:
    monkeypatch.setattr(predecessor, "OVERLAP", 0.1)
    database, other, stop = tmp_path / "keil.db", tmp_path / "other.db", asyncio.Event()
    async with (
        single_instance(f"sqlite:///{database}", stop),
        Store.open(f"sqlite+aiosqlite:///{database}"),
    ):
        link(database, other)
        with pytest.raises(InUseError):
            async with single_instance(f"sqlite:///{other}", stop):
                pass


async def test_only_its_owner_reads_a_new_database(tmp_path: Path) -> None:
    async with (
        single_instance(f"sqlite:///{tmp_path / 'keil.db'}", asyncio.Event()),
        Store.open(f"sqlite+aiosqlite:///{tmp_path / 'keil.db'}"),
    ):
        with os.scandir(tmp_path) as found:
            modes = {file.name: file.stat().st_mode & 0o777 for file in found}
    assert modes == {"keil.db": 0o600, "keil.db-wal": 0o600, "keil.db-shm": 0o600}


async def test_the_lock_takes_none_of_the_databases_own(tmp_path: Path) -> None:
    """A process that closes any descriptor of a file loses SQLite's locks on it."""
    database, stop = tmp_path / "keil.db", asyncio.Event()
    async with (
        single_instance(f"sqlite:///{database}", stop),
        Store.open(f"sqlite+aiosqlite:///{database}"),
    ):
        with sqlite3.connect(database, timeout=0) as other, pytest.raises(sqlite3.OperationalError):
            other.execute("PRAGMA journal_mode=DELETE").fetchall()  # needs to be alone
        other.close()
