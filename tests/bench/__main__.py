"""``make bench``: what performance is promised, measured beside other programs in one run.

Each page of rows is measured in a process of its own. Absolute figures move with the machine; the
ratios are what to compare.
"""

import importlib
import json
import os
import platform
import subprocess
import sys

PAGES = (
    "rules",
    "pictures",
    "lag",
    "pipeline",
    "stores",
    "stored",
    "people",
    "watching",
    "end_to_end",
    "floor",
    "start",
    "failures",
    "budget",
    "deadlines",
    "gateway",
    "processes",
    "growth",
    "channel",
    "computers",
)
LONGEST = 600
"""Seconds for one page."""


def measure(page: str) -> None:
    """Print the rows of one page as JSON."""
    print(json.dumps(importlib.import_module(f"tests.bench.{page}").rows()))


def measured(page: str) -> list[tuple[str, dict[str, object]]]:
    """The rows of one page, in a process of its own; one that cannot be run says so."""
    command = [sys.executable, "-m", "tests.bench", page]
    try:
        done = subprocess.run(command, capture_output=True, text=True, timeout=LONGEST, check=True)
    except subprocess.CalledProcessError as error:
        return [(page, {"NOT RUN": error.stderr.strip().splitlines()[-1]})]
    except subprocess.TimeoutExpired:
        return [(page, {"NOT RUN": f"took more than {LONGEST} s"})]
    return json.loads(done.stdout)


def shown(value: object) -> str:
    """A figure with three digits that count."""
    return f"{value:.3g}" if isinstance(value, float) and value < 1000 else str(value)


def main() -> None:
    """Print every row."""
    print(f"Python {platform.python_version()}, {os.cpu_count()} cores, {platform.machine()}")
    for page in PAGES:
        print(f"\n{page}")
        for name, figures in measured(page):
            print(f"  {name}")
            for key, value in figures.items():
                print(f"      {key}: {shown(value)}", flush=True)


if __name__ == "__main__":
    measure(sys.argv[1]) if sys.argv[1:] else main()
