"""FORMATS.md: every example on the page is what happens."""

import json
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest
import sgf as sgf_reader

from engine.games import all_games
from engine.record import FORMS, form_of, read
from tests.contract import ROOT
from tests.engine.record.test_kept import FOLDER as KEPT
from tests.engine.record.test_round_trips import VALIDATOR

another_reader: Any = sgf_reader  # it has no types of its own
PAGE = (ROOT / "FORMATS.md").read_text()
BLOCKS: list[tuple[str, str, str]] = re.findall(
    r"^```(\w+) ?(\S*)\n(.*?)^```$", PAGE, re.MULTILINE | re.DOTALL
)
FILES = {name: text.encode() for _, name, text in BLOCKS if name}
CONSOLES = [text for kind, _, text in BLOCKS if kind == "console"]
TABLES: list[str] = re.findall(r"^\| `[A-Z].*$", PAGE, re.MULTILINE)
GAMES = all_games()


@pytest.fixture
def shell(tmp_path: Path) -> dict[str, str]:
    """An environment with ``keil`` in it, for the folder with the files of the page."""
    for name, data in FILES.items():
        (tmp_path / name).write_bytes(data)
    program = tmp_path / "bin" / "keil"
    program.parent.mkdir()
    program.write_text(f'#!/bin/sh\nexec "{sys.executable}" -m bot "$@"\n')
    program.chmod(0o755)
    path = f"{program.parent}{os.pathsep}{os.environ['PATH']}"
    return os.environ | {"PATH": path, "PYTHONPATH": str(ROOT)}


def test_every_block_is_an_example_of_a_kind_that_is_tested_here() -> None:
    assert PAGE.count("```") == 2 * len(BLOCKS)
    assert {kind for kind, _, _ in BLOCKS} == {"sgf", "json", "text", "console", "gtp"}
    assert sorted(FILES) == [
        "go.sgf",
        "kee.sgf",
        "keil.json",
        "keil.sgf",
        "position.txt",
        "tree.sgf",
    ]
    assert not re.search(r"^    [^ ]", PAGE, re.MULTILINE), "no example is without its fence"


def test_the_diagram_on_the_page_is_a_position() -> None:
    position = read(FILES["position.txt"], GAMES).match().position
    assert (len(position.stones), position.to_move) == (4, 1)


@pytest.mark.parametrize("name", sorted(FILES.keys() - {"position.txt"}))
def test_records_on_the_page_are_right_and_as_we_write_them(name: str) -> None:
    data = FILES[name]
    assert form_of(data) == Path(name).suffix[1:]
    record = read(data, GAMES, by=GAMES["kee"])
    assert record.turns
    if name != "go.sgf":
        assert FORMS[form_of(data)](record) == data
    if form_of(data) == "json":
        VALIDATOR.validate(json.loads(data))


def test_what_tables_show_of_sgf_is_in_the_files_on_the_page() -> None:
    written = b"".join(data for name, data in FILES.items() if name.endswith(".sgf")).decode()
    examples = [example for row in TABLES for example in re.findall(r"`([A-Z]*\[.*\])` \|$", row)]
    assert len(examples) == len(TABLES) > 15
    assert [example for example in examples if example not in written.replace("\n", "")] == []


def test_every_property_that_we_write_is_explained() -> None:
    """In the tables, or in the text below them."""
    explained = set(re.findall(r"`([A-Z]{1,8})[`\[]", PAGE))
    for path in sorted(KEPT.glob("*.sgf")):
        (tree,) = another_reader.parse(path.read_text())
        written = {str(key) for node in tree for key in node.properties}
        assert written - {"FF", "CA", "AP", "DT"} <= explained


@pytest.mark.slow
@pytest.mark.parametrize("console", CONSOLES)
def test_what_is_typed_in_a_shell_answers_as_on_the_page(
    console: str, shell: dict[str, str], tmp_path: Path
) -> None:
    for example in re.split(r"^\$ ", console, flags=re.MULTILINE)[1:]:
        command, _, told = example.partition("\n")
        done = subprocess.run(
            ["sh", "-c", command],
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            cwd=tmp_path,
            env=shell,
            timeout=60,
            check=False,
        )
        assert done.stdout.decode() == told, command


@pytest.mark.slow
def test_the_engine_answers_as_on_the_page(shell: dict[str, str], tmp_path: Path) -> None:
    (session,) = (text for kind, _, text in BLOCKS if kind == "gtp")
    command, _, told = session.removeprefix("$ ").partition("\n")
    lines = told.splitlines()
    said = [line for line in lines if line and line[0] not in "=?"]
    answers = [line for line in lines if line and line[0] in "=?"]
    done = subprocess.run(
        ["sh", "-c", command],
        input="\n".join(said),
        capture_output=True,
        text=True,
        cwd=tmp_path,
        env=shell,
        timeout=60,
        check=True,
    )
    assert [line for line in done.stdout.splitlines() if line] == answers
