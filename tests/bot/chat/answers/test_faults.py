"""What we do wrong: the player gets a reference, the log has the same one, nothing is lost."""

import asyncio
import logging
import re
import sqlite3
from collections.abc import AsyncGenerator
from contextlib import closing
from pathlib import Path
from typing import Any

import pytest

from bot import faults
from bot.playground.driver import CALLBACK, SEND, Answer, Driver
from bot.playground.server import Playground
from bot.storage.database import DriverError, StorageError, Store, is_passing
from bot.storage.transaction import Transaction
from tests.bot.pauses import pause_for
from tests.bot.says import played, says
from tests.bot.table import ADA, BO, CY, GAMES, Json, Table, hurry, seated
from tests.stores import ONLY_SQLITE
from tests.toy import TOYS

pytestmark = pytest.mark.storage

Log = pytest.LogCaptureFixture


@pytest.fixture
async def brittle(playground: Playground, driver: Driver, tmp_path: Path) -> AsyncGenerator[Table]:
    """Ada, Bo and Cy with a bot whose game has a fault."""
    await hurry(driver)
    async with seated(playground, driver, TOYS, tmp_path / "keil.db") as table:
        yield table


async def begin(table: Table) -> tuple[Json, str]:
    """The first board of the game with the fault, and who is to move."""
    card = await table.challenge(ADA, BO, game="brittle", opponent_2=CY)
    await table.driver.click(BO, card, "Accept")
    await table.driver.click(CY, card, "Accept")
    return await table.board(0), (await table.players())[0]


def the_reference(answer: Answer, log: Log) -> None:
    """The player is given the reference of the one line in the log."""
    assert answer.ephemeral
    shape = says("our-fault", reference="([0-9A-F]{6})")
    found = re.fullmatch(shape, answer.text)
    assert found is not None, answer.text
    (line,) = [r for r in log.records if r.levelno >= logging.ERROR]
    assert f"fault {found[1]} in " in line.getMessage()
    assert line.exc_info is not None
    assert str(line.exc_info[1]) == "the board is broken"
    log.clear()


async def test_a_fault_is_told_with_the_reference_of_its_log_line(
    brittle: Table, caplog: Log
) -> None:
    board, who = await begin(brittle)
    caplog.clear()
    async with brittle.nothing_happens():
        the_reference(await brittle.play(who, "c3"), caplog)  # a command
        caplog.clear()
        the_reference(await brittle.driver.click(who, board, "Move"), caplog)  # a button
    assert (await brittle.play(who, "c4")).text.startswith("You played c4.")
    await brittle.board(1)


async def test_autocomplete_with_a_fault_offers_nothing_and_the_command_still_works(
    brittle: Table, caplog: Log
) -> None:
    _, who = await begin(brittle)
    caplog.clear()
    offered = await brittle.driver.autocomplete(
        who, brittle.channel, "play", {"move": "c"}, focused="move"
    )
    assert offered == []
    (line,) = [r for r in caplog.records if r.levelno >= logging.ERROR]
    assert re.match("fault [0-9A-F]{6} in play", line.getMessage())
    assert (await brittle.play(who, "c4")).text.startswith("You played c4.")
    await brittle.board(1)


def beside(folder: Path) -> closing[sqlite3.Connection]:
    """Another program's connection to the database.

    It is used in a thread: the bot may be in a transaction right now, and ends it on this loop.
    """
    path = folder / "keil.db"
    return closing(sqlite3.connect(path, isolation_level=None, check_same_thread=False))


@ONLY_SQLITE
async def test_a_store_that_fails_loses_nothing(table: Table, tmp_path: Path, caplog: Log) -> None:
    board, black, _ = await table.begin_small()
    with beside(tmp_path) as database:
        await asyncio.to_thread(database.execute, "ALTER TABLE turn RENAME TO gone")
        broken = [await table.play(black, "c3"), await table.command(black, "resign")]
        modal = await table.form(black, board)
        broken.append(await table.driver.submit_modal(black, modal, {"text": "c3"}))
        await asyncio.to_thread(database.execute, "ALTER TABLE gone RENAME TO turn")
    assert broken[0].text.startswith("Something went wrong")
    assert broken[2].text.startswith("Something went wrong")
    logged = [r.getMessage() for r in caplog.records if "fault" in r.getMessage()]
    assert len(logged) == 2
    again = await table.driver.submit_modal(black, modal, {"text": "c3"})
    assert again.text.startswith("You played c3.")
    await table.board(1)


