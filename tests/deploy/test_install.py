"""The first `make play` says what it is doing, line by line."""

import asyncio
import re
import runpy
import subprocess
import sys
from pathlib import Path

import pytest

from tests.contract import ROOT

SCRIPT = ROOT / "deploy" / "install.py"


def test_one_line_for_each_package() -> None:
    told = runpy.run_path(str(SCRIPT))["told"]
    said = [
        "Collecting aiohttp==3.14.5 (from -r requirements.lock (line 7))",
        "  Downloading aiohttp-3.14.5.whl (1.7 MB)",
        "Requirement already satisfied: discord.py==2.7.1 in ./.venv (from -r requirements.lock)",
        "Processing /wheels/discord_py-2.7.1-py3-none-any.whl (from -r requirements.lock (line 9))",
        "Installing collected packages: aiohttp",
        "Successfully installed aiohttp-3.14.5",
    ]
    assert list(told(said, 3)) == [
        "  1 of 3: aiohttp",
        "  2 of 3: discord.py",
        "  3 of 3: discord_py",
        "  unpacking 3 packages, which takes about as long again ...",
    ]


@pytest.mark.slow
async def test_the_status_is_that_of_pip(tmp_path: Path) -> None:
    lock = tmp_path / "requirements.lock"
    lock.write_text("no-such-package-at-all==1.0 --hash=sha256:00\n")
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, str(SCRIPT), str(lock)),
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.PIPE,
        env={"PIP_NO_INDEX": "1"},
    )
    _, wrong = await process.communicate()
    assert process.returncode != 0
    assert b"ERROR" in wrong


@pytest.mark.parametrize("target", ["play", "setup"])
def test_no_step_is_silent(target: str) -> None:
    """Before each command of the first start that takes long, a line says what it is."""
    make = ["make", "--dry-run", "--always-make", "--no-print-directory", target]
    recipe = subprocess.run(make, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    steps = recipe.splitlines()
    slow = [n for n, step in enumerate(steps) if "-m venv" in step or "install" in step]
    assert len(slow) >= 3
    for number in slow:
        if "echo" not in steps[number]:
            assert "echo" in steps[number - 1], steps[number]


@pytest.mark.parametrize(
    "file", ["Makefile", "deploy/Dockerfile", "deploy/RUNBOOK.md", "deploy/install.py"]
)
def test_what_is_locked_is_not_resolved_again(file: str) -> None:
    """A release of today must not stop an installation: pip would look at it for an extra."""
    text = (ROOT / file).read_text("utf-8").replace("\\\n", " ")
    locked = [line for line in text.splitlines() if "--require-hashes" in line]
    assert locked and all("--no-deps" in line for line in locked), locked


def test_playing_needs_no_tools_for_developing() -> None:
    make = ["make", "--dry-run", "--always-make", "--no-print-directory", "play"]
    recipe = subprocess.run(make, cwd=ROOT, capture_output=True, text=True, check=True).stdout
    locks = re.findall(r"[\w/]*\.lock", recipe)
    assert locks == ["deploy/requirements.lock", "deploy/build.lock"]
    needed = "\n".join((ROOT / lock).read_text("utf-8") for lock in locks)
    assert not re.search(r"^(pytest|pyright|playwright|ruff)\b", needed, re.MULTILINE)
