"""The first `make play` says what it is doing, line by line."""

import asyncio
import runpy
import sys
from pathlib import Path

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


def test_no_step_is_silent() -> None:
    """Before each command of the first start that takes long, a line says what it is."""
    recipe = (ROOT / "Makefile").read_text().split("$(STAMP): ")[1].split("\n\n")[0].splitlines()
    slow = [n for n, line in enumerate(recipe) if "-m venv" in line or "install" in line.lower()]
    for number in slow:
        if "echo" not in recipe[number]:
            assert "echo" in recipe[number - 1], recipe[number]
