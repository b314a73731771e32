"""How late a board is right if a request of it fails, once or three times in a row, in each place.

Seconds from the answer to a move to the last request that shows it: until then the channel shows
the board before it. The faults are the stand-in's: an error of the server, a connection closed
without an answer, with the request carried out or not. Goals: 3 seconds, and 10 after three.
"""

import asyncio
import os
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from functools import partial
from itertools import count, product
from pathlib import Path
from typing import Any

from bot.playground.driver.faults import CALLBACK, EDIT, SEND
from bot.service.places import choices
from tests.bench.floor import PEOPLE, Table, put_games, table
from tests.bench.pipeline import random_game

PLAYED = 40
GOALS = {1: 3, 3: 10}
"""Failures in a row, and seconds."""
Fault = Callable[[Table], Awaitable[None]]
LONGEST = 20.0
"""Seconds after a move in which everything that shows it is surely done."""


async def lateness(ours: Table, channel: str, game: int, moves: list[str], fail: Fault) -> float:
    """Seconds from the answer to the last of two moves, which fails, until all of it was shown."""
    for who, move in zip(PEOPLE, moves, strict=True):
        await ours.quiet()
        if move is moves[-1]:
            await fail(ours)
        await ours.driver.slash(who, channel, "play", {"move": move, "game": str(game)})
    await asyncio.sleep(LONGEST)
    await ours.driver.clear_faults()
    made = await ours.quiet()
    answered = next(one["at"] for one in made if _route(one) == CALLBACK)
    shows = [one["at"] for one in made if _shows(one, channel)]
    return max(shows) - answered if shows else float("inf")


def _route(made: Mapping[str, Any]) -> str:
    return f"{made['method']} {made['route']}"


def _shows(made: Mapping[str, Any], channel: str) -> bool:
    """Whether this request has changed what the channel of the game shows."""
    here = f"/channels/{channel}/messages" in made["path"]
    return here and _route(made) in (SEND, EDIT) and (made["status"] or 500) < 300


async def in_place(
    folder: Path, place: str, one_at_a_time: asyncio.Lock
) -> list[tuple[str, Mapping[str, object]]]:
    """The rows of one place."""
    moves, rows = random_game(PLAYED + 1), list[tuple[str, Mapping[str, object]]]()
    at = folder / f"keil-{place}.db"
    async with table(folder, f"discord-{place}") as ours:
        async with one_at_a_time:  # Alembic does not migrate two databases at once
            where = await put_games(f"sqlite+aiosqlite:///{at}", ours, moves[:-1], place)
        async with ours.played_by("bot", "run", DATABASE_URL=f"sqlite:///{at}"):
            games = count(1)
            for route, times in product((SEND, EDIT), GOALS):
                found = dict[str, object]()
                for name, fault in FAULTS.items():
                    game = next(games)
                    fail = partial(fault, route=route, times=times)
                    channel = where[game % len(where)]
                    found[name] = await lateness(ours, channel, game, moves[PLAYED:], fail)
                failed = f"{route.split()[0]} fails {times} times (goal {GOALS[times]} s)"
                rows.append((f"{place}: {failed}", found))
    return rows


async def measure(folder: Path) -> list[tuple[str, Mapping[str, object]]]:
    """All rows of this page; the places at the same time, since there is more to wait for."""
    lock = asyncio.Lock()
    found = await asyncio.gather(*(in_place(folder, place, lock) for place in choices()))
    return [row for of_place in found for row in of_place]


async def _error(ours: Table, *, route: str, times: int) -> None:
    await ours.driver.fail_next(route, 502, times=times)


async def _closed(ours: Table, *, route: str, times: int) -> None:
    await ours.driver.drop_next(route, times=times, applied=False)


async def _lost(ours: Table, *, route: str, times: int) -> None:
    await ours.driver.drop_next(route, times=times)


FAULTS = {
    "error 502": _error,
    "connection closed, not carried out": _closed,
    "connection closed, carried out": _lost,
}


def rows() -> list[tuple[str, Mapping[str, object]]]:
    """The rows, measured in a folder of their own."""
    os.environ.pop("SHARDS", None)
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(measure(Path(folder)))
