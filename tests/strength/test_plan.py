"""Work in several processes: in order, no more than is needed, and none idle between rows."""

from collections.abc import Iterator, Sequence
from pathlib import Path
from time import sleep

import pytest

from tests.strength.plan import AHEAD, Plan

LONG = 60


@pytest.fixture(scope="module")
def plan() -> Iterator[Plan]:
    plan = Plan(games=None, positions=0, processes=2)
    yield plan
    plan.close()


def inverse(number: int) -> float:
    return 1 / number


def squared(number: int) -> int:
    return number * number


def noted(task: tuple[Path, int]) -> int:
    """Leaves a file that says that this was begun."""
    folder, number = task
    (folder / str(number)).touch()
    return number


def waiting(task: tuple[Path, str, str]) -> str:
    """Begins, and ends when another one has begun."""
    folder, name, other = task
    (folder / name).touch()
    for _ in range(100 * LONG):
        if not other or (folder / other).exists():
            return name
        sleep(0.01)
    raise TimeoutError(other)


def test_each_is_in_order_and_stops_when_nobody_asks_for_more(plan: Plan, tmp_path: Path) -> None:
    assert list(plan.each(squared, range(20))) == [n * n for n in range(20)]
    for number in plan.each(noted, ((tmp_path, n) for n in range(1000))):
        if number == 3:
            break
    assert len(list(tmp_path.iterdir())) <= 3 * AHEAD * plan.processes + 7 < 50


def test_rows_are_in_order_with_all_their_results(plan: Plan) -> None:
    rows = list(plan.rows(squared, [range(3), range(0), range(5)]))
    assert rows == [[0, 1, 4], [], [0, 1, 4, 9, 16]]


def test_a_row_ends_early_once_its_first_results_are_enough(plan: Plan, tmp_path: Path) -> None:
    """However fast others are: the results are the same with any number of processes."""

    def enough(results: Sequence[int]) -> bool:
        return len(results) >= 4 or sum(results) > 120

    tasks = [[(tmp_path, n) for n in range(at, at + 50)] for at in (0, 100, 200)]
    assert list(plan.rows(noted, tasks, enough)) == [[0, 1, 2, 3], [100, 101], [200]]
    assert len(list(tmp_path.iterdir())) <= 3 * AHEAD * plan.processes + 7 < 50


def test_the_next_row_begins_while_the_last_task_of_the_one_before_runs(
    plan: Plan, tmp_path: Path
) -> None:
    first, second = (tmp_path, "slow", "next"), (tmp_path, "next", "")
    assert list(plan.rows(waiting, [[first], [second]])) == [["slow"], ["next"]]


def test_what_goes_wrong_in_a_task_is_told(plan: Plan) -> None:
    with pytest.raises(ZeroDivisionError):
        list(plan.rows(inverse, [[2, 0]]))
