"""How strong the computer player is, and whether it keeps the rules: ``make strength``.

``python -m tests.strength [PART ...] [--games N] [--processes N]`` runs parts; each row says its
bar, what was reached with a 95 % interval, and what it cost. Matches are pairs of games from the
same two random stones, colours exchanged; only times depend on the machine. ``--boards`` and
``--levels`` choose among the rows, ``--append FILE`` keeps each as it comes.
"""

import argparse
import os
import platform
import sys
from datetime import UTC, datetime
from importlib import import_module
from pathlib import Path

from tests.strength.plan import Plan

PARTS = (
    *("rules", "speed", "komi", "handicap", "strangers", "ladder", "learned", "exact", "side3"),
    *("outside", "estimates", "warnings", "reviews", "net", "beginners"),
)


def main() -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.strength", description=__doc__)
    parser.add_argument("parts", nargs="*", metavar="PART", help=", ".join(PARTS))
    parser.add_argument("--games", type=int, default=None, help="games of each match")
    parser.add_argument("--positions", type=int, default=1_000_000, help="positions to compare")
    parser.add_argument("--processes", type=int, default=os.cpu_count())
    parser.add_argument(
        "--boards", nargs="*", default=[], help="parts of names, such as \"keil {'size': 5\""
    )
    parser.add_argument(
        "--levels", nargs="*", type=int, default=[], help="of the ladder: the upper of two"
    )
    parser.add_argument("--seed", type=int, default=0, help="of the ladder: other games")
    parser.add_argument(
        "--sequential", action="store_true", help="matches of the ladder end once they are decided"
    )
    parser.add_argument(
        "--append", type=Path, default=None, help="a file for the rows as they come"
    )
    arguments = parser.parse_args()
    unknown = set(arguments.parts) - set(PARTS)
    if unknown:
        parser.error(f"there is no part {', '.join(sorted(unknown))}")
    plan = Plan(
        arguments.games,
        arguments.positions,
        arguments.processes or 1,
        tuple(arguments.boards),
        tuple(arguments.levels),
        arguments.seed,
        arguments.sequential,
    )

    def say(line: str) -> None:
        print(line, flush=True)
        if arguments.append is not None:
            with arguments.append.open("a", encoding="utf-8") as file:
                file.write(f"{line}\n")

    say(f"{datetime.now(UTC):%d %B %Y, %H:%M} UTC, Python {platform.python_version()}")
    say(f"{os.cpu_count()} cores of {processor()}, load {os.getloadavg()[0]:.1f} before it began")
    reached = True
    try:
        for part in arguments.parts or PARTS:
            say(f"\n{part}")
            for row in import_module(f"tests.strength.{part}").rows(plan):
                reached &= row.reached is not False
                say(f"  {row}")
    finally:
        plan.close()
    return not reached


def processor() -> str:
    """What the machine calls its processor."""
    try:
        lines = Path("/proc/cpuinfo").read_text("utf-8").splitlines()
        names = [line.split(":", 1)[1].strip() for line in lines if "model name" in line]
    except OSError:
        names = []
    return names[0] if names else platform.machine()


if __name__ == "__main__":
    sys.exit(main())
