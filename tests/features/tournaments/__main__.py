"""``python -m tests.features.tournaments``: many people, ten rounds, and kills."""

import argparse
import asyncio
import tempfile
import time
from contextlib import ExitStack
from pathlib import Path

from tests import postgresql
from tests.bot.empty_database import put_empty_database
from tests.features.tournaments.killed import Evening


def main() -> None:
    """Play one, and print its figures."""
    reader = argparse.ArgumentParser(
        prog="python -m tests.features.tournaments", description=__doc__
    )
    reader.add_argument("--people", type=int, default=1024)
    reader.add_argument("--rounds", type=int, default=10)
    reader.add_argument("--every", type=float, default=10.0, help="seconds between two kills (10)")
    reader.add_argument("--processes", type=int, default=0, help="so many, on one PostgreSQL")
    given = reader.parse_args()
    with ExitStack() as stack:
        if given.processes:
            cluster = postgresql.Cluster()
            stack.callback(cluster.remove)
            url = cluster.url("postgres")
        else:
            file = Path(stack.enter_context(tempfile.TemporaryDirectory())) / "keil.db"
            put_empty_database(file)
            url = f"sqlite+aiosqlite:///{file}"
        evening = Evening(url, given.people, given.rounds)
        asyncio.run(run(evening, given.every, given.processes or 1))


async def run(evening: Evening, every: float, processes: int) -> None:
    """Kill the processes in turn until the tournament is over."""
    await evening.sign_up()
    began, next_kill, turn = time.monotonic(), time.monotonic() + every, 0
    running = [evening.start(part=(number, processes)) for number in range(processes)]
    try:
        while not all(process.exitcode == 0 for process in running):
            await asyncio.sleep(0.1)
            if time.monotonic() >= next_kill and running[turn].exitcode is None:
                running[turn].kill()
                running[turn].join()
                await evening.killed()
                print(f"kill {len(evening.kills)}: round and pairings to begin", evening.kills[-1])
                running[turn] = evening.start(part=(turn, processes))
                turn, next_kill = (turn + 1) % processes, time.monotonic() + every
            assert all(process.exitcode in (None, 0) for process in running), "it has failed"
    finally:
        for process in running:
            process.kill()
    took = time.monotonic() - began
    view = await evening.check()
    gone = sum(player.out is not None for player in view.whole.players)
    games = sum(one.match is not None for one in view.pairings)
    within = sum(left > 0 for _, left in evening.kills)
    print(
        f"{evening.people} people ({gone} left), {view.stored.round} rounds, {games} games in "
        f"{took:.0f} s; {len(evening.kills)} kills, {within} of them while a round began"
    )


if __name__ == "__main__":
    main()
