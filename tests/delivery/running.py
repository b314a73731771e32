"""Runs schedules: one, many, and one over two stores."""

from collections.abc import Sequence
from itertools import zip_longest
from typing import NamedTuple

from tests.delivery.channels import Violation
from tests.delivery.plain import Plain
from tests.delivery.processes import StoreFactory
from tests.delivery.world import World

STORES: dict[str, StoreFactory] = {"plain": Plain}


class Result(NamedTuple):
    """How a schedule ended: `found` is what must never be."""

    seed: int
    found: str | None
    log: list[str]


def make_store(kind: str) -> StoreFactory:
    """What makes an empty store of a kind."""
    return STORES[kind]


def attempt(seed: int, factory: StoreFactory = Plain, detailed: bool = False) -> Result:
    """Run the schedule of a seed."""
    world = World(seed, factory, detailed)
    try:
        world.run()
    except Violation as violation:
        return Result(seed, str(violation), world.log)
    return Result(seed, None, world.log)


def failures(seeds: Sequence[int]) -> list[Result]:
    """The schedules in which something is found."""
    return [result for result in map(attempt, seeds) if result.found]


def compare(seed: int, other: StoreFactory) -> None:
    """See that another store does the same as `Plain`, row by row. Raises `AssertionError`."""
    plain, tried = attempt(seed, Plain, detailed=True), attempt(seed, other, detailed=True)
    for number, (expected, found) in enumerate(zip_longest(plain.log, tried.log)):
        if expected != found:
            before = "\n".join(plain.log[max(0, number - 20) : number])
            raise AssertionError(f"seed {seed}:\n{before}\nexpected {expected}\nfound    {found}")
    assert plain.found == tried.found
