"""The log: one line an event, for people or as JSON; no tokens, no passwords, nobody's texts."""

import asyncio
import json
import logging
import re
import signal
import sys
from pathlib import Path
from typing import Any

import pytest

from bot.cli.log import (
    DiscreetFormatter,
    _one_line_for_a_lost_connection,
    _with_reference,
    configure_logging,
)
from bot.playground.driver import CALLBACK, Answer, Driver, File
from bot.playground.server import Playground
from tests.bot.cli.test_stopping import LONG_ENOUGH, busy, ended, program
from tests.bot.table import ADA, BO, GAMES, Json, Patient, hurry, labels, ply_of

TOKEN = "MTI0.abcdefghijklmnopqrstuvwx"
TYPED = ("plugh-4711", "xyzzy-4712", "fnord-4713", "waldo-4714", "corge-4715")
"""What nobody but a person can have written."""
NAME = "Zaphodine Grault"
SGF = f"(;FF[4]GM[1]SZ[3]PB[{TYPED[4]}]PW[{NAME}]KM[0];B[aa];W[bb])"


def record(text: str, *args: Any, error: BaseException | None = None, **more: Any) -> Any:
    info = (type(error), error, error.__traceback__) if error else None
    made = logging.LogRecord("bot.test", logging.ERROR, "file", 1, text, args, info)
    made.__dict__.update(more)
    return made


def failure() -> Exception:
    try:
        raise ValueError(f"Bot {TOKEN}")
    except ValueError as error:
        return error


def test_a_line_for_people_has_the_time_the_level_and_the_fields() -> None:
    line = DiscreetFormatter("text").format(record("fault %s in %s", "0A1B2C", "play", reference=7))
    assert line[4] == "-" and line[19:] == " ERROR bot.test fault 0A1B2C in play reference=7"


def test_as_json_every_event_is_one_line_even_with_a_traceback() -> None:
    made = record("two\nlines", error=failure(), reference="0A1B2C", interaction=17)
    line = DiscreetFormatter("json").format(made)
    assert "\n" not in line
    read = json.loads(line)
    assert (read["event"], read["level"], read["logger"]) == ("two\nlines", "error", "bot.test")
    assert (read["reference"], read["interaction"]) == ("0A1B2C", 17)
    assert read["exception"].startswith("Traceback") and read["timestamp"].endswith("Z")


def test_every_error_of_ours_has_a_reference_whether_people_are_shown_it_or_not() -> None:
    made, shown = record("match 3 cannot be closed"), record("fault", reference="0A1B2C")
    warning, others = record("the database is away"), record("heartbeat blocked")
    warning.levelno, others.name = logging.WARNING, "discord.gateway"
    for each in (made, shown, warning, others):
        assert _with_reference(each)
    assert re.fullmatch("[0-9A-F]{6}", made.reference)
    assert shown.reference == "0A1B2C"
    assert not hasattr(warning, "reference") and not hasattr(others, "reference")


def test_suggestions_that_come_too_late_are_no_error() -> None:
    lost = record("Ignoring exception in autocomplete for %r", "play", error=OSError("reset"))
    ours = record("Ignoring exception in autocomplete for %r", "play", error=failure())
    for each in (lost, ours):
        each.name = "discord.app_commands.tree"
        assert _one_line_for_a_lost_connection(each)
    line = DiscreetFormatter("text").format(lost)
    assert " INFO " in line and "reset" in line and "Traceback" not in line
    assert ours.levelno == logging.ERROR


@pytest.mark.parametrize("form", ["text", "json"])
@pytest.mark.parametrize(
    "text",
    [
        f"POST https://discord.com/api/v10/webhooks/1/{TOKEN}/messages",
        f"POST https://discord.com/api/v10/interactions/1/{TOKEN}/callback",
        f"{{'token': '{TOKEN}', 'id': 1}}",
        json.dumps({"token": TOKEN}),
        json.dumps(json.dumps({"token": TOKEN})),
        f"Authorization: Bot {TOKEN}",
    ],
)
def test_tokens_are_cut_out_of_every_line(form: str, text: str) -> None:
    line = DiscreetFormatter(form).format(record("%s", text, error=failure(), note=text))
    assert TOKEN not in line and "…" in line


@pytest.mark.parametrize("form", ["text", "json"])
def test_secrets_are_cut_out_as_they_are_written_in_json_too(form: str) -> None:
    secret = 'pass"word\\with-signs'
    formatter = DiscreetFormatter(form, ["", secret])
    for line in (formatter.format(record("%s", secret)), formatter.format(record("x", of=secret))):
        assert "pass" not in line and "signs" not in line


