"""What the parts of ``make strength`` have in common: how much to do, and the rows of its table."""

from collections.abc import Callable, Iterable, Iterator
from concurrent.futures import ProcessPoolExecutor
from dataclasses import dataclass
from multiprocessing import get_context
from typing import TypeVar

T = TypeVar("T")
R = TypeVar("R")


@dataclass(frozen=True)
class Plan:
    """How much to do."""

    games: int | None
    positions: int
    processes: int
    boards: tuple[str, ...] = ()
    """Only boards whose names hold one of these; without any, all of them."""
    levels: tuple[int, ...] = ()
    """Only these levels against the ones below; without any, all of them."""
    seed: int = 0
    """Where the seeds of the ladder begin: another one gives other games."""

    def each(self, work: Callable[[T], R], over: Iterable[T]) -> Iterator[R]:
        """``work`` of each, in order, in several processes."""
        with ProcessPoolExecutor(self.processes, mp_context=get_context("spawn")) as pool:
            yield from pool.map(work, over)

    def chosen(self, boards: Iterable[T], name: Callable[[T], str]) -> list[T]:
        """The boards that were asked for."""
        words = self.boards
        return [b for b in boards if not words or any(word in name(b) for word in words)]


@dataclass(frozen=True)
class Row:
    """A line of the table."""

    name: str
    bar: str
    told: str
    reached: bool | None = None
    """None if there is no bar, or it could not be measured."""

    def __str__(self) -> str:
        mark = {True: "reached", False: "NOT REACHED", None: ""}[self.reached]
        return f"{self.name}: {self.told}" + (f" [{self.bar}: {mark}]" if self.bar else "")
