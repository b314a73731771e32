"""Trains the net of a game, generation by generation: ``make weights`` does it for every game.

A generation is games of the best net so far against itself (the first: of the search without a
net), a net trained on them and on those of the generations before, and a match of it against
the best so far, which it replaces if it wins. What a step has made lies in a folder, so a run that
was stopped goes on where it was; ``--hours`` says how much CPU time all runs may take together.

Then ``--finish`` trains one for longer, on all games.

``python -m tests.strength.nets GAME [--hours H]``; ``--go-on`` begins with the net that the core
has, and ``--install`` puts the best one into its folder.
"""

import argparse
import sys
from pathlib import Path
from shutil import copy

from engine.ai.net import NET
from tests.core.build import SOURCES
from tests.strength.nets.games import COURSES
from tests.strength.nets.generations import MINUTES, Workshop
from tests.strength.plan import Plan


def main() -> None:
    parser = argparse.ArgumentParser(prog="python -m tests.strength.nets", description=__doc__)
    parser.add_argument("games", nargs="*", metavar="GAME", help=", ".join(COURSES))
    parser.add_argument("--hours", type=float, default=8.0, help="CPU time of each game")
    parser.add_argument(
        "--minutes", type=float, default=MINUTES, help="... of a generation's games"
    )
    parser.add_argument(
        "--finish", type=float, default=0.0, metavar="MINUTES", help="train that long on all games"
    )
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--folder", type=Path, default=Path("build/nets"))
    parser.add_argument(
        "--go-on",
        action="store_true",
        help="begin with the net that the core has, if nothing is there",
    )
    parser.add_argument("--install", action="store_true", help="let the core have the best net")
    arguments = parser.parse_args()
    plan = Plan(None, 0, arguments.processes)
    try:
        for key in arguments.games or COURSES:
            workshop, known = Workshop(key, arguments.folder, plan), _in_core(key)
            if arguments.go_on and known.exists():
                workshop.begin_with(known)
            workshop.go_on(arguments.hours, arguments.minutes)
            if arguments.finish:
                workshop.finish(arguments.finish)
            if arguments.install and workshop.best is not None:
                copy(workshop.best, _in_core(key))
    finally:
        plan.close()


def _in_core(key: str) -> Path:
    """Where the core has the net of a game."""
    return SOURCES / f"weights-{key}{NET}.bin"


if __name__ == "__main__":
    sys.exit(main())
