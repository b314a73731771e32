"""A referee between two programs that speak GTP: they play a game, and have to agree at every ply.

``python -m tests.gtp.referee --game kee --players 3`` plays one between two `keil gtp`.
Who chooses a move changes from ply to ply; the other is told it.
"""

import subprocess
import sys
from collections.abc import Sequence
from contextlib import ExitStack
from dataclasses import dataclass, field
from pathlib import Path
from typing import Self

ROOT = Path(__file__).parents[2]
OVER = "-"


class Program:
    """One engine in a process of its own."""

    def __init__(self, arguments: Sequence[str]) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "bot", "gtp", *arguments],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            cwd=ROOT,
            text=True,
        )

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        if self.process.poll() is None:
            self.process.kill()
        self.process.communicate()

    def ask(self, command: str) -> str:
        """The result of a command, which must succeed."""
        assert self.process.stdin is not None and self.process.stdout is not None
        self.process.stdin.write(f"{command}\n")
        self.process.stdin.flush()
        said = ""
        while not said.endswith("\n\n"):
            line = self.process.stdout.readline()
            assert line, f"the program has ended at {command!r}"
            said += line
        assert said[0] == "=", f"{command}: {said}"
        return said[1:].strip()

    def quit(self) -> int:
        """The exit status after ``quit``."""
        assert self.ask("quit") == ""
        return self.process.wait(timeout=60)


@dataclass
class Played:
    """A game on which both have agreed."""

    moves: list[tuple[int, str]] = field(default_factory=list[tuple[int, str]])
    """Seats, from 0, and what they played."""
    states: list[str] = field(default_factory=list[str])
    """What `keil-state` said before each move, and at the end."""
    score: str = ""
    sgf: str = ""


def agreed(programs: Sequence[Program], command: str) -> str:
    """What all of them answer to ``command``."""
    first, *others = (program.ask(command) for program in programs)
    assert all(other == first for other in others), f"they disagree on {command}: {first} {others}"
    return first


def play(arguments: Sequence[str]) -> Played:
    """A whole game between two programs with these arguments and different chance."""
    played = Played()
    with ExitStack() as stack:
        programs = [
            stack.enter_context(Program([*arguments, "--seed", seed])) for seed in ("1", "2")
        ]
        while True:
            played.states.append(agreed(programs, "keil-state"))
            agreed(programs, "keil-legal")
            seat, _, colour = agreed(programs, "keil-to_move").partition(" ")
            if seat == OVER:
                break
            first, second = programs if len(played.moves) % 2 else reversed(programs)
            if colour:
                move = first.ask(f"genmove {colour}")
                second.ask(f"play {colour} {move}")
            else:
                move = first.ask(f"keil-genmove {seat}")
                second.ask(f"keil-say {seat} {move}")
            played.moves.append((int(seat) - 1, move))
        played.score, played.sgf = (agreed(programs, ask) for ask in ("final_score", "printsgf"))
        assert [program.quit() for program in programs] == [0, 0]
    return played


if __name__ == "__main__":
    print(play(sys.argv[1:]).sgf)
