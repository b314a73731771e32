"""What the parts of ``make strength`` have in common: how much to do, and the rows of its table."""

from collections import deque
from collections.abc import Callable, Generator, Iterable, Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from functools import cached_property
from itertools import islice
from multiprocessing import get_context
from typing import TypeVar

AHEAD = 3
"""How many tasks for each process a row may be ahead of the first that is not done."""

T = TypeVar("T")
R = TypeVar("R")


def never(results: Sequence[object]) -> bool:
    del results
    return False


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
    sequential: bool = False
    """Whether matches of the ladder end as soon as they are decided."""

    @cached_property
    def _pool(self) -> ProcessPoolExecutor:
        """The processes that all rows share."""
        return ProcessPoolExecutor(self.processes, mp_context=get_context("spawn"))

    def each(self, work: Callable[[T], R], over: Iterable[T]) -> Generator[R]:
        """``work`` of each, in order, in several processes; whoever has enough may stop."""
        ahead, tasks = deque[Future[R]](), iter(over)
        try:
            while True:
                for task in islice(tasks, 2 * self.processes - len(ahead)):
                    ahead.append(self._pool.submit(work, task))
                if not ahead:
                    return
                yield ahead.popleft().result()
        finally:
            for future in ahead:
                future.cancel()

    def rows(
        self,
        work: Callable[[T], R],
        over: Sequence[Iterable[T]],
        enough: Callable[[Sequence[R]], bool] = never,
    ) -> Iterator[list[R]]:
        """The results of ``work`` for each row of tasks, in order, in several processes.

        No process waits for the end of a row: one that is free begins with the next row. A row ends
        early when ``enough`` says so of its first results, which depends on their order alone and
        not on which of them was ready first.
        """
        tasks = [enumerate(row) for row in over]
        ready: list[dict[int, R]] = [{} for _ in tasks]
        results: list[list[R]] = [[] for _ in tasks]
        begun, done, shown = [0] * len(tasks), set[int](), 0
        waiting, running = list(range(len(tasks))), dict[Future[R], tuple[int, int]]()

        def begin() -> bool:
            """Begin the next task: of the first row that is not far ahead of its results."""
            for row in list(waiting):
                if row not in done and begun[row] - len(results[row]) >= AHEAD * self.processes:
                    continue
                number, task = (-1, None) if row in done else next(tasks[row], (-1, None))
                if task is None:
                    waiting.remove(row)
                    continue
                running[self._pool.submit(work, task)] = row, number
                begun[row] += 1
                return True
            return False

        try:
            while shown < len(tasks):
                while len(running) < self.processes and begin():
                    pass
                for future in wait(running, return_when=FIRST_COMPLETED).done if running else ():
                    row, number = running.pop(future)
                    ready[row][number] = future.result()
                    while row not in done and len(results[row]) in ready[row]:
                        results[row].append(ready[row][len(results[row])])
                        if enough(results[row]):
                            done.add(row)
                busy = {row for row, _ in running.values()} | set(waiting)
                while shown < len(tasks) and (shown in done or shown not in busy):
                    yield results[shown]
                    shown += 1
        finally:
            for future in running:
                future.cancel()

    def close(self) -> None:
        """End the processes, those that still work too late too."""
        self._pool.shutdown(wait=True, cancel_futures=True)

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
