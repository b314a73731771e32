"""How late the event loop is while pictures are drawn: what everybody waits for at once.

The pools are those of the bot: a painter for each core, and one thread for animations. The lag is
how much later than asked for a sleep of 5 ms ends, in milliseconds; beside it, in the same run, the
same without any drawing.
"""

import asyncio
import os
import sys
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from time import perf_counter

from bot.cli.run import SWITCH_INTERVAL
from render.animation import animate
from render.board_image import draw
from tests.bench.pictures import game

SLEEP, SECONDS = 0.005, 6
Rows = list[tuple[str, dict[str, float] | str]]


async def lags(busy: Callable[[], bool]) -> list[float]:
    """By how many milliseconds sleeps end too late, sorted."""
    late: list[float] = []
    while busy():
        asked = perf_counter()
        await asyncio.sleep(SLEEP)
        late.append(1000 * (perf_counter() - asked - SLEEP))
    return sorted(late)


async def measured(*, boards: bool, film: bool) -> dict[str, float]:
    """The lag while the painters draw board after board, and somebody an animation."""
    line, loop, until = game(150), asyncio.get_running_loop(), perf_counter() + SECONDS
    drawn = 0

    def paint() -> int:
        number = 0
        while perf_counter() < until:
            draw(line[-1])
            number += 1
        return number

    def roll() -> None:
        while perf_counter() < until:
            animate(line)

    cores = os.cpu_count() or 1
    with ThreadPoolExecutor(cores) as painters, ThreadPoolExecutor(1) as patient:
        work = [loop.run_in_executor(painters, paint) for _ in range(cores if boards else 0)]
        other = [loop.run_in_executor(patient, roll)] if film else []
        late = await lags(lambda: perf_counter() < until)
        drawn = sum([await one for one in work])
        await asyncio.gather(*other)
    figures = {"p50": late[len(late) // 2], "p99": late[len(late) * 99 // 100], "most": late[-1]}
    return {**figures, "boards a second": drawn / SECONDS}


def rows() -> Rows:
    """The rows of this page."""
    sys.setswitchinterval(SWITCH_INTERVAL)
    draw(game(150)[-1])  # the sheet is there
    return [
        ("event loop lag, nothing drawn", asyncio.run(measured(boards=False, film=False))),
        ("while all painters draw", asyncio.run(measured(boards=True, film=False))),
        ("and somebody an animation", asyncio.run(measured(boards=True, film=True))),
    ]
