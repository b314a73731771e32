"""``python -m tests.delivery``: many schedules, or the shortest that needs a rule."""

import argparse
import multiprocessing
import sys
import time
from itertools import islice

from tests.delivery.rules import RULES, without
from tests.delivery.running import Result, attempt, failures

PROCESSES = 2
BATCH = 500


def main() -> int:
    """Run what the arguments say. Returns 1 if something is found that should not be."""
    reader = argparse.ArgumentParser(prog="python -m tests.delivery", description=__doc__)
    reader.add_argument("--seeds", type=int, default=20000, help="how many (20000)")
    reader.add_argument("--first", type=int, default=0, metavar="SEED", help="the first one")
    names = [*RULES, "all"]
    reader.add_argument("--break", dest="broken", choices=names, metavar="RULE", help="or all")
    reader.add_argument("--show", type=int, metavar="SEED", help="print this schedule")
    given = reader.parse_args()
    seeds = range(given.first, given.first + given.seeds)
    if given.show is not None:
        return _show(given.show, given.broken)
    if given.broken is not None:
        wanted = list(RULES) if given.broken == "all" else [given.broken]
        with multiprocessing.get_context("fork").Pool(PROCESSES) as pool:
            kept = list(pool.imap(_without, [(name, seeds) for name in wanted], 1))
        return int(any(kept))
    return _run(seeds)


def _show(seed: int, broken: str | None) -> int:
    with without(*([broken] if broken else [])):
        result = attempt(seed, detailed=True)
    print("\n".join(result.log), result.found or "nothing is found", sep="\n")
    return int(result.found is not None)


def _run(seeds: range) -> int:
    began = time.monotonic()
    parts = [seeds[first : first + BATCH] for first in range(0, len(seeds), BATCH)]
    failed: list[Result] = []
    with multiprocessing.get_context("fork").Pool(PROCESSES) as pool:
        for found in pool.imap_unordered(failures, parts):
            failed += found
    spent = time.monotonic() - began
    print(f"{len(seeds)} schedules in {spent:.0f} s, {len(failed)} fail")
    for result in sorted(failed, key=_length)[:8]:
        print(f"  seed {result.seed} ({_length(result)} events): {result.found}")
    return int(bool(failed))


def _without(work: tuple[str, range]) -> bool:
    """Whether nothing fails without this rule; prints the shortest of ten that do."""
    name, seeds = work
    with without(name):
        failed = list(islice((r for seed in seeds if (r := attempt(seed)).found), 10))
    if not failed:
        print(f"{name:9} NO INVARIANT FAILS in {len(seeds)} schedules", flush=True)
        return True
    best, last = min(failed, key=_length), failed[-1].seed
    tried = last - seeds[0] + 1 if len(failed) == 10 else len(seeds)
    print(
        f"{name:9} {len(failed):2} of {tried}; the shortest: "
        f"seed {best.seed} ({_length(best)} events): {best.found}",
        flush=True,
    )
    return False


def _length(result: Result) -> int:
    return len(result.log)


if __name__ == "__main__":
    sys.exit(main())
