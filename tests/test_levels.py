"""The level of a test, and what `make check` runs."""

import subprocess
import sys
from pathlib import Path

from tests.contract import ROOT
from tests.levels import level, told

THREE = """
import pytest

@pytest.mark.parametrize("case", range(5))
def test_cases(case): ...

@pytest.mark.slow
def test_slow(): ...
"""


def test_the_level_is_that_of_the_largest_part():
    assert level(()) == "pure"
    assert level(("tmp_path",)) == "stored"
    assert level(("table", "driver", "playground", "tmp_path")) == "bot"
    assert level(("tabs", "playground", "tmp_path")) == "browser"
    assert level(("cluster", "tmp_path")) == "processes"


def test_what_is_left_out_is_told():
    left = {"pure": 2, "bot": 1}
    assert told(left) == "Left to `make test`: 3 tests (2 pure, 1 bot)."


def test_a_few_cases_of_each_test_are_run_and_the_line_says_so(tmp_path: Path):
    (tmp_path / "test_three.py").write_text(THREE)
    command = [sys.executable, "-m", "pytest", "-q", "--quick", "-p", "tests.conftest"]
    command += ["-c", str(ROOT / "pyproject.toml"), str(tmp_path / "test_three.py")]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False)
    assert "Left to `make test`: 4 tests (4 pure)." in done.stdout, done.stdout + done.stderr
    assert "2 passed, 4 deselected" in done.stdout
