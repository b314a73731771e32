"""Each import contract of pyproject.toml fails when a line that breaks it is added to the code.

A new contract needs a row in `PLANTED`: a test fails until there is one. What the engine may import
from outside is a list of its own here, since import-linter knows only what is forbidden.
"""

import ast
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
        "engine/ai/passing.py",
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
        "The floors of the bot, from the command line to the metrics",
        "bot/service/matches.py",
        "import bot.messages.boards",
    ),
    Planted(
        "The floors of the chat",
        "bot/chat/common/card_messages.py",
        "import bot.chat.play.moves",
    ),
    Planted(
        "The floors of a feature: Discord, texts, what it does, its tables",
        "bot/features/polls/service.py",
        "import bot.features.polls.chat",
    ),
    Planted(
        "Features know nothing of each other",
        "bot/features/polls/chat.py",
        "import bot.features.daily.chat",
    ),
    Planted(
        "The parts of play know nothing of each other",
        "bot/chat/play/moves.py",
        "import bot.chat.play.undo_and_agreements",
    ),
    Planted(
        "Messages, the service and storage know nothing of Discord",
        "bot/service/matches.py",
        "import discord",
    ),
    Planted(
        "The page and what features show there know nothing of Discord",
        "bot/web/acting.py",
        "import discord",
    ),
    Planted(
        "The page and what features show there know nothing of Discord",
        "bot/features/views/web.py",
        "import bot.chat.base.custom_id",
    ),
    Planted(
        "The floors of a feature: Discord, texts, what it does, its tables",
        "bot/features/views/web.py",
        "import bot.features.views.chat",
    ),
    Planted(
        "Only storage and the stores of features know SQL",
        "bot/features/views/web.py",
        "import sqlalchemy",
    ),
    Planted(
        "Only storage and the stores of features know SQL",
        "bot/service/preferences.py",
        "import sqlalchemy",
    ),
    Planted(
        "Only storage and the stores of features know SQL",
        "bot/features/polls/chat.py",
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


ENGINE_MAY_IMPORT = {
    *("abc", "collections", "dataclasses", "datetime", "enum", "functools", "itertools", "json"),
    *("importlib", "logging", "math", "pkgutil", "random", "re", "string", "struct", "sys"),
    *("threading", "types", "typing", "unicodedata", "weakref", "sgfmill", "wasmtime"),
    *("heapq", "zoneinfo"),
}
"""Nothing that reads files (but for the rules of daylight saving), talks to others, or knows the
time; of `random` and of the two packages the contracts say who knows them."""


def imported_by(source: str) -> set[str]:
    """The top-level names of the modules outside of the engine that a file imports, anywhere."""
    found = set[str]()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, ast.Import):
            found.update(alias.name.partition(".")[0] for alias in node.names)
        elif isinstance(node, ast.ImportFrom):
            found.add((node.module or "").partition(".")[0])
    return found - {"engine"}


def test_the_engine_imports_only_what_is_listed():
    files = sorted((ROOT / "engine").rglob("*.py"))
    imported = {name: file for file in files for name in imported_by(file.read_text("utf-8"))}
    assert imported.keys() <= ENGINE_MAY_IMPORT, imported
    assert imported.keys() >= ENGINE_MAY_IMPORT, "take what is no longer imported off the list"


@pytest.mark.parametrize(
    "line",
    [
        "import urllib.request",
        "import subprocess",
        "from os import environ",
        "import bot",
        "import time",
    ],
)
def test_a_planted_import_is_not_listed(line: str):
    source = (ROOT / "engine" / "match.py").read_text("utf-8")
    assert not imported_by(source + f"\n\ndef planted():\n    {line}\n") <= ENGINE_MAY_IMPORT


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