def test_debug_lines_of_requests_and_events_hold_no_contents(
    capfd: pytest.CaptureFixture[str],
) -> None:
    root = logging.getLogger()
    before, level = root.handlers[:], root.level
    root.handlers.clear()
    try:
        configure_logging("DEBUG", "json")
        root.handlers[0].setStream(sys.stderr)  # pyright: ignore
        event = {"t": "MESSAGE_CREATE", "s": 5, "op": 0, "d": {"content": TYPED[0]}}
        logging.getLogger("discord.gateway").debug("event %s", event)
        logging.getLogger("discord.gateway").debug("event %s of %s", 3, event)
        body = json.dumps({"content": TYPED[1]})
        logging.getLogger("discord.http").debug("%s with %s is %s", "POST", body, 200)
        logging.getLogger("discord.ui.view").debug("unknown custom_id %s", f"move:1:{TYPED[2]}")
        logging.getLogger("bot").warning("plain %s", "words")
    finally:
        root.handlers[:] = before
        root.setLevel(level)
    said = capfd.readouterr().err
    assert not [word for word in TYPED if word in said]
    events = [json.loads(line)["event"] for line in said.splitlines()]
    assert events[1] == "event 3 of {'op': 0, 't': 'MESSAGE_CREATE', 's': 5}"
    assert events[2:4] == ["POST with … is 200", "unknown custom_id …"]
    assert events[4] == "plain words"


async def a_whole_game(driver: Driver, people: tuple[str, str]) -> None:
    """With typed texts of every kind: moves, replies, forms, files, names, chatter."""
    patient = Patient.of(driver)
    first, second = people
    given: Json = {"opponent": second, "size": 3, "komi": 0, "button": False}
    await patient.slash(first, GAMES, "challenge keil", given)
    card = await driver.wait_for_message(GAMES, lambda m: "challenges" in m["content"])
    await patient.click(second, card, "Accept")
    board = await driver.wait_for_message(GAMES, lambda m: ply_of(m) == (1, 0))
    for who in people:
        await patient.slash(who, GAMES, "play", {"move": TYPED[0]})
        await driver.say(who, GAMES, TYPED[1], reply_to=board)
        await driver.say(who, GAMES, TYPED[3])
    for who in people:
        panel = await patient.click(who, board, "Move")
        if panel.message and "Type it…" in labels(panel.message):
            form = await patient.click(who, panel.message, "Type it…")
            await patient.submit_modal(who, form, {"text": TYPED[2]})
    await driver.autocomplete(first, GAMES, "play", {"move": TYPED[0]}, focused="move")
    await patient.slash(first, GAMES, "import", {"file": File("game.sgf", SGF.encode())})
    ply = 0
    for point in ("c3", "d4", "b2", "a1"):
        for who in people:
            answer: Answer = await patient.slash(who, GAMES, "play", {"move": point})
            if answer.text.startswith("You played"):
                ply += 1
                await driver.wait_for_message(GAMES, lambda m, n=ply: ply_of(m) == (1, n))
                break
    assert ply >= 2
    newest = await driver.wait_for_message(GAMES, lambda m: ply_of(m) == (1, ply))
    for who in people:
        asked = await patient.click(who, newest, "Resign")
        if asked.message is not None:
            await patient.click(who, asked.message, "Yes, resign")
            break
    for name in people:
        await patient.slash(name, GAMES, "games")


@pytest.mark.slow
@pytest.mark.parametrize("form", ["text", "json"])
async def test_the_log_of_a_whole_game_holds_no_texts_names_or_tokens(
    playground: Playground, driver: Driver, tmp_path: Path, form: str
) -> None:
    await hurry(driver)
    guild = (await driver.overview())["guilds"][0]["id"]
    await driver.create_person(NAME, guilds=[guild])
    address = {"LOG_LEVEL": "DEBUG", "LOG_FORMAT": form}
    async with program(playground, tmp_path, **address) as running:
        await driver.wait_connected(timeout=LONG_ENOUGH)
        ending = asyncio.create_task(ended(running))  # reads what is written
        await a_whole_game(driver, (ADA, NAME))
        await asyncio.gather(*await busy(driver))
        held = await driver.hold_before(CALLBACK)
        late = asyncio.create_task(driver.slash(BO, GAMES, "view"))
        await held.wait_until_held()
        await held.release(drop=True)
        await late
        running.send_signal(signal.SIGTERM)
        status, said = await ending
    assert status == 0, said[-5:]
    log = "\n".join(said)
    assert "/callback" in log and "INTERACTION_CREATE" in log, "the log is about interactions"
    tokens = [row["token"] for row in playground.world.state.interactions.rows.values()]
    assert not [token for token in (*tokens, playground.world.token) if token in log]
    for text in (*TYPED, NAME, "Zaphodine", "Grault"):
        assert not [line for line in said if text in line], text
    if form == "json":
        lines = [json.loads(line) for line in said]
        assert {"event", "level", "logger", "timestamp"} <= set.intersection(*map(set, lines))
