"""A move's way through service, storage and picture, with 10,000 open games in the database.

Latency is from the moment the move was due until its picture is encoded. Beside it, in the same
run, the floor: one fdatasync and one PNG encoding. Figures are milliseconds unless they say more.
"""

import asyncio
import os
import resource
import sys
import tempfile
from collections.abc import Mapping
from concurrent.futures import ThreadPoolExecutor
from datetime import UTC, datetime, timedelta
from pathlib import Path
from random import Random
from statistics import median
from time import perf_counter, process_time

import sqlalchemy as sa

from bot.cli.run import SWITCH_INTERVAL
from bot.service.service import Service
from bot.storage.database import Store
from bot.storage.schema import match, player, turn
from bot.storage.transaction import Transaction
from engine.games import all_games
from engine.position import Placement
from render.board_image import RenderOptions, draw, paint
from render.png import encode_png
from render.tiles import tile_set

OPEN_GAMES, TURNS_EACH, PER_SECOND, SECONDS = 10_000, 40, 50, 8
GAME = all_games()["keil"]
OPTIONS = GAME.settle({"size": 7, "komi": 6.0})


def random_game(plies: int) -> list[str]:
    """The moves of a random game, and one legal move more."""
    random, position, moves = Random(3), GAME.start(OPTIONS, 2), []
    for _ in range(plies + 1):
        legal = [move for move in position.legal_moves() if isinstance(move, Placement)]
        moves.append(random.choice(legal).point)
        position = position.play(Placement(moves[-1]))
    return moves


async def fill(store: Store, moves: list[str], count: int) -> None:
    """Store ``count`` open games of two people each, all but the last of ``moves`` played."""
    now = datetime.now(UTC)
    played = len(moves) - 1
    header = {
        "server": 1,
        "game": GAME.key,
        "ruleset": GAME.ruleset,
        "options": OPTIONS,
        "per_move_s": 259_200,
        "ply": played,
        "to_move": played % 2,
        "opened": now,
    }

    def work(tx: Transaction) -> None:
        run = tx.connection.execute
        games = [
            header | {"id": n, "channel_id": n, "deadline": now + timedelta(days=3, seconds=n)}
            for n in range(1, count + 1)
        ]
        run(sa.insert(match), games)
        people = [
            {"match": n, "seat": seat, "user": 2 * n + seat}
            for n in range(1, count + 1)
            for seat in (0, 1)
        ]
        run(sa.insert(player), people)
        for n in range(1, count + 1, 500):
            turns = [
                {"match": m, "ply": ply + 1, "seat": ply % 2, "text": text, "at": now}
                for m in range(n, min(n + 500, count + 1))
                for ply, text in enumerate(moves[:-1])
            ]
            run(sa.insert(turn), turns)

    await store.write(work)


class Pipeline:
    """Service, store and painters, as in the bot."""

    def __init__(self, store: Store, moves: list[str]) -> None:
        self.service = Service.over(store, all_games())
        self.painters = ThreadPoolExecutor(max_workers=os.cpu_count())
        self.move, self.mover = moves[-1], (len(moves) - 1) % 2

    async def one(self, game: int) -> None:
        """One move: judged, stored and drawn."""
        live = await self.service.matches.play(
            game, 2 * game + self.mover, self.move, event_id=game
        )
        loop = asyncio.get_running_loop()
        await loop.run_in_executor(self.painters, draw, live.match.position, RenderOptions())

    async def at_rate(self, games: range) -> list[float]:
        """Latencies in ms of moves that come evenly, PER_SECOND a second."""
        begin, took = perf_counter(), []

        async def due(number: int, game: int) -> None:
            at = begin + number / PER_SECOND
            await asyncio.sleep(max(0.0, at - perf_counter()))
            await self.one(game)
            took.append((perf_counter() - at) * 1000)

        await asyncio.gather(*(due(number, game) for number, game in enumerate(games)))
        return sorted(took)

    async def flat_out(self, games: range) -> float:
        """Moves a second, 16 at a time."""
        waiting, begin = iter(games), perf_counter()

        async def worker() -> None:
            for game in waiting:
                await self.one(game)

        await asyncio.gather(*(worker() for _ in range(16)))
        return len(games) / (perf_counter() - begin)


def floor(folder: Path, position: object) -> dict[str, float]:
    """Medians in ms: an fdatasync of a page, and the bare encoding of the picture."""
    tiles = tile_set(position.board, RenderOptions().theme, RenderOptions().width)
    image = paint(position, RenderOptions(), tiles)
    synced, encoded = [], []
    with (folder / "floor").open("wb") as file:
        for _ in range(50):
            file.write(b"x" * 4096)
            file.flush()
            begin = perf_counter()
            os.fdatasync(file.fileno())
            synced.append((perf_counter() - begin) * 1000)
            begin = process_time()
            encode_png(image, tiles.transparency)
            encoded.append((process_time() - begin) * 1000)
    return {"fdatasync": median(synced), "encode": median(encoded)}


async def measure(folder: Path) -> list[tuple[str, Mapping[str, object]]]:
    """All rows of this page."""
    url = f"sqlite+aiosqlite:///{folder / 'bench.db'}"
    moves = random_game(TURNS_EACH)
    async with Store.open(url) as store:
        await fill(store, moves, OPEN_GAMES)
    sys.setswitchinterval(SWITCH_INTERVAL)
    begin = perf_counter()
    async with Store.open(url) as store:
        pipeline = Pipeline(store, moves)
        await pipeline.service.deadlines.tick()
        ready = perf_counter() - begin
        live = await pipeline.service.matches.live(OPEN_GAMES)
        draw(live.match.position)  # the board's sheet is made once
        count = PER_SECOND * SECONDS
        before = process_time()
        took = await pipeline.at_rate(range(1, count + 1))
        cpu = (process_time() - before) * 1000 / count
        rate = await pipeline.flat_out(range(count + 1, 2 * count + 1))
        least = floor(folder, live.match.position)
        pipeline.painters.shutdown()
    phantom_opacity = resource.getrusage(resource.RUSAGE_SELF).ru_maxrss / 1024
    ratio = cpu / sum(least.values())
    return [
        (
            f"service + storage + picture at {PER_SECOND} moves/s, {OPEN_GAMES:,} open games",
            {
                "p50": took[len(took) // 2],
                "p99 (goal 50)": took[len(took) * 99 // 100],
                "CPU a move": cpu,
                "x floor": ratio,
            },
        ),
        ("the same flat out", {"moves/s (goal 150)": rate}),
        ("floor: fdatasync, bare encoding", least),
        (f"start with {OPEN_GAMES:,} open games, without Discord", {"s (goal 3)": ready}),
        ("memory of this whole run at most", {"MB (goal 250)": phantom_opacity}),
    ]


def rows() -> list[tuple[str, Mapping[str, object]]]:
    """The rows, measured in a folder of their own."""
    with tempfile.TemporaryDirectory() as folder:
        return asyncio.run(measure(Path(folder)))
