"""What time, operators and discord.py do to late answers and to the program."""

import asyncio
import fcntl
import logging
import os
import signal
import sys
from asyncio.subprocess import PIPE
from pathlib import Path
from time import monotonic
from typing import Any
from unittest.mock import Mock

import discord
import pytest
from discord import app_commands

from bot.chat.answers import responses
from bot.chat.base.waiting import DISCORD_WAITS
from bot.cli.log import _one_line_for_a_lost_connection
from bot.playground.driver import CALLBACK, FOLLOW_UP, Driver
from bot.playground.server import Playground
from tests.bot.cli.test_stopping import LONG_ENOUGH, ended, program
from tests.bot.table import ADA, BO, GAMES, Table
from tests.contract import ROOT

# Most of them wait for what must not happen.
pytestmark = [pytest.mark.slow, pytest.mark.storage]


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
    monkey = responses.ACKNOWLEDGE_AFTER
    responses.ACKNOWLEDGE_AFTER = 0.0  # acknowledged first, so that the answer is a follow-up
    try:
        await table.driver.drop_next(FOLLOW_UP, applied=True)
        before = len(await table.public())
        table.driver.patient = False  # nothing else comes
        await table.driver.click(ADA, shown.message, "Show to the channel")
        await asyncio.sleep(3)  # another attempt would follow after a second
    finally:
        responses.ACKNOWLEDGE_AFTER = monkey
    assert len(await table.public()) - before == 1


@pytest.mark.parametrize("applied", [False, True])
async def test_an_acknowledgement_that_is_lost_loses_no_answer(
    table: Table, monkeypatch: pytest.MonkeyPatch, applied: bool
) -> None:
    """The answer comes."""
    monkeypatch.setattr(responses, "ACKNOWLEDGE_AFTER", 0.0)
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
