"""``python -m tests.simulation``: a million games on the clock over ten years."""

import argparse
import multiprocessing
import os
import sys
import time
from collections import Counter
from collections.abc import Callable, Generator, Iterable, Sequence
from contextlib import contextmanager
from functools import partial

from tests.simulation.games import Failure, attempt, prepare, spans_computed_once

BATCH = 500
COUNTED = ("games", "moves", "losses on time")
STOPPED = ("nights", "weekends", "absences", "outages", "first looks")


def main(arguments: Sequence[str] | None = None) -> int:
    """Play what the arguments say. Returns 1 if a game fails."""
    reader = argparse.ArgumentParser(prog="python -m tests.simulation", description=__doc__)
    reader.add_argument("--games", type=int, default=10**6, help="how many (1000000)")
    reader.add_argument("--seed", type=int, default=0, help="another one plays other games (0)")
    reader.add_argument("--first", type=int, default=0, metavar="GAME", help="the first one")
    reader.add_argument("--years", type=float, default=10, help="from 2026 on (10)")
    reader.add_argument("--processes", type=int, default=os.cpu_count(), help="one for each core")
    given = reader.parse_args(arguments)
    began = time.monotonic()
    prepare(given.years)
    print(f"everybody's minutes are counted, in {time.monotonic() - began:.0f} s", flush=True)
    numbers = range(given.first, given.first + given.games)
    parts = [numbers[first : first + BATCH] for first in range(0, len(numbers), BATCH)]
    counted = Counter[str]()
    with spans_computed_once(), _processes(given.processes) as play:
        for result in play(partial(attempt, given.years, given.seed), parts):
            if isinstance(result, Failure):
                return _tell(result)
            counted += result
    print(_line(counted), f"({time.monotonic() - began:.0f} s)")
    return 0


@contextmanager
def _processes(number: int) -> Generator[Callable[..., Iterable[Counter[str] | Failure]]]:
    """What plays parts in so many processes, and gives the results in their order."""
    if number == 1:
        yield map
        return
    with multiprocessing.get_context("fork").Pool(number) as pool:
        yield pool.imap


def _tell(failure: Failure) -> int:
    print(f"seed {failure.seed}, game {failure.number}:", *failure.log, failure.found, sep="\n  ")
    print(f"only this: --seed {failure.seed} --first {failure.number} --games 1")
    return 1


def _line(counted: Counter[str]) -> str:
    played = ", ".join(f"{counted[what]} {what}" for what in COUNTED)
    stopped = ", ".join(f"{counted[kind]} of {kind}" for kind in STOPPED)
    return f"{played}; turns in which a clock stood still because {stopped}"


if __name__ == "__main__":
    sys.exit(main())