@ONLY_SQLITE
async def test_in_a_damaged_database_no_game_is_called_safe(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Its pages are in memory already, so that damage is made up."""
    _, black, _ = await table.begin_small()

    async def fails(*_: object, **__: object) -> None:
        broken = sqlite3.DatabaseError("database disk image is malformed")
        broken.sqlite_errorcode = sqlite3.SQLITE_CORRUPT
        raise DriverError.instance("UPDATE match", None, broken, sqlite3.Error)

    monkeypatch.setattr(table.store, "write", fails)
    told = (await table.play(black, "c3")).text
    assert re.fullmatch(says("cannot-read-damaged", reference="([0-9A-F]{6})"), told)


@ONLY_SQLITE
async def test_slow_work_is_acknowledged_in_time_and_answered_later(
    table: Table, tmp_path: Path
) -> None:
    """Another program holds the database."""
    board, black, white = await table.begin_small()
    modal = await table.form_on(black, board)
    with beside(tmp_path) as database:
        await asyncio.to_thread(database.execute, "BEGIN IMMEDIATE")
        table.driver.patient = False
        slow = await table.driver.submit_modal(black, modal, {"text": "c3"})
        table.driver.patient = True
        assert slow.kind == "deferred"
        assert slow.ephemeral
        database.execute("ROLLBACK")
    answer = await table.driver.original(slow)
    assert answer["content"] == "You played c3."
    await table.board(1)
    assert (await table.play(white, "a1")).text.startswith("You played a1.")
    await table.board(2)


@ONLY_SQLITE
async def test_a_slow_answer_on_a_private_message_takes_its_place(
    table: Table, tmp_path: Path
) -> None:
    board, black, _ = await table.begin_small()
    asked = await table.driver.click(black, board, "Resign")
    assert asked.message is not None
    with beside(tmp_path) as database:
        await asyncio.to_thread(database.execute, "BEGIN IMMEDIATE")
        table.driver.patient = False
        slow = await table.driver.click(black, asked.message, "Yes, resign")
        table.driver.patient = True
        assert slow.kind == "deferred_update"
        database.execute("ROLLBACK")
    await table.board(1)

    async def question_is_gone() -> bool:
        seen = await table.driver.messages(table.channel, black)
        return asked.text not in [message["content"] for message in seen]

    await table.until(question_is_gone)


async def test_an_answer_that_is_lost_loses_no_move(table: Table) -> None:
    _, black, _ = await table.begin_small()
    await table.driver.patience(3)
    await table.driver.fail_next(CALLBACK, 404, body={"code": 10062, "message": "Unknown"})
    lost = await table.play(black, "c3")
    assert lost.kind == "failed"
    assert (await table.board(1))["content"].startswith(played("Black", "c3"))


async def test_an_answer_is_sent_again_over_a_connection_that_was_closed(
    table: Table, caplog: Log
) -> None:
    """Nobody is told to try again what was stored."""
    _, black, white = await table.begin_small()
    caplog.clear()
    await table.driver.drop_next(CALLBACK, applied=False)
    assert (await table.play(black, "c3")).text.startswith("You played c3.")
    await table.driver.drop_next(CALLBACK, applied=True)
    assert (await table.play(white, "b2")).text.startswith("You played b2.")
    await table.board(2)
    assert not [r for r in caplog.records if r.levelno >= logging.ERROR]


async def test_a_channel_whose_pause_is_over_is_served_as_before(
    table: Table, monkeypatch: pytest.MonkeyPatch
) -> None:
    """After a post that failed once, what nobody has announced is posted all the same."""
    pause_for(monkeypatch, 0.05)
    _, black, white = await table.begin_small()
    *_, last = await table.driver.requests(SEND)
    await table.driver.permit(GAMES, deny=["send_messages"])
    assert (await table.play(black, "c3")).text.startswith("You played c3.")
    await table.driver.wait_for_requests(SEND, since=last["n"] + 1)
    await table.driver.permit(GAMES, allow=["send_messages"])
    await table.board(1)
    monkeypatch.setattr(table.store, "woken", [])
    assert (await table.play(white, "d4")).text.startswith("You played d4.")
    await table.board(2)


@pytest.mark.parametrize("event", ["MESSAGE_CREATE", "CHANNEL_UPDATE"])
async def test_an_event_that_cannot_be_read_ends_nothing(
    table: Table, playground: Playground, caplog: Log, event: str
) -> None:
    _, black, _ = await table.begin_small()
    caplog.clear()
    session = next(iter(playground.gateway.sessions.values()))
    playground.gateway._dispatch(session, event, {"id": "no number", "guild_id": []})
    await table.moves((black, "c3"))
    (line,) = [r for r in caplog.records if r.levelno >= logging.ERROR]
    assert re.match(f"fault [0-9A-F]{{6}} in the event {event}", line.getMessage())


@ONLY_SQLITE
async def test_on_a_disk_that_cannot_be_written_players_hear_that_nothing_was_stored(
    table: Table, caplog: Log, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(faults, "_storage_log", faults.StorageLog())
    _, black, _ = await table.begin_small()

    connection: Any = table.store._writer
    await connection.execute("PRAGMA query_only = ON")
    caplog.clear()
    heard = [(await table.play(black, move)).text for move in ("c3", "d4")]
    (told,) = [r for r in caplog.records if "nothing can be stored" in r.getMessage()]
    assert told.exc_info is None
    reference = told.__dict__["reference"]
    assert heard == [says("cannot-store", reference=reference)] * 2
    await connection.execute("PRAGMA query_only = OFF")
    await table.moves((black, "c3"))


async def test_a_full_disk_passes_and_other_faults_do_not(tmp_path: Path) -> None:
    def fill(tx: Transaction) -> None:
        tx.connection.exec_driver_sql("PRAGMA max_page_count = 1")  # no more than there are
        tx.meta.set("much", "x" * 100_000)

    async with Store.open(f"sqlite+aiosqlite:///{tmp_path / 'keil.db'}") as store:
        with pytest.raises(StorageError) as full:
            await store.write(fill)
        with pytest.raises(StorageError) as wrong:
            await store.write(lambda tx: tx.connection.exec_driver_sql("SELECT nonsense"))
    assert (is_passing(full.value), is_passing(wrong.value)) == (True, False)


def test_rarely_is_once_in_so_many_seconds() -> None:
    now = 0.0
    rarely = faults.Rarely(60, lambda: now)
    assert (rarely.due(), rarely.due()) == (True, False)
    now = 60
    assert (rarely.due(), rarely.due()) == (True, False)
