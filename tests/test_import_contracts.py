"""Each import contract of pyproject.toml fails when a line that breaks it is added to the code.

A new contract needs a row in `PLANTED`: a test fails until there is one.
"""

import re
import shutil
import subprocess
import sys
import tomllib
from pathlib import Path
from typing import NamedTuple

import pytest

ROOT = Path(__file__).parents[1]
PACKAGES = ("engine", "render", "bot")


class Planted(NamedTuple):
    """A line that breaks a contract."""

    contract: str
    file: str
    line: str


PLANTED = [
    Planted(
        "Arrows point one way: bot, render, engine",
        "engine/board.py",
        "import render.layout",
    ),
    Planted(
        "The engine is pure: no Discord, pictures, database, event loop, network",
        "engine/groups.py",
        "import asyncio",
    ),
    Planted("No circles inside the engine", "engine/board.py", "import engine.match"),
    Planted(
        "Only the SGF reader and writer knows the library for SGF",
        "engine/record/json_form.py",
        "import sgfmill.sgf",
    ),
    Planted(
        "Only one module knows the machine that runs the core",
        "engine/ai/quiet.py",
        "import wasmtime",
    ),
    Planted(
        "Pictures know boards and positions, no game by name, no Discord",
        "render/theme.py",
        "import engine.games.keil",
    ),
    Planted(
        "Games know nothing of each other",
        "engine/games/ki.py",
        "import engine.games.kee",
    ),
    Planted(
        "The floors of the bot: command line, chat, messages, service, storage, metrics",
        "bot/service/matches.py",
        "import bot.messages.boards",
    ),
    Planted(
        "Features know nothing of each other",
        "bot/chat/features/moves.py",
        "import bot.chat.features.requests",
    ),
    Planted(
        "Messages, the service and storage know nothing of Discord",
        "bot/service/matches.py",
        "import discord",
    ),
    Planted(
        "Only storage knows SQL",
        "bot/service/preferences.py",
        "import sqlalchemy",
    ),
    Planted(
        "Only the metrics know the library for metrics",
        "bot/chat/delivery/worker.py",
        "import prometheus_client",
    ),
    Planted(
        "Only the command line knows the playground",
        "bot/chat/delivery/worker.py",
        "import bot.playground.names",
    ),
    Planted(
        "The files of the bot import each other in no circle",
        "bot/service/refusals.py",
        "import bot.service.matches",
    ),
    Planted(
        "The stand-in for Discord knows nothing of the bot it serves",
        "bot/playground/errors.py",
        "import bot.messages",
    ),
    Planted(
        "The files of the renderer import each other in no circle",
        "render/layout.py",
        "import render.board_image",
    ),
    Planted(
        "The files of the stand-in import each other in no circle",
        "bot/playground/control.py",
        "import bot.playground.server",
    ),
]


@pytest.fixture
def copy(tmp_path: Path) -> Path:
    """The packages in a folder of their own, beside the contracts."""
    for package in PACKAGES:
        for file in (ROOT / package).rglob("*.py"):
            target = tmp_path / file.relative_to(ROOT)
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copy(file, target)
    shutil.copy(ROOT / "pyproject.toml", tmp_path)
    return tmp_path


def verdicts(folder: Path) -> dict[str, str]:
    """``KEPT`` or ``BROKEN`` for each contract, by name, for the code in ``folder``."""
    command = [str(Path(sys.executable).with_name("lint-imports")), "--no-cache", "--no-logo"]
    run = subprocess.run(command, cwd=folder, capture_output=True, text=True, check=False)
    found = dict(re.findall(r"^(.+?) (KEPT|BROKEN)(?: \(.*\))?$", run.stdout, re.MULTILINE))
    assert found.keys() == {row.contract for row in PLANTED}, run.stdout + run.stderr
    return found


def test_every_contract_has_a_planted_violation():
    with (ROOT / "pyproject.toml").open("rb") as file:
        contracts = tomllib.load(file)["tool"]["importlinter"]["contracts"]
    assert {contract["name"] for contract in contracts} == {row.contract for row in PLANTED}


def test_the_code_as_it_is_keeps_every_contract(copy: Path):
    assert set(verdicts(copy).values()) == {"KEPT"}


@pytest.mark.parametrize("row", PLANTED, ids=lambda row: f"{row.file}: {row.line}")
def test_a_planted_violation_breaks_its_contract(row: Planted, copy: Path):
    with (copy / row.file).open("a") as file:
        file.write(row.line + "\n")
    assert verdicts(copy)[row.contract] == "BROKEN"
